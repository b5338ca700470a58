/** Holds the flat columns against the library's own cursor, node by node. */
import { deepEqual, equal } from "node:assert/strict";
import { join } from "node:path";
import fc from "fast-check";
import { Language, Parser, type Tree } from "web-tree-sitter";
import {
  type GrammarLayout,
  grammarLayout,
  type RuntimeMemory,
  SyntaxTree,
} from "../../src/extract/syntax_tree.ts";

const GRAMMARS = join(import.meta.dirname!, "..", "..", "grammars");

/** Snippets that every grammar reads: some as its own language, the others as an error. */
const SNIPPETS = [
  "",
  "\n",
  "x",
  "#include <a.h> \n#define F(x) ((x) + 1)\nstatic int f(const char *s, ...) { return F(*s) ? 1 : g(s); }\n#ifdef A\nint a[] = {1, 2};\n#endif // a\n",
  "namespace n { template <typename T> class A : public B<T> { public: A() : b_(0) {} virtual ~A(); }; }\nauto l = [&](int x) -> int { return x; };\n",
  'package main\nimport (\n  "fmt"\n  m "a/b"\n)\ntype T[K any] struct { a, b int; *E }\nfunc (t *T[K]) F(x ...int) (r int, err error) { defer t.g(); go func() {}(); return }\n',
  "import a, { b as c } from './d.js';\nexport default class A extends B { #x = 1; static async *f({ y = 2, ...z }) { yield* `${this.#x}`; } get g() { return a?.b?.(c) } }\nconst { p: [q] } = r ?? s;\n",
  "abstract class A<T extends object = {}> implements I, J { constructor(private readonly a?: string) { super(); } @dec() m<K>(this: A<T>, k: K): asserts k is K & {} {} }\ntype M = { readonly [K in keyof A]?: A[K] } | typeof x;\nfunction f(a: string): void;\n",
  "const e = <A.B x={1} {...y}>text {z} <></></A.B>;\n",
  'import a.b as c\n@d.e(1)\nasync def f(x: int = 1, *a, **k) -> "T":\n    """Doc."""\n    async with g() as h, i: pass\n    return [j async for j in k if (l := m)] if n else f"{o!r:>{p}}"\n\nmatch x:\n    case A(b=[c, *_]) | {"d": 1, **e}: ...\n',
  'f <- function(x, ..., y = g(x)) {\n  if (x > 1L) return(y$a@b[[1]][, 2]) else x |> h() %>% k(\\(z) z + 1)\n}\nsetMethod("show", "A", function(object) NULL)\n',
  "module M\nusing A: b, c\nstruct P{T<:Real} <: Q; x::T; end\nf(x::Int; k=1)::Int where T = x .+ 1\nfunction g(a...) do_it(a) do y; y^2; end end\n@m x = [i for i in 1:10 if i > 2]\nend\n",
  "classdef A < handle\n  properties (Access = private)\n    X = 1;\n  end\n  methods\n    function [a, b] = f(obj, varargin)\n      % help\n      a = obj.X(1, :)'; b = @(x) x.^2;\n    end\n  end\nend\n",
  'package A::B;\nuse parent -norequire, "C";\nmy ($x, %h) = @_;\nsub f { my $self = shift; return $self->{a}[0]->g(map { $_ => 1 } @$x) =~ /b(c)/i ? qw(d e) : <<"X"; }\ntext $x\nX\n1;\n__END__\n',
  "def f(\n  class {{ )( é 日本 😀 \u0000 ]\n\t\t\r\n'unterminated",
];

let memory: RuntimeMemory | undefined;
const flat = new SyntaxTree();

async function load(name: string): Promise<[Parser, GrammarLayout]> {
  if (memory === undefined) {
    const runtime: Record<string, unknown> = {};
    await Parser.init(runtime);
    memory = runtime as unknown as RuntimeMemory;
  }
  const language = await Language.load(await Deno.readFile(join(GRAMMARS, `${name}.wasm`)));
  const parser = new Parser();
  parser.setLanguage(language);
  return [parser, grammarLayout(memory, language)];
}

/** What the columns say of each node. */
function flatRows(text: string, tree: Tree, layout: GrammarLayout): unknown[] {
  flat.read(tree, text, memory!, layout);
  return Array.from({ length: flat.count }, (_, node) => [
    flat.kinds[node],
    flat.fields[node],
    flat.starts[node],
    flat.ends[node],
    flat.parents[node],
    flat.nexts[node],
    flat.isNamed(node),
    flat.isMissing(node),
    flat.isExtra(node),
  ]);
}

/** What the library's cursor says of each node. */
function cursorRows(tree: Tree): unknown[] {
  const cursor = tree.walk();
  const rows: unknown[][] = [];
  const visit = (parent: number): void => {
    const row = rows.length;
    rows.push([
      cursor.nodeTypeId,
      cursor.currentFieldId,
      cursor.startIndex,
      cursor.endIndex,
      parent,
      0,
      cursor.nodeIsNamed,
      cursor.nodeIsMissing,
      cursor.currentNode.isExtra,
    ]);
    if (cursor.gotoFirstChild()) {
      do visit(row); while (cursor.gotoNextSibling());
      cursor.gotoParent();
    }
    rows[row]![5] = rows.length;
  };
  visit(-1);
  cursor.delete();
  return rows;
}

function compare(parser: Parser, layout: GrammarLayout, text: string): void {
  const tree = parser.parse(text)!;
  try {
    deepEqual(flatRows(text, tree, layout), cursorRows(tree));
    equal(flat.hasError, tree.rootNode.hasError);
  } finally {
    tree.delete();
  }
}

const GRAMMAR_NAMES = [...Deno.readDirSync(GRAMMARS)]
  .filter((entry) => entry.name.endsWith(".wasm"))
  .map((entry) => entry.name.slice(0, -".wasm".length)).sort();

for (const name of GRAMMAR_NAMES) {
  Deno.test(`the flat tree of ${name} equals the cursor's`, async () => {
    const [parser, layout] = await load(name);
    for (const snippet of SNIPPETS) compare(parser, layout, snippet);
    const pieces = fc.array(fc.constantFrom(...SNIPPETS.flatMap((s) => s.split(/(?<=\s)/))), {
      maxLength: 60,
    });
    fc.assert(fc.property(pieces, (words) => compare(parser, layout, words.join(""))), {
      numRuns: 40,
    });
    parser.delete();
  });
}
