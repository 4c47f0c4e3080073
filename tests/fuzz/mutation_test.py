#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Edits run specifications, MLIR and LLVM IR at random, as people do by mistake, and runs each result.

usage: mutation_test.py PROTON_COLLECT [--seed N] [--cases N | --minutes M] [--only KIND] [--keep FOLDER]

A case fails if a process crashes, takes more than a minute of CPU time, or reports an error without a place. The files of the
corpus (mlir/, ll/ and spec/), each of which once did one of these, run first. Without options, the cases are the same
every time. A failing case is kept in FOLDER with the command that repeats it.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
CORPUS = HERE / "corpus"
KERNELS = ROOT / "resources/kernels"

SECONDS_OF_A_CASE = 60  # of one process's CPU time: the machine may have other things to do
LONGEST_WAIT = 400
SECONDS_OF_A_LAUNCH = "5"
MOST_MEMORY = 12 << 30
IS_SANITIZED = os.environ.get("PSTUDIO_TEST_SANITIZED") == "1"

# Small and quick, so that a case is about the edit and not about the kernel.
SPECIFICATIONS = [KERNELS / name for name in
                  ("vector_add.json", "transpose_naive.json", "transpose_padded.json", "softmax.json", "reduction.json",
                   "stencil.json", "gather.json", "layer_norm.json", "gemm_tiled.json")]
LLVM_IR = [ROOT / "tests/collector/kernels/row_sum.ll", ROOT / "tests/collector/kernels/tile_product.llir",
           ROOT / "tests/lit/foreign/auto_modes.ll", ROOT / "tests/lit/foreign/markers.ll",
           ROOT / "tests/lit/foreign/value_markers.ll", KERNELS / "attention_forward.ll"]
MODES = ["default", "functions,loops,barriers", "accesses", "async", "memory", "matrix"]

NUMBERS = ["0", "1", "-1", "2", "3", "33", "127", "1024", "65536", "2147483648", "4294967296", "9223372036854775807",
           "18446744073709551616", "0.5", "1e308"]
NUMBER = re.compile(r"(?<![\w.])-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])")
NAME = re.compile(r"[%@!#][\w.$-]+")
CRASH = re.compile(r"ended by SIG|LLVM ERROR|Sanitizer|runtime error:|PSTUDIO_CHECK|terminate called|Stack dump")


# Edits

def change_number(lines: list[str], rng: random.Random) -> None:
    """One number becomes another one, sometimes its neighbour."""
    at = rng.randrange(len(lines))
    numbers = list(NUMBER.finditer(lines[at]))
    if not numbers:
        return
    number = rng.choice(numbers)
    new = rng.choice(NUMBERS)
    if rng.random() < 0.4 and number.group().lstrip("-").isdigit():
        new = str(int(number.group()) + rng.choice([-1, 1]))
    lines[at] = lines[at][:number.start()] + new + lines[at][number.end():]


def delete_line(lines: list[str], rng: random.Random) -> None:
    if len(lines) > 1:
        del lines[rng.randrange(len(lines))]


def duplicate_line(lines: list[str], rng: random.Random) -> None:
    """A copy of a line below it, or anywhere."""
    at = rng.randrange(len(lines))
    lines.insert(at if rng.random() < 0.5 else rng.randrange(len(lines)), lines[at])


def exchange_lines(lines: list[str], rng: random.Random) -> None:
    a = rng.randrange(len(lines))
    b = min(a + 1, len(lines) - 1) if rng.random() < 0.5 else rng.randrange(len(lines))
    lines[a], lines[b] = lines[b], lines[a]


def move_line(lines: list[str], rng: random.Random) -> None:
    """A line goes a few lines up or down: into a loop, out of one, below its first use."""
    at = rng.randrange(len(lines))
    line = lines.pop(at)
    lines.insert(max(0, min(len(lines), at + rng.randint(-6, 6))), line)


