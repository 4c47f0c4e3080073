// SPDX-License-Identifier: Apache-2.0
#include "viewer/geometry/timeline/warp_accesses.h"

#include <algorithm>
#include <cmath>

namespace pstudio {
namespace {

uint64_t keyOf(uint64_t cta, uint64_t warp) {
  return cta << 32 | warp;
}

} // namespace

int64_t WarpAccesses::Run::timeAt(uint64_t index) const {
  return ordered.empty() ? accesses->table[begin + index].time.value : ordered[index];
}

uint64_t WarpAccesses::Run::firstAtOrAfter(uint64_t from, int64_t timePs) const {
  uint64_t low = from, high = size();
  while (low < high) {
    const uint64_t middle = low + (high - low) / 2;
    if (timeAt(middle) < timePs)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

WarpAccesses::WarpAccesses(const Trace &trace) {
  std::vector<std::unordered_map<uint64_t, TrackId>> warps(trace.launches().size());
  for (uint32_t i = 0; i < trace.tracks().size(); ++i) {
    const Track &track = trace.tracks()[i];
    if (track.kind != TrackKind::Warp || track.rowCount > 0 || !track.launch.isValid() ||
        !trace.launches()[track.launch.value].accesses)
      continue;
    const TrackId cta = ancestorOfKind(trace, TrackId(i), TrackKind::Cta);
    if (cta.isValid() && trace.track(cta).number >= 0 && track.number >= 0)
      warps[track.launch.value].emplace(keyOf(static_cast<uint64_t>(trace.track(cta).number),
                                              static_cast<uint64_t>(track.number)),
                                        TrackId(i));
  }
  for (uint32_t launch = 0; launch < warps.size(); ++launch)
    if (!warps[launch].empty())
      addLaunch(trace, LaunchId(launch), warps[launch]);
}

void WarpAccesses::addLaunch(const Trace &trace, LaunchId launch,
                             const std::unordered_map<uint64_t, TrackId> &warps) {
  const auto &accesses = trace.launches()[launch.value].accesses;
  for (const memory::WarpRun &warp : accesses->table.warps()) {
    const auto track = warps.find(keyOf(warp.cta, warp.warp));
    if (track == warps.end() || warp.begin == warp.end)
      continue;
    Run run{accesses, warp.begin, warp.end, {}};
    bool isOrdered = true;
    for (uint64_t i = 1; i < run.size() && isOrdered; ++i)
      isOrdered = run.timeAt(i - 1) <= run.timeAt(i);
    if (!isOrdered) {
      std::vector<int64_t> times(run.size());
      for (uint64_t i = 0; i < run.size(); ++i)
        times[i] = run.timeAt(i);
      std::ranges::sort(times);
      run.ordered = std::move(times);
    }
    m_runs.emplace(track->second.value, std::move(run));
  }
}

uint64_t WarpAccesses::countOf(TrackId track) const {
  const auto run = m_runs.find(track.value);
  return run == m_runs.end() ? 0 : run->second.size();
}

void WarpAccesses::columnsOf(TrackId track, const Viewport &viewport, double columnPx,
                             std::vector<size_t> &out) const {
  out.clear();
  const auto found = m_runs.find(track.value);
  if (found == m_runs.end())
    return;
  const Run &run = found->second;
  const TimeRange visible = viewport.visible();
  for (uint64_t i = run.firstAtOrAfter(0, visible.begin.value);
       i < run.size() && run.timeAt(i) < visible.end.value;) {
    const double column =
        std::max(0.0, std::floor(viewport.pixelOf(Picoseconds(run.timeAt(i))) / columnPx));
    out.push_back(static_cast<size_t>(column));
    const int64_t next = viewport.timeAt((column + 1) * columnPx).value;
    i = run.firstAtOrAfter(i + 1, std::max(next, run.timeAt(i) + 1));
  }
  out.erase(std::ranges::unique(out).begin(), out.end()); // columns of rounded times
}

const std::vector<float> &WarpAccesses::sharesBelow(const DisplayTree &tree, NodeId node,
                                                    const Viewport &viewport, double columnPx) {
  Shares &known = m_shares[node.value];
  if (known.viewport == viewport && known.columnPx == columnPx)
    return known.shares;
  known = {viewport, columnPx, {}};
  known.shares.assign(static_cast<size_t>(std::ceil(viewport.widthPx() / columnPx)) + 1, 0);
  const size_t begin = node.isValid() ? node.value : 0;
  const size_t end = node.isValid() ? tree.node(node).subtreeEnd : tree.size();
  for (size_t i = begin; i < end; ++i) {
    const TrackId track = tree.nodes()[i].track;
    if (!track.isValid() || countOf(track) == 0)
      continue;
    columnsOf(track, viewport, columnPx, m_columns);
    for (const size_t column : m_columns)
      if (column < known.shares.size())
        known.shares[column] += 1;
  }
  const float most = std::max(1.0f, *std::ranges::max_element(known.shares));
  for (float &share : known.shares)
    share /= most;
  return known.shares;
}

} // namespace pstudio
