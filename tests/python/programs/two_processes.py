# SPDX-License-Identifier: Apache-2.0
"""A training step in two or more processes that share one GPU: a Triton kernel, then a wait for the
other processes on the host. One rank is late. Needs neither torchrun nor NCCL.

    python two_processes.py [--processes 2] [--steps 6] [--late-rank 1] [--late-ms 20]
        [--world-size N] [--no-rank] [--spread]

Each process prints a checksum of its bytes, which is equal with and without `proton-collect attach`.
--world-size N says in the environment that the program has N ranks; --no-rank sets no rank at all;
--spread gives each process a GPU of its own, which is device 0 for all of them.
"""
import argparse
import hashlib
import multiprocessing
import os
import time


def parse():
    options = argparse.ArgumentParser()
    options.add_argument("--processes", type=int, default=2)
    options.add_argument("--steps", type=int, default=6)
    options.add_argument("--late-rank", type=int, default=1)
    options.add_argument("--late-ms", type=float, default=20)
    options.add_argument("--world-size", type=int, default=0)
    options.add_argument("--no-rank", action="store_true")
    options.add_argument("--spread", action="store_true")
    return options.parse_args()


def run(rank, options, barrier):
    # Before the first call of CUDA: the recording reads them when the process uses the driver.
    if not options.no_rank:
        os.environ["RANK"] = str(rank)
        os.environ["WORLD_SIZE"] = str(options.world_size or options.processes)
    if options.spread:
        visible = os.environ.get("CUDA_VISIBLE_DEVICES", "").split(",")
        os.environ["CUDA_VISIBLE_DEVICES"] = visible[rank] if visible[0] else str(rank)
    import torch
    import triton
    from late_kernel import gradient_kernel

    n = 1 << 20
    generator = torch.Generator("cpu").manual_seed(rank)
    x = torch.rand(n, generator=generator).cuda()
    y = torch.empty_like(x)
    for _ in range(options.steps):
        torch.cuda.synchronize()
        barrier.wait()
        if rank == options.late_rank:
            time.sleep(options.late_ms / 1000)
        gradient_kernel[(triton.cdiv(n, 1024),)](x, y, n, 0.75, BLOCK=1024)
        x.copy_(y)
    torch.cuda.synchronize()
    digest = hashlib.sha256(x.cpu().numpy().tobytes()).hexdigest()
    print(f"rank {rank} checksum {digest}", flush=True)


def main():
    options = parse()
    context = multiprocessing.get_context("spawn")
    barrier = context.Barrier(options.processes)
    processes = [context.Process(target=run, args=(rank, options, barrier))
                 for rank in range(options.processes)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    raise SystemExit(max(abs(process.exitcode) for process in processes))


if __name__ == "__main__":
    main()
