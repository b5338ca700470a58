/** MATLAB and Octave: functions, classes, packages, handles, scripts. */
import type { Extraction } from "../extract/extraction.ts";
import { BindingKind, Flag, ImportKind, Kind, Op, RefKind, ScopeKind } from "../extract/facts.ts";
import type { Grammar } from "../extract/grammar.ts";
import type { LanguageRules } from "../extract/rules.ts";
import { type NodeIndex, NONE } from "../extract/syntax_tree.ts";
import { matlabModules } from "../resolve/modules/matlab_modules.ts";
import type { LanguageImplementation } from "./language.ts";
import { type Place, placeOf } from "./matlab/place.ts";
import { readable } from "./matlab/readable.ts";
import { CONSTRUCTOR, isMatlabBuiltin, matlabSemantics } from "./matlab_builtins.ts";

/** Functions that take the name of a function, or a handle, first. */
const TAKES_FUNCTION = new Set(
  ("feval cellfun arrayfun structfun bsxfun str2func parfeval fzero fminsearch fminunc fmincon lsqnonlin " +
    "ode45 ode23 ode15s integral quad quadgk accumarray splitapply rowfun varfun spfun evalc blockproc " +
    "nlfilter colfilt").split(" "),
);
/** Classes of MATLAB to which a folder may add methods. */
const BUILTIN_CLASSES = new Set(
  ("double single char string cell struct logical function_handle table int8 int16 int32 int64 uint8 uint16 uint32 " +
    "uint64 handle inline").split(" "),
);
/** Of these, the ones that run it themselves at once. */
const RUNS = new Set(["feval", "parfeval"]);

