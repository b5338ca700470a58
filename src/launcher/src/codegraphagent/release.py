"""Which engine archive is wanted: of which release, for which platform, with which digest."""

import json
import os
import platform
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .download import fetch_json
from .failure import ISSUES, Failure

PLATFORMS = ["darwin-arm64", "darwin-x64", "linux-x64", "linux-arm64", "win32-x64", "win32-arm64"]
MACHINES = {"x86_64": "x64", "amd64": "x64", "arm64": "arm64", "aarch64": "arm64"}
VERSION_FORM = re.compile(r"\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?")
PINNED = Path(__file__).with_name("release-manifest.json")


@dataclass(frozen=True)
class Archive:
    """One engine archive of one release."""

    url: str
    sha256: str
    size: int


def current_platform() -> str:
    """The tag of this machine. Raises Failure where no engine is built for it."""
    machine = platform.machine().lower()
    tag = f"{sys.platform}-{MACHINES.get(machine, machine)}"
    if tag in PLATFORMS and sys.maxsize > 2**32:
        return tag
    raise Failure(
        "there is no engine for this platform",
        f"Open an issue at {ISSUES} that names the platform.",
        platform=tag if tag not in PLATFORMS else f"{tag}, but with a 32-bit Python",
        supportedPlatforms=PLATFORMS,
    )


class Release:
    """The release that this launcher pins, or the one that CODEGRAPH_ENGINE_VERSION names."""

    def __init__(self) -> None:
        self._manifest: dict[str, Any] = json.loads(PINNED.read_text(encoding="utf-8"))
        self._pinned = str(self._manifest["engine_version"])
        named = os.environ.get("CODEGRAPH_ENGINE_VERSION", "").strip()
        self.version = named.removeprefix("engine-").removeprefix("v") or self._pinned
        if not VERSION_FORM.fullmatch(self.version):
            raise Failure(
                f"CODEGRAPH_ENGINE_VERSION is {named!r}, which is no version",
                "Set it to a version such as 0.1.0, or unset it.",
            )
        base_url = str(self._manifest["base_url"])
        self._base_url = base_url.replace(f"engine-v{self._pinned}", f"engine-v{self.version}")

    def archive(self, tag: str) -> Archive:
        """The archive for a platform. Raises Failure when the manifest cannot be had or used."""
        source, manifest = f"{self._base_url}release-manifest.json", self._manifest
        if self.version != self._pinned:
            manifest = fetch_json(source)
        try:
            entry = manifest["platforms"][tag]
            name, sha256, size = str(entry["filename"]), str(entry["sha256"]), int(entry["size"])
            usable = re.fullmatch(r"[\w.-]+\.(tar\.gz|zip)", name) and len(sha256) == 64
            if usable and size > 0 and manifest["engine_version"] == self.version:
                return Archive(self._base_url + name, sha256, size)
        except (KeyError, TypeError, ValueError):
            pass
        raise Failure(
            f"the manifest of release {self.version} names no usable engine for this platform",
            "Pin another release with CODEGRAPH_ENGINE_VERSION, or set CODEGRAPH_ENGINE_PATH.",
            url=source,
        )


def is_older(version: str, other: str) -> bool:
    """Whether the first is the older one. False for what is no version."""
    if not VERSION_FORM.fullmatch(version):
        return False
    return _numbers(version) < _numbers(other)


def _numbers(version: str) -> list[int]:
    return [int(number) for number in version.split("-")[0].split(".")]
