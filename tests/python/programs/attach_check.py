# SPDX-License-Identifier: Apache-2.0
"""Runs a program plain and under `proton-collect attach` in several modes, and compares what must not differ: standard output
bit by bit, the exit code, and every byte of the compile caches.

    python attach_check.py --collect bin/proton-collect --out out --modes 'functions;functions,loops,barriers;async' -- \\
        python many_kernels.py

Prints a table, one row for each mode; exit code 1 if anything differs. A first row, `cold`, attaches to a run that compiles
everything anew and compares its caches with those of a plain cold run."""

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

from attach_report import codes, entries, rejections, traces

MODES = "functions;functions,loops,barriers;functions,loops,barriers,async;memory"


def caches(folder):
    """The environment in which Triton and Inductor keep their caches in this folder."""
    return {**os.environ, "TRITON_CACHE_DIR": str(folder / "triton"), "TORCHINDUCTOR_CACHE_DIR": str(folder / "inductor")}


def snapshot(folder):
    """Path -> SHA-256 of each file. Locks and what compilers name after processes differ in plain runs, too, and are left out."""
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in sorted(folder.rglob("*")) if path.is_file() and not path.name.endswith(".lock")}


def changed(before, after):
    return sorted(name for name in before.keys() | after.keys() if before.get(name) != after.get(name))


class Run:
    """A run of the program with its output."""

    def __init__(self, command, environment, log):
        begin = time.monotonic()
        result = subprocess.run(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
        self.seconds = time.monotonic() - begin
        self.output, self.errors, self.code = result.stdout, result.stderr, result.returncode
        log.with_suffix(".out").write_bytes(self.output)
        log.with_suffix(".err").write_bytes(self.errors)


class Check:
    """The program, its plain run, and the folder where everything goes."""

    def __init__(self, options):
        self.options = options
        self.out = options.out.resolve()
        shutil.rmtree(self.out, ignore_errors=True)
        self.out.mkdir(parents=True)
        self.cache = self.out / "cache"
        self.rows = []
        self.differs = False

    def plain(self, name):
        return Run(self.options.command, caches(self.cache), self.out / name)

    def attached(self, name, mode):
        rules = []
        for kernel in self.options.kernel:
            rules += ["--kernel", kernel, "--launch", self.options.launch, "--mode", mode]
        return Run([self.options.collect, "attach", "-o", str(self.out / name), *rules, *self.options.attach_options.split(), "--",
                    *self.options.command], caches(self.cache), self.out / name)

    def row(self, name, run, plain, files):
        """One line of the table: `files` are those of the caches that changed."""
        same = run.output == plain.output and run.code == plain.code and not files
        self.differs = self.differs or not same
        found = ", ".join(f"{code} {count}" for code, count in sorted(codes(self.out / name).items()))
        self.rows.append((name, "same" if run.output == plain.output else "DIFFERS", f"{run.code}" + ("" if run.code == plain.code
                          else f" (plain {plain.code})"), f"{len(files)}", f"{len(entries(self.out / name, 'recorded'))}",
                          f"{traces(self.out / name)}", f"{run.seconds:.1f}", found))
        for file in files[:20]:
            print(f"{name}: cache changed: {file}")
        for line in rejections(self.out / name):
            print(f"{name}: {line[:300]}")
        if run.output != plain.output:
            self.show_difference(name, plain.output, run.output)
        print("  ".join(self.rows[-1]), flush=True)

    @staticmethod
    def show_difference(name, expected, got):
        expected, got = expected.splitlines(), got.splitlines()
        lines = [(a, b) for a, b in zip(expected, got) if a != b]
        print(f"{name}: {len(expected)} lines plain, {len(got)} attached, {len(lines)} differ")
        for a, b in lines[:20]:
            print(f"{name}:   plain    {a.decode(errors='replace')}\n{name}:   attached {b.decode(errors='replace')}")

    def cold(self, plain_files):
        """An attached run that compiles everything must leave the caches that a plain run leaves."""
        shutil.rmtree(self.cache, ignore_errors=True)
        mode = self.options.modes.split(";")[0]
        run = self.attached("cold", mode)
        # Libraries of the host's C compiler and pickles hold paths and times; their names must be the same.
        after = snapshot(self.cache)
        exact = (".llir", ".ptx", ".cubin", ".ttir", ".ttgir", ".source", ".json")
        files = changed({name: digest if name.endswith(exact) else "" for name, digest in plain_files.items()},
                        {name: digest if name.endswith(exact) else "" for name, digest in after.items()})
        return run, files

    def all(self):
        self.plain("plain-cold")
        cold_files = snapshot(self.cache)
        plain = self.plain("plain")
        again = self.plain("plain-again")
        print(f"plain: exit code {plain.code}, {len(plain.output.splitlines())} lines, {plain.seconds:.1f} s")
        if again.output != plain.output:
            print("the program's own output differs between two plain runs; the comparison below means nothing")
            self.show_difference("plain-again", plain.output, again.output)
            self.differs = True
        warm_files = snapshot(self.cache)
        print("mode  stdout  exit  cache-files-changed  recorded  traces  seconds  codes")
        for number, mode in enumerate(self.options.modes.split(";")):
            run = self.attached(f"mode{number}", mode)
            print(f"mode{number} is {mode}")
            self.row(f"mode{number}", run, plain, changed(warm_files, snapshot(self.cache)))
        if self.options.cold:
            run, files = self.cold(cold_files)
            self.row("cold", run, plain, files)
        return 1 if self.differs else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--collect", required=True, help="the program proton-collect")
    parser.add_argument("--out", type=Path, required=True, help="a folder; it is emptied")
    parser.add_argument("--modes", default=MODES, help="separated by semicolons")
    parser.add_argument("--kernel", action="append", help="pattern of names; default *")
    parser.add_argument("--launch", default="every=3", help="of each kernel name; many_kernels.py has three launches of each variant")
    parser.add_argument("--attach-options", default="--max-launches 1000 --max-memory 4096", help="further options of attach")
    parser.add_argument("--no-cold", dest="cold", action="store_false")
    parser.add_argument("command", nargs=argparse.REMAINDER, help="the program, after --")
    options = parser.parse_args()
    options.kernel = options.kernel or ["*"]
    options.command = options.command[1:] if options.command[:1] == ["--"] else options.command
    return Check(options).all()


if __name__ == "__main__":
    sys.exit(main())
