/**
 * From JavaScript and TypeScript to addons in C, C++ and Rust (N-API, NAN, napi-rs), and to Rust that is
 * compiled to WebAssembly (wasm-bindgen): by the module that is loaded, and the names that it is given.
 */
import { Ref, RefKind, Sym } from "../extract/facts.ts";
import { Certainty } from "../resolve/edges.ts";
import type { Linker } from "../resolve/linker.ts";
import type { Links, Site } from "../resolve/links.ts";
import type { ProjectFile } from "../resolve/project.ts";
import { append } from "../resolve/multimap.ts";
import { isCallable, isType } from "../resolve/symbol_kinds.ts";
import { parts } from "../resolve/values.ts";
import { C_LANGUAGES } from "./native_languages.ts";
import { nearest } from "../resolve/nearest.ts";

const JAVASCRIPT = ["javascript", "typescript", "tsx"];
const RUST = ["rust"];
const KINDS: ReadonlySet<number> = new Set([RefKind.call, RefKind.construct, RefKind.value]);
/** What is loaded as an addon: a file, through a package that finds it, or as the package of a system. */
const ADDON =
  /^(?:(?:node-gyp-build|bindings|node-pre-gyp|pkg-prebuilds|load_native)\w*\(\)|.*\.node(?:\(\))?|(?:@[\w-]+\/)?[\w.-]+-(?:darwin|linux|win32|android|freebsd|openharmony|wasm32)[\w-]*)\.(.+)$/;
/** Folder into which wasm-pack writes, or the compiled file. */
const WASM = /(?:^|\/)pkg(?:\/|$)|\.wasm$|_bg(?:\.js)?$/;
/** Under this name methods of Rust offer what makes an instance. */
const CONSTRUCTOR = "__new__";
/** With more definitions than this a name says nothing. */
const MOST_TARGETS = 3;

/** What is offered under a name. */
interface Offer {
  readonly symbol: number;
  /** Class that it is a member of; "" for none. */
  readonly owner: string;
  readonly mechanism: string;
}

class JavaScriptNative {
  readonly #links: Links;
  readonly #addon = new Map<string, Offer[]>();
  readonly #wasm = new Map<string, Offer[]>();
  readonly #crates: ReadonlySet<string>;

  constructor(links: Links) {
    this.#links = links;
    for (const means of ["N-API", "napi_property_descriptor"]) {
      for (const site of links.offers(means, C_LANGUAGES)) this.#offer(this.#addon, site, "N-API");
    }
    for (const site of links.offers("napi", RUST)) this.#offer(this.#addon, site, "napi-rs");
    for (const site of links.offers("wasm_bindgen", RUST)) {
      this.#offer(this.#wasm, site, "wasm-bindgen");
    }
    this.#crates = new Set(
      links.manifestsIn(RUST).map(({ manifest }) =>
        normalized((manifest as { readonly name?: string }).name ?? "")
      ),
    );
  }

  #offer(to: Map<string, Offer[]>, site: Site, mechanism: string): void {
    const name = this.#links.nameOf(site);
    const of = this.#links.ownerOf(site);
    const offered = name === CONSTRUCTOR ? of : name;
    for (const { symbol } of this.#links.resolve(site).targets) {
      append(to, offered, { symbol, owner: of, mechanism });
    }
  }

  link(): void {
    const names = new Set(
      [...this.#addon.keys(), ...this.#wasm.keys()]
        .map((name) => this.#links.project.nameId(name))
        .filter((id) => id >= 0),
    );
    for (const site of this.#links.naming(names, KINDS, JAVASCRIPT)) {
      const external = this.#outside(site);
      if (external !== "") this.#bridge(site, this.#meant(external, site.file));
    }
  }

  /** What lies outside behind a reference: by itself, or as what a variable was taken from. */
  #outside(site: Site): string {
    const { targets, external } = this.#links.resolve(site);
    if (external !== undefined) return external;
    const { evaluator } = this.#links.knowledge;
    for (const { symbol } of targets) {
      const file = this.#links.project.fileOfSymbol(symbol);
      const kind = file.symbol(symbol - file.firstSymbol, Sym.KIND);
      if (isCallable(kind) || isType(kind)) {
        if (this.#declaresAddon(file)) return `addon.node.${this.#links.nameOf(site)}`;
        return "";
      }
      for (const part of parts(evaluator.symbol(symbol))) {
        // What a variable of the environment names may be any module.
        if (part.tag !== "external" || part.name.startsWith("require()")) continue;
        return `${part.name}.${this.#links.nameOf(site)}`;
      }
      if (this.#loadsAddon(file)) return `addon.node.${this.#links.nameOf(site)}`;
    }
    return "";
  }

  /** Whether a file names an addon: which one it loads may depend on the machine. */
  #loadsAddon(file: ProjectFile): boolean {
    const { project } = this.#links;
    return file.nameIds.some((id) => project.name(id).endsWith(".node"));
  }

  /** Whether a file has the types of one beside it that loads an addon. */
  #declaresAddon({ path }: ProjectFile): boolean {
    if (!/\.d\.[cm]?ts$/.test(path)) return false;
    const beside = path.replace(/\.d\.([cm]?)ts$/, ".$1js");
    const file = this.#links.filesIn(JAVASCRIPT).find((one) => one.path === beside);
    return file !== undefined && this.#loadsAddon(file);
  }

  #meant(external: string, from: ProjectFile): readonly Offer[] {
    const end = external.lastIndexOf(".");
    const isAddon = ADDON.test(external);
    const all = (isAddon ? this.#addon : this.#wasm).get(external.slice(end + 1)) ?? [];
    if (all.length === 0 || !isAddon && !this.#isWasm(external.slice(0, end), from)) return [];
    const path = external.replaceAll("()", "").split(".");
    const ofClass = all.filter(({ owner }) => owner !== "" && path.includes(owner));
    return ofClass.length > 0 ? ofClass : all;
  }

  #isType(symbol: number): boolean {
    const file = this.#links.project.fileOfSymbol(symbol);
    return isType(file.symbol(symbol - file.firstSymbol, Sym.KIND));
  }

  /** Whether a module is what a crate of the project is compiled to. */
  #isWasm(path: string, from: ProjectFile): boolean {
    const module = path.replace(/\(\)|\.default\b/g, "");
    if (WASM.test(module)) return true;
    const last = module.slice(module.lastIndexOf("/") + 1).split(".")[0]!;
    if (!this.#crates.has(normalized(last))) return false;
    // What the language has itself may be named like a crate: `performance.now()`.
    return module.includes("/") ||
      this.#links.specifiersOf(from).some((specifier) => specifier.includes(last));
  }

  #bridge(site: Site, offers: readonly Offer[]): void {
    const isMade = site.file.reference(site.row, Ref.KIND) !== RefKind.value;
    const making = isMade ? offers.filter(({ symbol }) => !this.#isType(symbol)) : [];
    const meant = making.length > 0 ? making : offers;
    const all = [...new Set(meant.map(({ symbol }) => symbol))];
    const symbols = nearest(this.#links.project, site.file, all);
    if (symbols.length > MOST_TARGETS) return;
    for (const symbol of symbols) {
      const { mechanism } = offers.find((offer) => offer.symbol === symbol)!;
      this.#links.bridge(site, symbol, mechanism, Certainty.inferred, symbols.length);
    }
  }
}

/** The name of a crate as it stands in file names. */
function normalized(name: string): string {
  return name.replaceAll("-", "_").replace(/_bg$/, "");
}

/** JavaScript to native code. */
export const javascriptNative: Linker = { link: (links) => new JavaScriptNative(links).link() };
