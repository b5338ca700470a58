/** One R package of the project: its name space, what it imports and what it exports. */
import { Binding } from "../../extract/facts.ts";
import { basePackageOf } from "../../languages/r/base_packages.ts";
import type { Description, Namespace } from "../../languages/r/manifests.ts";
import { isDefinite } from "../in_force.ts";
import type { Entity, Module } from "../module_system.ts";
import type { Project } from "../project.ts";
import { append } from "../multimap.ts";

const NOTHING: readonly Entity[] = [];

/** What the usual package for tests offers. */
const TESTTHAT =
  /^(?:test_that|describe|it|expect_\w+|skip(?:_\w+)?|local_mocked_\w+|with_mocked_\w+|succeed|fail)$/;

/** A package. */
export class RPackage implements Module {
  readonly key: string;
  readonly name: string;
  readonly files: number[] = [];
  readonly #project: Project;
  readonly #namespace: Namespace | undefined;
  readonly #importedNames = new Map<string, string[]>();
  readonly #importedWhole: string[] = [];
  readonly #exports: ReadonlySet<string>;
  readonly #patterns: readonly RegExp[];
  readonly #collate: readonly string[];
  #definitions: Map<number, Entity[]> | undefined;

  /**
   * @param folder where `DESCRIPTION` lies
   * @param namespace undefined when `NAMESPACE` is yet to be made, so that everything is exported
   */
  constructor(
    project: Project,
    readonly folder: string,
    description: Description,
    namespace: Namespace | undefined,
  ) {
    this.#project = project;
    this.key = `package ${folder}`;
    this.name = description.package;
    this.#collate = description.collate;
    this.#namespace = namespace;
    this.#exports = new Set(namespace?.exports);
    this.#patterns = (namespace?.patterns ?? []).flatMap(compiled);
    for (const { package: from, names } of namespace?.imports ?? []) {
      if (names === undefined) this.#importedWhole.push(from);
      for (const name of names ?? []) {
        append(this.#importedNames, name, from);
      }
    }
  }

  /** Adds a file of the package's `R/` folder. All must be added before any name is looked up. */
  addFile(file: number): void {
    this.files.push(file);
  }

  /** S3 methods that `NAMESPACE` registers: name of the generic by name of the function. */
  get registered(): ReadonlyMap<string, string> {
    return this.#registered ??= new Map(
      (this.#namespace?.methods ?? []).map(({ generic, method }) => [method, generic]),
    );
  }
  #registered: ReadonlyMap<string, string> | undefined;

  /** What the package's own files bind at top level under a name. */
  definitions(name: string): readonly Entity[] {
    const id = this.#project.nameId(name);
    if (id < 0) return NOTHING;
    this.#definitions ??= this.#index();
    return this.#definitions.get(id) ?? NOTHING;
  }

  /** Definitions of names that `NAMESPACE` exports, also of S4 classes and methods. */
  *offered(): Generator<Entity> {
    if (this.#namespace === undefined) return;
    this.#definitions ??= this.#index();
    for (const [id, entities] of this.#definitions) {
      if (this.isExported(bareName(this.#project.name(id)))) yield* entities;
    }
  }

  /** Files in the order in which R runs them, if `Collate` says it. */
  #inOrder(): readonly number[] {
    if (this.#collate.length === 0) return this.files;
    const places = new Map(this.#collate.map((name, place) => [name, place]));
    const start = this.folder === "" ? 2 : this.folder.length + 3;
    const placeOf = (id: number): number =>
      places.get(this.#project.file(id).path.slice(start)) ?? -1;
    return [...this.files].sort((a, b) => placeOf(a) - placeOf(b));
  }

  #index(): Map<number, Entity[]> {
    const found = new Map<number, Entity[]>();
    const hasOrder = this.#collate.length > 0;
    for (const id of this.#inOrder()) {
      const file = this.#project.file(id);
      for (let row = 0; row < file.count("bindings"); row++) {
        if (file.binding(row, Binding.SCOPE) !== 0) continue;
        const name = file.nameIds[file.binding(row, Binding.NAME)]!;
        const entity: Entity = { tag: "binding", file: id, binding: row };
        const before = found.get(name);
        if (before === undefined) found.set(name, [entity]);
        else if (isDefinite(file, row)) {
          found.set(name, [...(hasOrder ? [] : elsewhere(before, id)), entity]);
        } else before.push(entity);
      }
    }
    return found;
  }

  /** Packages from which a name may be imported, the surest first. */
  importsOf(name: string): readonly string[] {
    return [...this.#importedNames.get(name) ?? [], ...this.#importedWhole];
  }

  /** Whether users of the package see a name. */
  isExported(name: string): boolean {
    if (this.#namespace === undefined || this.#exports.has(name)) return true;
    return this.#patterns.some((pattern) => pattern.test(name));
  }

  /**
   * Qualified name of what the package's code means by a name that it does not define.
   * @param isTest whether a test speaks, which has packages attached
   */
  outside(key: string, isTest = false): string {
    const name = bareName(key);
    const named = this.#importedNames.get(name)?.[0] ?? basePackageOf(name);
    if (named !== undefined) return `${named}::${name}`;
    if (isTest) return TESTTHAT.test(name) ? `testthat::${name}` : name;
    const [only, other] = this.#importedWhole;
    return only !== undefined && other === undefined ? `${only}::${name}` : name;
  }
}

/** The name by which R code knows an S4 class or the methods of a generic function; any other as it is. */
function bareName(key: string): string {
  return key.replace(/^\.__[CT]__/, "");
}

/** Definitions in other files than one: without `Collate` no order is meant between files. */
function elsewhere(entities: readonly Entity[], file: number): Entity[] {
  return entities.filter((entity) => entity.tag !== "binding" || entity.file !== file);
}

/** R's regular expressions are close to JavaScript's; one that is not exports nothing. */
function compiled(pattern: string): RegExp[] {
  try {
    return [
      new RegExp(pattern.replaceAll("[:alpha:]", "A-Za-z").replaceAll("[:alnum:]", "A-Za-z0-9")),
    ];
  } catch {
    return [];
  }
}
