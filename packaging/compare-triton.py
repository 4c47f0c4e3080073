#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs equal kernels through Triton's Proton and through proton-collect, in turns A B A B, and prints the ratios.

    packaging/compare-triton.py --proton-collect build/release/bin/proton-collect [--kernels resources/kernels]

Needs an NVIDIA GPU, torch, and Triton with its Proton. Each part that cannot run says why; the others go on. The exit
code is 0 if anything could be compared.
"""
import argparse
import dataclasses
import importlib.util
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

import compare_gemm

SCOPES = 64  # empty scopes in a row or in a loop, as in proton-collect's benchmark
STRAIGHT, LOOP = "straight line", "loop (ring)"  # its names of such code
WARPS = (1, 4, 8)
ELEMENTS = 131072  # of the vector addition, as in vector_add.json: 128 CTAs of 8 warps, 4 elements a thread
CTAS = 128
LAUNCHES = 30  # of each version in a round
RUN_LAUNCHES = 200  # of proton-collect's longer run
PARTS = ("empty", "loop", "add", "gemm", "file")

# Triton reads the source of a kernel from its file, so this becomes one.
TRITON_KERNELS = '''
import triton
import triton.language as tl
import triton.profiler.language as pl

pl.enable_semantic("triton")

@triton.jit
def empty_scopes(out, COUNT: tl.constexpr):
    for i in tl.static_range(COUNT):
        pl.enter_scope("empty")
        pl.exit_scope("empty")
    tl.store(out + tl.program_id(0), 1.0)

@triton.jit
def scopes_in_loop(out, count):
    for i in range(count):
        pl.enter_scope("empty")
        pl.exit_scope("empty")
    tl.store(out + tl.program_id(0), 1.0)

@triton.jit
def vector_add(a, b, c, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    pl.enter_scope("load")
    x = tl.load(a + i)
    y = tl.load(b + i)
    pl.exit_scope("load")
    pl.enter_scope("add")
    z = x + y
    pl.exit_scope("add")
    pl.enter_scope("store")
    tl.store(c + i, z)
    pl.exit_scope("store")
''' + compare_gemm.KERNEL

TRITON_MODES = {
    "shared": "default:buffer_type=shared",
    "shared, clock32": "default:buffer_type=shared:optimizations=clock32",
    "global": "default:buffer_type=global",
    "global, clock32": "default:buffer_type=global:optimizations=clock32",
}


@dataclasses.dataclass
class Figures:
    """What was measured, by (what, variant), one value for each round; and what could not be."""

    values: dict = dataclasses.field(default_factory=dict)
    reasons: dict = dataclasses.field(default_factory=dict)

    def add(self, what, variant, value):
        self.values.setdefault((what, variant), []).append(value)

    def median(self, what, variant):
        values = self.values.get((what, variant))
        return statistics.median(values) if values else None

    def attempt(self, part, function):
        """Runs one part; what stops it is a line of the report."""
        try:
            function(self)
        except Exception as error:  # whatever a foreign library throws
            self.reasons[part] = f"{type(error).__name__}: {error}".splitlines()[0]


def cost_of(code, warps):
    return f"cycles per record, {code}, {warps} warps"


def cycles_per_record(events, name="empty"):
    """Median over warps of (last end - first start) / (records - 1) of the scopes `name`. Proton writes 1 cycle as 1 ns."""
    warps = {}
    for event in events:
        if event.get("name") == name and event.get("ph") == "X":
            warps.setdefault((event["pid"], event["tid"].split(" (")[0]), []).append(event)
    costs = []
    for scopes in warps.values():
        begin = min(e["ts"] for e in scopes)
        end = max(e["ts"] + e["dur"] for e in scopes)
        costs.append((end - begin) * 1000 / (2 * len(scopes) - 1))
    if not costs:
        raise ValueError(f'the trace has no scope "{name}"')
    return statistics.median(costs)


class TritonSide:
    """Triton with its Proton in this process. Raises ImportError or RuntimeError where it cannot be used."""

    def __init__(self, folder):
        import torch
        import triton
        import triton.profiler as proton

        if not torch.cuda.is_available():
            raise RuntimeError("torch sees no GPU")
        self.folder, self.torch, self.proton = folder, torch, proton
        self.version = f"Triton {triton.__version__}, torch {torch.__version__}, {torch.cuda.get_device_name()}"
        source = folder / "kernels_for_triton.py"
        source.write_text(TRITON_KERNELS)
        spec = importlib.util.spec_from_file_location("kernels_for_triton", source)
        self.kernels = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(self.kernels)
        self.a, self.b = (torch.rand(ELEMENTS, device="cuda") for _ in range(2))
        self.c = torch.full_like(self.a, float("nan"))

    def launch_empty(self, warps):
        self.kernels.empty_scopes[(1,)](self.c, COUNT=SCOPES, num_warps=warps)

    def launch_loop(self, warps):
        self.kernels.scopes_in_loop[(1,)](self.c, SCOPES, num_warps=warps)

    def launch_add(self):
        self.kernels.vector_add[(CTAS,)](self.a, self.b, self.c, BLOCK=ELEMENTS // CTAS, num_warps=8)

    def record(self, launch, mode, data="trace"):
        """Runs `launch` under Proton; the path of its trace, if that is the data."""
        path = self.folder / "triton"
        self.proton.start(str(path), data=data, backend="instrumentation", mode=mode)
        try:
            launch()
            self.torch.cuda.synchronize()
        finally:
            self.proton.finalize()
        return path.with_suffix(".chrome_trace")

    def measure_empty(self, figures):
        self.measure_scopes(figures, STRAIGHT, self.launch_empty)

    def measure_loop(self, figures):
        self.measure_scopes(figures, LOOP, self.launch_loop)

    def measure_scopes(self, figures, code, launch):
        for variant, mode in TRITON_MODES.items():
            for warps in WARPS:
                def part(into, warps=warps, mode=mode, variant=variant):
                    self.record(lambda: launch(warps), mode)  # compiles, fetches code
                    trace = self.record(lambda: launch(warps), mode)
                    events = json.loads(trace.read_text())["traceEvents"]
                    into.add(cost_of(code, warps), f"Triton {variant}", cycles_per_record(events))
                figures.attempt(f"Triton, empty scopes, {code}, {variant}, {warps} warps", part)

    def gpu_microseconds(self, launch, name, count=LAUNCHES, pause=0.0002):
        """Launches `count` times with equal pauses; the median duration by CUPTI of the kernels whose name begins so."""
        from torch.profiler import ProfilerActivity, profile
        with profile(activities=[ProfilerActivity.CUDA]) as profiler:
            for _ in range(count):
                launch()
                self.torch.cuda.synchronize()
                time.sleep(pause)
        found = [e.time_range.elapsed_us() for e in profiler.events() if e.name.startswith(name)]
        if not found:
            raise RuntimeError(f"torch's profiler saw no kernel {name}")
        return statistics.median(found)

    def measure_add(self, figures):
        self.launch_add()
        plain = self.gpu_microseconds(self.launch_add, "vector_add")
        if not self.torch.allclose(self.c, self.a + self.b):
            raise RuntimeError("the vector addition is wrong")
        figures.add("vector_add, GPU us", "Triton plain", plain)
        for variant, mode in TRITON_MODES.items():
            recorded = []
            begin = time.perf_counter()
            trace = self.record(lambda: recorded.append(self.gpu_microseconds(self.launch_add, "vector_add")), mode)
            seconds = time.perf_counter() - begin
            figures.add("vector_add, GPU time added %", f"Triton {variant}", (recorded[0] / plain - 1) * 100)
            slices = json.loads(trace.read_text())["traceEvents"]
            figures.add("bytes per slice", f"Triton {variant}", trace.stat().st_size / len(slices))
            figures.add("host ms per launch, file included", f"Triton {variant}", seconds * 1000 / LAUNCHES)

    def measure_gemm(self, figures):
        products = compare_gemm.TritonGemm(self)
        products.measure_torch(figures)
        products.measure_triton(figures)


class OurSide:
    """proton-collect, as a process."""

    def __init__(self, program, kernels, folder):
        self.program, self.kernels, self.folder = program, kernels, folder
        self.records = []  # rows of the benchmark, see measure_scopes()

    def run(self, *arguments):
        done = subprocess.run([str(self.program), *map(str, arguments)], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise RuntimeError((done.stderr or done.stdout).strip().replace("\n", "; ") or f"exit code {done.returncode}")
        return done.stdout

    def bench(self, section, *more):
        """The section's tables by title, each a list of rows by column name; equal names count up."""
        path = self.folder / "bench.json"
        self.run("bench", "--target", "cuda", "--section", section, "--json", path, *more)
        return {table["title"]: rows_of(table) for table in json.loads(path.read_text())["sections"][0]["tables"]}

    def measure_empty(self, figures):
        self.measure_scopes(figures, STRAIGHT)

    def measure_loop(self, figures):
        self.measure_scopes(figures, LOOP)

    def measure_scopes(self, figures, code):
        """The figures of one round are those of one run of the benchmark, which measures both codes."""
        if code == STRAIGHT or not self.records:
            self.records = self.bench("records")["a record of ours"]
        for row in self.records:
            wanted = (row["warps"] in WARPS and row["strategy"] == "circular" and row["code"] == code
                      and row["lanes"] == "all" and isinstance(row["median"], (int, float)))
            if wanted:
                variant = f"ours {row['buffer']}" + ("" if row["groups"] == "yes" else ", one by one")
                figures.add(cost_of(code, row["warps"]), variant, row["median"])

    def overhead(self, example):
        """The rows of one example in the section `overhead`."""
        folder = self.folder / example
        folder.mkdir(exist_ok=True)
        for name in (f"{example}.json", f"{example}.mlir"):
            (folder / name).write_bytes((self.kernels / name).read_bytes())
        return self.bench("overhead", "--kernels", folder)["time of the example kernels, recorded and plain"]

    def measure_add(self, figures):
        for row in self.overhead("vector_add"):
            if not isinstance(row["GPU"], (int, float)):
                raise RuntimeError(row["GPU"])
            if row["version"] == "plain":
                figures.add("vector_add, GPU us", "ours plain", row["GPU"])
            elif row["version"] != "plain again":
                figures.add("vector_add, GPU time added %", f"ours {row['version']}", row["more"])

    def measure_gemm(self, figures):
        compare_gemm.measure_ours(self, figures)

    def measure_file(self, figures):
        """Whole runs of a few and of many launches: their difference has no share of starting and compiling."""
        few, many = 2, 2 + RUN_LAUNCHES
        spec = json.loads((self.kernels / "vector_add.json").read_text())
        spec["kernel"]["file"] = str(self.kernels / "vector_add.mlir")
        spec["target"] = "cuda"
        output = self.folder / "ours.pftrace"
        seconds = {}
        for launches in (few, many):
            spec["warmup"], spec["repeat"] = 1, launches
            path = self.folder / "spec.json"
            path.write_text(json.dumps(spec))
            begin = time.perf_counter()
            lines = self.run("run", path, "-o", output, "--progress=json", "--no-activity").splitlines()
            seconds[launches] = time.perf_counter() - begin
        slices = json.loads(lines[-1])["slices"]
        figures.add("bytes per slice", "ours default", output.stat().st_size / slices)
        figures.add("host ms per launch, file included", "ours default",
                    (seconds[many] - seconds[few]) * 1000 / (many - few))


