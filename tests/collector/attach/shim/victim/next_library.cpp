// SPDX-License-Identifier: Apache-2.0
// Preloaded before another library with the same function, to whose value it adds 10. RTLD_NEXT has
// to be resolved for this library: for the one that was preloaded before it, it would be found once
// more.
#include <dlfcn.h>

extern "C" __attribute__((visibility("default"))) int victimValue() {
  static int s_depth = 0;
  if (s_depth > 0)
    return 1000;
  ++s_depth;
  void *next = dlsym(RTLD_NEXT, "victimValue");
  return 10 + (next ? reinterpret_cast<int (*)()>(next)() : 0);
}
