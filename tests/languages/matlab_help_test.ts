/** Documentation of MATLAB and Octave: the help text after a function's head, or the comment before it. */
import { equal } from "node:assert/strict";
import { Extractor } from "../../src/extract/extractor.ts";
import { rowCount, Sym } from "../../src/extract/facts.ts";
import { readGrammar } from "../../src/index/grammar_files.ts";
import { loadLanguage } from "../../src/languages/registry.ts";

const extractor = await Extractor.create(readGrammar);
await extractor.prepare(await loadLanguage("matlab"));

/** Documentation and signature by symbol name. */
function describe(path: string, text: string): Map<string, [doc: string, signature: string]> {
  const facts = extractor.extract(path, text, "matlab");
  const { symbols } = facts.tables;
  const found = new Map<string, [string, string]>();
  for (let row = 1; row < rowCount(facts, "symbols"); row++) {
    const doc = symbols[row * Sym.STRIDE + Sym.DOC]!;
    const signature = symbols[row * Sym.STRIDE + Sym.SIGNATURE]!;
    const name = facts.strings[symbols[row * Sym.STRIDE + Sym.NAME]!]!;
    found.set(name, [doc < 0 ? "" : facts.prose[doc]!, facts.prose[signature]!]);
  }
  return found;
}

Deno.test("the help text of a function is its documentation and no part of its signature", () => {
  const found = describe(
    "solve.m",
    `function [x, y] = solve(a, b)
% SOLVE finds x.
%   [x, y] = SOLVE(a, b)
x = local(a);
end

% Helps to solve.
function r = local(a)
r = a;
end
`,
  );
  equal(found.get("solve")?.[0], "SOLVE finds x.\n  [x, y] = SOLVE(a, b)");
  equal(found.get("solve")?.[1], "function [x, y] = solve(a, b)");
  equal(found.get("local")?.[0], "Helps to solve.");
});

Deno.test("what a comment says to the compiler is no documentation", () => {
  const found = describe(
    "drawn.m",
    "function drawn(varargin) %#ok<*STRCL1>\n%DRAWN  Draws.\nend\n",
  );
  equal(found.get("drawn")?.[0], "DRAWN  Draws.");
});

Deno.test("classes, properties and methods are documented where people write it", () => {
  const found = describe(
    "Dog.m",
    `classdef Dog < handle
    % DOG barks.
    properties
        Name = 'rex'   % what it is called
        % How old it is.
        Age
    end
    methods
        function bark(obj)
            % BARK makes noise.
        end
    end
end
`,
  );
  equal(found.get("Dog")?.[0], "DOG barks.");
  equal(found.get("Dog")?.[1], "classdef Dog < handle");
  equal(found.get("Name")?.[0], "what it is called");
  equal(found.get("Age")?.[0], "How old it is.");
  equal(found.get("bark")?.[0], "BARK makes noise.");
});

Deno.test("Octave's comments, ends and texts without a last line break are read", () => {
  const found = describe(
    "scale.m",
    "## Scales a value.\nfunction r = scale (a)\n\tif (! a)\n\t\tr = 1;\n\tendif\nendfunction",
  );
  equal(found.get("scale")?.[0], "Scales a value.");
  equal(found.get("scale")?.[1], "function r = scale (a)");
});
