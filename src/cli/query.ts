/** The commands that ask a question: all made from the question itself. */
import { type Command, InvalidArgumentError, Option } from "commander";
import { answerContext } from "../answers/answer_context.ts";
import { InputError, type Parameter } from "../answers/parameters.ts";
import type { Question } from "../answers/question.ts";
import { type CommandContext, ExitCode } from "./command_context.ts";
import { openIndex, projectRoot } from "./open_project.ts";

/** How a question becomes a command. */
export interface QueryCommand {
  readonly question: Question;
  /** Parameters that stand without a flag, in order. */
  readonly positional: readonly string[];
  readonly example: string;
  /** Whether an answer holds anything; else the exit code says that nothing was found. */
  readonly isFound: (answer: unknown) => boolean;
}

interface QueryFlags extends Readonly<Record<string, unknown>> {
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
    command.argument(required ? `<${name}>` : `[${name}]`, json.description);
  }
  for (const [name, parameter] of Object.entries(question.parameters)) {
    if (!positional.includes(name)) command.addOption(optionOf(name, parameter));
  }
  command
    .option("--project <path>", "the project's directory (default: found from here)")
    .option("--json", "print the answer as JSON")
    .option("--quiet", "print nothing but the answer and errors")
    .addHelpText("after", `\nExample:\n  ${example}`)
    .action((...args: unknown[]) => {
      const flags = args[positional.length] as QueryFlags;
      const given = positional.map((name, index) => [name, args[index]]);
      answer(flags, Object.fromEntries(given), context, query);
    });
}

/** The option of a parameter. @param before said before the parameter's own description */
export function optionOf(name: string, parameter: Parameter<unknown>, before = ""): Option {
  const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  const { type, description = "", enum: choices, default: byDefault } = parameter.json;
  const value = type === "boolean" ? "" : type === "integer" ? " <count>" : " <text>";
  // An example of what to give: a flag is given nothing.
  const plain = type === "boolean" ? description.replace(/, e\.g\. \w+$/, "") : description;
  const explained = choices === undefined ? plain : `${plain} (${choices.join(", ")})`;
  const option = new Option(flag + value, before + explained);
  if (byDefault !== undefined && byDefault !== false) option.default(byDefault);
  return option.argParser((value: string) => {
    try {
      return parameter.read(value, flag);
    } catch (error) {
      if (error instanceof InputError) throw new InvalidArgumentError(error.remedy);
      throw error;
    }
  });
}

function answer(
  { project, json, quiet, ...options }: QueryFlags,
  positional: Readonly<Record<string, unknown>>,
  context: CommandContext,
  { question, isFound }: QueryCommand,
): void {
  const { terminal } = context;
  terminal.quiet = quiet === true;
  const root = projectRoot(project);
  using store = openIndex(root);
  const given = { ...options, ...positional };
  const { value, text } = question.answer(answerContext(store, root), given);
  terminal.print(json === true ? JSON.stringify(value, null, 2) : text);
  if (!isFound(value)) context.exitCode = ExitCode.failed;
}

/** For answers with a group for each symbol of the name. */
export function hasGroups(answer: unknown): boolean {
  return (answer as { groups: readonly unknown[] }).groups.length > 0;
}
