/** The module system that C and C++ share, so that each sees the other's names. */
import { cModules } from "../../resolve/modules/c_modules.ts";
import { C_LIBRARY } from "../c_builtins.ts";

/** The module system of both languages. */
export const cFamilyModules = cModules(C_LIBRARY);
