// SPDX-License-Identifier: Apache-2.0
#include "core/record/clock_unwrap.h"

namespace pstudio::record {

ClockUnwrapCounts &ClockUnwrapCounts::operator+=(const ClockUnwrapCounts &other) {
  wraps += other.wraps;
  backsteps += other.backsteps;
  ignoredEpochs += other.ignoredEpochs;
  unanchored += other.unanchored;
  uncertain += other.uncertain;
  unchecked += other.unchecked;
  return *this;
}

namespace {

constexpr int64_t kPeriod = int64_t{1} << 32;

/// The distance from `earlier` to `later`, from their low 32 bits: negative if `later` is up to
/// kMaxBackstep before `earlier`, else positive or 0.
int64_t distance(uint32_t earlier, uint32_t later) {
  const uint32_t ahead = later - earlier;
  return ahead > UINT32_MAX - kMaxBackstep ? int64_t{ahead} - kPeriod : int64_t{ahead};
}

uint32_t low(int64_t cycles) {
  return static_cast<uint32_t>(static_cast<uint64_t>(cycles));
}

/// The last record's counter, from the block's [begin, end].
int64_t anchorAtEnd(uint32_t clock, int64_t begin, int64_t end) {
  const int64_t before =
      end - static_cast<int64_t>(low(end) - clock); // the latest possible value up to the end
  const int64_t after = before + kPeriod;
  if (before >= begin)
    return after - end < kMaxBackstep ? after : before;
  // No possible counter is in [begin, end]: another unit may start before, or end after, the thread
  // that reads the pair.
  return after - end < begin - before ? after : before;
}

bool isPlausible(int64_t epoch, const ClockBounds &bounds) {
  if (epoch < 0 || epoch >= kMaxCycles || epoch < bounds.begin - kPeriod)
    return false;
  return !bounds.end || epoch <= *bounds.end + kPeriod;
}

int64_t epochOf(const Record &record) {
  return static_cast<int64_t>(uint64_t{record.payload} << 32 | record.clock);
}

/// Fills the epochs' counters and returns the index of the first good one, or the number of
/// records.
size_t placeEpochs(std::span<Record> records, const ClockBounds &bounds,
                   ClockUnwrapCounts &counts) {
  size_t first = records.size();
  for (size_t i = 0; i < records.size(); ++i) {
    if (records[i].kind != Kind::ClockEpoch)
      continue;
    if (!isPlausible(epochOf(records[i]), bounds)) {
      ++counts.ignoredEpochs;
      continue;
    }
    records[i].cycles = epochOf(records[i]);
    first = first == records.size() ? i : first;
  }
  return first;
}

void countForward(std::span<Record> records, size_t anchor, const ClockBounds &bounds) {
  for (size_t i = anchor + 1; i < records.size(); ++i) {
    const bool isEpoch =
        records[i].kind == Kind::ClockEpoch && isPlausible(epochOf(records[i]), bounds);
    if (!isEpoch)
      records[i].cycles = records[i - 1].cycles + distance(records[i - 1].clock, records[i].clock);
  }
}

void countBackward(std::span<Record> records, size_t anchor) {
  for (size_t i = anchor; i-- > 0;)
    records[i].cycles = records[i + 1].cycles - distance(records[i].clock, records[i + 1].clock);
}

void countWraps(std::span<const Record> records, ClockUnwrapCounts &counts) {
  for (size_t i = 1; i < records.size(); ++i) {
    const int64_t periods = (records[i].cycles >> 32) - (records[i - 1].cycles >> 32);
    counts.wraps += periods > 0 ? static_cast<uint64_t>(periods) : 0;
    counts.backsteps += records[i].cycles < records[i - 1].cycles;
  }
}

/// Distances of at least this length can contain a whole period that the stored clocks do not show.
constexpr int64_t kWholePeriod = kPeriod - kMaxBackstep;

/// Finds the records whose whole periods are not certain.
class UncertainRecords {
public:
  UncertainRecords(std::span<Record> records, const ClockBounds &bounds, bool oldestDropped)
      : m_records(records), m_bounds(bounds), m_oldestDropped(oldestDropped) {}

  void mark(ClockUnwrapCounts &counts) {
    for (size_t i = 0; i < m_records.size(); ++i)
      if (isAnchor(i))
        reachAnchor(i);
    reachEnd();
    counts.uncertain += m_marked;
    counts.unchecked += m_unchecked;
    const bool isLong = m_bounds.end && *m_bounds.end - m_bounds.begin >= kWholePeriod;
    if (m_oldestDropped && !m_hasAnchor && isLong)
      counts.unchecked += m_records.size();
  }

private:
  bool isEpoch(size_t i) const {
    return m_records[i].kind == Kind::ClockEpoch && isPlausible(epochOf(m_records[i]), m_bounds);
  }
  bool isAnchor(size_t i) const {
    return isEpoch(i) ||
           (i > 0 && isEpoch(i - 1) && m_records[i].clock == m_records[i - 1].clock);
  }

