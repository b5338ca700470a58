/** Which method `NextMethod()` and `callNextMethod()` run: that of the next class of the object. */
import { Binding, Ref, RefKind, Sym } from "../../extract/facts.ts";
import { BETWEEN, classKey, methodsKey, ORDER } from "../../languages/r/dispatch_keys.ts";
import type { Entity } from "../module_system.ts";
import type { Project, ProjectFile } from "../project.ts";

const METHODS = methodsKey("");

/** The S3 classes that objects of the project have, as far as its code writes them out together. */
export class ClassOrders {
  readonly #after = new Map<string, string[]>();

  constructor(project: Project) {
    for (const file of project.files) {
      if (file.language !== "r") continue;
      for (let row = 0; row < file.count("bindings"); row++) {
        if (file.binding(row, Binding.SCOPE) !== 0) continue;
        const key = file.text(file.binding(row, Binding.NAME));
        if (key.startsWith(ORDER)) this.#add(key.slice(ORDER.length).split(BETWEEN));
      }
    }
  }

  #add([first = "", second = ""]: readonly string[]): void {
    const after = this.#after.get(first);
    if (after === undefined) this.#after.set(first, [second]);
    else if (!after.includes(second)) after.push(second);
  }

  /** The classes that may follow one, near ones first. */
  after(name: string): Iterable<string> {
    const found = new Set(this.#after.get(name));
    for (const one of found) for (const next of this.#after.get(one) ?? []) found.add(next);
    found.delete(name);
    return found;
  }
}

/**
 * What a file says that may decide which method comes next in any other file, whose text names neither:
 * methods, class vectors, and what classes contain.
 */
export function dispatchStructure(file: ProjectFile): string {
  const said: string[] = [];
  for (let row = 0; row < file.count("bindings"); row++) {
    if (file.binding(row, Binding.SCOPE) !== 0) continue;
    const name = file.text(file.binding(row, Binding.NAME));
    const symbol = file.binding(row, Binding.SYMBOL);
    if (name.startsWith(ORDER)) said.push(name);
    else if (symbol >= 0 && (name.startsWith(METHODS) || name.indexOf(".", 1) > 0)) {
      said.push(`${name} ${ownerIn(file, symbol)}`);
    }
  }
  for (let row = 0; row < file.count("references"); row++) {
    if (file.reference(row, Ref.KIND) !== RefKind.inherit) continue;
    const heir = file.reference(row, Ref.SYMBOL);
    said.push(`${heir < 0 ? "" : file.nameOf(heir)} < ${file.text(file.reference(row, Ref.NAME))}`);
  }
  return said.sort().join("\n");
}

/** What is asked of the code around a method. */
export interface MethodsAround {
  readonly isGeneric: (name: string) => boolean;
  readonly definitions: (name: string) => readonly Entity[];
}

/**
 * Symbols of the methods that may come after one.
 * @param method name of an S3 method, or an S4 generic and a class
 */
export function nextMethods(
  project: Project,
  orders: ClassOrders,
  method: string,
  around: MethodsAround,
): readonly number[] {
  const [generic = "", className] = method.split(BETWEEN);
  return className === undefined
    ? nextByName(project, orders, method, around)
    : nextInTable(project, generic, className, around);
}

/** S3: the longest beginning up to a dot that is a generic is what the rest is a class of. */
function nextByName(
  project: Project,
  orders: ClassOrders,
  method: string,
  { isGeneric, definitions }: MethodsAround,
): readonly number[] {
  for (let dot = method.lastIndexOf("."); dot > 0; dot = method.lastIndexOf(".", dot - 1)) {
    const generic = method.slice(0, dot);
    const own = method.slice(dot + 1);
    if (own === "" || !isGeneric(generic)) continue;
    for (const next of own === "default" ? [] : [...orders.after(own), "default"]) {
      const found = symbolsOf(project, definitions(`${generic}.${next}`));
      if (found.length > 0) return found;
    }
    return [];
  }
  return [];
}

/** S4: the nearest of the classes that a class contains for which the generic has a method. */
function nextInTable(
  project: Project,
  generic: string,
  className: string,
  { definitions }: MethodsAround,
): readonly number[] {
  const methods = symbolsOf(project, definitions(methodsKey(generic)));
  const classes = new Set(basesOf(project, className, definitions));
  for (const base of classes) {
    const found = methods.filter((symbol) => ownerOf(project, symbol) === base);
    if (found.length > 0) return found;
    for (const next of basesOf(project, base, definitions)) classes.add(next);
  }
  return methods.filter((symbol) => ownerOf(project, symbol) === "ANY" && className !== "ANY");
}

function* basesOf(
  project: Project,
  className: string,
  definitions: (name: string) => readonly Entity[],
): Iterable<string> {
  for (const symbol of symbolsOf(project, definitions(classKey(className)))) {
    const file = project.fileOfSymbol(symbol);
    for (let row = 0; row < file.count("references"); row++) {
      if (file.reference(row, Ref.KIND) !== RefKind.inherit) continue;
      if (file.firstSymbol + file.reference(row, Ref.SYMBOL) !== symbol) continue;
      yield file.text(file.reference(row, Ref.NAME));
    }
  }
}

function ownerOf(project: Project, symbol: number): string {
  const file = project.fileOfSymbol(symbol);
  return ownerIn(file, symbol - file.firstSymbol);
}

/** Class of an S4 method, by the row of its symbol. */
function ownerIn(file: ProjectFile, row: number): string {
  const owner = file.symbol(row, Sym.QUALIFIER);
  return owner < 0 ? "" : file.text(owner);
}

function symbolsOf(project: Project, entities: readonly Entity[]): number[] {
  return entities.flatMap((entity) => {
    if (entity.tag !== "binding") return [];
    const file = project.file(entity.file);
    const symbol = file.binding(entity.binding, Binding.SYMBOL);
    return symbol < 0 ? [] : [file.firstSymbol + symbol];
  });
}
