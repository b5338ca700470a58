"""Which engine archive is wanted: of which release, for which platform, with which digest."""

import json
import os
import platform
import re
import sys
from pathlib import Path

from .download import Archive, fetch_json
from .failure import ISSUES, Failure

PLATFORMS = ["darwin-arm64", "darwin-x64", "linux-x64", "linux-arm64", "win32-x64", "win32-arm64"]
MACHINES = {"x86_64": "x64", "amd64": "x64", "aarch64": "arm64"}
PINNED = Path(__file__).with_name("release-manifest.json")
VERSION_FORM = re.compile(r"\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?")


def current_platform() -> str:
    """The tag of this machine. Raises Failure where no engine is built for it."""
    machine = platform.machine().lower()
    tag = f"{sys.platform}-{MACHINES.get(machine, machine)}"
    if tag in PLATFORMS and sys.maxsize > 2**32:
        return tag
    remedy = f"Open an issue at {ISSUES} that names the platform."
    named = f"{tag}, but with a 32-bit Python" if tag in PLATFORMS else tag
    facts = {"platform": named, "supportedPlatforms": PLATFORMS}
    raise Failure("there is no engine for this platform", remedy, **facts)


class Release:
    """The release that this launcher pins, or the one that CODEGRAPH_ENGINE_VERSION names."""

    def __init__(self) -> None:
        self._manifest = json.loads(PINNED.read_text(encoding="utf-8"))
        named = os.environ.get("CODEGRAPH_ENGINE_VERSION", "").strip()
        self.version = re.sub("^(engine-)?v", "", named) or str(self._manifest["engine_version"])
        if not VERSION_FORM.fullmatch(self.version):
            problem = f"CODEGRAPH_ENGINE_VERSION is {named!r}, which is no version"
            raise Failure(problem, "Set it to a version such as 0.1.0, or unset it.")

    def archive(self, tag: str) -> Archive:
        """The archive for a platform. Raises Failure when the manifest cannot be had or used."""
        manifest, pinned = self._manifest, self._manifest["engine_version"]
        base_url = manifest["base_url"].replace(f"engine-v{pinned}", f"engine-v{self.version}")
        source = f"{base_url}release-manifest.json"
        if self.version != pinned:
            manifest = fetch_json(source)
        try:
            name, sha256, size = map(manifest["platforms"][tag].get, ("filename", "sha256", "size"))
            if manifest["engine_version"] == self.version and re.fullmatch(r"[\w.-]+", name):
                return Archive(base_url + name, str(sha256), int(size))
        except (KeyError, TypeError, ValueError):
            pass  # said below
        problem = f"the manifest of release {self.version} names no usable engine for this platform"
        remedy = "Pin another CODEGRAPH_ENGINE_VERSION, or set CODEGRAPH_ENGINE_PATH."
        raise Failure(problem, remedy, url=source)


def is_older(version: str, other: str) -> bool:
    """Whether the first is the older version. False for what is no version."""
    one, two = ([int(n) for n in re.findall(r"\d+", v.split("-")[0])] for v in (version, other))
    return VERSION_FORM.fullmatch(version) is not None and one < two
