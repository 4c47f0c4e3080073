// SPDX-License-Identifier: Apache-2.0
// Debug annotations as arguments; nested ones get flat keys ("a.b", "a[0]").
#pragma once

#include <vector>

#include <protozero/data_view.hpp>

#include "core/formats/pftrace/sequence_state.h"
#include "core/trace/trace_builder.h"

namespace pstudio {

/// Appends the arguments of one DebugAnnotation message to `args`. Values nested deeper than 32
/// levels are left out. Throws protozero::exception.
void readAnnotation(protozero::data_view data, const SequenceState &state, TraceBuilder &builder,
                    std::vector<Arg> &args);

} // namespace pstudio
