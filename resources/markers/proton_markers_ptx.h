// SPDX-License-Identifier: Apache-2.0
// Marks scopes in a kernel of CUDA C++ that nvcc compiles. A marker is a comment in the PTX: no
// instruction, no register, nothing to link. Proton Studio makes scopes of the comments when it
// records PTX (proton-collect run, instrument, attach); without it they have no effect.
//
//   #include "proton_markers_ptx.h"
//   PROTON_BEGIN("load");
//   ...
//   PROTON_END("load");          // on every path that began it
//   { PROTON_SCOPE("multiply");  // up to the end of the block, also by return or break
//     ... }
//
// Names are string literals without % and line ends.
#pragma once

#if defined(__CUDA_ARCH__)
#define PROTON_BEGIN(name) asm volatile("// pstudio scope start " name "\n")
#define PROTON_END(name) asm volatile("// pstudio scope end " name "\n")
#define PROTON_JOINED_(a, b) a##b
#define PROTON_JOINED(a, b) PROTON_JOINED_(a, b)
#define PROTON_SCOPE(name)                                                                         \
  struct PROTON_JOINED(ProtonScope, __LINE__) {                                                    \
    __device__ PROTON_JOINED(ProtonScope, __LINE__)() { PROTON_BEGIN(name); }                      \
    __device__ ~PROTON_JOINED(ProtonScope, __LINE__)() { PROTON_END(name); }                       \
  } PROTON_JOINED(protonScope, __LINE__)
#else // code of the host
#define PROTON_BEGIN(name) ((void)0)
#define PROTON_END(name) ((void)0)
#define PROTON_SCOPE(name) ((void)0)
#endif
