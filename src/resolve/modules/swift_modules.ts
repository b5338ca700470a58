/**
 * Modules of Swift: the files below `Sources/NAME` or `Tests/NAME` are one, as its package manager has
 * it, and all other files of the project another, which everyone sees.
 */
import { SWIFT_NAMES } from "../../languages/swift/library_names.ts";
import { packageModules } from "./packages.ts";

/** The module system of Swift. */
export const swiftModules = packageModules({
  languages: ["swift"],
  separator: ".",
  seesOuter: true,
  sharesUnnamed: true,
  hidesMembers: new Set(["swift"]),
  packagesAreSmall: false,
  libraryTypes: new Set(),
  languageNames: SWIFT_NAMES,
  roots: new Set(["Swift"]),
});