def rows_of(table):
    """A table of the benchmark's JSON as a list of dictionaries. The first column of a name has it alone, others a number."""
    names = []
    for column in table["columns"]:
        name, number = column["name"], 2
        while name in names:
            name, number = f"{column['name']} {number}", number + 1
        names.append(name)
    return [dict(zip(names, row)) for row in table["rows"]]


def report(figures, version):
    """The figures and their ratios as text."""
    lines = [version, ""]
    whats = sorted({what for what, _ in figures.values})
    for what in whats:
        lines.append(what)
        variants = sorted(v for w, v in figures.values if w == what)
        for variant in variants:
            rounds = ", ".join(f"{value:.2f}" for value in figures.values[(what, variant)])
            lines.append(f"    {variant:28} {figures.median(what, variant):10.2f}   (rounds: {rounds})")
        lines += [f"    {text}" for text in ratios(figures, what, variants)]
        lines.append("")
    for part, reason in sorted(figures.reasons.items()):
        lines.append(f"not measured: {part}: {reason}")
    return "\n".join(lines)


def ratios(figures, what, variants):
    """Each variant of others over ours, where a ratio means something."""
    if "%" in what:
        return
    for ours in (v for v in variants if v.startswith("ours")):
        for theirs in (v for v in variants if not v.startswith("ours")):
            value = figures.median(what, ours)
            if value and value > 0:
                yield f"{theirs} / {ours}: {figures.median(what, theirs) / value:.2f}"


