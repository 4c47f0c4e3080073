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

} // namespace

Result<TreeMatches> matchTree(const CallTree &tree, const std::string &text) {
  TreeMatches result;
  if (text.size() >= 2 && text.front() == '/' && text.back() == '/') {
    PSTUDIO_TRY_ASSIGN(result.matches,
                       matchingNodes(tree, text.substr(1, text.size() - 2), MatchPlace::Anywhere));
  } else {
    result.matches = nodesNamed(tree, [&text](std::string_view name) {
      return text.empty() || !std::ranges::search(name, text, {}, lower, lower).empty();
    });
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
