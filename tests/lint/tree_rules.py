# SPDX-License-Identifier: Apache-2.0
"""Rules about the tree: folders explain themselves, sources are built, packages are listed, links lead somewhere."""

from __future__ import annotations

import re
from pathlib import Path

from source_tree import TOP_FOLDERS, Finding, SourceTree

# Folders whose subfolders mirror the tree and are explained once, in the parent's README.
MIRRORS = {"tests"}
PACKAGES = "packaging/packages.txt"
# CMake packages that come with CMake, the C library or another package's own CMake files.
BUILT_IN_PACKAGES = {"Threads", "LLVM"}
# All that may stand at the root. The output of a program does not belong there.
ROOT_ENTRIES = {*TOP_FOLDERS, "CMakeLists.txt", "CMakePresets.json", "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE",
                ".ci", ".clang-format", ".clang-tidy", ".gitattributes", ".gitignore"}


def check_root(tree: SourceTree) -> list[Finding]:
    """The root has the listed folders and files only."""
    return [Finding("root", entry, 1, "is not an entry of the root", "delete it, or move it into one of the folders")
            for entry in tree.root_entries() if entry not in ROOT_ENTRIES]


def check_readmes(tree: SourceTree) -> list[Finding]:
    """Every top-level and second-level folder says in a README.md what lives there and what may not."""
    folders = set()
    for source in tree.files:
        parts = Path(source.path).parts
        if len(parts) >= 2 and parts[0] in TOP_FOLDERS:
            folders.add(parts[0])
        if len(parts) >= 3 and parts[0] in TOP_FOLDERS and parts[0] not in MIRRORS:
            folders.add(f"{parts[0]}/{parts[1]}")
    return [Finding("readme", folder, 1, "no README.md", "say what lives here and what may not, its data flow and decisions")
            for folder in sorted(folders) if not tree.exists(f"{folder}/README.md")]


def check_every_source_is_built(tree: SourceTree) -> list[Finding]:
    """Each .cpp is named by a CMakeLists.txt of its folder or of one above it."""
    lists = {str(Path(f.path).parent): f.text for f in tree.files if Path(f.path).name == "CMakeLists.txt"}
    findings = []
    for source in tree.cpp():
        if source.suffix != ".cpp" or "/fixtures/" in source.path:
            continue
        path = Path(source.path)
        if not any(_names(text, path.relative_to(parent).as_posix())
                   for parent, text in lists.items() if path.is_relative_to(parent)):
            findings.append(Finding("unbuilt", source.path, 1, "no CMakeLists.txt names this file",
                                    "add it to the source list of its folder, or delete it"))
    return findings


def _names(text: str, path: str) -> bool:
    """Whether a CMakeLists.txt names a source, whole or as an item of a foreach over "${name}_test.cpp" or the like."""
    endings = [ending for ending in re.findall(r"\$\{\w+\}(\w*\.cpp)\b", text) if path.endswith(ending)]
    wanted = [path] + [path.removesuffix(ending) for ending in endings]
    return any(re.search(rf"(?<![\w/.]){re.escape(name)}(?![\w/.])", text) for name in wanted)


def check_no_globbing(tree: SourceTree) -> list[Finding]:
    """CMake source lists are written out."""
    findings = []
    for source in tree.files:
        if not (source.path.endswith("CMakeLists.txt") or source.suffix == ".cmake"):
            continue
        for number, line in enumerate(source.lines, 1):
            if re.search(r"\bfile\s*\(\s*GLOB", line.split("#", 1)[0]):
                findings.append(Finding("glob", source.path, number, "sources found by GLOB", "name each file"))
    return findings


def check_packages(tree: SourceTree) -> list[Finding]:
    """Whatever CMake looks for has a line in packages.txt that says so, and each such line is true."""
    listed = (tree.root / PACKAGES).read_text(encoding="utf-8") if tree.exists(PACKAGES) else ""
    findings = []
    asked = set()
    for source in tree.files:
        if not (source.path.endswith("CMakeLists.txt") or source.suffix == ".cmake"):
            continue
        code = "\n".join(line.split("#", 1)[0] for line in source.lines)
        for wanted, offset in _wanted_packages(code):
            asked.add(wanted)
            if wanted not in listed:
                findings.append(Finding("packages", source.path, code.count("\n", 0, offset) + 1, f"{PACKAGES} does not know {wanted}",
                                        "add the Debian package with this call in its comment", key=wanted))
    for number, line in enumerate(listed.splitlines(), 1):
        for call in re.findall(r"find_\w+\([^)]+\)", line):
            if not line.startswith("#") and call not in asked:
                findings.append(Finding("packages", PACKAGES, number, f"no CMakeLists.txt asks for {call}",
                                        "remove the package, or correct its comment", key=call))
    return findings


def check_markdown_links(tree: SourceTree) -> list[Finding]:
    """Relative links and pictures of the documents lead somewhere."""
    findings = []
    for source in tree.files:
        if source.suffix != ".md":
            continue
        for number, line in enumerate(source.lines, 1):
            for target in re.findall(r"\]\(([^)\s#]+)[^)]*\)", line):
                path = Path(source.path).parent / target
                if not re.match(r"[a-z]+:", target) and not tree.exists(path.as_posix()):
                    findings.append(Finding("link", source.path, number, f"{target} does not exist",
                                            "correct the link, or add what it promises", key=target))
    return findings


def _wanted_packages(code: str) -> list[tuple[str, int]]:
    """("find_package(X)", offset) of each call that is not optional."""
    wanted = []
    for match in re.finditer(r"\bfind_package\s*\(\s*(\w[\w-]*)([^)]*)\)", code):
        name, rest = match[1], match[2]
        if name in BUILT_IN_PACKAGES or "REQUIRED" not in rest:
            continue
        wanted.append((f"find_package({name})", match.start()))
        if components := re.search(r"\bCOMPONENTS\s+([\w\s]+)", rest):
            extra = [c for c in components[1].split() if name == "Qt6" and c in {"Charts", "Svg", "SvgWidgets"}]
            wanted += [(f"find_package(Qt6 {c.removesuffix('Widgets')})", match.start()) for c in extra]
    for match in re.finditer(r"\bfind_path\s*\(\s*\w+\s+(?:NAMES\s+)?([\w./-]+)([^)]*)\)", code):
        if "REQUIRED" in match[2]:
            wanted.append((f"find_path({match[1]})", match.start()))
    return wanted


RULES = [check_root, check_readmes, check_every_source_is_built, check_no_globbing, check_packages, check_markdown_links]
