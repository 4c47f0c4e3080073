# SPDX-License-Identifier: Apache-2.0
"""Sums of columns, as the gradient of a bias needs them, checked against double precision.

    python column_sum.py        one CTA for each 128 columns
    python column_sum.py 16     16 CTAs for each 128 columns, whose sums are added by atomic operations"""

import sys

import torch
import triton
import triton.language as tl

ROWS, COLUMNS = 8192, 4096


@triton.jit
def column_sum(x, out, rows, columns, TALL: tl.constexpr, WIDE: tl.constexpr):
    at = tl.program_id(0) * WIDE + tl.arange(0, WIDE)
    first = tl.program_id(1) * rows
    total = tl.zeros((TALL, WIDE), tl.float32)
    for row in range(first, first + rows, TALL):
        index = (row + tl.arange(0, TALL))[:, None] * columns + at[None, :]
        total += tl.load(x + index)
    tl.atomic_add(out + at, tl.sum(total, 0))


def main():
    parts = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    torch.manual_seed(3)
    x = torch.randn(ROWS, COLUMNS, device="cuda")
    out = torch.zeros(COLUMNS, device="cuda")
    for _ in range(5):
        out.zero_()
        column_sum[(COLUMNS // 128, parts)](x, out, ROWS // parts, COLUMNS, TALL=16, WIDE=128)
    error = (out.double() - x.double().sum(0)).abs().max().item()
    assert error < 1e-2, error
    print(f"largest error {error:.1e}", flush=True)


if __name__ == "__main__":
    main()
