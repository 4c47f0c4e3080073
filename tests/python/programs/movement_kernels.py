# SPDX-License-Identifier: Apache-2.0
"""Test kernels that move data or decide at run time: gathers, transposes, loops that end early, grids of three dimensions."""

import torch
import triton
import triton.language as tl

from cases import case, floats, integers, like, permutation, zeros

ROWS, COLUMNS = 509, 768


@triton.jit
def transpose(x, out, rows, columns, BLOCK: tl.constexpr):
    r = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    c = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    mask = (r[:, None] < rows) & (c[None, :] < columns)
    tile = tl.load(x + r[:, None] * columns + c[None, :], mask=mask)
    tl.store(out + c[:, None] * rows + r[None, :], tl.trans(tile), mask=tl.trans(mask))


@case
def transposed(seed):
    x, out = floats(seed, ROWS, COLUMNS), zeros(COLUMNS, ROWS)
    transpose[(triton.cdiv(ROWS, 32), triton.cdiv(COLUMNS, 32))](x, out, ROWS, COLUMNS, BLOCK=32)
    return [out]


@triton.jit
def gather_rows(table, index, out, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    source = tl.load(index + row).to(tl.int64)
    c = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + row * columns + c, tl.load(table + source * columns + c, mask=c < columns), mask=c < columns)


@case
def gathered(seed):
    table, index = floats(seed, 64, COLUMNS), integers(seed + 1, 0, 64, ROWS)
    out = zeros(ROWS, COLUMNS)
    gather_rows[(ROWS, 3)](table, index, out, COLUMNS, BLOCK=256, num_warps=2)
    return [out]


