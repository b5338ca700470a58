"""One launcher at a time, by a lock that the system lets go of when its holder ends."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def file_lock(path: Path, on_wait: Callable[[], None]) -> Iterator[None]:
    """Holds the lock on a file; `on_wait` is called once when another process has it."""
    with path.open("wb") as file:
        if not _try_lock(file.fileno()):
            on_wait()
            while not _try_lock(file.fileno()):
                time.sleep(0.2)
        yield


def _try_lock(descriptor: int) -> bool:
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):  # as Unix and as Windows say that it is held
        return False
    return True
