/**
 * Runs a program to its end and returns what it printed on standard output.
 *
 * @throws {Error} when the program is not there, or with the end of what it said when it failed
 */
export async function runTool(
  program: string,
  args: readonly string[],
  directory?: string,
): Promise<string> {
  const options: Deno.CommandOptions = { args: [...args], stdin: "null" };
  if (directory !== undefined) options.cwd = directory;
  let output: Deno.CommandOutput;
  try {
    output = await new Deno.Command(program, options).output();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) throw new Error(`${program} is not installed`);
    throw error;
  }
  const decoder = new TextDecoder();
  if (output.success) return decoder.decode(output.stdout);
  const said = (decoder.decode(output.stderr) || decoder.decode(output.stdout)).trim();
  throw new Error(`${program} ${args[0] ?? ""} failed (${output.code}): ${said.slice(-2000)}`);
}
