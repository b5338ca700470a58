/** Perl: packages and classes, subs and methods, `has` attributes, imports and exports, POD. */
import type { Extraction } from "../extract/extraction.ts";
import { BindingKind, Flag, Kind, Sym } from "../extract/facts.ts";
import type { Grammar } from "../extract/grammar.ts";
import type { LanguageRules } from "../extract/rules.ts";
import { perlModules } from "../resolve/modules/perl_modules.ts";
import type { LanguageImplementation } from "./language.ts";
import { type CommandForm, withCommands } from "./shell/command_calls.ts";
import { perlSemantics } from "./perl_builtins.ts";
import { Attributes } from "./perl/attributes.ts";
import { Definitions } from "./perl/definitions.ts";
import { Expressions } from "./perl/expressions.ts";
import { FileState } from "./perl/file_state.ts";
import { documentFromPod } from "./perl/pod.ts";
import { readable } from "./perl/readable.ts";
import { References } from "./perl/references.ts";
import { Syntax } from "./perl/syntax.ts";

function rules(g: Grammar): LanguageRules {
  const syntax = new Syntax(g);
  const state = new FileState();
  const expressions = new Expressions(syntax, state);
  const attributes = new Attributes(syntax, state, expressions);
  return {
    define: new Definitions(syntax, state, attributes).rules(),
    refer: new References(syntax, state, expressions, attributes).rules(),
    values: expressions.rules(),
    docs: { line: ["#"], block: [] },
    begin: () => state.begin(),
    finish: (x) => {
      attributes.finish(x);
      expressions.tables.finish(x);
      bindLateSubs(x, state);
      settleKinds(x, state);
      documentFromPod(x, state);
    },
  };
}

/** Lets subs that assignments make stand for their names, where no declared sub does. */
function bindLateSubs(x: Extraction, state: FileState): void {
  for (const { symbol, name, scope, offset } of state.lateSubs) {
    if (state.declaredSubs.has(`${scope} ${name}`)) continue;
    x.bind(scope, name, BindingKind.definition, { symbol, offset });
  }
}

/** Whether a package is a class, and its subs methods, shows only once all of it is read. */
function settleKinds(x: Extraction, state: FileState): void {
  const { symbols } = x.facts.tables;
  for (const found of state.packages.values()) {
    const isClass = found.isClass || (found.hasContent && !found.exports && found.name !== "main");
    found.isClass = isClass;
    if (isClass) symbols.set(found.symbol, Sym.KIND, Kind.class);
  }
  for (const { symbol, package: owner, takesInvocant } of state.subs) {
    if (owner === undefined || !owner.isClass || !takesInvocant) {
      // What a package exports of its functions, its lists say.
      symbols.set(symbol, Sym.FLAGS, symbols.get(symbol, Sym.FLAGS) & ~Flag.exported);
      continue;
    }
    const name = x.facts.textAt(symbols.get(symbol, Sym.NAME));
    symbols.set(symbol, Sym.KIND, name === "new" ? Kind.constructor : Kind.method);
  }
}

/** Functions of Perl that run commands. */
const PERL_COMMANDS: CommandForm = {
  calls: ["function_call_expression", "ambiguous_function_call_expression"],
  names: ["system", "exec", "open", "run", "capture", "qx"],
  strings: ["string_literal", "interpolated_string_literal"],
  lists: ["list_expression"],
  others: ["variable_declaration"],
  commands: ["command_string"],
};

/** Perl. */
export const perl: LanguageImplementation = {
  mask: readable,
  rules: withCommands(rules, PERL_COMMANDS),
  modules: perlModules,
  semantics: perlSemantics,
};
