# SPDX-License-Identifier: Apache-2.0
"""Reductions over warps and CTAs, and atomic operations of all kinds and types, with the values that they must give."""

from __future__ import annotations

import functools
import math

from operation_case import WIDTH, Case, load, rounded, store, wrapped

INTEGERS = ("i8", "i16", "i32", "i64")
FLOATS = ("f16", "bf16", "f32", "f64")
LANES = 32


def _unsigned(value: int, bits: int) -> int:
    return value & ((1 << bits) - 1)


def _integer_operation(kind: str, bits: int):
    return {"add": lambda a, b: wrapped(a + b, bits), "mul": lambda a, b: wrapped(a * b, bits),
            "minsi": min, "maxsi": max,
            "minui": lambda a, b: min(a, b, key=lambda v: _unsigned(v, bits)),
            "maxui": lambda a, b: max(a, b, key=lambda v: _unsigned(v, bits)),
            "and": lambda a, b: a & b, "or": lambda a, b: a | b, "xor": lambda a, b: a ^ b}[kind]


def _number_or_nan(choose):
    return lambda a, b: math.nan if math.isnan(a) or math.isnan(b) else choose(a, b)


def _number(choose):
    return lambda a, b: b if math.isnan(a) else a if math.isnan(b) else choose(a, b)


def _float_operation(kind: str, dtype: str):
    return {"add": lambda a, b: rounded(a + b, dtype), "mul": lambda a, b: rounded(a * b, dtype),
            "minnumf": _number(min), "maxnumf": _number(max),
            "minimumf": _number_or_nan(min), "maximumf": _number_or_nan(max)}[kind]


def _of_warps(operation, values: list) -> list:
    """What each thread receives: the reduction of its warp."""
    results = []
    for begin in range(0, len(values), LANES):
        warp = values[begin:begin + LANES]
        results += [functools.reduce(operation, warp)] * len(warp)
    return results


def _reductions(dtype: str, kinds: tuple[str, ...], operation_of, values: list) -> Case:
    threads = len(values)
    lines = [load("a", dtype, threads, "A")]
    outputs = {}
    for kind in kinds:
        operation = operation_of(kind)
        lines += [f"    %all_{kind} = gpu.all_reduce {kind} %a uniform {{}} : ({dtype}) -> {dtype}",
                  f"    %warp_{kind} = gpu.subgroup_reduce {kind} %a : ({dtype}) -> {dtype}",
                  store(f"all_{kind}", dtype, threads, f"A_{kind}"), store(f"warp_{kind}", dtype, threads, f"W_{kind}")]
        outputs[f"A_{kind}"] = (dtype, [functools.reduce(operation, values)] * threads)
        outputs[f"W_{kind}"] = (dtype, _of_warps(operation, values))
    return Case(f"reductions_{dtype}_{threads}", "\n".join(lines), {"A": (dtype, values)}, outputs, block=threads)


def reductions() -> list[Case]:
    cases = []
    for threads in (1, 20, 32, 33, 96, 160, 1000):
        for dtype in INTEGERS:
            if threads in (1, 32, 160) and dtype != "i8":
                continue
            bits = WIDTH[dtype]
            values = [wrapped(i * 2654435761 + 1, bits) | 1 for i in range(threads)]
            kinds = ("add", "mul", "minui", "minsi", "maxui", "maxsi", "and", "or", "xor")
            cases.append(_reductions(dtype, kinds, functools.partial(_integer_operation, bits=bits), values))
        for dtype in FLOATS:
            if threads in (1, 32, 160) and dtype != "f32":
                continue
            # Sums and products are exact in every order.
            values = [(-1.0, 1.0, 1.0, -1.0, 1.0)[i % 5] for i in range(threads)]
            cases.append(_reductions(dtype, ("add", "mul"), functools.partial(_float_operation, dtype=dtype), values))
            numbers = [math.nan if i == 17 else rounded((i * 37) % 101 - 50.5, dtype) for i in range(threads)]
            case = _reductions(dtype, ("minnumf", "maxnumf", "minimumf", "maximumf"),
                               functools.partial(_float_operation, dtype=dtype), numbers)
            case.name += "_extremes"
            cases.append(case)
    return cases + [_reduction_in_a_loop(), _reduction_by_region(), _reduction_of_vectors(), _reduction_of_bits()]


