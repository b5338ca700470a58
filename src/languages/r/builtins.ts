/** How names behave in R. */
import type { Semantics } from "../../resolve/semantics.ts";
import { BASE_NAMES } from "./base_packages.ts";

/** Members of environments, R6 objects, data frames and lists: a name alone proves nothing about them. */
const COMMON_MEMBERS = new Set(
  ("new clone copy show print format get set add remove clear size length names keys values has push pop peek " +
    "call fun func f data name id type value x y z n initialize finalize reset update run start stop close open " +
    "read write send receive map filter reduce find each apply as_list to_list methods fields help")
    .split(" "),
);

/** R's semantics. */
export const rSemantics: Semantics = {
  family: "r",
  separator: "$",
  moduleSeparator: "::",
  variablesAreCallable: true,
  receiversNamedAfterClasses: true,
  classScopeIsLexical: false,
  inheritance: "breadth-first",
  constructors: ["initialize"],
  redefinition: "overload",
  laterReplaces: true,
  basesStandApart: true,
  needsImport: false,
  builtinNames: BASE_NAMES,
  builtinTypes: {
    character: { members: {}, closed: true },
    numeric: { members: {}, closed: true },
    integer: { members: {}, closed: true },
    logical: { members: {}, closed: true },
  },
  commonMembers: COMMON_MEMBERS,
};
