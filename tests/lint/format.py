#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Checks that the C++ sources are laid out as .clang-format says: format.py [--fix] [CLANG_FORMAT].

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
from pathlib import Path

sys.dont_write_bytecode = True

from source_tree import SourceTree

ROOT = Path(__file__).parents[2]


def misplaced(tool: str, paths: list[str]) -> dict[str, int]:
    """Path -> first line that clang-format would change, for the files that it would change."""
    done = subprocess.run([tool, "--dry-run", "--style=file", *paths], cwd=ROOT, text=True, capture_output=True)
    if done.returncode != 0:
        raise SystemExit(f"{tool} failed:\n{done.stderr}")
    found: dict[str, int] = {}
    for path, line in re.findall(r"^(\S+?):(\d+):\d+: warning: code should be clang-formatted", done.stderr, re.MULTILINE):
        found.setdefault(path, int(line))
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description="Checks, or fixes, the layout of the C++ sources.")
    parser.add_argument("tool", nargs="?", help="clang-format to use; default: version 19, else any")
    parser.add_argument("--fix", action="store_true", help="lay the files out instead")
    options = parser.parse_args()
    tool = options.tool or shutil.which("clang-format-19") or shutil.which("clang-format")
    if not tool:
        raise SystemExit("no clang-format: apt-get install clang-format-19")

    found = misplaced(tool, [source.path for source in SourceTree(ROOT).cpp()])
    if options.fix and found:
        subprocess.run([tool, "-i", "--style=file", *found], cwd=ROOT, check=True)
        print(f"format: {len(found)} files laid out anew")
        return 0
    for path, line in sorted(found.items()):
        print(f"{path}:{line}: [format] not laid out as .clang-format says: run tests/lint/format.py --fix")
    print(f"format: {len(found)} files differ")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
