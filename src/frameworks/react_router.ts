/** React Router, in an application's own code or as a framework whose routes are files. */
import type { Linker } from "../resolve/linker.ts";
import { addRouteModules } from "./route_modules.ts";
import { ScreenRoutes } from "./screen_routes.ts";

/** React Router. */
export const reactRouter: Linker = {
  link: (links) => {
    new ScreenRoutes(links, {
      framework: "React Router",
      packages: /^(?:react-router(?:-dom|-native)?|@remix-run\/(?:react|router))$/,
      routers:
        /^(?:react-router(?:-dom|-native)?|@remix-run\/\w+)\.(?:create\w*(?:Router|Handler|RoutesStub)|useRoutes|matchRoutes)$/,
      routerNames: [
        "createBrowserRouter",
        "createHashRouter",
        "createMemoryRouter",
        "createStaticHandler",
        "useRoutes",
      ],
      element: /(?:^|[./])react-router(?:-dom|-native)?\.Route$|\.components\.Route$/,
      shows: ["element", "Component", "component", "render"],
      loads: { lazy: ["Component", "default"] },
      goes: {
        means:
          /^(?:react-router(?:-dom|-native)?|@remix-run\/react)\.(?:useNavigate\(\)|useHistory\(\)\.(?:push|replace)|redirect|Link|NavLink|Navigate|Redirect)$/,
        names: [
          "Link",
          "NavLink",
          "Navigate",
          "Redirect",
          "navigate",
          "push",
          "redirect",
          "replace",
        ],
        path: "to",
      },
    }).link();
    addRouteModules(links);
  },
};
