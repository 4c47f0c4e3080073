// SPDX-License-Identifier: Apache-2.0
// Texts of values of a trace.
#pragma once

#include <string>

#include "core/trace/trace.h"

namespace pstudio {

/// The value of an argument, strings unquoted.
std::string argValueToText(const Trace &trace, const Arg &arg);
/// Lower-case name of a track kind: "warp".
std::string_view trackKindName(TrackKind kind);
/// "measured", "model", "assumed".
std::string_view timeBaseName(TimeBase base);

} // namespace pstudio
