/** The commands that ask a question: all made from the question itself. */
import { type Command, InvalidArgumentError, Option } from "commander";
import { answerContext } from "../answers/answer_context.ts";
import { InputError, type Parameter } from "../answers/parameters.ts";
import type { Question } from "../answers/question.ts";
import { type CommandContext, ExitCode } from "./command_context.ts";
import type { IndexStore } from "../store/index_store.ts";
import { openIndex, projectRoot } from "./open_project.ts";

/** How a question becomes a command. */
export interface QueryCommand {
  readonly question: Question;
  /** Parameters that stand without a flag, in order. */
  readonly positional: readonly string[];
  readonly example: string;
  /** Whether an answer holds anything; else the exit code says that nothing was found. */
  readonly isFound: (answer: unknown) => boolean;
  /** Adds options that are the command line's own. */
  readonly addOptions?: (command: Command) => void;
  /** Finds the project where `--project` is not all that tells; see {@link projectRoot}. */
  readonly findRoot?: (flags: QueryFlags) => string;
  /** Turns what was given into the question's parameters, where it is not what they take. */
  readonly adapt?: (given: QueryFlags, root: string, store: IndexStore) => object;
}

/** Flags and words of a command by name. */
export interface QueryFlags extends Readonly<Record<string, unknown>> {
  readonly project?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** Adds the command of a question. */
export function addQuery(root: Command, context: CommandContext, query: QueryCommand): void {
  const { question, positional, example } = query;
  const command = root.command(question.name).description(question.description.split("\n")[0]!);
  for (const name of positional) {
    const { json, required } = question.parameters[name]!;
    const words = json.type === "array" ? `${name}...` : name;
    command.argument(required ? `<${words}>` : `[${words}]`, json.description);
  }
  for (const [name, parameter] of Object.entries(question.parameters)) {
    if (!positional.includes(name)) command.addOption(optionOf(name, parameter));
  }
  query.addOptions?.(command);
  command
    .option("--project <path>", "the project's directory (default: found from here)")
    .option("--json", "print the answer as JSON")
    .option("--quiet", "print nothing but the answer and errors")
    .addHelpText("after", `\nExample:\n  ${example}`)
    .action((...args: unknown[]) => {
      const flags = args[positional.length] as QueryFlags;
      const given = positional.map((name, index) => [name, args[index]]);
      answer({ ...flags, ...Object.fromEntries(given) }, context, query);
    });
}

/** The option of a parameter. @param before said before the parameter's own description */
export function optionOf(name: string, parameter: Parameter<unknown>, before = ""): Option {
  const { type, description = "", enum: choices, default: byDefault } = parameter.json;
  const words = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  if (type === "boolean") return switchOf(words, description, byDefault === true);
  const flag = `--${words}`;
  const explained = choices === undefined ? description : `${description} (${choices.join(", ")})`;
  const option = new Option(
    `${flag} <${type === "integer" ? "count" : "text"}>`,
    before + explained,
  );
  if (byDefault !== undefined) option.default(byDefault);
  return option.argParser((value: string) => {
    try {
      return parameter.read(value, flag);
    } catch (error) {
      if (error instanceof InputError) throw new InvalidArgumentError(error.remedy);
      throw error;
    }
  });
}

/** A flag that turns on what is off by default, or off what is on. */
function switchOf(words: string, description: string, isOn: boolean): Option {
  // An example of what to give: a flag is given nothing.
  const plain = description.replace(/, e\.g\. \w+$/, "");
  return isOn ? new Option(`--no-${words}`, `do not ${plain}`) : new Option(`--${words}`, plain);
}

function answer(flags: QueryFlags, context: CommandContext, query: QueryCommand): void {
  const { terminal } = context;
  const { question, isFound, findRoot, adapt } = query;
  const { project, json, quiet, ...given } = flags;
  terminal.quiet = quiet === true;
  const root = findRoot?.(flags) ?? projectRoot(project);
  using store = openIndex(root);
  const asked = adapt?.(given, root, store) ?? given;
  const { value, text } = question.answer(answerContext(store, root), asked);
  terminal.print(json === true ? JSON.stringify(value, null, 2) : text);
  if (!isFound(value)) context.exitCode = ExitCode.failed;
}

/** For answers with a group for each symbol of the name. */
export function hasGroups(answer: unknown): boolean {
  return (answer as { groups: readonly unknown[] }).groups.length > 0;
}
