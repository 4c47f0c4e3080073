// SPDX-License-Identifier: Apache-2.0
// Call trees without duplicate siblings, and the difference of two trees.
#pragma once

#include <vector>

#include "core/calltree/call_tree.h"

namespace pstudio::calltree {

/// A tree made of others, and the place of their nodes in it (kNoNode: it has none).
struct TreeUnion {
  CallTree tree;
  std::vector<NodeId> ofFirst;
  std::vector<NodeId> ofSecond;
};

/// The tree as it is shown. Siblings of the same name, type and device are one node, in the place
/// of the first; their numbers are added, of texts the first stays. Omitted are the launch metadata
/// scopes of Triton Proton, leaves without metrics, and nodes whose children are all omitted, but
/// no root. O(size).
TreeUnion cleanedTree(const CallTree &tree);

/// The nodes of both trees, the second's own after the first's. Each metric is the first's minus
/// the second's; a missing one is 0. O(size).
TreeUnion differenceOf(const CallTree &first, const CallTree &second);

} // namespace pstudio::calltree
