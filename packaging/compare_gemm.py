# SPDX-License-Identifier: Apache-2.0
"""The matrix product of compare-triton.py: torch's own, Triton's and ours, plain and recorded.

4096 cubed, f16 in. Triton's kernel copies by tensor descriptors and multiplies by warpgroups, with the four scopes a
step along K that ours has; tiles of 128x128x64 and 4 warps, 4 stages.
"""
import statistics
import time

SIZE = 4096
TILE_M, TILE_N, TILE_K, WARPS, STAGES = 128, 128, 64, 4, 4
PLAIN_LAUNCHES = 20
PAUSE = 0.0002  # between plain ones [s]
# Of each version: behind each launch Proton decodes for 0.3 s and more.
RECORDED_LAUNCHES = 4
# Its cheapest clock in both places; its default clock costs 8 cycles a record more.
MODES = {
    "shared, clock32": "default:buffer_type=shared:optimizations=clock32",
    "global, clock32": "default:buffer_type=global:optimizations=clock32",
}
WHAT_RATE = "gemm 4096^3, TFLOP/s"
WHAT_TIME = "gemm 4096^3, GPU us"
WHAT_ADDED = "gemm 4096^3, GPU time added %"
WHAT_CYCLES = "gemm 4096^3, cycles in the kernel added %"

KERNEL = '''
@triton.jit
def gemm(a, b, c, K, TILE_M: tl.constexpr, TILE_N: tl.constexpr, TILE_K: tl.constexpr):
    row = tl.program_id(1) * TILE_M
    column = tl.program_id(0) * TILE_N
    total = tl.zeros((TILE_M, TILE_N), dtype=tl.float32)
    for k in range(0, K, TILE_K):
        pl.enter_scope("step")
        pl.enter_scope("load a")
        x = a.load([row, k])
        pl.exit_scope("load a")
        pl.enter_scope("load b")
        y = b.load([k, column])
        pl.exit_scope("load b")
        pl.enter_scope("dot")
        total = tl.dot(x, y, total)
        pl.exit_scope("dot")
        pl.exit_scope("step")
    c.store([row, column], total)
'''


def rate(microseconds):
    """TFLOP/s of one product."""
    return 2 * SIZE**3 / microseconds / 1e6


class TritonGemm:
    """The products of torch and Triton on shared operands. `side` is compare-triton.py's TritonSide."""

    def __init__(self, side):
        from triton.tools.tensor_descriptor import TensorDescriptor

        self.side, torch = side, side.torch
        self.a, self.b = (torch.rand(SIZE, SIZE, device="cuda").mul(2).sub(1).half() for _ in range(2))
        self.c = torch.full((SIZE, SIZE), float("nan"), device="cuda")
        self.maps = (TensorDescriptor.from_tensor(self.a, [TILE_M, TILE_K]),
                     TensorDescriptor.from_tensor(self.b, [TILE_K, TILE_N]),
                     TensorDescriptor.from_tensor(self.c, [TILE_M, TILE_N]))

    def launch(self):
        grid = (SIZE // TILE_N, SIZE // TILE_M)
        self.side.kernels.gemm[grid](*self.maps, SIZE, TILE_M, TILE_N, TILE_K, num_warps=WARPS, num_stages=STAGES)

    def check(self):
        wanted = self.a[:128].double() @ self.b.double()
        error = (self.c[:128].double() - wanted).abs().max().item()
        if not error < 0.05:
            raise RuntimeError(f"Triton's product is wrong by {error}")

    def measure_torch(self, figures):
        """By events around each product: the library chooses the kernel, so its name is not known."""
        torch, times = self.side.torch, []
        out = torch.empty(SIZE, SIZE, dtype=torch.half, device="cuda")
        for _ in range(PLAIN_LAUNCHES):
            begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
            begin.record()
            torch.matmul(self.a, self.b, out=out)
            end.record()
            torch.cuda.synchronize()
            times.append(begin.elapsed_time(end) * 1000)
            time.sleep(PAUSE)
        median = statistics.median(times[1:])
        figures.add(WHAT_TIME, "torch (vendor library)", median)
        figures.add(WHAT_RATE, "torch (vendor library)", rate(median))

    def measure_triton(self, figures):
        """Plain launches with the pause that recorded ones have, so that clocks and power are alike."""
        for variant, mode in MODES.items():
            def part(into, variant=variant, mode=mode):
                self.launch()
                took = []
                self.side.record(lambda: took.append(self.paced(0.0)), mode, data="tree")  # no file of a million slices
                recorded, pause = took[0]
                plain, _ = self.paced(pause)
                into.add(WHAT_TIME, "Triton plain", plain)
                into.add(WHAT_RATE, "Triton plain", rate(plain))
                into.add(WHAT_ADDED, f"Triton {variant}", (recorded / plain - 1) * 100)
                self.check()
            figures.attempt(f"Triton, gemm, {variant}", part)

    def paced(self, pause):
        """Median GPU time of launches, and how long one took on the host besides."""
        begin = time.perf_counter()
        median = self.side.gpu_microseconds(self.launch, "gemm", RECORDED_LAUNCHES, pause)
        return median, (time.perf_counter() - begin) / RECORDED_LAUNCHES


def measure_ours(side, figures):
    """Our kernel by the section `overhead`: `side` is compare-triton.py's OurSide."""
    for row in side.overhead("gemm_wgmma"):
        if not isinstance(row["GPU"], (int, float)):
            raise RuntimeError(row["GPU"])
        if row["version"] == "plain":
            figures.add(WHAT_TIME, "ours plain", row["GPU"])
            figures.add(WHAT_RATE, "ours plain", rate(row["GPU"]))
        elif row["version"] != "plain again":
            figures.add(WHAT_ADDED, f"ours {row['version']}", row["more"])
            figures.add(WHAT_CYCLES, f"ours {row['version']}", row["more 2"])
