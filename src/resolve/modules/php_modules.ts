/** The name spaces of PHP. */
import { packageModules } from "./packages.ts";

/** PHP's module system. */
export const phpModules = packageModules({
  languages: ["php"],
  separator: "\\",
  seesOuter: false,
  seesInner: true,
  sharesUnnamed: true,
  fallsBack: true,
  packagesAreSmall: false,
  libraryTypes: new Set(),
  languageNames: new Set(),
  roots: new Set(),
});
