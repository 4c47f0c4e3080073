#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compiles or runs a kernel for each family and type of operations that targets expand, and compares all values.

usage: operation_values_test.py PROTON_COLLECT run TARGET [NAME...]
       operation_values_test.py PROTON_COLLECT emit TARGET KIND [NAME...]

`run` checks the values on the target "cpu", "cuda" or "hip"; exit code 77 if there is no such GPU. `emit` compiles for a target
such as cuda:sm_80 and writes code of the kind "ptx" or "isa". NAME is the beginning of the name of a case.
"""

import concurrent.futures
import os
import pathlib
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True

import collective_cases
import operation_cases
from operation_case import Case

SKIPPED = 77


def all_cases() -> list[Case]:
    families = (operation_cases.quotients, operation_cases.bit_counts, operation_cases.powers, operation_cases.remainders,
                operation_cases.functions, operation_cases.ids, collective_cases.reductions, collective_cases.atomics)
    return [case for family in families for case in family()]


def is_available(program: str, target: str) -> bool:
    done = subprocess.run([program, "targets"], capture_output=True, text=True, check=False, timeout=60)
    line = next((l for l in done.stdout.splitlines() if l.split()[:1] == [target]), "")
    return bool(line) and "not available" not in line


def problem_of(program: str, case: Case, folder: pathlib.Path, arguments: list[str]) -> str:
    """What is wrong with the case; empty if nothing is."""
    done = subprocess.run([program, "run", str(case.write(folder)), "--progress", "none", "--no-cache", *arguments],
                          capture_output=True, text=True, check=False, timeout=300, cwd=folder)
    return "" if done.returncode == 0 else f"{case.name}: {done.stderr.strip() or done.stdout.strip()}"


def main() -> int:
    program, action, target = sys.argv[1:4]
    names = sys.argv[4:] if action == "run" else sys.argv[5:]
    if action == "run" and target != "cpu" and not is_available(program, target):
        print(f"skipped: no device for the target {target}")
        return SKIPPED
    cases = [case for case in all_cases() if not names or case.name.startswith(tuple(names))]
    with tempfile.TemporaryDirectory() as text:
        folder = pathlib.Path(text)

        def check(case: Case) -> str:
            output = ["-o", f"{case.name}.pftrace"] if action == "run" else ["--emit", sys.argv[4], "-o", f"{case.name}.out"]
            return problem_of(program, case, folder, ["--target", target, *output])

        # One at a time on a GPU: the others wait for it.
        with concurrent.futures.ThreadPoolExecutor(1 if target not in ("cpu",) and action == "run" else os.cpu_count()) as pool:
            problems = [problem for problem in pool.map(check, cases) if problem]
    print("\n".join(problems))
    print(f"{len(cases)} kernels, {len(problems)} with problems")
    return 1 if problems or not cases else 0


if __name__ == "__main__":
    sys.exit(main())