def _reduction_in_a_loop() -> Case:
    """A reduction may not overwrite what a slower warp still has to read of the one before."""
    threads, rounds = 224, 20
    body = f"""{load("a", "i32", threads, "A")}
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %n = arith.constant {rounds} : index
    %z = arith.constant 0 : i32
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%s = %z) -> i32 {{
      %k32 = arith.index_cast %k : index to i32
      %m = arith.muli %a, %k32 : i32
      %t = gpu.all_reduce add %m uniform {{}} : (i32) -> i32
      %x = arith.xori %s, %t : i32
      %y = arith.addi %x, %k32 : i32
      scf.yield %y : i32
    }}
{store("sum", "i32", threads, "R")}"""
    values = [i * i + 3 for i in range(threads)]
    result = 0
    for k in range(rounds):
        result = (result ^ (sum(values) * k)) + k
    return Case("reduction_in_a_loop", body, {"A": ("i32", values)}, {"R": ("i32", [wrapped(result, 32)] * threads)}, block=threads)


def _reduction_by_region() -> Case:
    threads = 100
    body = f"""{load("a", "i64", threads, "A")}
    %r = gpu.all_reduce %a uniform {{
    ^bb(%x : i64, %y : i64):
      %c = arith.cmpi ugt, %x, %y : i64
      cf.cond_br %c, ^left, ^right
    ^left:
      "gpu.yield"(%x) : (i64) -> ()
    ^right:
      "gpu.yield"(%y) : (i64) -> ()
    }} : (i64) -> i64
{store("r", "i64", threads, "R")}"""
    values = [(i * 7919) % 1009 + (1 << 40) for i in range(threads)]
    return Case("reduction_by_region", body, {"A": ("i64", values)}, {"R": ("i64", [max(values)] * threads)}, block=threads)


def _reduction_of_vectors() -> Case:
    """Each element on its own: widths that fill words, and those that do not."""
    threads = 50
    lines, outputs = [load("a", "i32", threads, "A"), "    %f = arith.sitofp %a : i32 to f32"], {}
    values = [(i % 7) - 3 for i in range(threads)]
    sums = _of_warps(lambda a, b: a + b, values)
    for number, (element, count) in enumerate((("f32", 4), ("f16", 3), ("i64", 2), ("i8", 5), ("bf16", 2), ("f64", 3), ("i16", 1))):
        vector = f"vector<{count}x{element}>"
        convert = f"arith.trunci %a : i32 to {element}" if element[0] == "i" else f"arith.truncf %f : f32 to {element}"
        back = f"arith.sitofp %e{number} : {element} to f64" if element[0] == "i" else f"arith.extf %e{number} : {element} to f64"
        if element == "i64":
            convert = "arith.extsi %a : i32 to i64"
        if element in ("f32", "f64"):
            convert = "arith.sitofp %a : i32 to " + element
        if element == "f64":
            back = f"arith.addf %e{number}, %zero : f64"
        lines += [f"    %s{number} = {convert}", f"    %v{number} = vector.broadcast %s{number} : {element} to {vector}",
                  f"    %w{number} = gpu.subgroup_reduce add %v{number} : ({vector}) -> {vector}",
                  f"    %e{number} = vector.extract %w{number}[{count - 1}] : {element} from {vector}",
                  f"    %d{number} = {back}", store(f"d{number}", "f64", threads, f"R{number}")]
        outputs[f"R{number}"] = ("f64", [float(s) for s in sums])
    return Case("reduction_of_vectors", "    %zero = arith.constant 0.0 : f64\n" + "\n".join(lines), {"A": ("i32", values)}, outputs,
                block=threads)


def _reduction_of_bits() -> Case:
    threads = 70
    body = f"""{load("a", "i32", threads, "A")}
    %z = arith.constant 0 : i32
    %c = arith.cmpi ne, %a, %z : i32
    %or = gpu.all_reduce or %c uniform {{}} : (i1) -> i1
    %and = gpu.subgroup_reduce and %c : (i1) -> i1
    %w = arith.extui %or : i1 to i32
    %v = arith.extui %and : i1 to i32
{store("w", "i32", threads, "R")}
{store("v", "i32", threads, "Q")}"""
    values = [0 if i == 40 else 1 for i in range(threads)]
    return Case("reduction_of_bits", body, {"A": ("i32", values)},
                {"R": ("i32", [1] * threads), "Q": ("i32", _of_warps(lambda a, b: a & b, values))}, block=threads)


PLACES = 4  # that the threads of an atomic operation share


