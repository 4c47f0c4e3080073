# SPDX-License-Identifier: Apache-2.0
"""Triton kernels and PyTorch operations in nested scopes, under a profiler of choice.

    python profiled_step.py proton OUT     triton.profiler writes OUT.hatchet
    python profiled_step.py studio OUT     proton_studio.proton, whose scopes proton-collect attach records
    python profiled_step.py torch OUT      torch.profiler; OUT.txt has each kernel with its count
    python profiled_step.py none OUT

Prints a checksum of the result."""

import contextlib
import sys
import zlib

import torch
import triton
import triton.language as tl

STEPS = 5


@triton.jit
def scale(x, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + at, 2 * tl.load(x + at, mask=at < n), mask=at < n)


def add_metadata(grid, metadata, arguments):
    n = arguments["n"]
    return {"name": f"add_{n}", "flops32": n, "bytes": 12 * n}


@triton.jit(launch_metadata=add_metadata)
def add(x, y, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + at, tl.load(x + at, mask=at < n) + tl.load(y + at, mask=at < n), mask=at < n)


def work(x, y, scope):
    n = x.numel()
    grid = (triton.cdiv(n, 1024),)
    for step in range(STEPS):
        with scope("step"):
            with scope("scale"):
                doubled = torch.empty_like(x)
                scale[grid](x, doubled, n, BLOCK=1024)
            with scope("even" if step % 2 == 0 else "odd"):
                add[grid](doubled, y, x, n, BLOCK=1024)
                torch.relu_(x)
    scale[grid](x, y, n, BLOCK=1024)
    return y


def profiler(kind, out):
    """The context of the profiler, and its scope."""
    if kind == "torch":
        return torch_profile(out), torch.profiler.record_function
    if kind in ("proton", "studio"):
        if kind == "proton":
            import triton.profiler as proton
        else:
            from proton_studio import proton
        return proton_profile(proton, out), proton.scope
    return contextlib.nullcontext(), lambda name: contextlib.nullcontext()


@contextlib.contextmanager
def proton_profile(proton, out):
    proton.start(out, hook="triton")
    yield
    torch.cuda.synchronize()
    proton.finalize()


@contextlib.contextmanager
def torch_profile(out):
    from torch.autograd import DeviceType
    with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CPU, torch.profiler.ProfilerActivity.CUDA]) as profile:
        yield
        torch.cuda.synchronize()
    kernels = [event for event in profile.key_averages() if event.device_type == DeviceType.CUDA]
    with open(out + ".txt", "w", encoding="utf-8") as file:
        file.writelines(sorted(f"{event.count} {event.key}\n" for event in kernels))


def main():
    kind, out = sys.argv[1], sys.argv[2]
    torch.manual_seed(5)
    x, y = (torch.randn(1 << 20).cuda() for _ in range(2))  # no kernel: all of them are under the profiler
    context, scope = profiler(kind, out)
    with context:
        result = work(x, y, scope)
    print("result", f"{zlib.crc32(result.cpu().numpy().tobytes()):08x}", flush=True)


if __name__ == "__main__":
    main()
