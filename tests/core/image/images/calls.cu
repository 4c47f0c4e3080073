// SPDX-License-Identifier: Apache-2.0
// Kernels that call functions (README.md).
typedef int (*Function)(int);
__device__ int next(int x) { return x + 1; }
__device__ Function table[1] = {next};
extern "C" __global__ void indirect(int *values, int i) { *values = table[i](*values); }
__device__ __noinline__ int square(int x) { return x * x; }
extern "C" __global__ void direct(int *values) { *values = square(*values); }
