# SPDX-License-Identifier: Apache-2.0
"""Launches each test kernel several times and prints a checksum of its outputs: `NAME launch CRC32 CRC32 ...`.

Equal output of two runs means equal bits: inputs have fixed seeds, and no result depends on the order of blocks."""

import argparse
import fnmatch
import sys
import zlib

import torch

import attention_kernels  # noqa: F401  each of these modules adds its kernels to the table
import large_kernels  # noqa: F401
import matrix_kernels  # noqa: F401
import movement_kernels  # noqa: F401
import pointwise_kernels  # noqa: F401
import reduction_kernels  # noqa: F401
import scan_kernels  # noqa: F401
from cases import CASES, RISKY


def checksum(tensor):
    content = tensor.contiguous().reshape(-1).view(torch.uint8).cpu().numpy()
    return f"{zlib.crc32(content.tobytes()):08x}"


def run(name, function, launch):
    """Prints the line of one launch. A kernel that cannot be compiled costs its own lines only."""
    try:
        outputs = function(1000 * launch)
        torch.cuda.synchronize()
        print(name, launch, *[checksum(output) for output in outputs], flush=True)
        return True
    except Exception as error:
        print(name, launch, "failed:", type(error).__name__, flush=True)
        print(f"{name}: {error}", file=sys.stderr)
        return False


def chosen(patterns):
    everything = {**CASES, **RISKY}
    if not patterns:
        return CASES
    return {name: function for name, function in everything.items() if any(fnmatch.fnmatch(name, p) for p in patterns)}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kernels", nargs="*", help="patterns of names; without any all kernels but the risky ones: "
                        + ", ".join(RISKY))
    parser.add_argument("--launches", type=int, default=3)
    parser.add_argument("--list", action="store_true", help="print the names and end")
    options = parser.parse_args()
    functions = chosen(options.kernels)
    if options.list:
        print(*functions, sep="\n")
        return 0
    results = [run(name, function, launch + 1) for name, function in functions.items() for launch in range(options.launches)]
    print("kernels", len(functions), "launches", len(results), "failed", results.count(False))
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
