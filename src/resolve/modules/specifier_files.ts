/** Which files the specifiers of TypeScript and JavaScript mean, as bundlers and the compiler find them. */
import { append } from "../multimap.ts";
import type { Project } from "../project.ts";
import { parentOf, sharedLength } from "../project_paths.ts";
import type {
  CompilerManifest,
  EcmascriptManifest,
  PackageManifest,
} from "./ecmascript_manifest.ts";
import { exportTargets, importTargets, isTyping, matchPattern } from "./package_targets.ts";

const LANGUAGES: ReadonlySet<string> = new Set(["typescript", "tsx", "javascript"]);

/** Extensions that a specifier may leave out, in the order in which they are tried. */
const EXTENSIONS = [
  ".ts",
  ".tsx",
  ".mts",
  ".cts",
  ".js",
  ".jsx",
  ".mjs",
  ".cjs",
  ".d.ts",
  ".vue",
  ".svelte",
];
/** What an extension that is written may stand for in the sources. */
const WRITTEN: Readonly<Record<string, readonly string[]>> = {
  ".js": [".ts", ".tsx", ".jsx", ".d.ts"],
  ".jsx": [".tsx", ".d.ts"],
  ".mjs": [".mts", ".d.mts"],
  ".cjs": [".cts", ".d.cts"],
};
/** Folders that a build writes, to be looked for among the sources instead. */
const BUILT =
  /^(?:\.\/)?(?:dist|lib|build|out|esm|cjs|es|umd|types|typings|module|commonjs)(?:\/(?:esm|cjs|es|umd|types|node|browser|module|commonjs))?(?:\/|$)/;
const SOURCE_FOLDERS = ["src/", "", "lib/", "source/"];
/** Entry points of a package that does not say where it starts. */
const DEFAULT_ENTRIES = ["src/index", "index", "lib/index", "src/main", "main", "mod"];
/** Folders that servers give files out of. */
const SERVED_FOLDERS = ["", "public", "static", "assets", "www", "web", "src"];
const MOST_EXTENDED = 8;
const KNOWN_EXTENSION = /(?:\.d)?\.[cm]?[jt]sx?$/;

interface Package {
  readonly directory: string;
  readonly manifest: PackageManifest;
}

/**
 * Relative specifiers are completed as the compiler does (`./a.js` may be `a.ts`, `./a` may be
 * `a/index.ts`). Bare ones are packages: of the same repository by their `package.json`, whose
 * published entry points are mapped back to sources where only those exist; through the `paths` of
 * the nearest `tsconfig.json`; else from outside the project.
 */
export class SpecifierFiles {
  readonly #project: Project;
  readonly #packages = new Map<string, Package[]>();
  readonly #packageAt = new Map<string, Package>();
  readonly #compilerAt = new Map<string, CompilerManifest & { readonly file: string }>();

  constructor(project: Project) {
    this.#project = project;
    for (const file of project.files) {
      const manifest = file.manifest as EcmascriptManifest | undefined;
      if (manifest === undefined || !LANGUAGES.has(file.language)) continue;
      const directory = parentOf(file.path);
      if (manifest.kind === "package") this.#addPackage({ directory, manifest });
      else this.#addCompiler(directory, manifest, file.path);
    }
  }

  #addPackage(found: Package): void {
    // `package.json` beside `deno.json`: the one that names the package counts.
    const known = this.#packageAt.get(found.directory);
    if (known?.manifest.name === undefined) this.#packageAt.set(found.directory, found);
    const { name } = found.manifest;
    if (name === undefined) return;
    append(this.#packages, name, found);
  }

