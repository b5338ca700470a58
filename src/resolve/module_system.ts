/** How files of a language reach each other's names. One implementation per module system. */
import type { Project, ProjectFile } from "./project.ts";

/**
 * Something that a name can stand for, seen from outside the scope it is bound in.
 * `binding` is a row of the file's binding table.
 */
export type Entity =
  | { readonly tag: "binding"; readonly file: number; readonly binding: number }
  /** A symbol, numbered through the project, that stands in no scope under its name. */
  | {
    readonly tag: "symbol";
    readonly symbol: number;
    /** How surely the name stands for it (a row of `CONFIDENCES`); exact when not said. */
    readonly confidence?: number;
  }
  /** A method of a function outside the project, which may run when that function is called. */
  | { readonly tag: "method"; readonly symbol: number }
  /** An expression of a file: `module.exports = f()`. */
  | { readonly tag: "expression"; readonly file: number; readonly expression: number }
  | { readonly tag: "module"; readonly module: Module }
  /** Something outside the project, by qualified name: `numpy.array`, `react.useState`. */
  | { readonly tag: "external"; readonly name: string };

/** A module of the project: one file, or several that share a name space (a Go package, an R package). */
export interface Module {
  /** Unique in its module system: a path or a package name. */
  readonly key: string;
  /** Files that make it up, in path order. */
  readonly files: readonly number[];
}

/** What an import specifier denotes. */
export type Located =
  | { readonly module: Module }
  /** A package outside the project. */
  | { readonly external: string }
  /** Nothing that the rules of the language can find: `undefined` module inside the project. */
  | undefined;

/** A function that a generic function runs for arguments of some type, without a class around it. */
export interface GenericOverride {
  /** Symbol of the method, numbered through the project. */
  readonly method: number;
  /** Symbol of the generic function, or its qualified name when it lies outside. */
  readonly generic: number | string;
}

/** A module system at work on one project. */
export interface Modules {
  /** What a specifier means in an import of a file. `form` is the import's `FORM` column. */
  locate(file: number, specifier: string, form: number): Located;
  /** What a module offers under a name, re-exports followed; empty when it offers no such name. */
  exported(module: Module, name: string): readonly Entity[];
  /**
   * Qualified name of what an import asks of a module that does not offer it, where that can only be a
   * part which the sources do not have: compiled, or generated.
   */
  missing?(module: Module, name: string): string | undefined;
  /**
   * What a name means in a file when no scope of the file binds it: package scope, wildcard imports,
   * includes, globals.
   * @param scope where the name stands, for languages whose name spaces span files
   * @param offset where it stands in the file, for languages in which only what is before it counts
   */
  ambient(file: number, name: string, scope?: number, offset?: number): readonly Entity[];
  /** Types whose members, also inherited ones, a name means that nothing else explains: all of them are imported. */
  ambientOwners?(file: number, scope: number): readonly number[];
  /** Types whose members, also inherited ones, a module has beside what it offers. */
  ownersOf?(module: Module): readonly number[];
  /** By which rule {@link ambient} knows (a row of `EVIDENCES`); the shared package when not said. */
  readonly ambientEvidence?: number;
  /**
   * Symbols of the definitions that a declaration stands for, as a file sees it; none when it is all
   * there is. For languages that declare in one file what another defines.
   */
  definitions?(declaration: number, from: number): readonly number[];
  /** Definitions that the project adds to a function outside, by the function's qualified name. */
  additions?(outside: string): readonly Entity[];
  /** Methods of generic functions, where the language has such that are members of no class. */
  overrides?(): Iterable<GenericOverride>;
  /**
   * Symbols, numbered through the project, that a list or a place apart from their definitions gives to
   * users of their module. Where definitions say it themselves, they have the flag `exported`.
   */
  offered?(): Iterable<number>;
}

/** A module system. */
export interface ModuleSystem {
  /**
   * What a file says of how files of the language reach each other, where that depends on what other
   * files say: which of them include it, or declare the same package. When it comes to say something
   * else, all files may be touched.
   */
  structure?(file: ProjectFile): string;
  /** What besides the names of a file decides how other files see all of them. */
  standing?(file: ProjectFile): string;
  /** Whether `generic.class` makes a function a method of `generic`, whoever defines that. */
  readonly namesMethods?: boolean;
  /** Prepares the project's files of the language's family. Called once per resolution, before any look-up. */
  open(project: Project): Modules;
}
