// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/path/cta_path.h"

#include <algorithm>
#include <map>
#include <utility>

#include "core/analysis/path/warp_waits.h"
#include "core/trace/slices_range.h"

namespace pstudio::analysis {
namespace {

bool hasSlices(const Trace &trace, const Track &track) {
  return track.rowCount > 0 && trace.row(track.firstRow).sliceCount > 0;
}

std::vector<TrackId> warpsOf(const Trace &trace, TrackId cta) {
  std::vector<TrackId> warps;
  for (const TrackId child : trace.children(cta))
    if (trace.track(child).kind == TrackKind::Warp && hasSlices(trace, trace.track(child)))
      warps.push_back(child);
  return warps;
}

/// Finds the path backwards from the end of a CTA.
class CtaWalk {
public:
  CtaWalk(const Trace &trace, TrackId cta, std::vector<TrackId> warps, WaitsOfWarps waits)
      : m_trace(trace), m_warps(std::move(warps)), m_waits(std::move(waits)) {
    m_path.cta = cta;
    for (const auto &[warp, list] : m_waits)
      m_left[warp] = list.size();
  }

  CtaPath walk() {
    m_warp = m_warps.front();
    for (const TrackId warp : m_warps)
      if (rangeOf(warp).end > rangeOf(m_warp).end)
        m_warp = warp;
    m_at = rangeOf(m_warp).end;
    while (const WarpWait *wait = lastWait()) {
      work(wait->time.end);
      cross(*wait);
    }
    work(rangeOf(m_warp).begin);
    std::ranges::reverse(m_path.pieces);
    return std::move(m_path);
  }

private:
  /// Empty at 0 without slices.
  TimeRange rangeOf(TrackId warp) const {
    return slicesRange(m_trace, m_trace.track(warp)).value_or(TimeRange());
  }

  /// The last wait of the warp that ends at or before m_at; null if there is none.
  const WarpWait *lastWait() {
    const auto found = m_waits.find(m_warp);
    if (found == m_waits.end())
      return nullptr;
    for (size_t &left = m_left[m_warp]; left > 0;)
      if (const WarpWait &wait = found->second[--left]; wait.time.end <= m_at)
        return &wait;
    return nullptr;
  }

  /// Adds a piece from `begin` to the current position; pieces without length are left out.
  void add(PathKind kind, TrackId track, Picoseconds begin, SliceId slice) {
    if (begin >= m_at)
      return;
    m_path.pieces.push_back({kind, track, {begin, m_at}, slice});
    m_at = begin;
  }

  void work(Picoseconds begin) {
    if (begin >= m_at)
      return;
    std::vector<PathPiece> pieces;
    split(0, {begin, m_at}, SliceId(), pieces);
    for (auto piece = pieces.rbegin(); piece != pieces.rend(); ++piece)
      add(PathKind::Compute, piece->track, piece->time.begin, piece->slice);
  }

  /// Divides `range`, which `outer` covers, by the innermost scopes of the warp.
  void split(uint32_t depth, TimeRange range, SliceId outer, std::vector<PathPiece> &out) const {
    const Track &track = m_trace.track(m_warp);
    const auto addOuter = [&](Picoseconds begin, Picoseconds end) {
      if (begin < end)
        out.push_back({PathKind::Compute, m_warp, {begin, end}, outer});
    };
    Picoseconds at = range.begin;
    if (depth < track.rowCount) {
      const RowId id(track.firstRow.value + depth);
      const Row &row = m_trace.row(id);
      const uint32_t end = row.firstSlice.value + row.sliceCount;
      const SliceId first = m_trace.firstEndingAfter(id, range.begin);
      for (uint32_t i = first.isValid() ? first.value : end; i < end; ++i) {
        const TimeRange time = m_trace.sliceTime(SliceId(i));
        if (time.begin >= range.end)
          break;
        const TimeRange inside{std::max(time.begin, at), std::min(time.end, range.end)};
        if (inside.begin >= inside.end)
          continue;
        addOuter(at, inside.begin);
        split(depth + 1, inside, SliceId(i), out);
        at = inside.end;
      }
    }
    addOuter(at, range.end);
  }

  /// Continues before a wait: at the warp and time of its release, or at its begin.
  void cross(const WarpWait &wait) {
    if (wait.kind == PathKind::Wait)
      return add(PathKind::Wait, m_warp, wait.time.begin, wait.slice);
    ++m_path.crossings;
    if (wait.kind == PathKind::Synchronization) {
      add(wait.kind, m_warp, std::max(wait.released, wait.time.begin), wait.slice);
      if (wait.released > wait.time.begin)
        m_warp = wait.from;
      return;
    }
    const TimeRange issue = m_trace.sliceTime(wait.issue.isValid() ? wait.issue : wait.flight);
    const Picoseconds issued = wait.issue.isValid() ? issue.end : issue.begin;
    // The time of the operation before the wait was hidden by the work of the waiting warp.
    if (issued <= wait.time.begin)
      return add(wait.kind, wait.from, wait.time.begin, wait.flight);
    add(wait.kind, wait.from, std::min(issued, wait.time.end), wait.flight);
    m_warp = wait.from;
    add(PathKind::Issue, m_warp, issue.begin, wait.issue);
  }

  const Trace &m_trace;
  std::vector<TrackId> m_warps;
  WaitsOfWarps m_waits;
  std::map<TrackId, size_t> m_left; ///< by warp: waits that may still end before m_at
  CtaPath m_path;
  TrackId m_warp;
  Picoseconds m_at;
};

} // namespace

std::vector<TrackId> ctasWithSlices(const Trace &trace) {
  std::vector<TrackId> ctas;
  for (uint32_t i = 0; i < trace.tracks().size(); ++i)
    if (trace.track(TrackId(i)).kind == TrackKind::Cta && !warpsOf(trace, TrackId(i)).empty())
      ctas.push_back(TrackId(i));
  return ctas;
}

CtaPath findCtaPath(const Trace &trace, TrackId cta, const LaunchOverlap *overlap) {
  std::vector<TrackId> warps = warpsOf(trace, cta);
  if (warps.empty())
    return {};
  WaitsOfWarps waits = waitsOf(trace, cta, warps, overlap);
  return CtaWalk(trace, cta, std::move(warps), std::move(waits)).walk();
}

std::vector<PathShare> pathShares(const Trace &trace, const CtaPath &path) {
  std::map<std::pair<PathKind, StringId>, PathShare> shares;
  std::map<std::pair<PathKind, StringId>, Picoseconds> longest;
  const double length = static_cast<double>(path.length().value);
  for (const PathPiece &piece : path.pieces) {
    const StringId name =
        piece.slice.isValid() ? trace.sliceNames()[piece.slice.value] : StringId();
    const std::pair key(piece.kind, name);
    PathShare &share = shares[key];
    share.kind = piece.kind;
    share.name = name;
    ++share.pieces;
    share.total = share.total + piece.time.length();
    if (piece.time.length() > longest[key]) {
      longest[key] = piece.time.length();
      share.longest = piece.slice;
    }
  }
  std::vector<PathShare> sorted;
  for (auto &[key, share] : shares) {
    share.share = static_cast<double>(share.total.value) / length;
    sorted.push_back(share);
  }
  std::ranges::stable_sort(sorted, std::greater(), &PathShare::total);
  return sorted;
}

} // namespace pstudio::analysis
