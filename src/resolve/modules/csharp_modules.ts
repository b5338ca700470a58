/** The name spaces of C#. */
import { CSHARP_LIBRARY } from "../../languages/csharp_builtins.ts";
import { packageModules } from "./packages.ts";

/** C#'s module system. */
export const csharpModules = packageModules({
  languages: ["csharp", "vbnet"],
  hidesRoots: new Set(["vbnet"]),
  separator: ".",
  seesOuter: true,
  sharesUnnamed: true,
  packagesAreSmall: false,
  libraryTypes: new Set(Object.keys(CSHARP_LIBRARY)),
  languageNames: new Set(),
  // What projects import without saying so.
  implicit: [
    "System",
    "System.Collections.Generic",
    "System.Linq",
    "System.Threading",
    "System.Threading.Tasks",
  ],
  roots: new Set(["System", "Microsoft", "Windows"]),
});
