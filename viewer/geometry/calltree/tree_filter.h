// SPDX-License-Identifier: Apache-2.0
// The nodes of a tree that match the text of the filter field.
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

/// `text` is a part of a name, in any case. "/TEXT/" is a regular expression (ECMAScript) for a
/// part of the name; of a long name only the first 4096 bytes are searched. InvalidInput for an
/// invalid expression. O(size of names); more for expressions.
Result<TreeMatches> matchTree(const calltree::CallTree &tree, const std::string &text);

} // namespace pstudio
