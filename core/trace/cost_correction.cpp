// SPDX-License-Identifier: Apache-2.0
#include "core/trace/cost_correction.h"

#include <algorithm>
#include <span>
#include <vector>

#include "core/trace/clock_line.h"
#include "core/trace/notes.h"
#include "core/trace/recorded_points.h"
#include "core/trace/trace_data.h"
#include "core/trace/trace_finish.h"

namespace pstudio {
namespace {

/// A monotone map of cycles: each gap between neighbouring points shrinks by the cost of a record,
/// to 0 at least. Keeps its memory between warps. [not thread-safe]
class CostMap {
public:
  /// `points`, ascending, must stay as long as at() is called. `cost` [cycles] >= 0. O(points).
  void reset(std::span<const int64_t> points, double cost, const ClockLine &clock) {
    m_points = points;
    m_clock = &clock;
    m_mapped.resize(points.size());
    // Whole positions are summed rather than what was removed: rounding then keeps their order.
    for (size_t i = 0; i < points.size(); ++i)
      m_mapped[i] = i == 0
                        ? offset(points[0])
                        : m_mapped[i - 1] +
                              std::max(0.0, static_cast<double>(points[i] - points[i - 1]) - cost);
  }

  /// Where `cycles` lies afterwards, counted from the clock line's cycle origin. Does not decrease
  /// with `cycles`. O(log points).
  double at(int64_t cycles) const {
    const auto next = std::upper_bound(m_points.begin(), m_points.end(), cycles);
    if (next == m_points.begin())
      return m_points.empty() ? offset(cycles) : std::min(offset(cycles), m_mapped[0]);
    const auto i = static_cast<size_t>(next - m_points.begin()) - 1;
    const double moved = m_mapped[i] + static_cast<double>(cycles - m_points[i]);
    return next == m_points.end() ? moved : std::min(moved, m_mapped[i + 1]);
  }

  /// Trace time of that.
  Picoseconds timeAt(int64_t cycles) const { return m_clock->atOffset(at(cycles)); }

private:
  double offset(int64_t cycles) const { return m_clock->offsetOf(Cycles(cycles)); }

  std::span<const int64_t> m_points;
  std::vector<double> m_mapped;
  const ClockLine *m_clock = nullptr;
};

/// The cost that applies to a track's slices; null if its launch has none.
const RecordingCost *costOf(const Trace &trace, const Track &track) {
  if (track.launch.value >= trace.launches().size())
    return nullptr;
  const auto &cost = trace.launches()[track.launch.value].recordingCost;
  return cost ? &*cost : nullptr;
}

/// Moves the times of one trace's slices, instants and values.
class Correction {
public:
  Correction(const Trace &recorded, Trace::Data &data)
      : m_recorded(recorded), m_data(data), m_durations(data.durations.unpacked()),
        m_points(recorded) {}

  void run() {
    // Warps that are siblings come together: an end that one recorded may be another's operation.
    std::vector<bool> isDone(m_recorded.tracks().size() + 1, false);
    for (const Track &track : m_recorded.tracks()) {
      const size_t slot = track.parent.isValid() ? track.parent.value : m_recorded.tracks().size();
      if (track.kind != TrackKind::Warp || isDone[slot])
        continue;
      isDone[slot] = true;
      for (const WarpPoints &warp : m_points.collect(track.parent))
        correctWarp(warp);
    }
  }

  uint64_t skippedWarps() const { return m_skippedWarps; }

private:
  void correctWarp(const WarpPoints &points) {
    const Track &warp = m_recorded.track(points.warp);
    const RecordingCost *cost = costOf(m_recorded, warp);
    if (cost == nullptr || m_recorded.launches()[warp.launch.value].isCostSubtracted)
      return;
    if (!points.isUsable) {
      ++m_skippedWarps;
      return;
    }
    m_map.reset(points.cycles, cost->record, *m_recorded.clock(warp.clock));
    for (TrackId track : points.tracks)
      correctSlices(m_recorded.track(track));
    correctInstants(warp, *m_recorded.clock(warp.clock));
    for (TrackId counter : points.counters)
      correctSamples(m_recorded.track(counter), *m_recorded.clock(warp.clock));
  }

  void correctSlices(const Track &track) {
    for (uint32_t r = 0; r < track.rowCount; ++r) {
      const Row &row = m_recorded.row(RowId(track.firstRow.value + r));
      for (uint32_t i = row.firstSlice.value; i < row.firstSlice.value + row.sliceCount; ++i) {
        const Picoseconds begin = m_map.timeAt(m_data.beginCycles[i]);
        const Picoseconds end =
            m_map.timeAt(m_data.beginCycles[i] + m_recorded.sliceCycleDurations()[i]);
        m_data.begins[i] = begin.value;
        m_durations[i] = (end - begin).value;
      }
    }
  }

