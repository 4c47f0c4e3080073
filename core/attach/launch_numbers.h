// SPDX-License-Identifier: Apache-2.0
// Which launches of a kernel: the text of --launch.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace pstudio::attach {

/// first, first + step, ... up to last, inclusive. 1 is the first launch of a kernel's name in a
/// process.
struct LaunchNumbers {
  uint64_t first = 1, last = 1, step = 1;
};

/// "3", "10-12" or "every=100" (1, 101, 201, ...). InvalidInput for anything else.
Result<LaunchNumbers> parseLaunchNumbers(std::string_view text);

/// The parts of "3, 10-12", each of which parseLaunchNumbers() reads. InvalidInput for a part that
/// it rejects and for no part at all.
Result<std::vector<std::string>> splitLaunchNumbers(std::string_view text);

} // namespace pstudio::attach
