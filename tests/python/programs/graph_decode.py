# SPDX-License-Identifier: Apache-2.0
"""A loop of 50 decode steps that replays one CUDA graph, as inference servers do. Prints a checksum of the state after each step.

    python graph_decode.py             torch.cuda.graph around kernels of Triton and PyTorch
    python graph_decode.py --update    each step is captured anew and updates one executable graph as a whole
    python graph_decode.py --compile   torch.compile(mode="reduce-overhead") captures by itself"""

import contextlib
import ctypes
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


@triton.jit
def shift(x, amount, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(x + at, tl.load(x + at) * 0.5 + amount)


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


def scope(name):
    """A scope of Triton's profiler, so that the path of the capture has a name."""
    try:
        from triton.profiler import scope as entered
        return entered(name)
    except ImportError:
        return contextlib.nullcontext()


class Runtime:
    """The CUDA runtime that PyTorch has loaded."""

    def __init__(self):
        with open("/proc/self/maps", encoding="utf-8") as maps:
            files = {line.split()[-1] for line in maps if "libcudart" in line}
        self.library = ctypes.CDLL(min(files))

    def __call__(self, name, *values):
        result = getattr(self.library, name)(*values)
        if result != 0:
            raise SystemExit(f"{name} answers {result}")


class UpdateInfo(ctypes.Structure):
    """cudaGraphExecUpdateResultInfo"""
    _fields_ = [("result", ctypes.c_int), ("error_node", ctypes.c_void_p), ("error_from_node", ctypes.c_void_p)]


def updated_loop(state, weights, between):
    """All steps have the same nodes; the amount of `shift` and, every other step, the order of two arguments differ. Two branches
    run the same kernel on different memory, so that pairs of nodes that are mixed up change the checksums."""
    runtime = Runtime()
    spare = state.clone()
    other = torch.empty_like(between)
    side = torch.cuda.Stream()

    def step_of(amount, first, second):
        main = torch.cuda.current_stream()
        with scope("normalize"):
            normalize[(ROWS,)](state, first, COLUMNS, BLOCK=COLUMNS)
        side.wait_stream(main)
        with scope("branches"):
            shift[(ROWS * COLUMNS // 1024,)](first, amount, BLOCK=1024)
            with torch.cuda.stream(side):
                shift[(ROWS * COLUMNS // 1024,)](spare, amount + 1.0, BLOCK=1024)
        main.wait_stream(side)
        with scope("mix"):
            mix[(ROWS // 64, COLUMNS // 64)](first, weights, second, COLUMNS, BM=64, BN=64, BK=32)
            torch.add(second, spare, out=state)

    start, start_spare = state.clone(), spare.clone()
    step_of(0.25, between, other)  # compiles before the captures
    torch.cuda.synchronize()
    state.copy_(start)
    spare.copy_(start_spare)
    executable = ctypes.c_void_p()
    for step in range(STEPS):
        graph = torch.cuda.CUDAGraph(keep_graph=True)
        with scope(f"capture {step % 2}"), torch.cuda.graph(graph):
            step_of(0.25 + step / 64.0, *((between, other) if step % 2 == 0 else (other, between)))
        raw = ctypes.c_void_p(graph.raw_cuda_graph())
        if step == 0:
            runtime("cudaGraphInstantiate", ctypes.byref(executable), raw, ctypes.c_ulonglong(0))
        else:
            runtime("cudaGraphExecUpdate", executable, raw, ctypes.byref(UpdateInfo()))
        with scope("replay"):
            runtime("cudaGraphLaunch", executable, ctypes.c_void_p(torch.cuda.current_stream().cuda_stream))
        show(step, state)
        del graph
    runtime("cudaGraphExecDestroy", executable)


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
    elif "--update" in sys.argv[1:]:
        updated_loop(state, weights, torch.empty_like(state))
    else:
        captured_loop(state, weights, torch.empty_like(state))


if __name__ == "__main__":
    main()
