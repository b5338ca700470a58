/**
 * Commands of command lines: who runs the parser makes run what is registered for a command, by
 * `@cli.command()` (Click, Typer), `set_defaults(func=run)` (argparse), `.action(run)` (Commander), `.command("x", "…", build, run)` (yargs).
 */
import { Ref, RefKind, Sym } from "../extract/facts.ts";
import { type GivenCall, lastNameAt, receiverOf } from "../resolve/given.ts";
import type { Linker } from "../resolve/linker.ts";
import type { Links, Site } from "../resolve/links.ts";
import { originKey } from "../resolve/origins.ts";
import type { ProjectFile } from "../resolve/project.ts";
import { isCallable } from "../resolve/symbol_kinds.ts";
import { parts } from "../resolve/values.ts";
import { HandedOver } from "./handed_over.ts";
import { addHandlerCalls, functionsOf } from "./handler_calls.ts";

const PYTHON = ["python"];
const ECMASCRIPT = ["javascript", "typescript", "tsx"];
const CALLS: ReadonlySet<number> = new Set([RefKind.call]);
const DECORATIONS: ReadonlySet<number> = new Set([RefKind.decorate]);
const CLICK = /^(?:rich_|async)?click\./;
const TYPER = /^typer\.Typer\b/;
const ARGPARSE = /^argparse\b/;
const ACTION = "action";
const DECORATORS = ["callback", "command", "group", "result_callback"];

/** Commands of Click and Typer: groups and applications, by key, with what they run. */
class PythonCommands {
  readonly #links: Links;
  readonly #commands = new HandedOver();

  constructor(links: Links) {
    this.#links = links;
  }

