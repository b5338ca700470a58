/** Angular's router. */
import type { Linker } from "../resolve/linker.ts";
import { ScreenRoutes } from "./screen_routes.ts";

/** Angular's router. */
export const angularRouter: Linker = {
  link: (links) =>
    new ScreenRoutes(links, {
      framework: "Angular",
      packages: /^@angular\/router$/,
      routers: /^@angular\/router\.(?:RouterModule\.for(?:Root|Child)|provideRouter)$/,
      routerNames: ["forChild", "forRoot", "provideRouter"],
      shows: ["component"],
      goes: {
        means: /^@angular\/router\.Router\.navigateByUrl$/,
        names: ["navigateByUrl"],
      },
      loads: { loadComponent: ["default"] },
    }).link(),
};
