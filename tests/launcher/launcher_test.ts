/** The launcher, installed and started as the host does it, against releases of every kind. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { type ArchiveFile, byPath } from "../../tasks/archives/archive_file.ts";
import { tarGz } from "../../tasks/archives/tar_gz.ts";
import { engineTools } from "../../tasks/brxt/engine_tools.ts";
import { archiveName, hostPlatform, PLATFORMS } from "../../tasks/release/platforms.ts";
import { HAS_UV, Sandbox } from "../../tasks/smoke/extension.ts";
import { cutShort, ReleaseServer } from "../../tasks/smoke/release_server.ts";
import { encode, engineFiles, manifestFor, publishRelease } from "./test_engine.ts";

const FAULT_TOOL = "codegraphagent_bootstrap_error";
const ARCHIVE = archiveName(hostPlatform() ?? "linux-x64");
const ENGINE_PATH = `/engine-v0.1.0/${ARCHIVE}`;

/** A test in which the extension is installed with what `prepare` publishes. */
function launcherTest(
  name: string,
  body: (sandbox: Sandbox, server: ReleaseServer) => Promise<void>,
  prepare: (server: ReleaseServer) => string = (server) => publishRelease(server, "0.1.0"),
): void {
  Deno.test({
    name,
    ignore: !HAS_UV || Deno.build.os === "windows",
    async fn(): Promise<void> {
      await using server = new ReleaseServer();
      await using sandbox = new Sandbox();
      await sandbox.installExtension(prepare(server));
      await body(sandbox, server);
    },
  });
}

/** Starts the extension where no engine can be had; its fault tool's answer. */
async function fault(
  sandbox: Sandbox,
  environment: Record<string, string> = {},
): Promise<{ report: Record<string, unknown>; text: string }> {
  await using session = await sandbox.start(environment);
  assert.deepEqual(await session.tools(), [FAULT_TOOL]);
  const answer = await session.call(FAULT_TOOL);
  assert.ok(answer.text.includes(String(answer.report.problem)));
  assert.ok(answer.text.includes(`What to do: ${answer.report.remedy}`));
  return answer;
}

function exists(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch {
    return false;
  }
}

launcherTest(
  "the first start fetches the engine, the next needs no network",
  async (sandbox, server) => {
    {
      await using session = await sandbox.start();
      assert.deepEqual(await session.tools(), ["codegraph_status"]);
      const { report } = await session.call("codegraph_status");
      const engine = join(sandbox.engineDirectory("0.1.0"), hostPlatform()!, "bin", "codegraph");
      assert.deepEqual(report.arguments, [engine, "serve", "--mcp"]);
      assert.equal(report.workingDirectory, sandbox.project);
      assert.equal(report.installDirectory, Deno.realPathSync(sandbox.install));
      assert.match(session.stderr, /fetching .*codegraph-.*\n.*engine 0\.1\.0 is ready/);
      assert.equal(session.stderr.trim().split("\n").length, 2);
    }
    assert.deepEqual(server.paths, [ENGINE_PATH]);
    assert.equal(server.requests[0]!.userAgent, "codegraphagent/0.1.0");
    await using session = await sandbox.start();
    assert.deepEqual(await session.tools(), ["codegraph_status"]);
    assert.deepEqual(server.paths, [ENGINE_PATH]);
    assert.equal(session.stderr, "");
  },
);

launcherTest("what is unpacked is the archive, executable, with its version", async (sandbox) => {
  await using session = await sandbox.start();
  const home = join(sandbox.engineDirectory("0.1.0"), hostPlatform()!);
  assert.equal(Deno.readTextFileSync(join(home, "VERSION")), "0.1.0\n");
  assert.equal(Deno.statSync(join(home, "bin", "codegraph")).mode! & 0o777, 0o755);
  assert.equal(Deno.readTextFileSync(join(home, "LICENSE")), "MIT");
  const left = [...Deno.readDirSync(join(home, "..", ".."))].map(({ name }) => name).sort();
  assert.deepEqual(left, ["0.1.0", "lock"]);
  assert.deepEqual(await session.tools(), ["codegraph_status"]);
});

