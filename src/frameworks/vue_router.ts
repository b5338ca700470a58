/** Vue Router. */
import type { Linker } from "../resolve/linker.ts";
import { ScreenRoutes } from "./screen_routes.ts";

/** Vue Router. */
export const vueRouter: Linker = {
  link: (links) =>
    new ScreenRoutes(links, {
      framework: "Vue Router",
      packages: /^vue-router$/,
      routers: /^vue-router(?:\.default)?(?:\.createRouter)?$/,
      routerNames: ["createRouter", "Router", "VueRouter"],
      shows: ["component", "components"],
      loads: {},
      goes: {
        means:
          /^(?:\$router|vue-router\.(?:(?:createRouter|useRouter|default)\(\)\.(?:push|replace)))$/,
        names: ["push", "replace"],
      },
    }).link(),
};
