"""Hands over to the engine, or stands in for it while it is fetched or cannot be had."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path
from typing import NoReturn

from .engine import ensure_engine
from .failure import ISSUES, Failure
from .stand_in import StandIn, client_speaks_within, recorded_introduction

GRACE = 4.0  # seconds of fetching in silence; hosts drop a server that lists no tools within ten


def main() -> NoReturn:
    """The extension's entry point."""
    try:
        code = _run()
    except KeyboardInterrupt:
        code = 130
    os._exit(code)  # a thread may still be fetching


def _say(line: str) -> None:
    print(f"codegraphagent: {line}", file=sys.stderr, flush=True)


def _run() -> int:
    introduction = recorded_introduction()
    fetching = ThreadPoolExecutor(1).submit(ensure_engine, _say)
    wait([fetching], GRACE if introduction else None)
    stand_in = StandIn(None if fetching.done() else introduction)
    while not fetching.done():
        if client_speaks_within(0.1) and not stand_in.answer_line(None):
            return 0
    try:
        engine = fetching.result()
        stand_in.answer_held(Failure("the engine was fetched only now", "Call the tool again."))
        return _hand_over(engine)
    except Failure as error:
        failure = error
    except Exception as error:
        failure = Failure("the launcher failed", f"Open an issue: {ISSUES}", error=repr(error))
    _say(failure.text())
    stand_in.answer_held(failure)
    while stand_in.answer_line(failure):
        pass
    return 1


def _hand_over(engine: Path) -> int:
    """Becomes the engine where a process can; elsewhere waits for it. Raises Failure."""
    command = [str(engine), "serve", "--mcp"]
    environment = {**os.environ, "CODEGRAPH_INSTALL_DIR": str(Path(__file__).parents[2])}
    try:
        if os.name == "nt":
            return subprocess.call(command, env=environment)
        os.execve(engine, command, environment)
    except OSError as error:
        remedy = "Set CODEGRAPH_ENGINE_PATH to an engine for this system; on Linux it needs glibc."
        facts = {"path": str(engine), "error": str(error)}
        raise Failure("the engine cannot be started", remedy, **facts) from error
