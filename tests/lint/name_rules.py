# SPDX-License-Identifier: Apache-2.0
"""Names of one source alone (in unnamed namespaces, or static) differ within a folder whose sources are compiled together."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from functions import _closing_brace, blank
from source_tree import Finding, SourceTree

# The folders that packaging/cmake/PstudioFolderUnits.cmake compiles together in the preset `asan`.
FOLDERS = ("core", "collector", "viewer", "app")
SEPARATE = {"collector/attach/shim"}  # a library with rules of its own

_TYPE = re.compile(r"^(?:template\s*<.*?>\s*)?(?:class|struct|union|enum(?:\s+(?:class|struct))?)\s+(?:\[\[\w+\]\]\s*)?(\w+)\s*"
                   r"(?:final\s*)?(?:[:{].*)?$", re.DOTALL)
_CONSTANT = re.compile(r"(\w+)\s*(?:\[[^\]]*\]\s*)*(?:=.*)?$", re.DOTALL)
_FUNCTION = re.compile(r"([\w~]+|operator\s*\S+?)\s*\((.*)\)\s*(?:const\s*)?(?:noexcept\s*)?(?:->.*)?$", re.DOTALL)


@dataclass(frozen=True)
class LocalName:
    """A name that one source alone uses. `key` distinguishes overloads and enclosing namespaces. `alias` is the type that an alias
    names, else empty."""

    name: str
    key: str
    line: int
    alias: str = ""


def _types_of(parameters: str) -> str:
    """The parameters without their names and defaults, so that overloads differ and repetitions do not."""
    types, depth, part = [], 0, ""
    for char in parameters + ",":
        depth += char in "<([{"
        depth -= char in ">)]}"
        if char == "," and depth <= 0:
            declared = re.sub(r"\s+", " ", part.split("=", 1)[0]).strip()
            types.append(re.sub(r"(?<=[\s&*>])\w+$", "", declared).replace(" ", "") if " " in declared else declared)
            part = ""
        else:
            part += char
    return ",".join(types)


def _without_value(text: str) -> str:
    """The text before the first "=" that is in no bracket."""
    depth = 0
    for place, char in enumerate(text):
        depth += (char in "<([{") - (char in ">)]}")
        if char == "=" and depth == 0 and not text[:place].rstrip().endswith("operator"):
            return text[:place].rstrip()
    return text


def _is_function(header: str) -> bool:
    """Whether the brace after this text begins a body: it has parameters, and no "=" outside of them."""
    text = header
    while (flat := re.sub(r"\([^()]*\)", " ", text)) != text:
        text = flat
    return "(" in header and ("=" not in text or "operator" in text) and not _TYPE.match(text.strip())


def _declared(statement: str, is_static_only: bool) -> tuple[str, str] | None:
    """(name, key) that a statement at namespace scope declares; none for uses of other names."""
    text = re.sub(r"\[\[[\w:]+\]\]|__attribute__\s*\(\(.*?\)\)", " ", statement)
    text = re.sub(r"\s+", " ", text).strip()
    if match := re.match(r"using (\w+) = ", text):
        return match[1], match[1]
    if not text or re.match(r"(?:using|namespace|typedef|static_assert|friend|extern|template <> |[A-Z][A-Z_]+\b)", text):
        return None
    if is_static_only and not re.match(r"(?:template\s*<.*?>\s*)?(?:inline\s+)?static\b", text):
        return None
    if match := _TYPE.match(text):
        return match[1], match[1]
    head = _without_value(text)
    if match := _FUNCTION.search(head):
        if "::" in head[:match.start(1) + 1].rsplit(" ", 1)[-1] or not head[:match.start(1)].strip():
            return None  # a member that is defined outside its class, or a macro
        return match[1], f"{match[1]}({_types_of(match[2])})"
    if match := _CONSTANT.search(re.sub(r"\{.*\}$", "", head)):
        return (match[1], match[1]) if " " in head else None
    return None


def _further(statement: str) -> list[str]:
    """The constants after the first that a statement declares: `kB` and `kC` of `constexpr int kA = 1, kB = 2, kC{3}`."""
    text = re.sub(r"\s+", " ", statement).strip()
    if not text.startswith(("constexpr ", "const ", "static constexpr ", "static const ")):
        return []
    parts, depth = [""], 0
    for char in text:
        depth += (char in "<([{") - (char in ">)]}")
        if char == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += char
    return [match[1] for part in parts[1:] if (match := re.match(r"\s*(\w+)\s*(?:=|\{|\[|$)", part))]


def local_names(text: str) -> list[LocalName]:
    """The names in unnamed namespaces and the static ones at namespace scope."""
    code = blank(text)
    names: list[LocalName] = []
    scopes: list[str] = []  # open namespaces; "" is an unnamed one
    start = position = 0

    def take(statement: str, at: int) -> None:
        found = _declared(statement, "" not in scopes)
        if found:
            line = code.count("\n", 0, at + len(statement) - len(statement.lstrip())) + 1
            enclosing = "::".join(part for part in scopes if part)
            alias = re.match(r"\s*using \w+ = (.*)", statement, re.DOTALL)
            names.append(LocalName(found[0], f"{enclosing}::{found[1]}", line, " ".join(alias[1].split()) if alias else ""))
            names.extend(LocalName(name, f"{enclosing}::{name}", line) for name in _further(statement))

    while position < len(code):
        char = code[position]
        if char == ";":
            take(code[start:position], start)
            start = position + 1
        elif char == "}":
            if scopes:
                scopes.pop()
            start = position + 1
        elif char == "{":
            header = code[start:position]
            if match := re.match(r"\s*(?:inline\s+)?namespace(?:\s+([\w:]+))?\s*$", header):
                scopes.append(match[1] or "")
                start = position + 1
            else:
                close = _closing_brace(code, position)
                if _is_function(header):
                    take(header, start)
                    start = close + 1  # else the statement goes on, to its semicolon
                position = close
        position += 1
    return names


def _alone(tree: SourceTree, folder: str) -> set[str]:
    """The sources of a folder that its CMakeLists.txt compiles alone."""
    path = tree.root / folder / "CMakeLists.txt"
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    return {name for call in re.findall(r"pstudio_compile_alone\(([^)]*)\)", text) for name in call.split()[1:]}


def _is_compiled_together(tree: SourceTree, folder: str) -> bool:
    """Not the compiler stages, which name their units themselves."""
    lists = [tree.root / parent / "CMakeLists.txt" for parent in (Path(folder), *Path(folder).parents)]
    return folder not in SEPARATE and not any(
        path.is_file() and re.search(r"^pstudio_compiler_stages\(", path.read_text(encoding="utf-8"), re.MULTILINE) for path in lists)


def check_local_names(tree: SourceTree) -> list[Finding]:
    """Sources of one folder are one unit with PSTUDIO_FOLDER_UNITS, so their local names must differ."""
    findings = []
    seen: dict[tuple[str, str], tuple[str, str]] = {}
    left_out: dict[str, set[str] | None] = {}  # by folder; none: all
    for source in tree.cpp(*FOLDERS):
        path = Path(source.path)
        folder = path.parent.as_posix()
        if source.suffix != ".cpp":
            continue
        if folder not in left_out:
            left_out[folder] = _alone(tree, folder) if _is_compiled_together(tree, folder) else None
        if left_out[folder] is None or path.name in left_out[folder]:
            continue
        for name in local_names(source.text):
            first, alias = seen.setdefault((folder, name.key), (source.path, name.alias))
            if first != source.path and not (alias and alias == name.alias):  # repeated aliases are no error
                findings.append(Finding("local-name", source.path, name.line,
                                        f"{name.name} is also a local name of {first}",
                                        "rename one, or share it: PSTUDIO_FOLDER_UNITS compiles the sources of a folder together",
                                        key=name.key))
    return findings


RULES = [check_local_names]
