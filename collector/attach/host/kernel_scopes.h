// SPDX-License-Identifier: Apache-2.0
// The scopes inside the recorded launches of a trace, as trees of names.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/trace/trace.h"

namespace pstudio::attach {

/// A scope of all warps, below the scope that contains it.
struct KernelScope {
  static constexpr uint32_t kNoParent = UINT32_MAX;
  std::string name;
  uint32_t parent = kNoParent; ///< its place, less than the scope's own
  uint64_t cycles = 0;         ///< of all instances in all warps
};

/// The scopes of one launch.
struct KernelScopes {
  std::vector<KernelScope> scopes;
  uint64_t warps = 0; ///< that recorded
};

/// One element for each launch of the trace. Asynchronous operations are no scopes. O(slices).
std::vector<KernelScopes> kernelScopesOf(const Trace &trace);

} // namespace pstudio::attach
