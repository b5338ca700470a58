/** From the extension's file to an answer: installed, fetched, started and asked as the host does. */
import assert from "node:assert/strict";
import { join } from "node:path";
import type { ArchiveFile } from "../../tasks/archives/archive_file.ts";
import { tarGz } from "../../tasks/archives/tar_gz.ts";
import { readEmbeddedSection } from "../../tasks/compile/embedded_section.ts";
import { TakenApartExecutable } from "../executable.ts";
import { PATHS, writeProject } from "../../tasks/smoke/many_languages.ts";
import { HAS_UV, Sandbox, type Session } from "../../tasks/smoke/extension.ts";
import { ReleaseServer } from "../../tasks/smoke/release_server.ts";
import { encode, publishRelease } from "./test_engine.ts";

/**
 * An engine archive for this machine. The executable that can be built everywhere boots as deno, so a
 * script stands in its place, which runs the executable's own files as it would run them.
 */
function engineArchive(executable: TakenApartExecutable): Uint8Array<ArrayBuffer> {
  const section = readEmbeddedSection(Deno.readFileSync(executable.path));
  const options = executable.command.slice(1, -1).map((option) => `'${option}'`).join(" ");
  const script = `#!/bin/sh
home=$(dirname "$0")/..
DENO_DIR=$home/deno exec '${
    executable.command[0]
  }' ${options} "$home/${section.metadata.entrypoint_key}" "$@"
`;
  const files: ArchiveFile[] = [{ path: "bin/codegraph", bytes: encode(script) }];
  for (const [path, bytes] of section.files) files.push({ path, bytes });
  return tarGz(files);
}

/**
 * Who calls a symbol, as JSON. On a machine that has much else to do, the engine may come after the
 * first call, and the index after the second: each says that the call is to be made again.
 */
async function callersOf(session: Session, given: Record<string, string>): Promise<string> {
  for (let tries = 1;; tries++) {
    const call = { name: "codegraph_callers", arguments: given };
    const { structuredContent, content } = await session.client.callTool(call);
    if (structuredContent !== undefined) return JSON.stringify(structuredContent);
    assert.ok(tries < 10, JSON.stringify(content));
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

Deno.test({
  name: "the engine, through the extension",
  ignore: !HAS_UV || Deno.build.os === "windows",
  async fn(test): Promise<void> {
    await using executable = await TakenApartExecutable.build();
    await using server = new ReleaseServer();
    await using sandbox = new Sandbox();
    const archive = engineArchive(executable);
    await sandbox.installExtension(publishRelease(server, "0.1.0", archive));
    await writeProject(sandbox.project);

    await test.step("the first start: fetched, listed in time, asked", async () => {
      const started = performance.now();
      await using session = await sandbox.start();
      assert.ok((await session.tools()).includes("codegraph_callers"));
      assert.ok(performance.now() - started < 10_000, "the host gives up on it");
      const answer = await callersOf(session, { symbol: "callee" });
      assert.deepEqual(PATHS.filter((path) => !answer.includes(path)), []);
    });

    await test.step("eight calls at once", async () => {
      await using session = await sandbox.start();
      const calls = PATHS.concat("python_part.py")
        .map((file) => callersOf(session, { symbol: "callee", file }));
      for (const answer of await Promise.all(calls)) assert.match(answer, /"name":"caller"/);
    });

    await test.step("a host that names no project: why, and what to do", async () => {
      await using session = await sandbox.start({ BIOROUTER_WORKING_DIR: "" });
      const [first] = await session.tools();
      assert.equal(first, "codegraphagent_setup_error");
      const { text } = await session.call("codegraphagent_setup_error");
      assert.match(text, /where the extension is installed/);
    });

    await test.step("a download that takes long: the engine takes over in mid-conversation", async () => {
      await Deno.remove(sandbox.engineDirectory("0.1.0"), { recursive: true });
      const gate = Promise.withResolvers<void>();
      server.answer(server.paths[0]!, () => {
        const body = new ReadableStream({
          async start(controller): Promise<void> {
            await gate.promise;
            controller.enqueue(archive);
            controller.close();
          },
        });
        return new Response(body);
      });
      await using session = await sandbox.start();
      const tools = await session.tools();
      const held = session.call("codegraph_status");
      gate.resolve();
      assert.match((await held).text, /Call the tool again/);
      assert.match(await callersOf(session, { symbol: "callee" }), /python_part\.py/);
      assert.deepEqual(await session.tools(), tools);
    });

    await test.step("nothing is written into the project but the index and its link", () => {
      const left = [...Deno.readDirSync(sandbox.project)].map(({ name }) => name).sort();
      assert.deepEqual(left, [...PATHS, ".biorouter", ".codegraph"].sort());
      assert.equal(Deno.readLinkSync(join(sandbox.project, ".codegraph")), ".biorouter/codegraph");
    });
  },
});
