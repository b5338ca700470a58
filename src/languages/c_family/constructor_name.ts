/** Name under which a class's scope binds its constructors: one that no member can have. */
export const CONSTRUCTOR = "()";
