# SPDX-License-Identifier: Apache-2.0
"""Test kernels that combine elements: softmax, norms and their gradients, scans, sorts, histograms, atomics on integers."""

import torch
import triton
import triton.language as tl

from cases import case, floats, integers, like, zeros

ROWS, COLUMNS, BLOCK = 509, 1000, 1024


@triton.jit
def softmax(x, out, rows, columns, BLOCK: tl.constexpr, STAGES: tl.constexpr):
    c = tl.arange(0, BLOCK)
    for row in tl.range(tl.program_id(0), rows, tl.num_programs(0), num_stages=STAGES):
        value = tl.load(x + row * columns + c, mask=c < columns, other=-float("inf"))
        power = tl.exp(value - tl.max(value, axis=0))
        tl.store(out + row * columns + c, power / tl.sum(power, axis=0), mask=c < columns)


def softmax_in(seed, stages, **options):
    x = floats(seed, ROWS, COLUMNS)
    out = like(x)
    softmax[(66,)](x, out, ROWS, COLUMNS, BLOCK=BLOCK, STAGES=stages, **options)
    return [out]


@case
def softmax_one_stage(seed):
    return softmax_in(seed, 1, num_warps=4)


@case
def softmax_four_stages(seed):
    return softmax_in(seed, 4, num_warps=8)


@triton.jit
def online_softmax(x, out, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    greatest = tl.full((BLOCK,), -float("inf"), dtype=tl.float32)
    total = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, columns, BLOCK):
        c = start + tl.arange(0, BLOCK)
        value = tl.load(x + row * columns + c, mask=c < columns, other=-1.0e30)
        larger = tl.maximum(greatest, value)
        total = total * tl.exp(greatest - larger) + tl.exp(value - larger)
        greatest = larger
    top = tl.max(greatest, 0)
    scale = 1.0 / tl.sum(total * tl.exp(greatest - top), 0)
    for start in range(0, columns, BLOCK):
        c = start + tl.arange(0, BLOCK)
        value = tl.load(x + row * columns + c, mask=c < columns)
        tl.store(out + row * columns + c, tl.exp(value - top) * scale, mask=c < columns)


@case
def softmax_in_two_passes(seed):
    x = floats(seed, ROWS, COLUMNS)
    out = like(x)
    online_softmax[(ROWS,)](x, out, COLUMNS, BLOCK=128, num_warps=2)
    return [out]


@triton.jit
def layer_norm(x, weight, bias, out, means, deviations, columns, epsilon, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    c = tl.arange(0, BLOCK)
    mask = c < columns
    value = tl.load(x + row * columns + c, mask=mask, other=0.0).to(tl.float32)
    mean = tl.sum(value, axis=0) / columns
    centred = tl.where(mask, value - mean, 0.0)
    deviation = tl.rsqrt(tl.sum(centred * centred, axis=0) / columns + epsilon)
    result = centred * deviation * tl.load(weight + c, mask=mask) + tl.load(bias + c, mask=mask)
    tl.store(out + row * columns + c, result, mask=mask)
    tl.store(means + row, mean)
    tl.store(deviations + row, deviation)


@case
def layer_norm_forward(seed):
    x = floats(seed, ROWS, COLUMNS, dtype=torch.float16)
    weight, bias = floats(seed + 1, COLUMNS), floats(seed + 2, COLUMNS)
    out, means, deviations = like(x), zeros(ROWS), zeros(ROWS)
    layer_norm[(ROWS,)](x, weight, bias, out, means, deviations, COLUMNS, 1e-5, BLOCK=BLOCK, num_warps=4)
    return [out, means, deviations]


@triton.jit
def layer_norm_loops(x, weight, bias, out, means, deviations, columns, epsilon, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    start_of_row = x + row * columns
    total = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, columns, BLOCK):
        c = start + tl.arange(0, BLOCK)
        total += tl.load(start_of_row + c, mask=c < columns, other=0.0).to(tl.float32)
    mean = tl.sum(total, axis=0) / columns
    squares = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, columns, BLOCK):
        c = start + tl.arange(0, BLOCK)
        value = tl.load(start_of_row + c, mask=c < columns, other=0.0).to(tl.float32)
        centred = tl.where(c < columns, value - mean, 0.0)
        squares += centred * centred
    deviation = tl.rsqrt(tl.sum(squares, axis=0) / columns + epsilon)
    tl.store(means + row, mean)
    tl.store(deviations + row, deviation)
    for start in range(0, columns, BLOCK):
        c = start + tl.arange(0, BLOCK)
        mask = c < columns
        value = tl.load(start_of_row + c, mask=mask, other=0.0).to(tl.float32)
        result = (value - mean) * deviation * tl.load(weight + c, mask=mask) + tl.load(bias + c, mask=mask)
        tl.store(out + row * columns + c, result, mask=mask)


@case
def layer_norm_in_loops(seed):
    x = floats(seed, ROWS, COLUMNS, dtype=torch.float16)
    weight, bias = floats(seed + 1, COLUMNS), floats(seed + 2, COLUMNS)
    out, means, deviations = like(x), zeros(ROWS), zeros(ROWS)
    layer_norm_loops[(ROWS,)](x, weight, bias, out, means, deviations, COLUMNS, 1e-5, BLOCK=256, num_warps=8)
    return [out, means, deviations]


