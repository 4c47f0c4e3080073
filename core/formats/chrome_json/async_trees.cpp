// SPDX-License-Identifier: Apache-2.0
#include "core/formats/chrome_json/async_trees.h"

#include <algorithm>
#include <ranges>

namespace pstudio {

namespace {
constexpr size_t kMostProcesses = 64; // of one id: a bound on the time
} // namespace

AsyncTrees::Tree &AsyncTrees::ownTree(const Event &event) {
  if (event.id >= m_trees.size())
    m_trees.resize(std::max<size_t>(2 * m_trees.size(), event.id + size_t{1}));
  std::vector<Tree> &trees = m_trees[event.id];
  for (Tree &tree : trees | std::views::reverse | std::views::take(kMostProcesses))
    if (tree.process == event.process)
      return tree;
  Tree tree;
  tree.number = m_treeCount++;
  tree.process = event.process;
  return trees.emplace_back(std::move(tree));
}

AsyncTrees::Tree *AsyncTrees::openTree(const Event &event) {
  if (Tree &own = ownTree(event); !own.open.empty())
    return &own;
  for (Tree &tree : m_trees[event.id] | std::views::reverse | std::views::take(kMostProcesses))
    if (!tree.open.empty())
      return &tree;
  return nullptr;
}

AsyncTrees::Place AsyncTrees::begin(const Event &event) {
  Tree *tree = openTree(event);
  if (tree != nullptr && tree->process != event.process &&
      tree->open.nameOf(tree->open.outermost()) == event.name)
    tree = nullptr;
  if (tree == nullptr) {
    tree = &ownTree(event);
    tree->track = TrackId();
  }
  tree->open.push(event.name);
  return {tree->number, tree->track};
}

void AsyncTrees::setTrack(const Event &root, TrackId track) {
  ownTree(root).track = track;
}

AsyncTrees::Place AsyncTrees::end(const Event &event, const TraceBuilder &builder) {
  Tree *tree = openTree(event);
  if (tree == nullptr)
    return {ownTree(event).number, TrackId()};
  const Place place{tree->number, tree->track};
  const bool isNamed = !builder.text(event.name).empty();
  const uint32_t closed = isNamed ? tree->open.find(event.name) : tree->open.innermostClosable();
  if (closed != OpenNames::kNone)
    tree->open.remove(closed);
  if (tree->open.empty())
    tree->open = OpenNames(); // ids are many, and most are used once
  return place;
}

AsyncTrees::Place AsyncTrees::at(const Event &event) {
  const Tree *tree = openTree(event);
  return tree == nullptr ? Place{ownTree(event).number, TrackId()}
                         : Place{tree->number, tree->track};
}

} // namespace pstudio
