/** The form in which a language says how its syntax becomes facts. */
import type { Extraction } from "./extraction.ts";
import type { Grammar } from "./grammar.ts";
import type { NodeIndex } from "./syntax_tree.ts";

/** What to do at a node of some type. */
export type NodeRule = (x: Extraction, node: NodeIndex) => void;

/** The expression that a node stands for; -1 when it cannot say what it is. */
export type ExpressionRule = (x: Extraction, node: NodeIndex) => number;

/** Comments that document what follows them. */
export interface DocRule {
  /** What a documenting line starts with, longest first: `["#'"]`, `["///", "//"]`. */
  line: readonly string[];
  /** Opening and closing delimiters of documenting blocks. */
  block: readonly (readonly [open: string, close: string])[];
}

/** A language's rules, bound to its grammar's ids. Keys are node type names. */
export interface LanguageRules {
  /**
   * First pass, in document order: symbols and scopes. A rule runs in the scope *around* its node.
   */
  define: Readonly<Record<string, NodeRule>>;
  /**
   * Second pass: references, bindings, imports, exports, and the types and values of what the
   * first pass defined. A rule runs *inside* the scope that its own node opens, if it opens one.
   */
  refer: Readonly<Record<string, NodeRule>>;
  /** Expressions in value position. */
  values: Readonly<Record<string, ExpressionRule>>;
  /** Expressions in type position; a type that is missing here is looked up in `values`. */
  types?: Readonly<Record<string, ExpressionRule>>;
  docs: DocRule;
  /** Runs before both passes: damaged text may have no node of the type that whole files have. */
  begin?: (x: Extraction) => void;
  /** Runs after both passes: what needs the whole file. */
  finish?: (x: Extraction) => void;
}

/** Binds a language's rules to a loaded grammar. Called once per language and worker. */
export type RulesFactory = (grammar: Grammar) => LanguageRules;
