// SPDX-License-Identifier: Apache-2.0
// Resources of a kernel on an SM, as ptxas and the driver's compiler report them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace pstudio::nvidia {

/// Resources of one kernel, per thread unless stated otherwise.
struct ResourceReport {
  uint32_t registers = 0;       ///< 32-bit registers
  uint64_t stackBytes = 0;      ///< local memory
  uint64_t spillStoreBytes = 0; ///< written because registers did not suffice
  uint64_t spillLoadBytes = 0;  ///< read back
  uint64_t sharedBytes = 0;     ///< static shared memory, per CTA
  /// Performance losses that the compiler reports, in its words: matrix products that are
  /// serialised, setmaxnreg ignored, ...
  std::vector<std::string> performanceLosses = {};
  bool operator==(const ResourceReport &) const = default;
};

/// Reads the report on the kernel `entry` from the text of `ptxas -v`, or from the information log
/// of the driver's compiler with verbose logging, which has the same form. InvalidFormat if the
/// text has no register count for it.
Result<ResourceReport> parseCompilerReport(std::string_view log, std::string_view entry);

} // namespace pstudio::nvidia
