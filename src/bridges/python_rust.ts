/** From Python to Rust: functions, classes and modules that PyO3's attributes make. */
import type { Linker } from "../resolve/linker.ts";
import type { Links, Site } from "../resolve/links.ts";
import { append } from "../resolve/multimap.ts";
import { PythonExtensions } from "./python_extensions.ts";

const RUST = ["rust"];
/** Under this name methods offer what makes an instance. */
const CONSTRUCTOR = "__new__";

function link(links: Links): void {
  const extensions = new PythonExtensions(links);
  const offer = (site: Site, name: string, owner: string, means: string): void => {
    const symbols = links.resolve(site).targets.map(({ symbol }) => symbol);
    extensions.offer({ name, owner, file: site.file, symbols, means });
  };
  for (const site of links.offers("pymodule", RUST)) {
    extensions.module(links.nameOf(site), site.file);
  }
  for (const site of links.offers("pyfunction", RUST)) {
    offer(site, links.nameOf(site), "", "pyfunction");
  }
  const methods = Array.from(links.offers("pymethods", RUST));
  const makers = new Set(
    methods.filter((site) => links.nameOf(site) === CONSTRUCTOR).map((site) => links.ownerOf(site)),
  );
  /** Names in Python by those in Rust. */
  const classes = new Map<string, string[]>();
  for (const site of links.offers("pyclass", RUST)) {
    const type = links.ownerOf(site);
    append(classes, type, links.nameOf(site));
    if (!makers.has(type)) offer(site, links.nameOf(site), "", "pyclass");
  }
  for (const site of methods) {
    const type = links.ownerOf(site);
    for (const owner of new Set(classes.get(type) ?? [type])) {
      if (links.nameOf(site) === CONSTRUCTOR) offer(site, owner, "", "pymethods");
      else offer(site, links.nameOf(site), owner, "pymethods");
    }
  }
  extensions.link();
}

/** Python to Rust. */
export const pythonRust: Linker = { link };
