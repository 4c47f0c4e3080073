// SPDX-License-Identifier: Apache-2.0
// Runs kernels in LLVM IR, also with records at random places of their control flow.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/base/result.h"

namespace pstudio::cpu::test {

inline constexpr uint32_t kThreads = 96;
inline constexpr size_t kOutputs = 8; ///< of each thread

using Outputs = std::array<int32_t, kThreads * kOutputs>;

/// Places of records: before a share of the instructions, and on a share of the edges.
struct RecordPlaces {
  uint32_t seed = 0;
  uint32_t percent = 0; ///< 0: none
};

/// Runs "kernel(ptr %out, ptr %words)" with one CTA of kThreads threads. `out`: the result, -1
/// where nothing is written; put(out, slot, value) writes an element of the thread. `words`: 8
/// words, 0 at the start. active() returns the lanes at the same place.
Result<Outputs> runSchedule(std::string_view kernel, const RecordPlaces &places = {});

} // namespace pstudio::cpu::test
