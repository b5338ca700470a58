/** What `package.json`, `tsconfig.json` and `deno.json` say of where modules lie. */
import type {
  CompilerManifest,
  PackageManifest,
} from "../../resolve/modules/ecmascript_manifest.ts";

/** Readers by file name, as `Language.manifests` wants them. */
export const MANIFESTS: Readonly<Record<string, (text: string, path: string) => unknown>> = {
  "package.json": readPackage,
  "tsconfig.json": readCompiler,
  "tsconfig.base.json": readCompiler,
  "jsconfig.json": readCompiler,
  "deno.json": readPackage,
  "deno.jsonc": readPackage,
};

const DEPENDENCIES = ["dependencies", "devDependencies", "peerDependencies"];
const ENTRIES = ["source", "module", "main", "types", "typings"];

function readPackage(text: string): PackageManifest | undefined {
  const json = parseJson(text);
  if (json === undefined) return undefined;
  const entries = ENTRIES.map((key) => json[key]).filter((value) => typeof value === "string");
  const dependencies = DEPENDENCIES.flatMap((key) => Object.keys(asRecord(json[key]) ?? {}));
  return {
    kind: "package",
    entries: entries as string[],
    ...(typeof json["name"] === "string" ? { name: json["name"] } : {}),
    ...(dependencies.length === 0 ? {} : { dependencies }),
    ...(json["exports"] === undefined ? {} : { exports: json["exports"] }),
    ...(json["imports"] === undefined ? {} : { imports: json["imports"] }),
  };
}

function readCompiler(text: string): CompilerManifest | undefined {
  const json = parseJson(text);
  if (json === undefined) return undefined;
  const options = asRecord(json["compilerOptions"]) ?? {};
  const paths: Record<string, string[]> = {};
  for (const [pattern, targets] of Object.entries(asRecord(options["paths"]) ?? {})) {
    if (Array.isArray(targets)) {
      paths[pattern] = targets.filter((target) => typeof target === "string");
    }
  }
  const extended = json["extends"];
  return {
    kind: "compiler",
    extends: (Array.isArray(extended) ? extended : [extended]).filter((e) => typeof e === "string"),
    ...(typeof options["baseUrl"] === "string" ? { baseUrl: options["baseUrl"] } : {}),
    ...(Object.keys(paths).length === 0 ? {} : { paths }),
  };
}

function asRecord(value: unknown): Record<string, unknown> | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? value as Record<string, unknown>
    : undefined;
}

/** An object written in JSON, with comments and trailing commas; undefined when it is none. */
function parseJson(text: string): Record<string, unknown> | undefined {
  try {
    return asRecord(JSON.parse(text));
  } catch {
    try {
      return asRecord(JSON.parse(plainJson(text)));
    } catch {
      return undefined;
    }
  }
}

/** Comments and trailing commas outside strings. */
const EXTRAS =
  /"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*[^]*?\*\/|,(?=(?:\s|\/\/[^\n]*|\/\*[^]*?\*\/)*[}\]])/g;

function plainJson(text: string): string {
  return text.replace(EXTRAS, (found) => found.startsWith('"') ? found : "");
}
