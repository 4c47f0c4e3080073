# SPDX-License-Identifier: Apache-2.0
"""Rules about the text of single files: licence line and banner, numbered TODOs, machine paths, whitespace, Qt keywords, output of commands."""

from __future__ import annotations

import re

from functions import blank
from source_tree import OWN_FOLDER, Finding, SourceFile, SourceTree

LICENSED_SUFFIXES = (".h", ".cpp", ".td", ".py", ".sh")
SPDX = "SPDX-License-Identifier: Apache-2.0"
UNNUMBERED = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b(?!\(#\d+\))")
MACHINE_PATH = re.compile(r"(?<![\w.])(/home/(?!user/)\w|/root/|/Users/\w|/tmp/\w)")
DIRECT_OUTPUT = re.compile(r"\bstd::(printf|fprintf|puts|fputs|fwrite|cout|cerr)\b")
USING_ENUM = re.compile(r"^using\s+enum\b", re.MULTILINE)
QT_KEYWORD = re.compile(r"^\s*(?:(?:public|private|protected)\s+slots|signals)\s*:|^\s*emit\s|\bforeach\s*\(", re.MULTILINE)


def _outside_lint(tree: SourceTree) -> list[SourceFile]:
    return [f for f in tree.files if not f.path.startswith(OWN_FOLDER)]


def check_licence(tree: SourceTree) -> list[Finding]:
    """Every source opens with the licence line and one sentence that says what the file is.

    The .cpp of a header is what the header's own sentence says, so it needs none.
    """
    findings = []
    for source in tree.files:
        if not source.path.endswith(LICENSED_SUFFIXES) and not source.path.startswith(".ci/"):
            continue
        first = 1 if source.text.startswith("#!") else 0
        head = source.lines[first:first + 2] + ["", ""]
        if SPDX not in head[0]:
            findings.append(Finding("licence", source.path, first + 1, "no licence line",
                                    f"open the file with a comment '{SPDX}'", key="spdx"))
        elif tree.exists(source.path.removesuffix(".cpp") + ".h") and source.suffix == ".cpp":
            continue
        elif not re.match(r'^(// |# |""")\S+ \S+', head[1]):
            findings.append(Finding("banner", source.path, first + 2, "no banner",
                                    "say in one sentence, below the licence line, what this file is", key="banner"))
    return findings


def check_todo(tree: SourceTree) -> list[Finding]:
    """Unfinished work has a number that somebody can look up."""
    findings = []
    for source in _outside_lint(tree):
        for number, line in enumerate(source.lines, 1):
            if match := UNNUMBERED.search(line):
                findings.append(Finding("todo", source.path, number, f"{match[1]} without an issue number",
                                        f"finish it, or write {match[1]}(#123)", key=line.strip()))
    return findings


def check_machine_paths(tree: SourceTree) -> list[Finding]:
    """No path of one person's machine."""
    findings = []
    for source in _outside_lint(tree):
        for number, line in enumerate(source.lines, 1):
            if match := MACHINE_PATH.search(line):
                findings.append(Finding("machine-path", source.path, number, f"a path of one machine ({match[1]}...)",
                                        "use a relative path, a temporary folder of the test, or an option", key=line.strip()))
    return findings


def check_whitespace(tree: SourceTree) -> list[Finding]:
    """No tabs in C++, no trailing blanks, one newline at the end."""
    findings = []
    for source in tree.files:
        if source.suffix == ".md":
            continue
        for number, line in enumerate(source.lines, 1):
            if line != line.rstrip() or (source.is_cpp and "\t" in line):
                findings.append(Finding("whitespace", source.path, number, "trailing blank or tab",
                                        "remove it (clang-format does)", key=line.strip()))
        if source.text and not source.text.endswith("\n"):
            findings.append(Finding("whitespace", source.path, len(source.lines), "no newline at the end",
                                    "add one", key="end"))
    return findings


def check_cpp_habits(tree: SourceTree) -> list[Finding]:
    """#pragma once in headers, no `using namespace` in headers, no `using enum` in namespaces, Qt's upper-case keywords only."""
    findings = []
    for source in tree.cpp():
        code = blank(source.text)
        if source.suffix == ".h":
            if "#pragma once" not in source.text:
                findings.append(Finding("pragma-once", source.path, 1, "no include guard", "add #pragma once"))
            if match := re.search(r"^\s*using\s+namespace\b", code, re.MULTILINE):
                findings.append(Finding("using-namespace", source.path, code.count("\n", 0, match.end()) + 1,
                                        "using namespace in a header", "name what you use"))
        for match in USING_ENUM.finditer(code):
            findings.append(Finding("using-enum", source.path, code.count("\n", 0, match.start()) + 1,
                                    "using enum in a namespace changes the sources that are compiled with this one",
                                    "name the enum at each use, or write it in a function", key=match[0]))
        for match in QT_KEYWORD.finditer(code):
            findings.append(Finding("qt-keyword", source.path, code.count("\n", 0, match.end()) + 1,
                                    f"Qt keyword '{match[0].strip()}' (QT_NO_KEYWORDS is on)",
                                    "write Q_SLOTS, Q_SIGNALS, Q_EMIT or a range-based for", key=match[0].strip()))
    return findings


def check_command_output(tree: SourceTree) -> list[Finding]:
    """Commands write through app/cli/text_output.h, which keeps escape sequences of names from terminals and reports failed writes."""
    findings = []
    for source in tree.cpp():
        if not source.path.startswith("app/cli/") or source.path in ("app/cli/text_output.cpp", "app/cli/progress_view.cpp", "app/cli/reading_watch.cpp"):
            continue
        code = blank(source.text)
        for match in DIRECT_OUTPUT.finditer(code):
            findings.append(Finding("command-output", source.path, code.count("\n", 0, match.start()) + 1,
                                    f"direct output by {match[1]}", "use the functions of app/cli/text_output.h", key=match[1]))
    return findings


RULES = [check_licence, check_todo, check_machine_paths, check_whitespace, check_cpp_habits, check_command_output]
