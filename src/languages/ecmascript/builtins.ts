/** What TypeScript and JavaScript have built in, as far as resolution needs it. */
import type { BuiltinResult, BuiltinType, Semantics } from "../../resolve/semantics.ts";
import { CALL_SIGNATURE, INDEX_SIGNATURE } from "./references.ts";

/** Globals of the language. Every other name that nothing binds is a global of the host. */
const BUILTIN_NAMES = new Set(
  ("Array ArrayBuffer BigInt Boolean DataView Date Error EvalError Function Infinity Intl JSON Map Math NaN " +
    "Number Object Promise Proxy RangeError ReferenceError Reflect RegExp Set String Symbol SyntaxError " +
    "TypeError URIError WeakMap WeakRef WeakSet decodeURI decodeURIComponent encodeURI encodeURIComponent eval " +
    "globalThis isFinite isNaN parseFloat parseInt require module exports console process Buffer setTimeout " +
    "setInterval setImmediate clearTimeout clearInterval queueMicrotask structuredClone fetch Request Response " +
    "Headers URL URLSearchParams FormData Blob File document window navigator crypto Iterable Iterator " +
    "IterableIterator AsyncIterable AsyncIterator Generator AsyncGenerator PromiseLike ReadonlyArray ReadonlyMap " +
    "ReadonlySet ArrayLike Record Partial Required Readonly Pick Omit Exclude Extract NonNullable Parameters " +
    "ConstructorParameters ReturnType InstanceType Awaited ThisType NoInfer Uppercase Lowercase Capitalize " +
    "Uncapitalize PropertyKey Uint8Array Float64Array Float32Array Int32Array Uint32Array Int16Array Uint16Array " +
    "Int8Array BigInt64Array TemplateStringsArray Element HTMLElement Event Node NodeJS").split(
      " ",
    ),
);

/** Members of built-in types and of what the platform offers: a name alone proves nothing about them. */
const COMMON_MEMBERS = new Set(
  ("apply bind call toString toLocaleString valueOf hasOwnProperty isPrototypeOf concat copyWithin entries " +
    "every fill filter find findIndex findLast flat flatMap forEach from includes indexOf join keys " +
    "lastIndexOf map of pop push reduce reduceRight reverse shift slice some sort splice unshift values at " +
    "with charAt charCodeAt codePointAt endsWith localeCompare match matchAll normalize padEnd padStart " +
    "repeat replace replaceAll search split startsWith substring substr toLowerCase toUpperCase trim trimEnd " +
    "trimStart add clear delete get has set size all allSettled any catch finally race reject resolve then " +
    "next return throw exec test assign create defineProperty freeze is parse stringify on once off emit " +
    "addListener removeListener addEventListener removeEventListener dispatchEvent close end open read " +
    "write pipe send abort append appendChild remove click focus blur json text blob arrayBuffer log error " +
    "warn info debug trace now getTime round floor ceil max min abs equal strictEqual deepEqual toBe " +
    "toEqual toHaveBeenCalled toThrow expect only skip each start stop run use init update reset clone select " +
    "getContext getAttribute setAttribute hasAttribute removeAttribute querySelector querySelectorAll " +
    "getElementById contains cloneNode insertBefore replaceChild getBoundingClientRect scrollTo preventDefault " +
    "stopPropagation play pause drawImage fillRect beginPath save restore translate rotate scale getItem setItem " +
    "removeItem matches closest postMessage terminate observe disconnect submit getReader getWriter cancel")
    .split(" "),
);

const members = (
  same: string,
  element: string,
  rest: Readonly<Record<string, BuiltinResult>>,
): Readonly<Record<string, BuiltinResult>> => ({
  ...Object.fromEntries(same.split(" ").filter(Boolean).map((name) => [name, "same" as const])),
  ...Object.fromEntries(
    element.split(" ").filter(Boolean).map((name) => [name, "element" as const]),
  ),
  ...rest,
});

const STRING = { builtin: "string" } as const;
const NUMBER = { builtin: "number" } as const;
const BOOLEAN = { builtin: "boolean" } as const;

