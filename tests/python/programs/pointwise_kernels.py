# SPDX-License-Identifier: Apache-2.0
"""Test kernels whose elements are independent: arguments of all kinds, types, inline assembly, random numbers."""

import torch
import triton
import triton.language as tl
from triton.language.extra import libdevice

from cases import case, floats, integers, like, risky_case, zeros

N = 100_003


def launch(kernel, *arguments, block=1024, **options):
    """Launches a kernel over N elements; its last two arguments are N and BLOCK."""
    kernel[(triton.cdiv(N, block),)](*arguments, N, BLOCK=block, **options)


@triton.jit
def add(x, y, out, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    tl.store(out + offsets, tl.load(x + offsets, mask=mask) + tl.load(y + offsets, mask=mask), mask=mask)


def added(seed, dtype, **options):
    x, y = floats(seed, N, dtype=dtype), floats(seed + 1, N, dtype=dtype)
    out = like(x)
    launch(add, x, y, out, **options)
    return [out]


@case
def add_float(seed):
    return added(seed, torch.float32)


@case
def add_bfloat_one_warp(seed):
    return added(seed, torch.bfloat16, block=256, num_warps=1)


@case
def add_half_sixteen_warps(seed):
    return added(seed, torch.float16, block=4096, num_warps=16)


@case
def add_double_two_warps(seed):
    return added(seed, torch.float64, block=512, num_warps=2)


@triton.jit
def gelu(x, out, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    value = tl.load(x + offsets, mask=offsets < n).to(tl.float32)
    tl.store(out + offsets, 0.5 * value * (1.0 + tl.erf(value * 0.70710678)), mask=offsets < n)


@case
def gelu_half(seed):
    x = floats(seed, N, dtype=torch.float16)
    out = like(x)
    launch(gelu, x, out, num_warps=8)
    return [out]


@triton.jit
def gated(x, y, out, is_gated, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    value = tl.load(x + offsets, mask=mask)
    value = value * tl.sigmoid(value)
    if is_gated:
        value = value * tl.load(y + offsets, mask=mask)
    tl.store(out + offsets, value, mask=mask)


def gated_by(seed, is_gated):
    x, y = floats(seed, N), floats(seed + 1, N)
    out = like(x)
    launch(gated, x, y, out, is_gated)
    return [out]


@case
def boolean_argument_true(seed):
    return gated_by(seed, True)


@case
def boolean_argument_false(seed):
    return gated_by(seed, False)


@triton.jit
def biased(x, bias, out, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    value = tl.load(x + offsets, mask=offsets < n)
    if bias is not None:
        value += tl.load(bias + offsets % 64)
    tl.store(out + offsets, value, mask=offsets < n)


@case
def none_argument(seed):
    x = floats(seed, N)
    out = like(x)
    launch(biased, x, None, out)
    return [out]


@case
def optional_argument(seed):
    x, bias = floats(seed, N), floats(seed + 1, 64)
    out = like(x)
    launch(biased, x, bias, out)
    return [out]


@triton.jit
def activated(x, out, n, KIND: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    value = tl.load(x + offsets, mask=offsets < n)
    if KIND == "relu":
        value = tl.maximum(value, 0.0)
    elif KIND == "tanh":
        value = libdevice.tanh(value)
    tl.store(out + offsets, value, mask=offsets < n)


@case
def text_constant_relu(seed):
    x = floats(seed, N)
    out = like(x)
    launch(activated, x, out, KIND="relu")
    return [out]


@case
def device_library_tanh(seed):
    x = floats(seed, N)
    out = like(x)
    launch(activated, x, out, KIND="tanh")
    return [out]


@triton.jit
def dropout(x, out, p, seed, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    value = tl.load(x + offsets, mask=offsets < n)
    keep = tl.rand(seed, offsets) > p
    tl.store(out + offsets, tl.where(keep, value / (1 - p), 0.0), mask=offsets < n)


@case
def dropout_philox(seed):
    x = floats(seed, N)
    out = like(x)
    launch(dropout, x, out, 0.25, seed)
    return [out]


@triton.jit
def random_normal(out, seed, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + offsets, tl.randn(seed, offsets), mask=offsets < n)


@case
def normal_philox(seed):
    out = zeros(N)
    launch(random_normal, out, seed, block=512)
    return [out]


@triton.jit
def exclusive_or(x, y, out, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    a, b = tl.load(x + offsets, mask=mask, other=0), tl.load(y + offsets, mask=mask, other=0)
    value = tl.inline_asm_elementwise("lop3.b32 $0, $1, $2, 0x5a5a5a5a, 0x96;", "=r,r,r", [a, b], dtype=tl.int32, is_pure=True,
                                      pack=1)
    tl.store(out + offsets, value, mask=mask)


@case
def inline_assembly(seed):
    x, y = integers(seed, -2**31, 2**31 - 1, N), integers(seed + 1, -2**31, 2**31 - 1, N)
    out = like(x)
    launch(exclusive_or, x, y, out)
    return [out]


@triton.jit
def hashed(x, out, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    value = tl.load(x + offsets, mask=offsets < n, other=0).to(tl.uint32, bitcast=True)
    value = (value ^ (value >> 16)) * 0x7FEB352D
    value = (value ^ (value >> 15)) * 0x2C1B3C6D
    value = tl.umulhi(value, value ^ (value >> 12)) + value
    tl.store(out + offsets, value.to(tl.int32, bitcast=True), mask=offsets < n)


@case
def integer_hash(seed):
    x = integers(seed, -2**31, 2**31 - 1, N)
    out = like(x)
    launch(hashed, x, out, num_warps=2)
    return [out]


@triton.jit
def cast_float8(x, narrow, wide, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    value = tl.load(x + offsets, mask=offsets < n, other=0.0).to(narrow.dtype.element_ty)
    tl.store(narrow + offsets, value, mask=offsets < n)
    tl.store(wide + offsets, value.to(tl.float32), mask=offsets < n)


def cast_to(seed, dtype):
    x = floats(seed, N)
    narrow, wide = zeros(N).to(dtype), zeros(N)
    launch(cast_float8, x, narrow, wide)
    return [narrow.view(torch.uint8), wide]


@case
def cast_float8_e4m3(seed):
    return cast_to(seed, torch.float8_e4m3fn)


@case
def cast_float8_e5m2(seed):
    return cast_to(seed, torch.float8_e5m2)


@triton.jit
def polynomial(x, out, n, DEGREE: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    value = tl.load(x + offsets, mask=offsets < n)
    total = tl.zeros((BLOCK,), dtype=tl.float64)
    for i in tl.static_range(DEGREE):
        total = total * value + (i + 1)
    tl.store(out + offsets, total + tl.sin(value) * tl.exp(-value * value), mask=offsets < n)


@case
def double_polynomial(seed):
    x = floats(seed, N, dtype=torch.float64)
    out = like(x)
    launch(polynomial, x, out, DEGREE=7, block=256)
    return [out]


@triton.autotune(configs=[triton.Config({"BLOCK": block}, num_warps=warps) for block, warps in ((256, 2), (1024, 4), (2048, 8))],
                 key=["n"])
@triton.jit
def tuned_scale(x, out, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + offsets, tl.load(x + offsets, mask=offsets < n) * 1.5, mask=offsets < n)


@case
def autotuned(seed):
    x = floats(seed, N)
    out = like(x)
    tuned_scale[lambda meta: (triton.cdiv(N, meta["BLOCK"]),)](x, out, N)
    return [out]


@triton.jit(noinline=True)
def called_square(value):
    return value * value * 0.5 + value


@triton.jit
def calling(x, out, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    value = tl.load(x + offsets, mask=offsets < n)
    tl.store(out + offsets, called_square(called_square(value)), mask=offsets < n)


@risky_case
def function_call(seed):
    x = floats(seed, N)
    out = like(x)
    launch(calling, x, out)
    return [out]


@risky_case
def add_in_clusters(seed):
    return added(seed, torch.float32, num_ctas=2)
