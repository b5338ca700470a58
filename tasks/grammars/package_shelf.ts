import { join } from "node:path";
import { fetchArchive } from "./fetch_archive.ts";
import { formatOrigin, type PackageOrigin } from "./package_origin.ts";
import { runTool } from "./run_tool.ts";
import { sha256 } from "./sha256.ts";

/** A package brought here and unpacked. */
export interface UnpackedPackage {
  /** SHA-256 of the archive, in hexadecimal. */
  readonly archiveSha256: string;
  /** Folder that holds the package's files. */
  readonly directory: string;
}

/** Packages brought for one run: each is fetched once, however many grammars it holds. */
export class PackageShelf implements AsyncDisposable {
  readonly #root: string;
  readonly #packages = new Map<string, Promise<UnpackedPackage>>();

  private constructor(root: string) {
    this.#root = root;
  }

  /** An empty shelf in a fresh temporary folder, removed on disposal. */
  static async create(): Promise<PackageShelf> {
    return new PackageShelf(await Deno.makeTempDir({ prefix: "grammars_" }));
  }

  /**
   * The package, fetched and unpacked at the first call for it.
   *
   * @throws {Error} when it cannot be brought or unpacked
   */
  take(origin: PackageOrigin): Promise<UnpackedPackage> {
    const key = formatOrigin(origin);
    const known = this.#packages.get(key);
    if (known !== undefined) return known;
    const fresh = this.#bring(origin, String(this.#packages.size));
    this.#packages.set(key, fresh);
    return fresh;
  }

  /** A new empty folder on the shelf, for intermediate files. */
  async scratch(): Promise<string> {
    return await Deno.makeTempDir({ dir: this.#root });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.#root, { recursive: true });
  }

  async #bring(origin: PackageOrigin, slot: string): Promise<UnpackedPackage> {
    const download = join(this.#root, slot, "download");
    const directory = join(this.#root, slot, "files");
    await Deno.mkdir(download, { recursive: true });
    await Deno.mkdir(directory);
    const archive = await fetchArchive(origin, download);
    await runTool("tar", ["-xzf", archive, "-C", directory, "--strip-components=1"]);
    return { archiveSha256: sha256(await Deno.readFile(archive)), directory };
  }
}
