// SPDX-License-Identifier: Apache-2.0
// Names the report of compiler passes that belongs to a trace.
#pragma once

#include <string>

namespace pstudio {

class Trace;

/// The id of the report of passes that was made with this trace; empty if none was. O(launches).
std::string passReportIdOf(const Trace &trace);

} // namespace pstudio
