# SPDX-License-Identifier: Apache-2.0
"""The kernel of two_processes.py, in a module that is imported after CUDA_VISIBLE_DEVICES is set."""
import triton
import triton.language as tl


@triton.jit
def gradient_kernel(x, y, n, scale, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = at < n
    value = tl.load(x + at, mask=mask)
    for _ in range(4):
        value = value * scale + 0.5
    tl.store(y + at, value, mask=mask)
