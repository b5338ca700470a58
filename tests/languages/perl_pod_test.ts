/** Documentation of Perl subs, which mostly stands away from them. */
import { equal } from "node:assert/strict";
import { Extractor } from "../../src/extract/extractor.ts";
import { type FileFacts, rowCount, Sym } from "../../src/extract/facts.ts";
import { readGrammar } from "../../src/index/grammar_files.ts";
import { loadLanguage } from "../../src/languages/registry.ts";

const extractor = await Extractor.create(readGrammar);
await extractor.prepare(await loadLanguage("perl"));

/** Documentation by symbol name. */
function docsOf(text: string): Map<string, string> {
  const facts: FileFacts = extractor.extract("lib/Doc.pm", text, "perl");
  const { symbols } = facts.tables;
  const docs = new Map<string, string>();
  for (let row = 1; row < rowCount(facts, "symbols"); row++) {
    const doc = symbols[row * Sym.STRIDE + Sym.DOC]!;
    const name = facts.strings[symbols[row * Sym.STRIDE + Sym.NAME]!]!;
    docs.set(name, doc < 0 ? "" : facts.prose[doc]!);
  }
  return docs;
}

const SOURCE = `package Doc;

=head1 NAME

Doc - explains C<things>

=head2 explain

Explains L<one thing|Other/thing>.

=cut

sub explain { 1 }

# Only a comment.
sub commented { 1 }

sub first { 1 }
sub second { 1 }
sub bare { 1 }

__END__

=head1 METHODS

=over

=item $doc->first(%args)

=item C<second>

Both do the same.

=back
`;

Deno.test("subs get what their POD headings introduce, formatting taken off", () => {
  const docs = docsOf(SOURCE);
  equal(docs.get("Doc"), "explains things");
  equal(docs.get("explain"), "Explains one thing.");
  equal(docs.get("first"), "Both do the same.");
  equal(docs.get("second"), "Both do the same.");
});

Deno.test("a comment documents where POD does not, and nothing documents the rest", () => {
  const docs = docsOf(SOURCE);
  equal(docs.get("commented"), "Only a comment.");
  equal(docs.get("bare"), "");
});
