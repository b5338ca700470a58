import { join } from "node:path";
import { JsonSyntaxError, type LinedJson, type LinedMember, parseLinedJson } from "./json_lines.ts";

/** The project's own settings, from `.biorouter/codegraph.json`. */
export interface Settings {
  /** Extension with its dot to language; weightier than what content says. */
  readonly extensions: ReadonlyMap<string, string>;
  /** Rules in the syntax of `.gitignore` for what to index although it is ignored or a dependency. */
  readonly include: readonly string[];
  /** Rules in the same syntax for what to leave out; weightier than `include`. */
  readonly exclude: readonly string[];
  /** Rules in the same syntax for what to rank lower in answers. */
  readonly deprioritize: readonly string[];
  /** Bytes from which on a file is too large; `undefined` for the default. */
  readonly maxFileBytes: number | undefined;
}

/** The settings file says something that cannot be followed. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";

  constructor(
    /** Absolute path of the settings file. */
    readonly path: string,
    /** From 1; `undefined` when the file cannot be read at all. */
    readonly line: number | undefined,
    problem: string,
    /** What to do, one sentence. */
    readonly remedy: string,
  ) {
    super(line === undefined ? `${path}: ${problem}` : `${path}:${line}: ${problem}`);
  }
}

const DEFAULTS: Settings = {
  extensions: new Map(),
  include: [],
  exclude: [],
  deprioritize: [],
  maxFileBytes: undefined,
};
const KEYS = ["extensions", "include", "exclude", "deprioritize", "maxFileBytes"];

/** The settings file of the project at `root`. */
export function settingsPath(root: string): string {
  return join(root, ".biorouter", "codegraph.json");
}

/**
 * Reads the project's settings; without a file, the defaults.
 *
 * @param languages the ids that `extensions` may name
 * @throws {SettingsError} with the line, when the file is not JSON or a value is not as it has to be
 */
export function readSettings(root: string, languages: ReadonlySet<string>): Settings {
  const path = settingsPath(root);
  const text = readText(path);
  return text === undefined ? DEFAULTS : parseSettings(text, path, languages);
}

function readText(path: string): string | undefined {
  const remedy = "Make it a readable file, or remove it.";
  try {
    // A pipe would block for ever.
    if (Deno.statSync(path).isFile) return Deno.readTextFileSync(path);
  } catch (error) {
    const isThere = !(error instanceof Deno.errors.NotFound) &&
      !(error instanceof Deno.errors.NotADirectory);
    if (!isThere) return undefined;
    const problem = error instanceof Error ? error.message : String(error);
    throw new SettingsError(path, undefined, problem, remedy);
  }
  throw new SettingsError(path, undefined, "not a regular file", remedy);
}

/** Reads the text of a settings file; see {@link readSettings}. `path` is for messages. */
export function parseSettings(
  text: string,
  path: string,
  languages: ReadonlySet<string>,
): Settings {
  try {
    return new Reader(path, languages).settings(parseLinedJson(text.replace(/^\uFEFF/, "")));
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw new SettingsError(path, error.line, error.message, "Write it as valid JSON.");
  }
}

class Reader {
  readonly #path: string;
  readonly #languages: ReadonlySet<string>;

  constructor(path: string, languages: ReadonlySet<string>) {
    this.#path = path;
    this.#languages = languages;
  }

  settings(json: LinedJson): Settings {
    const members = this.#members(json, "the file");
    for (const { key, line } of members) {
      if (!KEYS.includes(key)) {
        throw this.#error(line, `unknown setting "${key}"`, `Known are ${KEYS.join(", ")}.`);
      }
    }
    const byKey = new Map(members.map(({ key, value }) => [key, value]));
    return {
      extensions: this.#extensions(byKey.get("extensions")),
      include: this.#rules(byKey.get("include"), "include"),
      exclude: this.#rules(byKey.get("exclude"), "exclude"),
      deprioritize: this.#rules(byKey.get("deprioritize"), "deprioritize"),
      maxFileBytes: this.#maxFileBytes(byKey.get("maxFileBytes")),
    };
  }

  #extensions(json: LinedJson | undefined): ReadonlyMap<string, string> {
    if (json === undefined) return DEFAULTS.extensions;
    const extensions = new Map<string, string>();
    for (const { key, line, value } of this.#members(json, "extensions")) {
      if (!/^\.?[^./\\\s][^/\\\s]*$/.test(key)) {
        throw this.#error(line, `"${key}" is not an extension`, 'Write it as ".inc".');
      }
      const language = this.#string(value, `the language of "${key}"`);
      if (!this.#languages.has(language)) {
        const known = [...this.#languages].sort().join(", ");
        throw this.#error(value.line, `unknown language "${language}"`, `Known are ${known}.`);
      }
      extensions.set(key.startsWith(".") ? key : "." + key, language);
    }
    return extensions;
  }

  #rules(json: LinedJson | undefined, name: string): readonly string[] {
    if (json === undefined) return [];
    const remedy = `Write it as "${name}": ["path/", "*.suffix"].`;
    if (json.kind !== "array") throw this.#error(json.line, `"${name}" is not a list`, remedy);
    return json.items.map((item) => {
      const rule = this.#string(item, `a rule in "${name}"`);
      if (rule.trim() === "" || /[\n\r\0]/.test(rule)) {
        throw this.#error(item.line, `a rule in "${name}" is empty or has a line break`, remedy);
      }
      if (/^!?(?:[A-Za-z]:)?[\\/]?\.\.(?:[\\/]|$)/.test(rule)) {
        const problem = `the rule "${rule}" leads out of the project`;
        throw this.#error(item.line, problem, "Rules are relative to the project's directory.");
      }
      return rule;
    });
  }

  #maxFileBytes(json: LinedJson | undefined): number | undefined {
    if (json === undefined) return undefined;
    const value = json.kind === "scalar" ? json.value : undefined;
    if (typeof value === "number" && Number.isSafeInteger(value) && value > 0) return value;
    const remedy = "Write a whole number of bytes, such as 4194304.";
    throw this.#error(json.line, '"maxFileBytes" is not a positive whole number', remedy);
  }

  #members(json: LinedJson, name: string): readonly LinedMember[] {
    if (json.kind !== "object") {
      throw this.#error(json.line, `${name} is not an object`, 'Write it in braces: { "key": … }.');
    }
    const seen = new Set<string>();
    for (const { key, line } of json.members) {
      if (seen.has(key)) throw this.#error(line, `"${key}" stands there twice`, "Keep one.");
      seen.add(key);
    }
    return json.members;
  }

  #string(json: LinedJson, name: string): string {
    if (json.kind === "scalar" && typeof json.value === "string") return json.value;
    throw this.#error(json.line, `${name} is not a text`, "Write it in double quotes.");
  }

  #error(line: number, problem: string, remedy: string): SettingsError {
    return new SettingsError(this.#path, line, problem, remedy);
  }
}
