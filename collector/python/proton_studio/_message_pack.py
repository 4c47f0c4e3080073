# SPDX-License-Identifier: Apache-2.0
"""Values of JSON as MessagePack (https://github.com/msgpack/msgpack/blob/master/spec.md)."""

import struct


def packed(value):
    """The bytes of None, bool, int, float, str, list and dict."""
    parts = []
    _add(value, parts)
    return b"".join(parts)


def _add(value, parts):
    if value is None:
        parts.append(b"\xc0")
    elif isinstance(value, bool):
        parts.append(b"\xc3" if value else b"\xc2")
    elif isinstance(value, int):
        parts.append(_whole(value))
    elif isinstance(value, float):
        parts.append(struct.pack(">Bd", 0xcb, value))
    elif isinstance(value, str):
        text = value.encode("utf-8", "surrogateescape")
        parts += [_head(len(text), 0xa0, 32, 0xd9, 0xda, 0xdb), text]
    elif isinstance(value, dict):
        parts.append(_head(len(value), 0x80, 16, None, 0xde, 0xdf))
        for name, content in value.items():
            _add(name, parts)
            _add(content, parts)
    else:
        parts.append(_head(len(value), 0x90, 16, None, 0xdc, 0xdd))
        for content in value:
            _add(content, parts)


def _whole(value):
    if 0 <= value < 128:
        return bytes([value])
    if value > 0:
        return struct.pack(">BQ", 0xcf, value)
    return struct.pack(">Bq", 0xd3, value)


def _head(size, short, limit, byte, two, four):
    """The type and the size of a text, a list or a dictionary. `short` is the type of sizes below `limit`."""
    if size < limit:
        return bytes([short | size])
    if byte is not None and size < 1 << 8:
        return struct.pack(">BB", byte, size)
    return struct.pack(">BH", two, size) if size < 1 << 16 else struct.pack(">BI", four, size)
