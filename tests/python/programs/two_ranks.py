# SPDX-License-Identifier: Apache-2.0
"""A training step in two or more ranks: a Triton kernel, then an all-reduce. One rank is late.

    NCCL_NVLS_ENABLE=0 torchrun --nproc-per-node 2 two_ranks.py [--steps 6] [--late-rank 1]
        [--late-ms 20] [--kill-rank R --kill-step N]

Each rank prints a checksum of its bytes, which is equal with and without `proton-collect attach`.
"""
import argparse
import hashlib
import os
import signal
import time

import torch
import torch.distributed as dist
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


def parse():
    options = argparse.ArgumentParser()
    options.add_argument("--steps", type=int, default=6)
    options.add_argument("--late-rank", type=int, default=1)
    options.add_argument("--late-ms", type=float, default=20)
    options.add_argument("--kill-rank", type=int, default=-1)
    options.add_argument("--kill-step", type=int, default=3)
    return options.parse_args()


def main():
    options = parse()
    rank = int(os.environ["RANK"])
    torch.cuda.set_device(int(os.environ["LOCAL_RANK"]))
    dist.init_process_group("nccl")
    n = 1 << 20
    generator = torch.Generator("cpu").manual_seed(rank)
    x = torch.rand(n, generator=generator).cuda()
    y = torch.empty_like(x)
    for step in range(options.steps):
        torch.cuda.synchronize()
        dist.barrier()
        torch.cuda.synchronize()
        if rank == options.kill_rank and step == options.kill_step:
            os.kill(os.getpid(), signal.SIGKILL)
        if rank == options.late_rank:
            time.sleep(options.late_ms / 1000)
        gradient_kernel[(triton.cdiv(n, 1024),)](x, y, n, 0.75, BLOCK=1024)
        dist.all_reduce(y)
        x.copy_(y / dist.get_world_size())
    torch.cuda.synchronize()
    digest = hashlib.sha256(x.cpu().numpy().tobytes()).hexdigest()
    print(f"rank {rank} checksum {digest}", flush=True)
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
