/** Reads Fortran statement by statement: of an expression no more than the names in it that may be called. */
import type { OwnReader, TreeBuilder } from "../../extract/tree_builder.ts";
import { type Statement, statements } from "./statements.ts";

const TYPE =
  "(?:integer|real|complex|logical|character|byte|double\\s*precision|double\\s*complex|type\\s*\\(|class\\s*\\(|enumerator|procedure\\s*\\()";
const PREFIX =
  "(?:(?:pure|impure|elemental|recursive|non_recursive|module|attributes\\s*\\([^)]*\\)|(?:integer|real|complex|logical|character|type|class|double\\s*precision|double\\s*complex)\\s*(?:\\*\\s*\\d+|\\((?:[^()]|\\([^()]*\\))*\\))?)\\s+)*";

const LABEL = /^\s*\d+\s+/;
const END =
  /^end\s*(module|submodule|program|subroutine|function|procedure|type|interface|block\s*data|associate|select|enum|block)?\b\s*(?:[a-z_]\w*|operator\s*\(.*\)|assignment\s*\(.*\))?\s*$/;
const SUBPROGRAM = new RegExp(
  `^(${PREFIX})(subroutine|function)\\s+([a-z]\\w*)\\s*(\\(|$|bind\\b)`,
);
const MODULE = /^(module|program)\s+(?!procedure\b|subroutine\b|function\b)([a-z]\w*)\s*$/;
const MODULE_PROCEDURE = /^module\s+procedure\b\s*(?:::)?\s*/;
const SUBMODULE = /^submodule\s*\(\s*([a-z]\w*)\s*(?::\s*([a-z]\w*)\s*)?\)\s*([a-z]\w*)/;
const BLOCK_DATA = /^block\s*data\b\s*([a-z]\w*)?/;
const DERIVED_TYPE = /^type\b(?!\s*\()\s*(?:,([^:]*))?(?:::)?\s*([a-z]\w*)\s*(?:\(|$)/;
const INTERFACE =
  /^(abstract\s+)?interface\b\s*(operator\s*\([^)]*\)|assignment\s*\(\s*=\s*\)|(?:read|write)\s*\(\w+\)|[a-z]\w*)?\s*$/;
const USE =
  /^use\b\s*(?:,\s*(?:non_)?intrinsic\s*)?(?:::)?\s*([a-z]\w*)\s*(?:,\s*(only\s*:)?(.*))?$/;
const BINDING =
  /^(procedure|generic|final)\b\s*(\([^)]*\))?\s*((?:,\s*[a-z]+(?:\s*\([^)]*\))?\s*)*)(?:::)?\s*(.+)$/;
const DECLARATION = new RegExp(`^${TYPE}`);
const ATTRIBUTE =
  /^(dimension|allocatable|pointer|target|external|optional|parameter|common|save|contiguous|codimension)\b\s*(?:::)?/;
