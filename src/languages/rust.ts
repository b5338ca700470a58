/** Rust: crates and modules, types with `impl` blocks, traits, generics, patterns, macros. */
import { rustModules } from "../resolve/modules/rust_modules.ts";
import type { LanguageImplementation } from "./language.ts";
import { readCargoToml } from "./rust/cargo_toml.ts";
import { rustRules } from "./rust/rules.ts";
import { rustSemantics } from "./rust_builtins.ts";

/** Rust. */
export const rust: LanguageImplementation = {
  manifests: { "Cargo.toml": readCargoToml },
  rules: rustRules,
  modules: rustModules,
  semantics: rustSemantics,
};
