# SPDX-License-Identifier: Apache-2.0
"""Packages with the names and shapes of JAX, with libraries that contain the options of an XLA."""

_BRIDGE = """
import os
_backends = {}
def backends():
    if not _backends:
        _backends["cuda"] = os.environ.get("XLA_FLAGS")
    return _backends
"""
_COMPILER = """
import os
from jax._src import xla_bridge
compiled = []
def {name}(module):
    compiled.append(os.environ.get("XLA_FLAGS"))
    if module is None:
        raise ValueError("no module")
    return module
def compile_or_get_cached(module):
    return {name}(module)
"""
OLDER = "\0xla_dump_to\0"
NEWER = "\0xla_dump_to\0xla_dump_emitter_re\0"


def write(test, plugin=NEWER, jaxlib=NEWER, compiles_by="backend_compile_and_load"):
    """Writes the packages into the folder `packages` of the test. plugin, jaxlib: contents of the libraries; None: there is none."""
    for name in ("jax/__init__.py", "jax/_src/__init__.py", "jaxlib/__init__.py"):
        test.write(f"packages/{name}", "")
    test.write("packages/jax/_src/xla_bridge.py", _BRIDGE)
    test.write("packages/jax/_src/compiler.py", _COMPILER.format(name=compiles_by))
    test.write("packages/jaxlib/utilities.so", "no options")
    test.write("packages/jaxlib/empty.so", "")
    if plugin is not None:
        test.write("packages/jax_plugins/xla_cuda13/xla_cuda_plugin.so", plugin)
    if jaxlib is not None:
        test.write("packages/jaxlib/libjax_common.so", jaxlib)
