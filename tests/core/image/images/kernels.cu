// SPDX-License-Identifier: Apache-2.0
// The kernels of the images in this folder (README.md).
template <class T> __global__ void scale(T *values, T factor) { values[threadIdx.x] *= factor; }
template __global__ void scale<float>(float *, float);
extern "C" __global__ void add(float *values) { values[threadIdx.x] += 1; }
