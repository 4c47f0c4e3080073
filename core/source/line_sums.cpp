// SPDX-License-Identifier: Apache-2.0
#include "core/source/line_sums.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "core/access/launch_accesses.h"
#include "core/analysis/memory/cost_cache.h"
#include "core/base/parallel.h"
#include "core/search/trace_search.h"
#include "core/statistics/duration_figures.h"
#include "core/statistics/slice_parts.h"
#include "core/trace/slice_state.h"
#include "core/trace/slices_range.h"

namespace pstudio {
namespace {

constexpr uint32_t kMinSlices = 1u << 16;   // smaller parts are not worth a thread
constexpr uint64_t kMinAccesses = 1u << 16; // likewise

/// Figures of all lines, by number of the line.
class LineTable {
public:
  explicit LineTable(size_t lines) : m_lines(lines) {}

  void add(uint32_t line, LineColumn column, int64_t value) {
    std::optional<int64_t> &into = m_lines[line].values[static_cast<size_t>(column)];
    into = statistics::saturatedSum(into.value_or(0), value);
  }
  void addOpen(uint32_t line) { ++m_lines[line].openSlices; }
  void addStalls(uint32_t line, const std::vector<StallCount> &stalls) {
    for (const StallCount &stall : stalls) {
      const auto known = std::ranges::find(m_lines[line].stalls, stall.reason, &StallCount::reason);
      if (known == m_lines[line].stalls.end())
        m_lines[line].stalls.push_back(stall);
      else
        known->samples += stall.samples;
    }
  }
  void addWithoutLine(uint64_t events) { m_eventsWithoutLine += events; }

  void add(const LineTable &other) {
    for (uint32_t line = 0; line < m_lines.size(); ++line) {
      for (size_t column = 0; column < kLineColumns; ++column)
        if (const auto value = other.m_lines[line].values[column])
          add(line, static_cast<LineColumn>(column), *value);
      m_lines[line].openSlices += other.m_lines[line].openSlices;
    }
    m_eventsWithoutLine += other.m_eventsWithoutLine;
  }

  std::vector<LineSums> &lines() { return m_lines; }
  uint64_t eventsWithoutLine() const { return m_eventsWithoutLine; }

private:
  std::vector<LineSums> m_lines;
  uint64_t m_eventsWithoutLine = 0;
};

/// The states of slices, found once for each name and category. [not thread-safe]
class StateCache {
public:
  explicit StateCache(const Trace &trace) : m_trace(trace) {}
  SliceState of(uint32_t slice) {
    const auto categories = m_trace.sliceCategories();
    const uint32_t category = categories.empty() ? 0 : categories[slice].value;
    const bool isAsync = (m_trace.sliceFlags()[slice] & kSliceAsync) != 0;
    const auto [known, isNew] = m_states.try_emplace(
        {m_trace.sliceNames()[slice].value, category, isAsync}, SliceState::Work);
    if (isNew)
      known->second = sliceState(m_trace, SliceId(slice));
    return known->second;
  }

private:
  const Trace &m_trace;
  std::map<std::tuple<uint32_t, uint32_t, bool>, SliceState> m_states;
};

/// One computation.
class LineSummation {
public:
  LineSummation(const Trace &trace, const TracePlaces &places, const SourceArea &area,
                unsigned threads, const std::stop_token &stop)
      : m_trace(trace), m_places(places), m_area(area), m_threads(threads), m_stop(stop),
        m_sums(places.lines().size()) {}

  SourceSums run() {
    addTracks();
    const WarpTracks warps(m_trace);
    for (uint32_t launch = 0; launch < m_trace.launches().size() && !isStopped(); ++launch)
      addAccesses(launch, warps);
    SourceSums result;
    result.area = m_area;
    if (!m_area.range && m_area.tracks.empty())
      for (const Launch &launch : m_trace.launches())
        addSamples(launch, result.samplesWithoutLine);
    fill(result);
    return result;
  }

private:
  bool isStopped() const { return m_stop.stop_requested(); }
  bool isIn(TrackId track) const {
    return m_area.tracks.empty() || std::ranges::binary_search(m_area.tracks, track);
  }
  bool isIn(Picoseconds time) const {
    return !m_area.range || (time >= m_area.range->begin && time < m_area.range->end);
  }

