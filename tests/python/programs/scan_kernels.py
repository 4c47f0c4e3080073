# SPDX-License-Identifier: Apache-2.0
"""Test kernels with an order among elements or blocks: scans, sorts, histograms, atomics on integers, a lock."""

import torch
import triton
import triton.language as tl

from cases import case, floats, integers, like, zeros

ROWS, BLOCK = 193, 512


@triton.jit
def sums_so_far(x, out, backwards, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    value = tl.load(x + offsets)
    tl.store(out + offsets, tl.cumsum(value, axis=0))
    tl.store(backwards + offsets, tl.cumsum(value, axis=0, reverse=True))


@case
def cumulative_sum(seed):
    x = floats(seed, ROWS, BLOCK)
    out, backwards = like(x), like(x)
    sums_so_far[(ROWS,)](x, out, backwards, BLOCK=BLOCK)
    return [out, backwards]


@triton.jit
def next_state(a, x, b, y):
    return a * b, x * b + y


@triton.jit
def recurrence(decay, x, out, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    _, state = tl.associative_scan((tl.load(decay + offsets), tl.load(x + offsets)), 0, next_state)
    tl.store(out + offsets, state)


@case
def linear_recurrence(seed):
    decay, x = floats(seed, ROWS, BLOCK).sigmoid(), floats(seed + 1, ROWS, BLOCK)
    out = like(x)
    recurrence[(ROWS,)](decay, x, out, BLOCK=BLOCK, num_warps=2)
    return [out]


@triton.jit
def merge_moments(mean_a, square_a, weight_a, mean_b, square_b, weight_b):
    delta = mean_b - mean_a
    weight = weight_a + weight_b
    ratio = tl.where(weight == 0.0, 0.0, weight_b / weight)
    return mean_a + delta * ratio, square_a + square_b + delta * delta * weight_a * ratio, weight


@triton.jit
def moments(x, means, variances, BLOCK: tl.constexpr):
    value = tl.load(x + tl.program_id(0) * BLOCK + tl.arange(0, BLOCK))
    ones = tl.full((BLOCK,), 1.0, dtype=tl.float32)
    mean, square, weight = tl.reduce((value, tl.zeros((BLOCK,), dtype=tl.float32), ones), 0, merge_moments)
    tl.store(means + tl.program_id(0), mean)
    tl.store(variances + tl.program_id(0), square / weight)


@case
def mean_and_variance(seed):
    x, means, variances = floats(seed, ROWS, BLOCK), zeros(ROWS), zeros(ROWS)
    moments[(ROWS,)](x, means, variances, BLOCK=BLOCK)
    return [means, variances]


@triton.jit
def parity(x, out, BLOCK: tl.constexpr):
    value = tl.load(x + tl.program_id(0) * BLOCK + tl.arange(0, BLOCK))
    tl.store(out + tl.program_id(0), tl.xor_sum(value, 0))


@case
def exclusive_or_of_rows(seed):
    x, out = integers(seed, 0, 2**31 - 1, ROWS, BLOCK), zeros(ROWS, dtype=torch.int32)
    parity[(ROWS,)](x, out, BLOCK=BLOCK, num_warps=8)
    return [out]


@triton.jit
def sort_rows(x, out, BLOCK: tl.constexpr, DESCENDING: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + offsets, tl.sort(tl.load(x + offsets), descending=DESCENDING))


@case
def sorted_rows(seed):
    x = floats(seed, 48, 256)
    out = like(x)
    sort_rows[(48,)](x, out, BLOCK=256, DESCENDING=False)
    return [out]


@case
def sorted_rows_descending(seed):
    x = integers(seed, -1000, 1000, 48, 64)
    out = like(x)
    sort_rows[(48,)](x, out, BLOCK=64, DESCENDING=True, num_warps=1)
    return [out]


@triton.jit
def histogram(x, out, BLOCK: tl.constexpr, BINS: tl.constexpr):
    value = tl.load(x + tl.program_id(0) * BLOCK + tl.arange(0, BLOCK))
    tl.store(out + tl.program_id(0) * BINS + tl.arange(0, BINS), tl.histogram(value, BINS))


@case
def histogram_of_rows(seed):
    x, out = integers(seed, 0, 128, ROWS, BLOCK), zeros(ROWS, 128, dtype=torch.int32)
    histogram[(ROWS,)](x, out, BLOCK=BLOCK, BINS=128)
    return [out]


@triton.jit
def count(x, counts, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    value = tl.load(x + offsets, mask=offsets < n, other=0)
    tl.atomic_add(counts + value, 1, mask=offsets < n)


@case
def histogram_by_atomics(seed):
    x, counts = integers(seed, 0, 300, 60_001), zeros(300, dtype=torch.int32)
    count[(triton.cdiv(60_001, BLOCK),)](x, counts, 60_001, BLOCK=BLOCK)
    return [counts]


@triton.jit
def bounds(x, greatest, least, BLOCK: tl.constexpr):
    value = tl.load(x + tl.program_id(0) * BLOCK + tl.arange(0, BLOCK))
    tl.atomic_max(greatest, tl.max(value, 0))
    tl.atomic_min(least, tl.min(value, 0))


@case
def extremes_by_atomics(seed):
    x = integers(seed, -2**30, 2**30, ROWS, BLOCK)
    greatest, least = zeros(1, dtype=torch.int32), zeros(1, dtype=torch.int32)
    bounds[(ROWS,)](x, greatest, least, BLOCK=BLOCK)
    return [greatest, least]


@triton.jit
def add_under_lock(x, lock, out, BLOCK: tl.constexpr):
    c = tl.arange(0, BLOCK)
    value = tl.load(x + tl.program_id(0) * BLOCK + c)
    while tl.atomic_cas(lock, 0, 1) == 1:
        pass
    tl.store(out + c, tl.load(out + c, volatile=True) + value)
    tl.debug_barrier()
    tl.atomic_xchg(lock, 0)


@case
def spin_lock(seed):
    x, lock, out = integers(seed, -1000, 1000, 32, 256), zeros(1, dtype=torch.int32), zeros(256, dtype=torch.int32)
    add_under_lock[(32,)](x, lock, out, BLOCK=256)
    return [out]
