# SPDX-License-Identifier: Apache-2.0
"""Prints the function attributes of original and instrumented kernels, and what the driver answers when they are set.

    PROTON attach -o out --keep-raw --kernel '*' --mode functions,loops,barriers -- python many_kernels.py 'grouped*'
    python twin_attributes.py out $TRITON_CACHE_DIR

The instrumented kernels are out/raw/twin-*.cubin, the originals are found by their names in Triton's cache."""

import argparse
import ctypes
import re
import sys
from pathlib import Path

ATTRIBUTES = ["MAX_THREADS_PER_BLOCK", "SHARED_SIZE_BYTES", "CONST_SIZE_BYTES", "LOCAL_SIZE_BYTES", "NUM_REGS", "PTX_VERSION",
              "BINARY_VERSION", "CACHE_MODE_CA", "MAX_DYNAMIC_SHARED_SIZE_BYTES", "PREFERRED_SHARED_MEMORY_CARVEOUT",
              "CLUSTER_SIZE_MUST_BE_SET", "REQUIRED_CLUSTER_WIDTH", "REQUIRED_CLUSTER_HEIGHT", "REQUIRED_CLUSTER_DEPTH",
              "NON_PORTABLE_CLUSTER_SIZE_ALLOWED", "CLUSTER_SCHEDULING_POLICY_PREFERENCE"]
DYNAMIC, CARVEOUT, STATIC = 8, 9, 1
LIMITS = {"MAX_SHARED_MEMORY_PER_BLOCK": 8, "MAX_SHARED_MEMORY_PER_BLOCK_OPTIN": 97, "RESERVED_SHARED_MEMORY_PER_BLOCK": 111,
          "MAX_SHARED_MEMORY_PER_MULTIPROCESSOR": 81}


class Driver:
    def __init__(self):
        self.cuda = ctypes.CDLL("libcuda.so.1")
        self.context, self.device = ctypes.c_void_p(), ctypes.c_int()
        self.check("cuInit", 0)
        self.check("cuDeviceGet", ctypes.byref(self.device), 0)
        self.check("cuDevicePrimaryCtxRetain", ctypes.byref(self.context), self.device)
        self.check("cuCtxSetCurrent", self.context)

    def name(self, result):
        text = ctypes.c_char_p()
        self.cuda.cuGetErrorName(result, ctypes.byref(text))
        return text.value.decode() if text.value else str(result)

    def check(self, call, *arguments):
        if (result := getattr(self.cuda, call)(*arguments)) != 0:
            sys.exit(f"{call}: {self.name(result)}")

    def limit(self, number):
        value = ctypes.c_int()
        self.check("cuDeviceGetAttribute", ctypes.byref(value), number, self.device)
        return value.value

    def function(self, cubin, entry):
        module, function = ctypes.c_void_p(), ctypes.c_void_p()
        self.check("cuModuleLoadData", ctypes.byref(module), cubin)
        self.check("cuModuleGetFunction", ctypes.byref(function), module, entry.encode())
        return function

    def get(self, function, number):
        value = ctypes.c_int()
        result = self.cuda.cuFuncGetAttribute(ctypes.byref(value), number, function)
        return value.value if result == 0 else self.name(result)

    def set(self, function, number, value):
        return self.name(self.cuda.cuFuncSetAttribute(function, number, value))


def describe(driver, title, cubin, entry, optin):
    function = driver.function(cubin, entry)
    print(f"{title}: " + ", ".join(f"{name} {driver.get(function, number)}" for number, name in enumerate(ATTRIBUTES)))
    static = driver.get(function, STATIC)
    for value in (optin, optin - static):
        print(f"{title}: set MAX_DYNAMIC_SHARED_SIZE_BYTES {value}: {driver.set(function, DYNAMIC, value)}")
    driver.cuda.cuFuncSetCacheConfig(function, 1)  # CU_FUNC_CACHE_PREFER_SHARED, as Triton does
    print(f"{title}: after cuFuncSetCacheConfig(PREFER_SHARED): carveout {driver.get(function, CARVEOUT)}")
    for value in (-1, 50, 100):
        print(f"{title}: set PREFERRED_SHARED_MEMORY_CARVEOUT {value}: {driver.set(function, CARVEOUT, value)}")


def entry_of(cubin):
    """The name of the kernel, from the name of its section."""
    found = re.search(rb"\.text\.([A-Za-z_][A-Za-z0-9_$]*)", cubin)
    return found.group(1).decode() if found else None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path, help="the folder of an attached run with --keep-raw")
    parser.add_argument("cache", type=Path, help="TRITON_CACHE_DIR of the run")
    options = parser.parse_args()
    driver = Driver()
    limits = {name: driver.limit(number) for name, number in LIMITS.items()}
    print("device: " + ", ".join(f"{name} {value}" for name, value in limits.items()))
    for path in sorted(options.out.glob("raw/twin-*.cubin")):
        cubin = path.read_bytes()
        entry = entry_of(cubin)
        for original in sorted(options.cache.rglob(f"{entry}.cubin")):
            describe(driver, f"{entry} original {original.parent.name[:8]}", original.read_bytes(), entry,
                     limits["MAX_SHARED_MEMORY_PER_BLOCK_OPTIN"])
        describe(driver, f"{entry} {path.stem}", cubin, entry, limits["MAX_SHARED_MEMORY_PER_BLOCK_OPTIN"])
    return 0


if __name__ == "__main__":
    sys.exit(main())
