# SPDX-License-Identifier: Apache-2.0
"""Start-up of each Python program below proton-collect attach: installs the hooks, then runs the sitecustomize that this one hides."""

import os
import sys


def _install_hooks():
    """Installs the import hooks; the program runs without them if that fails."""
    if not os.environ.get("PSTUDIO_ATTACH"):
        return
    writes_bytecode = sys.dont_write_bytecode
    sys.dont_write_bytecode = True  # nothing is written beside the package
    try:
        from proton_studio import _start
        _start.install()
    except Exception:
        pass
    finally:
        sys.dont_write_bytecode = writes_bytecode


def _hidden_spec():
    """The spec of the sitecustomize that Python would have imported without this folder; None if there is none."""
    own = os.path.realpath(os.path.dirname(os.path.abspath(__file__)))
    folders = [folder for folder in sys.path if os.path.realpath(folder) != own]
    for finder in sys.meta_path:
        find_spec = getattr(finder, "find_spec", None)
        spec = find_spec("sitecustomize", folders) if find_spec else None
        if spec is not None and spec.loader is not None:
            return spec
    return None


def _run_hidden():
    """Runs the hidden module as `sitecustomize`. Its exceptions reach Python, which reports them as ever."""
    spec = _hidden_spec()
    if spec is None:
        return
    from importlib.util import module_from_spec
    module = module_from_spec(spec)
    sys.modules["sitecustomize"] = module
    spec.loader.exec_module(module)


_install_hooks()
_run_hidden()
