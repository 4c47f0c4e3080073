# SPDX-License-Identifier: Apache-2.0
"""Measures what attaching costs: GPU time of the instrumented kernels, host time of a recorded launch, and launches and starts of
programs of which nothing is recorded.

    python overhead.py all --collect bin/proton-collect --library lib/libpstudio_attach.so --out out

`gpu` and `launch` measure this process; `all` runs them, plain and attached, and prints tables."""

import argparse
import ctypes
import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

MODES = "functions;functions,loops,barriers;async"
# Names of the kernels that overhead_kernels.py launches, some of them by several functions.
KERNELS = ("add", "softmax", "layer_norm", "layer_norm_loops", "matmul", "attention")
SKIPPED = 4  # first launches of a kernel, which compile or make the instrumented kernel


def drain():
    """Waits until the records of earlier launches are in their files; nothing if the program is not attached."""
    flush = getattr(ctypes.CDLL(None), "pstudio_attach_flush", None)
    if flush:
        flush(60_000)


def one_sample(launch, spin, sweep):
    """(GPU time [us], host time [us], whether the GPU waited for the host). A kernel that spins keeps the GPU busy until the
    launch and both events are queued, so that the events bound the kernel alone. Before it `sweep` fills the L2 cache, as
    clearing the profile buffer does before a recorded launch."""
    import torch
    begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    torch.cuda.synchronize()
    drain()
    sweep.zero_()
    torch.cuda._sleep(spin)
    begin.record()
    start = time.perf_counter_ns()
    launch()
    host = (time.perf_counter_ns() - start) / 1e3
    end.record()
    late = begin.query()
    end.synchronize()
    return begin.elapsed_time(end) * 1e3, host, late


def gpu(options):
    """For each kernel a JSON line with medians of the launches that --launch every=2 records (odd numbers) and of the others."""
    import torch
    from overhead_kernels import LAUNCHERS
    sweep = torch.empty(256 << 20, dtype=torch.uint8, device="cuda")
    for name in options.kernels or LAUNCHERS:
        launch = LAUNCHERS[name]()
        samples = [one_sample(launch, options.spin, sweep) for _ in range(options.samples)]
        line = {"kernel": name}
        for kind, first in (("recorded", 0), ("plain", 1)):
            own = samples[SKIPPED + first::2]
            in_time = [sample for sample in own if not sample[2]] or own
            line[kind] = {"gpu_us": statistics.median(sample[0] for sample in in_time),
                          "host_us": statistics.median(sample[1] for sample in own),
                          "late": sum(sample[2] for sample in own), "samples": len(own)}
        print(json.dumps(line), flush=True)


def launch(_):
    """A JSON line with the host's time of a Triton launch and of torch.relu [us]: medians of batches that fit the queue."""
    import torch
    from overhead_kernels import small_add
    x = torch.randn(1024, device="cuda")
    line = {}
    for name, function in (("triton", small_add()), ("relu", lambda: torch.relu(x))):
        batches = []
        for _ in range(60):
            torch.cuda.synchronize()
            start = time.perf_counter_ns()
            for _ in range(400):
                function()
            batches.append((time.perf_counter_ns() - start) / 400e3)
        line[name] = statistics.median(batches[10:])
    print(json.dumps(line), flush=True)


