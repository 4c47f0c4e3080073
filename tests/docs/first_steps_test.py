#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The changes to a kernel that README.md proposes have the effects that it states.

usage: first_steps_test.py PROTON_COLLECT SOURCE_FOLDER
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

EXAMPLE = "resources/kernels/gemm_tiled"


class Example:
    """A copy of the example, with one change at a time."""

    def __init__(self, program: str, source: pathlib.Path, folder: pathlib.Path) -> None:
        self.program = program
        self.text = (source / f"{EXAMPLE}.mlir").read_text(encoding="utf-8")
        self.kernel = folder / "gemm_tiled.mlir"
        self.specification = folder / "gemm_tiled.json"
        shutil.copy(source / f"{EXAMPLE}.json", self.specification)

    def run(self, before: str = "", after: str = "") -> subprocess.CompletedProcess:
        """Runs the kernel with the only occurrence of `before` replaced."""
        assert not before or self.text.count(before) == 1, f"{before!r} occurs {self.text.count(before)} times in {EXAMPLE}.mlir"
        self.kernel.write_text(self.text.replace(before, after) if before else self.text, encoding="utf-8")
        return subprocess.run([self.program, "run", str(self.specification), "--progress", "none", "-o",
                               str(self.kernel.with_name("out.pftrace"))], capture_output=True, text=True, check=False, timeout=300)


def wait_nanoseconds(example: Example) -> float:
    """All time of the scope "wait copy" in the last trace."""
    done = subprocess.run([example.program, "query", str(example.kernel.with_name("out.pftrace")),
                           "select total from scopes where name = 'wait copy'", "--format", "csv"],
                          capture_output=True, text=True, check=True, timeout=300)
    return float(done.stdout.split()[-1])


def main() -> int:
    program, source = sys.argv[1], pathlib.Path(sys.argv[2])
    step = re.search(r"^5\. (.*?)^6\. ", (source / "README.md").read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)[1]
    step = " ".join(step.split())
    relaxed, tightened = re.search(r"change `([^`]+)` to `([^`]+)`", step).groups()
    right, fewer, more = re.search(r"change `([^`]+)` to (\d+).*With (\d+) steps", step).groups()
    with tempfile.TemporaryDirectory() as folder:
        example = Example(program, source, pathlib.Path(folder))
        assert example.run().returncode == 0
        before = wait_nanoseconds(example)
        changed = example.run(relaxed, tightened)
        assert changed.returncode == 0, changed.stderr
        after = wait_nanoseconds(example)
        assert after > 2 * before, f"wait copy: {before} before, {after} after"
        wrong = example.run(right, re.sub(r"\d+$", fewer, right))
        assert wrong.returncode != 0 and "wrong result: C" in wrong.stderr, wrong.stderr
        outside = example.run(right, re.sub(r"\d+$", more, right))
        assert outside.returncode != 0 and "out of bounds: B" in outside.stderr, outside.stderr
    print(f"4 runs; wait copy {before} before, {after} after")
    return 0


if __name__ == "__main__":
    sys.exit(main())
