"""Stands in for the engine's MCP server: greets while it is fetched, says what went wrong."""

import json
import os
import select
import sys
import time
from pathlib import Path
from typing import Any

from . import VERSION
from .failure import Failure

PROTOCOLS = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]
FAULT_INTRODUCTION = json.loads(Path(__file__).with_name("fault-tool.json").read_text("utf-8"))
FAULT_TOOL = FAULT_INTRODUCTION["tools"][0]["name"]
RECORDED = Path(__file__).with_name("engine-tools.json")


class StandIn:
    """Answers a client's requests, taking not one byte more: the rest is for the engine."""

    def __init__(self, introduction: dict[str, Any] | None) -> None:
        self._introduction = introduction or FAULT_INTRODUCTION
        self._held: list[dict[str, Any]] = []

    def answer_line(self, failure: Failure | None) -> bool:
        """Answers a line, or holds a call while there is no failure. False: the client has left."""
        if not (line := _read_line()):
            return False
        try:
            message = json.loads(line)
            is_call = message["method"] == "tools/call"
        except (ValueError, TypeError, KeyError):
            return True
        if is_call and failure is None:
            self._held.append(message)
        elif "id" in message:
            self._respond(message, failure)
        return True

    def answer_held(self, failure: Failure) -> None:
        """Answers the calls that were held."""
        while self._held:
            self._respond(self._held.pop(0), failure)

    def _respond(self, message: dict[str, Any], failure: Failure | None) -> None:
        params = message.get("params") or {}
        outcome: dict[str, Any] = {"result": {}}
        match message["method"]:
            case "initialize":
                outcome = {"result": self._greeting(params.get("protocolVersion"))}
            case "tools/list":
                outcome = {"result": {"tools": self._introduction["tools"]}}
            case "tools/call" if failure:
                answer = {"content": [{"type": "text", "text": failure.text()}]}
                is_asked_for = params.get("name") == FAULT_TOOL
                more = {"structuredContent": failure.report} if is_asked_for else {"isError": True}
                outcome = {"result": {**answer, **more}}
            case method if method != "ping":
                outcome = {"error": {"code": -32601, "message": f"no method {method}"}}
        sys.stdout.write(json.dumps({"jsonrpc": "2.0", "id": message["id"], **outcome}) + "\n")
        sys.stdout.flush()

    def _greeting(self, protocol: object) -> dict[str, Any]:
        return {
            "protocolVersion": protocol if protocol in PROTOCOLS else PROTOCOLS[0],
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "codegraphagent", "version": VERSION},
            "instructions": self._introduction["instructions"],
        }


def recorded_introduction() -> dict[str, Any] | None:
    """The engine's instructions and tools, as recorded when this package was built."""
    if not RECORDED.exists():
        return None
    recorded: dict[str, Any] = json.loads(RECORDED.read_text(encoding="utf-8"))
    if chosen := os.environ.get("CODEGRAPH_MCP_TOOLS", "").replace(" ", ""):
        names = {f"codegraph_{name}" for name in chosen.split(",")}
        recorded["tools"] = [tool for tool in recorded["tools"] if tool["name"] in names]
    return recorded


def client_speaks_within(seconds: float) -> bool:
    """Whether there is something to read, or the client has left."""
    if sys.platform != "win32":
        return bool(select.select([0], [], [], seconds)[0])
    import ctypes
    import msvcrt

    time.sleep(seconds)
    count, pipe = ctypes.c_ulong(), ctypes.c_void_p(msvcrt.get_osfhandle(0))
    peek = ctypes.windll.kernel32.PeekNamedPipe
    return not peek(pipe, None, 0, None, ctypes.byref(count), None) or count.value > 0


def _read_line() -> bytes:
    line = b""
    while not line.endswith(b"\n") and (byte := os.read(0, 1)):
        line += byte
    return line