function rules(g: Grammar): LanguageRules {
  const F = {
    field: g.field("field"),
    left: g.field("left"),
    name: g.field("name"),
    object: g.field("object"),
    right: g.field("right"),
  };
  const K = {
    arguments: g.kind("arguments"),
    argumentsStatement: g.kind("arguments_statement"),
    assignment: g.kind("assignment"),
    attribute: g.kind("attribute"),
    attributes: g.kind("attributes"),
    block: g.kind("block"),
    catchClause: g.kind("catch_clause"),
    cell: g.kind("cell"),
    classDefinition: g.kind("class_definition"),
    command: g.kind("command"),
    commandArgument: g.kind("command_argument"),
    commandName: g.kind("command_name"),
    comment: g.kind("comment"),
    defaultValue: g.kind("default_value"),
    enumeration: g.kind("enumeration"),
    enumMember: g.kind("enum"),
    fieldExpression: g.kind("field_expression"),
    functionArguments: g.kind("function_arguments"),
    functionCall: g.kind("function_call"),
    functionDefinition: g.kind("function_definition"),
    functionOutput: g.kind("function_output"),
    handle: g.kind("handle_operator"),
    identifier: g.kind("identifier"),
    ignored: g.kind("ignored_argument"),
    indirect: g.kind("indirect_access"),
    iterator: g.kind("iterator"),
    lambda: g.kind("lambda"),
    methods: g.kind("methods"),
    multioutput: g.kind("multioutput_variable"),
    property: g.kind("property"),
    properties: g.kind("properties"),
    propertyName: g.kind("property_name"),
    sourceFile: g.kind("source_file"),
    string: g.kind("string"),
    stringContent: g.kind("string_content"),
    superclass: g.kind("superclass"),
    superclasses: g.kind("superclasses"),
  };
  /** Parents in which an identifier is read, so that one that is no variable may be a call. */
  const READING = g.kinds(
    "arguments",
    "assignment",
    "binary_operator",
    "boolean_operator",
    "case_clause",
    "cell",
    "comparison_operator",
    "default_value",
    "elseif_clause",
    "if_statement",
    "indirect_access",
    "iterator",
    "lambda",
    "not_operator",
    "parenthesis",
    "postfix_operator",
    "range",
    "row",
    "switch_statement",
    "unary_operator",
    "while_statement",
  );

  let place: Place = placeOf("");
  /** Names assigned or declared in a scope: calls of them are indexing. */
  const variables = new Map<number, Set<string>>();
  /** Variables that were given a function handle. */
  const handles = new Set<string>();
  /** Variables that may hold an object: given by a call that is not MATLAB's own, or declared. */
  const objects = new Set<string>();
  /** Value last bound to a variable, by scope and name. */
  const values = new Map<string, number>();
  /** Functions of this file that are visible in all of it. */
  const functions = new Set<string>();
  /** Name of the object in a method, by the method's scope. */
  const selves = new Map<number, string>();
  /** The function, class or script by which others know the file. */
  let main: NodeIndex = NONE;

  // ── names ───────────────────────────────────────────────────────────────────────────────────

  const note = (x: Extraction, node: NodeIndex, scope: number): void => {
    let names = variables.get(scope);
    if (names === undefined) variables.set(scope, names = new Set());
    names.add(x.textOf(node));
  };

  /** Scope that holds a variable, seen from the scope in force; -1 when the name is no variable. */
  const variableScope = (x: Extraction, name: string): number => {
    for (let scope = x.scope; scope !== NONE; scope = x.scopeParent(scope)) {
      if (variables.get(scope)?.has(name)) return scope;
    }
    return NONE;
  };

  /** Scope in which assignments make variables: the function's, or the script's. */
  const assignmentScope = (x: Extraction): number => x.functionScope();

  const selfName = (x: Extraction): string => {
    const scope = x.enclosing(ScopeKind.function);
    return scope === NONE ? "" : selves.get(scope) ?? "";
  };

  const isSelf = (x: Extraction, node: NodeIndex): boolean =>
    node !== NONE && x.tree.kinds[node] === K.identifier && x.textOf(node) === selfName(x);

  // ── definitions ─────────────────────────────────────────────────────────────────────────────

  /** What a file is: a class, functions of which the first is public, or a script. */
  const beginFile = (x: Extraction, node: NodeIndex): void => {
    place = placeOf(x.path);
    variables.clear();
    handles.clear();
    objects.clear();
    values.clear();
    functions.clear();
    selves.clear();
    main = x.tree.namedChild(node);
    if (main === NONE) return;
    const kind = x.tree.kinds[main];
    if (kind === K.functionDefinition || kind === K.classDefinition) return;
    main = node;
    x.define(node, {
      kind: Kind.function,
      name: place.stem,
      nameNode: x.tree.namedChild(node),
      scopeNode: node,
      scopeKind: ScopeKind.function,
      bodyNode: x.tree.namedChild(node),
      doc: leadingComment(x, node),
      flags: Flag.exported | testFlag(place.stem),
      ...qualified(place),
    });
  };

  const qualified = (of: Place): { qualifier?: string } => {
    const names = folderClass() === "" ? of.packages : [...of.packages, of.classFolder];
    return names.length === 0 ? {} : { qualifier: names.join(".") };
  };

  const testFlag = (name: string): number => /^test(?![a-z])|_test$/i.test(name) ? Flag.test : 0;

  const defineClass = (x: Extraction, node: NodeIndex): void => {
    const nameNode = x.tree.child(node, F.name);
    const name = x.textOf(nameNode);
    const attributes = attributesOf(x, node);
    const bases = x.tree.childOfKind(node, K.superclasses);
    const isTest = bases !== NONE && x.textOf(bases).includes("TestCase");
    x.define(node, {
      kind: Kind.class,
      name,
      nameNode,
      scopeNode: node,
      bodyNode: bodyOfClass(x, node),
      doc: leadingComment(x, node) || x.docBefore(node),
      flags: Flag.exported | (attributes.has("abstract") ? Flag.abstract : 0) |
        (isTest ? Flag.test : 0),
      ...(place.packages.length === 0 ? {} : { qualifier: place.packages.join(".") }),
    });
  };

  /** First part of a class that is not its head. */
  const bodyOfClass = (x: Extraction, node: NodeIndex): NodeIndex => {
    const { tree } = x;
    const name = tree.child(node, F.name);
    const bases = tree.childOfKind(node, K.superclasses);
    let child = tree.nextSibling(bases === NONE ? name : bases);
    while (child !== NONE && !tree.isNamed(child)) child = tree.nextSibling(child);
    return child;
  };

  /** Attributes of a class or of a block of members, lower case; `Access = private` gives `private`. */
  const attributesOf = (x: Extraction, node: NodeIndex): ReadonlySet<string> => {
    const list = x.tree.childOfKind(node, K.attributes);
    const names = new Set<string>();
    if (list === NONE) return names;
    for (let child = list + 1; child < x.tree.nexts[list]!; child = x.tree.nexts[child]!) {
      if (x.tree.kinds[child] !== K.attribute) continue;
      const [name, value] = x.textOf(child).toLowerCase().split("=").map((part) => part.trim());
      if (value === "false") continue;
      names.add(name === "access" ? value!.replace(/\W/g, "") : name!);
    }
    return names;
  };

  /** Text of the comment before a definition's body, markers taken off. */
  const leadingComment = (x: Extraction, node: NodeIndex): string => {
    const end = x.tree.nexts[node]!;
    for (let child = node + 1; child < end; child = x.tree.nexts[child]!) {
      const kind = x.tree.kinds[child]!;
      if (kind === K.comment) return plainComment(x.textOf(child));
      if (kind === K.block || kind === K.functionDefinition) return "";
    }
    return "";
  };

  const defineFunction = (x: Extraction, node: NodeIndex): void => {
    const { tree } = x;
    const nameNode = tree.child(node, F.name);
    if (nameNode === NONE) return;
    const start = tree.starts[nameNode]!;
    const accessor = /[gs]et\.$/.exec(x.text.slice(Math.max(0, start - 4), start))?.[0] ?? "";
    const name = accessor + x.textOf(nameNode);
    const parent = tree.parents[node]!;
    const inClass = parent !== NONE && tree.kinds[parent] === K.methods;
    const isMain = node === main;
    const isLocal = !inClass && !isMain && x.tree.kinds[parent] === K.sourceFile;
    if (isMain || isLocal) functions.add(name);
    if (isMain && name === folderClass()) defineFolderClass(x, node, nameNode);
    const form = inClass
      ? methodForm(x, node, parent, name)
      : isMain
      ? mainForm(name)
      : { kind: Kind.function, flags: isLocal ? Flag.fileLocal : 0 };
    const body = tree.childOfKind(node, K.block);
    x.define(node, {
      name,
      nameNode,
      scopeNode: node,
      scopeKind: ScopeKind.function,
      bodyNode: body === NONE ? endOfHead(x, node) : firstAfterHead(x, node, body),
      doc: leadingComment(x, node) || x.docBefore(node),
      // Functions of a script stand beside it, not in it.
      ...(isLocal ? { bindIn: 0, container: NONE } : {}),
      ...form,
      flags: form.flags | testFlag(name),
    });
  };

  /** Class to which the file adds a method by lying in its folder; "" if none that a project can have. */
  const folderClass = (): string =>
    place.isPrivate || BUILTIN_CLASSES.has(place.classFolder) ? "" : place.classFolder;

  /** A class without `classdef`: a folder of methods, of which one has the folder's name. */
  const defineFolderClass = (x: Extraction, node: NodeIndex, nameNode: NodeIndex): void => {
    const { tree } = x;
    const root = tree.parents[node]!;
    x.define(root, {
      kind: Kind.class,
      name: place.classFolder,
      nameNode,
      rangeNode: node,
      bodyNode: tree.childOfKind(node, K.block),
      scopeNode: node,
      scopeKind: ScopeKind.class,
      doc: leadingComment(x, node),
      flags: Flag.exported,
      ...(place.packages.length === 0 ? {} : { qualifier: place.packages.join(".") }),
    });
  };

  const mainForm = (name: string): { kind: number; flags: number; qualifier?: string } => {
    const inFolder = folderClass() !== "";
    const kind = !inFolder
      ? Kind.function
      : name === place.classFolder
      ? Kind.constructor
      : Kind.method;
    const flags = place.isPrivate ? Flag.private : Flag.exported;
    return { kind, flags: flags | (inFolder ? Flag.extension : 0), ...qualified(place) };
  };

  const methodForm = (
    x: Extraction,
    node: NodeIndex,
    methods: NodeIndex,
    name: string,
  ): { kind: number; flags: number } => {
    const attributes = attributesOf(x, methods);
    const className = x.textOf(x.tree.child(x.tree.parents[methods]!, F.name));
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
    if (x.tree.kinds[node] !== K.functionDefinition) flags |= Flag.declaration;
    return { kind: name === className ? Kind.constructor : Kind.method, flags };
  };

  /** The help text, `arguments` block or body: whatever comes first after a function's head. */
  const firstAfterHead = (x: Extraction, node: NodeIndex, body: NodeIndex): NodeIndex => {
    const end = x.tree.nexts[node]!;
    for (let child = node + 1; child < end; child = x.tree.nexts[child]!) {
      const kind = x.tree.kinds[child]!;
      if (kind === K.comment || kind === K.argumentsStatement || child === body) return child;
    }
    return body;
  };

  /** Node after the head of a function without a body. */
  const endOfHead = (x: Extraction, node: NodeIndex): NodeIndex => {
    const comment = x.tree.childOfKind(node, K.comment);
    return comment;
  };

  const defineSignature = (x: Extraction, node: NodeIndex): void => {
    const parent = x.tree.parents[node]!;
    const nameNode = x.tree.child(node, F.name);
    if (nameNode === NONE || parent === NONE || x.tree.kinds[parent] !== K.methods) return;
    const name = x.textOf(nameNode);
    const form = methodForm(x, node, parent, name);
    // In a class folder the method is a file of its own.
    const isElsewhere = place.classFolder !== "" && !(form.flags & Flag.abstract);
    x.define(node, { name, nameNode, ...form, ...(isElsewhere ? { bindIn: "nowhere" } : {}) });
  };

  const defineProperty = (x: Extraction, node: NodeIndex): void => {
    const { tree } = x;
    const parent = tree.parents[node]!;
    const nameNode = tree.child(node, F.name);
    if (nameNode === NONE || parent === NONE) return;
    if (tree.kinds[parent] !== K.properties) {
      objects.add(x.textOf(nameNode));
      return;
    }
    const attributes = attributesOf(x, parent);
    const isConstant = attributes.has("constant");
    x.define(node, {
      kind: isConstant ? Kind.constant : Kind.field,
      name: x.textOf(nameNode),
      nameNode,
      doc: commentAfter(x, node) || x.docBefore(node),
      flags: attributes.has("private")
        ? Flag.private
        : attributes.has("protected")
        ? Flag.protected
        : Flag.exported,
    });
  };

  /** `Name % what it is`. */
  const commentAfter = (x: Extraction, node: NodeIndex): string => {
    const end = x.tree.ends[node]!;
    const line = x.lineText(x.lineAt(end));
    const rest = line.slice(x.columnAt(end) - 1);
    return /^[;,\s]*%+\s*(.*)$/.exec(rest)?.[1]?.trim() ?? "";
  };

  const defineMember = (kind: number) => (x: Extraction, node: NodeIndex): void => {
    const nameNode = kind === Kind.enumMember ? x.tree.namedChild(node) : node;
    if (nameNode === NONE) return;
    x.define(node, { kind, name: x.textOf(nameNode), nameNode, flags: Flag.exported });
  };

  const defineEvents = (x: Extraction, node: NodeIndex): void => {
    const end = x.tree.nexts[node]!;
    for (let child = node + 1; child < end; child = x.tree.nexts[child]!) {
      if (x.tree.kinds[child] === K.identifier) defineMember(Kind.field)(x, child);
    }
  };

  // ── variables, first pass: their names ──────────────────────────────────────────────────────

  const noteAll = (x: Extraction, list: NodeIndex, scope: number): void => {
    if (list === NONE) return;
    const end = x.tree.nexts[list]!;
    for (let child = list + 1; child < end; child = x.tree.nexts[child]!) {
      if (x.tree.kinds[child] === K.identifier) note(x, child, scope);
    }
  };

  const noteAssigned = (x: Extraction, node: NodeIndex): void => {
    const left = x.tree.child(node, F.left);
    const right = x.tree.child(node, F.right);
    noteTarget(x, left);
    const isHandle = right !== NONE &&
      (x.tree.kinds[right] === K.handle || x.tree.kinds[right] === K.lambda);
    if (left === NONE || x.tree.kinds[left] !== K.identifier) return;
    if (isHandle) handles.add(x.textOf(left));
    else if (mayGiveObject(x, right)) objects.add(x.textOf(left));
  };

  const mayGiveObject = (x: Extraction, node: NodeIndex): boolean => {
    if (node === NONE) return false;
    if (x.tree.kinds[node] === K.fieldExpression) return true;
    if (x.tree.kinds[node] === K.identifier) return !isMatlabBuiltin(x.textOf(node));
    const called = x.tree.kinds[node] === K.functionCall ? x.tree.child(node, F.name) : NONE;
    return called !== NONE && !isMatlabBuiltin(x.textOf(called));
  };

  /** `x = …`, `x(1).y = …`, `[x, y] = …`: the variable at the bottom. */
  const noteTarget = (x: Extraction, target: NodeIndex): void => {
    const { tree } = x;
    let at = target;
    while (at !== NONE) {
      const kind = tree.kinds[at]!;
      if (kind === K.identifier) {
        note(x, at, assignmentScope(x));
        return;
      }
      if (kind === K.multioutput) {
        for (let child = at + 1; child < tree.nexts[at]!; child = tree.nexts[child]!) {
          noteTarget(x, child);
        }
        return;
      }
      if (kind === K.functionCall) at = tree.child(at, F.name);
      else if (kind === K.fieldExpression) at = tree.child(at, F.object);
      else return;
    }
  };

  const noteDeclared = (x: Extraction, node: NodeIndex): void =>
    noteAll(x, node, assignmentScope(x));

  const openLambda = (x: Extraction, node: NodeIndex): void => {
    const scope = x.openScope(node, ScopeKind.block);
    noteAll(x, x.tree.childOfKind(node, K.arguments), scope);
  };

  const noteLoop = (x: Extraction, node: NodeIndex): void => noteTarget(x, x.tree.namedChild(node));

  const noteCaught = (x: Extraction, node: NodeIndex): void => {
    const first = x.tree.namedChild(node);
    if (first !== NONE && x.tree.kinds[first] === K.identifier) noteTarget(x, first);
  };

  // ── second pass ─────────────────────────────────────────────────────────────────────────────

  const referClass = (x: Extraction, node: NodeIndex): void => {
    const { tree } = x;
    const bases = tree.childOfKind(node, K.superclasses);
    if (bases === NONE) return;
    const symbol = x.symbolAt(node);
    for (let base = bases + 1; base < tree.nexts[bases]!; base = tree.nexts[base]!) {
      if (tree.kinds[base] !== K.propertyName) continue;
      const last = lastIdentifier(x, base);
      if (last !== NONE) x.refer(RefKind.inherit, last, dotted(x, base), -1, -1, symbol);
    }
  };

  const lastIdentifier = (x: Extraction, node: NodeIndex): NodeIndex => {
    const count = x.tree.namedChildCount(node);
    return count === 0 ? NONE : x.tree.namedChild(node, count - 1);
  };

  /** `a.b.c` written as identifiers side by side. */
  const dotted = (x: Extraction, node: NodeIndex): number => {
    let expression = -1;
    const end = x.tree.nexts[node]!;
    for (let child = node + 1; child < end; child = x.tree.nexts[child]!) {
      if (x.tree.kinds[child] !== K.identifier) continue;
      const name = x.textOf(child);
      expression = expression < 0
        ? x.nameExpression(name, x.tree.starts[child]!)
        : x.memberExpression(expression, name);
    }
    return expression;
  };

  const referFunction = (x: Extraction, node: NodeIndex): void => {
    const { tree } = x;
    const symbol = x.symbolAt(node);
    if (symbol === NONE) return;
    const outputs = outputsOf(x, node);
    const kind = x.facts.tables.symbols.get(symbol, 0);
    const flags = x.facts.tables.symbols.get(symbol, 12);
    const isMethod = (kind === Kind.method && !(flags & Flag.static)) || kind === Kind.constructor;
    const parameters = bindParameters(x, node, symbol, isMethod && kind === Kind.method);
    for (const output of outputs) {
      const name = x.textOf(output);
      const isObject = kind === Kind.constructor && output === outputs[0];
      if (isObject) selves.set(x.scope, name);
      x.bind(x.scope, name, BindingKind.variable, {
        type: isObject ? objectType(x) : -1,
        offset: tree.starts[output]!,
      });
    }
    if (isMethod && kind === Kind.method && parameters !== NONE) {
      selves.set(x.scope, x.textOf(parameters));
    }
    // What a function gives is what its first output holds at the end.
    const first = outputs[0];
    if (first !== undefined) {
      x.addValue(symbol, x.nameExpression(x.textOf(first), tree.ends[node]!));
    }
    const classScope = kind === Kind.constructor ? x.enclosing(ScopeKind.class) : NONE;
    if (classScope !== NONE) {
      const offset = tree.starts[node]!;
      x.bind(classScope, CONSTRUCTOR, BindingKind.definition, { symbol, offset });
    }
  };

  /** The object in a method: an instance of the class around, or of the folder's class. */
  const objectType = (x: Extraction): number => {
    const classScope = x.enclosing(ScopeKind.class);
    return x.facts.expression(Op.selfType, classScope === NONE ? x.scope : classScope);
  };

  const outputsOf = (x: Extraction, node: NodeIndex): NodeIndex[] => {
    const { tree } = x;
    const output = tree.childOfKind(node, K.functionOutput);
    if (output === NONE) return [];
    const several = tree.childOfKind(output, K.multioutput);
    const names: NodeIndex[] = [];
    const list = several === NONE ? output : several;
    for (let child = list + 1; child < tree.nexts[list]!; child = tree.nexts[child]!) {
      if (tree.kinds[child] === K.identifier) names.push(child);
    }
    return names;
  };

  /** Binds the parameters. Returns the first one's node. */
  const bindParameters = (
    x: Extraction,
    node: NodeIndex,
    symbol: number,
    takesObject: boolean,
  ): NodeIndex => {
    const { tree } = x;
    const list = tree.childOfKind(node, K.functionArguments);
    if (list === NONE) {
      x.setArity(symbol, 0, 0);
      return NONE;
    }
    let index = 0;
    let most = 0;
    let first: NodeIndex = NONE;
    for (let child = list + 1; child < tree.nexts[list]!; child = tree.nexts[child]!) {
      if (tree.kinds[child] !== K.identifier && tree.kinds[child] !== K.ignored) continue;
      const name = x.textOf(child);
      const isObject = index === 0 && takesObject;
      most = name === "varargin" ? 255 : Math.min(254, most + 1);
      if (index === 0 && tree.kinds[child] === K.identifier) first = child;
      x.bind(x.scope, name, BindingKind.parameter, {
        type: isObject ? objectType(x) : -1,
        offset: tree.starts[child]!,
        index: index++,
      });
    }
    // Any argument may be left out; the object of a method counts as one.
    x.setArity(symbol, 0, most);
    return first;
  };

  /** `arguments … x (1,1) Type = default … end`. */
  const referProperty = (x: Extraction, node: NodeIndex): void => {
    const { tree } = x;
    const nameNode = tree.child(node, F.name);
    let type = -1;
    for (let child = node + 1; child < tree.nexts[node]!; child = tree.nexts[child]!) {
      if (child === nameNode) continue;
      if (tree.kinds[child] === K.identifier) {
        type = x.nameExpression(x.textOf(child), tree.starts[child]!);
      } else if (tree.kinds[child] === K.propertyName) type = dotted(x, child);
    }
    const value = tree.childOfKind(node, K.defaultValue);
    const given = value === NONE ? -1 : x.value(tree.namedChild(value));
    const symbol = x.symbolAt(node);
    if (symbol !== NONE) {
      x.setType(symbol, type);
      x.addValue(symbol, given);
    } else if (nameNode !== NONE && tree.kinds[nameNode] === K.identifier && type >= 0) {
      x.bind(x.scope, x.textOf(nameNode), BindingKind.variable, {
        type,
        offset: tree.starts[nameNode]!,
      });
    }
  };

  const referAssignment = (x: Extraction, node: NodeIndex): void => {
    const { tree } = x;
    const left = tree.child(node, F.left);
    const value = x.value(tree.child(node, F.right));
    if (left === NONE) return;
    const kind = tree.kinds[left]!;
    const offset = tree.ends[node]!;
    if (kind === K.identifier) bindVariable(x, left, value, offset);
    else if (kind === K.multioutput) {
      let isFirst = true;
      for (let child = left + 1; child < tree.nexts[left]!; child = tree.nexts[child]!) {
        if (!tree.isNamed(child)) continue;
        if (tree.kinds[child] === K.identifier) {
          bindVariable(x, child, isFirst ? value : -1, offset);
        } else if (tree.kinds[child] !== K.ignored) bindBottom(x, child);
        isFirst = false;
      }
    } else if (kind === K.fieldExpression) {
      bindBottom(x, left);
      bindField(x, left, value);
    } else bindBottom(x, left);
  };

  const bindVariable = (x: Extraction, node: NodeIndex, value: number, offset: number): void => {
    const name = x.textOf(node);
    const scope = variableScope(x, name);
    const isObject = name === selfName(x);
    if (scope === NONE || (isObject && value < 0)) return;
    // A script may assign to a variable thousands of times: what says nothing new is left out.
    const key = `${scope} ${name}`;
    const before = values.get(key);
    if (before !== undefined && (value < 0 || value === before)) return;
    values.set(key, value);
    x.bind(scope, name, BindingKind.variable, { value, offset });
  };

  /** `x(1) = …` and `x.y = …` make `x` a variable without saying what it is. */
  const bindBottom = (x: Extraction, target: NodeIndex): void => {
    const { tree } = x;
    let at = target;
    while (at !== NONE && tree.kinds[at] !== K.identifier) {
      const kind = tree.kinds[at]!;
      at = kind === K.functionCall
        ? tree.child(at, F.name)
        : kind === K.fieldExpression
        ? tree.child(at, F.object)
        : NONE;
    }
    if (at === NONE || isSelf(x, at)) return;
    bindVariable(x, at, -1, tree.starts[at]!);
  };

  /** `obj.name = value` in a method. */
  const bindField = (x: Extraction, left: NodeIndex, value: number): void => {
    const { tree } = x;
    const classScope = x.enclosing(ScopeKind.class);
    const field = tree.child(left, F.field);
    const isOwn = classScope !== NONE && isSelf(x, tree.child(left, F.object));
    if (!isOwn || value < 0 || field === NONE || tree.nextSibling(field) !== NONE) return;
    if (tree.kinds[field] !== K.identifier) return;
    x.bind(classScope, x.textOf(field), BindingKind.field, { value, offset: tree.starts[field]! });
  };

  const bindNamed = (x: Extraction, node: NodeIndex): void => {
    const end = x.tree.nexts[node]!;
    for (let child = node + 1; child < end; child = x.tree.nexts[child]!) {
      if (x.tree.kinds[child] === K.identifier) {
        bindVariable(x, child, -1, x.tree.starts[child]!);
      }
    }
  };

  const bindLoop = (x: Extraction, node: NodeIndex): void => {
    const name = x.tree.namedChild(node);
    if (name === NONE || x.tree.kinds[name] !== K.identifier) return;
    const over = x.value(x.tree.namedChild(node, 1));
    const element = over < 0 ? -1 : x.facts.expression(Op.element, over);
    bindVariable(x, name, element, x.tree.starts[name]!);
  };

  const bindLambda = (x: Extraction, node: NodeIndex): void => {
    const list = x.tree.childOfKind(node, K.arguments);
    if (list === NONE) return;
    let index = 0;
    for (let child = list + 1; child < x.tree.nexts[list]!; child = x.tree.nexts[child]!) {
      if (x.tree.kinds[child] !== K.identifier) continue;
      x.bind(x.scope, x.textOf(child), BindingKind.parameter, {
        offset: x.tree.starts[child]!,
        index: index++,
      });
    }
  };

  // ── calls ───────────────────────────────────────────────────────────────────────────────────

  const argumentNodes = (x: Extraction, call: NodeIndex): NodeIndex[] => {
    const list = x.tree.childOfKind(call, K.arguments);
    const nodes: NodeIndex[] = [];
    if (list === NONE) return nodes;
    for (let child = list + 1; child < x.tree.nexts[list]!; child = x.tree.nexts[child]!) {
      if (x.tree.isNamed(child) && !x.tree.isExtra(child)) nodes.push(child);
    }
    return nodes;
  };

  /** Whether a call is a part of `a.b(1)`: the whole is treated there. */
  const isField = (x: Extraction, node: NodeIndex): boolean => {
    const parent = x.tree.parents[node]!;
    return parent !== NONE && x.tree.kinds[parent] === K.fieldExpression &&
      x.tree.fields[node] === F.field;
  };

  const isAssigned = (x: Extraction, node: NodeIndex): boolean =>
    x.tree.fields[node] === F.left && x.tree.kinds[x.tree.parents[node]!] === K.assignment;

  const referCall = (x: Extraction, node: NodeIndex): void => {
    const { tree } = x;
    const nameNode = tree.child(node, F.name);
    if (nameNode === NONE || tree.kinds[nameNode] !== K.identifier || isField(x, node)) return;
    if (isAssigned(x, node)) return;
    const superclass = tree.childOfKind(node, K.superclass);
    if (superclass !== NONE) {
      referSuper(x, node, nameNode, superclass);
      return;
    }
    const name = x.textOf(nameNode);
    const args = argumentNodes(x, node);
    if (TAKES_FUNCTION.has(name)) referNamedFunction(x, name, args);
    if (name === "run" || name === "evalin") referRun(x, args[0] ?? NONE);
    if (variableScope(x, name) !== NONE && !handles.has(name)) return;
    x.refer(RefKind.call, nameNode, callee(x, nameNode, args), args.length, x.value(node));
  };

  /**
   * What `name(args)` calls. A function with an object among its arguments is a method of the
   * object's class if that has one; functions of the file itself come before.
   */
  const callee = (x: Extraction, nameNode: NodeIndex, args: readonly NodeIndex[]): number => {
    const name = x.textOf(nameNode);
    const plain = x.nameExpression(name, x.tree.starts[nameNode]!);
    if (functions.has(name)) return plain;
    const first = args[0];
    if (first === undefined || x.tree.kinds[first] !== K.identifier) return plain;
    if (variableScope(x, x.textOf(first)) === NONE) return plain;
    return x.facts.expression(Op.dispatch, x.value(first), x.facts.text(name), plain);
  };

  /** `obj@Base(args)` constructs the base; `method@Base(obj)` runs its method. */
  const referSuper = (
    x: Extraction,
    node: NodeIndex,
    nameNode: NodeIndex,
    superclass: NodeIndex,
  ): void => {
    const base = dotted(x, superclass);
    const last = lastIdentifier(x, superclass);
    if (last === NONE) return;
    const count = argumentNodes(x, node).length;
    if (x.textOf(nameNode) === selfName(x)) x.refer(RefKind.construct, last, base, count);
    else {
      const member = x.memberExpression(base, x.textOf(nameNode));
      x.refer(RefKind.call, nameNode, member, count);
    }
  };

  /** `feval('name', …)`, `cellfun('name', …)`. */
  const referNamedFunction = (x: Extraction, by: string, args: readonly NodeIndex[]): void => {
    const first = args[0];
    if (first === undefined) return;
    const kind = RUNS.has(by) ? RefKind.call : RefKind.value;
    if (x.tree.kinds[first] === K.handle) {
      if (RUNS.has(by)) referHandleAs(x, first, RefKind.call);
      return;
    }
    const content = x.tree.kinds[first] === K.string
      ? x.tree.childOfKind(first, K.stringContent)
      : NONE;
    if (content === NONE) return;
    const name = x.textOf(content);
    if (!/^[A-Za-z]\w*$/.test(name)) return;
    x.refer(kind, content, x.nameExpression(name, x.tree.starts[content]!));
  };

  /** `run('script.m')`, `run script`. */
  const referRun = (x: Extraction, node: NodeIndex): void => {
    if (node === NONE) return;
    const text = x.textOf(node);
    const match = /([A-Za-z]\w*)(?:\.m)?['"]?$/.exec(text);
    if (match === null || x.tree.kinds[node] === K.identifier) return;
    const offset = x.tree.starts[node]! + match.index;
    x.referAt(RefKind.call, match[1]!, offset, x.nameExpression(match[1]!, offset));
  };

  /** `a.b.c(1).d`: every call in the chain. */
  const referChain = (x: Extraction, node: NodeIndex): void => {
    if (!isAssigned(x, node)) chain(x, node, true);
  };

  /** Expression of `a.b.c(1).d`; with `emit`, references to what it calls. */
  const chain = (x: Extraction, node: NodeIndex, emit: boolean): number => {
    const { tree } = x;
    const object = tree.child(node, F.object);
    if (object === NONE) return -1;
    const isName = tree.kinds[object] === K.identifier;
    const isVariable = isName && variableScope(x, x.textOf(object)) !== NONE;
    const isKnown = isName &&
      (!isVariable || isSelf(x, object) || objects.has(x.textOf(object)));
    let expression = isName
      ? x.nameExpression(x.textOf(object), tree.starts[object]!)
      : x.value(object);
    for (let part = tree.nexts[object]!; part < tree.nexts[node]!; part = tree.nexts[part]!) {
      if (tree.fields[part] !== F.field) continue;
      const kind = tree.kinds[part]!;
      const isCall = kind === K.functionCall;
      const nameNode = isCall ? tree.child(part, F.name) : part;
      if (expression < 0 || nameNode === NONE || tree.kinds[nameNode] !== K.identifier) {
        expression = -1;
        continue;
      }
      const member = x.memberExpression(expression, x.textOf(nameNode));
      if (!isCall) {
        const isLast = tree.nexts[part] === tree.nexts[node];
        if (emit && isLast && isKnown) x.refer(RefKind.call, nameNode, member, 0);
        expression = member;
        continue;
      }
      const args = argumentNodes(x, part);
      const call = x.callExpression(member, args.map((arg) => x.value(arg)));
      if (emit) x.refer(RefKind.call, nameNode, member, args.length, call);
      expression = call;
    }
    return expression;
  };

  /** A name that is read and is no variable calls a function without arguments. */
  const referIdentifier = (x: Extraction, node: NodeIndex): void => {
    const { tree } = x;
    const parent = tree.parents[node]!;
    if (parent === NONE || !READING.has(tree.kinds[parent]!)) return;
    const kind = tree.kinds[parent];
    if (kind === K.assignment && tree.fields[node] === F.left) return;
    if (kind === K.iterator && tree.namedChild(parent) === node) return;
    const name = x.textOf(node);
    if (isMatlabBuiltin(name) || variableScope(x, name) !== NONE) return;
    x.refer(RefKind.call, node, x.nameExpression(name, tree.starts[node]!), 0, x.value(node));
  };

  const referCommand = (x: Extraction, node: NodeIndex): void => {
    const { tree } = x;
    const nameNode = tree.childOfKind(node, K.commandName);
    if (nameNode === NONE) return;
    const name = x.textOf(nameNode);
    const argument = tree.childOfKind(node, K.commandArgument);
    if (name === "import") importNames(x, node);
    else if (name === "run") referRun(x, argument);
    else if (name === "global" || name === "persistent") return;
    else if (/^[A-Za-z]\w*$/.test(name) && variableScope(x, name) === NONE) {
      x.refer(RefKind.call, nameNode, x.nameExpression(name, tree.starts[nameNode]!));
    }
  };

  /** `import pkg.sub.*`, `import pkg.sub.fn`. */
  const importNames = (x: Extraction, node: NodeIndex): void => {
    const { tree } = x;
    for (let child = node + 1; child < tree.nexts[node]!; child = tree.nexts[child]!) {
      if (tree.kinds[child] !== K.commandArgument) continue;
      const text = x.textOf(child);
      const match = /^([A-Za-z]\w*(?:\.\w+)*)\.(\w+|\*)$/.exec(text);
      if (match === null) continue;
      const offset = tree.starts[child]!;
      const line = x.lineAt(offset);
      const scope = assignmentScope(x);
      const at = { scope, line, column: x.columnAt(offset, line) };
      if (match[2] === "*") x.facts.import(match[1]!, ImportKind.all, at);
      else {
        const row = x.facts.import(match[1]!, ImportKind.name, { ...at, name: match[2]! });
        x.bind(scope, match[2]!, BindingKind.import, { index: row, offset });
      }
    }
  };

  const referHandle = (x: Extraction, node: NodeIndex): void => {
    const parent = x.tree.parents[node]!;
    const call = parent === NONE ? NONE : x.tree.parents[parent]!;
    const isRun = call !== NONE && x.tree.kinds[call] === K.functionCall &&
      RUNS.has(x.textOf(x.tree.child(call, F.name)));
    if (!isRun) referHandleAs(x, node, RefKind.value);
  };

  const referHandleAs = (x: Extraction, node: NodeIndex, kind: number): void => {
    const last = lastIdentifier(x, node);
    if (last !== NONE) x.refer(kind, last, dotted(x, node));
  };

  const referMetaclass = (x: Extraction, node: NodeIndex): void => {
    const last = lastIdentifier(x, node);
    if (last !== NONE && x.tree.kinds[last] === K.identifier) {
      x.refer(RefKind.type, last, dotted(x, node));
    }
  };

  // ── expressions ─────────────────────────────────────────────────────────────────────────────

  const name = (x: Extraction, node: NodeIndex): number => {
    const text = x.textOf(node);
    const expression = x.nameExpression(text, x.tree.starts[node]!);
    if (variableScope(x, text) !== NONE) return expression;
    return isMatlabBuiltin(text) ? -1 : x.callExpression(expression, []);
  };

  const call = (x: Extraction, node: NodeIndex): number => {
    const { tree } = x;
    const nameNode = tree.child(node, F.name);
    if (nameNode === NONE) return -1;
    if (tree.childOfKind(node, K.superclass) !== NONE) return -1;
    if (tree.kinds[nameNode] !== K.identifier) return -1;
    const text = x.textOf(nameNode);
    if (variableScope(x, text) !== NONE && !handles.has(text)) {
      return x.facts.expression(Op.index, x.nameExpression(text, tree.starts[nameNode]!), -1);
    }
    const args = argumentNodes(x, node);
    return x.callExpression(callee(x, nameNode, args), args.map((arg) => x.value(arg)));
  };

  const elements = (x: Extraction, node: NodeIndex): number => {
    const row = x.tree.namedChild(node);
    const first = row === NONE ? NONE : x.tree.namedChild(row);
    const element = first === NONE ? -1 : x.value(first);
    return x.facts.expression(Op.apply, x.literal("cell"), x.facts.list([element]), 1);
  };

  const inner = (x: Extraction, node: NodeIndex): number => x.value(x.tree.namedChild(node));
  const literal = (type: string) => (x: Extraction): number => x.literal(type);

  return {
    define: {
      source_file: beginFile,
      class_definition: defineClass,
      function_definition: defineFunction,
      function_signature: defineSignature,
      property: defineProperty,
      enum: defineMember(Kind.enumMember),
      events: defineEvents,
      lambda: openLambda,
      function_arguments: (x, node) => noteAll(x, node, x.scope),
      function_output: (x, node) => {
        const several = x.tree.childOfKind(node, K.multioutput);
        noteAll(x, several === NONE ? node : several, x.scope);
      },
      assignment: noteAssigned,
      global_operator: noteDeclared,
      persistent_operator: noteDeclared,
      iterator: noteLoop,
      catch_clause: noteCaught,
    },
    refer: {
      class_definition: referClass,
      function_definition: referFunction,
      property: referProperty,
      enum: (x, node) => x.setType(x.symbolAt(node), x.facts.expression(Op.selfType, x.scope)),
      assignment: referAssignment,
      global_operator: bindNamed,
      persistent_operator: bindNamed,
      iterator: bindLoop,
      lambda: bindLambda,
      function_call: referCall,
      field_expression: referChain,
      identifier: referIdentifier,
      command: referCommand,
      handle_operator: referHandle,
      metaclass_operator: referMetaclass,
    },
    values: {
      identifier: name,
      function_call: call,
      field_expression: (x, node) => chain(x, node, false),
      handle_operator: dotted,
      parenthesis: inner,
      cell: elements,
      string: literal("char"),
      number: literal("double"),
      comparison_operator: literal("logical"),
      boolean_operator: literal("logical"),
      not_operator: literal("logical"),
    },
    docs: { line: ["%%", "%", "##", "#"], block: [] },
  };
}

/** Text of a comment without its markers. */
function plainComment(text: string): string {
  return text.split("\n")
    .filter((line) => !/^\s*[%#][{}]\s*$/.test(line))
    .map((line) => line.replace(/^\s*[%#]+ ?/, "").trimEnd())
    .join("\n").trim();
}

/** MATLAB. */
export const matlab: LanguageImplementation = {
  mask: readable,
  rules,
  modules: matlabModules,
  semantics: matlabSemantics,
};
