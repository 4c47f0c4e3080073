// SPDX-License-Identifier: Apache-2.0
// Random traces that use everything the model can hold, for round-trip properties.
#pragma once

#include <cstdint>
#include <string>

#include "core/trace/trace.h"

namespace pstudio::test {

/// A trace of some hundred events; the same for the same seed.
Trace randomTrace(uint64_t seed);

/// What differs between two traces, in one line; empty if nothing does. Compares every public
/// field: strings by text, doubles by their bits, argument sets by content and by which events
/// share them.
std::string difference(const Trace &a, const Trace &b);

} // namespace pstudio::test
