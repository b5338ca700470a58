/** The product's version, as in `deno.json`. */
export const VERSION = "0.1.0";
