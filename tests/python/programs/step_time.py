# SPDX-License-Identifier: Apache-2.0
"""Time of a step, median of many: `step MEDIAN us` for what activity and call paths cost.

    python step_time.py            a training step of torch.compile
    python step_time.py graphs     the same in CUDA graphs (mode="reduce-overhead")
    python step_time.py decode     a decode step of 16 layers, captured once by torch.cuda.graph and replayed"""

import statistics
import sys
import time

import torch

from compiled_step import Block

STEPS, SKIPPED = 220, 20


def training_step(mode):
    model = torch.nn.Sequential(*[Block(512) for _ in range(4)], torch.nn.Linear(512, 10)).cuda()
    optimizer = torch.optim.SGD(model.parameters(), lr=1e-3)
    loss_of = torch.compile(lambda x, y: torch.nn.functional.cross_entropy(model(x), y), mode=mode)
    x, y = torch.randn(2048, 512, device="cuda"), torch.randint(0, 10, (2048,), device="cuda")

    def step():
        if mode:
            torch.compiler.cudagraph_mark_step_begin()
        optimizer.zero_grad()
        loss_of(x, y).backward()
        optimizer.step()

    return step


def decode_step():
    """A replay of 112 kernels of a batch of 8 tokens: products of 2,048 x 8,192 and back, normalisation, addition."""
    width = 2048
    layers = [(torch.randn(width, 4 * width, device="cuda", dtype=torch.float16) / 64,
               torch.randn(4 * width, width, device="cuda", dtype=torch.float16) / 128) for _ in range(16)]
    state = torch.randn(8, width, device="cuda", dtype=torch.float16)

    def forward():
        for up, down in layers:
            inner = torch.nn.functional.layer_norm(state, (width,))
            state.add_(torch.nn.functional.gelu(inner @ up) @ down).clamp_(-4, 4)

    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        forward()
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        forward()
    return graph.replay


def main():
    torch.manual_seed(1)
    kind = sys.argv[1] if len(sys.argv) > 1 else "train"
    step = decode_step() if kind == "decode" else training_step("reduce-overhead" if kind == "graphs" else None)
    times = []
    for _ in range(STEPS):
        torch.cuda.synchronize()
        begin = time.perf_counter_ns()
        step()
        torch.cuda.synchronize()
        times.append((time.perf_counter_ns() - begin) / 1e3)
    print(f"step {statistics.median(times[SKIPPED:]):.1f} us", flush=True)


if __name__ == "__main__":
    main()
