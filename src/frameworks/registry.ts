/** All frameworks. Adding one: its file, and one entry here. */
import type { LinkerEntry } from "../resolve/linker.ts";

/** Members that add a route of a method, in many frameworks. */
const VERBS = ["all", "delete", "get", "head", "options", "patch", "post", "put"];
const ECMASCRIPT = ["javascript", "typescript", "tsx"];

/** Methods of Go's routers that are given paths, methods or prefixes. */
const GO_ROUTER_CALLS = [
  "Add",
  "All",
  "Any",
  "CONNECT",
  "Connect",
  "DELETE",
  "Delete",
  "GET",
  "Get",
  "Group",
  "HEAD",
  "Handle",
  "HandleFunc",
  "Head",
  "Method",
  "MethodFunc",
  "Methods",
  "Mount",
  "OPTIONS",
  "Options",
  "PATCH",
  "POST",
  "PUT",
  "Patch",
  "Path",
  "PathPrefix",
  "Post",
  "Put",
  "Route",
  "TRACE",
  "Trace",
];

/** Every framework. */
export const FRAMEWORKS: readonly LinkerEntry[] = [
  {
    id: "express",
    languages: [ECMASCRIPT],
    names: ["express"],
    reads: [...VERBS, "route", "use"],
    load: async () => (await import("./express.ts")).express,
  },
  {
    id: "fastapi",
    languages: [["python"]],
    names: ["fastapi", "starlette"],
    reads: [
      ...VERBS,
      "add_api_route",
      "add_route",
      "api_route",
      "APIRouter",
      "dependencies",
      "include_router",
      "methods",
      "mount",
      "Mount",
      "prefix",
      "route",
      "Route",
      "routes",
      "websocket",
      "WebSocketRoute",
    ],
    load: async () => (await import("./fastapi.ts")).fastApi,
  },
  {
    id: "flask",
    languages: [["python"]],
    names: ["flask", "quart"],
    reads: [
      ...VERBS,
      "add_url_rule",
      "Blueprint",
      "methods",
      "register_blueprint",
      "route",
      "websocket",
    ],
    load: async () => (await import("./flask.ts")).flask,
  },
  {
    id: "go-routers",
    languages: [["go"]],
    names: [
      "github.com/gin-gonic/gin",
      "github.com/go-chi/chi",
      "github.com/go-chi/chi/v5",
      "github.com/gofiber/fiber/v2",
      "github.com/gofiber/fiber/v3",
      "github.com/gorilla/mux",
      "github.com/labstack/echo",
      "github.com/labstack/echo/v4",
      "github.com/labstack/echo/v5",
      "net/http",
    ],
    reads: [
      // Packages: of files that import one, all calls are kept with what they are given.
      "github.com/gin-gonic/gin",
      "github.com/go-chi/chi",
      "github.com/gofiber/fiber",
      "github.com/gorilla/mux",
      "github.com/labstack/echo",
      "net/http",
      ...GO_ROUTER_CALLS,
    ],
    load: async () => (await import("./go_routers.ts")).goRouters,
  },
];
