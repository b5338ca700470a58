/** What tests of suites have without defining it: what is mixed into all of them, or into their class outside. */
import { Binding, Flag, Kind, Sym } from "../../extract/facts.ts";
import type { Entity } from "../module_system.ts";
import { append } from "../multimap.ts";
import type { Project, ProjectFile } from "../project.ts";
import { EVERY_SUITE, mixinsOf } from "./ruby_mixins.ts";

/** A method that tests have. */
interface SuiteMethod {
  readonly symbol: number;
  /** The file that mixes it in. */
  readonly mixedIn: ProjectFile;
  /** Kind of suites that it is for, `feature`; "" when for all. */
  readonly type: string;
}

/** The methods that tests of one project have so. */
export class RubySuites {
  readonly #project: Project;
  readonly #constants: (name: string) => readonly Entity[];
  /** Files that mix something in. */
  readonly #mixing: ProjectFile[] = [];
  #methods: ReadonlyMap<string, readonly SuiteMethod[]> | undefined;

  /** @param constants what a qualified name stands for, once all files are read */
  constructor(project: Project, constants: (name: string) => readonly Entity[]) {
    this.#project = project;
    this.#constants = constants;
  }

  /** Notes what a file mixes in. */
  add(file: ProjectFile): void {
    if (mixinsOf(file, EVERY_SUITE).length > 0) this.#mixing.push(file);
  }

  /** Methods of a name. Of several sets of tests in one project, each has what is mixed in next to it. */
  methods(from: ProjectFile, name: string): readonly number[] {
    this.#methods ??= this.#read();
    const found = this.#methods.get(name);
    if (found === undefined) return [];
    const nearness = ({ path }: ProjectFile): number => sharedDirectories(from.path, path);
    const nearest = Math.max(...this.#mixing.map(nearness));
    const near = found.filter(({ mixedIn, type }) =>
      nearness(mixedIn) === nearest && (type === "" || from.path.includes(`/${type}s/`))
    );
    return [...new Set(near.map(({ symbol }) => symbol))];
  }

  #read(): ReadonlyMap<string, readonly SuiteMethod[]> {
    const methods = new Map<string, SuiteMethod[]>();
    for (const mixedIn of this.#mixing) {
      for (const { name, type } of mixinsOf(mixedIn, EVERY_SUITE)) {
        for (const entity of this.#constants(name)) {
          if (entity.tag !== "binding") continue;
          for (const symbol of this.#methodsOf(entity.file, entity.binding)) {
            const file = this.#project.fileOfSymbol(symbol);
            append(methods, file.nameOf(symbol - file.firstSymbol), { symbol, mixedIn, type });
          }
        }
      }
    }
    return methods;
  }

  #methodsOf(id: number, binding: number): readonly number[] {
    const file = this.#project.file(id);
    const owner = file.binding(binding, Binding.SYMBOL);
    const methods: number[] = [];
    for (let row = owner + 1; row < file.count("symbols"); row++) {
      const isOwn = file.symbol(row, Sym.CONTAINER) === owner &&
        (file.symbol(row, Sym.FLAGS) & Flag.static) === 0;
      const kind = file.symbol(row, Sym.KIND);
      if (isOwn && (kind === Kind.method || kind === Kind.property)) {
        methods.push(file.firstSymbol + row);
      }
    }
    return methods;
  }
}

/** How many directories two paths share from the start. */
function sharedDirectories(a: string, b: string): number {
  const [one, other] = [a.split("/"), b.split("/")];
  let count = 0;
  while (count < one.length - 1 && one[count] === other[count]) count++;
  return count;
}
