# SPDX-License-Identifier: Apache-2.0
"""Which files the data of a session stands for."""

from proton_studio import _library

_FILES = {"tree": _library.TREE_FILE, "trace": _library.TRACE_FILE}


def of(data):
    """The files of data="tree" (the default), "trace", or both, separated by commas. Unknown words stand for none."""
    names = [name.strip().lower() for name in str(data or "tree").split(",")]
    files = 0
    for name in names:
        files |= _FILES.get(name, 0)
    return files or _library.TREE_FILE


def is_known(data):
    """Every word of data is a kind of file."""
    return all(name.strip().lower() in _FILES for name in str(data or "tree").split(","))
