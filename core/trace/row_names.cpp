// SPDX-License-Identifier: Apache-2.0
// Some rows for each thread, then one list.
#include "core/trace/row_names.h"

#include <algorithm>

#include "core/base/parallel.h"

namespace pstudio {
namespace {

constexpr size_t kMinSlicesOfPart = 200'000; // that are worth a thread

/// Rows that one thread reads.
struct RowPart {
  size_t begin = 0, end = 0;
  std::vector<StringId> names;  ///< row by row
  std::vector<uint32_t> counts; ///< of names, by row of the part
};

void collectNames(std::span<const Row> rows, std::span<const Track> tracks,
                  std::span<const StringId> names, RowPart &part) {
  std::vector<uint32_t> lastRow; // by StringId: the last row of the part that had it, plus 1
  for (size_t i = part.begin; i < part.end; ++i) {
    const Row &row = rows[i];
    const size_t before = part.names.size();
    const bool isOfWarp = tracks[row.track.value].kind == TrackKind::Warp;
    const auto number = static_cast<uint32_t>(i - part.begin) + 1;
    for (const StringId name : names.subspan(row.firstSlice.value, isOfWarp ? row.sliceCount : 0)) {
      if (!name.isValid())
        continue;
      if (name.value >= lastRow.size())
        lastRow.resize(name.value + 1, 0);
      if (lastRow[name.value] != number)
        part.names.push_back(name);
      lastRow[name.value] = number;
    }
    std::sort(part.names.begin() + static_cast<ptrdiff_t>(before), part.names.end());
    part.counts.push_back(static_cast<uint32_t>(part.names.size() - before));
  }
}

/// Of about as many slices each.
std::vector<RowPart> partsOf(std::span<const Row> rows, size_t slices) {
  const size_t count = std::clamp<size_t>(slices / kMinSlicesOfPart, 1, threadCountOf(0));
  std::vector<RowPart> parts(1);
  size_t taken = 0;
  for (size_t i = 0; i < rows.size(); ++i) {
    if (taken * count >= slices * parts.size() && parts.size() < count)
      parts.push_back({i, i, {}, {}});
    parts.back().end = i + 1;
    taken += rows[i].sliceCount;
  }
  return parts;
}

} // namespace

RowNames::RowNames(std::span<const Row> rows, std::span<const Track> tracks,
                   std::span<const StringId> names) {
  if (std::ranges::none_of(tracks, [](const Track &t) { return t.kind == TrackKind::Warp; }))
    return;
  std::vector<RowPart> parts = partsOf(rows, names.size());
  parallelFor(parts.size(), 0, [&](size_t i) { collectNames(rows, tracks, names, parts[i]); });
  size_t total = 0;
  for (const RowPart &part : parts)
    total += part.names.size();
  m_ends.reserve(rows.size());
  m_names.reserve(total);
  for (const RowPart &part : parts) {
    m_names.insert(m_names.end(), part.names.begin(), part.names.end());
    for (const uint32_t count : part.counts)
      m_ends.push_back((m_ends.empty() ? 0 : m_ends.back()) + count);
  }
}

size_t RowNames::memoryBytes() const {
  return m_ends.capacity() * sizeof(uint32_t) + m_names.capacity() * sizeof(StringId);
}

} // namespace pstudio
