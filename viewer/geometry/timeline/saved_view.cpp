// SPDX-License-Identifier: Apache-2.0
// The arrangement and times of a timeline as a view that files hold, and back.
#include "viewer/geometry/timeline/saved_view.h"

#include <algorithm>
#include <cmath>

#include "viewer/geometry/timeline/track_setting_words.h"
#include "viewer/geometry/timeline/track_settings.h"

namespace pstudio {
namespace {

/// FNV-1a of labels and depths; never 0.
uint64_t treeFingerprint(const DisplayTree &tree) {
  uint64_t hash = 0xcbf29ce484222325u;
  const auto add = [&hash](uint8_t byte) { hash = (hash ^ byte) * 0x100000001b3u; };
  for (const DisplayNode &node : tree.nodes()) {
    for (const char c : node.label)
      add(static_cast<uint8_t>(c));
    add(static_cast<uint8_t>(node.depth));
    add(0);
  }
  return hash == 0 ? 1 : hash;
}

review::FoldRuns runsOf(const DisplayTree &tree, const FoldState &folds) {
  review::FoldRuns runs;
  runs.tree = treeFingerprint(tree);
  bool isFolded = false;
  uint32_t length = 0;
  for (uint32_t i = 0; i < folds.size(); ++i, ++length)
    if (folds.isFolded(NodeId(i)) != isFolded) {
      runs.lengths.push_back(length);
      length = 0;
      isFolded = !isFolded;
    }
  runs.lengths.push_back(length);
  for (const auto &[node, levels] : folds.limits())
    runs.levels.insert(runs.levels.end(), {node, levels});
  return runs;
}

/// The folds of `runs`; nothing if they belong to another tree.
std::optional<FoldState> foldsOf(const DisplayTree &tree, const review::FoldRuns &runs) {
  if (runs.tree != treeFingerprint(tree))
    return std::nullopt;
  FoldState folds(tree.size());
  uint64_t node = 0;
  bool isFolded = false;
  for (const uint32_t length : runs.lengths) {
    const uint64_t end = std::min<uint64_t>(node + length, tree.size());
    for (; node < end; ++node)
      folds.setFolded(NodeId(static_cast<uint32_t>(node)), isFolded);
    isFolded = !isFolded;
  }
  for (size_t i = 0; i + 1 < runs.levels.size(); i += 2)
    if (const NodeId limited(runs.levels[i]); limited.value < tree.size() && runs.levels[i + 1] > 0)
      folds.setLevels(limited, runs.levels[i + 1]);
  return folds;
}

/// The folds of `runs` in the whole tree of the content. Views of earlier versions also count the
/// empty tracks.
std::optional<FoldState> wholeFoldsOf(const TimelineContent &content,
                                      const review::FoldRuns &runs) {
  const DisplayTree &whole = content.wholeTree();
  if (auto folds = foldsOf(whole, runs); folds || content.grouping() != GroupingKind::AsRecorded)
    return folds;
  const DisplayTree all(content.trace(), GroupingKind::AsRecorded, std::nullopt,
                        EmptyTracks::Shown);
  const auto kept = foldsOf(all, runs);
  if (!kept)
    return std::nullopt;
  FoldState folds(whole.size());
  for (uint32_t i = 0; i < whole.size(); ++i)
    if (const NodeId node = all.nodeOf(whole.nodes()[i].track); node.isValid())
      folds.copy(NodeId(i), *kept, node);
  return folds;
}

TrackSettings settingsOf(const review::View &view) {
  TrackSettings settings;
  settings.grouping =
      enumOf<GroupingKind>(view.grouping, kGroupingWords).value_or(GroupingKind::SmCtaWarp);
  settings.pinned = view.pinned;
  settings.hidden = view.hidden;
  for (const review::Move &move : view.moves)
    settings.moves.push_back({move.track, move.beside, move.isAfter});
  if (const auto kind = enumOf<TrackKind>(view.onlyKind, kTrackKindWords))
    settings.only = OnlyTracks{*kind, view.onlyLabel};
  return settings;
}

} // namespace

bool hasCorrectedTimes(const Trace &trace) {
  return std::ranges::any_of(trace.launches(), &Launch::isCostSubtracted);
}

review::View savedView(const TimelineContent &content, TimeRange visible, double scroll) {
  const TrackArrangement &shown = *content.arrangement();
  TrackSettings settings;
  storeChoice(content.trace(), shown.choice, settings);
  review::View view;
  view.begin = visible.begin;
  view.end = visible.end;
  view.isCorrected = hasCorrectedTimes(content.trace());
  view.scroll = static_cast<uint32_t>(std::clamp(std::round(scroll), 0.0, 4e9));
  view.grouping = wordOf(shown.grouping, kGroupingWords);
  view.height = wordOf(shown.height, kHeightWords);
  view.color = wordOf(shown.colorBy, kColorWords);
  view.pinned = settings.pinned;
  view.hidden = settings.hidden;
  for (const TrackSettings::Move &move : settings.moves)
    view.moves.push_back({move.track, move.beside, move.isAfter});
  if (settings.only) {
    view.onlyKind = wordOf(settings.only->kind, kTrackKindWords);
    view.onlyLabel = settings.only->label;
  }
  view.filter = shown.choice.filter;
  const DisplayTree &whole = content.wholeTree();
  if (const auto folds = shown.wholeFolds.find(shown.grouping); folds != shown.wholeFolds.end())
    view.folds = runsOf(whole, folds->second);
  if (shown.choice.isNarrowed())
    view.chosenFolds = runsOf(content.tree(), shown.folds);
  return view;
}

void applySavedView(const review::View &view, double height, TimelineContent &content) {
  const TrackSettings settings = settingsOf(view);
  TrackArrangement shown = *content.arrangement();
  shown.grouping = settings.grouping;
  shown.choice = choiceOf(content.trace(), settings);
  shown.choice.filter = view.filter;
  shown.height = enumOf<TrackHeight>(view.height, kHeightWords).value_or(TrackHeight::Normal);
  shown.colorBy = enumOf<ColorBy>(view.color, kColorWords).value_or(ColorBy::Scope);
  shown.folds = FoldState();
  content.setArrangement(shown);
  const bool isNarrowed = shown.choice.isNarrowed();
  if (auto folds = wholeFoldsOf(content, view.folds))
    shown.wholeFolds[shown.grouping] = std::move(*folds);
  else if (!isNarrowed)
    return content.openForHeight(height);
  if (auto folds = isNarrowed ? foldsOf(content.tree(), view.chosenFolds) : std::nullopt)
    shown.folds = std::move(*folds);
  content.setArrangement(shown);
}

ShownTimeline shownTimelineOf(const std::shared_ptr<const Trace> &trace, const review::View &view,
                              double height) {
  constexpr double kLabels = 184; // initial width in a window
  TimelineContent content(trace, GroupingKind::SmCtaWarp);
  applySavedView(view, height, content);
  ShownTimeline shown;
  shown.tracks = content.arrangement();
  shown.range = view.range();
  shown.scrollY = view.scroll;
  shown.tracksWidth = 1;
  shown.tracksHeight = height;
  shown.labelWidth = kLabels;
  return shown;
}

} // namespace pstudio
