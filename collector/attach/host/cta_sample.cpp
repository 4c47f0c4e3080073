// SPDX-License-Identifier: Apache-2.0
#include "collector/attach/host/cta_sample.h"

#include <algorithm>
#include <string>

namespace pstudio::attach {

uint64_t recordedCtas(const InstrumentationMode &mode, uint64_t ctas) {
  return mode.ctas.isEmpty()
             ? ctas
             : mode.ctas.countBelow(static_cast<uint32_t>(std::min<uint64_t>(ctas, UINT32_MAX)));
}

IdRanges sampleCtas(uint64_t ctas, uint64_t most) {
  constexpr uint64_t kRuns = 8;
  const uint64_t runs = std::min(kRuns, most);
  const uint64_t length = most / runs;
  std::string text;
  for (uint64_t run = 0; run < runs; ++run) {
    // The last run ends with the grid.
    const uint64_t first = runs == 1 ? 0 : run * (ctas - length) / (runs - 1);
    text +=
        (run == 0 ? "" : ",") + std::to_string(first) + "-" + std::to_string(first + length - 1);
  }
  return IdRanges::parse(text).value_or(IdRanges());
}

} // namespace pstudio::attach
