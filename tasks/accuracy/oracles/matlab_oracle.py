#!/usr/bin/env python3
"""Call sites of a MATLAB or Octave project: Octave's own parser says what is a name of a function and what a
variable, the rules of the search path say which file has it. See README.md for what it does not judge.

usage: matlab_oracle.py REPO
"""
import json
import os
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

SCRIPT = Path(__file__).resolve().with_name("matlab_oracle.m")
MEMBER = re.compile(r"\.\s*([A-Za-z]\w*)")
IN_A_FIELD = re.compile(r"\.\(\s*([A-Za-z]\w*)")
HEAD = re.compile(r"\s*(?:function|classdef)\b")
WORD = re.compile(r"[A-Za-z]\w*")
QUOTED = re.compile(r"['\"]([A-Za-z]\w*)['\"]")


class Project:
    """The files of a project and what Octave's parser says of them."""

    def __init__(self, root):
        self.root = root
        self.paths = sorted(str(path.relative_to(root)) for path in root.rglob("*.m") if path.is_file())
        self.read, self.own_names = set(), set()
        self.definitions = defaultdict(list)  # file -> (name, line)
        self.names = defaultdict(list)  # file -> (line, column, name, mark)
        self.lines, self.heads_of = {}, {}
        self.on_path, self.methods = defaultdict(list), defaultdict(list)
        for path in self.paths:
            self.place(path)
        self.ask()

    def place(self, path):
        *folders, base = path.split("/")
        stem = base[:-2]
        classes = [folder[1:] for folder in folders if folder.startswith("@")]
        if classes:
            self.methods[stem].append(path)
        if "private" in folders or any(folder.startswith("+") for folder in folders):
            return
        if not classes or classes[-1] == stem:
            self.on_path[stem].append(path)

    def ask(self):
        told = "".join(f"{self.root / path}\n" for path in self.paths)
        answer = subprocess.run(["octave-cli", "--norc", "--quiet", str(SCRIPT)], input=told, text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True, errors="replace")
        for row in answer.stdout.splitlines():
            path, *rest = row.split("\t")
            if path == "*":
                self.own_names.add(rest[0])
                continue
            path = os.path.relpath(path, self.root)
            if rest == ["read"]:
                self.read.add(path)
            elif len(rest) == 2:
                self.definitions[path].append((rest[1], int(rest[0])))
            else:
                self.names[path].append((int(rest[0]), int(rest[2]), rest[1], rest[4] if len(rest) > 4 else ""))

    def text(self, path):
        if path not in self.lines:
            self.lines[path] = (self.root / path).read_text(encoding="utf-8", errors="replace").splitlines()
        return self.lines[path]

    def definitions_of(self, path, name):
        """Where a file defines what it has under a name; a script is its file."""
        # A class and its constructor have one name.
        lines = self.heads(path).get(name) or [line for known, line in self.definitions[path] if known == name and line]
        if lines:
            return [definition(path, name, line) for line in lines]
        # A file's first function bears the file's name, whatever is written.
        return [definition(path, "", min((line for lines in self.heads(path).values() for line in lines), default=1))]

    def heads(self, path):
        """Lines on which a file's functions and classes begin, by each word written there."""
        if path not in self.heads_of:
            heads = self.heads_of[path] = defaultdict(list)
            for at, line in enumerate(self.text(path), 1):
                if HEAD.match(line):
                    for word in WORD.findall(line.split("%")[0]):
                        heads[word].append(at)
        return self.heads_of[path]

    def line_of(self, path, name, told=0):
        """Line of a function's or a class's head, which Octave tells of some only."""
        lines = self.heads(path).get(name, ())
        return told if told in lines else lines[0] if lines else told or 1

    def verdict(self, path, name):
        """What a name means in a file that is no variable there, as fields of a site."""
        stem = os.path.basename(path)[:-2]
        local = [known for known, _ in self.definitions[path] if known == name and name != stem]
        if local:
            return internal(self.definitions_of(path, name))
        if name != stem and name in self.heads(path):
            return {"status": "unknown", "reason": "Octave leaves out the end of the file"}
        folder = os.path.dirname(path)
        near = [os.path.join(folder, "private", f"{name}.m")]
        if os.path.basename(folder) == "private":
            near.append(os.path.join(folder, f"{name}.m"))
        known = [one for one in near if one in self.paths_set]
        if known:
            return internal(self.definitions_of(known[0], name))
        methods = [one for path_ in self.methods.get(name, ()) for one in self.definitions_of(path_, name)]
        methods += self.class_methods.get(name, [])
        files = self.on_path.get(name, ())
        beside = [one for one in files if os.path.dirname(one) == folder]
        if not files:
            if methods:
                return {**internal(methods), "optional": True, "reason": "method, if an argument is of its class"}
            return {"status": "external", "reason": "no file has that name"}
        if name in self.own_names and not beside:
            return {"status": "unknown", "reason": "the search path decides against Octave's own function"}
        return internal([one for file in beside or files for one in self.definitions_of(file, name)], methods)

    def prepare(self):
        self.paths_set = set(self.paths)
        self.class_methods = defaultdict(list)
        for path in self.paths:
            if "classdef" not in self.heads(path):
                continue
            for name, line in self.definitions[path]:
                if name != os.path.basename(path)[:-2]:
                    self.class_methods[name].append(definition(path, name, self.line_of(path, name, line)))


def internal(defs, also=()):
    return {"status": "internal", "defs": defs, "also": list(also)}


def definition(file, name, line):
    return {"file": file, "name": name, "line": line, "startLine": line, "endLine": line, "kind": "function"}


def sites(project, path):
    """Rows of one file."""
    taken = set()
    for line, column, name, mark in project.names[path]:
        column = utf16_column(project.text(path), line, column)
        if (line, column) in taken:
            continue
        taken.add((line, column))
        if mark == "=@":
            found = {"status": "unknown", "reason": "calls a variable that holds a function"}
        elif mark == "=":
            found = {"status": "external", "reason": "reads a variable"}
        else:
            found = project.verdict(path, name)
            after = project.text(path)[line - 1][column - 1 + len(name):] if line <= len(project.text(path)) else ""
            if mark == "@" or re.match(r"\.[A-Za-z]", after):  # a handle, or the class of `Class.member`
                found["optional"] = True
        yield site(path, line, column, name, "@f" if mark == "@" else "variable" if mark else "f()", found)
    for line, text in enumerate(project.text(path), 1):
        for pattern, form in ((MEMBER, "x.f"), (IN_A_FIELD, "x.(f)"), (QUOTED, "name in a string")):
            for match in pattern.finditer(text):
                column = utf16_column(project.text(path), line, match.start(1) + 1)
                if (line, column) not in taken:
                    yield site(path, line, column, match[1], form, {"status": "unknown", "reason": form})


def site(path, line, column, name, form, found):
    return {"type": "site", "file": path, "line": line, "column": column, "callLine": line, "name": name, "kind": "call",
            "form": form, "inside": "", "reason": "", **found}


def utf16_column(lines, line, column):
    """A column that Octave counts, in bytes from 1, in UTF-16 units."""
    if line > len(lines) or lines[line - 1].isascii():
        return column
    before = lines[line - 1].encode("utf-8")[:column - 1].decode("utf-8", errors="ignore")
    return len(before.encode("utf-16-le")) // 2 + 1


def main():
    project = Project(Path(sys.argv[1]).resolve())
    project.prepare()
    for path in sorted(project.read):
        print(json.dumps({"type": "file", "file": path}))
        for row in sites(project, path):
            print(json.dumps(row))


if __name__ == "__main__":
    main()
