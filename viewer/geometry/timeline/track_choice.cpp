// SPDX-License-Identifier: Apache-2.0
// Extracts the chosen lines from the tree of all tracks.
#include "viewer/geometry/timeline/track_choice.h"

#include <algorithm>
#include <map>
#include <utility>

namespace pstudio {
namespace {

char lowerLetter(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool isDigitChar(char c) {
  return c >= '0' && c <= '9';
}

/// The end of the first match of `part` (lower case) in `label` from `from` on; npos if there is
/// none. A number at the end of `part` is matched as a whole.
size_t endOfMatch(std::string_view label, size_t from, std::string_view part) {
  while (from <= label.size()) {
    const auto begin = label.begin() + static_cast<std::ptrdiff_t>(from);
    const auto found = std::search(begin, label.end(), part.begin(), part.end(),
                                   [](char a, char b) { return lowerLetter(a) == b; });
    if (found == label.end())
      return std::string_view::npos;
    const auto end = static_cast<size_t>(found - label.begin()) + part.size();
    const bool cutsNumber =
        isDigitChar(part.back()) && end < label.size() && isDigitChar(label[end]);
    if (!cutsNumber)
      return end;
    from = end - part.size() + 1;
  }
  return std::string_view::npos;
}

std::string trimmedLower(std::string_view text) {
  while (!text.empty() && text.front() == ' ')
    text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ')
    text.remove_suffix(1);
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(), lowerLetter);
  return lower;
}

bool holdsData(const Trace &trace, const DisplayNode &node) {
  if (node.scope.isValid())
    return true;
  if (!node.track.isValid())
    return false;
  const Track &track = trace.track(node.track);
  return track.rowCount > 0 || track.instantCount > 0 || track.sampleCount > 0 ||
         track.kind == TrackKind::Warp;
}

/// State of one call of chooseTracks().
class Chooser {
public:
  Chooser(const Trace &trace, const DisplayTree &whole, const TrackChoice &choice)
      : m_trace(trace), m_whole(whole), m_choice(choice) {}

  ChosenTree choose() && {
    markTracks();
    for (const TrackId track : m_choice.pinned)
      addPinned(m_whole.nodeOf(track));
    const size_t pinnedEnd = m_nodes.size();
    markKept();
    resolveMoves();
    appendKept();
    m_chosen.tree = DisplayTree(m_trace, std::move(m_nodes), pinnedEnd);
    m_chosen.counts = countTracks(m_trace, m_chosen.tree);
    m_chosen.counts.shown = m_chosen.counts.all;
    m_chosen.counts.all = 0;
    for (uint32_t i = 0; i < m_whole.size(); ++i) {
      if (!holdsData(m_trace, m_whole.nodes()[i]))
        continue;
      ++m_chosen.counts.all;
      m_chosen.counts.hidden += !m_isPinned[i] && !isAllowed(m_whole.nodes()[i]);
    }
    return std::move(m_chosen);
  }

private:
  /// `hidden` and `only` include all recorded tracks below a track. Parents come before children.
  void markTracks() {
    const auto tracks = m_trace.tracks();
    m_isHidden.resize(tracks.size());
    m_isOnly.assign(tracks.size(), !m_choice.only);
    for (uint32_t i = 0; i < tracks.size(); ++i) {
      const TrackId parent = tracks[i].parent;
      m_isHidden[i] =
          m_choice.isHidden(TrackId(i)) || (parent.isValid() && m_isHidden[parent.value]);
      if (m_choice.only)
        m_isOnly[i] = (parent.isValid() && m_isOnly[parent.value]) ||
                      (tracks[i].kind == m_choice.only->kind &&
                       trackLabel(m_trace, TrackId(i)) == m_choice.only->label);
    }
    m_isPinned.assign(m_whole.size(), false);
    m_target.assign(m_whole.size(), NodeId());
  }

  bool isAllowed(const DisplayNode &node) const {
    if (!node.track.isValid())
      return !m_choice.only;
    return !m_isHidden[node.track.value] && m_isOnly[node.track.value];
  }

  void addPinned(NodeId root) {
    if (!root.isValid() || m_isPinned[root.value])
      return;
    const DisplayNode &top = m_whole.node(root);
    for (uint32_t i = root.value; i < top.subtreeEnd; ++i) {
      const DisplayNode &node = m_whole.nodes()[i];
      const bool isHidden = node.track.isValid() && m_isHidden[node.track.value];
      const bool hasPlace = i == root.value || m_target[node.parent.value].isValid();
      if (m_isPinned[i] || isHidden || !hasPlace)
        continue;
      m_isPinned[i] = true;
      append(NodeId(i), i == root.value ? NodeId() : node.parent, node.depth - top.depth);
      if (i == root.value)
        m_nodes.back().label = fullTrackLabel(m_trace, node.track);
    }
  }