  void reachAnchor(size_t i) {
    const uint32_t key = isEpoch(i) ? m_records[i].key & kKeyEpochMask : m_key;
    if (!m_hasAnchor && m_oldestDropped)
      checkDropped(i, key);
    else if (!m_hasAnchor && key == 0)
      checkBegin(i, m_records[i].cycles);
    else if (key != kKeyEpochAfterWait && lacksPeriods(i))
      markUpTo(i, m_records[i].cycles);
    m_hasAnchor = true;
    m_key = key;
    m_first = i + 1;
  }

  /// Whether record `i` is at least one period later than the preceding record plus the distance of
  /// their clocks.
  bool lacksPeriods(size_t i) const {
    if (i == 0)
      return false;
    const Record &before = m_records[i - 1], &record = m_records[i];
    return record.cycles - before.cycles - distance(before.clock, record.clock) >= kPeriod;
  }

  /// Records before the first epoch `i`, counted backward from it, where older ones were dropped.
  void checkDropped(size_t i, uint32_t key) {
    if (i == 0 || m_records[i].cycles - m_bounds.begin < kWholePeriod)
      return;
    if (key == kKeyEpochAfterWait)
      markUpTo(i, m_records[i].cycles);
    else if (key == kKeyEpochAfterLoop)
      m_unchecked += i;
  }

  /// Records from the begin of the block to the first anchor, which are counted backward.
  void checkBegin(size_t end, int64_t latest) {
    if (!m_oldestDropped && end > 0 && m_records[0].cycles - m_bounds.begin >= kWholePeriod)
      markUpTo(end, latest);
  }

  void reachEnd() {
    // Without an end the records are counted forward, and no anchor bounds the total time. After an
    // epoch with a key each record follows the preceding one in less than a period.
    if (!m_bounds.end || m_key != 0)
      return;
    if (!m_hasAnchor)
      checkBegin(m_records.size(), *m_bounds.end);
    else if (*m_bounds.end - m_records.back().cycles >= kWholePeriod)
      markUpTo(m_records.size(), *m_bounds.end);
  }

  void markUpTo(size_t end, int64_t latest) {
    for (size_t i = m_first; i < end; ++i) {
      m_records[i].isUncertain = true;
      m_records[i].cycles = latest;
    }
    m_marked += end - m_first;
  }

  const std::span<Record> m_records;
  const ClockBounds &m_bounds;
  const bool m_oldestDropped;
  size_t m_first = 0; ///< after the last anchor
  uint32_t m_key = 0; ///< of the last epoch
  uint64_t m_marked = 0, m_unchecked = 0;
  bool m_hasAnchor = false;
};

} // namespace

ClockUnwrapCounts unwrapClocks(std::span<Record> records, const ClockBounds &bounds,
                               bool oldestDropped) {
  ClockUnwrapCounts counts;
  if (records.empty())
    return counts;
  size_t anchor = placeEpochs(records, bounds, counts);
  // An epoch with a key may come long after the record before it.
  const bool isFromBegin = anchor != records.size() && anchor != 0 && !oldestDropped &&
                           (records[anchor].key & kKeyEpochMask) != 0;
  if (anchor == records.size() && bounds.end) {
    anchor = records.size() - 1;
    records[anchor].cycles = anchorAtEnd(records[anchor].clock, bounds.begin, *bounds.end);
  } else if (anchor == records.size()) {
    anchor = 0;
    records[0].cycles = bounds.begin + distance(low(bounds.begin), records[0].clock);
    counts.unanchored = oldestDropped ? records.size() : 0;
  }
  if (isFromBegin) {
    records[0].cycles = bounds.begin + distance(low(bounds.begin), records[0].clock);
    countForward(records.first(anchor), 0, bounds);
  } else {
    countBackward(records, anchor);
  }
  countForward(records, anchor, bounds);
  countWraps(records, counts);
  UncertainRecords(records, bounds, oldestDropped).mark(counts);
  return counts;
}

int64_t nearestCongruent(int64_t reference, uint64_t clock, unsigned bits) {
  const uint64_t period = uint64_t{1} << bits;
  const uint64_t ahead = (clock - static_cast<uint64_t>(reference)) & (period - 1);
  const bool isAfter = ahead > period / 2;
  return reference + static_cast<int64_t>(ahead) - (isAfter ? static_cast<int64_t>(period) : 0);
}

} // namespace pstudio::record
