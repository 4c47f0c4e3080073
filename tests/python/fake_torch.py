# SPDX-License-Identifier: Apache-2.0
"""Packages with the shapes of PyTorch's Inductor: its static launcher and its benchmarks in the versions 2.7 to main."""

# Version -> (module of the static launcher, its text).
_LAUNCHER_2_7 = """
class StaticallyLaunchedCudaKernel:
    def __init__(self, path, handles):
        self.cubin_path, self.handles, self.function = path, handles, None
    def load_kernel(self):
        if self.function is not None:
            return
        assert self.cubin_path is not None
        self.function = self.handles[0]
        self.cubin_path = None
    def load(self, device):
        self.load_kernel()
"""
_LAUNCHER_2_8 = _LAUNCHER_2_7.replace("def load_kernel(self):", "def load_kernel(self, device):").replace(
    "self.load_kernel()", "self.load_kernel(device)")
_LAUNCHER_2_11 = _LAUNCHER_2_8.replace("StaticallyLaunchedCudaKernel", "StaticallyLaunchedTritonKernel") + """
class StaticallyLaunchedCudaKernel(StaticallyLaunchedTritonKernel):
    pass
"""
_LAUNCHER_MAIN = """
class StaticallyLaunchedTritonKernel:
    device_agnostic = False
    def __init__(self, path, handles):
        self.cubin_path, self.handles, self.function, self.functions = path, handles, None, {}
    def load_kernel(self, device):
        if self.device_agnostic:
            if device not in self.functions:
                self.functions[device] = self.handles[device]
            return
        if self.function is not None:
            return
        if self.cubin_path is None:
            raise AssertionError("cubin_path must not be None before load_kernel")
        self.function = self.handles[0]
        self.cubin_path = None
    def load(self, device):
        self.load_kernel(device)
    def __getstate__(self):
        return {**self.__dict__, "function": None, "cubin_path": None}
class StaticallyLaunchedCudaKernel(StaticallyLaunchedTritonKernel):
    pass
class StaticallyLaunchedXpuKernel(StaticallyLaunchedTritonKernel):
    def load_kernel(self, device):
        self.function = "capsule"
"""
LAUNCHERS = {
    "2.7": ("static_cuda_launcher", _LAUNCHER_2_7),
    "2.8": ("static_cuda_launcher", _LAUNCHER_2_8),
    "2.11": ("static_triton_launcher", _LAUNCHER_2_11),
    "main": ("static_triton_launcher", _LAUNCHER_MAIN),
}
_HEURISTICS = """
class CachingAutotuner:
    def __init__(self, launchers):
        self.launchers = launchers
    def bench(self, launcher, *args, with_profiler=False, **kwargs):
        return launcher(*args, **kwargs)
    def benchmark_all_configs(self, *args, **kwargs):
        return {launcher: self.bench(launcher, *args, **kwargs) for launcher in self.launchers}
    def run(self, *args, stream):
        return self.launchers[0](*args)
"""
_AUTOTUNE_PROCESS = """
class BenchmarkRequest:
    def benchmark(self, *tensors, out=None):
        return self.do_bench(lambda: 5)
class Mixin:
    def do_bench(self, function):
        return function()
class TritonBenchmarkRequest(BenchmarkRequest):
    pass
class TritonGPUBenchmarkRequest(Mixin, TritonBenchmarkRequest):
    pass
"""


def write(test, version, folder="packages"):
    """Writes the package and returns the name of the launcher's module."""
    module, text = LAUNCHERS[version]
    for package in ("torch", "torch/_inductor", "torch/_inductor/runtime"):
        test.write(f"{folder}/{package}/__init__.py", "")
    test.write(f"{folder}/torch/_inductor/runtime/{module}.py", text)
    test.write(f"{folder}/torch/_inductor/runtime/triton_heuristics.py", _HEURISTICS)
    test.write(f"{folder}/torch/_inductor/autotune_process.py", _AUTOTUNE_PROCESS)
    return f"torch._inductor.runtime.{module}"
