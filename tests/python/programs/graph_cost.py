# SPDX-License-Identifier: Apache-2.0
"""Measures what attaching adds to the host's time of cudaGraphLaunch: runs the program graph_cost.cu of
tests/collector/attach/gpu/programs in many processes, plain and attached in turn, and prints medians over the processes.

    nvcc -O2 -std=c++17 -arch=sm_90 graph_cost.cu -o graph_cost
    python graph_cost.py --collect PROTON ./graph_cost

The difference of two kinds is the median of the differences of neighbouring processes, so that slow changes of the machine cancel."""

import argparse
import json
import statistics
import subprocess
from pathlib import Path

SIZES = ("3", "32", "256")


def kinds(options):
    """Name and command of each kind, the plain one first."""
    def attach(*rules):
        return [options.collect, "attach", "-o", str(options.out), "--activity", "off", *rules, "--"]

    yield "plain", []
    yield "attached, no rule matches", attach("--kernel", "no_such_kernel")
    yield "attached, one kernel, launch not reached", attach("--kernel", "*tick*0*", "--launch", "1000000000")
    yield "attached, all kernels, launch not reached", attach("--kernel", "*", "--launch", "1000000000")
    if options.events:
        for activity in ("graphs", "on"):
            yield f"attached, activity {activity} and call paths", [options.collect, "attach", "-o", str(options.out), "--activity",
                                                                    activity, "--"]


def measured(prefix, options):
    result = subprocess.run([*prefix, options.program, str(options.batches)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    if result.returncode != 0:
        raise SystemExit(result.stderr.decode(errors="replace")[-2000:] or result.stdout.decode())
    return json.loads(result.stdout.decode().splitlines()[0])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", help="the program graph_cost")
    parser.add_argument("--collect", required=True, help="the program proton-collect")
    parser.add_argument("--out", type=Path, default=Path("graph-cost-out"))
    parser.add_argument("--processes", type=int, default=15, help="of each kind")
    parser.add_argument("--batches", type=int, default=60, help="of 100 replays, of each graph in a process")
    parser.add_argument("--events", action="store_true", help="two more kinds, with CUPTI and call paths")
    options = parser.parse_args()
    results = {}
    for _ in range(options.processes):
        for name, prefix in kinds(options):
            results.setdefault(name, []).append(measured(prefix, options))
    print(f"host time of cudaGraphLaunch [us], {options.processes} processes of each kind: median (least to most), added to plain")
    for name, lines in results.items():
        print(name)
        for size in SIZES:
            times = sorted(line[size] for line in lines)
            added = statistics.median(line[size] - plain[size] for line, plain in zip(lines, results["plain"]))
            print(f"  {size:>4} nodes  {statistics.median(times):7.3f} ({times[0]:.3f} to {times[-1]:.3f})  {added:+.3f}")


if __name__ == "__main__":
    main()
