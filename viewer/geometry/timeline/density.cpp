// SPDX-License-Identifier: Apache-2.0
// Running sums of busy time, and the exact sums below the size of a bin.
#include "viewer/geometry/timeline/density.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "core/base/check.h"

namespace pstudio {
namespace {

constexpr size_t kSlicesPerBin = 8;
constexpr size_t kFewestBins = 1024;
constexpr size_t kMaxBins = 1u << 18;
constexpr size_t kSlicesBetweenLooks = 4096; // slices between two reads of the clock

size_t binCountFor(const Trace &trace, const std::vector<RowId> &rows) {
  size_t slices = 0;
  for (const RowId row : rows)
    slices += trace.row(row).sliceCount;
  return std::clamp(std::bit_ceil(slices / kSlicesPerBin + 1), kFewestBins, kMaxBins);
}

std::vector<RowId> outermostRowsOfWarps(const Trace &trace) {
  std::vector<RowId> rows;
  for (const Track &track : trace.tracks())
    if (track.kind == TrackKind::Warp && track.rowCount > 0)
      rows.push_back(track.firstRow);
  return rows;
}

/// Operations in flight are not work of the warps: they count only if there are no other rows.
std::vector<RowId> outermostRows(const Trace &trace) {
  std::vector<RowId> rows, lanes;
  for (const Track &track : trace.tracks())
    if (track.rowCount > 0 && trace.row(track.firstRow).sliceCount > 0)
      (track.kind == TrackKind::Async ? lanes : rows).push_back(track.firstRow);
  return rows.empty() ? lanes : rows;
}

} // namespace

BusyCurve::BusyCurve(const Trace &trace, std::vector<RowId> rows, TimeRange range, StringId only)
    : m_rows(std::move(rows)), m_only(only), m_range(Viewport::fit(range, 1).bounds()) {
  const size_t bins = binCountFor(trace, m_rows);
  m_busy.assign(bins + 1, 0);
  m_full.assign(bins + 1, 0);
}

std::shared_ptr<const BusyCurve> BusyCurve::ofTrace(const Trace &trace) {
  auto curve = std::make_shared<BusyCurve>(trace, outermostRows(trace), trace.timeRange());
  size_t all = trace.sliceCount() + 1;
  curve->build(trace, all);
  return curve;
}

double BusyCurve::binPs() const {
  const auto length = static_cast<double>(std::max<int64_t>(m_range.length().value, 1));
  return length / static_cast<double>(m_busy.size() - 1);
}

void BusyCurve::addSlice(int64_t beginPs, int64_t endPs) {
  const double size = binPs();
  beginPs = std::clamp(beginPs, m_range.begin.value, m_range.end.value);
  endPs = std::clamp(endPs, m_range.begin.value, m_range.end.value);
  const double begin = static_cast<double>(beginPs - m_range.begin.value) / size;
  const double end = static_cast<double>(endPs - m_range.begin.value) / size;
  const size_t last = m_busy.size() - 2;
  const size_t first = std::min(last, static_cast<size_t>(std::max(begin, 0.0)));
  const size_t final = std::min(last, static_cast<size_t>(std::max(end, 0.0)));
  if (first == final) {
    m_busy[first] += (end - begin) * size;
    return;
  }
  m_busy[first] += (static_cast<double>(first + 1) - begin) * size;
  m_busy[final] += (end - static_cast<double>(final)) * size;
  m_full[first + 1] += 1;
  m_full[final] -= 1;
}

bool BusyCurve::build(const Trace &trace, size_t &budget) {
  const auto begins = trace.sliceBegins();
  const auto durations = trace.sliceDurations();
  const auto names = trace.sliceNames();
  while (m_nextRow < m_rows.size() && budget > 0) {
    const Row &row = trace.row(m_rows[m_nextRow]);
    const auto count =
        static_cast<uint32_t>(std::min<size_t>(row.sliceCount - m_nextSlice, budget));
    const uint32_t from = row.firstSlice.value + m_nextSlice;
    for (uint32_t i = from; i < from + count; ++i)
      if (!m_only.isValid() || names[i] == m_only)
        addSlice(begins[i], begins[i] + durations[i]);
    budget -= count;
    m_nextSlice += count;
    if (m_nextSlice == row.sliceCount) {
      ++m_nextRow;
      m_nextSlice = 0;
    }
  }
  if (m_nextRow == m_rows.size() && !m_isSummed)
    sumUp();
  return isReady();
}

void BusyCurve::sumUp() {
  const double size = binPs();
  double filling = 0;
  double before = 0;
  for (size_t i = 0; i < m_busy.size(); ++i) {
    filling += m_full[i];
    const double inBin = m_busy[i] + filling * size;
    m_busy[i] = before;
    before += inBin;
    m_peakRows = std::max(m_peakRows, inBin / size);
  }
  std::vector<double>().swap(m_full); // assigning {} keeps the memory
  m_isSummed = true;
}

double BusyCurve::busyBefore(double offsetPs) const {
  const double position =
      std::clamp(offsetPs / binPs(), 0.0, static_cast<double>(m_busy.size() - 1));
  const auto bin = std::min(static_cast<size_t>(position), m_busy.size() - 2);
  const double inBin = position - static_cast<double>(bin);
  return m_busy[bin] + inBin * (m_busy[bin + 1] - m_busy[bin]);
}

void BusyCurve::shares(const Trace &trace, const Viewport &viewport, double columnPx,
                       std::vector<float> &out) const {
  PSTUDIO_CHECK(isReady());
  const auto columnCount = static_cast<size_t>(std::ceil(viewport.widthPx() / columnPx));
  out.assign(columnCount, 0);
  if (m_peakRows <= 0)
    return;
  const double columnPs = columnPx * viewport.psPerPixel();
  if (columnPs < binPs()) {
    exactShares(trace, viewport, columnPx, out);
    return;
  }
  const double left = -viewport.pixelOf(m_range.begin) * viewport.psPerPixel();
  const double whole = columnPs * m_peakRows;
  double before = busyBefore(left);
  for (size_t i = 0; i < columnCount; ++i) {
    const double after = busyBefore(left + static_cast<double>(i + 1) * columnPs);
    out[i] = static_cast<float>(std::clamp((after - before) / whole, 0.0, 1.0));
    before = after;
  }
}

/// A slice changes the busy time of its first and last column, and the number of slices that fill
/// the columns between them.
void BusyCurve::exactShares(const Trace &trace, const Viewport &viewport, double columnPx,
                            std::vector<float> &out) const {
  const TimeRange visible = viewport.visible();
  const auto begins = trace.sliceBegins();
  const auto durations = trace.sliceDurations();
  const auto names = trace.sliceNames();
  const auto columns = static_cast<double>(out.size());
  const double firstColumn = viewport.pixelOf(visible.begin) / columnPx;
  const double columnsPerPs = 1 / (viewport.psPerPixel() * columnPx);
  const auto columnOf = [&](int64_t time) {
    const int64_t seen = std::clamp(time, visible.begin.value, visible.end.value);
    const auto since = static_cast<double>(seen - visible.begin.value);
    return std::clamp(firstColumn + since * columnsPerPs, 0.0, columns);
  };
  std::vector<double> busy(out.size() + 1, 0);
  std::vector<int32_t> fullChange(out.size() + 2, 0);
  for (const RowId id : m_rows) {
    const Row &row = trace.row(id);
    const SliceId first = trace.firstEndingAfter(id, visible.begin);
    const uint32_t end = row.firstSlice.value + row.sliceCount;
    for (uint32_t i = first.isValid() ? first.value : end; i < end && begins[i] < visible.end.value;
         ++i) {
      if (m_only.isValid() && names[i] != m_only)
        continue;
      const double x0 = columnOf(begins[i]), x1 = columnOf(begins[i] + durations[i]);
      const auto c0 = static_cast<size_t>(x0), c1 = static_cast<size_t>(x1);
      busy[c0] -= x0 - static_cast<double>(c0);
      busy[c1] += x1 - static_cast<double>(c1);
      ++fullChange[c0];
      --fullChange[c1];
    }
  }
  int32_t full = 0;
  for (size_t c = 0; c < out.size(); ++c) {
    full += fullChange[c];
    out[c] = static_cast<float>(std::clamp((full + busy[c]) / m_peakRows, 0.0, 1.0));
  }
}

DensityCache::DensityCache(const Trace &trace, const DisplayTree &tree,
                           std::shared_ptr<const BusyCurve> whole)
    : m_trace(&trace), m_tree(&tree), m_whole(std::move(whole)), m_curves(tree.size() + 1) {}

void DensityCache::startFrame(size_t sliceBudget) {
  m_budget = sliceBudget;
  m_deadline.reset();
  m_isPending = false;
  m_read = 0;
}

void DensityCache::startFrame(std::chrono::nanoseconds time) {
  startFrame(std::numeric_limits<size_t>::max());
  m_deadline = std::chrono::steady_clock::now() + time;
}

bool DensityCache::isLate() const {
  return m_deadline && m_read >= kMinPerFrame && std::chrono::steady_clock::now() >= *m_deadline;
}

/// Reads in parts and checks the time limit of the frame after each part.
bool DensityCache::read(BusyCurve &curve) {
  do {
    const size_t part = std::min(m_budget, kSlicesBetweenLooks);
    size_t left = part;
    const bool isReady = curve.build(*m_trace, left);
    m_budget -= part - left;
    m_read += part - left;
    if (isReady)
      return true;
  } while (m_budget > 0 && !isLate());
  return false;
}

std::vector<RowId> DensityCache::rowsBelow(NodeId node) const {
  const size_t begin = node.isValid() ? node.value : 0;
  const size_t end = node.isValid() ? m_tree->node(node).subtreeEnd : m_tree->size();
  std::vector<RowId> rows;
  std::vector<RowId> lanes;
  bool hasScopes = false;
  for (size_t i = begin; i < end; ++i) {
    const TrackId id = m_tree->nodes()[i].track;
    if (!id.isValid()) {
      hasScopes |= m_tree->nodes()[i].scope.isValid();
      continue;
    }
    const Track &track = m_trace->track(id);
    if (track.rowCount > 0 && m_trace->row(track.firstRow).sliceCount > 0)
      (track.kind == TrackKind::Async ? lanes : rows).push_back(track.firstRow);
  }
  if (!node.isValid() && hasScopes) { // rows of scopes represent all warps
    const std::vector<RowId> warps = outermostRowsOfWarps(*m_trace);
    rows.insert(rows.end(), warps.begin(), warps.end());
  }
  // Operations in flight are not work of the warps: they count only if there are no other rows.
  return rows.empty() ? lanes : rows;
}

std::vector<RowId> DensityCache::rowsOfScope(StringId scope) const {
  std::vector<RowId> rows;
  for (uint32_t i = 0; i < m_trace->rows().size(); ++i)
    if (std::ranges::binary_search(m_trace->rowNames().of(RowId(i)), scope))
      rows.emplace_back(i);
  return rows;
}

const BusyCurve *DensityCache::curve(NodeId node) {
  if (!node.isValid() && m_whole)
    return m_whole.get();
  std::unique_ptr<BusyCurve> &curve = m_curves[node.isValid() ? node.value : m_tree->size()];
  const StringId scope = node.isValid() ? m_tree->node(node).scope : StringId();
  if (curve && curve->isReady())
    return curve.get();
  if (!isLate()) {
    if (!curve)
      curve = std::make_unique<BusyCurve>(*m_trace,
                                          scope.isValid() ? rowsOfScope(scope) : rowsBelow(node),
                                          m_trace->timeRange(), scope);
    if (read(*curve))
      return curve.get();
  }
  m_isPending = true;
  return nullptr;
}

} // namespace pstudio
