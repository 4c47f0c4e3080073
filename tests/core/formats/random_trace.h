// SPDX-License-Identifier: Apache-2.0
// Random traces that use all features of the model, for round-trip tests.
#pragma once

#include <cstdint>
#include <string>

#include "core/trace/trace.h"

namespace pstudio::test {

/// A trace of some hundred events. The same seed gives the same trace.
Trace randomTrace(uint64_t seed);

/// The first difference between two traces, in one line; empty if they are equal. Compares every
/// public field: strings by text, doubles by their bits, argument sets by content and by the events
/// that share them.
std::string difference(const Trace &a, const Trace &b);

} // namespace pstudio::test
