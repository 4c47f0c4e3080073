# SPDX-License-Identifier: Apache-2.0
"""The table of test kernels, and inputs that depend on nothing but a seed."""

import torch

# Name -> function(seed) that launches one kernel and returns its outputs.
CASES = {}
# Kernels whose compilation may end the process on some versions of Triton; they run only if they are named.
RISKY = {}


def case(function):
    """Adds a kernel to the table under the name of the function."""
    CASES[function.__name__] = function
    return function


def risky_case(function):
    RISKY[function.__name__] = function
    return function


def floats(seed, *shape, dtype=torch.float32, scale=1.0):
    """Normally distributed numbers, made on the host."""
    generator = torch.Generator().manual_seed(seed)
    return (torch.randn(*shape, generator=generator) * scale).to(dtype).cuda()


def integers(seed, low, high, *shape, dtype=torch.int32):
    """Integers of [low, high), made on the host."""
    generator = torch.Generator().manual_seed(seed)
    return torch.randint(low, high, shape, generator=generator).to(dtype).cuda()


def permutation(seed, count):
    generator = torch.Generator().manual_seed(seed)
    return torch.randperm(count, generator=generator).to(torch.int32).cuda()


def zeros(*shape, dtype=torch.float32):
    return torch.zeros(*shape, dtype=dtype, device="cuda")


def like(tensor, dtype=None):
    """An output that the kernel must fill: what it leaves shows as ones."""
    return torch.ones(tensor.shape, dtype=torch.float32, device="cuda").to(dtype or tensor.dtype)
