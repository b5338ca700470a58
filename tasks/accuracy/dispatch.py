#!/usr/bin/env python3
"""Methods of generic functions of a package: how many of them its index leads to their generic.

usage: dispatch.py r|julia REPO...      (index each of them first)

R: S3 methods by the `S3method` lines of `NAMESPACE`, S4 methods by `setMethod`. Julia: methods that are written for
functions of other modules (`Base.show(io, x::T)`), counted by their heads at the start of a line, documentation aside.
"""
import re
import sqlite3
import sys
from pathlib import Path

OVERRIDES = 7  # the edge kind's place in EDGE_KINDS of src/resolve/edges.ts
HEAD = re.compile(r"(?:(?:Base\.)?@\w+\s+)?(?:function\s+)?((?:[A-Z]\w*\.)+)([\w!]+)(?:\{[^(]*\})?\(")
SHORT = re.compile(r"\)\s*(?:::\S+\s*|where\s.*)?=(?!=)")


def overriding(repo):
    """(name, file, line, name of the generic) of each method that an edge leads from to its generic."""
    index = sqlite3.connect(f"file:{repo}/.biorouter/codegraph/codegraph.db?mode=ro", uri=True)
    return index.execute("""
        SELECT sn.text, f.path, s.name_line, coalesce(tn.text, x.name) FROM edges e
        JOIN symbols s ON s.id = e.source JOIN names sn ON sn.id = s.name JOIN files f ON f.id = s.file
        LEFT JOIN symbols t ON t.id = e.target LEFT JOIN names tn ON tn.id = t.name
        LEFT JOIN externals x ON x.id = e.target WHERE e.kind = ?""", (OVERRIDES,)).fetchall()


def last(name, separator):
    return name.split(separator)[-1]


def s3(repo, rows):
    lines = re.findall(r'^S3method\(\s*"?([^,")]+)"?\s*,\s*"?([^,")]+)"?', (repo / "NAMESPACE").read_text(), re.M)
    known = {(name, last(generic, "::")) for name, _, _, generic in rows}
    return [(f"{last(generic, '::')}.{of}", last(generic, "::")) in known for generic, of in lines]


def s4(repo, rows):
    found = []
    for path in sorted((repo / "R").glob("*.[RrSs]")):
        text = path.read_text(errors="replace")
        for match in re.finditer(r"^\s*set(Replace)?Method\(\s*(?:f\s*=\s*)?[\"']([^\"']+)[\"']", text, re.M):
            name = match[2] + ("<-" if match[1] and not match[2].endswith("<-") else "")
            line = text.count("\n", 0, match.start(2)) + 1
            found.append(any(file == f"R/{path.name}" and abs(at - line) <= 2 and last(generic, "::") == name
                             for _, file, at, generic in rows))
    return found


def julia(repo, rows):
    known = {(file, line, last(generic, ".")) for _, file, line, generic in rows}
    found = []
    for path in sorted((repo / "src").rglob("*.jl")):
        file, is_text = str(path.relative_to(repo)), False
        for number, line in enumerate(path.read_text(errors="replace").splitlines(), 1):
            is_text ^= line.count('"""') % 2 == 1
            match = None if is_text else HEAD.match(line)
            if match and ("function" in line or SHORT.search(line)):
                found.append((file, number, match[2]) in known)
    return found


def main():
    language, *repos = sys.argv[1:]
    kinds = {"r": {"S3": s3, "S4": s4}, "julia": {"methods for other modules": julia}}[language]
    for repo in map(Path, repos):
        rows = overriding(repo)
        for kind, count in kinds.items():
            found = count(repo, rows)
            if found:
                print(f"{repo.name}: {kind}: {sum(found)} of {len(found)} lead to their generic")


if __name__ == "__main__":
    main()
