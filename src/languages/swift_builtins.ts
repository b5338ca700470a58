/** What Swift has built in, as far as resolution needs it. */
import type { BuiltinType, Semantics } from "../resolve/semantics.ts";
import { CONSTRUCTOR } from "./class_family/bindings.ts";
import { memberResults } from "./class_family/library.ts";
import { SWIFT_NAMES } from "./swift/library_names.ts";

const PLAIN =
  "Int Int8 Int16 Int32 Int64 UInt UInt8 UInt16 UInt32 UInt64 Float Double Bool Character Void Never"
    .split(" ");

const TEXT: BuiltinType = {
  members: memberResults([
    "lowercased uppercased capitalized trimmingCharacters replacingOccurrences appending prefix suffix dropFirst " +
    "dropLast filter",
    "same",
  ]),
};

const SEQUENCE: BuiltinType = {
  members: memberResults(
    [
      "filter sorted reversed prefix suffix dropFirst dropLast drop shuffled lazy sorted union intersection " +
      "subtracting symmetricDifference",
      "same",
    ],
    [
      "first last randomElement popLast popFirst removeFirst removeLast remove min max next insert update",
      "element",
    ],
    ["map compactMap", "mapped"],
    ["flatMap", "flattened"],
    ["makeIterator", "same"],
  ),
  properties: new Set(["first", "last", "lazy"]),
};

const DICTIONARY: BuiltinType = {
  members: memberResults(
    ["removeValue updateValue", "element"],
    ["filter merging", "same"],
    ["values", { builtin: "Array", of: "value" }],
    ["keys", { builtin: "Array", of: "key" }],
    ["first randomElement popFirst", "entry"],
  ),
  entry: "(key: Key, value: Value)",
  properties: new Set(["values", "keys", "first"]),
};

const ENTRY: BuiltinType = { members: {}, fields: { key: 0, value: 1 }, iterates: -1 };

const RESULT: BuiltinType = { members: memberResults(["get", "element"]), content: 0 };

/** Swift's semantics. */
export const swiftSemantics: Semantics = {
  family: "swift",
  separator: ".",
  classScopeIsLexical: true,
  inheritance: "breadth-first",
  constructors: [CONSTRUCTOR],
  callMember: "callAsFunction",
  subscriptMember: "subscript",
  redefinition: "overload",
  choosesByTypes: true,
  inheritsOverloads: true,
  argumentsHaveLabels: true,
  namesApart: true,
  basesStandApart: true,
  extendsOutside: true,
  functionsAreClosed: true,
  declaredBeforeUse: true,
  needsImport: true,
  memberlessBases: new Set(
    ("AnyObject Equatable Hashable Sendable Codable Encodable Decodable Error CaseIterable Comparable Identifiable " +
      "CustomStringConvertible CustomDebugStringConvertible String Int").split(" "),
  ),
  builtinNames: SWIFT_NAMES,
  builtinTypes: {
    ...Object.fromEntries(PLAIN.map((type) => [type, { members: {} }])),
    ...Object.fromEntries(
      "Array Set ArraySlice ContiguousArray AnySequence Sequence Collection list".split(" ")
        .map((type) => [type, SEQUENCE]),
    ),
    String: TEXT,
    Substring: TEXT,
    Dictionary: DICTIONARY,
    "(key: Key, value: Value)": ENTRY,
    Result: RESULT,
    Optional: { members: {}, forwards: 0 },
  },
  listType: "Array",
  tupleMember: { prefix: "", first: 0 },
  commonMembers: new Set(
    ("map filter reduce forEach first last append insert remove removeAll contains count isEmpty sorted sort joined " +
      "compactMap flatMap enumerated reversed prefix suffix min max index hash encode decode description get set " +
      "send run start stop cancel resume load save update add close open read write reset copy init value name id " +
      "request response data string text next previous wait signal lock unlock async sync setUp tearDown")
      .split(" "),
  ),
};
