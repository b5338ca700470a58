import { CONTENT_RULES } from "./content_rules.ts";
import { shebangInterpreter } from "./shebang.ts";

/** How a language's files are recognised. */
export interface LanguageFiles {
  readonly id: string;
  /**
   * With the leading dot. One in lower case matches any case; one with a capital matches exactly
   * (`.C` is C++). May have several dots (`.blade.php`).
   */
  readonly extensions: readonly string[];
  /** Whole file names, matched exactly. */
  readonly filenames?: readonly string[];
  /** Names before the first dot, whatever follows it: `Dockerfile.dev`. */
  readonly stems?: readonly string[];
  /**
   * Folders, by their last name or two, with the extensions that their files have: `.github/workflows`;
   * `_includes` followed by `/**` means the folders in it as well.
   */
  readonly folders?: Readonly<Record<string, readonly string[]>>;
  /** Programs that a `#!` line names, without version (`python`, not `python3`). */
  readonly interpreters?: readonly string[];
}

/** Ends the name of a folder that is meant with all folders in it. */
const WITHIN = "/**";

/** Tells the language of files by name, `#!` line and content. Built once, from the registry. */
export class LanguageTable {
  readonly #ids: ReadonlySet<string>;
  readonly #extensions = new Map<string, string>();
  readonly #filenames = new Map<string, string>();
  readonly #stems = new Map<string, string>();
  /** By folder and extension. */
  readonly #folders = new Map<string, string>();
  /** Folders that languages have with all that is in them. */
  readonly #within: { readonly around: string; readonly end: string; readonly id: string }[] = [];
  readonly #interpreters = new Map<string, string>();
  readonly #overrides: ReadonlyMap<string, string>;

  /**
   * @param languages an earlier one wins where two claim the same name
   * @param overrides extension with its dot to language, from the settings; weightier than content
   */
  constructor(
    languages: readonly LanguageFiles[],
    overrides: ReadonlyMap<string, string> = new Map(),
  ) {
    this.#ids = new Set(languages.map((language) => language.id));
    this.#overrides = overrides;
    for (const language of languages) {
      const { id, extensions, filenames = [], interpreters = [], stems = [], folders = {} } =
        language;
      addAll(this.#extensions, extensions, id);
      addAll(this.#filenames, filenames, id);
      addAll(this.#stems, stems, id);
      for (const [folder, ends] of Object.entries(folders)) {
        if (folder.endsWith(WITHIN)) {
          const around = `/${folder.slice(0, -WITHIN.length)}/`;
          for (const end of ends) this.#within.push({ around, end, id });
        } else addAll(this.#folders, ends.map((end) => `${folder}/${end}`), id);
      }
      addAll(this.#interpreters, interpreters, id);
    }
  }

  /** Whether a language is one of the table's. */
  knows(id: string): boolean {
    return this.#ids.has(id);
  }

  /** Whether a file of that name may be source, as far as its name tells. */
  couldBeSource(path: string): boolean {
    const name = path.slice(path.lastIndexOf("/") + 1);
    return this.#byName(path, name) !== undefined || mayBeScript(name) ||
      this.#extensionOf(name) !== undefined;
  }

  /** Whether {@link detect} wants to see the beginning of the file. */
  needsContent(path: string): boolean {
    const name = path.slice(path.lastIndexOf("/") + 1);
    if (this.#byName(path, name) !== undefined) return false;
    const extension = this.#extensionOf(name);
    if (extension === undefined) return mayBeScript(name);
    return !this.#overrides.has(extension) && CONTENT_RULES.has(extension);
  }

  /**
   * The language of a file, or `undefined` when none of the table's languages is its.
   *
   * @param head the file's first few thousand characters, or all of it; may be left out where
   * {@link needsContent} says no
   */
  detect(path: string, head?: string): string | undefined {
    const name = path.slice(path.lastIndexOf("/") + 1);
    const byName = this.#byName(path, name);
    if (byName !== undefined) return byName;
    const extension = this.#extensionOf(name);
    if (extension === undefined) return head === undefined ? undefined : this.#byShebang(head);
    const override = this.#overrides.get(extension);
    if (override !== undefined) return override;
    const rule = CONTENT_RULES.get(extension);
    if (rule === undefined || head === undefined) return this.#extensions.get(extension);
    return this.#known(rule(head));
  }

  /** By the whole name, its beginning, or the folder. */
  #byName(path: string, name: string): string | undefined {
    const known = this.#filenames.get(name);
    if (known !== undefined) return known;
    const dot = name.indexOf(".");
    const byStem = dot < 1 ? undefined : this.#stems.get(name.slice(0, dot));
    if (byStem !== undefined || this.#folders.size === 0 || dot < 0) return byStem;
    const folder = path.slice(0, Math.max(0, path.length - name.length - 1));
    const last = folder.lastIndexOf("/");
    const two = folder.slice(folder.lastIndexOf("/", last - 1) + 1);
    const end = name.slice(name.lastIndexOf("."));
    return this.#folders.get(`${two}/${end}`) ??
      this.#folders.get(`${folder.slice(last + 1)}/${end}`) ??
      this.#within.find((one) => one.end === end && `/${path}`.includes(one.around))?.id;
  }

  #byShebang(head: string): string | undefined {
    const interpreter = shebangInterpreter(head);
    return interpreter === undefined ? undefined : this.#interpreters.get(interpreter);
  }

  #known(id: string | undefined): string | undefined {
    return id !== undefined && this.#ids.has(id) ? id : undefined;
  }

  /** The longest extension of `name` that the table or the settings know, as they write it. */
  #extensionOf(name: string): string | undefined {
    for (let dot = name.indexOf("."); dot >= 0; dot = name.indexOf(".", dot + 1)) {
      const exact = name.slice(dot);
      if (this.#isExtension(exact)) return exact;
      const lower = exact.toLowerCase();
      if (lower !== exact && this.#isExtension(lower)) return lower;
    }
    return undefined;
  }

  #isExtension(extension: string): boolean {
    return this.#extensions.has(extension) || this.#overrides.has(extension);
  }
}

function addAll(map: Map<string, string>, keys: readonly string[], id: string): void {
  for (const key of keys) if (!map.has(key)) map.set(key, id);
}

/** Scripts with a `#!` line have no extension. */
function mayBeScript(name: string): boolean {
  return !name.includes(".");
}