launcherTest("an unreachable server: the address and the error", async (sandbox, server) => {
  const { report } = await fault(sandbox);
  assert.equal(report.url, `http://127.0.0.1:1/engine-v0.1.0/${ARCHIVE}`);
  assert.match(String(report.error), /refused/i);
  assert.match(String(report.remedy), /CODEGRAPH_ENGINE_PATH/);
  assert.equal(report.platform, hostPlatform());
  assert.equal(report.engineVersion, "0.1.0");
  assert.deepEqual(server.paths, []);
}, () => JSON.stringify(manifestFor("http://127.0.0.1:1", "0.1.0", encode("x"))));

launcherTest("a release that is not there: HTTP 404", async (sandbox, server) => {
  const { report } = await fault(sandbox);
  assert.equal(report.error, "HTTP 404 Not Found");
  assert.equal(report.url, server.base + ENGINE_PATH);
  assert.equal(server.requests.length, 1);
}, (server) => JSON.stringify(manifestFor(server.base, "0.1.0", encode("x"))));

launcherTest("a connection that breaks once: the download goes on", async (sandbox, server) => {
  const archive = tarGz(engineFiles("0.1.0"));
  let isBroken = false;
  server.answer(ENGINE_PATH, (start) => {
    if (isBroken) {
      return new Response(archive.subarray(start), { status: start > 0 ? 206 : 200 });
    }
    isBroken = true;
    return cutShort(archive.subarray(0, 100), archive.length);
  });
  await using session = await sandbox.start();
  assert.deepEqual(await session.tools(), ["codegraph_status"]);
  assert.deepEqual(server.requests.map(({ range }) => range), [undefined, "bytes=100-"]);
});

launcherTest("a connection that always breaks: how far it came", async (sandbox, server) => {
  const archive = tarGz(engineFiles("0.1.0"));
  server.answer(ENGINE_PATH, () => cutShort(archive.subarray(0, 100), archive.length));
  const { report } = await fault(sandbox);
  assert.equal(report.problem, "the release cannot be reached");
  assert.match(String(report.error), new RegExp(`cut off after 100 of ${archive.length} bytes`));
  assert.equal(server.requests.length, 3);
});

launcherTest("what an earlier start left is resumed, unless it is bad", async (sandbox, server) => {
  const archive = tarGz(engineFiles("0.1.0"));
  const { sha256 } = manifestFor("", "0.1.0", archive).platforms["linux-x64"];
  const downloads = join(sandbox.data, "codegraphagent", "engine", "download");
  Deno.mkdirSync(downloads, { recursive: true });
  Deno.writeFileSync(join(downloads, `${sha256}.tar.gz`), new Uint8Array(50));
  await using session = await sandbox.start();
  assert.deepEqual(await session.tools(), ["codegraph_status"]);
  assert.deepEqual(server.requests.map(({ range }) => range), ["bytes=50-", undefined]);
});

launcherTest("another file than was released: both digests", async (sandbox, server) => {
  const archive = tarGz(engineFiles("0.1.0"));
  const wrong = archive.slice();
  wrong[wrong.length - 1]! ^= 1;
  server.publish(ENGINE_PATH, wrong);
  const { report } = await fault(sandbox);
  const digest = (bytes: Uint8Array): string =>
    manifestFor("", "0.1.0", bytes).platforms["linux-x64"].sha256;
  assert.equal(report.expectedSha256, digest(archive));
  assert.equal(report.observedSha256, digest(wrong));
  assert.match(String(report.remedy), /download again.*CODEGRAPH_ENGINE_VERSION/);
  assert.equal(exists(join(sandbox.engineDirectory("0.1.0"), hostPlatform()!)), false);
  server.publish(ENGINE_PATH, archive);
  await using session = await sandbox.start();
  assert.deepEqual(await session.tools(), ["codegraph_status"]);
});

launcherTest("a page in place of the archive is known by its size", async (sandbox, server) => {
  server.answer(ENGINE_PATH, () => new Response("Sign in to the network"));
  const { report } = await fault(sandbox);
  assert.match(String(report.error), /^22 bytes came, not the \d+ released$/);
  assert.match(String(report.remedy), /CODEGRAPH_ENGINE_PATH.*HTTPS_PROXY/);
});

