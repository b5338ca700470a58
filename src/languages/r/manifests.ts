/** Reads `DESCRIPTION` and `NAMESPACE`, the two files that make a directory an R package. */

/** What a package's `DESCRIPTION` says. */
export interface Description {
  readonly kind: "description";
  readonly package: string;
  /** Packages named in `Depends`, which a user of the package has attached. */
  readonly depends: readonly string[];
  /** Files of the package in the order in which they run; empty when it is that of their names. */
  readonly collate: readonly string[];
}

/** One `import` or `importFrom`. */
export interface NamespaceImport {
  readonly package: string;
  /** Names imported; undefined for all that the package exports. */
  readonly names: readonly string[] | undefined;
}

/** A function that is registered as a method of an S3 generic. */
export interface RegisteredMethod {
  readonly generic: string;
  /** Name of the function that is the method. */
  readonly method: string;
}

/** What a package's `NAMESPACE` says. */
export interface Namespace {
  readonly kind: "namespace";
  readonly exports: readonly string[];
  /** Regular expressions of `exportPattern`. */
  readonly patterns: readonly string[];
  readonly imports: readonly NamespaceImport[];
  readonly methods: readonly RegisteredMethod[];
  /** What `useDynLib` puts before the names of routines. */
  readonly nativePrefix: string;
  /** Routines by the name that `useDynLib` gives them in R, where that is another. */
  readonly natives: Readonly<Record<string, string>>;
}

/** Reads `DESCRIPTION`; undefined when it names no package. */
export function readDescription(text: string): Description | undefined {
  const name = /^Package:[ \t]*([A-Za-z][\w.]*)/m.exec(text)?.[1];
  if (name === undefined) return undefined;
  const field = (label: string): string =>
    new RegExp(`^${label}:((?:.*)(?:\\r?\\n[ \\t].*)*)`, "m").exec(text)?.[1] ?? "";
  const depends = field("Depends");
  const packages = depends.split(",").map((one) => one.replace(/\(.*/s, "").trim());
  return {
    kind: "description",
    package: name,
    depends: packages.filter((one) => one !== "" && one !== "R"),
    collate: [...field("Collate").matchAll(/'([^']+)'|"([^"]+)"|(\S+)/g)]
      .map(([, single, double, bare]) => single ?? double ?? bare!),
  };
}

const DIRECTIVE =
  /\b(export(?:(?:Class)?Pattern|Methods|Class(?:es)?)?|import(?:From|ClassesFrom|MethodsFrom)?|S3method|useDynLib)\s*\(/g;

/** Reads `NAMESPACE`. */
export function readNamespace(text: string): Namespace {
  const exports: string[] = [];
  const patterns: string[] = [];
  const imports: NamespaceImport[] = [];
  const methods: RegisteredMethod[] = [];
  const natives: Record<string, string> = {};
  let nativePrefix = "";
  const code = withoutComments(text);
  for (const match of code.matchAll(DIRECTIVE)) {
    if (match[1] === "useDynLib") {
      for (const [name, value] of namedArgumentsFrom(code, match.index + match[0].length)) {
        if (name === ".fixes") nativePrefix = value;
        else if (!name.startsWith(".")) natives[name] = value;
      }
      continue;
    }
    const items = argumentsFrom(code, match.index + match[0].length);
    const [first, ...rest] = items;
    if (first === undefined) continue;
    switch (match[1]) {
      case "exportPattern":
      case "exportClassPattern":
        patterns.push(...items.map((item) => item.replaceAll("\\\\", "\\")));
        break;
      case "import":
        imports.push(...items.map((name) => ({ package: name, names: undefined })));
        break;
      case "importFrom":
      case "importClassesFrom":
      case "importMethodsFrom":
        imports.push({ package: first, names: rest });
        break;
      case "S3method":
        if (rest[0] === undefined) break;
        methods.push({ generic: first, method: rest[1] ?? `${first}.${rest[0]}` });
        break;
      default:
        exports.push(...items);
    }
  }
  return { kind: "namespace", exports, patterns, imports, methods, nativePrefix, natives };
}

/** Text without what follows a `#` outside quotes. */
function withoutComments(text: string): string {
  return text.replace(
    /("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`)|#.*/g,
    (_, quoted?: string) => quoted ?? "",
  );
}

const ITEM =
  /\s*(?:([\w.]+)\s*=\s*)?("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`|[^\s,()"'`=]+|c\s*\([^)]*\))?\s*([,)])/y;

/** Unnamed arguments, without their quotes, from after an opening parenthesis. */
function argumentsFrom(code: string, start: number): string[] {
  return itemsFrom(code, start).flatMap(([name, value]) => name === undefined ? [value] : []);
}

/** Named arguments, without their quotes, from after an opening parenthesis. */
function namedArgumentsFrom(code: string, start: number): [name: string, value: string][] {
  return itemsFrom(code, start).flatMap(([name, value]) =>
    name === undefined ? [] : [[name, value]]
  );
}

function itemsFrom(code: string, start: number): [name: string | undefined, value: string][] {
  const items: [string | undefined, string][] = [];
  ITEM.lastIndex = start;
  for (let match = ITEM.exec(code); match !== null; match = ITEM.exec(code)) {
    const [, name, value, end] = match;
    if (value !== undefined) items.push([name, unquoted(value)]);
    if (end === ")") break;
  }
  return items;
}

function unquoted(value: string): string {
  return /^["'`]/.test(value) ? value.slice(1, -1) : value;
}
