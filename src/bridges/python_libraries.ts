/** From Python to functions of shared libraries, by their own names: ctypes and cffi. */
import { RefKind } from "../extract/facts.ts";
import type { Linker } from "../resolve/linker.ts";
import type { Links, Site } from "../resolve/links.ts";
import { bridgeToLibrary } from "./library_functions.ts";
import { NATIVE } from "./native_languages.ts";
import { outsidePaths } from "./python_paths.ts";

const PYTHON = ["python"];
const KINDS: ReadonlySet<number> = new Set([RefKind.call, RefKind.value, RefKind.read]);
/** Members of what these give are functions of a library. */
const LIBRARIES: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:ctypes\.(?:(?:CDLL|PyDLL|WinDLL|OleDLL)(?:\(\))?|(?:cdll|windll|oledll|pydll)\.LoadLibrary\(\)|(?:cdll|windll)\.\w+)|numpy\.ctypeslib\.load_library\(\))\.(\w+)$/,
    "ctypes",
  ],
  [/^cffi\.(?:api\.)?FFI\(\)(?:\.dlopen\(\))?\.(\w+)$/, "cffi"],
];
/** A module that cffi made has its functions in `lib`. */
const MADE = /^[\w.]+\.lib\.(\w+)$/;

function link(links: Links): void {
  const usesCffi = links.filesIn(PYTHON).some((file) => links.imports(file, "cffi"));
  const libraries = usesCffi ? [...LIBRARIES, [MADE, "cffi"] as const] : LIBRARIES;
  for (const site of links.naming(links.definedNames(NATIVE), KINDS, PYTHON)) {
    bridge(links, site, libraries);
  }
}

function bridge(links: Links, site: Site, libraries: typeof LIBRARIES): void {
  for (const path of outsidePaths(links, site)) {
    for (const [pattern, mechanism] of libraries) {
      const name = pattern.exec(path)?.[1];
      if (name !== undefined) return bridgeToLibrary(links, site, name, mechanism);
    }
  }
}

/** Python to shared libraries. */
export const pythonLibraries: Linker = { link };
