# SPDX-License-Identifier: Apache-2.0
"""Times the parts of a twin that is not in any cache, for each kernel in a folder of Triton's cache: the passes (a process of
proton-collect instrument), the PTX of Triton's back end, and ptxas.

    TRITON_CACHE_DIR=cache python many_kernels.py
    PYTHONPATH=PACKAGE python cold_twins.py --collect PROTON --cache cache --modes 'functions,loops,barriers;async,memory,matrix'

PACKAGE is the folder that contains proton_studio. --layouts N adds a kernel of Gluon that converts a tile between N layouts."""

import argparse
import importlib.util
import itertools
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

NO_RECORDS = "none"


def layout_kernel(count):
    """Source text of a kernel of Gluon that converts a tile between so many layouts."""
    shapes = itertools.product(([1, 1], [1, 2], [2, 1], [1, 4], [4, 1], [2, 2], [1, 8], [8, 1]), ([1, 32], [32, 1], [4, 8], [8, 4]))
    layouts = [f"gl.BlockedLayout({values}, {lanes}, [2, 2], [1, 0])" for values, lanes in itertools.islice(shapes, count)]
    lines = ["from triton.experimental import gluon", "from triton.experimental.gluon import language as gl", "", "@gluon.jit",
             "def layouts(x, y, M: gl.constexpr, N: gl.constexpr):"]
    lines += [f"    L{i}: gl.constexpr = {layout}" for i, layout in enumerate(layouts)]
    lines += ["    rows = gl.arange(0, M, gl.SliceLayout(1, L0))", "    columns = gl.arange(0, N, gl.SliceLayout(0, L0))",
              "    places = rows[:, None] * N + columns[None, :]", "    tile = gl.load(x + places)"]
    lines += [f"    tile = gl.convert_layout(tile, L{i}) * 1.5" for i in range(1, len(layouts))]
    return "\n".join([*lines, "    gl.store(y + places, gl.convert_layout(tile, L0))", ""])


def launch_layout_kernel(count, folder):
    """Compiles and launches the kernel; its result is checked against powers of 1.5, which are exact here."""
    import torch

    path = Path(folder) / "layouts.py"  # Triton reads the source text of a kernel from its file
    path.write_text(layout_kernel(count), encoding="utf-8")
    spec = importlib.util.spec_from_file_location("layouts", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    x = torch.randint(0, 2, (64, 128), device="cuda", dtype=torch.float32)
    y = torch.empty_like(x)
    module.layouts[(1,)](x, y, *x.shape, num_warps=4)
    expected = x.double() * 1.5 ** (count - 1)
    if ((y.double() - expected).abs() > 1e-6 * expected).any():
        sys.exit("the kernel with many layouts computes something else")


class Parts:
    """The times of one twin [s], and its number of lines of LLVM IR."""

    def __init__(self, kernel, lines, passes, ptx, assembly):
        self.kernel, self.lines, self.passes, self.ptx, self.assembly = kernel, lines, passes, ptx, assembly

    @property
    def beside(self):
        """Everything but ptxas."""
        return self.passes + self.ptx


def timed(function, *arguments):
    begin = time.monotonic()
    result = function(*arguments)
    return result, time.monotonic() - begin


def parts_of(llvm_ir, mode, collect, folder):
    """The parts of one twin; None, with a line, if its kernel is rejected."""
    from proton_studio import backend

    metadata = backend.read_metadata(str(llvm_ir.with_suffix(".json")))
    compiler = backend.make_backend(metadata)
    stages = backend.stages_of(compiler, backend.options_of(compiler, metadata))
    text, passes = llvm_ir, 0.0
    if mode != NO_RECORDS:
        text = Path(folder) / "twin.ll"
        run, passes = timed(lambda: subprocess.run([collect, "instrument", str(llvm_ir), "-o", str(text), "--mode", mode],
                                                   capture_output=True, text=True, check=False))
        if run.returncode != 0:
            print(f"rejected  {llvm_ir.stem}  {mode}  {run.stderr.splitlines()[-1] if run.stderr else run.returncode}")
            return None
    source = text.read_text(encoding="utf-8")
    backend.prepare_llvm(source)
    ptx, ptx_time = timed(stages["ptx"], source, metadata)
    _, assembly = timed(stages["cubin"], ptx, metadata)
    return Parts(llvm_ir.stem, source.count("\n"), passes, ptx_time, assembly)


def show(mode, parts, most):
    def spread(values):
        ordered = sorted(values)
        return f"median {statistics.median(ordered):.3f}  p90 {ordered[int(len(ordered) * 0.9)]:.3f}  most {ordered[-1]:.3f} s"

    print(f"{mode}  {len(parts)} kernels  beside ptxas: {spread(part.beside for part in parts)}  "
          f"ptxas: {spread(part.assembly for part in parts)}")
    for part in sorted(parts, key=lambda part: -part.beside)[:most]:
        print(f"    {part.kernel}  {part.lines} lines  passes {part.passes:.3f}  PTX {part.ptx:.3f}  ptxas {part.assembly:.3f} s")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--collect", required=True)
    parser.add_argument("--cache", type=Path, required=True)
    parser.add_argument("--modes", default="functions,loops,barriers;async,memory,matrix", help="separated by semicolons")
    parser.add_argument("--layouts", type=int, choices=range(2, 33), metavar="2..32")
    parser.add_argument("--slowest", type=int, default=3, help="kernels of each mode that are listed")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if options.layouts:
            os.environ["TRITON_CACHE_DIR"] = str(options.cache.resolve())
            launch_layout_kernel(options.layouts, folder)
        kernels = [path for path in sorted(options.cache.rglob("*.llir")) if path.with_suffix(".json").exists()]
        for mode in [NO_RECORDS, *options.modes.split(";")]:
            found = [parts_of(path, mode, options.collect, folder) for path in kernels]
            if any(found):
                show(mode, [part for part in found if part], options.slowest)


if __name__ == "__main__":
    main()
