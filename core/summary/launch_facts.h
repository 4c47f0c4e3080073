// SPDX-License-Identifier: Apache-2.0
// Facts of a launch by their keys.
#pragma once

#include <optional>
#include <string_view>

#include "core/trace/trace.h"

namespace pstudio::summary {

/// The argument with this key; null without it. Valid as long as the trace. O(arguments).
const Arg *factOf(const Trace &trace, const Launch &launch, std::string_view key);

/// Its value; none if it is missing, negative or no whole number.
std::optional<uint64_t> wholeFact(const Trace &trace, const Launch &launch, std::string_view key);

/// As the driver measured it. None without a measurement.
std::optional<Picoseconds> gpuTimeOf(const Trace &trace, const Launch &launch);

} // namespace pstudio::summary
