/** Edits of a corpus while it is indexed. */
import { basename, extname, join } from "node:path";

/** A project in which edits are made, and where. */
export interface EditedCorpus {
  readonly name: string;
  /** File that gets one more function each time. */
  readonly file: string;
  /** Files that are edited one after the other while a server watches. */
  readonly others: readonly string[];
  /** A definition that very many files use, and how it is written instead. */
  readonly hub: { readonly file: string; readonly text: string; readonly instead: string };
}

/** Where edits are made in the corpora that are large enough. */
export const EDITED_CORPORA: readonly EditedCorpus[] = [
  {
    name: "django",
    file: "django/utils/text.py",
    others: ["django/core/paginator.py", "django/http/request.py", "django/forms/fields.py"],
    hub: {
      file: "django/db/models/query.py",
      text: "def filter(self, *args, **kwargs):",
      instead: "def filter(self, more=None, *args, **kwargs):",
    },
  },
  {
    name: "kubernetes",
    file: "pkg/kubelet/kubelet.go",
    others: [
      "pkg/controller/deployment/sync.go",
      "pkg/proxy/iptables/proxier.go",
      "pkg/registry/core/pod/strategy.go",
    ],
    hub: {
      file: "staging/src/k8s.io/apimachinery/pkg/api/errors/errors.go",
      text: "func IsNotFound(err error) bool {",
      instead: "func IsNotFound(err error, more ...int) bool {",
    },
  },
];

/** A function in the language of a file. @param parameter its only one, if it has any */
type Written = (name: string, parameter: string, body: string) => string;

const FUNCTIONS: Readonly<Record<string, Written>> = {
  ".py": (name, parameter, body) => `\n\ndef ${name}(${parameter}):\n    return ${body}\n`,
  ".go": (name, parameter, body) =>
    `\nfunc ${name}(${parameter === "" ? "" : `${parameter} int`}) int { return ${body} }\n`,
};

/** What is asked after an edit, and what an answer holds that knows of it. */
export interface Sign {
  readonly tool: string;
  readonly given: Readonly<Record<string, unknown>>;
  readonly text: RegExp;
}

/** An edit that can be made once. @returns by what it is seen */
export type MakeEdit = () => Sign;

/** Appends a function to the file of a corpus. */
export function addFunction(folder: string, { file }: EditedCorpus): Sign {
  const name = freshName();
  append(folder, file, written(file, name, "", "1"));
  return found(file, name);
}

/** Edits of other files: to each a new function, then in each another body, then another signature. */
export function laterEdits(folder: string, { others }: EditedCorpus): readonly MakeEdit[] {
  const all = others.map((file) => {
    const [caller, called, parameter] = [freshName(), freshName(), freshName()];
    return [
      (): Sign => {
        append(folder, file, written(file, caller, "", "1") + written(file, called, "", "2"));
        return found(file, called);
      },
      (): Sign => {
        const call = written(file, caller, "", `${called}()`);
        replace(folder, file, written(file, caller, "", "1"), call);
        return { tool: "codegraph_callers", given: { symbol: called }, text: new RegExp(caller) };
      },
      (): Sign => {
        replace(
          folder,
          file,
          written(file, called, "", "2"),
          written(file, called, parameter, "2"),
        );
        return { tool: "codegraph_node", given: { symbol: called }, text: new RegExp(parameter) };
      },
    ];
  });
  return [0, 1, 2].flatMap((step) => all.map((edits) => edits[step]!));
}

/** A name that no other is like, so that only the function itself is found by it. */
export function freshName(): string {
  const letters = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(letters, (letter) => String.fromCharCode(97 + letter % 26)).join("");
}

function found(file: string, name: string): Sign {
  // An answer that only warns of an edited file names it, too, but no line of it.
  return {
    tool: "codegraph_search",
    given: { query: name },
    text: new RegExp(`${basename(file)}:\\d`),
  };
}

function written(file: string, name: string, parameter: string, body: string): string {
  return FUNCTIONS[extname(file)]!(name, parameter, body);
}

function append(folder: string, file: string, text: string): void {
  Deno.writeTextFileSync(join(folder, file), text, { append: true });
}

function replace(folder: string, file: string, text: string, instead: string): void {
  const path = join(folder, file);
  const whole = Deno.readTextFileSync(path);
  if (!whole.includes(text)) throw new Error(`${file} has no ${text}`);
  Deno.writeTextFileSync(path, whole.replace(text, instead));
}

/** Writes the hub of a corpus the other way. */
export function changeHub(folder: string, { hub }: EditedCorpus): void {
  const text = Deno.readTextFileSync(join(folder, hub.file));
  const [from, to] = text.includes(hub.instead) ? [hub.instead, hub.text] : [hub.text, hub.instead];
  replace(folder, hub.file, from, to);
}
