import { Language, Parser } from "web-tree-sitter";
await Parser.init();
const lang = await Language.load(`/tmp/w/b7w/grammars/${Deno.args[0]}.wasm`);
const p = new Parser();
p.setLanguage(lang);
const text = Deno.args[1] === "-"
  ? new TextDecoder().decode(await new Response(Deno.stdin.readable).arrayBuffer())
  : Deno.readTextFileSync(Deno.args[1]!);
const tree = p.parse(text)!;
const c = tree.walk();
const go = (d: number): void => {
  const n = c.currentNode;
  const leaf = n.childCount === 0;
  if (n.isNamed || Deno.args[2]) {
    console.log(
      "  ".repeat(d) + (c.currentFieldName ? c.currentFieldName + ": " : "") +
        (n.isNamed ? n.type : JSON.stringify(n.type)) +
        (leaf ? " " + JSON.stringify(n.text.slice(0, 60)) : ""),
    );
  }
  if (c.gotoFirstChild()) {
    do go(d + 1); while (c.gotoNextSibling());
    c.gotoParent();
  }
};
go(0);
