"""Unpacking an engine archive, trusting no name in it."""

import shutil
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from gzip import BadGzipFile
from pathlib import Path, PurePosixPath
from typing import IO

BROKEN = (tarfile.TarError, zipfile.BadZipFile, BadGzipFile, zlib.error, EOFError, FileExistsError)


class BadArchive(Exception):
    """The archive is broken, or holds what no engine archive holds."""


def unpack(archive: Path, directory: Path) -> None:
    """Unpacks the regular files of an archive into an empty directory. Raises BadArchive."""
    try:
        for name, content in _files(archive):
            path = PurePosixPath(name)
            if path.is_absolute() or ".." in path.parts or set(name) & set("\\:"):
                raise BadArchive(f"{name!r} leads out of the archive")
            target = directory / path
            target.parent.mkdir(parents=True, exist_ok=True)
            with content, target.open("xb") as file:
                shutil.copyfileobj(content, file)
    except BROKEN as error:
        raise BadArchive(str(error) or type(error).__name__) from error


def _files(archive: Path) -> Iterator[tuple[str, IO[bytes]]]:
    if archive.suffix == ".zip":
        with zipfile.ZipFile(archive) as zipped:
            yield from ((e.filename, zipped.open(e)) for e in zipped.infolist() if not e.is_dir())
        return
    with tarfile.open(archive, "r:gz") as tar:
        for member in tar:
            if not member.isreg() and not member.isdir():
                raise BadArchive(f"{member.name!r} is no regular file")
            if (content := tar.extractfile(member)) is not None:
                yield member.name, content
