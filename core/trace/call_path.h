// SPDX-License-Identifier: Apache-2.0
// The calls that led from a kernel to a slice, kept in the slice's arguments.
#pragma once

#include <string_view>
#include <vector>

#include "core/trace/trace_builder.h"

namespace pstudio {

/// One call. The texts belong to whom it was asked of.
struct Call {
  std::string_view function; ///< that is called
  std::string_view location; ///< "file:line:column" of the call, or empty
  bool operator==(const Call &) const = default;
};

/// Appends what says that a slice was recorded behind `calls` (from the kernel inwards) to `args`:
/// "call path[0].function" and, if known, "call path[0].at", and so on. Slices with equal paths
/// share their argument sets like any others.
void appendCallPath(TraceBuilder &trace, const std::vector<Call> &calls, std::vector<Arg> &args);

/// The calls in an argument set, from the kernel inwards; empty if the slice was recorded in the
/// kernel itself or nothing is known. The texts live as long as the trace. O(arguments of the set).
std::vector<Call> callPathOf(const Trace &trace, ArgSetId args);

/// True for the key of an argument that belongs to a call path.
bool isCallPathKey(std::string_view key);

} // namespace pstudio
