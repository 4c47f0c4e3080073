# SPDX-License-Identifier: Apache-2.0
"""A training step under torch.compile, three times; prints a checksum of the loss and of each gradient: `step N CRC32 CRC32 ...`."""

import sys
import zlib

import torch


class Block(torch.nn.Module):
    """A transformer's feed-forward block with a norm."""

    def __init__(self, width):
        super().__init__()
        self.norm = torch.nn.LayerNorm(width)
        self.up = torch.nn.Linear(width, 4 * width)
        self.down = torch.nn.Linear(4 * width, width)

    def forward(self, x):
        return x + self.down(torch.nn.functional.gelu(self.up(self.norm(x))))


def checksum(tensor):
    return f"{zlib.crc32(tensor.detach().contiguous().reshape(-1).view(torch.uint8).cpu().numpy().tobytes()):08x}"


def main():
    mode = sys.argv[1] if len(sys.argv) > 1 else None  # of torch.compile: max-autotune-no-cudagraphs, reduce-overhead
    torch.manual_seed(1)
    torch.use_deterministic_algorithms(True, warn_only=True)
    model = torch.nn.Sequential(Block(256), Block(256), torch.nn.Linear(256, 10)).cuda()
    step = torch.compile(lambda x, y: torch.nn.functional.cross_entropy(model(x), y), mode=mode)
    for number in range(3):
        generator = torch.Generator().manual_seed(number)
        x = torch.randn(384, 256, generator=generator).cuda()
        y = torch.randint(0, 10, (384,), generator=generator).cuda()
        model.zero_grad()
        loss = step(x, y)
        loss.backward()
        print("step", number + 1, checksum(loss), *[checksum(p.grad) for p in model.parameters()], flush=True)


if __name__ == "__main__":
    main()
