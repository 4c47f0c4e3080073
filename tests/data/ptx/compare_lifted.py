#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the machine code of lifted entries with that of the originals.

compare_lifted.py PROTON_COLLECT PTXAS FILE.ptx...: lifts each module without records, assembles both texts, and compares the
.text sections and the numbers of registers."""

import pathlib
import re
import struct
import subprocess
import sys
import tempfile


def text_sections(cubin):
    """The bytes of each .text section of an ELF file, by the name of the entry."""
    data = cubin.read_bytes()
    (offset,) = struct.unpack_from("<Q", data, 0x28)
    size, count, names = struct.unpack_from("<HHH", data, 0x3A)
    headers = [struct.unpack_from("<IIQQQQIIQQ", data, offset + i * size) for i in range(count)]
    sections = {}
    for header in headers:
        start = headers[names][4] + header[0]
        name = data[start : data.index(b"\0", start)].decode()
        if name.startswith(".text."):
            sections[name[6:]] = data[header[4] : header[4] + header[5]]
    return sections


def assemble(ptxas, source, cubin):
    """Sections and registers of each entry; the message of ptxas if it fails."""
    text = source.read_text()
    target = re.search(r"^\s*\.target\s+(\w+)(.*)$", text, re.M)
    options = ["-g"] if "debug" in target[2] else ["-lineinfo"] if ".loc" in text else []
    run = subprocess.run([ptxas, "-v", f"-arch={target[1]}", *options, source, "-o", cubin], capture_output=True, text=True)
    if run.returncode:
        return None, run.stdout + run.stderr
    log, registers, entry = run.stdout + run.stderr, {}, None
    for line in log.splitlines():
        if match := re.search(r"Compiling entry function '([^']+)'", line):
            entry = match[1]
        if (match := re.search(r"Used (\d+) registers", line)) and entry:
            registers[entry] = int(match[1])
    return (text_sections(cubin), registers), ""


def main():
    collect, ptxas, *files = sys.argv[1:]
    entries = identical = same_registers = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for file in map(pathlib.Path, files):
            lifted = folder / "lifted.ptx"
            run = subprocess.run([collect, "instrument", file, "-o", lifted, "--mode", "none"], capture_output=True, text=True)
            if run.returncode:
                print(f"{file.name}: {run.stderr.strip()}")
                continue
            (before, error), (after, other) = assemble(ptxas, file, folder / "a"), assemble(ptxas, lifted, folder / "b")
            if error or other:
                print(f"{file.name}: {'original: ' + error if error else other}")
                continue
            for entry, registers in before[1].items():
                entries += 1
                identical += before[0][entry] == after[0].get(entry)
                same_registers += registers == after[1].get(entry)
                if before[0][entry] != after[0].get(entry):
                    print(f"{file.name}: {entry} differs, registers {registers} and {after[1].get(entry)}")
    print(f"entries {entries}, identical {identical}, same registers {same_registers}")


if __name__ == "__main__":
    main()