  link(): void {
    for (const site of this.#links.referencesTo(DECORATIONS, PYTHON, DECORATORS)) {
      this.#decorated(site);
    }
    for (const site of this.#links.referencesTo(CALLS, PYTHON, ["add_command", "add_typer"])) {
      this.#added(site);
    }
    for (const site of this.#links.referencesTo(CALLS, PYTHON, ["run"])) this.#run(site);
    if (!this.#commands.isEmpty) this.#linkCalls();
  }

  /** `@cli.command()` in a group that is a function, `@app.command()` of an application. */
  #decorated(site: Site): void {
    const { file, row } = site;
    const symbol = file.reference(row, Ref.SYMBOL);
    const group = receiverOf(file, file.reference(row, Ref.EXPR));
    if (symbol < 0 || group < 0) return;
    const handler = file.firstSymbol + symbol;
    const owners = this.#groupsAt(file, group);
    if (owners.length > 0) addHandlerCallsFrom(this.#links, site, owners, handler, "click command");
    for (const key of this.#applicationsAt(file, group)) this.#commands.add(key, handler, file);
  }

  /** `cli.add_command(run)`, `app.add_typer(other)`. */
  #added(site: Site): void {
    const call = this.#links.callOf(site);
    if (call === undefined || call.receiver < 0) return;
    const [first = -1] = call.positional;
    const owners = this.#groupsAt(call.file, call.receiver);
    for (const handler of functionsOf(this.#links, call.file, first)) {
      if (owners.length > 0) {
        addHandlerCallsFrom(this.#links, site, owners, handler, "click command");
      }
    }
    const inner = this.#commands.metIn(call.file, this.#applicationsAt(call.file, first));
    for (const key of this.#applicationsAt(call.file, call.receiver)) {
      for (const handler of inner) this.#commands.add(key, handler, call.file);
    }
  }

  /** `typer.run(main)`. */
  #run(site: Site): void {
    const call = this.#links.callOf(site);
    if (call === undefined) return;
    const isTyper = this.#links.namesOf(call.file, call.callee).includes("typer.run");
    if (!isTyper) return;
    const handlers = functionsOf(this.#links, call.file, call.positional[0] ?? -1);
    addHandlerCalls(this.#links, site, new Set(handlers), "typer command");
  }

  /** `app()`, wherever an application is called that has commands. */
  #linkCalls(): void {
    this.#links.questions.noteWhole("everything", PYTHON);
    for (const file of this.#links.filesIn(PYTHON)) {
      const count = file.count("references");
      for (let row = 0; row < count; row++) {
        if (file.reference(row, Ref.KIND) !== RefKind.call) continue;
        const handlers = this.#handlersCalled({ file, row });
        if (handlers.size > 0) {
          addHandlerCalls(this.#links, { file, row }, handlers, "typer command");
        }
      }
    }
  }

  #handlersCalled({ file, row }: Site): ReadonlySet<number> {
    const callee = file.reference(row, Ref.EXPR);
    // An application is a variable: a function of the project is none.
    if (callee < 0 || lastNameAt(file, callee) === "") return new Set();
    if (!this.#mayBeApplication(file, row)) return new Set();
    return this.#commands.metIn(file, this.#applicationsAt(file, callee));
  }

  /** Whether the name that is called is not that of functions and classes alone. */
  #mayBeApplication(file: ProjectFile, row: number): boolean {
    const { project } = this.#links;
    return project.symbolsNamed(file.nameIds[file.reference(row, Ref.NAME)]!).some((symbol) => {
      const owner = project.fileOfSymbol(symbol);
      return !isCallable(owner.symbol(symbol - owner.firstSymbol, Sym.KIND));
    });
  }

  /** Functions that are groups of Click, as an expression names them. */
  #groupsAt(file: ProjectFile, expression: number): readonly number[] {
    const names = this.#links.typeNamesOf(file, expression);
    return names.some((name) => CLICK.test(name)) ? functionsOf(this.#links, file, expression) : [];
  }

  /** Keys of the applications of Typer that an expression may be. */
  #applicationsAt(file: ProjectFile, expression: number): readonly string[] {
    if (expression < 0) return [];
    return this.#links.origins.of(file, expression).filter((origin) =>
      origin.tag === "expression" &&
      this.#links.typeNamesFrom(origin).some((name) => TYPER.test(name))
    ).map(originKey);
  }
}

/** An edge to a handler from each of some functions, at the place where it is registered. */
function addHandlerCallsFrom(
  links: Links,
  site: Site,
  owners: readonly number[],
  handler: number,
  mechanism: string,
): void {
  // Such an edge may stand in another file than the symbol that it is from.
  links.questions.noteWhole("everything", [site.file.language]);
  for (const owner of owners) {
    addHandlerCalls(links, site, new Set([handler]), mechanism, owner);
  }
}

/** `parser.set_defaults(func=run)`, and `args.func(args)` that runs it. */
function linkArgparse(links: Links): void {
  const given = new HandedOver();
  const giving = new Set<string>();
  for (const site of links.referencesTo(CALLS, PYTHON, ["set_defaults"])) {
    const call = links.callOf(site);
    for (const [name, value] of call?.named ?? []) {
      for (const handler of functionsOf(links, site.file, value)) {
        given.add(name, handler, site.file);
        giving.add(`${site.file.id} ${name}`);
      }
    }
  }
  if (given.isEmpty) return;
  for (const site of links.referencesTo(CALLS, PYTHON, given.keys())) {
    const { file, row } = site;
    const receiver = receiverOf(file, file.reference(row, Ref.EXPR));
    if (receiver < 0) continue;
    const name = links.nameOf(site);
    const types = links.typeNamesOf(file, receiver);
    const isParsed = types.some((type) => ARGPARSE.test(type));
    // What is given as a parameter may be what a parser gave, where one of this file's gives it.
    const isOpen = types.length === 0 && giving.has(`${file.id} ${name}`);
    if (!isParsed && !isOpen) continue;
    addHandlerCalls(links, site, given.metIn(file, [name]), "argparse command");
  }
}

/** A library for command lines of JavaScript. */
interface CommandLibrary {
  /** Qualified names of the members of what it gives. */
  readonly members: RegExp;
  /** Member that adds what a command runs. */
  readonly adds: string;
  /** Members that run it. */
  readonly runs: readonly string[];
  /** Functions that such a call has run. */
  readonly given: (links: Links, call: GivenCall) => readonly number[];
  /** For people. */
  readonly mechanism: string;
}

const COMMAND_LIBRARIES: readonly CommandLibrary[] = [
  {
    // `program.command("x").action(run)`, and `program.parse()`
    members: /^(?:commander|@commander-js\/extra-typings)[.(]/,
    adds: "action",
    runs: ["parse", "parseAsync"],
    given: (links, { file, positional: [first = -1] }) => functionsOf(links, file, first),
    mechanism: "commander action",
  },
  {
    // `yargs(args).command("x", "what it does", build, run).parse()`, `.command({ command: "x", handler: run })`,
    // `.command(new AddCommand())`, `.command(require("./add"))`
    members: /^yargs(?:\/yargs)?[.(]/,
    adds: "command",
    runs: ["parse", "parseAsync", "parseSync"],
    given: (links, { file, positional: [first = -1, ...rest] }) => [
      ...rest.flatMap((one) => functionsOf(links, file, one)),
      ...["builder", "handler"].flatMap((name) => functionsHeld(links, file, first, name)),
    ],
    mechanism: "yargs command",
  },
];

/** Functions that what an expression gives has under a name: an object, an instance, a module. */
function functionsHeld(
  links: Links,
  file: ProjectFile,
  expression: number,
  name: string,
): readonly number[] {
  const { evaluator, members } = links.knowledge;
  evaluator.begin();
  return parts(evaluator.value(file, expression)).flatMap((part) => members.find(part, name))
    .flatMap(({ entity }) => links.knowledge.symbolsOf(file, entity))
    .filter((symbol) => {
      const owner = links.project.fileOfSymbol(symbol);
      return isCallable(owner.symbol(symbol - owner.firstSymbol, Sym.KIND));
    });
}

/** What commands of one library run, from where that is run. */
function linkLibrary(links: Links, library: CommandLibrary): void {
  const isMember = (call: GivenCall | undefined): call is GivenCall =>
    call !== undefined && call.receiver >= 0 &&
    links.namesOf(call.file, call.callee).some((name) => library.members.test(name));
  const actions = new HandedOver<typeof ACTION>();
  for (const site of links.referencesTo(CALLS, ECMASCRIPT, [library.adds])) {
    const call = links.callOf(site);
    if (!isMember(call)) continue;
    for (const action of library.given(links, call)) actions.add(ACTION, action, call.file);
  }
  if (actions.isEmpty) return;
  for (const site of links.referencesTo(CALLS, ECMASCRIPT, library.runs)) {
    if (isMember(links.callOf(site))) {
      addHandlerCalls(links, site, actions.metIn(site.file, [ACTION]), library.mechanism);
    }
  }
}

/** Links those who run parsers of command lines to what commands run. */
export const commands: Linker = {
  link: (links) => {
    new PythonCommands(links).link();
    linkArgparse(links);
    for (const library of COMMAND_LIBRARIES) linkLibrary(links, library);
  },
};
