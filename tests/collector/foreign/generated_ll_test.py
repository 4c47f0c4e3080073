#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""LLVM IR in the repository is what its source compiles to: the command in the source's head, run again, prints the same.

usage: generated_ll_test.py FILE.cu

Only the compiler that wrote the file prints it to the letter: with another one the test is skipped (exit code 77).
"""

import pathlib
import re
import subprocess
import sys

SKIPPED = 77


def command_of(source: str) -> str:
    """The comment's lines that are indented by three, as one shell command without its redirection to a file."""
    lines = [line[5:] for line in source.splitlines() if line.startswith("//   ")]
    first = next((i for i, line in enumerate(lines) if line.startswith("clang++-")), None)
    if first is None:
        sys.exit("no line of the head begins with //   clang++-")
    command = "\n".join(lines[first:])
    end = re.search(r"> *\S+\.ll$", command, re.MULTILINE)
    if not end:
        sys.exit("the command does not end with > FILE.ll")
    return command[: end.start()]


def compiler_of(text: str) -> str:
    return re.search(r'!\{!"(.*clang version [^"]*)"\}', text).group(1)


def main() -> int:
    path = pathlib.Path(sys.argv[1]).resolve()
    kept = path.with_suffix(".ll").read_text(encoding="utf-8")
    command = command_of(path.read_text(encoding="utf-8"))
    compiler = command.split()[0]
    try:
        version = subprocess.run([compiler, "--version"], capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        print(f"skipped: there is no {compiler}")
        return SKIPPED
    if version.splitlines()[0] != compiler_of(kept):
        print(f"skipped: the file is of {compiler_of(kept)}, here is {version.splitlines()[0]}")
        return SKIPPED
    made = subprocess.run(["bash", "-o", "pipefail", "-c", command], cwd=path.parent, capture_output=True, text=True,
                          check=False)
    if made.returncode != 0:
        sys.exit(made.stderr)
    if made.stdout == kept:
        print(f"{len(kept)} characters, as they were")
        return 0
    for number, (old, new) in enumerate(zip(kept.splitlines(), made.stdout.splitlines()), start=1):
        if old != new:
            sys.exit(f"line {number} of {path.with_suffix('.ll').name}:\n  {old}\nnow\n  {new}")
    sys.exit("one is longer than the other")


if __name__ == "__main__":
    sys.exit(main())
