# SPDX-License-Identifier: Apache-2.0
"""A Triton and a Gluon kernel with scopes in and around a loop.

    python kernel_scopes.py                    a checksum of each result
    python kernel_scopes.py proton [OUT]       the same under the instrumentation of Triton's profiler; then the slices of each scope
    python kernel_scopes.py expected           slices of each scope that one launch has, from the source
    python kernel_scopes.py trace FILE         those in a table that `proton-collect query FILE` has printed
    python kernel_scopes.py ttgir FILE         launches the kernel of a file with `proton.record`, made by the next line
    python kernel_scopes.py write FILE         writes that file: TTGIR of the Triton kernel with operations around its store

Slices are counted for each warp of each CTA. With `proton` the counts of OUT.chrome_trace are those of the last launch of a kernel."""

import collections
import json
import re
import sys
import zlib

import torch
import triton
import triton.language as tl
import triton.profiler.language as pl
from triton.experimental import gluon
from triton.experimental.gluon import language as gl

CTAS, BLOCK, STEPS, WARPS = 8, 512, 5, 4


@triton.jit
def summed_scopes(x, out, BLOCK: tl.constexpr, STEPS: tl.constexpr):
    with pl.scope("kernel"):
        at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
        total = tl.zeros((BLOCK,), tl.float32)
        with pl.scope("sum"):
            for step in tl.range(0, STEPS, num_stages=1):
                with pl.scope("step"):
                    pl.enter_scope("load")
                    value = tl.load(x + at + step * BLOCK)
                    pl.exit_scope("load")
                    total += value * (step + 1)
        with pl.scope("store"):
            tl.store(out + at, total)


@gluon.jit
def gluon_scopes(x, out, BLOCK: gl.constexpr, STEPS: gl.constexpr):
    layout: gl.constexpr = gl.BlockedLayout([BLOCK // 128], [32], [4], [0])
    with pl.scope("kernel"):
        at = gl.program_id(0) * BLOCK + gl.arange(0, BLOCK, layout=layout)
        total = gl.full((BLOCK,), 0.0, gl.float32, layout=layout)
        with pl.scope("sum"):
            for step in range(STEPS):
                with pl.scope("step"):
                    pl.enter_scope("load")
                    value = gl.load(x + at + step * BLOCK)
                    pl.exit_scope("load")
                    total += value * (step + 1)
        with pl.scope("store"):
            gl.store(out + at, total)


KERNELS = (summed_scopes, gluon_scopes)
WARPS_OF_LAUNCH = CTAS * WARPS
EXPECTED = {"kernel": WARPS_OF_LAUNCH, "sum": WARPS_OF_LAUNCH, "step": STEPS * WARPS_OF_LAUNCH, "load": STEPS * WARPS_OF_LAUNCH,
            "store": WARPS_OF_LAUNCH}


def inputs():
    torch.manual_seed(1)
    return torch.randn((CTAS + STEPS) * BLOCK, device="cuda"), torch.zeros(CTAS * BLOCK, device="cuda")


def checksum(out):
    torch.cuda.synchronize()
    return f"{zlib.crc32(out.cpu().numpy().tobytes()):08x}"


def launch_all(launches=3):
    for kernel in KERNELS:
        x, out = inputs()
        for number in range(1, launches + 1):
            kernel[(CTAS,)](x, out, BLOCK=BLOCK, STEPS=STEPS, num_warps=WARPS)
            print(f"{kernel.__name__} {number} {checksum(out)}", flush=True)


def print_counts(title, counts):
    for name in sorted(counts):
        print(f"{title} {name} {counts[name]}")


def run_proton(out):
    """One profile for each kernel, so that their scopes, which have equal names, are counted apart."""
    import triton.profiler as proton

    for kernel in KERNELS:
        file = f"{out}.{kernel.__name__}"
        session = proton.start(file, data="trace", backend="instrumentation", mode="default:buffer_type=global:buffer_size=65536")
        x, result = inputs()
        kernel[(CTAS,)](x, result, BLOCK=BLOCK, STEPS=STEPS, num_warps=WARPS)
        print(f"{kernel.__name__} 1 {checksum(result)}", flush=True)
        proton.finalize(session)
        with open(file + ".chrome_trace", encoding="utf-8") as trace:
            events = json.load(trace)["traceEvents"]
        print_counts(kernel.__name__, collections.Counter(event["name"] for event in events if event.get("ph") == "X"))


def print_table(path):
    """Counts of the rows "name count" of a query, as of `select name, count(*) from slice group by name`."""
    with open(path, encoding="utf-8") as file:
        rows = [re.split(r"[\t,| ]+", line.strip().strip("|").strip()) for line in file]
    counts = {row[0].strip('"'): int(row[-1]) for row in rows if len(row) >= 2 and row[-1].isdigit()}
    print_counts("trace", {name: counts[name] for name in EXPECTED if name in counts})


def write_ttgir(path):
    """The Triton kernel without scopes of its own, with operations of Proton's dialect around its store."""
    compiled = summed_scopes.warmup(*inputs(), BLOCK=BLOCK, STEPS=STEPS, num_warps=WARPS, grid=(CTAS,))
    lines = [line for line in compiled.asm["ttgir"].splitlines(keepends=True) if "pstudio scope" not in line]
    store = next(i for i, line in enumerate(lines) if line.lstrip().startswith("tt.store"))
    lines[store:store + 1] = ['    proton.record start "stored"\n', lines[store], '    proton.record end "stored"\n']
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(lines)


def run_ttgir(path):
    x, out = inputs()
    kernel = triton.compile(path)
    kernel[(CTAS, 1, 1)](x, out)
    print(f"ttgir 1 {checksum(out)}")


def main(arguments):
    pl.enable_semantic("triton")  # Triton's profiler leaves out scopes of its own language without this
    kind = arguments[0] if arguments else "plain"
    if kind == "plain":
        launch_all()
    elif kind == "proton":
        run_proton(arguments[1] if len(arguments) > 1 else "kernel_scopes")
    elif kind == "expected":
        print_counts("expected", EXPECTED)
    else:
        {"trace": print_table, "ttgir": run_ttgir, "write": write_ttgir}[kind](arguments[1])


if __name__ == "__main__":
    main(sys.argv[1:])
