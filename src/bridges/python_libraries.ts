/** From Python to functions of shared libraries, by their own names: ctypes and cffi. */
import { Kind, RefKind, Sym } from "../extract/facts.ts";
import { Certainty } from "../resolve/edges.ts";
import type { Linker } from "../resolve/linker.ts";
import type { Links, Site } from "../resolve/links.ts";
import { nearest } from "./nearest.ts";
import { outsidePath } from "./python_paths.ts";

const PYTHON = ["python"];
const NATIVE: ReadonlySet<string> = new Set(["c", "cpp", "rust"]);
const KINDS: ReadonlySet<number> = new Set([RefKind.call, RefKind.value, RefKind.read]);
/** Members of what these give are functions of a library. */
const LIBRARIES: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:ctypes\.(?:(?:CDLL|PyDLL|WinDLL|OleDLL|(?:cdll|windll|oledll|pydll)\.LoadLibrary)\(\)|(?:cdll|windll)\.\w+)|numpy\.ctypeslib\.load_library\(\))\.(\w+)$/,
    "ctypes",
  ],
  [/^cffi\.(?:api\.)?FFI\(\)(?:\.dlopen\(\))?\.(\w+)$/, "cffi"],
];
/** A module that cffi made has its functions in `lib`. */
const MADE = /^[\w.]+\.lib\.(\w+)$/;
/** With more definitions than this a name says nothing. */
const MOST_TARGETS = 3;

function link(links: Links): void {
  const usesCffi = links.filesIn(PYTHON).some((file) => links.imports(file, "cffi"));
  const libraries = usesCffi ? [...LIBRARIES, [MADE, "cffi"] as const] : LIBRARIES;
  for (const site of links.naming(links.functionNames(NATIVE), KINDS, PYTHON)) {
    bridge(links, site, libraries);
  }
}

function bridge(links: Links, site: Site, libraries: typeof LIBRARIES): void {
  const path = outsidePath(links, site);
  if (path === "") return;
  for (const [pattern, mechanism] of libraries) {
    const name = pattern.exec(path)?.[1];
    if (name === undefined) continue;
    const all = links.functions(name, NATIVE).filter((symbol) => isFunction(links, symbol));
    const symbols = nearest(links.project, site.file, all);
    if (symbols.length > MOST_TARGETS) return;
    const confidence = symbols.length > 1 ? Certainty.heuristic : Certainty.inferred;
    for (const symbol of symbols) {
      links.bridge(site, symbol, mechanism, confidence, symbols.length);
    }
    return;
  }
}

/** Methods have no names in a library. */
function isFunction({ project }: Links, symbol: number): boolean {
  const file = project.fileOfSymbol(symbol);
  return file.symbol(symbol - file.firstSymbol, Sym.KIND) === Kind.function;
}

/** Python to shared libraries. */
export const pythonLibraries: Linker = { link };
