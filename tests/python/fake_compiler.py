# SPDX-License-Identifier: Apache-2.0
"""The packages of fake_triton with a back end: its stages write what they are given to a file, one JSON object a line."""

import fake_triton

_LIBTRITON = """
import json, os
def note(**entry):
    with open(os.environ["FAKE_LOG"], "a") as file:
        file.write(json.dumps(entry) + "\\n")
class llvm:
    @staticmethod
    def init_targets():
        note(call="init_targets")
class nvidia:
    @staticmethod
    def set_short_ptr():
        note(call="set_short_ptr")
"""
_BASE = """
import enum
class GPUTarget:
    def __init__(self, backend, arch, warp_size):
        self.backend, self.arch, self.warp_size = backend, arch, warp_size
class Language(enum.Enum):
    TRITON = 0
    GLUON = 1
"""
_MAKE_BACKEND = """
def make_backend(target):
    from ..backends.nvidia import CUDABackend, HIPBackend
    return HIPBackend(target) if target.backend == "hip" else CUDABackend(target)
"""
_BACKEND = """
import dataclasses, os, re, sys
from .._C.libtriton import note
from .compiler import Language
@dataclasses.dataclass(frozen=True)
class CUDAOptions:
    num_warps: int = 4
    num_stages: int = 3
    ptx_version: int = None
    maxnreg: int = None
    enable_fp_fusion: bool = True
    supported_fp8_dtypes: tuple = ()
    extern_libs: tuple = ()
    arch: str = None
    def __post_init__(self):
        assert self.num_warps & (self.num_warps - 1) == 0, "num_warps must be a power of 2"
        object.__setattr__(self, "extern_libs", tuple(dict(self.extern_libs).items()))
class CUDABackend:
    def __init__(self, target):
        self.target = target
    def parse_options(self, opts):
        opts["changed"] = True
        fields = CUDAOptions.__dataclass_fields__
        return CUDAOptions(**{key: opts[key] for key in fields if opts.get(key) is not None})
    def make_ptx(self, src, metadata, opt, capability):
        hash(opt)
        print("print of make_ptx")
        os.write(1, b"write of make_ptx\\n")
        if "@crash" in src:
            os._exit(139)
        if "@fails" in src:
            raise RuntimeError("ptxas fatal: " + "x" * 100000)
        note(call="make_ptx", options=vars(opt), capability=capability, no_line_info=os.environ.get("TRITON_DISABLE_LINE_INFO"))
        metadata["name"] = re.search(r"define ptx_kernel void @(\\w+)", src)[1]
        return "ptx of " + src
    def make_cubin(self, src, metadata, opt, capability):
        note(call="make_cubin", source=src, capability=capability, fusion=opt.enable_fp_fusion)
        sys.path.insert(0, os.environ["FAKE_CUBIN"])
        from fake_cubin import cubin
        bound = re.search(r"\\.maxnreg (\\d+)", src)
        return cubin({metadata["name"]: int(bound[1]) if bound else 40}, int(os.environ.get("FAKE_SPILL", "0")) if bound else 0)
    def add_stages(self, stages, optionsLANGUAGE):
        stages["llir"] = None
        stages["ptx"] = lambda src, metadata: self.make_ptx(src, metadata, options, self.target.arch)
        stages["cubin"] = lambda src, metadata: self.make_cubin(src, metadata, options, self.target.arch)
class HIPBackend(CUDABackend):
    def make_amdgcn(self, src, metadata, opt):
        note(call="make_amdgcn", arch=self.target.arch, options=vars(opt))
        metadata["name"] = re.search(r"define amdgpu_kernel void @(\\w+)", src)[1]
        return "assembly of " + src
    def make_hsaco(self, src, metadata, opt):
        note(call="make_hsaco", source=src)
        return b"\\x7fELF code object"
    def add_stages(self, stages, optionsLANGUAGE):
        stages["amdgcn"] = lambda src, metadata: self.make_amdgcn(src, metadata, options)
        stages["hsaco"] = lambda src, metadata: self.make_hsaco(src, metadata, options)
"""


def write(test, version="3.6.0", has_language=True):
    fake_triton.write(test, version)
    language = ", language" if has_language else ""
    use = "\n        assert language is Language.TRITON" if has_language else ""
    for path, text in {
        "triton/_C/__init__.py": "",
        "triton/_C/libtriton.py": _LIBTRITON,
        "triton/backends/__init__.py": "",
        "triton/backends/compiler.py": _BASE,
        "triton/backends/nvidia.py": _BACKEND.replace("LANGUAGE):", f"{language}):{use}"),
    }.items():
        test.write(f"packages/{path}", text)
    compiler = test.folder / "packages/triton/compiler/compiler.py"
    compiler.write_text(compiler.read_text() + _MAKE_BACKEND)