@triton.jit
def scatter_rows(x, index, out, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    target = tl.load(index + row)
    c = tl.arange(0, BLOCK)
    tl.store(out + target * columns + c, tl.load(x + row * columns + c, mask=c < columns), mask=c < columns)


@case
def scattered(seed):
    x, index = floats(seed, ROWS, COLUMNS, dtype=torch.bfloat16), permutation(seed + 1, ROWS)
    out = like(x)
    scatter_rows[(ROWS,)](x, index, out, COLUMNS, BLOCK=1024)
    return [out]


@triton.jit
def register_gather(x, index, out, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    base = tl.program_id(0) * BLOCK
    tl.store(out + base + offsets, tl.gather(tl.load(x + base + offsets), tl.load(index + offsets), 0))


@case
def gathered_in_registers(seed):
    x, index = floats(seed, 32 * 256), integers(seed + 1, 0, 256, 256)
    out = like(x)
    register_gather[(32,)](x, index, out, BLOCK=256)
    return [out]


@triton.jit
def ragged_sum(x, lengths, out, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    length = tl.load(lengths + row)
    if length == 0:
        return
    total = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, length, BLOCK):
        c = start + tl.arange(0, BLOCK)
        total += tl.load(x + row * columns + c, mask=c < length, other=0.0)
    tl.store(out + row, tl.sum(total, 0))


@case
def early_exit(seed):
    x, lengths = floats(seed, ROWS, COLUMNS), integers(seed + 1, 0, 5, ROWS) * (COLUMNS // 4)
    out = like(x[:, 0])
    ragged_sum[(ROWS,)](x, lengths, out, COLUMNS, BLOCK=128)
    return [out]


@triton.jit
def collatz(x, out):
    value = tl.load(x + tl.program_id(0))
    steps = 0
    while value != 1:
        if value % 2 == 0:
            value = value // 2
        else:
            value = 3 * value + 1
        steps += 1
    tl.store(out + tl.program_id(0), steps)


@case
def while_loop(seed):
    x, out = integers(seed, 1, 10_000, 997), zeros(997, dtype=torch.int32)
    collatz[(997,)](x, out, num_warps=1)
    return [out]


@triton.jit
def newton(x, out, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    value = tl.load(x + offsets, mask=offsets < n, other=1.0)
    root = value * 0.5 + 0.5
    worst = tl.max(tl.abs(root * root - value), 0)
    rounds = 0
    while (worst > 1e-3) & (rounds < 50):
        root = 0.5 * (root + value / root)
        worst = tl.max(tl.abs(root * root - value), 0)
        rounds += 1
    tl.store(out + offsets, root, mask=offsets < n)


@case
def while_loop_of_blocks(seed):
    x = floats(seed, 50_001).abs() * 10 + 0.1
    out = like(x)
    newton[(triton.cdiv(50_001, 512),)](x, out, 50_001, BLOCK=512)
    return [out]


@triton.jit
def grid_positions(x, out, columns, BLOCK: tl.constexpr):
    plane, row = tl.program_id(2), tl.program_id(1)
    c = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    line = (plane * tl.num_programs(1) + row) * columns
    value = tl.load(x + line + c, mask=c < columns)
    tl.store(out + line + c, value * (plane + 1) + row, mask=c < columns)


@case
def three_dimensional_grid(seed):
    x = floats(seed, 5, 7, 300)
    out = like(x)
    grid_positions[(3, 7, 5)](x, out, 300, BLOCK=128)
    return [out]


@triton.jit
def rotate_positions(x, cosines, sines, out, HALF: tl.constexpr):
    row, position = tl.program_id(0) * tl.num_programs(1) + tl.program_id(1), tl.program_id(1)
    h = tl.arange(0, HALF)
    first, second = tl.load(x + row * 2 * HALF + h), tl.load(x + row * 2 * HALF + HALF + h)
    c, s = tl.load(cosines + position * HALF + h), tl.load(sines + position * HALF + h)
    tl.store(out + row * 2 * HALF + h, first * c - second * s)
    tl.store(out + row * 2 * HALF + HALF + h, second * c + first * s)


@case
def rotary_embedding(seed):
    x, angles = floats(seed, 8, 128, 128), floats(seed + 1, 128, 64)
    out = like(x)
    rotate_positions[(8, 128)](x, angles.cos(), angles.sin(), out, HALF=64, num_warps=1)
    return [out]


@triton.jit
def shuffled(x, y, out, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    base = tl.program_id(0) * 2 * BLOCK
    both = tl.interleave(tl.load(x + tl.program_id(0) * BLOCK + offsets), tl.load(y + tl.program_id(0) * BLOCK + offsets))
    even, odd = tl.split(tl.reshape(tl.flip(both, 0), (BLOCK, 2)))
    tl.store(out + base + offsets, even)
    tl.store(out + base + BLOCK + offsets, odd * 2)


@case
def interleave_and_flip(seed):
    x, y = floats(seed, 16 * 512), floats(seed + 1, 16 * 512)
    out = zeros(2 * 16 * 512)
    shuffled[(16,)](x, y, out, BLOCK=512)
    return [out]


@triton.jit
def convolve(x, weights, out, channels, length, TAPS: tl.constexpr, BLOCK: tl.constexpr):
    channel = tl.program_id(0)
    t = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    total = tl.zeros((BLOCK,), dtype=tl.float32)
    for tap in range(TAPS):
        source = t + tap - TAPS + 1
        total += tl.load(weights + channel * TAPS + tap) * tl.load(x + channel * length + source,
                                                                   mask=(source >= 0) & (source < length), other=0.0)
    tl.store(out + channel * length + t, total, mask=t < length)


@case
def convolution(seed):
    x, weights = floats(seed, 96, 1000), floats(seed + 1, 96, 4)
    out = like(x)
    convolve[(96, 4)](x, weights, out, 96, 1000, TAPS=4, BLOCK=256)
    return [out]


@triton.jit
def copy_in_stages(x, out, n, BLOCK: tl.constexpr, STAGES: tl.constexpr):
    tiles = tl.cdiv(n, BLOCK)
    for tile in tl.range(tl.program_id(0), tiles, tl.num_programs(0), num_stages=STAGES):
        offsets = tile * BLOCK + tl.arange(0, BLOCK)
        tl.store(out + offsets, tl.load(x + offsets, mask=offsets < n) + 1.0, mask=offsets < n)


@case
def pipelined_copy(seed):
    x = floats(seed, 200_000)
    out = like(x)
    copy_in_stages[(24,)](x, out, 200_000, BLOCK=1024, STAGES=3)
    return [out]
