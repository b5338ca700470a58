/** NestJS: controllers and the prefix that all of them share. */
import { RefKind } from "../extract/facts.ts";
import type { Linker } from "../resolve/linker.ts";
import type { Links } from "../resolve/links.ts";
import { AnnotatedRoutes } from "./annotated_routes.ts";
import { ANY_METHOD } from "./routes.ts";

const LANGUAGES = ["typescript", "tsx", "javascript"];

/** `app.setGlobalPrefix("api")`. */
function globalPrefix(links: Links): string {
  const calls = new Set([RefKind.call]);
  for (const site of links.referencesTo(calls, LANGUAGES, ["setGlobalPrefix"])) {
    const call = links.callOf(site);
    const text = links.texts.text(site.file, call?.positional[0] ?? -1);
    if (text !== undefined) return text;
  }
  return "";
}

/** NestJS. */
export const nest: Linker = {
  link: (links) =>
    new AnnotatedRoutes(links, {
      framework: "NestJS",
      languages: LANGUAGES,
      annotation: /^@nestjs\/common\./,
      verbs: new Map([
        ["Get", ["GET"]],
        ["Post", ["POST"]],
        ["Put", ["PUT"]],
        ["Patch", ["PATCH"]],
        ["Delete", ["DELETE"]],
        ["Head", ["HEAD"]],
        ["Options", ["OPTIONS"]],
        ["All", [ANY_METHOD]],
        ["Sse", ["GET"]],
      ]),
      paths: new Set(["Controller"]),
      pathArguments: ["path"],
      methodArguments: [],
      prefix: globalPrefix,
    }).link(),
};