def _atomics(dtype: str, kinds: dict[str, tuple], threads: int = 64) -> Case:
    """Of each kind: an operation, the value of each thread, and the value at the beginning."""
    lines = ["    %four = arith.constant 4 : index", "    %place = arith.remui %i, %four : index"]
    inputs, outputs, initial = {}, {}, {}
    for kind, (operation, values, start) in kinds.items():
        inputs[f"A_{kind}"] = (dtype, values)
        lines += [load(f"a_{kind}", dtype, threads, f"A_{kind}"),
                  f"    %o_{kind} = memref.atomic_rmw {kind} %a_{kind}, %M_{kind}[%place] "
                  f": ({dtype}, memref<{PLACES}x{dtype}>) -> {dtype}"]
        initial[f"M_{kind}"] = [start] * PLACES
        outputs[f"M_{kind}"] = (dtype, [functools.reduce(operation, values[place::PLACES], start) for place in range(PLACES)])
    return Case(f"atomics_{dtype}", "\n".join(lines), inputs, outputs, grid=2, block=threads // 2, initial=initial)


def atomics() -> list[Case]:
    cases = []
    for dtype in INTEGERS:
        bits = WIDTH[dtype]
        values = [wrapped(i * 40503 + 7, bits) | 1 for i in range(64)]
        operation = functools.partial(_integer_operation, bits=bits)
        kinds = {kind: (operation(name), values, 3) for kind, name in
                 {"addi": "add", "muli": "mul", "maxs": "maxsi", "maxu": "maxui", "mins": "minsi", "minu": "minui",
                  "andi": "and", "ori": "or"}.items()}
        kinds["assign"] = (lambda a, b: b, [5] * 64, 3)
        cases.append(_atomics(dtype, kinds))
    for dtype in FLOATS:
        whole = [float(i % 5 - 2) for i in range(64)]
        factors = [(2.0, 0.5, -1.0, 1.0)[(i // PLACES) % 4] for i in range(64)]
        extremes = [math.nan if i in (17, 30) else rounded((i * 37) % 101 - 50.5, dtype) for i in range(64)]
        operation = functools.partial(_float_operation, dtype=dtype)
        cases.append(_atomics(dtype, {"addf": (operation("add"), whole, 1.0), "mulf": (operation("mul"), factors, 3.0),
                                      "maximumf": (operation("maximumf"), extremes, 0.0),
                                      "minimumf": (operation("minimumf"), extremes, 0.0),
                                      "maxnumf": (operation("maxnumf"), extremes, 0.0),
                                      "minnumf": (operation("minnumf"), extremes, 0.0),
                                      "assign": (lambda a, b: b, [0.5] * 64, 3.0)}))
    return cases + [_generic_atomics(), _shared_atomic()]


def _generic_atomics() -> Case:
    """The body of the source, on floats too: a * 1 + 2."""
    lines, outputs = ["    %c0 = arith.constant 0 : index"], {}
    for dtype in INTEGERS + FLOATS:
        add = "addi" if dtype[0] == "i" else "addf"
        two = "2" if dtype[0] == "i" else "2.0"
        lines += [f"    %two_{dtype} = arith.constant {two} : {dtype}",
                  f"    %o_{dtype} = memref.generic_atomic_rmw %M_{dtype}[%c0] : memref<1x{dtype}> {{",
                  f"    ^bb0(%old : {dtype}):", f"      %new = arith.{add} %old, %two_{dtype} : {dtype}",
                  f"      memref.atomic_yield %new : {dtype}", "    }"]
        outputs[f"M_{dtype}"] = (dtype, [120 if dtype[0] == "i" else 120.0])
    return Case("generic_atomics", "\n".join(lines), {}, outputs, grid=2, block=30)


def _shared_atomic() -> Case:
    """In workgroup memory."""
    threads = 48
    body = f"""    %c0 = arith.constant 0 : index
    %one = arith.constant 1.0 : f32
    %two = arith.constant 2.0 : f32
    %isFirst = arith.cmpi eq, %i, %c0 : index
    scf.if %isFirst {{ memref.store %one, %w[%c0] : memref<1xf32, #gpu.address_space<workgroup>> }}
    gpu.barrier
    %low = arith.constant 20 : index
    %takesPart = arith.cmpi ult, %i, %low : index
    scf.if %takesPart {{
      %o = memref.atomic_rmw mulf %two, %w[%c0] : (f32, memref<1xf32, #gpu.address_space<workgroup>>) -> f32
    }}
    gpu.barrier
    %r = memref.load %w[%c0] : memref<1xf32, #gpu.address_space<workgroup>>
{store("r", "f32", threads, "R")}"""
    return Case("shared_atomic", body, {}, {"R": ("f32", [2.0**20] * threads)}, block=threads,
                workgroup="workgroup(%w: memref<1xf32, #gpu.address_space<workgroup>>)")
