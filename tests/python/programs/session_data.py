# SPDX-License-Identifier: Apache-2.0
"""One profile of times, cycles and metrics, read while the program runs; and ranges of NVTX.

    proton-collect attach -o out --range scope=step -- python session_data.py data.json
    python session_data.py compare data.json out/both.hatchet

The report has 4 launches, 4 recorded and 3 outside the range: two pushed ranges, a scope and a started range contain those that count.
The comparison prints "equal" and the metrics of the tree."""

import json
import sys

import torch
import triton
import triton.language as tl

from proton_studio import proton


@triton.jit
def add_kernel(x, y, out, size, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < size
    tl.store(out + offsets, tl.load(x + offsets, mask=mask) + tl.load(y + offsets, mask=mask), mask=mask)


def run(path):
    x, y = (torch.rand(1 << 20, device="cuda") for _ in range(2))
    out = torch.empty_like(x)

    def launch():
        add_kernel[(1024,)](x, y, out, x.numel(), BLOCK=1024)

    launch()
    proton.start("both", backend="cupti")
    session = proton.start("both", backend="instrumentation", mode="functions")
    for _ in range(2):
        torch.cuda.nvtx.range_push("step")
        launch()
        torch.cuda.nvtx.range_pop()
        launch()
    with proton.scope("step", {"tokens": 640}):
        launch()
    started = torch.cuda.nvtx.range_start("step")
    launch()
    torch.cuda.nvtx.range_end(started)
    torch.cuda.synchronize()
    with open(path, "w", encoding="utf-8") as file:
        json.dump(proton.get_data(session), file)
    proton.finalize()
    print("right", torch.equal(out, x + y))


def metrics_in(node):
    return set(node["metrics"]).union(*(metrics_in(child) for child in node["children"]))


def compare(data, tree):
    first, second = (json.load(open(path, encoding="utf-8")) for path in (data, tree))
    print("equal" if first == second else "different", *sorted(metrics_in(first[0])))
    return first != second


if __name__ == "__main__":
    sys.exit(compare(*sys.argv[2:]) if sys.argv[1] == "compare" else run(sys.argv[1]))
