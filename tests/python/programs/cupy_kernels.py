# SPDX-License-Identifier: Apache-2.0
"""Kernels of CuPy that its run-time compiler makes: raw kernels, element-wise kernels and a reduction. Prints a hash of each
output."""

import hashlib

import cupy as cp

ROWS = r'''
extern "C" __global__ void row_sums(const float* in, float* out, int columns) {
  __shared__ float parts[128];
  float sum = 0;
  for (int i = threadIdx.x; i < columns; i += 128)
    sum += in[blockIdx.x * columns + i];
  parts[threadIdx.x] = sum;
  __syncthreads();
  for (int step = 64; step > 0; step /= 2) {
    if (threadIdx.x < step)
      parts[threadIdx.x] += parts[threadIdx.x + step];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    out[blockIdx.x] = parts[0];
}
'''
MODULE = r'''
template <typename T> __global__ void scale(T* values, T by, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    values[i] *= by;
}
'''


def show(name, values):
    print(name, hashlib.sha256(cp.asnumpy(values).tobytes()).hexdigest()[:16], flush=True)


def main():
    matrix = (cp.arange(512 * 1000, dtype=cp.float32).reshape(512, 1000) % 17) / 3
    raw = cp.RawKernel(ROWS, "row_sums")
    for options in ((), ("-lineinfo",)):
        kernel = raw if not options else cp.RawKernel(ROWS, "row_sums", options=options)
        for _ in range(2):
            sums = cp.full(512, -1, dtype=cp.float32)
            kernel((512,), (128,), (matrix, sums, cp.int32(1000)))
            show("row_sums", sums)
    module = cp.RawModule(code=MODULE, options=("-std=c++17",), name_expressions=("scale<float>", "scale<double>"))
    for kind in (cp.float32, cp.float64):
        values = cp.arange(10000, dtype=kind)
        name = "scale<float>" if kind is cp.float32 else "scale<double>"
        module.get_function(name)((79,), (128,), (values, kind(1.25), cp.int32(10000)))
        show(name, values)
    clamp = cp.ElementwiseKernel("T x, T low", "T y", "y = x < low ? low : x * x", "clamped_square")
    show("clamped_square", clamp(matrix, cp.float32(2)))
    largest = cp.ReductionKernel("T x", "T y", "x", "a > b ? a : b", "y = a", "-1e30f", "largest")
    show("largest", largest(matrix, axis=1))
    show("where", cp.where(matrix > 3, cp.sqrt(matrix), matrix))


if __name__ == "__main__":
    main()