  /// Marks the lines that match, and the groups that hold one. A line below a match matches too.
  void markKept() {
    const TrackFilter filter(m_choice.filter);
    std::vector<size_t> matched(m_whole.size());
    m_isKept.assign(m_whole.size(), false);
    for (uint32_t i = 0; i < m_whole.size(); ++i) {
      const DisplayNode &node = m_whole.nodes()[i];
      matched[i] =
          filter.matchedParts(node.parent.isValid() ? matched[node.parent.value] : 0, node.label);
      const bool canStandAlone = holdsData(m_trace, node) || node.childCount == 0;
      m_isKept[i] =
          !m_isPinned[i] && canStandAlone && isAllowed(node) && filter.isMatch(matched[i]);
    }
    for (size_t i = m_whole.size(); i-- > 0;)
      if (const NodeId parent = m_whole.nodes()[i].parent;
          m_isKept[i] && parent.isValid() && !m_isPinned[parent.value])
        m_isKept[parent.value] = true;
  }

  /// Appends the kept lines in preorder, with moved lines at their places.
  void appendKept() {
    std::vector<NodeId> waiting = childrenOf(NodeId()); // the next one last
    while (!waiting.empty()) {
      const NodeId node = waiting.back();
      waiting.pop_back();
      if (m_isKept[node.value])
        append(node, m_whole.node(node).parent, m_whole.node(node).depth);
      const std::vector<NodeId> children = childrenOf(node);
      waiting.insert(waiting.end(), children.begin(), children.end());
    }
  }

  /// The children of a node, from the last to the first.
  std::vector<NodeId> childrenOf(NodeId parent) const {
    std::vector<NodeId> children;
    const auto end =
        parent.isValid() ? m_whole.node(parent).subtreeEnd : static_cast<uint32_t>(m_whole.size());
    for (uint32_t i = parent.isValid() ? parent.value + 1 : 0; i < end;
         i = m_whole.nodes()[i].subtreeEnd)
      children.emplace_back(i);
    if (const auto moves = m_moves.find(parent); moves != m_moves.end())
      for (const LineMove &move : moves->second)
        apply(move, children);
    std::ranges::reverse(children);
    return children;
  }

  struct LineMove {
    NodeId line, beside; ///< children of one node
    bool isAfter = false;
  };

  /// Maps the moves to lines of this grouping.
  void resolveMoves() {
    for (const TrackMove &move : m_choice.moves) {
      NodeId line = m_whole.nodeOf(move.track), beside = m_whole.nodeOf(move.beside);
      const auto depthOf = [this](NodeId node) { return m_whole.node(node).depth; };
      while (line.isValid() && beside.isValid() &&
             m_whole.node(line).parent != m_whole.node(beside).parent) {
        const bool isLineDeeper = depthOf(line) >= depthOf(beside);
        const bool isBesideDeeper = depthOf(beside) >= depthOf(line);
        line = isLineDeeper ? m_whole.node(line).parent : line;
        beside = isBesideDeeper ? m_whole.node(beside).parent : beside;
      }
      if (line.isValid() && beside.isValid() && line != beside)
        m_moves[m_whole.node(line).parent].push_back({line, beside, move.isAfter});
    }
  }

  static void apply(const LineMove &move, std::vector<NodeId> &siblings) {
    siblings.erase(std::ranges::find(siblings, move.line));
    siblings.insert(std::ranges::find(siblings, move.beside) + (move.isAfter ? 1 : 0), move.line);
  }

  void append(NodeId source, NodeId parent, uint32_t depth) {
    const DisplayNode &from = m_whole.node(source);
    DisplayNode node;
    node.label = from.label;
    node.track = from.track;
    node.kind = from.kind;
    node.scope = from.scope;
    node.parent = parent.isValid() ? m_target[parent.value] : NodeId();
    node.depth = depth;
    m_target[source.value] = NodeId(static_cast<uint32_t>(m_nodes.size()));
    m_nodes.push_back(std::move(node));
    m_chosen.sources.push_back(source);
  }

