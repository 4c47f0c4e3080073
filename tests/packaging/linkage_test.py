#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Fails if a program needs a shared library that it must run without: linkage_test.py READELF PROGRAM PATTERN...

from __future__ import annotations

import re
import subprocess
import sys


def needed(readelf: str, program: str) -> list[str]:
    """The shared libraries that the dynamic linker loads for the program, by the names that it records."""
    done = subprocess.run([readelf, "-d", program], text=True, capture_output=True, check=True, env={"LC_ALL": "C"})
    return re.findall(r"\(NEEDED\)\s+Shared library: \[(.+?)\]", done.stdout)


def main() -> int:
    readelf, program, *patterns = sys.argv[1:]
    libraries = needed(readelf, program)
    if not any(name.startswith("libc.so") for name in libraries):
        print(f"{program}: no libc.so among {libraries}: is this a program?")
        return 1
    wrong = [name for name in libraries if any(re.search(pattern, name) for pattern in patterns)]
    for name in wrong:
        print(f"{program} links {name}: drivers are opened at run time, Qt and MLIR belong to the programs that need them")
    print(f"{len(libraries)} libraries: {' '.join(libraries)}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