const ASSOCIATE = /^(?:[a-z]\w*\s*:\s*)?(associate|select\s*type|select\s*rank)\s*\(/;
const GUARD = /^(type|class)\s+(?:is\s*\(\s*([a-z]\w*)[^)]*\)|default\b)/;
const BLOCK = /^(?:[a-z]\w*\s*:\s*)?block\s*$/;
const VISIBILITY = /^(public|private)\b\s*(?:::)?\s*(.*)$/;
const ENTRY = /^entry\s+([a-z]\w*)/;
const INCLUDE = /^include\s*['"]/;
const SKIPPED =
  /^(?:contains|implicit\b|format\s*\(|import\b|intrinsic\b|namelist\b|sequence\b|enum\b|return\s*$|continue\s*$|volatile\b|equivalence\b|goto\b|go\s+to\b|cycle\b|exit\b|else\s*$)/;

/** Types: units with statements in them, and chains of names with what they are given. */
export const fortranReader: OwnReader = {
  types: [
    "source",
    "module",
    "submodule",
    "program",
    "subprogram",
    "type_definition",
    "interface",
    "construct",
    "bindings",
    "binding",
    "declaration",
    "entity",
    "use",
    "use_name",
    "module_procedure",
    "visibility",
    "include",
    "entry",
    "chain",
    "call",
    "arguments",
    "keyword",
    "literal",
    "integer",
    "real",
    "character",
    "logical",
    "name",
    "words",
  ],
  fields: ["name", "words", "parent", "result", "parameter", "type", "target", "value", "local"],
  read: (text, tree) => new FortranReader(text, tree).run(),
};

class FortranReader {
  readonly #source: string;
  readonly #tree: TreeBuilder;
  /** What ends each unit that is open. */
  readonly #open: string[] = [];
  #text = "";
  #start = 0;

  constructor(source: string, tree: TreeBuilder) {
    this.#source = source;
    this.#tree = tree;
  }

  run(): void {
    this.#tree.open("source", 0);
    for (const statement of statements(this.#source)) this.#statement(statement);
    while (this.#open.length > 0) this.#close(this.#source.length);
    this.#tree.close(this.#source.length);
  }

  #close(end: number): void {
    this.#open.pop();
    this.#tree.close(end);
  }

  #begin(type: string, ends: string): void {
    this.#tree.open(type, this.#start);
    this.#open.push(ends);
  }

  /** Offset in the source of a place in the statement. */
  #at(index: number): number {
    return this.#start + index;
  }

  #leaf(type: string, from: number, length: number, field = ""): void {
    this.#tree.leaf(type, this.#at(from), this.#at(from + length), field);
  }

  #statement({ text, start }: Statement): void {
    const label = LABEL.exec(text)?.[0].length ?? 0;
    const lead = label + (/^\s*/.exec(text.slice(label))![0].length);
    this.#text = text.slice(lead).trimEnd();
    this.#start = start + lead;
    const line = this.#text;
    if (line === "" || SKIPPED.test(line)) return;
    if (line.startsWith("end") && this.#endUnit(line)) return;
    if (this.#unit(line)) return;
    const inType = this.#open.at(-1) === "type";
    const inInterface = this.#open.at(-1) === "interface";
    if (inInterface && /^(?:module\s+)?procedure\b/.test(line)) return this.#moduleProcedures(line);
    if (inType && this.#binding(line)) return;
    const use = USE.exec(line);
    if (use !== null && !/^use\s*=/.test(line)) return this.#use(use);
    const visibility = VISIBILITY.exec(line);
    if (visibility !== null) return this.#visibility(visibility);
    if (INCLUDE.test(line)) return this.#leaf("include", 0, line.length);
    if (ENTRY.test(line)) return this.#entry(line);
    if (DECLARATION.test(line) && this.#declaration(line)) return;
    const attribute = ATTRIBUTE.exec(line);
    if (attribute !== null && !/^\s*[=%]/.test(line.slice(attribute[0].length))) {
      return this.#attribute(line, attribute);
    }
    this.#expressions(line, 0);
  }

  // ── units ───────────────────────────────────────────────────────────────────────────────────

  #endUnit(line: string): boolean {
    const end = END.exec(line);
    if (end === null) return false;
    const kind = end[1]?.replace(/\s+/g, "") ?? "";
    // `end do`, `end if`
    if (kind === "" && line !== "end") return true;
    const top = this.#open.at(-1);
    if (top === undefined) return true;
    const ends = kind === "procedure" || kind === "function" || kind === "subroutine"
      ? "subprogram"
      : kind === ""
      ? top
      : kind;
    // An end of something that was not read as a unit ends nothing.
    const at = this.#open.lastIndexOf(ends);
    const isAlone = kind === "" && (top === "subprogram" || top === "program" || top === "module");
    if (at < 0 || kind === "" && !isAlone) return true;
    while (this.#open.length > at) this.#close(this.#at(line.length));
    return true;
  }

  #unit(line: string): boolean {
    const subprogram = SUBPROGRAM.exec(line);
    if (subprogram !== null) return this.#subprogram(line, subprogram);
    const module = MODULE.exec(line);
    if (module !== null) {
      this.#begin(module[1]!, module[1]!);
      this.#leaf("name", line.lastIndexOf(module[2]!), module[2]!.length, "name");
      return true;
    }
    const submodule = SUBMODULE.exec(line);
    if (submodule !== null) {
      this.#begin("submodule", "submodule");
      const parent = submodule[2] ?? submodule[1]!;
      this.#leaf("name", line.indexOf(parent, line.indexOf("(")), parent.length, "parent");
      this.#leaf("name", line.lastIndexOf(submodule[3]!), submodule[3]!.length, "name");
      return true;
    }
    if (BLOCK_DATA.test(line)) {
      this.#begin("program", "blockdata");
      const name = BLOCK_DATA.exec(line)![1];
      if (name !== undefined) this.#leaf("name", line.lastIndexOf(name), name.length, "name");
      return true;
    }
    const inInterface = this.#open.at(-1) === "interface";
    const procedure = inInterface ? null : MODULE_PROCEDURE.exec(line);
    if (procedure !== null && /^[a-z]\w*$/.test(line.slice(procedure[0].length))) {
      this.#begin("subprogram", "subprogram");
      this.#leaf("name", procedure[0].length, line.length - procedure[0].length, "name");
      return true;
    }
    return this.#innerUnit(line);
  }

  #innerUnit(line: string): boolean {
    const type = DERIVED_TYPE.exec(line);
    if (type !== null && !/^type\s+is\b/.test(line)) {
      this.#begin("type_definition", "type");
      const words = type[1] ?? "";
      if (words !== "") this.#leaf("words", line.indexOf(words), words.length, "words");
      const base = /\bextends\s*\(\s*([a-z]\w*)/.exec(words);
      if (base !== null) {
        const at = line.indexOf(words) + base.index + base[0].length - base[1]!.length;
        this.#leaf("name", at, base[1]!.length, "parent");
      }
      this.#leaf(
        "name",
        line.indexOf(type[2]!, line.indexOf(words) + words.length),
        type[2]!.length,
        "name",
      );
      return true;
    }
    const interface_ = INTERFACE.exec(line);
    if (interface_ !== null) {
      this.#begin("interface", "interface");
      if (interface_[1] !== undefined) this.#leaf("words", 0, interface_[1].length, "words");
      const name = interface_[2];
      if (name !== undefined) this.#leaf("name", line.lastIndexOf(name), name.length, "name");
      return true;
    }
    if (BLOCK.test(line)) {
      this.#begin("construct", "block");
      return true;
    }
    const construct = ASSOCIATE.exec(line);
    if (construct !== null) return this.#construct(line, construct);
    const guard = GUARD.exec(line);
    if (guard !== null) {
      if (this.#open.at(-1) === "guard") this.#close(this.#start);
      this.#begin("construct", "guard");
      if (guard[2] !== undefined) {
        this.#leaf("name", line.indexOf(guard[2], line.indexOf("(")), guard[2].length, "type");
      }
      return true;
    }
    return false;
  }

  /** `associate (a => b%c)`, `select type (a => b)`: names for what stands behind the arrow. */
  #construct(line: string, match: RegExpExecArray): boolean {
    this.#begin("construct", match[1] === "associate" ? "associate" : "select");
    const from = match[0].length;
    for (const { at, text } of parts(line.slice(from, closing(line, from - 1)), from)) {
      const arrow = text.indexOf("=>");
      const name = /^\s*([a-z]\w*)\s*(?:=>|$)/.exec(text);
      if (name === null) {
        this.#expressions(text, at);
        continue;
      }
      this.#tree.open("entity", this.#at(at));
      this.#leaf("name", at + text.indexOf(name[1]!), name[1]!.length, "name");
      if (arrow >= 0) this.#expressions(text.slice(arrow + 2), at + arrow + 2, "value");
      this.#tree.close(this.#at(at + text.length));
    }
    return true;
  }

  #subprogram(line: string, match: RegExpExecArray): boolean {
    const [, prefix = "", word, name = ""] = match;
    const nameAt = match[0].lastIndexOf(name);
    this.#begin("subprogram", "subprogram");
    this.#leaf("words", 0, prefix.length + word!.length, "words");
    this.#typeName(prefix, 0);
    this.#leaf("name", nameAt, name.length, "name");
    const open = line.indexOf("(", nameAt + name.length);
    const hasList = open >= 0 && line.slice(nameAt + name.length, open).trim() === "";
    if (!hasList) return true;
    const close = closing(line, open);
    for (const { at, text } of parts(line.slice(open + 1, close), open + 1)) {
      const one = /[a-z]\w*/.exec(text);
      if (one !== null) this.#leaf("name", at + one.index, one[0].length, "parameter");
    }
    const result = /\bresult\s*\(\s*([a-z]\w*)/.exec(line.slice(close));
    if (result !== null) {
      const at = close + result.index + result[0].length - result[1]!.length;
      this.#leaf("name", at, result[1]!.length, "result");
    }
    return true;
  }

  // ── statements ──────────────────────────────────────────────────────────────────────────────

  #moduleProcedures(line: string): void {
    const head = /^(?:module\s+)?procedure\b\s*(?:::)?/.exec(line)![0].length;
    this.#names("module_procedure", line, head);
  }

  #names(type: string, line: string, from: number): void {
    for (const match of line.slice(from).matchAll(/[a-z]\w*/g)) {
      this.#leaf(type, from + match.index, match[0].length);
    }
  }

  /** What is bound to a type: `procedure :: draw => draw_circle`. */
  #binding(line: string): boolean {
    const match = BINDING.exec(line);
    if (match === null || /^\s*[=(%]/.test(match[4]!)) return false;
    const [, word = "", iface = "", attributes = "", list = ""] = match;
    // With an interface and no more it is a component that points to a procedure.
    const isComponent = iface !== "" && !/\bdeferred\b/.test(attributes) &&
      /\bpointer\b/.test(attributes);
    const listAt = line.length - list.length;
    if (isComponent) return false;
    const pieces = word === "generic" ? [{ at: listAt, text: list }] : parts(list, listAt);
    this.#tree.open("bindings", this.#start);
    this.#leaf("words", 0, word.length + iface.length + attributes.length, "words");
    for (const { at, text } of pieces) {
      const arrow = text.indexOf("=>");
      const name = (arrow < 0 ? text : text.slice(0, arrow)).trimEnd();
      const lead = /^\s*/.exec(name)![0].length;
      this.#tree.open("binding", this.#at(at + lead));
      this.#leaf("name", at + lead, name.length - lead, "name");
      const targets = arrow < 0 ? at : at + arrow + 2;
      for (const target of line.slice(targets, at + text.length).matchAll(/[a-z]\w*/g)) {
        this.#leaf("name", targets + target.index, target[0].length, "target");
      }
      this.#tree.close(this.#at(at + text.length));
    }
    this.#tree.close(this.#at(line.length));
    return true;
  }

  #use(match: RegExpExecArray): void {
    const line = this.#text;
    const [, name = "", only, list] = match;
    this.#tree.open("use", this.#start);
    this.#leaf("name", line.indexOf(name, 3), name.length, "name");
    if (only !== undefined) this.#leaf("words", line.indexOf(only), only.length, "words");
    const from = list === undefined ? line.length : line.length - list.length;
    for (const { at, text } of parts(line.slice(from), from)) {
      const pair = /([a-z]\w*)\s*=>\s*([a-z]\w*)/.exec(text);
      const one = pair ?? /([a-z]\w*)\s*$/.exec(text);
      if (one === null) continue;
      this.#tree.open("use_name", this.#at(at + one.index));
      this.#leaf("name", at + one.index, one[1]!.length, pair === null ? "name" : "local");
      if (pair !== null) {
        this.#leaf(
          "name",
          at + one.index + one[0].length - pair[2]!.length,
          pair[2]!.length,
          "name",
        );
      }
      this.#tree.close(this.#at(at + text.length));
    }
    this.#tree.close(this.#at(line.length));
  }

  #visibility(match: RegExpExecArray): void {
    this.#tree.open("visibility", this.#start);
    this.#leaf("words", 0, match[1]!.length, "words");
    const from = this.#text.length - match[2]!.length;
    for (const name of match[2]!.matchAll(/[a-z]\w*/g)) {
      this.#leaf("name", from + name.index, name[0].length, "name");
    }
    this.#tree.close(this.#at(this.#text.length));
  }

  #entry(line: string): void {
    const name = ENTRY.exec(line)![1]!;
    this.#tree.open("entry", this.#start);
    this.#leaf("name", line.indexOf(name, 5), name.length, "name");
    this.#tree.close(this.#at(line.length));
  }

  /** The name of a derived type in a type: `type(circle)`. */
  #typeName(text: string, from: number): void {
    const type = /\b(?:type|class)\s*\(\s*([a-z]\w*)\s*(?:\(|\))/.exec(text) ??
      /\bprocedure\s*\(\s*([a-z]\w*)\s*\)/.exec(text);
    if (type !== null) {
      this.#leaf("name", from + text.indexOf(type[1]!, type.index + 4), type[1]!.length, "type");
      return;
    }
    const plain = /\b(integer|real|complex|logical|character|double\s*precision)\b/.exec(text);
    if (plain !== null) this.#leaf("literal", from + plain.index, plain[1]!.length, "type");
  }

  #declaration(line: string): boolean {
    const colons = outer(line, "::");
    let head = colons;
    if (head < 0) {
      const word =
        /^(?:double\s*precision|double\s*complex|[a-z]+)\s*(?:\*\s*(?:\d+|\([^)]*\)))?\s*/.exec(
          line,
        )![0];
      head = line[word.length] === "(" ? closing(line, word.length) + 1 : word.length;
      // `real = 3` and `type(1) = …` are assignments.
      if (!/^\s*,?\s*[a-z]/.test(line.slice(head))) return false;
    }
    const from = colons < 0 ? head : colons + 2;
    this.#tree.open("declaration", this.#start);
    this.#leaf("words", 0, head, "words");
    this.#typeName(line.slice(0, head), 0);
    this.#entities(line, from);
    this.#tree.close(this.#at(line.length));
    return true;
  }

  #entities(line: string, from: number): void {
    for (const { at, text } of parts(line.slice(from), from)) {
      const name = /^[\s/]*([a-z]\w*)/.exec(text);
      if (name === null) continue;
      this.#tree.open("entity", this.#at(at));
      this.#leaf("name", at + name[0].length - name[1]!.length, name[1]!.length, "name");
      this.#expressions(text.slice(name[0].length), at + name[0].length, "value");
      this.#tree.close(this.#at(at + text.length));
    }
  }

  /** `dimension a(3)`, `external f`: more said of names. */
  #attribute(line: string, match: RegExpExecArray): void {
    const word = match[1]!;
    this.#tree.open("declaration", this.#start);
    this.#leaf("words", 0, word.length, "words");
    const list = line.slice(match[0].length).replace(
      /\/[^/]*\//g,
      (block) => " ".repeat(block.length),
    );
    const isInBrackets = word === "parameter";
    const open = isInBrackets ? list.indexOf("(") + 1 : 0;
    this.#entities(
      line.slice(0, match[0].length) + (isInBrackets ? list.replace(/\)\s*$/, " ") : list),
      match[0].length + open,
    );
    this.#tree.close(this.#at(line.length));
  }

  // ── expressions ─────────────────────────────────────────────────────────────────────────────

  /** Names in an expression, and what they are given. */
  #expressions(text: string, from: number, field = ""): void {
    const names = /[a-z]\w*/g;
    for (let match = names.exec(text); match !== null; match = names.exec(text)) {
      const before = text[match.index - 1] ?? " ";
      // Letters in numbers (`1.0d0`, `1_dp`) and in operators (`.and.`) are no names.
      if (/[\w.]/.test(before)) continue;
      const word = match[0];
      if (word === "call") {
        const name = /^\s+(?=[a-z])/.exec(text.slice(names.lastIndex));
        if (name !== null) {
          names.lastIndex = this.#chain(
            text,
            names.lastIndex + name[0].length,
            from,
            "call",
            field,
          );
          continue;
        }
      }
      names.lastIndex = this.#chain(text, match.index, from, "chain", field);
    }
  }

  /** `a%b(i)%c(x)`: names with what stands in brackets behind them. Returns the place behind it. */
  #chain(text: string, start: number, from: number, type: string, field: string): number {
    const first = /^[a-z]\w*/.exec(text.slice(start))![0];
    this.#tree.open(type, this.#at(from + start), field);
    let at = start;
    for (;;) {
      const name = /^\s*([a-z]\w*)/.exec(text.slice(at));
      if (name === null) break;
      this.#leaf("name", from + at + name[0].length - name[1]!.length, name[1]!.length, "name");
      at += name[0].length;
      const open = /^\s*\(/.exec(text.slice(at));
      if (open !== null) at = this.#arguments(text, at + open[0].length - 1, from);
      const more = /^\s*%/.exec(text.slice(at));
      if (more === null) break;
      at += more[0].length;
    }
    this.#tree.close(this.#at(from + at));
    return Math.max(at, start + first.length);
  }

  /** What stands in brackets, each part a value of its own. Returns the place behind the bracket. */
  #arguments(text: string, open: number, from: number): number {
    const close = closing(text, open);
    this.#tree.open("arguments", this.#at(from + open));
    for (const { at, text: part } of parts(text.slice(open + 1, close), open + 1)) {
      this.#tree.open("arguments", this.#at(from + at), "value");
      const keyword = /^\s*([a-z]\w*)\s*=(?!=)/.exec(part);
      const skipped = keyword?.[0].length ?? 0;
      if (keyword !== null) {
        this.#leaf("keyword", from + at + part.indexOf(keyword[1]!), keyword[1]!.length);
      }
      const type = literalType(part.slice(skipped).trim());
      if (type !== "") this.#leaf(type, from + at + skipped, part.length - skipped);
      else this.#expressions(part.slice(skipped), from + at + skipped);
      this.#tree.close(this.#at(from + at + part.length));
    }
    this.#tree.close(this.#at(from + close + 1));
    return close + 1;
  }
}

