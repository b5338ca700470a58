/** Hooks of React that hold functions: `useCallback(run, […])`, `useReducer(reduce, …)`. */
import { Binding, Expr, Op, Ref, RefKind, Sym } from "../extract/facts.ts";
import { callAt } from "../resolve/given.ts";
import type { Links } from "../resolve/links.ts";
import { append } from "../resolve/multimap.ts";
import type { ProjectFile } from "../resolve/project.ts";
import { addHandlerCalls, functionsOf } from "./handler_calls.ts";

const ECMASCRIPT = ["javascript", "typescript", "tsx"];
const CALLS: ReadonlySet<number> = new Set([RefKind.call]);
const WRAPS = /^(?:react|preact\/hooks|preact\/compat)(?:\.default)?\.use(?:Callback|EffectEvent)$/;
const REDUCES = /^(?:react|preact\/hooks|preact\/compat)(?:\.default)?\.useReducer$/;
/** What a reducer's hook gives: the state, and what calls the reducer. */
const DISPATCH = 1;

/** Functions that an expression is, through hooks that give back the one that they are given. */
export function wrappedFunction(
  links: Links,
  file: ProjectFile,
  expression: number,
): readonly number[] {
  const own = functionsOf(links, file, expression);
  if (own.length > 0 || expression < 0) return own;
  return links.origins.of(file, expression).flatMap((origin) => {
    const call = origin.tag === "expression" ? callAt(origin.file, origin.expression) : undefined;
    const isWrapped = call !== undefined &&
      links.namesOf(call.file, call.callee).some((name) => WRAPS.test(name));
    return isWrapped ? functionsOf(links, call.file, call.positional[0] ?? -1) : [];
  });
}

/** Links calls of variables that hold what such a hook gives. */
export function linkHooks(links: Links): void {
  const held = new Map<string, readonly number[]>();
  const names = new Map<string, ProjectFile[]>();
  const sites = links.referencesTo(CALLS, ECMASCRIPT, [
    "useCallback",
    "useEffectEvent",
    "useReducer",
  ]);
  for (const file of new Set(Array.from(sites, (site) => site.file))) {
    const count = file.count("bindings");
    for (let row = 0; row < count; row++) {
      const functions = heldBy(links, file, row);
      if (functions.length === 0) continue;
      held.set(`${file.id} ${row}`, functions);
      append(names, file.text(file.binding(row, Binding.NAME)), file);
    }
  }
  for (const site of links.referencesTo(CALLS, ECMASCRIPT, names.keys())) {
    if (names.get(links.nameOf(site))?.includes(site.file) !== true) continue;
    const called = site.file.reference(site.row, Ref.EXPR);
    const functions = links.entitiesAt(site.file, called).flatMap((entity) =>
      entity.tag === "binding" ? held.get(`${entity.file} ${entity.binding}`) ?? [] : []
    );
    addHandlerCalls(links, site, new Set(functions), "React");
  }
}

function heldBy(links: Links, file: ProjectFile, row: number): readonly number[] {
  const symbol = file.binding(row, Binding.SYMBOL);
  const value = symbol < 0 ? file.binding(row, Binding.VALUE) : file.symbol(symbol, Sym.VALUE);
  if (value < 0) return [];
  const isPick = file.expression(value, Expr.OP) === Op.pick;
  if (isPick && file.expression(value, Expr.B) !== DISPATCH) return [];
  const call = callAt(file, isPick ? file.expression(value, Expr.A) : value);
  const hook = isPick ? REDUCES : WRAPS;
  return call !== undefined && links.namesOf(file, call.callee).some((name) => hook.test(name))
    ? functionsOf(links, file, call.positional[0] ?? -1)
    : [];
}
