/** Python: how its files are read. The rules themselves are in `python/`, by concern. */
import { ScopeKind } from "../extract/facts.ts";
import type { Extraction } from "../extract/extraction.ts";
import type { Grammar } from "../extract/grammar.ts";
import type { LanguageRules, NodeRule } from "../extract/rules.ts";
import type { NodeIndex } from "../extract/syntax_tree.ts";
import { pythonModules } from "../resolve/modules/python_modules.ts";
import type { LanguageImplementation } from "./language.ts";
import { type CommandForm, withCommands } from "./shell/command_calls.ts";
import { PythonBindings } from "./python/bindings.ts";
import { PythonDefinitions } from "./python/definitions.ts";
import { PythonFile } from "./python/file_state.ts";
import { PythonForeignCalls } from "./python/foreign_calls.ts";
import { PythonImports } from "./python/imports.ts";
import { PythonNarrowing } from "./python/narrowing.ts";
import { PythonReferences } from "./python/references.ts";
import { pythonSyntax } from "./python/syntax.ts";
import { PythonTypes } from "./python/types.ts";
import { PythonValues } from "./python/values.ts";
import { pythonSemantics } from "./python_builtins.ts";

/** Binds the rules of Python to its grammar. */
export function pythonRules(g: Grammar): LanguageRules {
  const s = pythonSyntax(g);
  const file = new PythonFile();
  const types = new PythonTypes(s, file);
  const values = new PythonValues(s, file);
  const bindings = new PythonBindings(s, file);
  const narrowing = new PythonNarrowing(s, file);
  const imports = new PythonImports(s, file);
  const definitions = new PythonDefinitions(s, file);
  const references = new PythonReferences(s, file, types, bindings, definitions);
  const foreign = new PythonForeignCalls(s);
  const openBlock: NodeRule = (x, node) => void x.openScope(node, ScopeKind.block);
  /** Several rules for one node type, in order. */
  const all = (...parts: NodeRule[]): NodeRule => (x: Extraction, node: NodeIndex) => {
    for (const part of parts) part(x, node);
  };
  return {
    define: {
      import_statement: (x, node) => imports.noteModules(x, node),
      import_from_statement: (x, node) => imports.noteNames(x, node),
      class_definition: (x, node) => definitions.defineClass(x, node),
      function_definition: (x, node) => definitions.defineFunction(x, node),
      lambda: (x, node) => definitions.defineLambda(x, node),
      type_alias_statement: (x, node) => definitions.defineAlias(x, node),
      assignment: (x, node) => definitions.defineAssigned(x, node),
      global_statement: (x, node) => definitions.declareOuter(x, node, true),
      nonlocal_statement: (x, node) => definitions.declareOuter(x, node, false),
      yield: (x) => void file.generators.add(x.symbol),
      list_comprehension: openBlock,
      set_comprehension: openBlock,
      dictionary_comprehension: openBlock,
      generator_expression: openBlock,
      if_statement: (x, node) => narrowing.openBranch(x, node),
      elif_clause: (x, node) => narrowing.openBranch(x, node),
      else_clause: (x, node) => narrowing.openBranch(x, node),
      while_statement: (x, node) => narrowing.openBranch(x, node),
      boolean_operator: (x, node) => narrowing.openOperand(x, node),
      conditional_expression: (x, node) => narrowing.openConditional(x, node),
      case_clause: (x, node) => narrowing.openCase(x, node),
    },
    refer: {
      class_definition: (x, node) => references.referClass(x, node),
      function_definition: (x, node) => references.referFunction(x, node),
      lambda: (x, node) => references.referLambda(x, node),
      decorator: (x, node) => references.referDecorator(x, node),
      call: all(
        (x, node) => references.referCall(x, node),
        (x, node) => foreign.call(x, node),
      ),
      subscript: (x, node) => foreign.subscript(x, node),
      assignment: (x, node) => references.referAssignment(x, node),
      augmented_assignment: (x, node) => references.referAugmented(x, node),
      type_alias_statement: (x, node) => references.referTypeAlias(x, node),
      type: (x, node) => references.referType(x, node),
      named_expression: (x, node) => bindings.named(x, node),
      for_statement: (x, node) => bindings.loop(x, node),
      for_in_clause: (x, node) => bindings.loop(x, node),
      as_pattern: (x, node) => bindings.as(x, node),
      case_clause: all(
        (x, node) => narrowing.bindCase(x, node),
        (x, node) => bindings.match(x, node),
      ),
      if_statement: (x, node) => narrowing.bindBranch(x, node),
      elif_clause: (x, node) => narrowing.bindBranch(x, node),
      else_clause: (x, node) => narrowing.bindBranch(x, node),
      while_statement: (x, node) => narrowing.bindBranch(x, node),
      boolean_operator: (x, node) => narrowing.bindOperand(x, node),
      conditional_expression: (x, node) => narrowing.bindConditional(x, node),
      assert_statement: (x, node) => narrowing.bindAssertion(x, node),
      if_clause: (x, node) => narrowing.bindFilter(x, node),
      return_statement: (x, node) => references.referReturn(x, node),
      yield: (x, node) => references.referYield(x, node),
      raise_statement: (x, node) => references.mention(x, x.tree.namedChild(node)),
      except_clause: (x, node) => references.mention(x, x.tree.child(node, s.F.value)),
      class_pattern: (x, node) => references.referPattern(x, node),
      import_statement: (x, node) => imports.modules(x, node),
      import_from_statement: (x, node) => imports.names(x, node),
      comment: (x, node) => imports.run(x, node),
      pair: (x, node) => references.mention(x, x.tree.child(node, s.F.value)),
      list: (x, node) => references.referElements(x, node),
      tuple: (x, node) => references.referElements(x, node),
      set: (x, node) => references.referElements(x, node),
      default_parameter: (x, node) => references.mention(x, x.tree.child(node, s.F.value)),
      typed_default_parameter: (x, node) => references.mention(x, x.tree.child(node, s.F.value)),
    },
    values: values.rules,
    types: types.rules,
    docs: { line: ["#"], block: [] },
    begin: () => file.reset(),
    finish: (x) => definitions.bindSignatures(x),
  };
}

/** Functions of Python that run commands. */
export const PYTHON_COMMANDS: CommandForm = {
  calls: ["call"],
  names:
    ("run call check_call check_output Popen system popen getoutput getstatusoutput shell create_subprocess_shell " +
      "create_subprocess_exec execv execvp spawnv spawnl spawnlp").split(" "),
  strings: ["string", "concatenated_string"],
  lists: ["argument_list", "list", "tuple"],
  others: ["keyword_argument"],
};

/** Python. */
export const python: LanguageImplementation = {
  rules: withCommands(pythonRules, PYTHON_COMMANDS),
  modules: pythonModules,
  semantics: pythonSemantics,
};
