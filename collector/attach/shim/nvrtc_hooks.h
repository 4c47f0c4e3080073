// SPDX-License-Identifier: Apache-2.0
// The entry points of NVRTC through which a program gets machine code: the PTX of the same program
// is kept beside it.
#pragma once

#include <cstddef>

#include "collector/attach/shim/hooks.h"
#include "collector/vendor/nvrtc_types.h"

// X(exported name, parameters...)
#define PSTUDIO_ATTACH_NVRTC_HOOKS(X)                                                              \
  X(nvrtcCompileProgram, NvrtcProgram, int, const char *const *)                                   \
  X(nvrtcGetCUBIN, NvrtcProgram, char *)                                                           \
  X(nvrtcDestroyProgram, NvrtcProgram *)

// X(exported name, parameters...) of the functions that the hooks call.
#define PSTUDIO_ATTACH_NVRTC_CALLS(X)                                                              \
  X(nvrtcGetCUBINSize, NvrtcProgram, size_t *)                                                     \
  X(nvrtcGetPTXSize, NvrtcProgram, size_t *)                                                       \
  X(nvrtcGetPTX, NvrtcProgram, char *)

namespace pstudio::attach {

/// As findSymbol() of hooks.h, for names of NVRTC. [thread: any]
FoundSymbol findNvrtcSymbol(void *handle, const char *name);

} // namespace pstudio::attach

// The hooks themselves, under the names that libnvrtc exports.
extern "C" {
namespace pstudio::attach {
#define PSTUDIO_ATTACH_DECLARE(name, ...) PSTUDIO_ATTACH_EXPORT NvrtcResult name(__VA_ARGS__);
PSTUDIO_ATTACH_NVRTC_HOOKS(PSTUDIO_ATTACH_DECLARE)
#undef PSTUDIO_ATTACH_DECLARE
} // namespace pstudio::attach
}
