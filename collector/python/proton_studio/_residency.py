# SPDX-License-Identifier: Apache-2.0
"""Bounds the registers of an instrumented kernel, so that as many of its CTAs fit a multiprocessor as of the original.

A kernel that waits for memory becomes slower with each CTA that is missing, which a few more registers can cause. Facts:
CUDA C++ Programming Guide, "Technical Specifications per Compute Capability"."""

import re

_REGISTERS_PER_PARTITION = 16384  # a multiprocessor has four partitions, each with registers of its own
_PARTITIONS = 4
_LANES = 32
_REGISTER_UNIT = 8  # registers of a thread are allocated in multiples of this
_MOST_CTAS = 32
_CTA_SHARED_BYTES = 1024  # taken of each CTA by the system

# Compute capability -> (warps, bytes of shared memory) of a multiprocessor; others count as the first row.
_MULTIPROCESSORS = {90: (64, 228 << 10), 80: (64, 164 << 10), 86: (48, 100 << 10), 89: (48, 100 << 10), 100: (64, 228 << 10),
                    103: (64, 228 << 10), 120: (48, 100 << 10), 121: (48, 100 << 10)}

_BLOCK = re.compile(r"^\s*\.(?:req|max)ntid\s+(\d+)(?:\s*,\s*(\d+))?(?:\s*,\s*(\d+))?\s*$", re.MULTILINE)


def threads_of(ptx):
    """Threads of a CTA as the PTX text fixes them, or None."""
    found = _BLOCK.search(ptx)
    if not found:
        return None
    x, y, z = (int(number) if number else 1 for number in found.groups())
    return x * y * z


def resident_ctas(registers, threads, shared, capability):
    """CTAs that fit a multiprocessor."""
    most_warps, shared_bytes = _MULTIPROCESSORS.get(capability, _MULTIPROCESSORS[90])
    warps = -(-threads // _LANES)
    allocated = -(-max(registers, 1) // _REGISTER_UNIT) * _REGISTER_UNIT
    by_registers = _PARTITIONS * (_REGISTERS_PER_PARTITION // (allocated * _LANES)) // warps
    return min(by_registers, most_warps // warps, shared_bytes // (shared + _CTA_SHARED_BYTES), _MOST_CTAS)


def bound(original, instrumented, threads, shared, capability):
    """The most registers with which as many CTAs fit as of the original; None if that is so without a bound."""
    def fitting(registers):
        return resident_ctas(registers, threads, shared, capability)

    if fitting(instrumented) >= fitting(original):
        return None
    fits = [count for count in range(_REGISTER_UNIT, instrumented, _REGISTER_UNIT) if fitting(count) >= fitting(original)]
    return max(fits, default=None)


def with_bound(ptx, registers):
    """The PTX text with the directive that bounds the registers of its kernel; None if there is no place for it."""
    if ".maxnreg" in ptx:
        return None
    bounded, count = _BLOCK.subn(lambda found: f"{found[0]}\n.maxnreg {registers}", ptx, count=1)
    return bounded if count else None
