// SPDX-License-Identifier: Apache-2.0
// A kernel that launches another one (README.md).
extern "C" __global__ void child(int *values) { *values = 1; }
extern "C" __global__ void parent(int *values) { child<<<1, 1>>>(values); }
