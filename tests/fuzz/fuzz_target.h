// SPDX-License-Identifier: Apache-2.0
// Declarations that all fuzz targets share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/access/launch_accesses.h"
#include "core/analysis/memory/memory_text.h"
#include "core/base/check.h"
#include "core/trace/cost_correction.h"
#include "core/trace/trace.h"
#include "tests/support/trace_text.h"

/// The entry point for libFuzzer and the replay driver.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

namespace pstudio::fuzz {

inline std::span<const std::byte> bytesOf(const uint8_t *data, size_t size) {
  return std::as_bytes(std::span(data, size));
}

/// Runs the complete memory analysis of a launch, unless its bytes per lane would take seconds.
inline void walkAccesses(const memory::LaunchAccesses &accesses) {
  constexpr uint32_t kMostBytes = 1 << 16;
  for (const memory::AccessSite &site : accesses.table.sites())
    if (site.bytesPerLane > kMostBytes)
      return;
  PSTUDIO_CHECK(!memory::describeMemory(accesses, memory::analyzeMemory(accesses, 1)).empty());
}

/// Traverses the complete trace. Sanitizers and checks detect invalid data.
inline void walk(const Trace &trace) {
  PSTUDIO_CHECK(!traceToText(trace).empty());
  if (hasRecordingCost(trace))
    walk(correctRecordingCost(trace)); // one level: the corrected trace has no cost
  for (const Launch &launch : trace.launches())
    if (launch.accesses)
      walkAccesses(*launch.accesses);
  for (const Row &row : trace.rows())
    for (uint32_t i = 1; i < row.sliceCount; ++i) {
      const SliceId before(row.firstSlice.value + i - 1), slice(row.firstSlice.value + i);
      PSTUDIO_CHECK(trace.sliceTime(before).end <= trace.sliceTime(slice).begin);
    }
}

} // namespace pstudio::fuzz
