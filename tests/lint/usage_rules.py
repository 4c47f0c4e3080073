# SPDX-License-Identifier: Apache-2.0
"""Rules about use: a function that a header declares is called somewhere, and a signal is connected somewhere."""

from __future__ import annotations

import re
from collections import Counter

from source_tree import LAYERS, Finding, SourceFile, SourceTree

_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_NAME = re.compile(r"\b[A-Za-z_]\w*\b")
# A declaration: a name, its parameters and what follows them up to the semicolon. Names of functions begin with a small letter.
_DECLARATION = re.compile(r"[\w>&*\]]\s+[&*]?([a-z]\w*)\s*\([^;{}]*\)([^;{}()]*);")
_DEFINITION = re.compile(r"\b([a-z]\w*)\s*\([^;{}]*\)[^;{}()]*\{")
_SECTION = re.compile(r"^\s*(?:Q_SIGNALS|(?:public|protected|private)(?:\s+Q_SLOTS)?)\s*:|^};", re.MULTILINE)


def _code(source: SourceFile) -> str:
    """The text with comments replaced by spaces, on the same lines."""
    return _COMMENT.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), source.text)


def _line(code: str, offset: int) -> int:
    return code.count("\n", 0, offset) + 1


def _signal_sections(code: str) -> list[tuple[int, int]]:
    borders = list(_SECTION.finditer(code)) + [None]
    return [(border.end(), following.start() if following else len(code))
            for border, following in zip(borders, borders[1:]) if "Q_SIGNALS" in border[0]]


def check_every_function_is_called(tree: SourceTree) -> list[Finding]:
    """A function that a header declares and a source defines has a third mention in the tree; overrides have callers elsewhere.

    Mentions are names, not calls: two functions of one name hide each other. That costs findings, never a wrong one.
    """
    codes = {f.path: _code(f) if f.is_cpp else f.text for f in tree.files if f.suffix != ".md"}
    mentions = Counter(name for code in codes.values() for name in _NAME.findall(code))
    defined = {name for path, code in codes.items() if path.endswith(".cpp") for name in _DEFINITION.findall(code)}
    findings = []
    for source in tree.cpp(*LAYERS):
        if source.suffix != ".h":
            continue
        code = codes[source.path]
        signals = _signal_sections(code)
        for declaration in _DECLARATION.finditer(code):
            name, ending = declaration[1], declaration[2]
            if any(begin <= declaration.start(1) < end for begin, end in signals):
                continue  # emitted, not called
            if "override" in ending or "delete" in ending or "default" in ending or mentions[name] > 2 or name not in defined:
                continue
            findings.append(Finding("unused", source.path, _line(code, declaration.start(1)), f"nothing calls {name}()",
                                    "delete it, or call it", key=name))
    return findings


def check_every_signal_is_connected(tree: SourceTree) -> list[Finding]:
    """The address of each signal is taken somewhere in the tree."""
    codes = {f.path: _code(f) for f in tree.cpp("app", "viewer", "tests")}
    connected = {name for code in codes.values() for name in re.findall(r"&(?:\w+::)+(\w+)", code)}
    findings = []
    for source in tree.cpp("app", "viewer"):
        code = codes[source.path]
        for begin, end in _signal_sections(code):
            for signal in re.finditer(r"\bvoid\s+(\w+)\s*\(", code[begin:end]):
                if signal[1] not in connected:
                    findings.append(Finding("unconnected", source.path, _line(code, begin + signal.start(1)),
                                            f"nothing is connected to the signal {signal[1]}", "delete it, or connect it",
                                            key=signal[1]))
    return findings


RULES = [check_every_function_is_called, check_every_signal_is_connected]
