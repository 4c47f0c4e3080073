// SPDX-License-Identifier: Apache-2.0
// What `proton-collect info --memory --json` prints of a launch.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/analysis/memory/counted_accesses.h"
#include "core/analysis/memory/launch_memory.h"

namespace pstudio::cli {

/// Which launch, and why there is nothing to say of it.
struct MemoryJsonHead {
  size_t number = 0; ///< in the file
  std::string_view kernel, target;
  std::string missing; ///< empty if there is something
};

/// One line without its end: a launch without accesses.
std::string memoryToJson(const MemoryJsonHead &head);
/// One line without its end: share, model, operations, buffers, reuse, footprints, findings. Sizes
/// in bytes, parts from 0 to 1, times in picoseconds.
std::string memoryToJson(const MemoryJsonHead &head, const memory::LaunchAccesses &accesses,
                         const memory::LaunchMemory &memory);
/// Likewise of a launch whose accesses were counted: "counted", by operation, and every count in
/// "counts", with the bytes of its buffer that it is about where they are known.
std::string countedToJson(const MemoryJsonHead &head, const memory::LaunchAccesses &accesses,
                          std::span<const memory::CountedSite> sites);

} // namespace pstudio::cli
