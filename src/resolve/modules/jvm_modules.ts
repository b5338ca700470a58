/** Packages of the languages of the Java virtual machine, which see each other's. */
import { JVM_TYPES } from "../../languages/jvm/library_types.ts";
import { KOTLIN_TYPES, LANG_TYPES } from "../../languages/jvm/lang_types.ts";
import { packageModules } from "./packages.ts";

/** The module system of Java, Kotlin and Scala. */
export const jvmModules = packageModules({
  languages: ["java", "kotlin", "scala", "groovy"],
  separator: ".",
  seesOuter: false,
  sharesUnnamed: false,
  hidesMembers: new Set(["scala"]),
  looksUpImports: new Set(["scala"]),
  packagesAreSmall: true,
  libraryTypes: new Set(Object.keys(JVM_TYPES)),
  languageNames: new Set([...LANG_TYPES, ...KOTLIN_TYPES]),
  roots: new Set(["java", "javax", "jakarta", "kotlin", "kotlinx", "scala", "android"]),
});
