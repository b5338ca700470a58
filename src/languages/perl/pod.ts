/** Documentation in POD, which usually stands apart from what it documents. */
import type { Extraction } from "../../extract/extraction.ts";
import { Kind, Sym } from "../../extract/facts.ts";
import type { FileState } from "./file_state.ts";

const LONGEST_DOC = 600;
/** `=head2 $obj->name(...)`, `=item C<name>`, `=method name`. */
const HEADING = /^=(head[1-6]|item|method|attr|func|function)[ \t]+(.*)$/;
/** The name in such a heading, formatting codes taken off. */
const HEADED_NAME = /^(?:\*\s+)?(?:my\s+)?(?:[$@%\w]+\s*=\s*)?(?:[$\w:]+->)?(?:\w+::)*(\w+)/;

/** Gives the subs, attributes and packages of a file the documentation that its POD has of them. */
export function documentFromPod(x: Extraction, state: FileState): void {
  if (state.pods.length === 0) return;
  const sections = new Map<string, string>();
  let abstract = "";
  for (const pod of state.pods) abstract = readPod(x.textOf(pod), sections) || abstract;
  const { symbols } = x.facts.tables;
  for (let row = 1; row < symbols.count; row++) {
    const kind = symbols.get(row, Sym.KIND);
    const isPackage = kind === Kind.class || kind === Kind.namespace;
    const name = x.facts.textAt(symbols.get(row, Sym.NAME));
    const section = isPackage ? abstractOf(abstract, name) : sections.get(name);
    if (section === undefined || section === "" || kind === Kind.variable) continue;
    symbols.set(row, Sym.DOC, x.facts.prose(section.slice(0, LONGEST_DOC)));
  }
}

/** Collects what follows each heading. Returns the line of `=head1 NAME`. */
function readPod(text: string, sections: Map<string, string>): string {
  let abstract = "";
  let names: string[] = [];
  let body: string[] = [];
  let isAbstract = false;
  const close = (): void => {
    const doc = plain(body.join("\n")).trim();
    if (isAbstract) abstract ||= doc;
    else if (doc !== "") {
      for (const name of names) if (!sections.has(name)) sections.set(name, doc);
    }
    body = [];
  };
  for (const line of text.split("\n")) {
    if (!line.startsWith("=")) {
      body.push(line);
      continue;
    }
    const hadBody = body.some((bodyLine) => bodyLine.trim() !== "");
    close();
    const heading = HEADING.exec(line);
    if (heading === null) {
      names = [];
      isAbstract = false;
      continue;
    }
    isAbstract = heading[2]!.trim() === "NAME";
    const name = HEADED_NAME.exec(plain(heading[2]!))?.[1];
    // Headings one after another share the text below the last.
    names = name === undefined ? [] : hadBody ? [name] : [...names, name];
  }
  close();
  return abstract;
}

/** `Foo::Bar - does this`: what a package is said to do, when it is the one named. */
function abstractOf(abstract: string, name: string): string {
  const match = /^([\w:]+)\s+-+\s+(.*)$/s.exec(abstract);
  return match !== null && match[1] === name ? match[2]! : "";
}

/** Text without formatting codes. */
function plain(text: string): string {
  let before = "";
  let after = text;
  // Codes nest: `C<< L<name|page> >>`.
  for (let i = 0; i < 4 && after !== before; i++) {
    before = after;
    after = after
      .replace(/[A-Z]<<+ (.*?) >>+/gs, "$1")
      .replace(/L<([^<>|]*)\|[^<>]*>/g, "$1")
      .replace(/[BCEFILSX]<([^<>]*)>/g, "$1");
  }
  return after;
}
