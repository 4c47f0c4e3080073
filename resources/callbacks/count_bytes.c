// SPDX-License-Identifier: Apache-2.0
// How many bytes each warp loads and stores: an example of callbacks.
//
//     proton-collect run resources/kernels/vector_add.json -o add.pftrace \
//         --callbacks resources/callbacks/count_bytes.c --mode default:callbacks=count_bytes@load
//
// The buffer has one i64 for each warp of the launch, which is what it is without a "callbacks"
// entry in the specification. Each of vector_add's warps loads 4 floats of two arrays in each of
// its 32 lanes: 1024 bytes.
#include "../markers/proton_callbacks.h"

PROTON_CALLBACK void count_bytes(uint64_t *buffer, uint32_t warp_of_grid, uint32_t bytes) {
  PROTON_ADD(&buffer[warp_of_grid], bytes);
}
