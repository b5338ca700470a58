/** Java and Kotlin: annotated controllers of Spring, JAX-RS (Jakarta REST) and Micronaut. */
import type { Linker } from "../resolve/linker.ts";
import { AnnotatedRoutes, type AnnotationRules } from "./annotated_routes.ts";

const JVM = ["java", "kotlin"];

const FRAMEWORKS: readonly AnnotationRules[] = [
  {
    framework: "Spring",
    languages: JVM,
    annotation: /^org\.springframework\.(?:web\.|messaging\.|cloud\.)/,
    verbs: new Map([
      ["GetMapping", ["GET"]],
      ["PostMapping", ["POST"]],
      ["PutMapping", ["PUT"]],
      ["PatchMapping", ["PATCH"]],
      ["DeleteMapping", ["DELETE"]],
      ["RequestMapping", []],
      ["MessageMapping", ["MESSAGE"]],
      ["SubscribeMapping", ["SUBSCRIBE"]],
    ]),
    paths: new Set(),
    pathArguments: ["value", "path"],
    methodArguments: ["method"],
    clients: new Set(["FeignClient"]),
  },
  {
    framework: "JAX-RS",
    languages: JVM,
    annotation: /^(?:javax|jakarta)\.ws\.rs\./,
    verbs: new Map(
      ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"].map((name) => [name, [name]]),
    ),
    paths: new Set(["Path"]),
    pathArguments: ["value"],
    methodArguments: [],
  },
  {
    framework: "Micronaut",
    languages: JVM,
    annotation: /^io\.micronaut\.http\.(?:client\.)?annotation\./,
    verbs: new Map(
      ["Get", "Post", "Put", "Patch", "Delete", "Head", "Options"].map((name) => [name, [name]]),
    ),
    paths: new Set(["Controller"]),
    pathArguments: ["value", "uri", "uris"],
    methodArguments: [],
    clients: new Set(["Client"]),
  },
];

/** Annotated controllers of Java and Kotlin. */
export const jvmControllers: Linker = {
  link: (links) => {
    for (const rules of FRAMEWORKS) new AnnotatedRoutes(links, rules).link();
  },
};