const ARRAY: BuiltinType = {
  members: members(
    "filter slice concat reverse sort splice fill copyWithin toReversed toSorted toSpliced with flat values",
    "find findLast pop shift at",
    {
      map: "mapped",
      flatMap: "flattened",
      join: STRING,
      indexOf: NUMBER,
      findIndex: NUMBER,
      push: NUMBER,
      includes: BOOLEAN,
      every: BOOLEAN,
      some: BOOLEAN,
      length: NUMBER,
    },
  ),
  callbacks: {
    sort: ["element", "element"],
    toSorted: ["element", "element"],
    reduce: ["unknown", "element"],
    reduceRight: ["unknown", "element"],
  },
  closed: true,
};

const STRING_TYPE: BuiltinType = {
  members: members(
    "charAt concat normalize padEnd padStart repeat replace replaceAll slice substring substr toLowerCase " +
      "toUpperCase trim trimEnd trimStart toString",
    "",
    { indexOf: NUMBER, charCodeAt: NUMBER, includes: BOOLEAN, startsWith: BOOLEAN, length: NUMBER },
  ),
  closed: true,
};

const PROMISE: BuiltinType = {
  members: members("catch finally", "", { then: "returned" }),
  closed: true,
};

/** A collection by key: what it gives is its last type argument. */
const MAP: BuiltinType = {
  members: members("set", "get", {
    has: BOOLEAN,
    delete: BOOLEAN,
    keys: { builtin: "Array", of: "key" },
    values: { builtin: "Array", of: "value" },
    entries: { builtin: "Array", of: "pair" },
  }),
  entry: "Entry",
  closed: true,
};

/** A key and what it leads to, as iterating a map gives them. */
const ENTRY: BuiltinType = { members: {}, fields: { "0": 0, "1": 1 }, closed: true };

const SET: BuiltinType = {
  members: members("add values keys union intersection difference", "", { has: BOOLEAN }),
  closed: true,
};

const PLAIN: BuiltinType = { members: {}, closed: true };

/** Semantics of the whole family. */
export const ecmascriptSemantics: Semantics = {
  family: "ecmascript",
  separator: ".",
  classScopeIsLexical: "never",
  inheritance: "depth-first",
  constructors: ["constructor"],
  callMember: CALL_SIGNATURE,
  indexMember: INDEX_SIGNATURE,
  redefinition: "overload",
  separatesTypes: true,
  variablesAreCallable: true,
  callsTellParameters: true,
  wholeNames: new Set(["=", "default"]),
  needsImport: true,
  builtinNames: BUILTIN_NAMES,
  builtinTypes: {
    Array: ARRAY,
    ReadonlyArray: ARRAY,
    Iterable: ARRAY,
    IterableIterator: ARRAY,
    Iterator: ARRAY,
    AsyncIterable: ARRAY,
    Generator: ARRAY,
    AsyncGenerator: ARRAY,
    Promise: PROMISE,
    PromiseLike: PROMISE,
    Entry: ENTRY,
    Map: MAP,
    ReadonlyMap: MAP,
    WeakMap: MAP,
    Record: { members: {}, anyField: 1 },
    Set: SET,
    ReadonlySet: SET,
    WeakSet: SET,
    RegExp: PLAIN,
    string: STRING_TYPE,
    String: STRING_TYPE,
    number: PLAIN,
    Number: PLAIN,
    boolean: PLAIN,
    bigint: PLAIN,
    symbol: PLAIN,
    Object: { members: {} },
  },
  listType: "Array",
  outsideResults: {
    "Promise.all": { type: "Promise", of: "awaitedElements" },
    "Promise.race": { type: "Promise", of: "elements" },
    "Promise.any": { type: "Promise", of: "elements" },
    "Promise.resolve": { type: "Promise", of: "awaited" },
    "Object.values": { type: "Array", of: "elements" },
    "Object.entries": { type: "Array", of: "pairs" },
    "Object.assign": { of: "arguments" },
    "Object.freeze": { of: "argument" },
    "Object.seal": { of: "argument" },
    "Array.from": { type: "Array", of: "returned" },
    "Array.of": { type: "Array", of: "arguments" },
    structuredClone: { of: "argument" },
    Set: { type: "Set", of: "elements" },
    Map: { type: "Map", of: "parts" },
  },
  commonMembers: COMMON_MEMBERS,
};
