"""Runs a command to its end and writes what it cost, with that of all its child processes, as JSON.

usage: measured.py RESULT COMMAND [ARGUMENT...]

RESULT gets {"code", "wallSeconds", "cpuSeconds", "peakBytes"}; the peak is that of the largest process. Python,
because Deno and Node offer no `wait4`, and the `time` programs differ from system to system.
"""
import json
import os
import sys
import time

result, command = sys.argv[1], sys.argv[2:]
started = time.monotonic()
process = os.posix_spawnp(command[0], command, os.environ)
_, status, usage = os.wait4(process, 0)
wall = time.monotonic() - started
with open(result, "w", encoding="utf-8") as output:
    json.dump({
        "code": os.waitstatus_to_exitcode(status),
        "wallSeconds": wall,
        "cpuSeconds": usage.ru_utime + usage.ru_stime,
        "peakBytes": usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024),
    }, output)
