# SPDX-License-Identifier: Apache-2.0
"""Two sessions: times of kernels, and cycles inside one function that the program chooses.

    proton-collect attach -o out -- python two_profiles.py

writes out/profile1.hatchet and out/profile2.hatchet. The launch between instrument() and restore() is recorded, the one before is not."""

import torch
import triton
import triton.language as tl

from proton_studio import proton


@triton.jit
def add_kernel(x, y, out, size, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < size
    tl.store(out + offsets, tl.load(x + offsets, mask=mask) + tl.load(y + offsets, mask=mask), mask=mask)


fn = add_kernel
x = torch.rand(1 << 20, device="cuda", dtype=torch.float32)
y = torch.rand(1 << 20, device="cuda", dtype=torch.float32)
out = torch.empty_like(x)
size = x.numel()
grid = (triton.cdiv(size, 1024),)
fn[grid](x, y, out, size, BLOCK=1024)

proton.start(name="profile1", backend="cupti")
proton.start(name="profile2", backend="instrumentation")
proton.instrument(fn, mode="functions,loops")
with proton.scope("step", {"flops": 2e9}):
    fn[grid](x, y, out, size, BLOCK=1024)
proton.restore(fn)
proton.finalize()

torch.cuda.synchronize()
print("equal", torch.equal(out, x + y))
