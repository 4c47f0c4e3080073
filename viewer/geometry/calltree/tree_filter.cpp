// SPDX-License-Identifier: Apache-2.0
// The nodes of a tree that match the text of the filter field.
#include "viewer/geometry/calltree/tree_filter.h"

#include <algorithm>

#include "core/calltree/tree_view.h"

namespace pstudio {
namespace {

using namespace calltree;

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
}

std::vector<bool> nodesWithText(const CallTree &tree, const std::string &text) {
  std::vector<int8_t> isMatch(tree.textCount(), -1); // names repeat: each is compared once
  std::vector<bool> result(tree.nodes().size());
  for (NodeId id = 0; id < result.size(); ++id) {
    int8_t &known = isMatch[tree.node(id).name.value];
    if (known < 0)
      known = !std::ranges::search(tree.name(id), text, {}, lower, lower).empty() || text.empty();
    result[id] = known > 0;
  }
  return result;
}

} // namespace

Result<TreeMatches> matchTree(const CallTree &tree, const std::string &text) {
  TreeMatches result;
  if (text.size() >= 2 && text.front() == '/' && text.back() == '/') {
    PSTUDIO_TRY_ASSIGN(result.matches,
                       matchingNodes(tree, text.substr(1, text.size() - 2), MatchPlace::Anywhere));
  } else {
    result.matches = nodesWithText(tree, text);
  }
  result.count = static_cast<size_t>(std::ranges::count(result.matches, true));
  result.shown = result.matches;
  addDescendants(tree, result.shown);
  std::vector<bool> ancestors = result.matches;
  addAncestors(tree, ancestors);
  for (size_t i = 0; i < ancestors.size(); ++i)
    result.shown[i] = result.shown[i] || ancestors[i];
  return result;
}

} // namespace pstudio
