# SPDX-License-Identifier: Apache-2.0
"""Test kernels with much shared memory and many registers whose branches or loops depend on values in memory, and kernels whose CTAs
communicate: the forms of kernels that need all that a device gives a CTA, or all CTAs of a grid at once."""

import torch
import triton
import triton.language as tl

from cases import case, floats, integers, zeros


@triton.jit
def grouped_product(a, b, c, offsets, tile_groups, tile_rows, n, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """Products of groups of rows, each with its own matrix: the tile of a CTA, and whether it has any, are values in memory."""
    tile, column = tl.program_id(0), tl.program_id(1)
    group = tl.load(tile_groups + tile)
    if group < 0:
        return
    first = tl.load(offsets + group)
    last = tl.load(offsets + group + 1)
    rm = first + tl.load(tile_rows + tile) * BM + tl.arange(0, BM)
    rn, rk = column * BN + tl.arange(0, BN), tl.arange(0, BK)
    total = tl.zeros((BM, BN), dtype=tl.float32)
    for step in range(0, tl.cdiv(k, BK)):
        columns = step * BK + rk
        x = tl.load(a + rm[:, None] * k + columns[None, :], mask=(rm[:, None] < last) & (columns[None, :] < k), other=0.0)
        y = tl.load(b + group * k * n + columns[:, None] * n + rn[None, :], mask=(columns[:, None] < k) & (rn[None, :] < n), other=0.0)
        total = tl.dot(x, y, total)
    tl.store(c + rm[:, None] * n + rn[None, :], total.to(tl.float16), mask=(rm[:, None] < last) & (rn[None, :] < n))


def grouped(seed, tile, groups=5, rows=300, n=512, k=448, **options):
    bm, bn, bk = tile
    sizes = integers(seed, 1, rows, groups).cpu().tolist()
    offsets = torch.tensor([0] + sizes).cumsum(0).to(torch.int32).cuda()
    tiles = [(group, row) for group, size in enumerate(sizes) for row in range(triton.cdiv(size, bm))] + [(-1, 0)] * 3
    owners = torch.tensor([group for group, _ in tiles], dtype=torch.int32).cuda()
    places = torch.tensor([row for _, row in tiles], dtype=torch.int32).cuda()
    a, b = floats(seed + 1, sum(sizes), k, dtype=torch.float16), floats(seed + 2, groups, k, n, dtype=torch.float16)
    c = zeros(sum(sizes), n, dtype=torch.float16)
    grouped_product[(len(tiles), triton.cdiv(n, bn))](a, b, c, offsets, owners, places, n, k, BM=bm, BN=bn, BK=bk, **options)
    return [c]


@case
def grouped_64x256x64(seed):
    return grouped(seed, (64, 256, 64), num_warps=4, num_stages=4)


@case
def grouped_64x256x64_eight_warps(seed):
    return grouped(seed, (64, 256, 64), num_warps=8, num_stages=3)


@case
def grouped_64x128x128(seed):
    return grouped(seed, (64, 128, 128), num_warps=4, num_stages=3)


@case
def grouped_in_48_kib(seed):
    """Swizzled tiles below 48 KiB: they must start at the same multiple of 1024 bytes with and without records."""
    return grouped(seed, (64, 64, 64), num_warps=4, num_stages=3)


@case
def grouped_in_all_shared_memory(seed):
    return grouped(seed, (128, 256, 64), num_warps=8, num_stages=4)


@triton.jit
def conv2d_forward(x, w, y, limits, batch, height, width, channels, filters, KH: tl.constexpr, KW: tl.constexpr, BM: tl.constexpr,
                   BN: tl.constexpr, BK: tl.constexpr):
    """A convolution as a product of patches (im2col). Filters beyond a limit in memory are left out."""
    rm, rn = tl.program_id(0) * BM + tl.arange(0, BM), tl.program_id(1) * BN + tl.arange(0, BN)
    limit = tl.load(limits)
    out_h, out_w = height - KH + 1, width - KW + 1
    image, place = rm // (out_h * out_w), rm % (out_h * out_w)
    row, column = place // out_w, place % out_w
    total = tl.zeros((BM, BN), dtype=tl.float32)
    for i in range(KH):
        for j in range(KW):
            if i * KW + j < limit:
                for first in range(0, channels, BK):
                    rk = first + tl.arange(0, BK)
                    at = ((image * height + row + i) * width + column + j)[:, None] * channels + rk[None, :]
                    patch = tl.load(x + at, mask=(image[:, None] < batch) & (rk[None, :] < channels), other=0.0)
                    part = tl.load(w + ((i * KW + j) * channels + rk)[:, None] * filters + rn[None, :],
                                   mask=(rk[:, None] < channels) & (rn[None, :] < filters), other=0.0)
                    total = tl.dot(patch, part, total)
    tl.store(y + rm[:, None] * filters + rn[None, :], total.to(tl.float16), mask=(image[:, None] < batch) & (rn[None, :] < filters))


@case
def conv2d_128x128_eight_warps(seed):
    batch, height, width, channels, filters = 2, 20, 20, 64, 192
    x, w = floats(seed, batch, height, width, channels, dtype=torch.float16), floats(seed + 1, 3, 3, channels, filters, dtype=torch.float16)
    y = zeros(batch, height - 2, width - 2, filters, dtype=torch.float16)
    limits = torch.tensor([9], dtype=torch.int32).cuda()
    grid = (triton.cdiv(batch * (height - 2) * (width - 2), 128), triton.cdiv(filters, 128))
    conv2d_forward[grid](x, w, y, limits, batch, height, width, channels, filters, KH=3, KW=3, BM=128, BN=128, BK=32, num_warps=8,
                         num_stages=4)
    return [y]


@triton.jit
def backward_dkdv(q, k, v, do, lse, delta, dk, dv, starts, ends, length, scale, D: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr):
    """Gradients of keys and values of one block: its queries lie between two values in memory."""
    block, head = tl.program_id(0), tl.program_id(1)
    rn, rd = block * BN + tl.arange(0, BN), tl.arange(0, D)
    base = head * length * D
    keys = tl.load(k + base + rn[:, None] * D + rd[None, :], mask=rn[:, None] < length, other=0.0)
    values = tl.load(v + base + rn[:, None] * D + rd[None, :], mask=rn[:, None] < length, other=0.0)
    key_gradient, value_gradient = tl.zeros((BN, D), dtype=tl.float32), tl.zeros((BN, D), dtype=tl.float32)
    first = tl.load(starts + block)
    last = tl.load(ends + block)
    for start in range(first, last, BM):
        rm = start + tl.arange(0, BM)
        queries = tl.load(q + base + rm[:, None] * D + rd[None, :], mask=rm[:, None] < length, other=0.0)
        gradients = tl.load(do + base + rm[:, None] * D + rd[None, :], mask=rm[:, None] < length, other=0.0)
        scores = tl.dot(keys, tl.trans(queries)) * scale
        p = tl.exp2(scores - tl.load(lse + head * length + rm, mask=rm < length, other=0.0)[None, :])
        p = tl.where((rm[None, :] >= rn[:, None]) & (rm[None, :] < length), p, 0.0)
        value_gradient = tl.dot(p.to(tl.float16), gradients, value_gradient)
        dp = tl.dot(values, tl.trans(gradients)) - tl.load(delta + head * length + rm, mask=rm < length, other=0.0)[None, :]
        key_gradient = tl.dot((p * dp * scale).to(tl.float16), queries, key_gradient)
    tl.store(dk + base + rn[:, None] * D + rd[None, :], key_gradient, mask=rn[:, None] < length)
    tl.store(dv + base + rn[:, None] * D + rd[None, :], value_gradient, mask=rn[:, None] < length)


def backward(seed, size, block_m, block_n, **options):
    heads, length = 4, 512
    q, k, v, do = (floats(seed + i, heads, length, size, dtype=torch.float16, scale=0.3) for i in range(4))
    lse, delta = floats(seed + 4, heads, length) + 4.0, floats(seed + 5, heads, length)
    dk, dv = zeros(heads, length, size), zeros(heads, length, size)
    blocks = triton.cdiv(length, block_n)
    starts = (torch.arange(blocks, dtype=torch.int32) * block_n // block_m * block_m).cuda()
    ends = torch.full((blocks,), length, dtype=torch.int32).cuda()
    backward_dkdv[(blocks, heads)](q, k, v, do, lse, delta, dk, dv, starts, ends, length, 0.1, D=size, BM=block_m, BN=block_n, **options)
    return [dk, dv]


@case
def backward_dkdv_64x64_four_warps(seed):
    return backward(seed, 128, 64, 64, num_warps=4, num_stages=2)


@case
def backward_dkdv_32x128_eight_warps(seed):
    return backward(seed, 128, 32, 128, num_warps=8, num_stages=2)


@triton.jit
def rows_of_ragged_length(x, y, lengths, width, BLOCK: tl.constexpr):
    """A loop of as many rounds as a value in memory: the number of records is not known before it has run."""
    row = tl.program_id(0)
    total = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, tl.load(lengths + row), BLOCK):
        total += tl.load(x + row * width + (start + tl.arange(0, BLOCK)) % width)
    tl.store(y + row * BLOCK + tl.arange(0, BLOCK), total)


@case
def long_rows_of_32_ctas(seed):
    """Some 18,000 rounds a warp: far more records than 1,024 slots."""
    x, y = floats(seed, 32, 1 << 16), zeros(32, 256)
    lengths = (integers(seed + 1, 16000, 20000, 32) * 256).to(torch.int32)
    rows_of_ragged_length[(32,)](x, y, lengths, 1 << 16, BLOCK=256, num_warps=8)
    return [y]


@triton.jit
def cross_entropy(logits, targets, losses, classes, BLOCK: tl.constexpr):
    """Two loops over a row. No CTA waits for another."""
    row = tl.program_id(0).to(tl.int64)
    largest, total = float("-inf"), 0.0
    for start in range(0, classes, BLOCK):
        at = start + tl.arange(0, BLOCK)
        x = tl.load(logits + row * classes + at, mask=at < classes, other=float("-inf"))
        now = tl.maximum(largest, tl.max(x, axis=0))
        total = total * tl.exp(largest - now) + tl.sum(tl.exp(x - now), axis=0)
        largest = now
    target = tl.load(targets + row)
    loss = largest + tl.log(total) - tl.load(logits + row * classes + target)
    tl.store(losses + row, loss)
    for start in range(0, classes, BLOCK):
        at = start + tl.arange(0, BLOCK)
        x = tl.load(logits + row * classes + at, mask=at < classes, other=float("-inf"))
        tl.store(logits + row * classes + at, tl.exp(x - largest) / total, mask=at < classes)


def losses(seed, rows):
    logits, targets, out = floats(seed, rows, 9000), integers(seed + 1, 0, 9000, rows, dtype=torch.int64), zeros(rows)
    cross_entropy[(rows,)](logits, targets, out, 9000, BLOCK=4096, num_warps=16)
    return [out, logits]


@case
def cross_entropy_that_just_fits(seed):
    """As many CTAs as fit the device at once: with records fewer of them do, which is a note and no rejection."""
    return losses(seed, 4 * torch.cuda.get_device_properties(0).multi_processor_count)


@triton.jit
def ordered_sums(x, y, locks, n, BLOCK: tl.constexpr):
    """Each CTA adds to the result of the one before it: it waits for that CTA."""
    program = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    part = tl.load(x + program * BLOCK + at)
    while tl.atomic_cas(locks, program, program) != program:
        pass
    tl.store(y + at, tl.load(y + at, volatile=True) + part)
    tl.debug_barrier()
    tl.atomic_xchg(locks, program + 1)


@case
def sums_in_the_order_of_ctas(seed):
    programs = torch.cuda.get_device_properties(0).multi_processor_count
    x, y, locks = floats(seed, programs, 256), zeros(256), zeros(1, dtype=torch.int32)
    ordered_sums[(programs,)](x, y, locks, programs, BLOCK=256, num_warps=4)
    return [y]


@triton.jit
def counted_tiles(x, y, counter, tiles, BLOCK: tl.constexpr):
    """A work counter: a CTA takes tiles until there are none, and waits for no other CTA."""
    at = tl.arange(0, BLOCK)
    tile = tl.atomic_add(counter, 1)
    while tile < tiles:
        tl.store(y + tile * BLOCK + at, 2.0 * tl.load(x + tile * BLOCK + at))
        tile = tl.atomic_add(counter, 1)


@case
def tiles_of_a_work_counter(seed):
    x, y, counter = floats(seed, 700, 512), zeros(700, 512), zeros(1, dtype=torch.int32)
    counted_tiles[(64,)](x, y, counter, 700, BLOCK=512, num_warps=4)
    return [y]
