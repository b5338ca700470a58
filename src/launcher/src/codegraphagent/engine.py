"""Finding the engine, or fetching it: verified, unpacked, put into place."""

import os
import shutil
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from .download import FULL_DISK, Archive, fetch
from .failure import AGAIN, RETRY, Failure
from .file_lock import file_lock
from .release import Release, current_platform, is_older
from .unpack import BadArchive, unpack

EXECUTABLE = "codegraph.exe" if os.name == "nt" else "codegraph"
Say = Callable[[str], None]


def ensure_engine(say: Say) -> Path:
    """The engine's executable, fetched at first use. Raises Failure."""
    if named := os.environ.get("CODEGRAPH_ENGINE_PATH", "").strip():
        return _named_engine(Path(named).expanduser())
    tag, release = current_platform(), Release()
    engines = _data_directory() / "engine"
    home = engines / release.version / tag
    try:
        if not _is_installed(home):
            home.parent.mkdir(parents=True, exist_ok=True)
            with file_lock(engines / "lock"):
                if not _is_installed(home):
                    _install(release.archive(tag), home, say)
                    _remove_older(engines, release.version)
        return home / "bin" / EXECUTABLE
    except Failure as error:
        failure = error
    except OSError as error:
        problem, remedy = f"the engine cannot be stored in {engines}", f"Make {engines} writable."
        if error.errno in FULL_DISK:
            problem, remedy = f"the disk of {engines} is full", "Free 200 MB there."
        failure = Failure(problem, f"{remedy} {RETRY}", error=str(error))
    failure.report |= {"engineVersion": release.version, "platform": tag}
    raise failure


def _named_engine(path: Path) -> Path:
    executable = (path / "bin" / EXECUTABLE if path.is_dir() else path).absolute()
    if executable.is_file() and os.access(executable, os.X_OK):
        return executable
    fault = "is not executable" if executable.is_file() else "does not exist"
    problem = f"CODEGRAPH_ENGINE_PATH does not lead to an engine: {executable} {fault}"
    remedy = "Set it to an unpacked engine archive or its executable, or unset it to fetch one."
    raise Failure(problem, remedy, path=str(path))


def _data_directory() -> Path:
    base = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or "~/AppData/Local"
    elif sys.platform == "darwin":
        base = "~/Library/Application Support"
    return Path(base).expanduser() / "codegraphagent"


def _is_installed(home: Path) -> bool:
    with suppress(FileNotFoundError, NotADirectoryError):
        recorded = (home / "VERSION").read_text(encoding="utf-8").strip()
        return recorded == home.parent.name and (home / "bin" / EXECUTABLE).is_file()
    return False


def _install(archive: Archive, home: Path, say: Say) -> None:
    say(f"fetching {archive.url} ({archive.size / 1e6:.0f} MB)")
    downloads = home.parents[1] / "download"
    downloads.mkdir(exist_ok=True)
    target = downloads / (archive.sha256 + (".zip" if archive.url.endswith(".zip") else ".tar.gz"))
    try:
        fetch(archive, target)
        _put_into_place(target, home)
    except BadArchive as error:
        target.unlink()
        digests = {"expectedSha256": archive.sha256, "observedSha256": archive.sha256}
        facts = {"url": archive.url, "error": str(error), **digests}
        raise Failure("the engine archive is corrupt", AGAIN, **facts) from error
    except OSError as error:
        if error.errno in FULL_DISK:
            shutil.rmtree(downloads)  # the room is needed
        raise
    shutil.rmtree(downloads, ignore_errors=True)
    say(f"engine {home.parent.name} is ready")


def _put_into_place(archive: Path, home: Path) -> None:
    fresh = home.parent / ".new"
    shutil.rmtree(fresh, ignore_errors=True)  # a launcher that was killed may have left it
    try:
        fresh.mkdir()
        unpack(archive, fresh)
        executable = fresh / "bin" / EXECUTABLE
        if not executable.is_file():
            raise BadArchive(f"there is no bin/{EXECUTABLE} in it")
        executable.chmod(0o755)
        (fresh / "VERSION").write_text(f"{home.parent.name}\n", encoding="utf-8")
        shutil.rmtree(home, ignore_errors=True)
        for _ in range(10):
            with suppress(PermissionError):
                fresh.rename(home)
                return
            time.sleep(0.2)  # a virus scanner may be reading what was just written
        fresh.rename(home)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)


def _remove_older(engines: Path, version: str) -> None:
    for other in engines.iterdir():
        if is_older(other.name, version):
            # On Windows a program that is running stays: a later upgrade removes it.
            shutil.rmtree(other, ignore_errors=True)
