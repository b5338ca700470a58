/**
 * React: what a component is given as a prop runs where the component calls it, or passes it on to an
 * element of the page; so does what a context's provider gives, a function in `useCallback`, a reducer.
 */
import { RefKind } from "../extract/facts.ts";
import type { Linker } from "../resolve/linker.ts";
import type { Links } from "../resolve/links.ts";
import { addHandlerCalls } from "./handler_calls.ts";
import { ReactContexts } from "./react_contexts.ts";
import { linkHooks } from "./react_hooks.ts";
import { ReactProps } from "./react_props.ts";

const ECMASCRIPT = ["javascript", "typescript", "tsx"];
const CALLS: ReadonlySet<number> = new Set([RefKind.call]);
const PACKAGES = /^(?:react|preact|react-native)$/;
const PROPS = "element props";
/** Of what more functions are given for, nothing is said of what one call runs. */
const MOST_FUNCTIONS = 50;

function link(links: Links): void {
  const uses = links.filesIn(ECMASCRIPT).some((file) => links.importsPackage(file, PACKAGES));
  if (!uses) return;
  const contexts = new ReactContexts(links);
  const props = new ReactProps(links, contexts);
  const elements = [...links.offers(PROPS, ECMASCRIPT)].filter((site) => !contexts.collect(site));
  for (const site of elements) props.collect(site);
  const names = new Set([...props.names, ...contexts.names]);
  for (const site of links.referencesTo(CALLS, ECMASCRIPT, names)) {
    for (const given of [props.runBy(site), contexts.runBy(site)]) {
      if (given.size <= MOST_FUNCTIONS) addHandlerCalls(links, site, given, "React");
    }
  }
  for (const { site, functions } of props.runByPage()) {
    if (functions.size <= MOST_FUNCTIONS) addHandlerCalls(links, site, functions, "React");
  }
  linkHooks(links);
}

/** Links components to what they are given to run. */
export const react: Linker = { link };
