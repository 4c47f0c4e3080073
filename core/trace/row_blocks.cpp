// SPDX-License-Identifier: Apache-2.0
// Building of row summaries, level by level.
#include "core/trace/row_blocks.h"

#include <algorithm>
#include <array>

#include "core/base/parallel.h"

namespace pstudio {
namespace {

uint32_t blockCount(uint32_t slices, uint32_t level) {
  uint32_t count = (slices + RowBlocks::kSlices - 1) / RowBlocks::kSlices;
  for (uint32_t i = 0; i < level; ++i)
    count = (count + RowBlocks::kBlocks - 1) / RowBlocks::kBlocks;
  return count;
}

/// Adds up lengths by name and keeps the longest slice of each.
class NameTally {
public:
  void clear() { m_used = 0; }

  void add(StringId name, double total, SliceId slice, int64_t duration) {
    size_t i = 0;
    while (i < m_used && m_names[i].name != name)
      ++i;
    if (i == m_used)
      m_names[m_used++] = {name, slice, duration, 0};
    Name &known = m_names[i];
    known.total += total;
    if (duration > known.duration) {
      known.slice = slice;
      known.duration = duration;
    }
  }

  struct Name {
    StringId name;
    SliceId slice;
    int64_t duration = 0;
    double total = 0; // of durations that may be as long as 64 bits can express
  };
  const Name &most() const {
    return *std::max_element(m_names.begin(), m_names.begin() + static_cast<ptrdiff_t>(m_used),
                             [](const Name &a, const Name &b) { return a.total < b.total; });
  }

private:
  std::array<Name, std::max(RowBlocks::kSlices, RowBlocks::kBlocks)> m_names;
  size_t m_used = 0;
};

/// Blocks of level 0 that one call of a thread makes.
struct BlockRange {
  uint32_t row = 0;
  uint32_t first = 0;
  uint32_t end = 0;
};

std::vector<BlockRange> partsOf(std::span<const Row> rows) {
  constexpr uint32_t kPart = 4096;
  std::vector<BlockRange> parts;
  for (uint32_t row = 0; row < rows.size(); ++row) {
    if (RowBlocks::levelCount(rows[row].sliceCount) == 0)
      continue;
    const uint32_t count = blockCount(rows[row].sliceCount, 0);
    for (uint32_t first = 0; first < count; first += kPart)
      parts.push_back({row, first, std::min(count, first + kPart)});
  }
  return parts;
}

unsigned threadsForBlocks(size_t blocks) {
  constexpr size_t kWorthThreads = 4096; // starting a thread costs as much as thousands of blocks
  return blocks < kWorthThreads ? 1 : threadCountOf(0);
}

} // namespace

uint32_t RowBlocks::levelCount(uint32_t slices) {
  uint32_t levels = 0;
  while (blockCount(slices, levels) > 1)
    ++levels;
  return levels;
}

RowBlocks::RowBlocks(std::span<const Row> rows, const Slices &slices) {
  m_firstBlocks.resize(rows.size());
  uint32_t count = 0;
  for (size_t row = 0; row < rows.size(); ++row) {
    m_firstBlocks[row] = count;
    for (uint32_t level = 0; level < levelCount(rows[row].sliceCount); ++level)
      count += blockCount(rows[row].sliceCount, level);
  }
  m_blocks.resize(count);
  std::vector<double> totals(count);

  const auto store = [&](size_t at, int64_t begin, const NameTally &tally) {
    const NameTally::Name &most = tally.most();
    m_blocks[at] = {begin, most.name, most.slice};
    totals[at] = most.total;
  };
  const std::vector<BlockRange> parts = partsOf(rows);
  parallelFor(parts.size(), threadsForBlocks(count), [&](size_t part) {
    const BlockRange &range = parts[part];
    const Row &row = rows[range.row];
    const uint32_t rowEnd = row.firstSlice.value + row.sliceCount;
    NameTally tally;
    for (uint32_t block = range.first; block < range.end; ++block) {
      const uint32_t first = row.firstSlice.value + block * kSlices;
      tally.clear();
      for (uint32_t i = first; i < std::min(rowEnd, first + kSlices); ++i) {
        const int64_t duration = slices.durations[i];
        tally.add(slices.names[i], static_cast<double>(duration), SliceId(i), duration);
      }
      store(m_firstBlocks[range.row] + block, slices.begins[first], tally);
    }
  });
  parallelFor(rows.size(), threadsForBlocks(count), [&](size_t row) {
    NameTally tally;
    uint32_t below = m_firstBlocks[row];
    for (uint32_t level = 1; level < levelCount(rows[row].sliceCount); ++level) {
      const uint32_t belowCount = blockCount(rows[row].sliceCount, level - 1);
      const uint32_t here = below + belowCount;
      for (uint32_t block = 0; block < blockCount(rows[row].sliceCount, level); ++block) {
        tally.clear();
        for (uint32_t i = block * kBlocks; i < std::min(belowCount, (block + 1) * kBlocks); ++i)
          tally.add(m_blocks[below + i].name, totals[below + i], m_blocks[below + i].slice,
                    slices.durations[m_blocks[below + i].slice.value]);
        store(here + block, m_blocks[below + block * kBlocks].begin, tally);
      }
      below = here;
    }
  });
}

std::span<const RowBlocks::Block> RowBlocks::level(RowId row, uint32_t sliceCount,
                                                   uint32_t level) const {
  size_t first = m_firstBlocks[row.value];
  for (uint32_t i = 0; i < level; ++i)
    first += blockCount(sliceCount, i);
  return std::span(m_blocks).subspan(first, blockCount(sliceCount, level));
}

size_t RowBlocks::memoryBytes() const {
  return m_firstBlocks.capacity() * sizeof(uint32_t) + m_blocks.capacity() * sizeof(Block);
}

} // namespace pstudio
