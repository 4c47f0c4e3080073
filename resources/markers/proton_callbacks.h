// SPDX-License-Identifier: Apache-2.0
// For C and C++ files of callbacks: functions that Proton Studio calls in a kernel, at the points
// that an instrumentation mode names (callbacks=FUNCTION@POINT):
//
//     enter exit iteration load store atomic barrier after_barrier async matrix
//
// Every thread that comes to the point calls, before what the point is named after (exit: before
// the return; after_barrier: after the barrier). A function returns void and requests what it
// needs by the names of its parameters, in any order:
//
//     everywhere          T *buffer              the specification's buffer, any type of pointer
//                         uint64_t buffer_bytes  its size
//                         uint32_t cta           number of the CTA in the grid, x fastest
//                         uint32_t warp          number of the warp in its CTA
//                         uint32_t lane          of the warp, 0 to 31
//                         uint32_t warps         of a CTA
//                         uint32_t warp_of_grid  cta * warps + warp
//                         uint64_t cycle         clock of the SM; of the model on target cpu
//                         uint32_t line          of the kernel's source, 0 if it is not known
//     load store atomic   uint64_t address       of the first byte, in its address space
//                         uint32_t bytes         that the thread accesses
//                         uint32_t space         0 any, 1 global memory, 3 shared memory
//
// Threads run side by side: add to the buffer with PROTON_ADD. Reads and writes of a callback
// are not checked. There is no library, and no record can be made (proton_markers.h).
#pragma once

#include <stdint.h>

#ifdef __cplusplus
#define PROTON_CALLBACK extern "C"
#else
#define PROTON_CALLBACK
#endif

/// Adds to an integer that other threads may add to, too.
#define PROTON_ADD(pointer, number)                                                                \
  __atomic_fetch_add((pointer), (__typeof__(*(pointer)))(number), __ATOMIC_RELAXED)
