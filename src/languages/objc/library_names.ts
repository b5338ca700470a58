/** Names of Apple's frameworks. */

/** Types of which is known what they hold or give. */
export const COLLECTIONS: readonly string[] =
  ("NSArray NSMutableArray NSSet NSMutableSet NSOrderedSet NSMutableOrderedSet NSEnumerator NSHashTable NSPointerArray " +
    "NSDictionary NSMutableDictionary NSMapTable NSCache NSString NSMutableString")
    .split(" ");

const KNOWN: ReadonlySet<string> = new Set(COLLECTIONS);

const APPLE_NAME =
  /^(?:NS|UI|CG|CA|CF|CI|CL|CM|CN|CT|AV|WK|MK|MTL|MTK|SK|SCN|PH|PK|UN|XC|AS|EK|HK|GC|GK|LA|MF|MP|QL|SF|SL|TV|WC)[A-Z]\w*$/;

/** Whether only a framework of Apple's can define a name that the project does not. */
export function isFrameworkName(name: string): boolean {
  return APPLE_NAME.test(name) && !KNOWN.has(name);
}

const PROTOCOL = "@protocol ";

/** Name by which a protocol is bound: a class may have the same. */
export function protocolName(name: string): string {
  return PROTOCOL + name;
}

/** The name of a class or protocol, as it is written. */
export function plainName(name: string): string {
  return name.startsWith(PROTOCOL) ? name.slice(PROTOCOL.length) : name;
}
