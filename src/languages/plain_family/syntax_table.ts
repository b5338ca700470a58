/** What a table says of the syntax of a language, for those whose rules are no more than that. */
import type { Extraction } from "../../extract/extraction.ts";
import type { ExpressionRule, NodeRule } from "../../extract/rules.ts";
import type { Slots } from "./slots.ts";
import type { NodeIndex } from "../../extract/syntax_tree.ts";

/**
 * Where a part of a node is: `.name` is the child of that field, `name` the first child of that type;
 * of several the first that is there. A `/` leads further in.
 */
export type Slot = string | readonly string[];

/** A type that is defined: a class, an interface, a module whose members are reached by its name. */
export interface TypeShape {
  readonly kind: number;
  readonly name: Slot;
  readonly body?: Slot;
  /** Types of the nodes, anywhere before the body, that name bases; of those inside each other the outer. */
  readonly bases?: readonly string[];
  /** Whether the first base is what it is derived from, and the others interfaces. */
  readonly firstIsParent?: boolean;
  readonly typeParameters?: Slot;
}

/** A function that is defined. */
export interface FunctionShape {
  /** Where its name is; a name that the language gives to all such (`=init`) stands behind an `=`. */
  readonly name: Slot;
  readonly parameters?: Slot;
  readonly result?: Slot;
  readonly body?: Slot;
  /** Whether its body is an expression whose value it gives. */
  readonly givesBody?: boolean;
  readonly typeParameters?: Slot;
  /** Where the type is that it is given to from outside. */
  readonly receiver?: Slot;
  /** Kind, when it is not told by where it stands. */
  readonly kind?: number;
}

/** A parameter, variable or field. */
export interface ValueShape {
  /** Nodes that hold a name each; all children of that slot when there are several. */
  readonly name: Slot;
  readonly type?: Slot;
  readonly value?: Slot;
  /** Kind of the symbol outside of functions; none is made when it is `undefined`. */
  readonly kind?: number;
}

/** A call. */
export interface CallShape {
  /** What is called; of a call that names the member apart, where it is. */
  readonly callee: Slot;
  readonly arguments?: Slot;
  /** The object whose member is called, where the callee is its name alone. */
  readonly object?: Slot;
  /** Whether it makes an instance of a type. */
  readonly constructs?: boolean;
}

/** Rules beside those of a table, by types of nodes. */
export interface RulesBeyond {
  readonly define?: Readonly<Record<string, NodeRule>>;
  readonly refer?: Readonly<Record<string, NodeRule>>;
  readonly values?: Readonly<Record<string, ExpressionRule>>;
  readonly types?: Readonly<Record<string, ExpressionRule>>;
}

/** The syntax of a language. Keys are types of nodes. */
export interface SyntaxTable {
  readonly types?: Readonly<Record<string, TypeShape>>;
  readonly functions?: Readonly<Record<string, FunctionShape>>;
  readonly parameters?: Readonly<Record<string, ValueShape>>;
  readonly variables?: Readonly<Record<string, ValueShape>>;
  readonly calls?: Readonly<Record<string, CallShape>>;
  /** Members: what of, and their names. */
  readonly members?: Readonly<Record<string, { readonly object: Slot; readonly name: Slot }>>;
  /** Nodes that are names. */
  readonly names: readonly string[];
  /** Nodes that name a type by what is in a slot, with arguments in another: `List<A>`. */
  readonly typeNodes?: Readonly<Record<string, { readonly name: Slot; readonly arguments?: Slot }>>;
  /** Nodes that stand for one of their parts: `f[A]` for `f`. */
  readonly standsFor?: Readonly<Record<string, Slot>>;
  /** Nodes that stand for what is in them, the last of it. */
  readonly wrappers?: readonly string[];
  /** Values by the built-in type that they are of. */
  readonly literals?: Readonly<Record<string, string>>;
  /** Names, or types of nodes, for the instance around and for its parent's view of it. */
  readonly self?: readonly string[];
  readonly super?: readonly string[];
  /** Functions without a name. */
  readonly lambdas?: Readonly<Record<string, { readonly parameters?: Slot }>>;
  /** Nodes that open a scope of names. */
  readonly blocks?: readonly string[];
  /** Names of functions in a type that make its instances; the type's own name where `own`. */
  readonly constructors?: { readonly names: ReadonlySet<string>; readonly own?: boolean };
  /** Whether names may hold blanks. */
  readonly namesHaveBlanks?: boolean;
  /** More rules of the first pass, run before those of the table. */
  readonly define?: Readonly<Record<string, NodeRule>>;
  /** More rules of the second pass, run after those of the table: imports, mostly. */
  readonly refer?: Readonly<Record<string, NodeRule>>;
  /** What the table cannot say: rules that run behind its own, or stand in for them where these are of expressions. */
  readonly beyond?: (slots: Slots) => RulesBeyond;
  /** Types of nodes that are one argument as a whole, and no list of them. */
  readonly wholeArguments?: readonly string[];
  /** Whether the parameters of a list need not be given, as they are found by their types. */
  readonly givenByItself?: (x: Extraction, list: NodeIndex) => boolean;
  /** Whether an argument is a function by what it leaves out: `_.name`. */
  readonly leavesOut?: (x: Extraction, argument: NodeIndex) => boolean;
  /** Flags of a definition, by its words. */
  readonly flags?: (x: Extraction, node: NodeIndex, name: string) => number;
  readonly docs: {
    readonly line: readonly string[];
    readonly block: readonly (readonly [string, string])[];
  };
}
