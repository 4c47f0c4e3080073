# SPDX-License-Identifier: Apache-2.0
"""Finds functions and their length in C++ without a compiler: strips comments and strings, then follows the braces."""

from __future__ import annotations

import re
from dataclasses import dataclass

_TOKENS = re.compile(
    r'//[^\n]*|/\*.*?\*/'                       # comments
    r'|R"(?P<delim>[^()\\\s]{0,16})\(.*?\)(?P=delim)"'  # raw strings
    r'|"(?:\\.|[^"\\\n])*"'                     # strings
    r"|(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])+'"     # characters, but not digit separators
    r"|^[ \t]*#(?:[^\n\\]|\\.|\\\n)*",          # preprocessor lines
    re.DOTALL | re.MULTILINE)

_SCOPE = re.compile(r"^(?:template\s*<.*>\s*)?(?:inline\s+|export\s+|typedef\s+)*(?:namespace|class|struct|union|enum|extern)\b",
                    re.DOTALL)
# Words that may stand between two members and belong to neither.
_LABELS = re.compile(r"(?:\s|Q_[A-Z]+\b|(?:public|private|protected)\s*(?:Q_SLOTS\s*)?:|Q_SIGNALS\s*:)*")
_CONTROL = {"if", "for", "while", "switch", "catch", "return"}


@dataclass(frozen=True)
class Function:
    """A function definition: its name and its half-open range of lines, counted from 1, signature included."""

    name: str
    begin: int
    end: int
    data_lines: int = 0  # lines inside raw strings (style sheets, samples): data, not code

    @property
    def length(self) -> int:
        return self.end - self.begin - self.data_lines


def blank(text: str) -> str:
    """The text with comments, literals and preprocessor lines replaced by spaces; line breaks stay where they are."""
    return _TOKENS.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)


def _function_name(header: str) -> str | None:
    """The name of the function whose definition starts with this stripped text (up to its brace), if it is one."""
    opening = header.find("(")
    if opening < 0 or _SCOPE.match(header) and "(" not in re.split(r"[:{]", header)[0]:
        return None
    before = header[:opening].rstrip()
    if "operator" not in before and re.search(r"(?<![=!<>])=\s*$|=\s*\[|^\s*(?:auto|const|constexpr|static|inline)[^(]*=", before):
        return None  # a variable that is initialised
    name = re.search(r"(~?[\w:]+|operator\s*\S+)$", before)
    if not name or name[1] in _CONTROL:
        return None
    if re.search(r"\)\s*(?:noexcept\s*)?:[^:].*[\w>]\s*$", header, re.DOTALL):
        return None  # a braced member initialiser; the body comes after it
    return name[1]


def functions(text: str) -> list[Function]:
    """Every function definition at namespace or class scope; lambdas count as part of the function around them."""
    code = blank(text)
    raw_strings = [match.span() for match in _TOKENS.finditer(text) if match["delim"] is not None]
    found: list[Function] = []
    start = 0          # where the current declaration begins
    position = 0
    while position < len(code):
        char = code[position]
        if char in ";}":
            start = position + 1
        elif char == "{":
            header = code[start:position]
            declaration = header[_LABELS.match(header).end():].strip()
            close = _closing_brace(code, position)
            name = _function_name(declaration)
            if name:
                begin = start + _LABELS.match(header).end()
                data = sum(text.count("\n", *raw) for raw in raw_strings if begin <= raw[0] < close)
                found.append(Function(name, code.count("\n", 0, begin) + 1, code.count("\n", 0, close) + 2, data))
                position, start = close, close + 1
            elif _SCOPE.match(declaration) and not declaration.startswith("enum"):
                start = position + 1      # look inside
            else:
                position = close          # an initialiser: jump over it, the declaration goes on
        position += 1
    return found


def _closing_brace(code: str, opening: int) -> int:
    depth = 0
    for match in re.finditer(r"[{}]", code[opening:]):
        depth += 1 if match[0] == "{" else -1
        if depth == 0:
            return opening + match.start()
    return len(code) - 1
