# SPDX-License-Identifier: Apache-2.0
"""A loop of 50 decode steps that replays one CUDA graph, as inference servers do. Prints a checksum of the state after each step.

    python graph_decode.py             torch.cuda.graph around kernels of Triton and PyTorch
    python graph_decode.py --compile   torch.compile(mode="reduce-overhead") captures by itself"""

import sys
import zlib

import torch
import triton
import triton.language as tl

STEPS = 50
ROWS, COLUMNS = 256, 512


@triton.jit
def normalize(x, out, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    values = tl.load(x + row * columns + at, mask=at < columns, other=0.0)
    mean = tl.sum(values, 0) / columns
    centred = tl.where(at < columns, values - mean, 0.0)
    spread = tl.sum(centred * centred, 0) / columns
    tl.store(out + row * columns + at, centred / tl.sqrt(spread + 1e-5), mask=at < columns)


@triton.jit
def mix(x, w, out, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    inner = tl.arange(0, BK)
    total = tl.zeros((BM, BN), dtype=tl.float32)
    for step in range(0, k, BK):
        left = tl.load(x + rows[:, None] * k + step + inner[None, :])
        right = tl.load(w + (step + inner[:, None]) * k + columns[None, :])
        total = tl.dot(left.to(tl.float16), right.to(tl.float16), total)
    tl.store(out + rows[:, None] * k + columns[None, :], total / 16.0)


def decode(state, weights, between):
    normalize[(ROWS,)](state, between, COLUMNS, BLOCK=COLUMNS)
    mix[(ROWS // 64, COLUMNS // 64)](between, weights, state, COLUMNS, BM=64, BN=64, BK=32)
    state.add_(1.0)


def show(step, state):
    torch.cuda.synchronize()
    print(f"step {step} {zlib.crc32(state.cpu().numpy().tobytes()):08x}")


def captured_loop(state, weights, between):
    start = state.clone()
    stream = torch.cuda.Stream()
    stream.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(stream):
        decode(state, weights, between)  # compiles before the capture
    torch.cuda.current_stream().wait_stream(stream)
    state.copy_(start)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        decode(state, weights, between)
    for step in range(STEPS):
        graph.replay()
        show(step, state)


def compiled_loop(state, weights):
    @torch.compile(mode="reduce-overhead")
    def step_of(x, w):
        return torch.nn.functional.layer_norm(torch.relu(x) + 1.0, (COLUMNS,)) @ w / 16.0

    for step in range(STEPS):
        torch.compiler.cudagraph_mark_step_begin()
        state = step_of(state, weights).clone()
        show(step, state)


def main():
    torch.manual_seed(1)
    state = torch.randn(ROWS, COLUMNS, device="cuda")
    weights = torch.randn(COLUMNS, COLUMNS, device="cuda")
    if "--compile" in sys.argv[1:]:
        compiled_loop(state, weights)
    else:
        captured_loop(state, weights, torch.empty_like(state))


if __name__ == "__main__":
    main()
