# SPDX-License-Identifier: Apache-2.0
"""The functions of the preloaded library (collector/attach/shim/pstudio_attach.h). Without the library they do nothing."""

import os

_VERSION = 1

# Name -> function of the preloaded library; None before the first call. ctypes is imported at that call: the start of a
# program that uses no GPU must not pay for it.
_functions = None


def _find():
    """The functions of the preloaded library; none if it is absent or of another version."""
    try:
        import ctypes
        text, number = ctypes.c_char_p, ctypes.c_uint32
        program = ctypes.CDLL(None)
        version = program.pstudio_attach_version
        version.restype = number
        if version() != _VERSION:
            return {}
        arguments = {
            "kernel_source": (ctypes.c_uint64, text, text),
            "autotune": (ctypes.c_int,),
            "interpreter": (text, ctypes.POINTER(text), number),
            "notice": (text, text),
            "flush": (number,),
        }
        found = {}
        for name, types in arguments.items():
            found[name] = getattr(program, "pstudio_attach_" + name)
            found[name].argtypes = types
            found[name].restype = None
        return found
    except (ImportError, OSError, AttributeError):
        return {}


def _call(name, *arguments):
    global _functions
    if _functions is None:
        _functions = _find()
    function = _functions.get(name)
    if function is not None:
        function(*arguments)


def kernel_source(function, cubin, metadata):
    """The code of the kernel with this handle is in the file `cubin`, its metadata in `metadata` (or None)."""
    _call("kernel_source", function, os.fsencode(cubin), os.fsencode(metadata) if metadata else None)


def autotune(begin):
    """The calling thread enters or leaves an autotuner's benchmark."""
    _call("autotune", 1 if begin else 0)


def interpreter(executable, path):
    """The interpreter of this process and its search path."""
    from ctypes import c_char_p
    folders = (c_char_p * len(path))(*[os.fsencode(folder) for folder in path])
    _call("interpreter", os.fsencode(executable), folders, len(path))


def notice(code, text):
    """A line for the report."""
    _call("notice", code.encode(), text.encode("utf-8", "backslashreplace"))


def flush(milliseconds):
    """Waits until the records of finished launches are in their files, at most so long. A program in which no other function
    was called has none."""
    if _functions is not None:
        _call("flush", milliseconds)
