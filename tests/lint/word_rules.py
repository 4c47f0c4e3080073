# SPDX-License-Identifier: Apache-2.0
"""Words that texts for users and comments must not contain, and their replacements; the full word list is in CONTRIBUTING.md."""

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
# The same for comments of C++ sources and headers.
COMMENT_WORDS = [(re.compile(pattern), replacement) for pattern, replacement in (
    (r"(?i)\bbehind\b", "after (time, order), next to (place)"),
    (r"(?i)\b(?:ask|asks|asked)\b", "query, read, request; is requested"),
    (r"(?i)\b(?:tell|tells|told)\b", "report, record, show, return; is distinguished"),
    (r"(?i)\bnobody\b", "no user, no process; or the passive: is not recorded"),
    (r"\A\W*(?:What|Who|How)\b", "a noun: the outcome of a run, the parts of a kernel"),
)]
# Phrases in which such a word is right.
ALLOWED = re.compile(r"\bhidden\s+behind\b", re.IGNORECASE)

_TOKENS = re.compile(
    r'(?P<comment>//[^\n]*|/\*.*?\*/|^[ \t]*#[ \t]*include[^\n]*)'
    r'|R"(?P<delim>[^()\\\s]{0,16})\((?P<raw>.*?)\)(?P=delim)"'
    r'|"(?P<string>(?:\\.|[^"\\\n])*)"'
    r"|(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])+'",
    re.DOTALL | re.MULTILINE)
# Text that a comment quotes.
_QUOTED = re.compile(r"""'"'|"[^"]*"|`[^`]*`""")
_LICENCE = "// SPDX-License-Identifier"
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


def _comments(source: SourceFile) -> Iterator[tuple[int, str]]:
    """(offset, text) of each comment; lines of // below each other, in one column, are one comment."""
    text = source.text
    begin = end = column = -1
    for match in _TOKENS.finditer(text):
        part = match["comment"]
        if part is None or not part.startswith("/") or part.startswith(_LICENCE):
            continue
        own = match.start() - text.rfind("\n", 0, match.start())
        is_next = part.startswith("//") and own == column and re.fullmatch(r"\n[ \t]*", text[end:match.start()]) is not None
        if begin >= 0 and not is_next:
            yield begin, text[begin:end]
        begin = begin if is_next else match.start()
        end, column = match.end(), own if part.startswith("//") else -1
    if begin >= 0:
        yield begin, text[begin:end]


def check_comment_words(tree: SourceTree) -> list[Finding]:
    """Comments contain no word of their list, except in quoted text."""
    findings = []
    for source in tree.files:
        if not source.is_cpp:
            continue
        for offset, comment in _comments(source):
            checked = _QUOTED.sub(lambda match: re.sub(r"[^\n]", "\"", match[0]), comment)
            checked = ALLOWED.sub(lambda match: " " * len(match[0]), checked)
            for pattern, replacement in COMMENT_WORDS:
                for match in pattern.finditer(checked):
                    word = re.sub(r"\W+", "", match[0])
                    line = source.text.count("\n", 0, offset + match.start()) + 1
                    findings.append(Finding("comment-word", source.path, line, f'"{word}" in a comment', f"write: {replacement}", key=word))
    return findings


RULES = [check_words, check_comment_words]
