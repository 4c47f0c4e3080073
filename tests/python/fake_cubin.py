# SPDX-License-Identifier: Apache-2.0
"""Makes ELF files with the sections of a cubin that hold the registers of its kernels."""

import struct


def text_table(names):
    """(bytes, name -> offset)"""
    table, offsets = b"\0", {}
    for name in names:
        offsets[name] = len(table)
        table += name.encode() + b"\0"
    return table, offsets


def cubin(registers, frame_bytes=0):
    """A cubin with kernels of these names and numbers of registers, after a function without a number."""
    names, offsets = text_table(["helper", *registers])
    symbols = b"".join(struct.pack("<IBBHQQ", offset, 0x12, 0, 1, 0, 0) for offset in [0, *offsets.values()])
    info = struct.pack("<BBH", 3, 0x1B, 255)  # an attribute whose value is in its head
    for number, count in enumerate(registers.values()):
        info += struct.pack("<BBHII", 4, 0x11, 8, number + 2, frame_bytes)  # another attribute of the same form
        info += struct.pack("<BBHII", 4, 0x2F, 8, number + 2, count)
    return elf({".strtab": names, ".symtab": symbols, ".nv.info": info})


def elf(contents):
    """An ELF file of 64 bits with these sections."""
    names, offsets = text_table([*contents, ".shstrtab"])
    contents = {**contents, ".shstrtab": names}
    body, headers = b"", [bytes(64)]
    for name, content in contents.items():
        headers.append(struct.pack("<IIQQQQIIQQ", offsets[name], 1, 0, 0, 64 + len(body), len(content), 0, 0, 1, 0))
        body += content
    head = struct.pack("<4sBBBB8xHHIQQQIHHHHHH", b"\x7fELF", 2, 1, 1, 51, 2, 190, 1, 0, 0, 64 + len(body), 0, 64, 0, 0, 64,
                       len(headers), len(headers) - 1)
    return head + body + b"".join(headers)