/** Type of a value that is written out; "" of any other. */
function literalType(text: string): string {
  if (/^[-+]?\d+(?:_\w+)?$/.test(text)) return "integer";
  if (/^[-+]?(?:\d+\.\d*|\.\d+|\d+(?=[ed]))(?:[ed][-+]?\d+)?(?:_\w+)?$/.test(text)) return "real";
  if (/^(?:'[^']*'|"[^"]*")$/.test(text)) return "character";
  return /^\.(?:true|false)\.$/.test(text) ? "logical" : "";
}

/** Where the bracket that stands at a place is closed; the end when it is not. */
function closing(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === "(" || text[at] === "[") depth++;
    else if ((text[at] === ")" || text[at] === "]") && --depth === 0) return at;
  }
  return text.length;
}

/** Where a mark first stands that no brackets are around; -1 when it does not. */
function outer(text: string, mark: string): number {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "(") depth++;
    else if (text[at] === ")") depth--;
    else if (depth === 0 && text.startsWith(mark, at)) return at;
  }
  return -1;
}

/** Parts of a list, split at the commas that no brackets are around. */
function parts(text: string, from: number): { at: number; text: string }[] {
  const found: { at: number; text: string }[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at <= text.length; at++) {
    const sign = text[at];
    if (sign === "(" || sign === "[") depth++;
    else if (sign === ")" || sign === "]") depth--;
    else if (sign === undefined || sign === "," && depth <= 0) {
      if (text.slice(start, at).trim() !== "") {
        found.push({ at: from + start, text: text.slice(start, at) });
      }
      start = at + 1;
    }
  }
  return found;
}
