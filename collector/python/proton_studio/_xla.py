# SPDX-License-Identifier: Apache-2.0
"""XLA gives the driver machine code only. Before JAX makes its first backend, XLA_FLAGS gets the option by which XLA writes PTX."""

import os
import re

from proton_studio import _library, _program
from proton_studio._hook import Hook, replace_method

# The folder below which a process may write PTX; set by proton-collect attach where it records or lists kernels.
_FOLDER_VARIABLE = "PSTUDIO_ATTACH_DUMPS"
_FLAGS_VARIABLE = "XLA_FLAGS"
_DUMP_OPTION = "xla_dump_to"
# XLA ends the program at an unknown option. Versions without this one write PTX by the first alone.
_EMITTER_OPTION = "xla_dump_emitter_re"
_EMITTER_FLAGS = f"--{_EMITTER_OPTION}=ptx --xla_dump_hlo_pass_re=none"

_DUMP_FLAG = re.compile(rf"""--{_DUMP_OPTION}=(?:"([^"]*)"|'([^']*)'|(\S*))""")
_CODE = "xla.flags"

_begin_hook = Hook("XLA_FLAGS before the first backend of JAX")
_end_hook = Hook("XLA_FLAGS after the first compilation of JAX")


class _Flags:
    """XLA_FLAGS of the process: the text before the change, and after it; None: not set, or not changed."""

    def __init__(self):
        self.has_begun = False
        self.before = None
        self.after = None


_flags = _Flags()


def watch_bridge(bridge):
    """Changes the variable at the first call of backends(): the program may set it until then."""
    if not os.environ.get(_FOLDER_VARIABLE):
        return
    if callable(vars(bridge).get("backends")):
        replace_method(bridge, "backends", _preceded)
    else:
        _begin()


def _preceded(backends):
    def preceded(*args, **kwargs):
        _begin_hook.run(_begin)
        return backends(*args, **kwargs)

    return preceded


def watch_compiler(compiler):
    """XLA reads the variable once. After the first compilation it is as before: programs that this one starts may have an XLA
    without the option."""
    if not os.environ.get(_FOLDER_VARIABLE):
        return
    for name in ("backend_compile", "backend_compile_and_load"):
        replace_method(compiler, name, _followed)


def _followed(compile_module):
    def followed(*args, **kwargs):
        try:
            return compile_module(*args, **kwargs)
        finally:
            _end_hook.run(_end)

    return followed


def _begin():
    if _flags.has_begun:
        return
    _flags.has_begun = True
    base = os.environ[_FOLDER_VARIABLE]
    given = os.environ.get(_FLAGS_VARIABLE)
    flags = _without_inherited(given or "", base)
    chosen = [next(filter(None, match), "") for match in _DUMP_FLAG.findall(flags)]
    if chosen:
        _use_chosen(chosen[-1])
        return
    option = _dump_flags()
    if option is None:
        return
    folder = os.path.join(base, f"xla-{os.getpid()}")
    if flags and not flags.startswith("-"):
        _library.notice(_CODE, f"XLA_FLAGS is {flags}")
        return
    if re.search(r"""["'\\]""", folder):
        _library.notice(_CODE, folder)
        return
    os.makedirs(folder, mode=0o700, exist_ok=True)
    added = f"--{_DUMP_OPTION}=" + (f'"{folder}"' if re.search(r"\s", folder) else folder) + option
    _flags.before, _flags.after = given, f"{flags} {added}".strip()
    os.environ[_FLAGS_VARIABLE] = _flags.after
    _program.report_interpreter()
    _library.dump_folder(folder, added)


def _use_chosen(folder):
    """The program has chosen the folder itself. Two names are no folders: XLA prints to the standard output, or to Google's tests."""
    if folder and folder not in ("-", "sponge"):
        _program.report_interpreter()
        _library.dump_folder(os.path.abspath(folder), "")


def _end():
    after, _flags.after = _flags.after, None
    if after is None or os.environ.get(_FLAGS_VARIABLE) != after:
        return
    if _flags.before is None:
        del os.environ[_FLAGS_VARIABLE]
    else:
        os.environ[_FLAGS_VARIABLE] = _flags.before


def _without_inherited(flags, base):
    """The flags without those that this package gave the process that started this one."""
    inherited = _DUMP_FLAG.search(flags)
    folder = next(filter(None, inherited.groups()), "") if inherited else ""
    if folder.startswith(os.path.join(base, "xla-")):
        flags = flags.replace(inherited.group(0), "").replace(_EMITTER_FLAGS, "")
    return flags.strip()


def _dump_flags():
    """Further flags with which XLA writes PTX into the folder, or none; None without an XLA for NVIDIA GPUs that has the option."""
    has_option, has_emitters = False, True
    for library in _libraries():
        options = _options_in(library)
        has_option |= bool(options)
        has_emitters &= not options or _EMITTER_OPTION in options
    if not has_option:
        return None
    return " " + _EMITTER_FLAGS if has_emitters else ""


def _libraries():
    """The libraries of JAX that contain XLA; none if it has no part for NVIDIA GPUs. Each reads the variable itself."""
    from glob import escape, glob
    from sys import path

    def files(pattern):
        return [file for folder in path if isinstance(folder, str) for file in glob(os.path.join(escape(folder or "."), pattern))]

    plugins = files("jax_plugins/xla_cuda*/*.so")
    own = files("jaxlib/*.so")
    # Before JAX had plugins, the CUDA version of jaxlib was another library.
    return plugins + own if plugins or any(_contains(file, b"libcuda.so") for file in own) else []


def _options_in(file):
    """Which of the two options the library has. The name of the first is part of no other option's."""
    if _contains(file, _EMITTER_OPTION.encode()):
        return {_DUMP_OPTION, _EMITTER_OPTION}
    return {_DUMP_OPTION} if _contains(file, _DUMP_OPTION.encode()) else set()


def _contains(file, text):
    """Looks through the file in its mapping: hundreds of MB, which the program loads anyway."""
    from mmap import ACCESS_READ, mmap
    try:
        with open(file, "rb") as opened, mmap(opened.fileno(), 0, access=ACCESS_READ) as mapping:
            return mapping.find(text) >= 0
    except (OSError, ValueError):  # ValueError: it is empty
        return False