launcherTest("an archive that is corrupt", async (sandbox) => {
  const { report } = await fault(sandbox);
  assert.equal(report.problem, "the engine archive is corrupt");
  assert.match(String(report.remedy), /download again/);
  const left = [...Deno.readDirSync(sandbox.engineDirectory("0.1.0"))];
  assert.deepEqual(left, []);
}, (server) => publishRelease(server, "0.1.0", tarGz(engineFiles("0.1.0")).slice(0, 300)));

for (
  const path of ["../../../../escaped", "/tmp/codegraph-escaped", "bin\\..\\escaped", "c:escaped"]
) {
  launcherTest(`an archive with ${path} in it is refused`, async (sandbox) => {
    const { report } = await fault(sandbox);
    assert.match(String(report.error), /leads out of the archive/);
    assert.equal(exists(join(sandbox.data, "escaped")), false);
    assert.equal(exists("/tmp/codegraph-escaped"), false);
  }, (server) => {
    const stranger: ArchiveFile = { path, bytes: encode("x") };
    return publishRelease(server, "0.1.0", tarGz([...engineFiles("0.1.0"), stranger]));
  });
}

launcherTest("an archive with a link in it is refused", async (sandbox) => {
  const { report } = await fault(sandbox);
  assert.equal(report.error, "'bin/link' is no regular file");
}, (server) => publishRelease(server, "0.1.0", withLink(engineFiles("0.1.0"))));

/** A gzipped tar in which one entry says that it is a symbolic link. */
function withLink(files: ArchiveFile[]): Uint8Array<ArrayBuffer> {
  const directory = Deno.makeTempDirSync();
  try {
    for (const { path, bytes } of byPath(files)) {
      Deno.mkdirSync(join(directory, "bin"), { recursive: true });
      Deno.writeFileSync(join(directory, path), bytes);
    }
    Deno.symlinkSync("/etc", join(directory, "bin", "link"));
    const { stdout } = new Deno.Command("tar", {
      args: ["-czf", "-", "-C", directory, "bin", "VERSION"],
    }).outputSync();
    return new Uint8Array(stdout);
  } finally {
    Deno.removeSync(directory, { recursive: true });
  }
}

launcherTest("an archive without an engine is refused", async (sandbox) => {
  const { report } = await fault(sandbox);
  assert.equal(report.error, "there is no bin/codegraph in it");
}, (server) => publishRelease(server, "0.1.0", tarGz(engineFiles("0.1.0").slice(1))));

launcherTest("a full disk", async (sandbox) => {
  const { sha256 } = manifestFor("", "0.1.0", tarGz(engineFiles("0.1.0"))).platforms["linux-x64"];
  const downloads = join(sandbox.data, "codegraphagent", "engine", "download");
  Deno.mkdirSync(downloads, { recursive: true });
  Deno.symlinkSync("/dev/full", join(downloads, `${sha256}.tar.gz`));
  const { report } = await fault(sandbox);
  assert.match(String(report.problem), /^the disk of .* is full$/);
  assert.match(String(report.remedy), /^Free 200 MB there\./);
  assert.equal(exists(downloads), false);
});

launcherTest("a data directory that cannot be written", async (sandbox) => {
  const { report } = await fault(sandbox, { XDG_DATA_HOME: "/sys/kernel" });
  assert.equal(report.problem, "the engine cannot be stored in /sys/kernel/codegraphagent/engine");
  assert.match(String(report.remedy), /^Make .* writable\. .*CODEGRAPH_ENGINE_PATH/);
});

