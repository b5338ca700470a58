/** Resources: the routes that one declaration makes for a controller, as Rails has them, and Laravel. */

/** What a controller does for a resource. */
export interface ResourceAction {
  readonly name: string;
  readonly methods: readonly string[];
  /** Whether it is about all of them or one. */
  readonly on: "collection" | "member";
  /** What is added to the path. */
  readonly suffix: string;
}

/** A route of a resource. */
export interface ResourceRoute {
  readonly methods: readonly string[];
  readonly path: string;
  /** Name of the action. */
  readonly action: string;
}

/**
 * Routes of some actions.
 * @param path of the collection
 * @param parameter what is added to it for a member: `{id}`
 */
export function resourceRoutes(
  actions: readonly ResourceAction[],
  path: string,
  parameter: string,
): readonly ResourceRoute[] {
  const member = parameter === "" ? path : `${path}/${parameter}`;
  return actions.map(({ name, methods, on, suffix }) => ({
    methods,
    path: (on === "member" ? member : path) + suffix,
    action: name,
  }));
}

/** Words whose singular no rule tells. */
const IRREGULAR = new Map([
  ["children", "child"],
  ["people", "person"],
  ["men", "man"],
  ["women", "woman"],
  ["mice", "mouse"],
  ["news", "news"],
  ["series", "series"],
  ["statuses", "status"],
  ["addresses", "address"],
  ["movies", "movie"],
]);

/** Singular of an English noun, by the common rules. */
export function singular(word: string): string {
  const [, head = "", last = word] = /^(.*[_-])?([^_-]+)$/.exec(word) ?? [];
  const irregular = IRREGULAR.get(last);
  if (irregular !== undefined) return head + irregular;
  const one = last.replace(/ies$/, "y").replace(/(ss|sh|ch|x|z)es$/, "$1");
  return head + (one === last ? last.replace(/([^s])s$/, "$1") : one);
}
