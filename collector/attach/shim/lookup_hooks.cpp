// SPDX-License-Identifier: Apache-2.0
// Hooks of cuGetProcAddress: the CUDA runtime finds all its functions through it.
#include "collector/attach/shim/hooks.h"

namespace pstudio::attach {

extern "C" {

CuResult cuGetProcAddress(const char *name, void **function, int version, uint64_t flags) {
  const RealFunction<HookId::cuGetProcAddress> real;
  const CuResult result = real(name, function, version, flags);
  if (result == CuResult::Success && function)
    *function = replaceProcAddress(name, *function, version, flags);
  return result;
}

CuResult cuGetProcAddress_v2(const char *name, void **function, int version, uint64_t flags,
                             int *status) {
  const RealFunction<HookId::cuGetProcAddress_v2> real;
  const CuResult result = real(name, function, version, flags, status);
  if (result == CuResult::Success && function)
    *function = replaceProcAddress(name, *function, version, flags);
  return result;
}
}

} // namespace pstudio::attach