def main():
    root = pathlib.Path(__file__).resolve().parent.parent
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--proton-collect", type=pathlib.Path, required=True)
    parser.add_argument("--kernels", type=pathlib.Path, default=root / "resources" / "kernels")
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=PARTS, help="what to measure")
    parser.add_argument("--rounds", type=int, default=2, help="times A B")
    parser.add_argument("--json", type=pathlib.Path, help="file for the figures")
    options = parser.parse_args()
    figures = Figures()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        ours = OurSide(options.proton_collect, options.kernels.resolve(), folder)
        triton = None
        try:
            triton = TritonSide(folder)
        except Exception as error:  # not installed, no GPU, another Triton
            figures.reasons["Triton"] = f"{type(error).__name__}: {error}"
        for _ in range(options.rounds):
            for part in options.parts:
                for name, side in (("Triton", triton), ("ours", ours)):
                    measure = getattr(side, f"measure_{part}", None)
                    if measure:
                        figures.attempt(f"{name}, {part}", measure)
    print(report(figures, triton.version if triton else "without Triton"))
    if options.json:
        rows = [{"what": w, "variant": v, "rounds": values} for (w, v), values in figures.values.items()]
        options.json.write_text(json.dumps({"figures": rows, "reasons": figures.reasons}, indent=1) + "\n")
    compared = any(v.startswith("Triton") for _, v in figures.values) and any(v.startswith("ours") for _, v in figures.values)
    return 0 if compared else 1


if __name__ == "__main__":
    sys.exit(main())
