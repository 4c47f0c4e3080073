# SPDX-License-Identifier: Apache-2.0
"""Test kernels with matrix products: tile shapes, types, stages, persistence, tensor descriptors, attention."""

import torch
import triton
import triton.language as tl
from triton.tools.tensor_descriptor import TensorDescriptor

from cases import case, floats, integers, risky_case, zeros

M, N, K = 500, 384, 448


@triton.jit
def matmul(a, b, c, m, n, k, stride_am, stride_ak, stride_bk, stride_bn, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr,
           GROUP: tl.constexpr, ACCUMULATOR: tl.constexpr, PRECISION: tl.constexpr):
    program = tl.program_id(0)
    tiles_m, tiles_n = tl.cdiv(m, BM), tl.cdiv(n, BN)
    first = program // (GROUP * tiles_n) * GROUP
    height = min(tiles_m - first, GROUP)
    tile_m = first + program % (GROUP * tiles_n) % height
    tile_n = program % (GROUP * tiles_n) // height
    rm, rn, rk = tile_m * BM + tl.arange(0, BM), tile_n * BN + tl.arange(0, BN), tl.arange(0, BK)
    a_tile = a + (rm % m)[:, None] * stride_am + rk[None, :] * stride_ak
    b_tile = b + rk[:, None] * stride_bk + (rn % n)[None, :] * stride_bn
    total = tl.zeros((BM, BN), dtype=ACCUMULATOR)
    for step in range(0, tl.cdiv(k, BK)):
        x = tl.load(a_tile, mask=rk[None, :] < k - step * BK, other=0.0)
        y = tl.load(b_tile, mask=rk[:, None] < k - step * BK, other=0.0)
        total = tl.dot(x, y, total, input_precision=PRECISION)
        a_tile += BK * stride_ak
        b_tile += BK * stride_bk
    tl.store(c + rm[:, None] * n + rn[None, :], total.to(c.dtype.element_ty), mask=(rm[:, None] < m) & (rn[None, :] < n))


def product(a, b, out_type, tile, accumulator=tl.float32, precision="tf32", **options):
    c = zeros(a.shape[0], b.shape[1], dtype=out_type)
    bm, bn, bk = tile
    grid = (triton.cdiv(a.shape[0], bm) * triton.cdiv(b.shape[1], bn),)
    matmul[grid](a, b, c, a.shape[0], b.shape[1], a.shape[1], *a.stride(), *b.stride(), BM=bm, BN=bn, BK=bk, GROUP=4,
                 ACCUMULATOR=accumulator, PRECISION=precision, **options)
    return [c]


def float_product(seed, dtype, tile, **options):
    return product(floats(seed, M, K, dtype=dtype), floats(seed + 1, K, N, dtype=dtype), dtype, tile, **options)


@case
def matmul_half_128x128x64_three_stages(seed):
    return float_product(seed, torch.float16, (128, 128, 64), num_warps=8, num_stages=3)


@case
def matmul_half_64x64x32_two_stages(seed):
    return float_product(seed, torch.float16, (64, 64, 32), num_warps=4, num_stages=2)


@case
def matmul_half_128x256x64_four_stages(seed):
    return float_product(seed, torch.float16, (128, 256, 64), num_warps=8, num_stages=4)


@case
def matmul_half_32x32x32_one_stage_two_warps(seed):
    return float_product(seed, torch.float16, (32, 32, 32), num_warps=2, num_stages=1)


@case
def matmul_half_16x16x16_one_warp(seed):
    return float_product(seed, torch.float16, (16, 16, 16), num_warps=1, num_stages=2)


@case
def matmul_bfloat_64x128x64(seed):
    return float_product(seed, torch.bfloat16, (64, 128, 64), num_warps=4, num_stages=3)


@case
def matmul_tf32_64x64x32(seed):
    return float_product(seed, torch.float32, (64, 64, 32), num_warps=4, num_stages=3)


@case
def matmul_float_without_tensor_cores(seed):
    return float_product(seed, torch.float32, (32, 32, 32), precision="ieee", num_warps=4, num_stages=2)


@case
def matmul_limited_registers(seed):
    return float_product(seed, torch.float16, (128, 64, 32), num_warps=4, num_stages=2, maxnreg=128)


@case
def matmul_bytes(seed):
    a, b = integers(seed, -100, 100, M, K, dtype=torch.int8), integers(seed + 1, -100, 100, N, K, dtype=torch.int8)
    return product(a, b.t(), torch.int32, (64, 64, 64), accumulator=tl.int32, num_warps=4, num_stages=3)


@case
def matmul_float8(seed):
    a, b = (floats(seed + i, rows, K).to(torch.float8_e4m3fn) for i, rows in enumerate((M, N)))
    return product(a, b.t(), torch.float16, (64, 64, 64), num_warps=4, num_stages=3)


@triton.jit
def persistent_matmul(a, b, c, m, n, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, PROGRAMS: tl.constexpr):
    tiles_n = tl.cdiv(n, BN)
    for tile in tl.range(tl.program_id(0), tl.cdiv(m, BM) * tiles_n, PROGRAMS):
        rm, rn = tile // tiles_n * BM + tl.arange(0, BM), tile % tiles_n * BN + tl.arange(0, BN)
        total = tl.zeros((BM, BN), dtype=tl.float32)
        for step in range(0, tl.cdiv(k, BK)):
            rk = step * BK + tl.arange(0, BK)
            x = tl.load(a + rm[:, None] * k + rk[None, :], mask=(rm[:, None] < m) & (rk[None, :] < k), other=0.0)
            y = tl.load(b + rk[:, None] * n + rn[None, :], mask=(rk[:, None] < k) & (rn[None, :] < n), other=0.0)
            total = tl.dot(x, y, total)
        tl.store(c + rm[:, None] * n + rn[None, :], total.to(tl.float16), mask=(rm[:, None] < m) & (rn[None, :] < n))


