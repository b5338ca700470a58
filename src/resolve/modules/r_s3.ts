/** S3 dispatch: which functions are methods of which generic function, by name and by `NAMESPACE`. */
import { Binding, Kind, Sym } from "../../extract/facts.ts";
import { basePackageOf } from "../../languages/r/base_packages.ts";
import { BETWEEN, REGISTERED } from "../../languages/r/dispatch_keys.ts";
import type { GenericOverride } from "../module_system.ts";
import type { Project, ProjectFile } from "../project.ts";
import type { RPackage } from "./r_package.ts";

/**
 * Generic functions of R's own packages whose name, with a dot and a class behind it, makes a method
 * even where nothing registers it. Short words that begin other functions' names are left out.
 */
const GENERICS: ReadonlySet<string> = new Set(
  ("print format summary plot update predict residuals coef fitted simulate anova logLik nobs vcov confint " +
    "as.character as.numeric as.double as.integer as.logical as.list as.vector as.data.frame as.matrix as.Date " +
    "as.POSIXct as.POSIXlt as.factor as.environment as.function all.equal is.na unique duplicated merge subset " +
    "transform within aggregate head tail str toString levels rev sort median quantile range weighted.mean " +
    "model.frame model.matrix terms formula labels xtfrm dimnames row.names split unsplit solve determinant " +
    "[ [[ $ [<- [[<- $<- Ops Math Summary names<- levels<- dim<- dimnames<- length<- + - * / == < >")
    .split(
      " ",
    ),
);

/** Whether a name is of a generic function of R's own packages, as far as a name alone tells. */
export function isKnownGeneric(name: string): boolean {
  return GENERICS.has(name);
}

/**
 * Methods among a file's functions.
 * @param from package whose code the file is; undefined for scripts
 * @param generics generic functions of the project that a name means there
 * @param definitions symbols that a name means there
 */
export function* s3Overrides(
  project: Project,
  file: ProjectFile,
  from: RPackage | undefined,
  generics: (name: string) => readonly number[],
  definitions: (name: string) => readonly number[],
): Iterable<GenericOverride> {
  for (let row = 0; row < file.count("bindings"); row++) {
    if (file.binding(row, Binding.SCOPE) !== 0) continue;
    const symbol = file.binding(row, Binding.SYMBOL);
    const name = file.text(file.binding(row, Binding.NAME));
    if (symbol < 0) {
      if (name.startsWith(REGISTERED)) yield* byCall(name, definitions, generics, from);
      continue;
    }
    if (file.symbol(symbol, Sym.KIND) !== Kind.function) continue;
    const registered = from?.registered.get(name);
    const method = file.firstSymbol + symbol;
    if (registered !== undefined) yield* overriding(method, registered, generics, from);
    else yield* byName(project, method, name, generics);
  }
}

/** `registerS3method("print", "circle", print_circle)`. */
function* byCall(
  key: string,
  definitions: (name: string) => readonly number[],
  generics: (name: string) => readonly number[],
  from: RPackage | undefined,
): Iterable<GenericOverride> {
  const [generic = "", method = ""] = key.slice(REGISTERED.length).split(BETWEEN);
  if (from?.registered.has(method)) return;
  for (const symbol of definitions(method)) yield* overriding(symbol, generic, generics, from);
}

function* overriding(
  method: number,
  name: string,
  generics: (name: string) => readonly number[],
  from: RPackage | undefined,
): Iterable<GenericOverride> {
  const [package_, bare] = name.includes("::") ? name.split("::") as [string, string] : ["", name];
  const inside = generics(bare);
  for (const generic of inside) yield { method, generic };
  if (inside.length === 0) {
    yield { method, generic: package_ === "" ? from?.outside(bare) ?? bare : name };
  }
}

/** The longest beginning of a name, up to a dot, that is a generic function. */
function* byName(
  project: Project,
  method: number,
  name: string,
  generics: (name: string) => readonly number[],
): Iterable<GenericOverride> {
  for (let dot = name.lastIndexOf("."); dot > 0; dot = name.lastIndexOf(".", dot - 1)) {
    if (dot === name.length - 1) continue;
    const beginning = name.slice(0, dot);
    const inside = project.nameId(beginning) < 0 ? [] : generics(beginning);
    for (const generic of inside) yield { method, generic };
    if (inside.length > 0) return;
    if (GENERICS.has(beginning)) {
      yield { method, generic: `${basePackageOf(beginning) ?? "base"}::${beginning}` };
      return;
    }
  }
}
