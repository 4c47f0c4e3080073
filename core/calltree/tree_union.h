// SPDX-License-Identifier: Apache-2.0
// Call trees without duplicate siblings, and the difference of two trees.
#pragma once

#include <cstdint>
#include <vector>

#include "core/calltree/call_tree.h"

namespace pstudio::calltree {

/// A tree made of others, and the place of their nodes in it (kNoNode: it has none).
struct TreeUnion {
  CallTree tree;
  std::vector<NodeId> ofFirst;
  std::vector<NodeId> ofSecond;
};

/// The names of nodes in a tree that is made of another one.
enum class NodeNames : uint8_t {
  AsRecorded,
  Readable, ///< mangled C++ names of kernels are demangled (core/base/cpp_names.h)
};

/// The tree as it is shown. Siblings of the same name, type and device are one node, in the place
/// of the first; their numbers are added, of texts the first stays. Omitted are the launch metadata
/// scopes of Triton Proton, leaves without metrics, and nodes whose children are all omitted, but
/// no root. O(size).
TreeUnion cleanedTree(const CallTree &tree, NodeNames names = NodeNames::AsRecorded);

/// The nodes of both trees, the second's own after the first's. Each metric is the first's minus
/// the second's; a missing one is 0. O(size).
TreeUnion differenceOf(const CallTree &first, const CallTree &second);

} // namespace pstudio::calltree
