// SPDX-License-Identifier: Apache-2.0
// The calls that led from a kernel to a slice, kept in the slice's arguments.
#pragma once

#include <string_view>
#include <vector>

#include "core/trace/trace_builder.h"

namespace pstudio {

/// One call. The views refer to texts of the object that returned it.
struct Call {
  std::string_view function; ///< name of the callee
  std::string_view location; ///< "file:line:column" of the call, or empty
  bool operator==(const Call &) const = default;
};

/// Appends the call path of a slice to `args`; `calls` are in order from the kernel inwards. Each
/// call has the argument "call path[0].function" and, if known, "call path[0].at". Slices with
/// equal arguments share one argument set.
void appendCallPath(TraceBuilder &trace, const std::vector<Call> &calls, std::vector<Arg> &args);

/// The calls in an argument set, from the kernel inwards; empty if the slice was recorded in the
/// kernel itself or its path is unknown. The texts live as long as the trace. O(arguments of the
/// set).
std::vector<Call> callPathOf(const Trace &trace, ArgSetId args);

/// True for the key of an argument that belongs to a call path.
bool isCallPathKey(std::string_view key);

} // namespace pstudio
