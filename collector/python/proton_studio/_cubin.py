# SPDX-License-Identifier: Apache-2.0
"""Reads the number of registers of a kernel from a cubin (an ELF file)."""

import struct

_SECTION = struct.Struct("<IIQQQQIIQQ")
_SYMBOL = struct.Struct("<IBBHQQ")
_ATTRIBUTE = struct.Struct("<BBH")

# NVIDIA's attributes of a cubin: a form, a kind, and 16 bits that are a value or, for this form, the size of what follows.
_FORM_SIZED = 4
_KIND_REGISTERS = 0x2F


def registers(cubin, kernel):
    """Registers for each thread of the kernel with this name; None if the file has no such kernel or is no cubin."""
    try:
        sections = _sections(cubin)
        symbols = _symbols(cubin, sections)
        counts = _register_counts(_content(cubin, sections[".nv.info"]))
        return next((count for symbol, count in counts if symbols[symbol] == kernel), None)
    except (struct.error, IndexError, KeyError, OverflowError, ValueError):
        return None


def _sections(cubin):
    """Name -> header of each section."""
    if cubin[:6] != b"\x7fELF\x02\x01":
        raise ValueError("no ELF file of 64 bits")
    offset, = struct.unpack_from("<Q", cubin, 40)
    size, count, names = struct.unpack_from("<HHH", cubin, 58)
    headers = [_SECTION.unpack_from(cubin, offset + i * size) for i in range(count)]
    texts = _content(cubin, headers[names])
    return {_text(texts, header[0]): header for header in headers}


def _content(cubin, header):
    offset, size = header[4], header[5]
    return cubin[offset:offset + size]


def _text(texts, offset):
    return texts[offset:texts.index(b"\0", offset)].decode()


def _symbols(cubin, sections):
    """Names of the symbols, by number."""
    names = _content(cubin, sections[".strtab"])
    table = _content(cubin, sections[".symtab"])
    return [_text(names, symbol[0]) for symbol in _SYMBOL.iter_unpack(table)]


def _register_counts(attributes):
    """(number of a symbol, registers) of each kernel."""
    position = 0
    while position + _ATTRIBUTE.size <= len(attributes):
        form, kind, value = _ATTRIBUTE.unpack_from(attributes, position)
        position += _ATTRIBUTE.size
        if form == _FORM_SIZED:
            if kind == _KIND_REGISTERS:
                yield struct.unpack_from("<II", attributes, position)
            position += value
