#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes modules.ptx.gz: PTX of kinds.cu for many targets and options. make_corpus.py [NVCC] [--plain FOLDER]"""

import gzip
import pathlib
import subprocess
import sys
import tempfile

KINDS = """saxpy bounds stencil product groups grid async_copy mma atomics shuffles textures constant printing dynamic switches calls
wide mathematics halves local loops clocks templates barriers volatile_loads wmma""".split()
HOPPER = ["cluster", "tma", "wgmma"]
OPTIONS = {
    "sm_80": ["-arch=sm_80"],
    "sm_90a": ["-arch=sm_90a"],
    "sm_100a": ["-arch=sm_100a"],
    "lineinfo": ["-arch=sm_90a", "-lineinfo"],
    "O0": ["-arch=sm_90a", "-Xcicc", "-O0"],
    "debug": ["-arch=sm_90a", "-G"],
}


def jobs():
    for kind in KINDS:
        for option in OPTIONS:
            yield kind, option
    for kind in HOPPER:
        for option in OPTIONS:
            if option != "sm_80" and not (kind == "wgmma" and option == "sm_100a"):
                yield kind, option
    yield "cub=1", "sm_90a"
    yield "cub=2", "sm_90a"
    yield "thrust", "sm_90a"


def compile_one(nvcc, source, kind, option):
    with tempfile.TemporaryDirectory() as folder:
        output = pathlib.Path(folder) / "k.ptx"
        subprocess.run([nvcc, "-ptx", "-std=c++17", "-w", f"-DK_{kind}", *OPTIONS[option], source, "-o", output], check=True, cwd=source.parent)
        return output.read_text().replace(str(source.parent), ".")


def main():
    arguments = sys.argv[1:]
    plain = pathlib.Path(arguments[arguments.index("--plain") + 1]) if "--plain" in arguments else None
    nvcc = arguments[0] if arguments and not arguments[0].startswith("--") else "nvcc"
    here = pathlib.Path(__file__).resolve().parent
    packed = []
    for kind, option in jobs():
        name = f"{kind.replace('=', '')}.{option}.ptx"
        text = compile_one(nvcc, here / "kinds.cu", kind, option)
        if plain:
            (plain / name).write_text(text)
        packed.append(f"=== {name} {len(text.encode())}\n{text}")
    (here / "modules.ptx.gz").write_bytes(gzip.compress("".join(packed).encode(), 9, mtime=0))
    print(len(packed), "modules")


if __name__ == "__main__":
    main()
