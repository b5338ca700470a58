/** Edits of a corpus while it is indexed. */
import { extname, join } from "node:path";

/** A project in which edits are made, and where. */
export interface EditedCorpus {
  readonly name: string;
  /** File that gets one more function each time. */
  readonly file: string;
  /** A definition that very many files use, and how it is written instead. */
  readonly hub: { readonly file: string; readonly text: string; readonly instead: string };
}

/** Where edits are made in the corpora that are large enough. */
export const EDITED_CORPORA: readonly EditedCorpus[] = [
  {
    name: "django",
    file: "django/utils/text.py",
    hub: {
      file: "django/db/models/query.py",
      text: "def filter(self, *args, **kwargs):",
      instead: "def filter(self, more=None, *args, **kwargs):",
    },
  },
  {
    name: "kubernetes",
    file: "pkg/kubelet/kubelet.go",
    hub: {
      file: "staging/src/k8s.io/apimachinery/pkg/api/errors/errors.go",
      text: "func IsNotFound(err error) bool {",
      instead: "func IsNotFound(err error, more ...int) bool {",
    },
  },
];

const FUNCTIONS: Readonly<Record<string, (name: string) => string>> = {
  ".py": (name) => `\n\ndef ${name}():\n    return 1\n`,
  ".go": (name) => `\nfunc ${name}() int { return 1 }\n`,
};

/** Appends a function to the file of a corpus. */
export function addFunction(folder: string, { file }: EditedCorpus, name: string): void {
  const written = FUNCTIONS[extname(file)]!(name);
  Deno.writeTextFileSync(join(folder, file), written, { append: true });
}

/** Writes the hub of a corpus the other way. */
export function changeHub(folder: string, { hub }: EditedCorpus): void {
  const path = join(folder, hub.file);
  const text = Deno.readTextFileSync(path);
  const [from, to] = text.includes(hub.instead) ? [hub.instead, hub.text] : [hub.text, hub.instead];
  if (!text.includes(from)) throw new Error(`${hub.file} has no ${from}`);
  Deno.writeTextFileSync(path, text.replace(from, to));
}
