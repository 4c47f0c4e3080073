# SPDX-License-Identifier: Apache-2.0
"""The operations that several targets expand, family by family, with the values that MLIR and C define for them."""

from __future__ import annotations

import itertools
import math
import struct

from operation_case import WIDTH, Case, elementwise, load, rounded, store, wrapped

INTEGERS = ("i8", "i16", "i32", "i64")
NAN, INFINITY = math.nan, math.inf


def edges(bits: int) -> list[int]:
    most = (1 << (bits - 1)) - 1
    return sorted({0, 1, 2, 3, 5, 7, 10, 64, most, most - 1, -1, -2, -3, -7, -10, -64, -most - 1, -most, most // 2, -(most // 3)})


def pairs(bits: int) -> list[tuple[int, int]]:
    """With a quotient."""
    least = -(1 << (bits - 1))
    return [(a, b) for a, b in itertools.product(edges(bits), repeat=2) if b != 0 and not (a == least and b == -1)]


def unsigned(value: int, bits: int) -> int:
    return value & ((1 << bits) - 1)


def quotients() -> list[Case]:
    cases = []
    for dtype in INTEGERS:
        bits = WIDTH[dtype]
        both = pairs(bits)
        values = {"ceildivsi": [wrapped(-(-a // b), bits) for a, b in both],
                  "floordivsi": [wrapped(a // b, bits) for a, b in both],
                  "ceildivui": [wrapped(-(-unsigned(a, bits) // unsigned(b, bits)), bits) for a, b in both]}
        results = [(dtype, f"%r = arith.{op} %a, %b : {dtype}", right) for op, right in values.items()]
        results.append((dtype, f"""%v_a = vector.broadcast %a : {dtype} to vector<2x3x{dtype}>
            %v_b = vector.broadcast %b : {dtype} to vector<2x3x{dtype}>
            %v_r = arith.floordivsi %v_a, %v_b : vector<2x3x{dtype}>
            %r = vector.extract %v_r[1, 2] : {dtype} from vector<2x3x{dtype}>""", values["floordivsi"]))
        if dtype == "i64":
            names = {"ceildivs": "ceildivsi", "floordivs": "floordivsi", "ceildivu": "ceildivui"}
            for op, same in names.items():
                results.append((dtype, f"""%x_a = arith.index_cast %a : i64 to index
                    %x_b = arith.index_cast %b : i64 to index
                    %x_r = index.{op} %x_a, %x_b
                    %r = arith.index_cast %x_r : index to i64""", values[same]))
                results.append((dtype, f"""%x_a = arith.index_cast %a : i64 to index
                    %x_b = arith.index_cast %b : i64 to index
                    %x_r = arith.{same} %x_a, %x_b : index
                    %r = arith.index_cast %x_r : index to i64""", values[same]))
        cases.append(elementwise(f"quotients_{dtype}", [(dtype, [a for a, _ in both]), (dtype, [b for _, b in both])], results))
    return cases


def bit_counts() -> list[Case]:
    cases = []
    for dtype in INTEGERS:
        bits = WIDTH[dtype]
        numbers = list(range(-128, 128)) if bits == 8 else edges(bits) + [1 << k for k in range(bits - 1)]
        values = {"absi": [wrapped(abs(a), bits) for a in numbers],
                  "ctlz": [bits - unsigned(a, bits).bit_length() for a in numbers],
                  "cttz": [(a & -a).bit_length() - 1 if a else bits for a in numbers],
                  "ctpop": [unsigned(a, bits).bit_count() for a in numbers]}
        results = []
        for op, right in values.items():
            results.append((dtype, f"%r = math.{op} %a : {dtype}", right))
            results.append((dtype, f"""%v_a = vector.broadcast %a : {dtype} to vector<4x{dtype}>
                %v_r = math.{op} %v_a : vector<4x{dtype}>
                %r = vector.extract %v_r[3] : {dtype} from vector<4x{dtype}>""", right))
            if dtype == "i64":
                results.append((dtype, f"""%x_a = arith.index_cast %a : i64 to index
                    %x_r = math.{op} %x_a : index
                    %r = arith.index_cast %x_r : index to i64""", right))
        cases.append(elementwise(f"bit_counts_{dtype}", [(dtype, numbers)], results))
    return cases


def power_of_integer(base: int, exponent: int, bits: int) -> int:
    if exponent < 0:
        base, exponent = (int(1 / base) if abs(base) == 1 else 0), -exponent
    return wrapped(pow(base, exponent, 1 << bits), bits)


def power_of_float(base: float, exponent: int, dtype: str) -> float:
    """By repeated squaring, rounded after each multiplication."""
    inner = "f64" if dtype == "f64" else "f32"
    product, count = 1.0, abs(exponent)
    while True:
        if count & 1:
            product = rounded(_times(product, base), inner)
        count >>= 1
        if not count:
            break
        base = rounded(_times(base, base), inner)
    if exponent < 0:
        product = rounded(_quotient(1.0, product), inner)
    return rounded(product, dtype)


def _times(a: float, b: float) -> float:
    return a * b


def _quotient(a: float, b: float) -> float:
    return a / b if b else math.copysign(INFINITY, b)


def powers() -> list[Case]:
    cases = []
    for dtype in INTEGERS:
        bits = WIDTH[dtype]
        both = [(a, b) for a, b in itertools.product((0, 1, -1, 2, -2, 3, -7, 10, (1 << (bits - 1)) - 1, -(1 << (bits - 1))),
                                                     (0, 1, 2, 3, 5, 8, 31, 63, 127, -1, -2, -5, -128)) if a != 0 or b >= 0]
        right = [power_of_integer(a, b, bits) for a, b in both]
        cube = [power_of_integer(a, 3, bits) for a, _ in both]
        results = [(dtype, f"%r = math.ipowi %a, %b : {dtype}", right),
                   (dtype, f"%c_3 = arith.constant 3 : {dtype}\n%r = math.ipowi %a, %c_3 : {dtype}", cube),
                   (dtype, f"""%v_a = vector.broadcast %a : {dtype} to vector<2x{dtype}>
                       %v_b = vector.broadcast %b : {dtype} to vector<2x{dtype}>
                       %v_r = math.ipowi %v_a, %v_b : vector<2x{dtype}>
                       %r = vector.extract %v_r[1] : {dtype} from vector<2x{dtype}>""", right)]
        cases.append(elementwise(f"powers_{dtype}", [(dtype, [a for a, _ in both]), (dtype, [b for _, b in both])], results))
    for dtype in ("f16", "bf16", "f32", "f64"):
        both = list(itertools.product((1.0, -1.0, 1.5, -2.5, 0.0, 0.3125, 1e3, INFINITY, 7.0), (0, 1, 2, 3, 6, 11, -1, -2, -5, 40)))
        numbers = [(rounded(a, dtype), b) for a, b in both]
        results = [(dtype, f"%r = math.fpowi %a, %b : {dtype}, i32", [power_of_float(a, b, dtype) for a, b in numbers]),
                   (dtype, f"%c_3 = arith.constant -3 : i64\n%r = math.fpowi %a, %c_3 : {dtype}, i64",
                    [power_of_float(a, -3, dtype) for a, _ in numbers]),
                   (dtype, f"%n_b = arith.trunci %b : i32 to i8\n%r = math.fpowi %a, %n_b : {dtype}, i8",
                    [power_of_float(a, b, dtype) for a, b in numbers])]
        cases.append(elementwise(f"powers_{dtype}", [(dtype, [a for a, _ in numbers]), ("i32", [b for _, b in numbers])], results))
    return cases


def remainder(x: float, y: float) -> float:
    if math.isnan(x) or math.isnan(y) or math.isinf(x) or y == 0:
        return NAN
    return math.fmod(x, y)


def remainders() -> list[Case]:
    cases = []
    largest = {"f16": 65504.0, "bf16": 3.3895313892515355e38, "f32": 3.4028234663852886e38, "f64": 1.7976931348623157e308}
    smallest = {"f16": 2.0**-24, "bf16": 2.0**-133, "f32": 2.0**-149, "f64": 2.0**-1074}
    for dtype, most in largest.items():
        numbers = [rounded(x, dtype) for x in (0.0, -0.0, 1.0, -1.0, 0.7, -5.3, 1e4, -7.25, 3.0, 2.0**-10, 1 / 3)]
        numbers += [most, -most, smallest[dtype], 37 * smallest[dtype], INFINITY, -INFINITY, NAN]
        both = list(itertools.product(numbers, repeat=2))
        right = [remainder(a, b) for a, b in both]
        # The sign of a zero, as 1 and -1.
        signs = [0.0 if math.isnan(r) else math.copysign(1.0, r) for r in right]
        results = [(dtype, f"%r = arith.remf %a, %b : {dtype}", right),
                   (dtype, f"""%q_r = arith.remf %a, %b : {dtype}
                       %q_1 = arith.constant 1.0 : {dtype}
                       %q_0 = arith.constant 0.0 : {dtype}
                       %q_s = math.copysign %q_1, %q_r : {dtype}
                       %q_n = arith.cmpf uno, %q_r, %q_r : {dtype}
                       %r = arith.select %q_n, %q_0, %q_s : {dtype}""", signs)]
        cases.append(elementwise(f"remainders_{dtype}", [(dtype, [a for a, _ in both]), (dtype, [b for _, b in both])], results))
    return cases


def functions() -> list[Case]:
    unit = [k / 32 - 1 for k in range(65)]
    wide = [k / 4 - 10 for k in range(81)]
    above = [1 + k * k / 64 for k in range(64)]
    open_unit = unit[1:-1]
    domains = {"acos": unit, "asin": unit, "atan": wide, "sinh": wide, "cosh": wide, "tanh": wide, "asinh": wide, "acosh": above,
               "atanh": open_unit, "sin": wide, "cos": wide, "exp": wide}
    cases = []
    for op, domain in domains.items():
        right = [getattr(math, op)(x) for x in domain]
        error = max(1e-6, max(abs(r) for r in right) * 1e-6)
        results = [("f32", f"%r = math.{op} %a : f32", right),
                   ("f32", f"""%v_a = vector.broadcast %a : f32 to vector<2x3xf32>
                       %v_r = math.{op} %v_a : vector<2x3xf32>
                       %r = vector.extract %v_r[1, 2] : f32 from vector<2x3xf32>""", right)]
        cases.append(elementwise(f"function_{op}", [("f32", domain)], results, error))
        narrow = [rounded(x, "f16") for x in domain]
        cases.append(elementwise(f"function_{op}_f16", [("f16", narrow)],
                                 [("f16", f"%r = math.{op} %a : f16", [rounded(getattr(math, op)(x), "f16") for x in narrow])],
                                 max(2e-3, max(abs(r) for r in right) * 2e-3)))
    return cases


def ids() -> list[Case]:
    cases = []
    for threads in (20, 32, 33, 96):
        body = """    %n = gpu.num_subgroups : index
    %s = gpu.subgroup_id : index
    %n32 = arith.index_cast %n : index to i32
    %s32 = arith.index_cast %s : index to i32
""" + "\n".join((store("n32", "i32", threads, "N"), store("s32", "i32", threads, "S")))
        outputs = {"N": ("i32", [-(-threads // 32)] * threads), "S": ("i32", [i // 32 for i in range(threads)])}
        cases.append(Case(f"ids_{threads}", body, {}, outputs, block=threads))
    return cases


def _bits(value: float) -> int:
    return struct.unpack("<Q", struct.pack("<d", value))[0]
