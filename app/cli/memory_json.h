// SPDX-License-Identifier: Apache-2.0
// JSON output of `proton-collect info --memory --json` for a launch.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/analysis/memory/counted_accesses.h"
#include "core/analysis/memory/launch_memory.h"

namespace pstudio::cli {

/// Identifies the launch, and contains the reason if it has no accesses.
struct MemoryJsonHead {
  size_t number = 0; ///< in the file
  std::string_view kernel, target;
  std::string missing; ///< why the launch has no accesses; empty if it has some
};

/// One line without its end: a launch without accesses.
std::string memoryToJson(const MemoryJsonHead &head);
/// One line without its end: share, model, operations, buffers, reuse, footprints, findings. Sizes
/// in bytes, parts from 0 to 1, times in picoseconds.
std::string memoryToJson(const MemoryJsonHead &head, const memory::LaunchAccesses &accesses,
                         const memory::LaunchMemory &memory);
/// The same for a launch whose accesses were counted: "counted", by operation, and each count in
/// "counts", with the byte range of its buffer where that is known.
std::string countedToJson(const MemoryJsonHead &head, const memory::LaunchAccesses &accesses,
                          std::span<const memory::CountedSite> sites);

} // namespace pstudio::cli
