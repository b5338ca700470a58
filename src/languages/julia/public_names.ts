/** How an export is marked that `using` does not bring in: of a `public` name. */
export const PUBLIC = "public";
