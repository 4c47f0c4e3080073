// SPDX-License-Identifier: Apache-2.0
// Sums of rows in HIP, one row for each workgroup: LLVM IR for AMD's GPUs as clang makes it. No header
// of ROCm is needed. row_sum.ll is what this prints, here:
//
//   clang++-19 -x hip --cuda-device-only --offload-arch=gfx942 -nogpulib -nogpuinc -O2 \
//       -gline-tables-only -fdebug-compilation-dir=. -I../../../resources/markers -S -emit-llvm \
//       row_sum.hip -cuid=row_sum -o - > row_sum.ll
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#include "proton_markers.h"

static __device__ void barrier() {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}

extern "C" __global__ void row_sum(const float *__restrict in, float *__restrict out, unsigned n) {
  __shared__ float part[256];
  const unsigned thread = __builtin_amdgcn_workitem_id_x(), row = __builtin_amdgcn_workgroup_id_x();
  const unsigned threads = __builtin_amdgcn_workgroup_size_x();
  proton_scope_start("load");
  float sum = 0;
  for (unsigned i = thread; i < n; i += threads)
    sum += in[row * n + i];
  proton_scope_end("load");
  part[thread] = sum;
  barrier();
  proton_scope_start("reduce");
  for (unsigned half = threads / 2; half > 0; half /= 2) {
    if (thread < half)
      part[thread] += part[thread + half];
    barrier();
  }
  proton_scope_end("reduce");
  if (thread == 0)
    out[row] = part[0];
}
