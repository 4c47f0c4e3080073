#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes the images of this folder again, with the nvcc on PATH (README.md).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
for mode in none speed size; do
  nvcc -fatbin -arch=sm_90a --compress-mode="$mode" kernels.cu -o "sm_90a_$mode.fatbin"
done
nvcc -fatbin -gencode arch=compute_80,code=sm_80 -gencode arch=compute_90,code=[sm_90,compute_90] kernels.cu -o several.fatbin
nvcc -fatbin -gencode arch=compute_80,code=[sm_90,compute_80] kernels.cu -o virtual_80.fatbin
nvcc -fatbin -gencode arch=compute_80,code=sm_90 -gencode arch=compute_90,code=compute_90 kernels.cu -o other_source.fatbin
nvcc -fatbin -gencode arch=compute_90,code=sm_90 kernels.cu -o no_ptx.fatbin
nvcc -fatbin -arch=sm_90 -lineinfo -maxrregcount=32 --fmad=false -Xptxas -O1 kernels.cu -o options.fatbin
nvcc -fatbin -arch=sm_90 -G kernels.cu -o debug.fatbin
nvcc -fatbin -arch=sm_90 calls.cu -o calls.fatbin
nvcc -fatbin -arch=sm_90 -rdc=true launches.cu -o launches.fatbin
nvcc -ptx -arch=sm_90 kernels.cu -o kernels.ptx
nvcc -cubin -arch=sm_90a kernels.cu -o kernels.cubin
nvcc -c -arch=sm_90 kernels.cu -o program.o
nvcc -c -arch=sm_90 -rdc=true kernels.cu -o object.o
nvcc -dlink -arch=sm_90 object.o -o linked.o
rm object.o
