#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the man page and the completions of a program, from its help: make_manual.py PROGRAM --out DIR

The files lie below DIR/share as they are installed below /usr/share.
"""
from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
from pathlib import Path

sys.dont_write_bytecode = True

import completions
import help_text
import man_page


def files_of(program: help_text.Command, version: str) -> dict[str, str]:
    """Place below share -> contents."""
    name = program.path[0]
    return {f"man/man1/{name}.1": man_page.man_page(program, version),
            f"bash-completion/completions/{name}": completions.bash(program),
            f"zsh/vendor-completions/_{name}": completions.zsh(program),
            f"fish/vendor_completions.d/{name}.fish": completions.fish(program)}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    executable = str(arguments.program.resolve())
    try:
        program = help_text.read(executable, [arguments.program.name])
        version = subprocess.run([executable, "--version"], text=True, capture_output=True, check=True, timeout=60).stdout.strip()
    except (OSError, subprocess.SubprocessError, ValueError) as error:
        print(f"error: cannot read the help of {executable}: {error}", file=sys.stderr)
        return 1
    share = arguments.out / "share"
    shutil.rmtree(share, ignore_errors=True)
    for place, text in files_of(program, version).items():
        file = share / place
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
