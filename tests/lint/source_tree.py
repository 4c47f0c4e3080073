# SPDX-License-Identifier: Apache-2.0
"""The source tree as the rules see it: which files exist, what they contain, and what a finding looks like."""

from __future__ import annotations

import re
import subprocess
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

LAYERS = ("core", "collector", "viewer", "app")
TOP_FOLDERS = LAYERS + ("resources", "tests", "packaging", "docs")
CPP_SUFFIXES = (".h", ".cpp")
TEXT_SUFFIXES = CPP_SUFFIXES + (
    ".td", ".py", ".sh", ".cmake", ".txt", ".md", ".mlir", ".json", ".qss", ".qrc", ".test", ".desktop", ".xml")
SKIPPED_FOLDERS = {"build", "out", "__pycache__", ".git", ".cache"}
# Deliberately bad sources, and the rules that spell out what they look for.
OWN_FOLDER = "tests/lint/"


@dataclass(frozen=True)
class Finding:
    """One offence. `size` is what the ratchet compares: a number of lines, or 1 for a thing that is or is not."""

    rule: str
    path: str
    line: int
    what: str
    do: str
    size: int = 1
    key: str = ""

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: [{self.rule}] {self.what}: {self.do}"


class SourceFile:
    """One text file, read once."""

    def __init__(self, root: Path, path: str) -> None:
        self.path = path
        self.suffix = Path(path).suffix
        self._absolute = root / path

    @cached_property
    def text(self) -> str:
        return self._absolute.read_text(encoding="utf-8", errors="replace")

    @cached_property
    def lines(self) -> list[str]:
        return self.text.splitlines()

    @property
    def is_cpp(self) -> bool:
        return self.suffix in CPP_SUFFIXES

    def includes(self) -> list[tuple[int, str, bool]]:
        """(line number, included path, written with quotes) of each #include, comments and #if aside."""
        pattern = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
        found = []
        for number, line in enumerate(self.lines, 1):
            if match := pattern.match(line):
                found.append((number, match[2], match[1] == '"'))
        return found


class SourceTree:
    """All text files below a root, by path with forward slashes; build folders and hidden folders left out."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.files = [SourceFile(root, path) for path in self._paths()]

    def _paths(self) -> list[str]:
        found = [path.name for path in self.root.iterdir() if path.is_file()]
        for top in TOP_FOLDERS + (".ci",):
            for path in (self.root / top).rglob("*"):
                relative = path.relative_to(self.root)
                if path.is_file() and not SKIPPED_FOLDERS & set(relative.parts):
                    found.append(relative.as_posix())
        return sorted(path for path in found if self._is_text(path))

    @staticmethod
    def _is_text(path: str) -> bool:
        return Path(path).suffix in TEXT_SUFFIXES or path.startswith(".ci/")

    def root_entries(self) -> list[str]:
        """The names at the root of what git tracks; of all but build folders and hidden files where git has no index."""
        if (self.root / ".git").exists():
            tracked = subprocess.run(["git", "-C", str(self.root), "ls-files", "-z"], capture_output=True, text=True, check=False)
            if tracked.returncode == 0:
                return sorted({path.split("/", 1)[0] for path in tracked.stdout.split("\0") if path})
        return sorted(path.name for path in self.root.iterdir()
                      if path.name not in SKIPPED_FOLDERS and not path.name.startswith("."))

    def cpp(self, *folders: str) -> list[SourceFile]:
        """C++ files, those below the folders if any is named."""
        return [f for f in self.files if f.is_cpp and (not folders or f.path.startswith(tuple(x + "/" for x in folders)))]

    def exists(self, path: str) -> bool:
        return (self.root / path).exists()
