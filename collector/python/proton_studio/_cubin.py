# SPDX-License-Identifier: Apache-2.0
"""Reads what a kernel takes of a thread from a cubin (an ELF file)."""

import struct

_SECTION = struct.Struct("<IIQQQQIIQQ")
_SYMBOL = struct.Struct("<IBBHQQ")
_ATTRIBUTE = struct.Struct("<BBH")

# NVIDIA's attributes of a cubin: a form, a kind, and 16 bits that are a value or, for this form, the size of what follows.
_FORM_SIZED = 4
_KIND_FRAME = 0x11
_KIND_REGISTERS = 0x2F


def registers(cubin, kernel):
    """Registers for each thread of the kernel with this name; None if the file has no such kernel or is no cubin."""
    return _attribute(cubin, kernel, _KIND_REGISTERS)


def frame_bytes(cubin, kernel):
    """Local memory for each thread of the kernel with this name: its arrays, and registers that do not fit [bytes]; or None."""
    return _attribute(cubin, kernel, _KIND_FRAME)


def _attribute(cubin, kernel, kind):
    try:
        sections = _sections(cubin)
        symbols = _symbols(cubin, sections)
        values = _values(_content(cubin, sections[".nv.info"]), kind)
        return next((value for symbol, value in values if symbols[symbol] == kernel), None)
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


def _values(attributes, wanted):
    """(number of a symbol, value) of each attribute of this kind."""
    position = 0
    while position + _ATTRIBUTE.size <= len(attributes):
        form, kind, value = _ATTRIBUTE.unpack_from(attributes, position)
        position += _ATTRIBUTE.size
        if form == _FORM_SIZED:
            if kind == wanted:
                yield struct.unpack_from("<II", attributes, position)
            position += value