def rename(lines: list[str], rng: random.Random) -> None:
    """One name becomes another one that the text has."""
    names = sorted({name for line in lines for name in NAME.findall(line)})
    holders = [i for i, line in enumerate(lines) if NAME.search(line)]
    if not holders:
        return
    at = rng.choice(holders)
    name = rng.choice(list(NAME.finditer(lines[at])))
    lines[at] = lines[at][:name.start()] + rng.choice(names) + lines[at][name.end():]


def delete_character(lines: list[str], rng: random.Random) -> None:
    at = rng.randrange(len(lines))
    if lines[at]:
        column = rng.randrange(len(lines[at]))
        lines[at] = lines[at][:column] + lines[at][column + 1:]


EDITS = [change_number, delete_line, duplicate_line, exchange_lines, move_line, rename, delete_character]


def edited(text: str, rng: random.Random) -> str:
    """One to three edits of the lines that are not only comments."""
    lines = text.split("\n")
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        rng.choice(EDITS)(lines, rng)
    return "\n".join(lines)


# Cases

@dataclass
class Case:
    name: str
    command: list[str]  # after the program
    places: list[str]   # what an error has to name, any of them
    must_fail: bool = False


def with_kernel(specification: Path, kernel: Path) -> str:
    spec = json.loads(specification.read_text(encoding="utf-8"))
    spec["kernel"]["file"] = str(kernel)
    return json.dumps(spec, indent=1)


def run_of(spec: Path, places: list[str]) -> Case:
    """A wrong result names the element of the output, a launch without memory its size: both are places, too."""
    return Case(spec.name, ["run", str(spec), "-o", str(spec.with_suffix(".pftrace")), "--target", "cpu", "--no-cache",
                            "--progress", "none", "--time-limit", SECONDS_OF_A_LAUNCH],
                [*places, "wrong result: ", "no memory for the profile buffer"])


def instrument_of(file: Path, mode: str) -> Case:
    # The stem stands for the source file that debug locations name: row_sum.ll, row_sum.hip.
    return Case(file.name, ["instrument", str(file), "-o", str(file.parent / "out.ll"), "--block", "128", "--mode", mode],
                [file.name, file.stem + "."])


def spec_case(folder: Path, rng: random.Random) -> Case:
    specification = rng.choice(SPECIFICATIONS)
    kernel = json.loads(specification.read_text(encoding="utf-8"))["kernel"]["file"]
    shutil.copy(specification.parent / kernel, folder / kernel)
    spec = folder / specification.name
    spec.write_text(edited(specification.read_text(encoding="utf-8"), rng), encoding="utf-8")
    return run_of(spec, [spec.name, kernel])


def mlir_case(folder: Path, rng: random.Random) -> Case:
    specification = rng.choice(SPECIFICATIONS)
    source = specification.parent / json.loads(specification.read_text(encoding="utf-8"))["kernel"]["file"]
    kernel = folder / source.name
    kernel.write_text(edited(source.read_text(encoding="utf-8"), rng), encoding="utf-8")
    spec = folder / specification.name
    spec.write_text(with_kernel(specification, kernel), encoding="utf-8")
    return run_of(spec, [kernel.name, spec.name])


def ll_case(folder: Path, rng: random.Random) -> Case:
    source = rng.choice(LLVM_IR)
    file = folder / source.name
    file.write_text(edited(source.read_text(encoding="utf-8"), rng), encoding="utf-8")
    return instrument_of(file, rng.choice(MODES))


KINDS = {"spec": spec_case, "mlir": mlir_case, "ll": ll_case}


def corpus_cases(folder: Path, only: str | None) -> list[Case]:
    """The files that did harm once. Their names begin with the specification that runs them."""
    cases = []
    for file in sorted((CORPUS / "mlir").glob("*.mlir")) if only in (None, "mlir") else []:
        spec = folder / (file.stem + ".json")
        kernel = Path(shutil.copy(file, folder / file.name))
        spec.write_text(with_kernel(KERNELS / (file.stem.split("-")[0] + ".json"), kernel), encoding="utf-8")
        cases += [run_of(spec, [file.name]), instrument_of(kernel, "default")]
    for file in sorted((CORPUS / "ll").glob("*.ll")) if only in (None, "ll") else []:
        cases.append(instrument_of(Path(shutil.copy(file, folder / file.name)), "default"))
    for file in sorted((CORPUS / "spec").glob("*.json")) if only in (None, "spec") else []:
        kernel = json.loads(file.read_text(encoding="utf-8"))["kernel"]["file"]
        shutil.copy(KERNELS / kernel, folder / kernel)
        cases.append(run_of(Path(shutil.copy(file, folder / file.name)), [file.name, kernel]))
    for case in cases:
        case.must_fail = True
    return cases


