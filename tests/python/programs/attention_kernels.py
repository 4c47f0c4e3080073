# SPDX-License-Identifier: Apache-2.0
"""Test kernels of attention: with and without a causal mask, two head sizes, one query at a time."""

import torch
import triton
import triton.language as tl

from cases import case, floats, like


@triton.jit
def attention(q, k, v, out, scale, length, D: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, CAUSAL: tl.constexpr):
    base = tl.program_id(1).to(tl.int64) * length * D
    rm, rn, rd = tl.program_id(0) * BM + tl.arange(0, BM), tl.arange(0, BN), tl.arange(0, D)
    query = tl.load(q + base + rm[:, None] * D + rd[None, :])
    top = tl.full((BM,), -1.0e30, dtype=tl.float32)
    total = tl.zeros((BM,), dtype=tl.float32)
    result = tl.zeros((BM, D), dtype=tl.float32)
    end = length
    if CAUSAL:
        end = (tl.program_id(0) + 1) * BM
    for start in range(0, end, BN):
        keys = tl.load(k + base + (start + rn)[None, :] * D + rd[:, None])
        scores = tl.dot(query, keys) * scale
        if CAUSAL:
            scores = tl.where(rm[:, None] >= (start + rn)[None, :], scores, -1.0e30)
        larger = tl.maximum(top, tl.max(scores, 1))
        weights = tl.exp2(scores - larger[:, None])
        decay = tl.exp2(top - larger)
        total = total * decay + tl.sum(weights, 1)
        values = tl.load(v + base + (start + rn)[:, None] * D + rd[None, :])
        result = tl.dot(weights.to(values.dtype), values, result * decay[:, None])
        top = larger
    tl.store(out + base + rm[:, None] * D + rd[None, :], (result / total[:, None]).to(out.dtype.element_ty))


def attend(seed, size, causal, dtype=torch.float16, **options):
    heads, length = 6, 512
    q, k, v = (floats(seed + i, heads, length, size, dtype=dtype) for i in range(3))
    out = like(q)
    attention[(length // 64, heads)](q, k, v, out, 1.44269504 / size**0.5, length, D=size, BM=64, BN=64, CAUSAL=causal, **options)
    return [out]


@case
def attention_causal(seed):
    return attend(seed, 64, True, num_warps=4, num_stages=3)


@case
def attention_full(seed):
    return attend(seed, 64, False, num_warps=4, num_stages=2)


@case
def attention_full_of_128_bfloat(seed):
    return attend(seed, 128, False, dtype=torch.bfloat16, num_warps=8, num_stages=2)


@triton.jit
def attend_once(q, k, v, out, scale, length, D: tl.constexpr, BN: tl.constexpr):
    head = tl.program_id(0)
    rd = tl.arange(0, D)
    query = tl.load(q + head * D + rd)
    top = -1.0e30
    total = 0.0
    result = tl.zeros((D,), dtype=tl.float32)
    for start in range(0, length, BN):
        rn = start + tl.arange(0, BN)
        keys = tl.load(k + (head * length + rn)[:, None] * D + rd[None, :], mask=rn[:, None] < length, other=0.0)
        scores = tl.where(rn < length, tl.sum(keys * query[None, :], 1) * scale, -1.0e30)
        larger = tl.maximum(top, tl.max(scores, 0))
        weights, decay = tl.exp(scores - larger), tl.exp(top - larger)
        values = tl.load(v + (head * length + rn)[:, None] * D + rd[None, :], mask=rn[:, None] < length, other=0.0)
        result = result * decay + tl.sum(weights[:, None] * values, 0)
        total = total * decay + tl.sum(weights, 0)
        top = larger
    tl.store(out + head * D + rd, result / total)


@case
def attention_of_one_query(seed):
    q, k, v = floats(seed, 40, 64), floats(seed + 1, 40, 700, 64), floats(seed + 2, 40, 700, 64)
    out = like(q)
    attend_once[(40,)](q, k, v, out, 0.125, 700, D=64, BN=64, num_warps=4)
    return [out]
