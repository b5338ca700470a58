/** Express: applications, routers and what is mounted where. */
import { elementsAt, type GivenCall } from "../resolve/given.ts";
import type { Linker } from "../resolve/linker.ts";
import type { Links } from "../resolve/links.ts";
import { type MountCall, VerbRouter, type VerbRouterSpec } from "./verb_router.ts";

/** `app.use("/api", auth, router)`, `app.use(router)`: the path may be left out. */
export function pathThenChildren({ file, positional }: GivenCall, links: Links): MountCall {
  const [first, ...rest] = positional;
  if (first === undefined) return { path: undefined, children: [] };
  const isPath = positional.length > 1 && links.texts.texts(file, first).length > 0;
  const children = (isPath ? rest : positional).flatMap((argument) => {
    const elements = elementsAt(file, argument);
    return elements.length > 0 ? elements : [argument];
  });
  return {
    path: isPath ? [file, first] : undefined,
    children: children.map((argument) => [file, argument] as const),
  };
}

const EXPRESS: VerbRouterSpec = {
  framework: "Express",
  packages: /^express$/,
  application:
    /^express(?:\.default)?(?:\(\)|\.(?:Express|Application)\b)$|^lib\.express\.createApplication$/,
  router: /^express(?:\.default)?\.(?:Router|IRouter)(?:\(\))?$/,
  mounts: { use: pathThenChildren },
  under: ["route"],
};

/** Express. */
export const express: Linker = { link: (links) => new VerbRouter(links, EXPRESS).link() };