  /// work(first, last, table) for each part on several threads; their tables are added in order.
  template <class Work> void inParts(const std::vector<size_t> &begins, const Work &work) {
    const size_t parts = begins.size() - 1;
    std::vector<LineTable> tables(parts, LineTable(m_places.lines().size()));
    parallelFor(parts, m_threads, [&](size_t part) {
      if (!isStopped())
        work(begins[part], begins[part + 1], tables[part]);
    });
    for (const LineTable &table : tables)
      m_sums.add(table);
  }

  void addTracks() {
    std::vector<TrackId> tracks;
    for (uint32_t t = 0; t < m_trace.tracks().size(); ++t)
      if (isIn(TrackId(t)))
        tracks.push_back(TrackId(t));
    const auto slices = [&](size_t i) { return slicesOf(m_trace, tracks[i]).size(); };
    inParts(statistics::partsOf(tracks.size(), kMinSlices, slices),
            [&](size_t first, size_t last, LineTable &into) {
              StateCache states(m_trace);
              for (size_t i = first; i < last && !isStopped(); ++i)
                addTrack(tracks[i], states, into);
            });
  }

  void addTrack(TrackId id, StateCache &states, LineTable &into) const {
    const Track &track = m_trace.track(id);
    for (const Instant &instant :
         m_trace.instants().subspan(track.firstInstant, track.instantCount)) {
      if (!isIn(instant.time))
        continue;
      if (const uint32_t line = m_places.ofArgs(instant.args); line == TracePlaces::kNone)
        into.addWithoutLine(1);
      else
        into.add(line, LineColumn::Events, 1);
    }
    if (track.rowCount == 0)
      return;
    const statistics::TrackParts parts(m_trace, id, m_area.range);
    for (uint32_t slice = parts.first(); slice < parts.end(); ++slice)
      if (parts.part(slice).place != statistics::SlicePlace::Outside)
        addSlice(slice, parts, states, into);
  }

  void addSlice(uint32_t slice, const statistics::TrackParts &parts, StateCache &states,
                LineTable &into) const {
    const uint32_t line = m_places.ofArgs(m_trace.sliceArgSets()[slice]);
    if (line == TracePlaces::kNone)
      return into.addWithoutLine(1);
    into.add(line, LineColumn::Events, 1);
    if (parts.part(slice).place == statistics::SlicePlace::Open)
      return into.addOpen(line);
    const SliceState state = states.of(slice);
    if (state == SliceState::InFlight)
      return into.add(line, LineColumn::InFlight, parts.part(slice).picoseconds);
    const int64_t self = parts.self(slice).picoseconds;
    into.add(line, LineColumn::Total, parts.part(slice).picoseconds);
    into.add(line, LineColumn::Self, self);
    if (state == SliceState::Waiting)
      into.add(line, LineColumn::Waits, self);
  }

  void addAccesses(uint32_t launch, const WarpTracks &warps) {
    const auto &accesses = m_trace.launches()[launch].accesses;
    if (!accesses)
      return;
    std::vector<uint32_t> lines; // by site
    for (const memory::AccessSite &site : accesses->table.sites())
      lines.push_back(m_places.ofLocation(site.location));
    if (!m_area.range && m_area.tracks.empty()) // counts have no times and no warps
      for (const memory::AccessCount &cell : accesses->counts.cells)
        if (lines[cell.site] != TracePlaces::kNone)
          m_sums.add(lines[cell.site], LineColumn::Accesses, static_cast<int64_t>(cell.accesses));
    const auto runs = accesses->table.warps();
    std::vector<memory::WarpRun> wanted;
    for (const memory::WarpRun &run : runs)
      if (run.end > run.begin &&
          (m_area.tracks.empty() || isIn(warps.trackOf({LaunchId(launch), run.begin}))))
        wanted.push_back(run);
    const auto begins = statistics::partsOf(
        wanted.size(), kMinAccesses, [&](size_t i) { return wanted[i].end - wanted[i].begin; });
    inParts(begins, [&](size_t first, size_t last, LineTable &into) {
      memory::CostCache costs(accesses->table, accesses->model);
      for (size_t i = first; i < last && !isStopped(); ++i)
        addRun(*accesses, wanted[i], lines, costs, into);
    });
  }

