/**
 * Paths of routes, in one form for all frameworks: `/items/{id}/files/{path*}`, where `{id}` stands
 * for one segment, `{path*}` for any number of them, and `…` for what is not known.
 */

/** A regular expression's group that has a name, as Python, Java and Go write it. */
const NAMED_GROUP = /\(\?P?<(\w+)>(?:[^()\\]|\\.|\((?:[^()\\]|\\.)*\))*\)/g;

/**
 * The form that all frameworks share, of a path as one of them writes it: `<int:id>`, `:id`, `[id]`,
 * `{id:[0-9]+}`, `*`.
 */
export function sharedForm(path: string): string {
  return path
    // Flask, Django: `<int:id>`, `<path:rest>`; Rocket: `<id>`, `<rest..>`.
    .replace(
      /<(?:(\w+)(?:\([^)]*\))?:)?(\w+)(\.\.)?>/g,
      (_, type, name, rest) => parameter(name, type === "path" || rest !== undefined),
    )
    // Next.js, SvelteKit, Nuxt: `[id]`, `[...rest]`, `[[id]]`, `[id=kind]`.
    .replace(
      /\[\[?(\.\.\.)?(\w+)(?:=\w+)?\]?\]/g,
      (_, rest, name) => parameter(name, rest !== undefined),
    )
    // FastAPI, Spring, chi, ASP.NET: `{id}`, `{id:[0-9]{4}}`, `{rest:path}`, `{*rest}`, `{rest...}`.
    .replace(/\{(\*{0,2})(\w+)(\.\.\.|\?)?(?::((?:[^{}]|\{[^{}]*\})*))?(?:=[^{}]*)?\}/g, (
      _,
      star,
      name,
      more,
      type,
    ) => parameter(name, star !== "" || more === "..." || type === "path" || type === ".*"))
    // Hono: `:id{[0-9]+}`.
    .replace(/(:\w+)\{(?:[^{}]|\{[^{}]*\})*\}/g, "$1")
    // Express, Rails, Gin: `:id`, `:id(\\d+)`, `:rest*`, `*rest`, `*`.
    .replace(
      /(^|[/.\-])[:](\w+)(?:\((?:[^()]|\([^()]*\))*\))?([?*+])?/g,
      (_, before, name, more) => before + parameter(name, more === "*" || more === "+"),
    )
    .replace(/(^|\/)\*(\w*)/g, (_, before, name) => before + parameter(name || "rest", true));
}

/** The path that a regular expression matches, as far as one can say: `^items/(?P<id>\d+)/$`. */
export function pathOfPattern(pattern: string): string {
  return pattern
    .replace(/^\^/, "").replace(/(?:\$|\\Z|\\z)$/, "")
    .replace(NAMED_GROUP, (_, name) => `{${name}}`)
    .replace(/\((?!\?)(?:[^()\\]|\\.)*\)/g, "{}")
    .replace(/\(\?:((?:[^()\\]|\\.)*)\)\??/g, "$1")
    .replace(/\\([./-])/g, "$1")
    .replace(/\/\?$/, "/");
}

function parameter(name: string, isRest: boolean): string {
  return `{${name}${isRest ? "*" : ""}}`;
}

/** A path under another, with one slash between them. */
export function joinedPath(prefix: string, path: string): string {
  if (path === "" || path === "/" && prefix !== "" && !prefix.endsWith("/")) {
    return prefix + path;
  }
  return `${prefix.replace(/\/$/, "")}/${path.replace(/^\//, "")}`;
}

/** A path as routes are named: it begins with a slash and has no empty segments. */
export function rootedPath(path: string): string {
  return `/${path}`.replace(/\/{2,}/g, "/");
}
