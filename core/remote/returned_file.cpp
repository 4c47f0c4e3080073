// SPDX-License-Identifier: Apache-2.0
#include "core/remote/returned_file.h"

#include <algorithm>

#include "core/record/stream_log.h"

namespace pstudio {

bool isDrainLog(std::string_view name) {
  // The number is written as drainLogName() writes it, or it is another file.
  const size_t first = std::min(name.find_first_of("0123456789"), name.size());
  uint64_t index = 0;
  for (size_t i = first; i < name.size() && name[i] >= '0' && name[i] <= '9' && index < 1'000'000;
       ++i)
    index = index * 10 + static_cast<uint64_t>(name[i] - '0');
  return first < name.size() && name == record::drainLogName(static_cast<uint32_t>(index));
}

bool isReturnedFile(std::string_view name) {
  constexpr std::string_view names[] = {kReturnedTrace, kReturnedCapture, kReturnedPasses,
                                        kReturnedCallbacks, kReturnedCode};
  return std::ranges::find(names, name) != std::end(names) || isDrainLog(name);
}

} // namespace pstudio
