/** What resolution must know of a language beyond its module system: data, and a few pure hooks. */

/** What a member of a built-in type gives, as far as calls after it need to know. */
export type BuiltinResult =
  /** The value itself, or another of its type: `list.copy()`, `array.filter(f)`. */
  | "same"
  /** One of its elements: `list.pop()`, `array.find(f)`. */
  | "element"
  /** A list of what the first argument returns: `array.map(f)`. */
  | "mapped"
  /** A list of the elements of what the first argument returns: `array.flatMap(f)`. */
  | "flattened"
  /** What the first argument returns: `promise.then(f)`. */
  | "returned"
  /** An entry of a map: a value of the type that `entry` names, of the same arguments. */
  | "entry"
  /**
   * A value of another built-in type. Its type argument is the receiver's key (the first of its own),
   * its value (the last), both as a pair, or the receiver itself.
   */
  | { readonly builtin: string; readonly of?: "key" | "value" | "pair" | "self" };

/** A built-in type: its members that matter, by name. A member that is missing still exists. */
export interface BuiltinType {
  readonly members: Readonly<Record<string, BuiltinResult>>;
  /**
   * Whether the list is complete, so that another name proves that the receiver is something
   * else.
   */
  readonly closed?: boolean;
  /** Members that are read without a call: reading one gives its result. */
  readonly properties?: ReadonlySet<string>;
  /** Position of the type argument that every member holds which is not listed: `Record<string, T>`. */
  readonly anyField?: number;
  /** What its methods give to the parameters of a callback, where that is not one element. */
  readonly callbacks?: Readonly<Record<string, readonly ("element" | "unknown")[]>>;
  /** Built-in type of what iterating a value gives, when that is no element (a pair of key and value). */
  readonly entry?: string;
  /** Position of the type argument that its methods give as `element`; the last one when not said. */
  readonly content?: number;
  /** Members that hold a value of one of the type arguments, by position. */
  readonly fields?: Readonly<Record<string, number>>;
  /** Position of the type argument whose members it has beside its own (pointers). */
  readonly forwards?: number;
  /** Position of the type argument that following it gives: `*p`, `p->x` (smart pointers). */
  readonly unwraps?: number;
  /** Position of the type argument that iterating a value gives; the last one when not said, none when -1. */
  readonly iterates?: number;
}

/** What a function outside the project gives, where its arguments tell. */
export interface OutsideResult {
  /** Built-in type of the result, with what `of` says as its type arguments; the latter itself when not said. */
  readonly type?: string;
  /**
   * What the result is made of: the first argument, any of them, what awaiting the first gives, its
   * elements, those awaited, pairs of a key and an element, the parts of its elements, or what the
   * second argument returns.
   */
  readonly of:
    | "argument"
    | "arguments"
    | "awaited"
    | "elements"
    | "awaitedElements"
    | "pairs"
    | "parts"
    | "returned";
}

/** What dispatch on all arguments must know of types outside the project. */
export interface MultipleDispatch {
  /** The type that every value has. */
  readonly top: string;
  /** Direct supertypes of types outside, by name. */
  readonly supertypes: Readonly<Record<string, readonly string[]>>;
  /** The name that marks, among a call's arguments, that its type is given parameters. */
  readonly applied: string;
}

