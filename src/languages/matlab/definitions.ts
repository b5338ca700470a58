/** First pass: functions, classes and their members, scripts. */
import type { Extraction } from "../../extract/extraction.ts";
import { Flag, Kind, ScopeKind } from "../../extract/facts.ts";
import type { NodeRule } from "../../extract/rules.ts";
import { BUILTIN_CLASSES } from "../matlab_builtins.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import type { Syntax } from "./syntax.ts";
import type { FileState } from "./file_state.ts";
import { type Place } from "./place.ts";

/** The defining rules, for one grammar. */
export class Definitions {
  constructor(
    readonly s: Syntax,
    readonly state: FileState,
  ) {}

  /** Rules of the first pass by node type. */
  rules(): Record<string, NodeRule> {
    return {
      source_file: (x, node) => this.#beginFile(x, node),
      class_definition: (x, node) => this.#defineClass(x, node),
      function_definition: (x, node) => this.#defineFunction(x, node),
      function_signature: (x, node) => this.#defineSignature(x, node),
      property: (x, node) => this.#defineProperty(x, node),
      enum: (x, node) => this.#defineMember(x, x.tree.namedChild(node), node, Kind.enumMember),
      events: (x, node) => this.#defineEvents(x, node),
    };
  }

  /** What a file is: a class, functions of which the first is public, or a script. */
  #beginFile(x: Extraction, node: NodeIndex): void {
    this.state.reset(x.path);
    this.state.main = x.tree.namedChild(node);
    if (this.state.main === NONE) {
      this.#defineHelp(x, node);
      return;
    }
    const kind = x.tree.kinds[this.state.main];
    if (kind === this.s.K.functionDefinition || kind === this.s.K.classDefinition) return;
    this.state.main = node;
    x.define(node, {
      kind: Kind.function,
      name: this.state.place.stem,
      nameNode: x.tree.namedChild(node),
      scopeNode: node,
      scopeKind: ScopeKind.function,
      bodyNode: x.tree.namedChild(node),
      doc: this.#leadingComment(x, node),
      flags: Flag.exported | this.#testFlag(this.state.place.stem),
      ...this.#qualified(this.state.place),
    });
  }

  /** Help without code stands for a function whose code is a MEX file. */
  #defineHelp(x: Extraction, node: NodeIndex): void {
    const { stem } = this.state.place;
    const help = this.#leadingComment(x, node);
    const [first = ""] = help.split("\n");
    if (!first.toLowerCase().includes(stem.toLowerCase())) return;
    x.define(node, {
      kind: Kind.function,
      name: stem,
      bodyNode: node,
      doc: help,
      flags: Flag.exported | Flag.declaration,
      ...this.#qualified(this.state.place),
    });
  }

  #qualified(of: Place): { qualifier?: string } {
    const names = this.#folderClass() === "" ? of.packages : [...of.packages, of.classFolder];
    return names.length === 0 ? {} : { qualifier: names.join(".") };
  }

  #testFlag(name: string): number {
    return /^[Tt]est(?![a-z])|_[Tt]est$/.test(name) ? Flag.test : 0;
  }

  #defineClass(x: Extraction, node: NodeIndex): void {
    const nameNode = x.tree.child(node, this.s.F.name);
    const name = x.textOf(nameNode);
    const attributes = this.#attributesOf(x, node);
    const bases = x.tree.childOfKind(node, this.s.K.superclasses);
    const isTest = bases !== NONE && x.textOf(bases).includes("TestCase");
    x.define(node, {
      kind: Kind.class,
      name,
      nameNode,
      scopeNode: node,
      bodyNode: this.#bodyOfClass(x, node),
      doc: this.#leadingComment(x, node) || x.docBefore(node),
      flags: Flag.exported | (attributes.has("abstract") ? Flag.abstract : 0) |
        (isTest ? Flag.test : 0),
      ...(this.state.place.packages.length === 0
        ? {}
        : { qualifier: this.state.place.packages.join(".") }),
    });
  }

  /** First part of a class that is not its head. */
  #bodyOfClass(x: Extraction, node: NodeIndex): NodeIndex {
    const { tree } = x;
    const name = tree.child(node, this.s.F.name);
    const bases = tree.childOfKind(node, this.s.K.superclasses);
    let child = tree.nextSibling(bases === NONE ? name : bases);
    while (child !== NONE && !tree.isNamed(child)) child = tree.nextSibling(child);
    return child;
  }

  /** Attributes of a class or of a block of members, lower case; `Access = private` gives `private`. */
  #attributesOf(x: Extraction, node: NodeIndex): ReadonlySet<string> {
    const list = x.tree.childOfKind(node, this.s.K.attributes);
    const names = new Set<string>();
    if (list === NONE) return names;
    for (let child = list + 1; child < x.tree.nexts[list]!; child = x.tree.nexts[child]!) {
      if (x.tree.kinds[child] !== this.s.K.attribute) continue;
      const [name, value] = x.textOf(child).toLowerCase().split("=").map((part) => part.trim());
      if (value === "false") continue;
      names.add(name === "access" ? value!.replace(/\W/g, "") : name!);
    }
    return names;
  }

  /** Text of the comment before a definition's body, markers taken off. */
  #leadingComment(x: Extraction, node: NodeIndex): string {
    const end = x.tree.nexts[node]!;
    for (let child = node + 1; child < end; child = x.tree.nexts[child]!) {
      const kind = x.tree.kinds[child]!;
      if (kind === this.s.K.comment) return plainComment(x.textOf(child));
      if (kind === this.s.K.block || kind === this.s.K.functionDefinition) return "";
    }
    return "";
  }

  #defineFunction(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const nameNode = tree.child(node, this.s.F.name);
    if (nameNode === NONE) return;
    const start = tree.starts[nameNode]!;
    const accessor = /[gs]et\.$/.exec(x.text.slice(Math.max(0, start - 4), start))?.[0] ?? "";
    const parent = tree.parents[node]!;
    const inClass = parent !== NONE && tree.kinds[parent] === this.s.K.methods;
    const isMain = node === this.state.main;
    // The name of the file counts, whatever its function says.
    const isNamedByFile = isMain && /\.m$/i.test(x.fileName) &&
      /^[A-Za-z]\w*$/.test(this.state.place.stem);
    const name = isNamedByFile ? this.state.place.stem : accessor + x.textOf(nameNode);
    const isLocal = !inClass && !isMain && x.tree.kinds[parent] === this.s.K.sourceFile;
    if (isMain || isLocal) this.state.functions.add(name);
    if (isMain && name === this.#folderClass()) this.#defineFolderClass(x, node, nameNode);
    const form = inClass
      ? this.#methodForm(x, node, parent, name)
      : isMain
      ? this.#mainForm(name)
      : { kind: Kind.function, flags: isLocal ? Flag.fileLocal : 0 };
    const body = tree.childOfKind(node, this.s.K.block);
    x.define(node, {
      name,
      nameNode,
      scopeNode: node,
      scopeKind: ScopeKind.function,
      bodyNode: body === NONE ? this.#endOfHead(x, node) : this.#firstAfterHead(x, node, body),
      doc: this.#leadingComment(x, node) || x.docBefore(node),
      // Functions of a script stand beside it, not in it.
      ...(isLocal ? { bindIn: 0, container: NONE } : {}),
      ...form,
      flags: form.flags | this.#testFlag(name),
    });
  }

  /** Class to which the file adds a method by lying in its folder; "" if none that a project can have. */
  #folderClass(): string {
    return this.state.place.isPrivate || BUILTIN_CLASSES.has(this.state.place.classFolder)
      ? ""
      : this.state.place.classFolder;
  }

  /** A class without `classdef`: a folder of methods, of which one has the folder's name. */
  #defineFolderClass(x: Extraction, node: NodeIndex, nameNode: NodeIndex): void {
    const { tree } = x;
    const root = tree.parents[node]!;
    x.define(root, {
      kind: Kind.class,
      name: this.state.place.classFolder,
      nameNode,
      rangeNode: node,
      bodyNode: tree.childOfKind(node, this.s.K.block),
      scopeNode: node,
      scopeKind: ScopeKind.class,
      doc: this.#leadingComment(x, node),
      flags: Flag.exported,
      ...(this.state.place.packages.length === 0
        ? {}
        : { qualifier: this.state.place.packages.join(".") }),
    });
  }

  #mainForm(name: string): { kind: number; flags: number; qualifier?: string } {
    const inFolder = this.#folderClass() !== "";
    const kind = !inFolder
      ? Kind.function
      : name === this.state.place.classFolder
      ? Kind.constructor
      : Kind.method;
    const flags = this.state.place.isPrivate ? Flag.private : Flag.exported;
    return {
      kind,
      flags: flags | (inFolder ? Flag.extension : 0),
      ...this.#qualified(this.state.place),
    };
  }

  #methodForm(
    x: Extraction,
    node: NodeIndex,
    methods: NodeIndex,
    name: string,
  ): { kind: number; flags: number } {
    const attributes = this.#attributesOf(x, methods);
    const className = x.textOf(x.tree.child(x.tree.parents[methods]!, this.s.F.name));
    let flags = attributes.has("private")
      ? Flag.private
      : attributes.has("protected")
      ? Flag.protected
      : Flag.exported;
    if (attributes.has("static")) flags |= Flag.static;
    if (attributes.has("abstract")) flags |= Flag.abstract;
    if (attributes.has("test")) flags |= Flag.test;
    if (name.startsWith("get.")) flags |= Flag.getter;
    if (name.startsWith("set.")) flags |= Flag.setter;
    if (x.tree.kinds[node] !== this.s.K.functionDefinition) flags |= Flag.declaration;
    return { kind: name === className ? Kind.constructor : Kind.method, flags };
  }

  /** The help text, `arguments` block or body: whatever comes first after a function's head. */
  #firstAfterHead(x: Extraction, node: NodeIndex, body: NodeIndex): NodeIndex {
    const end = x.tree.nexts[node]!;
    for (let child = node + 1; child < end; child = x.tree.nexts[child]!) {
      const kind = x.tree.kinds[child]!;
      if (kind === this.s.K.comment || kind === this.s.K.argumentsStatement || child === body) {
        return child;
      }
    }
    return body;
  }

  /** Node after the head of a function without a body. */
  #endOfHead(x: Extraction, node: NodeIndex): NodeIndex {
    const comment = x.tree.childOfKind(node, this.s.K.comment);
    return comment;
  }

  #defineSignature(x: Extraction, node: NodeIndex): void {
    const parent = x.tree.parents[node]!;
    const nameNode = x.tree.child(node, this.s.F.name);
    if (nameNode === NONE || parent === NONE || x.tree.kinds[parent] !== this.s.K.methods) return;
    const name = x.textOf(nameNode);
    const form = this.#methodForm(x, node, parent, name);
    // In a class folder the method is a file of its own.
    const isElsewhere = this.state.place.classFolder !== "" && !(form.flags & Flag.abstract);
    x.define(node, { name, nameNode, ...form, ...(isElsewhere ? { bindIn: "nowhere" } : {}) });
  }

  #defineProperty(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const parent = tree.parents[node]!;
    const nameNode = tree.child(node, this.s.F.name);
    if (nameNode === NONE || parent === NONE) return;
    if (tree.kinds[parent] !== this.s.K.properties) {
      this.state.objects.add(x.textOf(nameNode));
      return;
    }
    const attributes = this.#attributesOf(x, parent);
    const isConstant = attributes.has("constant");
    x.define(node, {
      kind: isConstant ? Kind.constant : Kind.field,
      name: x.textOf(nameNode),
      nameNode,
      doc: this.#commentAfter(x, node) || x.docBefore(node),
      flags: attributes.has("private")
        ? Flag.private
        : attributes.has("protected")
        ? Flag.protected
        : Flag.exported,
    });
  }

  /** `Name % what it is`. */
  #commentAfter(x: Extraction, node: NodeIndex): string {
    const end = x.tree.ends[node]!;
    const line = x.lineText(x.lineAt(end));
    const rest = line.slice(x.columnAt(end) - 1);
    return /^[;,\s]*%+\s*(.*)$/.exec(rest)?.[1]?.trim() ?? "";
  }

  #defineMember(x: Extraction, nameNode: NodeIndex, node: NodeIndex, kind: number): void {
    if (nameNode === NONE) return;
    x.define(node, { kind, name: x.textOf(nameNode), nameNode, flags: Flag.exported });
  }

  #defineEvents(x: Extraction, node: NodeIndex): void {
    const end = x.tree.nexts[node]!;
    for (let child = node + 1; child < end; child = x.tree.nexts[child]!) {
      if (x.tree.kinds[child] === this.s.K.identifier) {
        this.#defineMember(x, child, child, Kind.field);
      }
    }
  }
}

/** Text of a comment without its markers, and without what is said to the compiler: `%#ok`. */
function plainComment(text: string): string {
  return text.split("\n")
    .filter((line) => !/^\s*(?:[%#][{}]\s*$|%#(?:ok|codegen|function|exclude)\b)/.test(line))
    .map((line) => line.replace(/^\s*[%#]+ ?/, "").trimEnd())
    .join("\n").trim();
}