  void correctInstants(const Track &track, const ClockLine &clock) {
    for (uint32_t i = track.firstInstant; i < track.firstInstant + track.instantCount; ++i) {
      Picoseconds &time = m_data.instants[i].time;
      time = m_map.timeAt(clock.toCycles(time).value);
    }
  }

  void correctSamples(const Track &track, const ClockLine &clock) {
    for (uint32_t i = track.firstSample; i < track.firstSample + track.sampleCount; ++i) {
      Picoseconds &time = m_data.samples[i].time;
      time = m_map.timeAt(clock.toCycles(time).value);
    }
  }

  const Trace &m_recorded;
  Trace::Data &m_data;
  std::vector<int64_t> &m_durations; ///< of m_data
  RecordedPoints m_points;
  CostMap m_map;
  uint64_t m_skippedWarps = 0;
};

void addNote(std::vector<Note> &notes, NoteCode code, uint64_t count) {
  if (count > 0)
    notes.push_back(makeNote(code, {}, count));
}

/// Marks the launches; returns how many records were dropped in them.
uint64_t markLaunches(std::vector<Launch> &launches) {
  uint64_t dropped = 0;
  for (Launch &launch : launches) {
    if (!launch.recordingCost || launch.isCostSubtracted)
      continue;
    launch.isCostSubtracted = true;
    dropped += launch.recordsDropped;
  }
  return dropped;
}

} // namespace

bool hasRecordingCost(const Trace &trace) {
  return std::any_of(trace.launches().begin(), trace.launches().end(), [](const Launch &launch) {
    return launch.recordingCost && !launch.isCostSubtracted;
  });
}

Trace correctRecordingCost(const Trace &trace) {
  auto data = std::make_unique<Trace::Data>(*trace.m_data);
  if (!hasRecordingCost(trace))
    return Trace(std::move(data));
  Correction correction(trace, *data);
  correction.run();
  addNote(data->notes, NoteCode::TraceCostSubtracted, 1);
  addNote(data->notes, NoteCode::TraceCostNotSubtracted, correction.skippedWarps());
  addNote(data->notes, NoteCode::TraceCostOfDropped, markLaunches(data->launches));
  data->durations.pack();
  summarizeRows(*data);
  data->range = rangeOf(*data);
  return Trace(std::move(data));
}

std::optional<CorrectedDuration> correctedDuration(const Trace &trace, SliceId id) {
  const Slice slice = trace.slice(id);
  TrackId warp = slice.track;
  if (trace.track(warp).kind == TrackKind::Async)
    warp = trace.track(warp).parent;
  if (!warp.isValid() || trace.track(warp).kind != TrackKind::Warp || !slice.hasCycles)
    return std::nullopt;
  const RecordingCost *cost = costOf(trace, trace.track(warp));
  if (cost == nullptr || trace.launches()[trace.track(warp).launch.value].isCostSubtracted)
    return std::nullopt;
  RecordedPoints recorded(trace);
  const auto warps = recorded.collect(trace.track(warp).parent);
  const auto points =
      std::find_if(warps.begin(), warps.end(), [&](const WarpPoints &w) { return w.warp == warp; });
  if (points == warps.end() || !points->isUsable ||
      std::find(points->tracks.begin(), points->tracks.end(), slice.track) == points->tracks.end())
    return std::nullopt;

  const ClockLine &clock = *trace.clock(trace.track(warp).clock);
  CostMap map;
  const auto lengthAt = [&](double cyclesPerRecord) {
    map.reset(points->cycles, cyclesPerRecord, clock);
    return map.timeAt(slice.endCycles.value) - map.timeAt(slice.beginCycles.value);
  };
  CorrectedDuration result;
  result.recorded = clock.toTime(slice.endCycles) - clock.toTime(slice.beginCycles);
  result.corrected = lengthAt(cost->record);
  result.shortest = std::min(result.corrected, lengthAt(cost->recordHigh));
  result.longest = std::max(result.corrected, lengthAt(cost->recordLow));
  const auto first =
      std::lower_bound(points->cycles.begin(), points->cycles.end(), slice.beginCycles.value);
  const auto last = std::lower_bound(first, points->cycles.end(), slice.endCycles.value);
  result.records = static_cast<uint64_t>(last - first);
  return result;
}

} // namespace pstudio