  void addRun(const memory::LaunchAccesses &accesses, const memory::WarpRun &run,
              const std::vector<uint32_t> &lines, memory::CostCache &costs, LineTable &into) const {
    for (uint64_t i = run.begin; i < run.end; ++i) {
      const memory::Access access = accesses.table[i];
      const uint32_t line = lines[access.site];
      if (line == TracePlaces::kNone || !isIn(access.time))
        continue;
      const memory::AccessCost &cost = costs.of(access);
      into.add(line, LineColumn::Accesses, 1);
      into.add(line, LineColumn::Bytes, static_cast<int64_t>(cost.sectors.bytes));
      if (accesses.table.sites()[access.site].space == memory::AccessSpace::Global)
        into.add(line, LineColumn::ExcessSectors,
                 static_cast<int64_t>(cost.sectors.sectors - cost.sectors.ideal));
      else
        into.add(line, LineColumn::ExcessWavefronts,
                 int64_t{cost.banks.wavefronts} - int64_t{cost.banks.phases});
    }
  }

  void addSamples(const Launch &launch, uint64_t &withoutLine) {
    const auto samples = pcSamplesOf(m_trace, launch);
    if (!samples)
      return;
    for (const LineSamples &sampled : samples->lines) {
      const uint32_t line = m_places.ofLocation(sampled.location);
      if (line == TracePlaces::kNone) {
        withoutLine += sampled.samples();
        continue;
      }
      m_sums.add(line, LineColumn::Samples, static_cast<int64_t>(sampled.samples()));
      m_sums.addStalls(line, sampled.stalls);
    }
  }

  void fill(SourceSums &result) {
    std::map<uint32_t, FileSums> files;
    for (uint32_t number = 0; number < m_places.lines().size(); ++number) {
      LineSums &line = m_sums.lines()[number];
      if (std::ranges::none_of(line.values, [](const auto &value) { return value.has_value(); }))
        continue;
      line.line = m_places.lines()[number].line;
      std::ranges::stable_sort(line.stalls, std::ranges::greater(), &StallCount::samples);
      FileSums &file = files[m_places.lines()[number].file];
      for (size_t column = 0; column < kLineColumns; ++column) {
        file.totals[column] =
            statistics::saturatedSum(file.totals[column], line.values[column].value_or(0));
        result.has[column] = result.has[column] || line.values[column].has_value();
      }
      file.lines.push_back(std::move(line));
    }
    for (auto &[number, file] : files) {
      file.path = m_places.files()[number];
      std::ranges::sort(file.lines, {}, &LineSums::line);
      result.files.push_back(std::move(file));
    }
    const auto weight = [](const FileSums &file) {
      const auto of = [&](LineColumn column) { return -file.totals[static_cast<size_t>(column)]; };
      return std::tuple(of(LineColumn::Self), of(LineColumn::Samples), of(LineColumn::Accesses),
                        of(LineColumn::Events), std::string_view(file.path));
    };
    std::ranges::sort(result.files, {}, weight);
    result.eventsWithoutLine = m_sums.eventsWithoutLine();
    result.isCostSubtracted = std::ranges::any_of(m_trace.launches(), &Launch::isCostSubtracted);
  }

  const Trace &m_trace;
  const TracePlaces &m_places;
  const SourceArea &m_area;
  const unsigned m_threads;
  const std::stop_token &m_stop;
  LineTable m_sums;
};

} // namespace

const LineSums *FileSums::at(uint32_t line) const {
  const auto found = std::ranges::lower_bound(lines, line, {}, &LineSums::line);
  return found == lines.end() || found->line != line ? nullptr : &*found;
}

SourceSums sumByLine(const Trace &trace, const TracePlaces &places, const SourceArea &area,
                     unsigned threads, const std::stop_token &stop) {
  return LineSummation(trace, places, area, threads, stop).run();
}

} // namespace pstudio
