/** The extension, installed as its host does it, and started as its host does it. */
import { dirname, join } from "node:path";
// @ts-types="@modelcontextprotocol/sdk/client"
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
// @ts-types="@modelcontextprotocol/sdk/client/stdio"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { unzipSync } from "fflate";
import { zip } from "../archives/zip.ts";
import { bundleFiles } from "../brxt/bundle_files.ts";

/** Whether the program that the host installs extensions with is here. */
export const HAS_UV = await runs("uv", "--version");

/** What programs need of the environment to run at all. */
const BASICS = ["PATH", "SystemRoot", "TEMP", "TMP", "PATHEXT"];

/** A machine of its own for an extension, under a name that is hard on careless programs. */
export class Sandbox implements AsyncDisposable {
  readonly root = Deno.makeTempDirSync({ prefix: "code graph é名 " });
  /** Where the extension is installed. */
  readonly install = join(this.root, "extensions", "codegraphagent");
  /** Where this user's programs keep data. */
  readonly data = join(this.root, "user data");
  /** The project that the host works in. */
  readonly project = join(this.root, "my project");

  constructor() {
    for (const directory of [this.install, this.data, this.project]) {
      Deno.mkdirSync(directory, { recursive: true });
    }
  }

  /** Unpacks the extension over whatever is there, and has its environment made, offline. */
  async installExtension(releaseManifest: string, version?: string): Promise<void> {
    for (const [path, bytes] of Object.entries(unzipSync(bundle(releaseManifest, version)))) {
      const target = join(this.install, path);
      Deno.mkdirSync(dirname(target), { recursive: true });
      Deno.writeFileSync(target, bytes); // no modes, no links, no times
    }
    const { success, stderr } = await new Deno.Command("uv", {
      args: ["sync", "--offline"],
      cwd: this.install,
      env: { UV_CACHE_DIR: join(this.root, "uv cache") },
      stdout: "null",
    }).output();
    if (!success) throw new Error(new TextDecoder().decode(stderr));
  }

  /** Where an engine is unpacked to. */
  engineDirectory(version: string): string {
    return join(this.data, "codegraphagent", "engine", version);
  }

  /** Starts the extension as the host does. */
  start(environment: Readonly<Record<string, string>> = {}): Promise<Session> {
    const command = ["uv", "run", "--directory", this.install, "codegraphagent"];
    const basics = BASICS.map((name) => [name, Deno.env.get(name) ?? ""]);
    return Session.start(command, {
      ...Object.fromEntries(basics),
      HOME: this.root,
      USERPROFILE: this.root,
      LOCALAPPDATA: this.data,
      UV_CACHE_DIR: join(this.root, "uv cache"),
      UV_OFFLINE: "1",
      XDG_DATA_HOME: this.data,
      BIOROUTER_WORKING_DIR: this.project,
      ...environment,
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.root, { recursive: true });
  }
}

/** A conversation with the extension through the official client. */
export class Session implements AsyncDisposable {
  readonly closed: Promise<void>;
  #stderr = "";

  private constructor(
    readonly client: Client,
    readonly transport: StdioClientTransport,
  ) {
    this.closed = new Promise((resolve) => client.onclose = resolve);
  }

  /** Starts a program and shakes hands with it. */
  static async start(command: string[], env: Record<string, string>): Promise<Session> {
    const transport = new StdioClientTransport({
      command: command[0]!,
      args: command.slice(1),
      env,
      cwd: Deno.build.os === "windows" ? "C:\\" : "/",
      stderr: "pipe",
    });
    const session = new Session(new Client({ name: "test", version: "1" }), transport);
    transport.stderr!.on("data", (chunk: Uint8Array) => {
      session.#stderr += new TextDecoder().decode(chunk);
    });
    await session.client.connect(transport);
    return session;
  }

  /** What the program wrote into the host's log. */
  get stderr(): string {
    return this.#stderr;
  }

  /** Names of the tools that it lists. */
  async tools(): Promise<string[]> {
    return (await this.client.listTools()).tools.map(({ name }) => name);
  }

  /** Calls a tool; its structured answer, and its text. */
  async call(name: string): Promise<{ report: Record<string, unknown>; text: string }> {
    const result = await this.client.callTool({ name, arguments: {} });
    const [content] = result.content as { text: string }[];
    return {
      report: (result.structuredContent ?? {}) as Record<string, unknown>,
      text: content?.text ?? "",
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.client.close();
  }
}

/** The extension's file; with another version, as if it were a later release. */
function bundle(releaseManifest: string, version: string | undefined): Uint8Array {
  const files = bundleFiles(releaseManifest);
  if (version === undefined) return zip(files);
  return zip(files.map((file) => {
    if (file.path !== "pyproject.toml") return file;
    const text = new TextDecoder().decode(file.bytes);
    const bytes = new TextEncoder().encode(
      text.replace(/^version = .*$/m, `version = "${version}"`),
    );
    return { ...file, bytes };
  }));
}

async function runs(program: string, ...args: string[]): Promise<boolean> {
  try {
    const { success } = await new Deno.Command(program, { args, stdout: "null" }).output();
    return success;
  } catch {
    return false;
  }
}
