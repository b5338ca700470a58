/**
 * From Java and Kotlin to C, C++ and Rust: native methods, by the names that JNI gives their functions or
 * through the tables that register them. The edge leads from the method's declaration to its function.
 */
import { Ref, Sym } from "../extract/facts.ts";
import { Certainty } from "../resolve/edges.ts";
import type { Linker } from "../resolve/linker.ts";
import type { Links, Site } from "../resolve/links.ts";
import { append } from "../resolve/multimap.ts";
import type { ProjectFile } from "../resolve/project.ts";
import { isType } from "../resolve/symbol_kinds.ts";
import { NATIVE } from "./native_languages.ts";
import { nearest } from "../resolve/nearest.ts";

/** Two underscores and the types of the parameters, which tell overloads apart. */
const SIGNATURE = /__(?=[ZBCSIJFDL]|_3|$)/;
const JVM = ["java", "kotlin"];
/** With more definitions than this a name says nothing. */
const MOST_TARGETS = 3;

function link(links: Links): void {
  const exported = new Map<string, number[]>();
  for (const symbol of links.functionsStarting("Java_", NATIVE)) {
    const file = links.project.fileOfSymbol(symbol);
    const [name] = file.nameOf(symbol - file.firstSymbol).split(SIGNATURE) as [string];
    append(exported, name, symbol);
  }
  const registered = registeredFunctions(links);
  for (const site of links.foreignCalls("JNI", JVM)) {
    const names = classNames(site).map((one) => mangled(`${one}.${links.nameOf(site)}`));
    const functions = names.flatMap((name) => exported.get(name) ?? []);
    const found = functions.length > 0
      ? functions
      : registeredFor(links, site, registered.get(links.nameOf(site)) ?? []);
    const symbols = nearest(links.project, site.file, found);
    if (symbols.length > MOST_TARGETS) continue;
    const isSure = functions.length === 1;
    for (const symbol of symbols) {
      const confidence = isSure ? Certainty.exact : Certainty.inferred;
      links.bridge(site, symbol, "JNI", confidence, symbols.length);
    }
  }
}

/** Functions by the methods for which tables register them. */
function registeredFunctions(links: Links): Map<string, number[]> {
  const registered = new Map<string, number[]>();
  for (const site of links.offers("JNINativeMethod", NATIVE)) {
    for (const { symbol } of links.resolve(site).targets) {
      append(registered, links.nameOf(site), symbol);
    }
  }
  return registered;
}

/** A table does not name the class: where several have such a method, its file must speak of it. */
function registeredFor(links: Links, site: Site, symbols: readonly number[]): readonly number[] {
  const unique = [...new Set(symbols)];
  if (unique.length < 2) return unique;
  const classes = classNames(site).map((name) => name.slice(name.lastIndexOf(".") + 1));
  return unique.filter((symbol) => {
    const { path } = links.project.fileOfSymbol(symbol);
    return classes.some((name) => path.slice(path.lastIndexOf("/")).includes(name));
  });
}

/** Full names of the classes whose method a declaration may be, as the virtual machine writes them. */
function classNames({ file, row }: Site): string[] {
  const types: string[] = [];
  let at = file.symbol(Math.max(0, file.reference(row, Ref.SYMBOL)), Sym.CONTAINER);
  for (; at > 0; at = file.symbol(at, Sym.CONTAINER)) {
    if (isType(file.symbol(at, Sym.KIND))) types.unshift(file.nameOf(at));
  }
  if (types.length === 0) types.push(facadeOf(file));
  const packageName = file.symbol(0, Sym.QUALIFIER);
  const own = (packageName < 0 ? "" : `${file.text(packageName)}.`) + types.join("$");
  // What a companion object has may be static in the class itself.
  return file.language === "kotlin" ? [own, `${own}$Companion`] : [own];
}

/** Class in which Kotlin puts the functions of a file. */
function facadeOf({ path }: ProjectFile): string {
  const stem = path.slice(path.lastIndexOf("/") + 1).replace(/\.\w+$/, "");
  return `${stem.charAt(0).toUpperCase()}${stem.slice(1)}Kt`;
}

/** Name of a method's function. Source: the specification of JNI, "Resolving Native Method Names". */
function mangled(name: string): string {
  const escaped = name.replace(
    /[^A-Za-z0-9.]/g,
    (character) =>
      character === "_" ? "_1" : `_0${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return `Java_${escaped.replaceAll(".", "_")}`;
}

/** Java and Kotlin to native code. */
export const javaNative: Linker = { link };