@triton.jit
def layer_norm_gradient(x, weight, gradient, out, columns, epsilon, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    c = tl.arange(0, BLOCK)
    mask = c < columns
    value = tl.load(x + row * columns + c, mask=mask, other=0.0)
    slope = tl.load(gradient + row * columns + c, mask=mask, other=0.0) * tl.load(weight + c, mask=mask, other=0.0)
    mean = tl.sum(value, axis=0) / columns
    centred = tl.where(mask, value - mean, 0.0)
    deviation = tl.rsqrt(tl.sum(centred * centred, axis=0) / columns + epsilon)
    normal = centred * deviation
    first = tl.sum(normal * slope, axis=0) / columns
    second = tl.sum(slope, axis=0) / columns
    tl.store(out + row * columns + c, (slope - (normal * first + second)) * deviation, mask=mask)


@case
def layer_norm_backward(seed):
    x, gradient, weight = floats(seed, ROWS, COLUMNS), floats(seed + 1, ROWS, COLUMNS), floats(seed + 2, COLUMNS)
    out = like(x)
    layer_norm_gradient[(ROWS,)](x, weight, gradient, out, COLUMNS, 1e-5, BLOCK=BLOCK, num_warps=8)
    return [out]


@triton.jit
def column_sums(x, out, rows, columns, HEIGHT: tl.constexpr, WIDTH: tl.constexpr):
    c = tl.program_id(0) * WIDTH + tl.arange(0, WIDTH)
    total = tl.zeros((HEIGHT, WIDTH), dtype=tl.float32)
    for start in range(0, rows, HEIGHT):
        r = start + tl.arange(0, HEIGHT)
        mask = (r[:, None] < rows) & (c[None, :] < columns)
        total += tl.load(x + r[:, None] * columns + c[None, :], mask=mask, other=0.0)
    tl.store(out + c, tl.sum(total, axis=0), mask=c < columns)


@case
def layer_norm_backward_of_weights(seed):
    x, out = floats(seed, ROWS, COLUMNS), zeros(COLUMNS)
    column_sums[(triton.cdiv(COLUMNS, 64),)](x, out, ROWS, COLUMNS, HEIGHT=32, WIDTH=64)
    return [out]


@triton.jit
def rms_norm(x, weight, out, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    squares = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, columns, BLOCK):
        c = start + tl.arange(0, BLOCK)
        value = tl.load(x + row * columns + c, mask=c < columns, other=0.0).to(tl.float32)
        squares += value * value
    scale = tl.rsqrt(tl.sum(squares, 0) / columns + 1e-6)
    for start in range(0, columns, BLOCK):
        c = start + tl.arange(0, BLOCK)
        value = tl.load(x + row * columns + c, mask=c < columns).to(tl.float32)
        tl.store(out + row * columns + c, value * scale * tl.load(weight + c, mask=c < columns), mask=c < columns)


@case
def rms_norm_bfloat(seed):
    x, weight = floats(seed, ROWS, COLUMNS, dtype=torch.bfloat16), floats(seed + 1, COLUMNS)
    out = like(x)
    rms_norm[(ROWS,)](x, weight, out, COLUMNS, BLOCK=256, num_warps=2)
    return [out]


@triton.jit
def cross_entropy(logits, labels, losses, gradients, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    c = tl.arange(0, BLOCK)
    value = tl.load(logits + row * columns + c, mask=c < columns, other=-float("inf"))
    label = tl.load(labels + row)
    top = tl.max(value, 0)
    total = tl.sum(tl.exp(value - top), 0)
    tl.store(losses + row, tl.log(total) + top - tl.load(logits + row * columns + label))
    share = tl.exp(value - top) / total
    tl.store(gradients + row * columns + c, tl.where(c == label, share - 1.0, share), mask=c < columns)


@case
def cross_entropy_loss(seed):
    logits, labels = floats(seed, ROWS, COLUMNS), integers(seed + 1, 0, COLUMNS, ROWS)
    losses, gradients = zeros(ROWS), like(logits)
    cross_entropy[(ROWS,)](logits, labels, losses, gradients, COLUMNS, BLOCK=BLOCK)
    return [losses, gradients]


@triton.jit
def quantise(x, out, scales, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    c = tl.arange(0, BLOCK)
    value = tl.load(x + row * columns + c, mask=c < columns, other=0.0)
    scale = tl.max(tl.abs(value), axis=0) / 127.0
    scaled = value / scale
    tl.store(out + row * columns + c, tl.where(scaled >= 0, scaled + 0.5, scaled - 0.5).to(tl.int8), mask=c < columns)
    tl.store(scales + row, scale)


@case
def quantise_to_bytes(seed):
    x = floats(seed, ROWS, COLUMNS)
    out, scales = zeros(ROWS, COLUMNS, dtype=torch.int8), zeros(ROWS)
    quantise[(ROWS,)](x, out, scales, COLUMNS, BLOCK=BLOCK)
    return [out, scales]


@triton.jit
def extremes(x, values, indices, lowest, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    c = tl.arange(0, BLOCK)
    value = tl.load(x + row * columns + c, mask=c < columns, other=-float("inf"))
    greatest, index = tl.max(value, axis=0, return_indices=True)
    tl.store(values + row, greatest)
    tl.store(indices + row, index)
    tl.store(lowest + row, tl.argmin(tl.where(c < columns, value, float("inf")), axis=0))


@case
def greatest_and_least(seed):
    x = floats(seed, ROWS, COLUMNS)
    values, indices, lowest = zeros(ROWS), zeros(ROWS, dtype=torch.int32), zeros(ROWS, dtype=torch.int32)
    extremes[(ROWS,)](x, values, indices, lowest, COLUMNS, BLOCK=BLOCK)
    return [values, indices, lowest]
