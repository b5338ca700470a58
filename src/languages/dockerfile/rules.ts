/** The rules of Dockerfiles: stages, what they are made from, the scripts that they copy and run. */
import type { Extraction } from "../../extract/extraction.ts";
import { BindingKind, Flag, Kind, RefKind } from "../../extract/facts.ts";
import type { Grammar } from "../../extract/grammar.ts";
import type { LanguageRules } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { type ProgramCall, programCalls, programCallsIn } from "../shell/program_calls.ts";
import type { ShellWord } from "../shell/shell_words.ts";

/** What was copied into the image, and from where in the project. */
interface Copied {
  readonly source: string;
  readonly target: string;
}

/** What stands before a command: how it is run, or checked. */
const OPTIONS = /^(?:--[\w-]+=\S+(?:\s|\\\r?\n)+|CMD\s+)*/;
const EXTENSION = /\.\w+$/;

/** Binds the rules to the node types. */
export function dockerfileRules(g: Grammar): LanguageRules {
  return new DockerfileRules(g).rules();
}

class DockerfileRules {
  readonly #F;
  readonly #K;
  #folder = "/";
  readonly #copied: Copied[] = [];

  constructor(g: Grammar) {
    this.#F = {
      image: g.field("image"),
      name: g.field("name"),
      origin: g.field("origin"),
      target: g.field("target"),
    };
    this.#K = { copy: g.kind("copy"), source: g.kind("source") };
  }

  rules(): LanguageRules {
    return {
      define: { stage: (x, node) => this.#defineStage(x, node) },
      refer: {
        dockerfile: () => {
          this.#copied.length = 0;
        },
        stage: () => {
          this.#folder = "/";
        },
        image: (x, node) => this.#referStage(x, node),
        origin: (x, node) => this.#referStage(x, node),
        word: (x, node) => this.#changeFolder(x, node),
        copy: (x, node) => this.#copy(x, node),
        run: (x, node) => this.#run(x, node),
      },
      values: {},
      docs: { line: ["#"], block: [] },
    };
  }

  /** A stage has the name that it is given, else that of its image. */
  #defineStage(x: Extraction, node: NodeIndex): void {
    const image = x.tree.child(node, this.#F.image);
    const named = x.tree.child(node, this.#F.name);
    const nameNode = named === NONE ? image : named;
    if (nameNode === NONE) return;
    const symbol = x.define(node, {
      kind: Kind.rule,
      name: x.textOf(nameNode),
      nameNode,
      scopeNode: node,
      bodyNode: x.tree.nextSibling(nameNode),
      flags: Flag.exported,
      bindIn: "nowhere",
    });
    // Only a name that was given can be meant by another stage, in small letters or large ones.
    if (named === NONE) return;
    const name = x.textOf(named).toLowerCase();
    x.bind(0, name, BindingKind.definition, { symbol, offset: x.tree.starts[node]! });
  }

  #referStage(x: Extraction, node: NodeIndex): void {
    const name = x.textOf(node);
    if (name.includes("$") || /^\d+$/.test(name)) return;
    x.refer(RefKind.call, node, x.nameExpression(name.toLowerCase(), x.tree.starts[node]!));
  }

  #changeFolder(x: Extraction, node: NodeIndex): void {
    if (x.tree.kinds[x.tree.parents[node]!] === this.#K.copy) return;
    this.#folder = joined(this.#folder, x.textOf(node));
  }

  #copy(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const targetNode = tree.child(node, this.#F.target);
    if (targetNode === NONE || tree.child(node, this.#F.origin) !== NONE) return;
    const target = joined(this.#folder, x.textOf(targetNode));
    for (let child = tree.firstChild(node); child !== NONE; child = tree.nextSibling(child)) {
      if (tree.kinds[child] !== this.#K.source) continue;
      const source = x.textOf(child).replace(/^\.?\/+/, "").replace(/\/+$/, "") || ".";
      const isFile = EXTENSION.test(source) && !/[*?$]/.test(source);
      const intoFolder = isFile && (/[/.]$/.test(x.textOf(targetNode)) || !EXTENSION.test(target));
      const base = source.slice(source.lastIndexOf("/") + 1);
      this.#copied.push({ source, target: intoFolder ? joined(target, base) : target });
      if (isFile) x.callForeign(source, tree.starts[child]!, "COPY");
    }
  }

  /** A command as shell text, or as a list of words in JSON. */
  #run(x: Extraction, node: NodeIndex): void {
    const start = x.tree.starts[node]!;
    const text = withoutHeredocMark(this.#withoutOptions(x.textOf(node)));
    const list = text.search(/\S/);
    const calls = text[list] === "["
      ? programCalls(listed(text.slice(list), start + list))
      : programCallsIn(withoutComments(text), start);
    for (const call of calls) {
      x.callForeign(this.#inProject(call), call.start, call.means, call.folder);
    }
  }

  /** The command without what is said of how it is run; folders that are mounted for it are noted. */
  #withoutOptions(text: string): string {
    const options = OPTIONS.exec(text)![0];
    for (const [, mount] of options.matchAll(/--mount=(\S+)/g)) {
      const said = new Map(mount!.split(",").map((part) => part.split("=") as [string, string]));
      const target = said.get("target") ?? said.get("dst");
      if (said.get("type") !== "bind" || said.has("from") || target === undefined) continue;
      const source = (said.get("source") ?? said.get("src") ?? ".").replace(/^\.?\/+/, "");
      this.#copied.push({ source: source || ".", target: joined(this.#folder, target) });
    }
    return blank(options) + text.slice(options.length);
  }

  /** The path in the project of what lies at a path in the image. */
  #inProject({ name, means }: ProgramCall): string {
    if (name === "") return means;
    if (/ -/.test(means) || means === "make" || name.startsWith("*")) return name;
    const path = joined(this.#folder, name);
    const from = this.#copied.findLast(({ target }) =>
      path === target || path.startsWith(target === "/" ? "/" : `${target}/`)
    );
    if (from === undefined) return name;
    const rest = path.slice(from.target.length).replace(/^\/+/, "");
    const isGlob = from.source.includes("*");
    const source = isGlob ? from.source.replace(/\/?[^/]*\*.*$/, "") : from.source;
    return [source === "." ? "" : source, rest].filter((part) => part !== "").join("/");
  }
}

/** A here-document as the command that it is: `<<EOF`, lines, `EOF`. */
function withoutHeredocMark(text: string): string {
  const mark = /^\s*<<-?\s*["']?(\w+)["']?[ \t]*(?=\r?\n)/.exec(text);
  if (mark === null) return text;
  const body = blank(mark[0]) + text.slice(mark[0].length);
  return body.replace(new RegExp(`\\n[ \\t]*${mark[1]}[ \\t]*$`), blank);
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, " ").replaceAll("\n", " ");
}

/** Comment lines between those of one command. */
function withoutComments(text: string): string {
  return text.replace(/^[ \t]*#[^\n]*$/gm, (line) => " ".repeat(line.length - 1) + "\\");
}

/** Words of a list in JSON. */
function listed(text: string, start: number): ShellWord[] {
  return Array.from(
    text.matchAll(/"((?:[^"\\]|\\.)*)"/g),
    (match) => ({ raw: `'${match[1]}'`, start: start + match.index }),
  );
}

/** A path seen from a folder of the image. */
function joined(folder: string, path: string): string {
  const parts = path.startsWith("/") ? [] : folder.split("/");
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return `/${parts.filter((part) => part !== "").join("/")}`;
}
