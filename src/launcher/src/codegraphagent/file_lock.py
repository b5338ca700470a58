"""One launcher at a time, by a lock that the system lets go of when its holder ends."""

import errno
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def file_lock(path: Path) -> Iterator[None]:
    """Holds the lock on a file, waiting for it as long as another process has it."""
    with path.open("wb") as file:
        if sys.platform == "win32":
            import msvcrt

            while True:
                try:
                    msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)
                    break
                except OSError as error:
                    if error.errno != errno.EDEADLK:  # what ten seconds of waiting end with
                        raise
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
        yield
