# SPDX-License-Identifier: Apache-2.0
# Makes a module of many kernels with scopes and events in loops and branches: prints as many copies as its argument says.
import random
import sys


def body(depth: int, names: list[int], indent: str) -> list[str]:
    lines = []
    for _ in range(random.randrange(1, 5)):
        names[0] += 1
        name = f"s{names[0]}"
        lines.append(f'{indent}proton.record start "{name}"')
        kind = random.randrange(4) if depth else 3
        if kind == 0:
            lines += [f"{indent}scf.for %i{names[0]} = %c0 to %n step %c1 {{",
                      *body(depth - 1, names, indent + "  "), f"{indent}}}"]
        elif kind == 1:
            lines += [f"{indent}scf.if %p {{", *body(depth - 1, names, indent + "  "), f"{indent}}} else {{",
                      *body(depth - 1, names, indent + "  "), f"{indent}}}"]
        elif kind == 2:
            event = f"%e{names[0]}"
            lines += [f'{indent}{event} = proton.allocate_event "copy" : i32',
                      f"{indent}proton.event start {event} key %n : i32", *body(depth - 1, names, indent),
                      f"{indent}proton.event end {event} key %n : i32"]
        else:
            lines.append(f"{indent}gpu.barrier")
        lines.append(f'{indent}proton.record end "{name}"')
    return lines


def module() -> str:
    random.seed(20261121)
    lines = ["gpu.module @m {"]
    for kernel in range(4):
        lines += [f"  gpu.func @k{kernel}(%n: index, %p: i1) kernel {{\n    %c0 = arith.constant 0 : index\n"
                  "    %c1 = arith.constant 1 : index", *body(4, [0], "    "), "    gpu.return\n  }"]
    return "\n".join([*lines, "}"])


print("\n// -----\n".join([module()] * int(sys.argv[1])))
