# SPDX-License-Identifier: Apache-2.0
"""A kernel with inputs and the values that it must compute, as the files of a run: MLIR, specification, .npy."""

from __future__ import annotations

import json
import math
import pathlib
import struct
from dataclasses import dataclass, field

# Of .npy and of struct. A bf16 buffer has f32 in its file.
FORMATS = {"i8": ("|i1", "b"), "i16": ("<i2", "h"), "i32": ("<i4", "i"), "i64": ("<i8", "q"),
           "f16": ("<f2", "e"), "bf16": ("<f4", "f"), "f32": ("<f4", "f"), "f64": ("<f8", "d")}
WIDTH = {"i8": 8, "i16": 16, "i32": 32, "i64": 64, "f16": 16, "bf16": 16, "f32": 32, "f64": 64}


def wrapped(value: int, bits: int) -> int:
    """The signed integer of the lowest bits."""
    value &= (1 << bits) - 1
    return value - (1 << bits) if value >> (bits - 1) else value


def rounded(value: float, dtype: str) -> float:
    """The nearest number of a float type, ties to even; infinity beyond the largest."""
    if dtype == "f64" or math.isnan(value) or math.isinf(value):
        return value
    if dtype == "bf16":
        bits = struct.unpack("<I", struct.pack("<f", rounded(value, "f32")))[0]
        bits = (bits + 0x7FFF + ((bits >> 16) & 1)) & 0xFFFF0000
        return struct.unpack("<f", struct.pack("<I", bits))[0]
    code = FORMATS[dtype][1]
    try:
        return struct.unpack("<" + code, struct.pack("<" + code, value))[0]
    except OverflowError:
        return math.copysign(math.inf, value)


def _write_npy(path: pathlib.Path, dtype: str, values: list) -> None:
    descr, code = FORMATS[dtype]
    header = f"{{'descr': '{descr}', 'fortran_order': False, 'shape': ({len(values)},), }}"
    header += " " * (63 - (len(header) + 10) % 64) + "\n"
    data = struct.pack(f"<{len(values)}{code}", *values)
    path.write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + data)


@dataclass
class Case:
    """`body` computes from %i, the number of the thread in the launch, and the buffers, and stores what it computes."""

    name: str
    body: str
    inputs: dict[str, tuple[str, list]]    # by buffer: dtype and values
    outputs: dict[str, tuple[str, list]]   # dtype and right values; a buffer begins with zeros or with the values of `initial`
    grid: int = 1
    block: int = 64
    error: float = 0.0                     # largest difference that is allowed
    initial: dict[str, list] = field(default_factory=dict)
    workgroup: str = ""                    # attributions

    def write(self, folder: pathlib.Path) -> pathlib.Path:
        """Returns the path of the specification."""
        arguments = []
        for name, (dtype, values) in {**self.inputs, **self.outputs}.items():
            start = values if name in self.inputs else self.initial.get(name)
            buffer = {"dtype": dtype, "shape": [len(values)]}
            if start is not None:
                _write_npy(folder / f"{self.name}.{name}.npy", dtype, start)
                buffer["init"] = {"file": f"{self.name}.{name}.npy"}
            arguments.append({"name": name, "buffer": buffer})
        checks = []
        for name, (dtype, values) in self.outputs.items():
            _write_npy(folder / f"{self.name}.{name}.right.npy", dtype, values)
            checks.append({"output": name, "reference": {"file": f"{self.name}.{name}.right.npy"}, "max_error": self.error})
        (folder / f"{self.name}.mlir").write_text(self._kernel(), encoding="utf-8")
        path = folder / f"{self.name}.json"
        path.write_text(json.dumps({"kernel": {"file": f"{self.name}.mlir", "function": "k"}, "grid": [self.grid],
                                    "block": [self.block], "arguments": arguments, "checks": checks}), encoding="utf-8")
        return path

    def _kernel(self) -> str:
        parameters = ", ".join(f"%{name}: memref<{len(values)}x{dtype}>"
                               for name, (dtype, values) in {**self.inputs, **self.outputs}.items())
        return (f"gpu.module @m {{\n  gpu.func @k({parameters}) {self.workgroup} kernel {{\n    %i = gpu.global_id x\n"
                f"{self.body}\n    gpu.return\n  }}\n}}\n")


def load(name: str, dtype: str, count: int, buffer: str, index: str = "%i") -> str:
    return f"    %{name} = memref.load %{buffer}[{index}] : memref<{count}x{dtype}>"


def store(value: str, dtype: str, count: int, buffer: str, index: str = "%i") -> str:
    return f"    memref.store %{value}, %{buffer}[{index}] : memref<{count}x{dtype}>"


def elementwise(name: str, operands: list[tuple[str, list]], results: list[tuple[str, str, list]], error: float = 0.0) -> Case:
    """A thread for each element of the operands a, b, ...; a result is (dtype, lines that define %r of it, right values).

    Names in the lines of a result are made its own: %r, and all that contain "_".
    """
    count = len(operands[0][1])
    block = 64
    padded = -(-count // block) * block
    inputs = {}
    lines = []
    for letter, (dtype, values) in zip("abc", operands):
        inputs[letter.upper()] = (dtype, values + [values[-1]] * (padded - count))
        lines.append(load(letter, dtype, padded, letter.upper()))
    outputs = {}
    for number, (dtype, text, values) in enumerate(results):
        buffer = f"R{number}"
        outputs[buffer] = (dtype, values + [values[-1]] * (padded - count))
        own = "\n".join("    " + line.strip() for line in text.strip().splitlines())
        for word in sorted({w.rstrip(",:)]#") for w in own.replace("(", " ").replace("[", " ").split()
                            if w.startswith("%") and ("_" in w or w.rstrip(",:)]") == "%r")}, key=len, reverse=True):
            own = own.replace(word, f"{word}_{number}")
        lines += [own, store(f"r_{number}", dtype, padded, buffer)]
    return Case(name, "\n".join(lines), inputs, outputs, grid=padded // block, block=block, error=error)
