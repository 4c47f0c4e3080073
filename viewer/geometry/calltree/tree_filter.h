// SPDX-License-Identifier: Apache-2.0
// Which nodes of a tree a text of the filter field matches.
#pragma once

#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/calltree/call_tree.h"

namespace pstudio {

/// The nodes that match, and the nodes that a table shows for them.
struct TreeMatches {
  std::vector<bool> matches; ///< by node
  std::vector<bool> shown;   ///< by node: matches, their ancestors and their descendants
  size_t count = 0;          ///< of matches
};

/// A text is part of a name, in any case; "/TEXT/" is a regular expression (ECMAScript) for a part
/// of the name, of long names of their first 4096 bytes. InvalidInput for an expression that is
/// none. O(size of names), of expressions more.
Result<TreeMatches> matchTree(const calltree::CallTree &tree, const std::string &text);

} // namespace pstudio
