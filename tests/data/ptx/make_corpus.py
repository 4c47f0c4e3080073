#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes modules.ptx.gz: PTX of kinds.cu for many targets and options, a module for each kernel.

make_corpus.py [NVCC] [--plain FOLDER]: FOLDER gets the modules as files, too."""

import gzip
import pathlib
import re
import subprocess
import sys
import tempfile

ALL = ["-DK_all"]
HOPPER = ALL + ["-DK_hopper"]
OPTIONS = {
    "sm_80": ALL + ["-arch=sm_80"],
    "sm_90a": HOPPER + ["-DK_wgmma", "-arch=sm_90a"],
    "sm_100a": HOPPER + ["-arch=sm_100a"],
    "lineinfo": HOPPER + ["-DK_wgmma", "-arch=sm_90a", "-lineinfo"],
    "O0": HOPPER + ["-DK_wgmma", "-arch=sm_90a", "-Xcicc", "-O0"],
}
# Debug sections name code of all kernels, and the libraries' kernels share much: whole modules.
WHOLE = {
    "debug": HOPPER + ["-DK_wgmma", "-arch=sm_90a", "-G"],
    "cub_sums": ["-DK_cub=1", "-arch=sm_90a"],
    "cub_sort": ["-DK_cub=2", "-arch=sm_90a"],
    "thrust": ["-DK_thrust", "-arch=sm_90a"],
}
NAME = re.compile(r"[A-Za-z_$%][\w$]*")


def without_folder(text, folder):
    """The text without the folder's name; in debug sections, where it is bytes, a name of the same length."""
    name, other = folder.encode(), b"/src".ljust(len(folder), b"/")
    return text.replace(folder, ".").replace(",".join(map(str, name)), ",".join(map(str, other)))


def compile_all(nvcc, source, options):
    with tempfile.TemporaryDirectory() as folder:
        output = pathlib.Path(folder) / "k.ptx"
        subprocess.run([nvcc, "-ptx", "-std=c++17", "-w", *options, source.name, "-o", output], check=True, cwd=source.parent)
        return without_folder(output.read_text(), str(source.parent))


def declarations(text):
    """Top-level parts of the text: functions and variables, and what is between them."""
    parts, at, depth = [], 0, 0
    for match in re.finditer(r'"(?:\\.|[^"\\])*"|//[^\n]*|[{};]', text):
        mark = match[0]
        depth += (mark == "{") - (mark == "}")
        is_body = mark == "}" and depth == 0 and re.search(r"\.(entry|func|section)\b", text[at:match.end()])
        if depth == 0 and (mark == ";" or is_body):
            parts.append(text[at:match.end()])
            at = match.end()
    return parts, text[at:]


def name_of(part):
    code = re.sub(r"//[^\n]*", "", part).split("{")[0].split("=")[0]
    if match := re.search(r"\.entry\s+([\w$]+)", code):
        return match[1]
    if ".func" in code:
        code = re.sub(r"^.*?\.func\s*(\([^)]*\))?", "", code, flags=re.S)
    code = re.sub(r"\.\w+|(?<![\w$])\d+\b|\[.*", " ", code)
    match = NAME.search(code)
    return match[0] if match else ""


def split(text):
    """A module for each entry, with all that it names."""
    parts, rest = declarations(text)
    head = text[: text.index(".address_size")] + ".address_size 64\n"
    parts[0] = parts[0].split(".address_size 64", 1)[1]
    named = {name_of(part): part for part in parts}
    for entry in [part for part in parts if ".entry" in part]:
        used, open_names = set(), set(NAME.findall(entry))
        while open_names:
            name = open_names.pop()
            if name in named and name not in used:
                used.add(name)
                open_names |= set(NAME.findall(named[name])) - used
        kept = [p for p in parts if p == entry or ".section" in p or (name_of(p) in used and ".entry" not in p)]
        files = "" if ".file" in "".join(kept) else "".join(re.findall(r"\.file[^\n]*\n", "".join(parts) + rest))
        tail = rest if ".section" in rest or ".file" in rest else "\n"
        yield name_of(entry), head + "".join(kept) + (tail if ".file" in tail else files + tail)


def modules(nvcc, source):
    for option, arguments in OPTIONS.items():
        for name, text in split(compile_all(nvcc, source, arguments)):
            yield f"{name}.{option}.ptx", text
    for name, arguments in WHOLE.items():
        yield f"{name}.ptx", compile_all(nvcc, source, arguments)


def main():
    arguments = sys.argv[1:]
    plain = pathlib.Path(arguments[arguments.index("--plain") + 1]) if "--plain" in arguments else None
    nvcc = arguments[0] if arguments and not arguments[0].startswith("--") else "nvcc"
    here = pathlib.Path(__file__).resolve().parent
    packed = []
    for name, text in modules(nvcc, here / "kinds.cu"):
        if plain:
            (plain / name).write_text(text)
        packed.append(f"=== {name} {len(text.encode())}\n{text}")
    (here / "modules.ptx.gz").write_bytes(gzip.compress("".join(packed).encode(), 9, mtime=0))
    print(len(packed), "modules")


if __name__ == "__main__":
    main()
