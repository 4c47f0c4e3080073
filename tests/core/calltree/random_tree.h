// SPDX-License-Identifier: Apache-2.0
// Call trees with random names and metrics.
#pragma once

#include <cstdint>

#include "core/calltree/call_tree.h"

namespace pstudio::test {

/// A tree of one root, which names the metrics "time (ns)" and "count", and `nodes` nodes below it;
/// siblings often have the same name. The same seed makes the same tree.
calltree::CallTree randomTree(uint64_t seed, uint32_t nodes);

} // namespace pstudio::test
