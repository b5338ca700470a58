/** `Import.FORM` of `mod name;`: the file of a module is declared, and its name is the path given, if any. */
export const MODULE_FORM = 3;