  #addCompiler(directory: string, manifest: CompilerManifest, path: string): void {
    const isMain = /(?:ts|js)config\.json$/.test(path);
    if (isMain || !this.#compilerAt.has(directory)) {
      this.#compilerAt.set(directory, { ...manifest, file: path });
    }
  }

  /** File that a specifier means in a directory; -1 when it is outside the project. */
  find(directory: string, specifier: string): number {
    if (/^\.\.?(?:\/|$)/.test(specifier)) return this.#complete(join(directory, specifier));
    if (specifier.startsWith("#")) return this.#internal(directory, specifier);
    if (/^[a-z]{2,}:/i.test(specifier)) return -1;
    if (/^\$lib(?:\/|$)/.test(specifier)) return this.#inKit(directory, specifier.slice(4));
    const mapped = this.#mapped(directory, specifier);
    if (mapped >= 0) return mapped;
    if (/^\/[^/]/.test(specifier)) return this.#served(directory, specifier);
    return this.#inPackage(directory, specifier);
  }

  /** `/app.js`: what a server gives under that path, out of the nearest folder that has it. */
  #served(directory: string, path: string): number {
    for (let at = directory;; at = parentOf(at)) {
      for (const folder of SERVED_FOLDERS) {
        const file = this.#complete(join(at, folder + path));
        if (file >= 0) return file;
      }
      if (at === "") return -1;
    }
  }

  /** The file at a path that may lack its extension, have that of the compiled file, or be a folder. */
  #complete(path: string | undefined): number {
    if (path === undefined) return -1;
    const exact = this.#source(path);
    if (exact >= 0) return exact;
    const written = /\.[cm]?jsx?$/.exec(path);
    if (written !== null) {
      const stem = path.slice(0, written.index);
      for (const extension of WRITTEN[written[0]] ?? []) {
        const file = this.#source(stem + extension);
        if (file >= 0) return file;
      }
    }
    for (const extension of EXTENSIONS) {
      const file = this.#source(path + extension);
      if (file >= 0) return file;
    }
    return this.#folder(path);
  }

  #folder(path: string): number {
    const entries = this.#packageAt.get(path)?.manifest.entries ?? [];
    for (const entry of entries) {
      const target = join(path, entry);
      if (target === path) continue;
      const file = this.#complete(target);
      if (file >= 0) return file;
    }
    for (const extension of EXTENSIONS) {
      const file = this.#source(path === "" ? `index${extension}` : `${path}/index${extension}`);
      if (file >= 0) return file;
    }
    return -1;
  }

  #source(path: string): number {
    const file = this.#project.fileAt(path);
    return file >= 0 && this.#project.file(file).manifest === undefined ? file : -1;
  }

  // ── packages of the repository ──────────────────────────────────────────────────────────────

  #inPackage(directory: string, specifier: string): number {
    const split = /^(@[^/]+\/[^/]+|[^/]+)(?:\/(.*))?$/.exec(specifier);
    if (split === null) return -1;
    const candidates = this.#packages.get(split[1]!);
    if (candidates === undefined) return -1;
    const nearest = candidates.length === 1
      ? candidates
      : [...candidates].sort((a, b) =>
        sharedLength(b.directory, directory) - sharedLength(a.directory, directory)
      );
    for (const found of nearest) {
      const file = this.#entry(found, split[2] ?? "");
      if (file >= 0) return file;
    }
    return -1;
  }

  /** File of a package's entry point; `subpath` is empty for the package itself. */
  #entry({ directory, manifest }: Package, subpath: string): number {
    const targets = manifest.exports === undefined
      ? []
      : exportTargets(manifest.exports, subpath === "" ? "." : `./${subpath}`);
    if (subpath === "") targets.push(...manifest.entries);
    // A target that exists as it is comes before one that a build would write.
    for (const target of targets) {
      const file = this.#source(join(directory, target) ?? "");
      if (file >= 0 && !isTyping(target)) return file;
    }
    for (const target of targets) {
      const file = this.#unbuilt(directory, target);
      if (file >= 0) return file;
    }
    const guesses = subpath === ""
      ? DEFAULT_ENTRIES
      : SOURCE_FOLDERS.map((folder) => `${folder}${subpath}`);
    for (const guess of guesses) {
      const file = this.#complete(join(directory, guess));
      if (file >= 0) return file;
    }
    return -1;
  }

  /** The source of a built file: `dist/esm/a/b.js` may come from `src/a/b.ts`. */
  #unbuilt(directory: string, target: string): number {
    const stem = target.replace(/^\.\//, "").replace(KNOWN_EXTENSION, "");
    const inside = stem.replace(BUILT, "");
    for (const folder of SOURCE_FOLDERS) {
      const file = this.#complete(join(directory, `${folder}${inside}`));
      if (file >= 0) return file;
    }
    return this.#complete(join(directory, stem));
  }

  /** `$lib` is `src/lib` of the package around, unless a project says otherwise (SvelteKit). */
  #inKit(directory: string, rest: string): number {
    for (let at = directory;; at = parentOf(at)) {
      if (this.#packageAt.has(at) || at === "") {
        const file = this.#complete(join(at, `src/lib${rest}`));
        return file >= 0 ? file : this.#mapped(directory, `$lib${rest}`);
      }
    }
  }

  /** `#name`: a private name of the package around. */
  #internal(directory: string, specifier: string): number {
    for (let at = directory;; at = parentOf(at)) {
      const found = this.#packageAt.get(at);
      if (found?.manifest.imports !== undefined) {
        for (const target of importTargets(found.manifest.imports, specifier)) {
          const file = this.#complete(join(at, target));
          if (file >= 0) return file;
          const source = this.#unbuilt(at, target);
          if (source >= 0) return source;
        }
      }
      if (at === "") return this.#mapped(directory, specifier);
    }
  }

  // ── compiler settings ───────────────────────────────────────────────────────────────────────

  /** Through `paths` and `baseUrl` of the nearest compiler settings, and import maps. */
  #mapped(directory: string, specifier: string): number {
    for (let at = directory;; at = parentOf(at)) {
      const settings = this.#compilerAt.get(at);
      const file = settings === undefined ? -1 : this.#throughSettings(settings, specifier);
      if (file >= 0) return file;
      const imports = this.#packageAt.get(at)?.manifest.imports;
      if (imports !== undefined) {
        for (const target of importTargets(imports, specifier)) {
          const found = target.startsWith(".") ? this.#complete(join(at, target)) : -1;
          if (found >= 0) return found;
        }
      }
      if (at === "") return -1;
    }
  }

  #throughSettings(settings: CompilerManifest & { file: string }, specifier: string): number {
    let current: (CompilerManifest & { file: string }) | undefined = settings;
    for (let depth = 0; current !== undefined && depth < MOST_EXTENDED; depth++) {
      const file = this.#throughPaths(current, specifier);
      if (file >= 0) return file;
      current = this.#extended(current);
    }
    return -1;
  }

  #throughPaths(settings: CompilerManifest & { file: string }, specifier: string): number {
    const base = join(parentOf(settings.file), settings.baseUrl ?? ".");
    if (base === undefined) return -1;
    for (const [pattern, targets] of sortedPatterns(settings.paths)) {
      const rest = matchPattern(pattern, specifier);
      if (rest === undefined) continue;
      for (const target of targets) {
        const file = this.#complete(join(base, target.replace("*", rest)));
        if (file >= 0) return file;
      }
    }
    return settings.baseUrl === undefined ? -1 : this.#complete(join(base, specifier));
  }

  #extended(settings: CompilerManifest & { file: string }):
    | (CompilerManifest & { file: string })
    | undefined {
    for (const extended of settings.extends) {
      if (!extended.startsWith(".")) continue;
      const path = join(parentOf(settings.file), extended);
      if (path === undefined) continue;
      for (const candidate of [path, `${path}.json`]) {
        const id = this.#project.fileAt(candidate);
        const manifest = id < 0 ? undefined : this.#project.file(id).manifest as EcmascriptManifest;
        if (manifest?.kind === "compiler") return { ...manifest, file: candidate };
      }
    }
    return undefined;
  }
}

/** Patterns with the longest fixed beginning first. */
function sortedPatterns(
  paths: CompilerManifest["paths"],
): readonly (readonly [string, readonly string[]])[] {
  return Object.entries(paths ?? {}).sort(([a], [b]) => b.length - a.length);
}

/** A relative path seen from a directory; undefined when it leaves the project. */
function join(directory: string, relative: string): string | undefined {
  const parts = directory === "" ? [] : directory.split("/");
  for (const part of relative.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.join("/");
}