/** How names behave in a language. */
export interface Semantics {
  /**
   * Languages that share one name space: a TypeScript file may call a JavaScript one. A name is
   * never matched across families except by a bridge.
   */
  readonly family: string;
  /** Joins the parts of a qualified name: `.`, `::`, `$`. */
  readonly separator: string;
  /** Joins the name of a module outside and that of a member of it; `.` when not said. */
  readonly moduleSeparator?: string;
  /** Names under which a module offers its whole value: of a module outside they mean the module. */
  readonly wholeNames?: ReadonlySet<string>;
  /** Whether a call of a variable of a module is an edge to the variable, not to what it holds. */
  readonly variablesAreCallable?: boolean;
  /** Whether reading a value is an edge to it, whatever it is, as there is nothing else to be used (HCL, Nix). */
  readonly valuesAreUsed?: boolean;
  /** Whether a constant stands for what it is replaced by, and its call is a call of both (macros of C). */
  readonly constantsAreCallable?: boolean;
  /**
   * Whether names in a class body are visible inside its methods without a receiver (Java, C++);
   * `never`: not even in the body itself (JavaScript). Type parameters always are.
   */
  readonly classScopeIsLexical: boolean | "never";
  /** Order in which base classes are searched. */
  readonly inheritance: "c3" | "depth-first" | "breadth-first";
  /** Names of constructors inside a class body; an edge to a construction points there when it exists. */
  readonly constructors: readonly string[];
  /** Member that runs when an instance is called; undefined when instances cannot be. */
  readonly callMember?: string;
  /** Method of an instance that `->` calls; undefined when there is none such. */
  readonly pointerMember?: string;
  /** Member under which a type keeps what indexing it gives; undefined when types do not say. */
  readonly indexMember?: string;
  /** Method of an instance that gives what has the members which its own type lacks. */
  readonly forwardMember?: string;
  /** Method that is called for a member which neither a class nor its bases have, and members that it is not for. */
  readonly missingMember?: { readonly name: string; readonly not: ReadonlySet<string> };
  /** Method of an instance that indexing it calls; undefined when instances cannot be indexed so. */
  readonly subscriptMember?: string;
  /** Methods of an instance that iterating it calls: for an iterator, and for its next element. */
  readonly iteration?: { readonly iterators: readonly string[]; readonly steps: readonly string[] };
  /** Whether a call of a parameter says nothing of what runs, since each caller decides. */
  readonly parametersAreOpaque?: boolean;
  /** Whether a call of what a getter gives is an edge to the getter. */
  readonly gettersAreCalled?: boolean;
  /** Whether a function is called by reading it, so that reading what is none is no call (Scala). */
  readonly readsMayBeCalls?: boolean;
  /** Whether to call a type is to see a value as one of it, and no construction (Pascal). */
  readonly callsOfTypesAreCasts?: boolean;
  /** Whether a parameter without a type is, in what its function returns, what a call gives it. */
  readonly callsTellParameters?: boolean;
  /** Qualified names of classes outside that give a class no members of note. */
  readonly memberlessBases?: ReadonlySet<string>;
  /** Whether a type may get bases in another place than its definition (`impl Trait for Type`). */
  readonly basesStandApart?: boolean;
  /** Which types are one with others of their name: those marked as extensions (`partial class`), or every one (Ruby). */
  readonly typesHaveParts?: "marked" | "every";
  /** Whether methods of a class and of its instances are apart, so that neither has the other's (Ruby). */
  readonly classMembersApart?: boolean;
  /** Whether the project may give members to types outside it (extension functions and traits). */
  readonly extendsOutside?: boolean;
  /** How the parts of a tuple are read as members: `t.0`, `t._1`. */
  readonly tupleMember?: { readonly prefix: string; readonly first: number };
  /** Whether variables and fields are called after the class of what they hold, where nothing else tells it. */
  readonly receiversNamedAfterClasses?: boolean;
  /** Whether what is read at an index of an object is of the object's own class (MATLAB). */
  readonly objectsAreArrays?: boolean;
  /** Whether a function may be a member of what is reached by another name, wherever it is written (Nix). */
  readonly membersStandAnywhere?: boolean;
  /** Whether a function that is written behind a call is its callee's last parameter, whatever else it is given (Ruby). */
  readonly blocksAreLast?: boolean;
  /** Before the name of what a function is given by its name alone: who gives it is not certain (Nix). */
  readonly givenPrefix?: string;
  /** Whether functions have no members that a project defines. */
  readonly functionsAreClosed?: boolean;
  /** Whether overloads that take as many arguments are told apart by types that are not read (SQL). */
  readonly typesAreNotRead?: boolean;
  /** Several definitions of one name in one scope are overloads (all meant) or replacements (the last one counts). */
  readonly redefinition: "overload" | "replace";
  /** Whether a name means the last definition before it, also of the module around a function (OCaml). */
  readonly laterShadows?: boolean;
  /** Whether a definition that no condition stands before replaces those of its name before it (R). */
  readonly laterReplaces?: boolean;
  /**
   * Whether types and values have name spaces of their own, so that an interface and a constant may
   * share a name, and signatures of overloads stand beside the function that runs.
   */
  readonly separatesTypes?: boolean;
  /**
   * Whether a call never means a variable, nor a type a function or a variable, so that a name used as
   * either passes by what cannot be meant (Java, C#).
   */
  readonly namesApart?: boolean;
  /** Whether what a type is named as a member of is a value, though a type may have its name (Scala). */
  readonly typesAreInValues?: boolean;
  /** Whether a class has the overloads of its bases beside its own (Java; in C++ its own hide them). */
  readonly inheritsOverloads?: boolean;
  /** Whether overloads are told apart by the types of their parameters (C++). */
  readonly choosesByTypes?: boolean;
  /**
   * Whether an argument must be given with the label of its parameter, so that labels tell overloads
   * apart (Swift). Labels end with a colon.
   */
  readonly argumentsHaveLabels?: boolean;
  /** How methods of a function are told apart by the types of all arguments (Julia). */
  readonly multipleDispatch?: MultipleDispatch;
  /** Of a function with more methods than this that a call may mean, the first stands for all. */
  readonly mostMethods?: number;
  /** Whether a pointer to something, and an array of it, are taken for the thing itself (C, C++). */
  readonly transparentPointers?: boolean;
  /** Whether inside a function a name means its last declaration before, and until then one further out (C, Go). */
  readonly declaredBeforeUse?: boolean;
  /**
   * Whether a call by bare name of a function of another file needs an import, include or shared
   * package. When it does not, name matching in the project is `heuristic`.
   */
  readonly needsImport: boolean;
  /** Whether an interface with one method that lacks a body takes functions (Java, Kotlin). */
  readonly functionalInterfaces?: boolean;
  /** Whether a type satisfies an interface by having its methods, without saying so. */
  readonly structuralInterfaces?: boolean;
  /** Whether `x.f(1)` may be an element of a field, so that its name alone does not make it a call. */
  readonly indexesLikeCalls?: boolean;
  /** Functions and values that every file sees without import. They are external, never project symbols. */
  readonly builtinNames: ReadonlySet<string>;
  /** Built-in types by the name used in `Op.literal`. */
  readonly builtinTypes: Readonly<Record<string, BuiltinType>>;
  /** Built-in type whose members a tuple has. */
  readonly listType?: string;
  /** Functions outside the project whose results their arguments tell, by qualified name. */
  readonly outsideResults?: Readonly<Record<string, OutsideResult>>;
  /** Method names so common on outside types that a name alone proves nothing. */
  readonly commonMembers: ReadonlySet<string>;
}