# Running

def limit_memory() -> None:
    if not IS_SANITIZED:  # the address sanitizer maps terabytes, which it does not use
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS_OF_A_CASE, SECONDS_OF_A_CASE + 5))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def harm_of(program: str, case: Case) -> str | None:
    """What is wrong with how the case ended; nothing if it ended well."""
    try:
        done = subprocess.run([program, *case.command], capture_output=True, timeout=LONGEST_WAIT, check=False,
                              preexec_fn=limit_memory, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        return f"it still ran after {LONGEST_WAIT} s"
    said = done.stderr.decode("utf-8", "replace")
    if done.returncode < 0:
        return f"signal {-done.returncode}:\n{said}"
    if CRASH.search(said):
        return f"a crash:\n{said}"
    if done.returncode == 0:
        return "it was accepted" if case.must_fail else None
    errors = [line for line in said.split("\n") if line.startswith("error: ")]
    if done.returncode != 1 or not errors:
        return f"exit status {done.returncode} without an error:\n{said}"
    if not any(place in errors[-1] for place in case.places):
        return f"an error without a place:\n{said}"
    return None


def keep(case: Case, folder: Path, kept: Path, program: str, harm: str) -> None:
    target = kept / f"{len(list(kept.iterdir())):03}"
    shutil.copytree(folder, target)
    command = " ".join([program, *case.command]).replace(str(folder), str(target))
    for spec in target.glob("*.json"):
        spec.write_text(spec.read_text(encoding="utf-8").replace(str(folder), str(target)), encoding="utf-8")
    (target / "HARM").write_text(f"{command}\n{harm}\n", encoding="utf-8")
    print(f"FAILED {case.name}: {harm}\nrepeat: {command}", flush=True)


def run_all(options: argparse.Namespace, kept: Path) -> tuple[int, int]:
    """How many cases ran, and how many failed."""
    ran = failed = 0
    with tempfile.TemporaryDirectory() as name:
        for case in corpus_cases(Path(name), options.only):
            harm = harm_of(options.program, case)
            ran += 1
            if harm:
                failed += 1
                keep(case, Path(name), kept, options.program, harm)
    rng = random.Random(options.seed)
    kinds = [options.only] if options.only else list(KINDS)
    end = time.monotonic() + options.minutes * 60
    number = 0
    while time.monotonic() < end if options.minutes else number < options.cases:
        with tempfile.TemporaryDirectory() as name:
            case = KINDS[kinds[number % len(kinds)]](Path(name), rng)
            harm = harm_of(options.program, case)
            if harm:
                failed += 1
                keep(case, Path(name), kept, options.program, harm)
        number += 1
    return ran + number, failed


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--seed", type=int, default=20261122)
    parser.add_argument("--cases", type=int, default=45)
    parser.add_argument("--minutes", type=float, default=0.0, help="run for so long instead of a number of cases")
    parser.add_argument("--only", choices=list(KINDS))
    parser.add_argument("--keep", type=Path, help="folder for cases that fail (default: a new one)")
    options = parser.parse_args()
    kept = options.keep or Path(tempfile.mkdtemp(prefix="pstudio-mutations-"))
    kept.mkdir(parents=True, exist_ok=True)
    begin = time.process_time()
    ran, failed = run_all(options, kept)
    used = time.process_time() - begin + sum(os.times()[2:4])
    print(f"seed {options.seed}: {ran} cases, {failed} failed, {used:.0f} s of CPU time"
          + (f"; failed cases are in {kept}" if failed else ""))
    if not failed and not options.keep:
        kept.rmdir()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
