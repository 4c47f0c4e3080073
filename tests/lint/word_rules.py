# SPDX-License-Identifier: Apache-2.0
"""Words that texts for users must not contain, and their replacements; the full word list is in CONTRIBUTING.md."""

from __future__ import annotations

import re
from collections.abc import Iterator

from source_tree import Finding, SourceFile, SourceTree

# C++ sources, by prefix of their path: their string literals are checked.
SOURCES = ("app/", "collector/", "core/", "viewer/")
# Documents, by prefix of their path: their text is checked, except code.
DOCUMENTS = ("README.md", "CHANGELOG.md", "resources/guide/")

# (pattern, replacement)
WORDS = [(re.compile(rf"\b{pattern}\b", re.IGNORECASE), replacement) for pattern, replacement in (
    (r"tells", "reports, records, shows, returns"),
    (r"behind", "after (time), next to (place)"),
    (r"in\s+front\s+of", "before (time), next to (place)"),
    (r"refused\s+by", "rejected by"),
    (r"what\s+of", "a noun, such as: the recorded share"),
    (r"whoever", "the user, the reader or the process"),
    (r"far\s+end", "remote worker"),
    (r"turns(?!\s+(?:into|on|off)\b)", "wavefronts (shared memory), iterations (loops)"),
    (r"for\s+people", "the user, the reader or the process"),
    (r"nobody", "no user, no process; or the passive: is not recorded"),
    (r"somebody", "the user, another process"),
)]
# Phrases in which such a word is right.
ALLOWED = re.compile(r"\bhidden\s+behind\b", re.IGNORECASE)

_TOKENS = re.compile(
    r'(?P<comment>//[^\n]*|/\*.*?\*/|^[ \t]*#[ \t]*include[^\n]*)'
    r'|R"(?P<delim>[^()\\\s]{0,16})\((?P<raw>.*?)\)(?P=delim)"'
    r'|"(?P<string>(?:\\.|[^"\\\n])*)"'
    r"|(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])+'",
    re.DOTALL | re.MULTILINE)
_CODE = re.compile(r"^```.*?^```|`[^`]*`", re.DOTALL | re.MULTILINE)


def _literals(source: SourceFile) -> Iterator[tuple[int, str]]:
    """(offset, text) of each string literal; adjacent literals are one text."""
    begin, text, end = 0, "", -1
    for match in _TOKENS.finditer(source.text):
        part = match["string"] if match["raw"] is None else match["raw"]
        if part is None:
            continue
        if text and not source.text[end:match.start()].strip():
            text += part
        else:
            if text:
                yield begin, text
            begin, text = match.start(), part
        end = match.end()
    if text:
        yield begin, text


def _texts(tree: SourceTree) -> Iterator[tuple[SourceFile, int, str]]:
    for source in tree.files:
        if source.is_cpp and source.path.startswith(SOURCES):
            for offset, text in _literals(source):
                yield source, offset, text
        elif source.suffix == ".md" and DOCUMENTS and source.path.startswith(DOCUMENTS):
            yield source, 0, _CODE.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), source.text)


def check_words(tree: SourceTree) -> list[Finding]:
    """Texts for users contain no word of the list."""
    findings = []
    for source, offset, text in _texts(tree):
        checked = ALLOWED.sub(lambda match: " " * len(match[0]), text)
        for pattern, replacement in WORDS:
            for match in pattern.finditer(checked):
                word = " ".join(match[0].split())
                at = offset if source.is_cpp else match.start()
                findings.append(Finding("words", source.path, source.text.count("\n", 0, at) + 1,
                                        f'"{word}" in a text for users', f"write: {replacement}", key=word))
    return findings


RULES = [check_words]
