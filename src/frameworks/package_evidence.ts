/**
 * Which files belong to a package that uses a framework. Where a framework goes by where files lie, that
 * another package of the project uses it proves nothing.
 */
import type { Links } from "../resolve/links.ts";
import type { EcmascriptManifest } from "../resolve/modules/ecmascript_manifest.ts";
import type { ProjectFile } from "../resolve/project.ts";
import { parentOf } from "../resolve/project_paths.ts";
import { ECMASCRIPT } from "./verb_router.ts";

/** Files of the packages that depend on one of some packages, or of which a file imports one. */
export function filesUsing(links: Links, packages: RegExp): readonly ProjectFile[] {
  const dependencies = new Map<string, readonly string[]>();
  for (const { path, manifest } of links.manifestsIn(ECMASCRIPT)) {
    const said = manifest as EcmascriptManifest;
    if (said.kind === "package") dependencies.set(parentOf(path), said.dependencies ?? []);
  }
  const byPackage = Map.groupBy(
    links.filesIn(ECMASCRIPT),
    ({ path }) => packageOf(path, dependencies),
  );
  return [...byPackage].flatMap(([folder, files]) => {
    const uses = dependencies.get(folder)?.some((name) => packages.test(name)) === true ||
      files.some((file) => links.importsPackage(file, packages));
    return uses ? files : [];
  });
}

/** The nearest folder around a file that has a manifest; that of the project if none has. */
function packageOf(path: string, manifests: ReadonlyMap<string, unknown>): string {
  let folder = parentOf(path);
  while (folder !== "" && !manifests.has(folder)) folder = parentOf(folder);
  return folder;
}
