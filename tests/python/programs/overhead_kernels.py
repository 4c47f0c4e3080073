# SPDX-License-Identifier: Apache-2.0
"""Large launches for the overhead measurement: name of the kernel -> function that launches it on inputs made once."""

import torch
import triton

import attention_kernels
import matrix_kernels
import pointwise_kernels
import reduction_kernels


def random(*shape, dtype=torch.float32):
    return torch.randn(*shape, dtype=dtype, device="cuda")


def add():
    n = 1 << 24
    x, y = random(n), random(n)
    out = torch.empty_like(x)
    return lambda: pointwise_kernels.add[(n // 1024,)](x, y, out, n, BLOCK=1024, num_warps=4)


def softmax():
    x = random(16384, 1000)
    out = torch.empty_like(x)
    return lambda: reduction_kernels.softmax[(16384,)](x, out, 16384, 1000, BLOCK=1024, STAGES=1, num_warps=4)


def softmax_persistent(ctas_of_sm=16):
    """As many CTAs as the device holds at once, many rows for each."""
    x = random(16384, 1000)
    out = torch.empty_like(x)
    ctas = ctas_of_sm * torch.cuda.get_device_properties(0).multi_processor_count
    return lambda: reduction_kernels.softmax[(ctas,)](x, out, 16384, 1000, BLOCK=1024, STAGES=1, num_warps=4)


def softmax_two_ctas():
    """The grid of triton_kernels.py: two CTAs for each multiprocessor."""
    return softmax_persistent(2)


def layer_norm():
    x, weight, bias = random(16384, 1000, dtype=torch.float16), random(1000), random(1000)
    out, means, deviations = torch.empty_like(x), random(16384), random(16384)
    return lambda: reduction_kernels.layer_norm[(16384,)](x, weight, bias, out, means, deviations, 1000, 1e-5, BLOCK=1024,
                                                          num_warps=4)


def layer_norm_loops():
    """The kernel of Triton's tutorial, which reads each row three times."""
    x, weight, bias = random(16384, 1000, dtype=torch.float16), random(1000), random(1000)
    out, means, deviations = torch.empty_like(x), random(16384), random(16384)
    return lambda: reduction_kernels.layer_norm_loops[(16384,)](x, weight, bias, out, means, deviations, 1000, 1e-5, BLOCK=1024,
                                                                num_warps=8)


def matmul():
    size = 4096
    a, b = random(size, size, dtype=torch.float16), random(size, size, dtype=torch.float16)
    c = torch.empty_like(a)
    grid = (triton.cdiv(size, 128) * triton.cdiv(size, 256),)
    return lambda: matrix_kernels.matmul[grid](a, b, c, size, size, size, *a.stride(), *b.stride(), BM=128, BN=256, BK=64, GROUP=8,
                                               ACCUMULATOR=triton.language.float32, PRECISION="tf32", num_warps=8, num_stages=3)


def attention():
    heads, length, size = 32, 4096, 64
    q, k, v = (random(heads, length, size, dtype=torch.float16) for _ in range(3))
    out = torch.empty_like(q)
    return lambda: attention_kernels.attention[(length // 128, heads)](q, k, v, out, 0.18, length, D=size, BM=128, BN=64,
                                                                       CAUSAL=False, num_warps=4, num_stages=3)


LAUNCHERS = {function.__name__: function for function in (
    add, softmax, softmax_persistent, softmax_two_ctas, layer_norm, layer_norm_loops, matmul, attention)}


def small_add():
    """A launch whose time on the GPU does not count, for the cost of a launch on the host."""
    x = random(1024)
    out = torch.empty_like(x)
    return lambda: pointwise_kernels.add[(1,)](x, x, out, 1024, BLOCK=1024, num_warps=4)
