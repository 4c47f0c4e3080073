// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/memory/reuse.h"

#include <algorithm>
#include <bit>
#include <unordered_map>
#include <vector>

#include "core/analysis/memory/mix.h"
#include "core/analysis/memory/sector_parts.h"
#include "core/analysis/memory/touch_estimate.h"
#include "core/base/parallel.h"

namespace pstudio::memory {

namespace {

constexpr size_t kReuseParts = 16;

void count(LogHistogram &histogram, uint64_t value) {
  ++histogram[static_cast<size_t>(std::bit_width(value))];
}

/// The number of touches in [0, n) that are the newest of their line: a tree of partial sums
/// (Fenwick, Software: Practice and Experience 1994).
class NewestTouches {
public:
  explicit NewestTouches(size_t touches) : m_sums(touches + 1, 0) {}
  void add(size_t touch, int32_t change) {
    for (size_t i = touch + 1; i < m_sums.size(); i += i & (~i + 1))
      m_sums[i] += change;
  }
  uint64_t before(size_t touch) const {
    int64_t sum = 0;
    for (size_t i = touch; i > 0; i &= i - 1)
      sum += m_sums[i];
    return static_cast<uint64_t>(sum);
  }

private:
  std::vector<int32_t> m_sums;
};

/// The lines that one CTA touches, one after the other.
class CtaLines {
public:
  CtaLines(const AccessTable &table, const MemoryModel &model, uint32_t thinning)
      : m_table(table), m_parts(table, model.sectorBytes),
        m_shift(static_cast<uint32_t>(std::countr_zero(model.lineBytes / model.sectorBytes))),
        m_thinning(thinning) {}

  /// Runs [begin, end) are those of the CTA. Valid until the next call.
  const std::vector<uint64_t> &of(size_t begin, size_t end) {
    m_order.clear();
    for (size_t run = begin; run < end; ++run)
      for (uint64_t i = m_table.warps()[run].begin; i < m_table.warps()[run].end; ++i)
        m_order.push_back({m_table[i].time.value, i});
    std::ranges::sort(m_order);
    m_lines.clear();
    for (const auto &[time, index] : m_order)
      append(m_table[index]);
    return m_lines;
  }

private:
  void append(const Access &access) {
    if (m_table.sites()[access.site].space != AccessSpace::Global)
      return;
    uint64_t open = UINT64_MAX;
    m_parts.forEach(access, [&](uint64_t sector, uint64_t) {
      const uint64_t line = sector >> m_shift;
      if (line != open && isChosen(line, m_thinning))
        m_lines.push_back(line);
      open = line;
    });
  }

  const AccessTable &m_table;
  SectorParts m_parts;
  uint32_t m_shift;
  uint32_t m_thinning;
  std::vector<std::pair<int64_t, uint64_t>> m_order;
  std::vector<uint64_t> m_lines;
};

void countDistances(const std::vector<uint64_t> &lines, uint32_t thinning,
                    ReuseDistances &distances) {
  NewestTouches newest(lines.size());
  std::unordered_map<uint64_t, size_t> last;
  for (size_t i = 0; i < lines.size(); ++i) {
    const auto [known, isFirst] = last.try_emplace(lines[i], i);
    if (isFirst) {
      ++distances.first;
    } else {
      const uint64_t between = newest.before(i) - newest.before(known->second + 1);
      count(distances.again, between << thinning);
      newest.add(known->second, -1);
      known->second = i;
    }
    newest.add(i, 1);
  }
}

} // namespace

LineReuse lineReuse(const SectorTouches &touches, uint64_t first, uint64_t last) {
  LineReuse reuse;
  touches.forLines(first, last, [&](uint64_t, const LineTouch &line) {
    ++reuse.lines;
    reuse.touches += line.touches;
    count(reuse.perLine, line.touches);
    count(reuse.warps, line.warps);
    count(reuse.ctas, line.ctas);
  });
  return reuse;
}

ReuseDistances reuseDistances(const AccessTable &table, const MemoryModel &model,
                              uint64_t maxTouches, unsigned threads) {
  const uint32_t thinning = thinningFor(table, model, model.lineBytes, maxTouches);
  const auto runs = table.warps();
  std::vector<size_t> ctas; // first run of each, and the end of all
  for (size_t run = 0; run < runs.size(); ++run)
    if (run == 0 || runs[run].cta != runs[run - 1].cta)
      ctas.push_back(run);
  const size_t count = ctas.size();
  ctas.push_back(runs.size());

  std::vector<ReuseDistances> parts(kReuseParts);
  parallelFor(kReuseParts, threads, [&](size_t part) {
    CtaLines lines(table, model, thinning);
    for (size_t cta = count * part / kReuseParts; cta < count * (part + 1) / kReuseParts; ++cta)
      countDistances(lines.of(ctas[cta], ctas[cta + 1]), thinning, parts[part]);
  });
  ReuseDistances all;
  all.countedPart = 1.0 / static_cast<double>(uint64_t{1} << thinning);
  for (const ReuseDistances &part : parts) {
    all.first += part.first;
    for (size_t bin = 0; bin < all.again.size(); ++bin)
      all.again[bin] += part.again[bin];
  }
  return all;
}

} // namespace pstudio::memory