class Driver:
    """Runs this program in several surroundings."""

    def __init__(self, options):
        self.options = options
        self.out = options.out.resolve()
        self.out.mkdir(parents=True, exist_ok=True)

    def attach(self, name, *rules):
        return [self.options.collect, "attach", "-o", str(self.out / name), *rules, "--max-launches", "100000", "--max-memory",
                str(self.options.max_memory), "--"]

    def run(self, prefix, words, preload=None):
        """Standard output of a run of words, and its seconds."""
        environment = dict(os.environ)
        if preload:
            environment["LD_PRELOAD"] = preload
        start = time.monotonic()
        result = subprocess.run([*prefix, *words], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
        seconds = time.monotonic() - start
        if result.returncode != 0:
            print(result.stderr.decode(errors="replace")[-2000:])
        return result.stdout.decode(), seconds

    def gpu_table(self):
        words = [sys.executable, __file__, "gpu", *self.options.kernels, "--samples", str(self.options.samples)]
        print("\nGPU time [us] of plain and recorded launches, ratio, host time of both [us], late samples")
        for number, mode in enumerate(["", *self.options.modes.split(";")]):
            rules = []
            for kernel in KERNELS:
                rules += ["--kernel", kernel, "--launch", "every=2", "--mode", mode]
            prefix = self.attach(f"gpu{number}", *rules) if mode else []
            print(f"mode {mode or '(not attached: shows the noise)'}")
            for line in self.run(prefix, words)[0].splitlines():
                row = json.loads(line)
                plain, recorded = row["plain"], row["recorded"]
                print(f"  {row['kernel']:12} {plain['gpu_us']:10.1f} {recorded['gpu_us']:10.1f} "
                      f"{recorded['gpu_us'] / plain['gpu_us']:7.3f} {plain['host_us']:9.1f} {recorded['host_us']:9.1f} "
                      f"{plain['late']}/{plain['samples']} {recorded['late']}/{recorded['samples']}", flush=True)

    def surroundings(self):
        yield "plain", [], None
        if self.options.library:
            yield "preloaded only", [], str(self.options.library.resolve())
        yield "attached, no kernel chosen", self.attach("idle", "--kernel", "no_such_kernel"), None
        yield "attached, launch not reached", self.attach("idle", "--kernel", "add", "--launch", "1000000000"), None

    def launch_table(self):
        results = {}
        for _ in range(self.options.rounds):
            for name, prefix, preload in self.surroundings():
                line = json.loads(self.run(prefix, [sys.executable, __file__, "launch"], preload)[0].splitlines()[-1])
                results.setdefault(name, []).append(line)
        print("\nhost time of a launch [us]: Triton, torch.relu; median and range of the runs")
        for name, lines in results.items():
            texts = []
            for kind in ("triton", "relu"):
                values = sorted(line[kind] for line in lines)
                texts.append(f"{statistics.median(values):7.3f} ({values[0]:.3f} to {values[-1]:.3f})")
            print(f"  {name:30} {'  '.join(texts)}")

    def start_table(self):
        print("\nstart and end of a program [ms], median")
        for title, code in (("python", "pass"), ("import torch", "import torch"), ("import triton", "import triton")):
            results = {}
            for _ in range(self.options.rounds * 3):
                for name, prefix, preload in self.surroundings():
                    results.setdefault(name, []).append(self.run(prefix, [sys.executable, "-c", code], preload)[1] * 1e3)
            print(f"  {title:14} " + "  ".join(f"{name}: {statistics.median(times):.1f}" for name, times in results.items()))


def everything(options):
    driver = Driver(options)
    driver.gpu_table()
    driver.launch_table()
    driver.start_table()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("gpu", "launch", "all"))
    parser.add_argument("kernels", nargs="*", help="of overhead_kernels.py; without any all")
    parser.add_argument("--samples", type=int, default=24, help="launches of each kernel")
    parser.add_argument("--spin", type=int, default=60_000_000, help="cycles for which the GPU is kept busy before a launch")
    parser.add_argument("--collect", help="the program proton-collect")
    parser.add_argument("--library", type=Path, help="libpstudio_attach.so, for a row that only preloads it")
    parser.add_argument("--out", type=Path, default=Path("overhead-out"))
    parser.add_argument("--modes", default=MODES, help="separated by semicolons")
    parser.add_argument("--max-memory", type=int, default=16384, help="of records in MiB")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_intermixed_args()
    {"gpu": gpu, "launch": launch, "all": everything}[options.what](options)


if __name__ == "__main__":
    main()
