/**
 * Names, such as no R code has, under which files say to resolution what no name in R
 * stands for: what decides dispatch, what strings link. R itself
 * keeps S4 classes and methods under the first two.
 */

/** Of an S4 class. */
export function classKey(name: string): string {
  return `.__C__${name}`;
}

/** Of the methods of an S4 generic. */
export function methodsKey(generic: string): string {
  return `.__T__${generic}`;
}

/** Before the name of the function, or the generic and class of the method, that runs the next method. */
export const NEXT = ".__N__";
/** Before two S3 classes of which an object has both, the first one first. */
export const ORDER = ".__O__";
/** Before an S3 generic and the name of a function that code registers as its method. */
export const REGISTERED = ".__R__";
/** Before the name of an output of a Shiny app. */
export const OUTPUT = ".__output__";
/** Before the name of an input of a Shiny app. */
export const INPUT = ".__input__";
/** Between two names in a key. */
export const BETWEEN = "\t";