launcherTest("a system without an engine: the supported ones", async (sandbox) => {
  const program = join(sandbox.install, ".venv", "bin", "codegraphagent");
  const child = new Deno.Command("setarch", {
    args: ["i686", program],
    env: { XDG_DATA_HOME: sandbox.data },
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const writer = child.stdin.getWriter();
  const request = {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: FAULT_TOOL, arguments: {} },
  };
  await writer.write(encode(JSON.stringify(request) + "\n"));
  await writer.close();
  const { stdout, code } = await child.output();
  const { result } = JSON.parse(new TextDecoder().decode(stdout));
  assert.equal(code, 1);
  assert.equal(result.structuredContent.platform, "linux-i686");
  assert.deepEqual(
    result.structuredContent.supportedPlatforms.toSorted(),
    PLATFORMS.map(({ platform }) => platform),
  );
  assert.match(result.structuredContent.remedy, /Open an issue at https:/);
});

launcherTest(
  "CODEGRAPH_ENGINE_PATH: a directory or an executable, and no download",
  async (sandbox, server) => {
    const home = join(sandbox.root, "own engine");
    Deno.mkdirSync(join(home, "bin"), { recursive: true });
    const executable = join(home, "bin", "codegraph");
    Deno.writeFileSync(executable, engineFiles("9.9.9")[0]!.bytes, { mode: 0o755 });
    for (const path of [home, executable]) {
      await using session = await sandbox.start({ CODEGRAPH_ENGINE_PATH: path });
      assert.equal((await session.call("codegraph_status")).report.version, "9.9.9");
    }
    Deno.chmodSync(executable, 0o644);
    const plain = await fault(sandbox, { CODEGRAPH_ENGINE_PATH: home });
    assert.match(String(plain.report.problem), /codegraph is not executable$/);
    const missing = await fault(sandbox, { CODEGRAPH_ENGINE_PATH: "/no/engine" });
    assert.match(String(missing.report.problem), /\/no\/engine does not exist$/);
    assert.match(String(missing.report.remedy), /unset it/);
    assert.deepEqual(server.requests, []);
  },
);

launcherTest("an engine that the system cannot run", async (sandbox) => {
  const { report } = await fault(sandbox);
  assert.equal(report.problem, "the engine cannot be started");
  assert.match(String(report.error), /Exec format error/);
}, (server) => {
  const garbage = { path: "bin/codegraph", bytes: new Uint8Array(100).fill(1) };
  return publishRelease(server, "0.1.0", tarGz([garbage]));
});

launcherTest(
  "CODEGRAPH_ENGINE_VERSION: that release's own manifest is used",
  async (sandbox, server) => {
    publishRelease(server, "0.2.0-rc.1");
    {
      await using session = await sandbox.start({ CODEGRAPH_ENGINE_VERSION: "v0.2.0-rc.1" });
      assert.equal((await session.call("codegraph_status")).report.version, "0.2.0-rc.1");
    }
    assert.deepEqual(server.paths, [
      "/engine-v0.2.0-rc.1/release-manifest.json",
      `/engine-v0.2.0-rc.1/${ARCHIVE}`,
    ]);
    const unknown = await fault(sandbox, { CODEGRAPH_ENGINE_VERSION: "7.0.0" });
    assert.equal(unknown.report.url, `${server.base}/engine-v7.0.0/release-manifest.json`);
    assert.equal(unknown.report.error, "HTTP 404 Not Found");
    const nonsense = await fault(sandbox, { CODEGRAPH_ENGINE_VERSION: "../../x" });
    assert.match(String(nonsense.report.problem), /'\.\.\/\.\.\/x', which is no version/);
  },
);

launcherTest("two launchers at once: one download, two engines", async (sandbox, server) => {
  const sessions = await Promise.all([sandbox.start(), sandbox.start(), sandbox.start()]);
  const answers = await Promise.all(sessions.map((session) => session.call("codegraph_status")));
  assert.equal(new Set(answers.map(({ report }) => report.process)).size, 3);
  assert.deepEqual(server.paths, [ENGINE_PATH]);
  for (const session of sessions) await session[Symbol.asyncDispose]();
});

launcherTest(
  "an upgrade over the old tree: the new engine, the old one gone",
  async (sandbox, server) => {
    {
      await using old = await sandbox.start();
      await sandbox.installExtension(publishRelease(server, "0.2.0"), "0.2.0");
      await using session = await sandbox.start();
      assert.equal((await session.call("codegraph_status")).report.version, "0.2.0");
      assert.equal((await old.call("codegraph_status")).report.version, "0.1.0");
    }
    assert.equal(exists(sandbox.engineDirectory("0.1.0")), false);
    assert.equal(exists(sandbox.engineDirectory("0.2.0")), true);
  },
);

launcherTest("a directory that an interrupted start left is replaced", async (sandbox) => {
  const home = join(sandbox.engineDirectory("0.1.0"), hostPlatform()!);
  Deno.mkdirSync(join(home, "bin"), { recursive: true });
  Deno.writeTextFileSync(join(home, "bin", "codegraph"), "half of it");
  const stale = join(sandbox.engineDirectory("0.1.0"), ".new");
  Deno.mkdirSync(stale);
  await using session = await sandbox.start();
  assert.equal((await session.call("codegraph_status")).report.version, "0.1.0");
  assert.equal(exists(stale), false);
});

launcherTest(
  "an engine that dies in the middle of a call ends the conversation",
  async (sandbox) => {
    await using session = await sandbox.start();
    await assert.rejects(session.call("die"), /Connection closed/);
    await session.closed;
  },
);

launcherTest(
  "a slow download: the tools at once, the calls when there is an engine",
  async (sandbox, server) => {
    const archive = tarGz(engineFiles("0.1.0"));
    const gate = Promise.withResolvers<void>();
    server.answer(ENGINE_PATH, () => {
      const body = new ReadableStream({
        async start(controller): Promise<void> {
          controller.enqueue(archive.subarray(0, 10));
          await gate.promise;
          controller.enqueue(archive.subarray(10));
          controller.close();
        },
      });
      return new Response(body, { headers: { "content-length": String(archive.length) } });
    });
    const started = performance.now();
    await using session = await sandbox.start();
    const tools = await session.tools();
    assert.ok(performance.now() - started < 10_000, "the host gives up on it");
    assert.deepEqual(tools, engineTools().tools.map(({ name }) => name));
    assert.match(session.client.getInstructions() ?? "", /codegraph_explore/);
    const held = session.call("codegraph_status");
    gate.resolve();
    assert.match((await held).text, /fetched only now.*\n.*Call the tool again/);
    assert.equal((await session.call("report")).report.version, "0.1.0");
  },
);

launcherTest("a slow download that fails: every call says so", async (sandbox, server) => {
  const gate = Promise.withResolvers<void>();
  server.answer(ENGINE_PATH, () => {
    const body = new ReadableStream({
      async start(controller): Promise<void> {
        await gate.promise;
        controller.enqueue(encode("<html>"));
        controller.close();
      },
    });
    return new Response(body);
  });
  await using session = await sandbox.start({ CODEGRAPH_MCP_TOOLS: "search,status" });
  assert.deepEqual(await session.tools(), ["codegraph_search", "codegraph_status"]);
  const held = session.call("codegraph_status");
  gate.resolve();
  assert.match((await held).text, /the release cannot be reached/);
  assert.match((await session.call("codegraph_search")).text, /the release cannot be reached/);
});

launcherTest("proxies are used", async (sandbox, server) => {
  await using session = await sandbox.start({ http_proxy: server.base, no_proxy: "" });
  assert.equal((await session.call("codegraph_status")).report.version, "0.1.0");
  assert.deepEqual(server.paths, [ENGINE_PATH]);
}, (server) => {
  const text = publishRelease(server, "0.1.0");
  return text.replaceAll(server.base, "http://releases.invalid");
});

Deno.test({
  name: "a network's own certificates: SSL_CERT_FILE",
  ignore: !HAS_UV || Deno.build.os === "windows",
  async fn(): Promise<void> {
    await using sandbox = new Sandbox();
    const key = join(sandbox.root, "key.pem");
    const certificate = join(sandbox.root, "certificate.pem");
    const { success } = await new Deno.Command("openssl", {
      args: ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=test"]
        .concat("-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate),
      stderr: "null",
    }).output();
    assert.ok(success);
    await using server = new ReleaseServer({
      cert: Deno.readTextFileSync(certificate),
      key: Deno.readTextFileSync(key),
    });
    await sandbox.installExtension(publishRelease(server, "0.1.0"));
    const { report } = await fault(sandbox);
    assert.match(String(report.error), /certificate verify failed/i);
    assert.match(String(report.remedy), /^Set SSL_CERT_FILE/);
    await using session = await sandbox.start({ SSL_CERT_FILE: certificate });
    assert.equal((await session.call("codegraph_status")).report.version, "0.1.0");
  },
});
