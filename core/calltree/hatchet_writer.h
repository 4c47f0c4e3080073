// SPDX-License-Identifier: Apache-2.0
// Call trees to Hatchet JSON (FORMAT.md).
#pragma once

#include <string>

#include "core/calltree/call_tree.h"

namespace pstudio::calltree {

/// The tree as Hatchet JSON, one node a line: readHatchet() returns the same tree. Bytes that are
/// no UTF-8 are escaped ("\xFF"), metrics that are no finite number are omitted. O(size).
std::string hatchetText(const CallTree &tree);

} // namespace pstudio::calltree
