/** What Objective-C has built in, as far as resolution needs it. */
import type { BuiltinType, Semantics } from "../resolve/semantics.ts";
import { C_LIBRARY, C_TYPES } from "./c_builtins.ts";
import { memberResults } from "./class_family/library.ts";
import { COLLECTIONS } from "./objc/library_names.ts";

const SEQUENCE: BuiltinType = {
  members: memberResults(
    [
      "sortedArrayUsingComparator: sortedArrayUsingSelector: sortedArrayUsingDescriptors: filteredArrayUsingPredicate: " +
      "arrayByAddingObject: arrayByAddingObjectsFromArray: subarrayWithRange: reverseObjectEnumerator objectEnumerator " +
      "allObjects array copy mutableCopy setByAddingObject: filteredSetUsingPredicate:",
      "same",
    ],
    [
      "firstObject lastObject objectAtIndex: objectAtIndexedSubscript: anyObject member: nextObject",
      "element",
    ],
  ),
  properties: new Set([
    "firstObject",
    "lastObject",
    "anyObject",
    "allObjects",
    "reverseObjectEnumerator",
    "objectEnumerator",
  ]),
};

const MAP: BuiltinType = {
  members: memberResults(
    ["objectForKey: objectForKeyedSubscript: valueForKey:", "element"],
    ["allValues objectEnumerator", { builtin: "NSArray", of: "value" }],
    ["allKeys keyEnumerator", { builtin: "NSArray", of: "key" }],
    ["copy mutableCopy", "same"],
  ),
  properties: new Set(["allValues", "allKeys"]),
};

const TEXT: BuiltinType = {
  members: memberResults([
    "stringByAppendingString: stringByAppendingFormat: stringByAppendingPathComponent: lowercaseString uppercaseString " +
    "substringFromIndex: substringToIndex: substringWithRange: copy mutableCopy stringByDeletingLastPathComponent " +
    "stringByReplacingOccurrencesOfString:withString: stringByTrimmingCharactersInSet: lastPathComponent",
    "same",
  ]),
};

const TYPES = Object.fromEntries(COLLECTIONS.map((name) => [
  name,
  name.includes("String") ? TEXT : /Dictionary|MapTable|Cache/.test(name) ? MAP : SEQUENCE,
]));

/** Objective-C's semantics. */
export const objcSemantics: Semantics = {
  family: "c",
  separator: ".",
  classScopeIsLexical: false,
  inheritance: "depth-first",
  constructors: [],
  redefinition: "overload",
  classMembersApart: true,
  basesStandApart: true,
  extendsOutside: true,
  functionsAreClosed: true,
  declaredBeforeUse: true,
  constantsAreCallable: true,
  transparentPointers: true,
  needsImport: false,
  memberlessBases: new Set(["NSObject", "NSProxy", "NSCopying", "NSCoding", "NSSecureCoding"]),
  builtinNames: new Set([...C_LIBRARY, ...COLLECTIONS]),
  builtinTypes: { ...C_TYPES, ...TYPES },
  listType: "NSArray",
  commonMembers: new Set(
    ("init dealloc description debugDescription hash isEqual: copy mutableCopy alloc new class self superclass retain " +
      "release autorelease count length objectAtIndex: objectForKey: setObject:forKey: addObject: removeObject: " +
      "removeObjectForKey: removeAllObjects removeObjectAtIndex: insertObject:atIndex: containsObject: firstObject " +
      "lastObject allKeys allValues respondsToSelector: conformsToProtocol: isKindOfClass: isMemberOfClass: " +
      "performSelector: performSelector:withObject: valueForKey: setValue:forKey: copyWithZone: encodeWithCoder: " +
      "initWithCoder: lock unlock cancel resume suspend start stop setUp tearDown name value string data dictionary " +
      "array set setFrame: frame bounds layoutSubviews drawRect: viewDidLoad viewWillAppear: viewDidAppear: " +
      "awakeFromNib initWithFrame: main isCancelled isFinished delegate setDelegate: load initialize")
      .split(" "),
  ),
};
