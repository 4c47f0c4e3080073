#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A program writes the same bytes every time: nothing in its output depends on addresses.

usage: repeat_test.py TIMES COMMAND...

Every run is a process of its own, so that addresses differ (address space layout randomisation).
"""

import hashlib
import subprocess
import sys


def output_of(command: list[str]) -> bytes:
    done = subprocess.run(command, capture_output=True, check=False)
    if done.returncode != 0 or not done.stdout:
        sys.exit(f"{' '.join(command)}: exit code {done.returncode}\n{done.stderr.decode(errors='replace')}")
    return done.stdout


def first_difference(a: bytes, b: bytes) -> str:
    for number, (left, right) in enumerate(zip(a.splitlines(), b.splitlines()), start=1):
        if left != right:
            return f"line {number}:\n  {left.decode(errors='replace')}\n  {right.decode(errors='replace')}"
    return f"{len(a)} and {len(b)} bytes"


def main() -> None:
    times, command = int(sys.argv[1]), sys.argv[2:]
    first = output_of(command)
    for run in range(2, times + 1):
        again = output_of(command)
        if again != first:
            sys.exit(f"run {run} of {' '.join(command)} differs from the first: {first_difference(first, again)}")
    print(f"{times} runs, {len(first)} bytes each, SHA-256 {hashlib.sha256(first).hexdigest()}")


if __name__ == "__main__":
    main()
