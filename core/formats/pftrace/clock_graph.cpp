// SPDX-License-Identifier: Apache-2.0
#include "core/formats/pftrace/clock_graph.h"

#include <algorithm>
#include <deque>
#include <set>

#include "core/formats/import/message_reader.h"
#include "core/formats/pftrace/perfetto_fields.h"

namespace pstudio {
namespace {

struct SnapshotClock {
  uint32_t id = 0;
  uint64_t timestamp = 0;
  bool isIncremental = false;
  int64_t unitNs = 1;
};

SnapshotClock readClock(protozero::data_view data) {
  SnapshotClock clock;
  forEachField(data, [&](const FieldReader &field) {
    if (field.isVarint(perfetto::clock::kId))
      clock.id = static_cast<uint32_t>(field.uint64());
    else if (field.isVarint(perfetto::clock::kTimestamp))
      clock.timestamp = field.uint64();
    else if (field.isVarint(perfetto::clock::kIsIncremental))
      clock.isIncremental = field.uint64() != 0;
    else if (field.isVarint(perfetto::clock::kUnitMultiplierNs) && field.int64() > 0)
      clock.unitNs = field.int64();
  });
  return clock;
}

/// The product, or none if it does not fit.
std::optional<int64_t> scaled(uint64_t timestamp, int64_t unitNs) {
  int64_t result;
  if (__builtin_mul_overflow(timestamp, unitNs, &result))
    return std::nullopt;
  return result;
}

std::optional<int64_t> sum(int64_t a, int64_t b) {
  int64_t result;
  if (__builtin_add_overflow(a, b, &result))
    return std::nullopt;
  return result;
}

} // namespace

ClockGraph::Key ClockGraph::keyOf(uint32_t clock, uint32_t sequence) {
  const bool isOfSequence =
      clock >= perfetto::kFirstSequenceClock && clock < perfetto::kFirstGlobalClock;
  return (isOfSequence ? uint64_t{sequence} << 32 : 0) | clock;
}

void ClockGraph::addSnapshot(protozero::data_view snapshot, uint32_t sequence) {
  // A damaged message throws in the middle. Nothing is added before all of it is read, since a
  // reading without its snapshot would point outside of m_snapshots.
  std::vector<SnapshotClock> clocks;
  std::optional<uint32_t> primary;
  forEachField(snapshot, [&](const FieldReader &field) {
    if (field.isVarint(perfetto::clock_snapshot::kPrimaryTraceClock) && !primary)
      primary = static_cast<uint32_t>(field.uint64());
    if (field.isBytes(perfetto::clock_snapshot::kClocks))
      clocks.push_back(readClock(field.bytes()));
  });
  if (primary && !m_isTraceClockGiven) {
    m_traceClock = *primary;
    m_isTraceClockGiven = true;
  }
  const auto index = static_cast<uint32_t>(m_snapshots.size());
  auto &readings = m_snapshots.emplace_back();
  for (const SnapshotClock &read : clocks) {
    const auto nanoseconds = scaled(read.timestamp, read.unitNs);
    if (!nanoseconds)
      continue;
    const Key key = keyOf(read.id, sequence);
    Clock &clock = m_clocks[key];
    clock.unitNs = read.unitNs;
    clock.isIncremental = read.isIncremental;
    clock.last = *nanoseconds;
    clock.readings.push_back({index, *nanoseconds});
    readings.emplace_back(key, *nanoseconds);
  }
}

std::optional<int64_t> ClockGraph::toTraceTime(uint64_t timestamp, uint32_t clock,
                                               uint32_t sequence) {
  const Key key = keyOf(clock, sequence);
  auto found = m_clocks.find(key);
  if (found == m_clocks.end())
    return clock == m_traceClock ? std::optional(static_cast<int64_t>(timestamp)) : std::nullopt;
  Clock &known = found->second;
  std::optional<int64_t> nanoseconds = scaled(timestamp, known.unitNs);
  if (nanoseconds && known.isIncremental) {
    nanoseconds = sum(known.last, *nanoseconds);
    if (nanoseconds)
      known.last = *nanoseconds;
  }
  return nanoseconds ? convert(key, *nanoseconds) : std::nullopt;
}

std::optional<int64_t> ClockGraph::toTraceTimeNs(int64_t nanoseconds, uint32_t clock) const {
  return convert(clock, nanoseconds);
}

const ClockGraph::Reading &ClockGraph::readingAt(const Clock &clock, int64_t nanoseconds) {
  const auto &readings = clock.readings;
  const auto after =
      std::upper_bound(readings.begin(), readings.end(), nanoseconds,
                       [](int64_t t, const Reading &r) { return t < r.nanoseconds; });
  return after == readings.begin() ? *after : *std::prev(after);
}

/// The conversion by one snapshot that has both clocks: the first hop of convert().
std::optional<int64_t> ClockGraph::convertAtOnce(Key from, int64_t nanoseconds) const {
  const auto found = m_clocks.find(from);
  if (found == m_clocks.end())
    return std::nullopt;
  const Reading &reading = readingAt(found->second, nanoseconds);
  int64_t elapsed;
  if (__builtin_sub_overflow(nanoseconds, reading.nanoseconds, &elapsed))
    return std::nullopt;
  for (const auto &[other, otherTime] : m_snapshots[reading.snapshot])
    if (other == m_traceClock)
      if (const auto converted = sum(otherTime, elapsed))
        return converted;
  return std::nullopt;
}

std::optional<int64_t> ClockGraph::convert(Key from, int64_t nanoseconds) const {
  if (from == m_traceClock)
    return nanoseconds;
  if (const auto converted = convertAtOnce(from, nanoseconds)) // without the tables of a search
    return converted;
  // Breadth first over clocks that were read together. Each hop uses the last snapshot at or before
  // the time, or the first one: between two snapshots clocks are taken to run at the same rate.
  std::deque<std::pair<Key, int64_t>> queue{{from, nanoseconds}};
  std::set<Key> seen{from};
  while (!queue.empty()) {
    const auto [key, time] = queue.front();
    queue.pop_front();
    auto found = m_clocks.find(key);
    if (found == m_clocks.end())
      continue;
    const Reading &reading = readingAt(found->second, time);
    for (const auto &[other, otherTime] : m_snapshots[reading.snapshot]) {
      int64_t elapsed;
      if (__builtin_sub_overflow(time, reading.nanoseconds, &elapsed))
        continue;
      const auto converted = sum(otherTime, elapsed);
      if (!converted || !seen.insert(other).second)
        continue;
      if (other == m_traceClock)
        return converted;
      queue.emplace_back(other, *converted);
    }
  }
  return std::nullopt;
}

} // namespace pstudio