  const Trace &m_trace;
  const DisplayTree &m_whole;
  const TrackChoice &m_choice;
  ChosenTree m_chosen;
  std::vector<DisplayNode> m_nodes;
  std::vector<bool> m_isHidden;                    ///< by track
  std::vector<bool> m_isOnly;                      ///< by track
  std::vector<bool> m_isPinned;                    ///< by node of the whole tree
  std::vector<bool> m_isKept;                      ///< by node of the whole tree
  std::vector<NodeId> m_target;                    ///< by node of the whole tree
  std::map<NodeId, std::vector<LineMove>> m_moves; ///< by the parent of their lines
};

bool liesBelowOneOf(const Trace &trace, TrackId track, std::span<const TrackId> holders) {
  for (; track.isValid(); track = trace.track(track).parent)
    if (std::find(holders.begin(), holders.end(), track) != holders.end())
      return true;
  return false;
}

} // namespace

bool TrackChoice::isPinned(TrackId track) const {
  return std::find(pinned.begin(), pinned.end(), track) != pinned.end();
}

bool TrackChoice::isEmpty() const {
  return pinned.empty() && moves.empty() && !isNarrowed() &&
         std::find(hidden.begin(), hidden.end(), true) == hidden.end();
}

TrackFilter::TrackFilter(std::string_view text) {
  while (true) {
    const size_t end = std::min(text.find('>'), text.size());
    if (std::string part = trimmedLower(text.substr(0, end)); !part.empty())
      m_parts.push_back(std::move(part));
    if (end == text.size())
      return;
    text.remove_prefix(end + 1);
  }
}

size_t TrackFilter::matchedParts(size_t above, std::string_view label) const {
  size_t from = 0;
  while (above < m_parts.size()) {
    from = endOfMatch(label, from, m_parts[above]);
    if (from == std::string_view::npos)
      break;
    ++above;
  }
  return above;
}

TrackCounts countTracks(const Trace &trace, const DisplayTree &tree) {
  TrackCounts counts;
  for (const DisplayNode &node : tree.nodes())
    counts.all += holdsData(trace, node);
  counts.shown = counts.all;
  return counts;
}

ChosenTree chooseTracks(const Trace &trace, const DisplayTree &whole, const TrackChoice &choice) {
  return Chooser(trace, whole, choice).choose();
}

TrackId firstTrackOf(const DisplayTree &tree, NodeId node) {
  TrackId first; // an invalid id is the largest one
  for (uint32_t i = node.value; i < tree.node(node).subtreeEnd; ++i)
    first = std::min(first, tree.nodes()[i].track);
  return first;
}

std::vector<TrackId> tracksOf(const DisplayTree &tree, NodeId node) {
  std::vector<TrackId> tracks;
  for (uint32_t i = node.value; i < tree.node(node).subtreeEnd;) {
    const DisplayNode &line = tree.nodes()[i];
    if (line.track.isValid())
      tracks.push_back(line.track);
    i = line.track.isValid() ? line.subtreeEnd : i + 1;
  }
  return tracks;
}

void pinTracks(TrackChoice &choice, const Trace &trace, std::span<const TrackId> tracks) {
  for (const TrackId track : tracks) {
    if (liesBelowOneOf(trace, track, choice.pinned))
      continue;
    // A pinned track below the new one returns to its place there.
    std::erase_if(choice.pinned, [&](TrackId other) {
      return liesBelowOneOf(trace, other, std::span(&track, 1));
    });
    for (TrackId shown = track; shown.isValid(); shown = trace.track(shown).parent)
      if (shown.value < choice.hidden.size())
        choice.hidden[shown.value] = false;
    choice.pinned.push_back(track);
  }
}

void unpinTracks(TrackChoice &choice, std::span<const TrackId> tracks) {
  std::erase_if(choice.pinned, [tracks](TrackId track) {
    return std::find(tracks.begin(), tracks.end(), track) != tracks.end();
  });
}

bool movePinned(TrackChoice &choice, TrackId track, int places) {
  const auto at = std::find(choice.pinned.begin(), choice.pinned.end(), track);
  if (at == choice.pinned.end())
    return false;
  const auto from = at - choice.pinned.begin();
  const auto last = static_cast<std::ptrdiff_t>(choice.pinned.size()) - 1;
  const auto to = std::clamp<std::ptrdiff_t>(from + places, 0, last);
  if (to == from)
    return false;
  choice.pinned.erase(at);
  choice.pinned.insert(choice.pinned.begin() + to, track);
  return true;
}

void moveTrack(TrackChoice &choice, const TrackMove &move, std::span<const TrackId> siblings) {
  std::erase_if(choice.moves, [&](const TrackMove &earlier) {
    return earlier.track == move.track &&
           std::ranges::find(siblings, earlier.beside) != siblings.end();
  });
  choice.moves.push_back(move);
}

void hideTracks(TrackChoice &choice, const Trace &trace, std::span<const TrackId> tracks) {
  choice.hidden.resize(trace.tracks().size(), false);
  for (const TrackId track : tracks)
    choice.hidden[track.value] = true;
  std::erase_if(choice.pinned,
                [&](TrackId pinned) { return liesBelowOneOf(trace, pinned, tracks); });
}

void showHidden(TrackChoice &choice) {
  choice.hidden.clear();
  choice.only.reset();
}

} // namespace pstudio
