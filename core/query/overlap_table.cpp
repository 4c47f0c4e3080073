// SPDX-License-Identifier: Apache-2.0
// The table `overlap`: asynchronous operations and the waits for them.
#include <algorithm>

#include "core/analysis/overlap/overlap.h"
#include "core/analysis/overlap/overlap_names.h"
#include "core/analysis/overlap/pipeline_parts.h"
#include "core/query/column_table.h"

namespace pstudio::query {
namespace {

using namespace analysis;

const AsyncStream *streamOf(const LaunchOverlap &launch, uint32_t operation) {
  const uint32_t channel = launch.operations[operation].channel;
  if (channel == kNoIndex)
    return nullptr;
  const Channel &of = launch.channels[channel];
  const auto streams = std::span(launch.streams).subspan(of.firstStream, of.streamCount);
  const auto after = std::ranges::upper_bound(streams, operation, {}, &AsyncStream::firstOperation);
  return after == streams.begin() ? nullptr : &*std::prev(after);
}

struct WaitRow {
  const Trace &trace;
  const LaunchOverlap &launch;
  uint32_t index;              ///< of the operation
  const OperationVisit *visit; ///< null: no wait saw the operation complete

  const AsyncOperation &operation() const { return launch.operations[index]; }
  const Channel *channel() const {
    const uint32_t channel = operation().channel;
    return channel == kNoIndex ? nullptr : &launch.channels[channel];
  }
  const AsyncStream *stream() const { return streamOf(launch, index); }
  const AsyncWait *wait() const {
    return visit && visit->wait != kNoIndex ? &launch.waits[visit->wait] : nullptr;
  }
  std::optional<int64_t> warpOf(uint32_t unit) const {
    return unit == kNoIndex ? std::nullopt : numberOrNull(launch.units[unit].number);
  }
  /// Nanoseconds. The figures of operations that were not measured are 0 and mean nothing.
  std::optional<double> time(Ticks (*figure)(const OperationVisit &)) const {
    if (!visit || !isMeasured(operation().completion))
      return std::nullopt;
    return static_cast<double>(figure(*visit).value) * launch.picosecondsPerTick / 1000.0;
  }
};

constexpr Column<WaitRow> kOverlapColumns[] = {
    {"slice_id", "slice of the operation in flight, slices.id",
     [](const WaitRow &row) { return row.operation().flight; }},
    {"issue_slice_id", "slice of its issue, slices.id",
     [](const WaitRow &row) { return row.operation().issue; }},
    {"wait_slice_id", "slice of the wait, slices.id; NULL: no wait saw it complete",
     [](const WaitRow &row) { return row.wait() ? row.wait()->slice : SliceId(); }},
    {"launch_id", "launch, launches.id", [](const WaitRow &row) { return row.launch.launch; }},
    {"operation", "number of the operation of the launch: equal for all its waits",
     [](const WaitRow &row) { return row.index; }},
    {"name", "operations of one place of the kernel",
     [](const WaitRow &row) {
       const Channel *channel = row.channel();
       return channel ? textOrNull(channel->name) : std::nullopt;
     }},
    {"queue", "such as cp.async, wgmma or mbarrier; event: marked in the kernel",
     [](const WaitRow &row) {
       const Channel *channel = row.channel();
       return channel ? std::optional(nameOfQueue(channel->queue)) : std::nullopt;
     }},
    {"cta", "linear number of the CTA (workgroup)",
     [](const WaitRow &row) {
       const AsyncStream *stream = row.stream();
       const bool isKnown = stream && stream->cta < row.launch.ctas.size();
       return isKnown ? numberOrNull(row.trace.track(row.launch.ctas[stream->cta].track).number)
                      : std::nullopt;
     }},
    {"issuer_warp", "number of the warp that issued it",
     [](const WaitRow &row) { return row.warpOf(row.operation().issuer); }},
    {"waiter_warp", "number of the warp that waits",
     [](const WaitRow &row) { return row.wait() ? row.warpOf(row.wait()->unit) : std::nullopt; }},
    {"instance", "iteration", [](const WaitRow &row) { return row.operation().instance; }},
    {"stage", "slot of the pipeline", [](const WaitRow &row) { return row.operation().stage; }},
    {"part", "prologue, steady or epilogue of the pipeline",
     [](const WaitRow &row) {
       const AsyncStream *stream = row.stream();
       return stream
                  ? std::optional(nameOfPart(partOf(*stream, row.index - stream->firstOperation)))
                  : std::nullopt;
     }},
    {"completion", "what is known of its end",
     [](const WaitRow &row) { return nameOfCompletion(row.operation().completion); }},
    {"in_flight", "from the issue to the end of the wait [ns], an upper limit",
     [](const WaitRow &row) { return row.time([](auto &visit) { return visit.inFlight; }); }},
    {"hidden", "part of in_flight before the wait: time that other work had [ns]",
     [](const WaitRow &row) { return row.time([](auto &visit) { return visit.hidden(); }); }},
    {"exposed", "part of in_flight that the wait waited for [ns]",
     [](const WaitRow &row) { return row.time([](auto &visit) { return visit.exposed; }); }},
    {"late", "time that the wait waited before the issue [ns]",
     [](const WaitRow &row) { return row.time([](auto &visit) { return visit.late; }); }},
    {"has_blocked", "1: the wait took longer than an empty one",
     [](const WaitRow &row) {
       return row.wait() ? std::optional(bool{row.wait()->hasBlocked}) : std::nullopt;
     }},
};
constexpr auto kOverlapColumnFacts = factsOf(kOverlapColumns);
constexpr TableFacts kOverlapFacts{"overlap", "a wait for an asynchronous operation, as recorded",
                                   kOverlapColumnFacts};

/// One row for each wait of each operation, and one for an operation without a wait. Analysed at
/// its first use, in times as recorded.
class OverlapTable : public ColumnTable<WaitRow> {
public:
  explicit OverlapTable(const TableSources &sources)
      : ColumnTable(kOverlapFacts, kOverlapColumns), m_trace(sources.recorded) {}

  /// O(slices) at first.
  uint64_t rowCount() override {
    if (!m_isMade)
      analyze();
    return m_rows.size();
  }

private:
  struct Place {
    uint32_t launch = 0;
    uint32_t operation = 0;
    uint32_t visit = kNoIndex;
  };

  WaitRow rowAt(uint64_t row, ReadHint &) override {
    const Place &place = m_rows[row];
    const LaunchOverlap &launch = m_launches[place.launch];
    return {m_trace, launch, place.operation,
            place.visit == kNoIndex ? nullptr : &launch.visits[place.visit]};
  }
  void analyze() {
    m_isMade = true;
    m_launches = analyzeOverlap(m_trace);
    for (uint32_t number = 0; number < m_launches.size(); ++number) {
      const LaunchOverlap &launch = m_launches[number];
      for (uint32_t i = 0; i < launch.operations.size(); ++i) {
        const AsyncOperation &operation = launch.operations[i];
        if (operation.visitCount == 0)
          m_rows.push_back({number, i});
        for (uint32_t visit = 0; visit < operation.visitCount; ++visit)
          m_rows.push_back({number, i, operation.firstVisit + visit});
      }
    }
  }

  const Trace &m_trace;
  std::vector<LaunchOverlap> m_launches;
  std::vector<Place> m_rows;
  bool m_isMade = false;
};

} // namespace

const TableDeclaration &overlapTable() {
  static constexpr TableDeclaration kTable = declare<OverlapTable>(kOverlapFacts);
  return kTable;
}

} // namespace pstudio::query