@case
def matmul_persistent(seed):
    a, b, c = floats(seed, M, K, dtype=torch.float16), floats(seed + 1, K, N, dtype=torch.float16), zeros(M, N, dtype=torch.float16)
    persistent_matmul[(16,)](a, b, c, M, N, K, BM=64, BN=64, BK=64, PROGRAMS=16, num_warps=4, num_stages=3)
    return [c]


@triton.jit
def block_pointer_matmul(a, b, c, m, n, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    top, left = tl.program_id(0) * BM, tl.program_id(1) * BN
    a_tile = tl.make_block_ptr(a, shape=(m, k), strides=(k, 1), offsets=(top, 0), block_shape=(BM, BK), order=(1, 0))
    b_tile = tl.make_block_ptr(b, shape=(k, n), strides=(n, 1), offsets=(0, left), block_shape=(BK, BN), order=(1, 0))
    total = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, k, BK):
        total = tl.dot(tl.load(a_tile, boundary_check=(0, 1)), tl.load(b_tile, boundary_check=(0, 1)), total)
        a_tile = tl.advance(a_tile, (0, BK))
        b_tile = tl.advance(b_tile, (BK, 0))
    c_tile = tl.make_block_ptr(c, shape=(m, n), strides=(n, 1), offsets=(top, left), block_shape=(BM, BN), order=(1, 0))
    tl.store(c_tile, total.to(tl.bfloat16), boundary_check=(0, 1))


@case
def matmul_by_block_pointers(seed):
    a, b, c = (floats(seed, M, K, dtype=torch.bfloat16), floats(seed + 1, K, N, dtype=torch.bfloat16),
               zeros(M, N, dtype=torch.bfloat16))
    block_pointer_matmul[(triton.cdiv(M, 64), triton.cdiv(N, 64))](a, b, c, M, N, K, BM=64, BN=64, BK=32)
    return [c]


@triton.jit
def descriptor_tile(a, b, c, k, top, left, BK: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, SPECIALISE: tl.constexpr):
    total = tl.zeros((BM, BN), dtype=tl.float32)
    for step in tl.range(0, tl.cdiv(k, BK), warp_specialize=SPECIALISE):
        total = tl.dot(a.load([top, step * BK]), b.load([left, step * BK]).T, total)
    c.store([top, left], total.to(tl.float16))


@triton.jit
def host_descriptor_matmul(a, b, c, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, SPECIALISE: tl.constexpr):
    descriptor_tile(a, b, c, k, tl.program_id(0) * BM, tl.program_id(1) * BN, BK, BM, BN, SPECIALISE)


@triton.jit
def device_descriptor_matmul(a, b, c, m, n, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    a_tiles = tl.make_tensor_descriptor(a, shape=[m, k], strides=[k, 1], block_shape=[BM, BK])
    b_tiles = tl.make_tensor_descriptor(b, shape=[n, k], strides=[k, 1], block_shape=[BN, BK])
    c_tiles = tl.make_tensor_descriptor(c, shape=[m, n], strides=[n, 1], block_shape=[BM, BN])
    descriptor_tile(a_tiles, b_tiles, c_tiles, k, tl.program_id(0) * BM, tl.program_id(1) * BN, BK, BM, BN, False)


def descriptor_inputs(seed):
    return floats(seed, 512, K, dtype=torch.float16), floats(seed + 1, N, K, dtype=torch.float16), zeros(512, N, dtype=torch.float16)


def with_host_descriptors(seed, **options):
    a, b, c = descriptor_inputs(seed)
    tiles = [TensorDescriptor.from_tensor(tensor, shape) for tensor, shape in ((a, [128, 64]), (b, [64, 64]), (c, [128, 64]))]
    host_descriptor_matmul[(512 // 128, N // 64)](*tiles, K, BM=128, BN=64, BK=64, num_warps=4, num_stages=3, **options)
    return [c]


@case
def matmul_by_descriptors_of_the_host(seed):
    return with_host_descriptors(seed, SPECIALISE=False)


@case
def matmul_by_descriptors_of_the_device(seed):
    triton.set_allocator(lambda size, alignment, stream: torch.empty(size, device="cuda", dtype=torch.int8))
    a, b, c = descriptor_inputs(seed)
    device_descriptor_matmul[(512 // 128, N // 64)](a, b, c, 512, N, K, BM=128, BN=64, BK=64, num_warps=8, num_stages=2)
    return [c]


@risky_case
def matmul_warp_specialised(seed):
    return with_host_descriptors(seed, SPECIALISE=True)


@triton.jit
def batched_vector_product(a, x, out, rows, columns, BLOCK: tl.constexpr):
    batch, row = tl.program_id(1), tl.program_id(0)
    c = tl.arange(0, BLOCK)
    value = tl.load(a + (batch * rows + row) * columns + c, mask=c < columns, other=0.0)
    tl.store(out + batch * rows + row, tl.sum(value * tl.load(x + batch * columns + c, mask=c < columns, other=0.0), 0))


@case
def batched_matrix_vector(seed):
    a, x, out = floats(seed, 4, 200, 300), floats(seed + 1, 4, 300), zeros(4, 200)
    batched_vector_product[(200, 4)](a, x, out, 200, 300, BLOCK=512, num_warps=2)
    return [out]
