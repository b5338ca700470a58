/** What Fortran has built in, as far as resolution needs it. */
import type { Semantics } from "../resolve/semantics.ts";
import { CONSTRUCTOR } from "./class_family/bindings.ts";
import { FORTRAN_INTRINSICS } from "./fortran/library_names.ts";

const PLAIN = ["integer", "real", "complex", "logical", "character", "doubleprecision"];

/** Fortran's semantics. */
export const fortranSemantics: Semantics = {
  family: "fortran",
  separator: ".",
  classScopeIsLexical: false,
  inheritance: "depth-first",
  constructors: [CONSTRUCTOR],
  parametersAreOpaque: true,
  redefinition: "overload",
  choosesByTypes: true,
  needsImport: true,
  indexesLikeCalls: true,
  builtinNames: FORTRAN_INTRINSICS,
  builtinTypes: Object.fromEntries(PLAIN.map((type) => [type, { members: {} }])),
  commonMembers: new Set(
    "init get set add write read print size destroy free clear copy".split(" "),
  ),
};
