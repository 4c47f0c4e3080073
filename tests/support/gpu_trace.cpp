// SPDX-License-Identifier: Apache-2.0
// Generates the warp-specialised GEMM: one producer, several consumers, a ring of stages between
// them.
#include "tests/support/gpu_trace.h"

#include <algorithm>
#include <string>
#include <vector>

#include "core/trace/trace_builder.h"

namespace pstudio::test {
namespace {

constexpr double kPsPerCycle = 505.0; // 1.98 GHz
constexpr int64_t kFirstCycle = 1'400;
constexpr int64_t kCtaCycles = 260; // from one CTA of an SM to the next
constexpr uint32_t kStages = 3;

/// The generator of the pauses; small and the same everywhere.
class Jitter {
public:
  explicit Jitter(uint64_t seed) : m_state(seed * 2654435761u + 97) {}
  int64_t below(int64_t limit) {
    m_state = m_state * 6364136223846793005u + 1442695040888963407u;
    return static_cast<int64_t>((m_state >> 33) % static_cast<uint64_t>(limit));
  }

private:
  uint64_t m_state;
};

/// Adds one CTA after the other.
class GemmWriter {
public:
  explicit GemmWriter(const GpuTraceOptions &options) : m_options(options) {
    m_build.info() = {"gemm_wgmma", "synthetic", "2026-11-21T09:00:00Z", Nanoseconds(0)};
    Launch launch;
    launch.kernel = m_build.intern("gemm_wgmma");
    launch.target =
        m_build.intern(options.timeBase == TimeBase::Model ? "CPU model" : "NVIDIA H200");
    launch.grid = {options.sms * options.ctasPerSm, 1, 1};
    launch.block = {32 * (options.consumers + 1), 1, 1};
    launch.timeBase = options.timeBase;
    launch.recordsWritten = 2 * gpuTraceSliceCount(options) + options.dropped;
    launch.recordsDropped = options.dropped;
    launch.recordsUnmatched = options.unmatched;
    launch.recordingCost = options.recordingCost;
    m_launch = m_build.addLaunch(launch);
  }

  Trace write() && {
    const TrackId kernel = add(TrackKind::Kernel, "gemm_wgmma", TrackId(), -1, ClockId());
    const TrackId launch = add(TrackKind::Launch, "launch 0", kernel, 0, ClockId());
    for (uint32_t sm = 0; sm < m_options.sms; ++sm) {
      const auto number = static_cast<int64_t>(sm) + 12;
      ClockLine line;
      line.cycleOrigin = Cycles(500'000 * number);
      line.picosecondsPerCycle = kPsPerCycle;
      line.uncertaintyPs = 2'400;
      line.base = m_options.timeBase;
      m_line = line;
      m_clock = m_build.addClock(line);
      const TrackId track =
          add(TrackKind::Sm, "SM " + std::to_string(number), launch, number, m_clock);
      for (uint32_t i = 0; i < m_options.ctasPerSm; ++i)
        writeCta(track, sm + i * m_options.sms,
                 kFirstCycle + static_cast<int64_t>(i) * kCtaCycles + 37 * sm);
    }
    return std::move(m_build).finish();
  }

private:
  TrackId add(TrackKind kind, const std::string &name, TrackId parent, int64_t number,
              ClockId clock) {
    Track track;
    track.kind = kind;
    track.name = m_build.intern(name);
    track.parent = parent;
    track.number = number;
    track.clock = clock;
    track.launch = m_launch;
    return m_build.addTrack(track, number);
  }

  BuilderSlice slice(TrackId track, const char *name, int64_t begin, int64_t end,
                     BuilderSlice parent = {}, uint8_t flags = 0) {
    SliceInput input;
    input.track = track;
    input.name = m_build.intern(name);
    input.beginCycles = m_line.cycleOrigin.value + begin;
    input.cycleDuration = end - begin;
    input.begin = m_line.toTime(Cycles(input.beginCycles));
    input.duration = m_line.toTime(Cycles(input.beginCycles + input.cycleDuration)) - input.begin;
    input.parent = parent;
    input.flags = flags;
    return m_build.addSlice(input);
  }

  void writeCta(TrackId sm, uint32_t number, int64_t start) {
    const TrackId cta = add(TrackKind::Cta, "CTA " + std::to_string(number), sm, number, m_clock);
    Jitter jitter(number + 1);
    std::vector<int64_t> full(m_options.steps);
    std::vector<BuilderSlice> copies(m_options.steps);
    writeProducer(cta, start, jitter, full, copies);
    for (uint32_t i = 0; i < m_options.consumers; ++i)
      writeConsumer(cta, i + 1, start + 20 + 9 * static_cast<int64_t>(i), jitter, full, copies);
  }

  void writeProducer(TrackId cta, int64_t start, Jitter &jitter, std::vector<int64_t> &full,
                     std::vector<BuilderSlice> &copies) {
    const TrackId warp = add(TrackKind::Warp, "warp 0 TMA", cta, 0, m_clock);
    const TrackId flight = add(TrackKind::Async, "tma copy", warp, -1, m_clock);
    int64_t at = start + 12;
    int64_t engine = at;
    const int64_t loopBegin = start;
    struct Piece {
      int64_t begin, issue, end;
    };
    std::vector<Piece> pieces;
    for (uint32_t k = 0; k < m_options.steps; ++k) {
      const int64_t wait = k < kStages ? 4 : 95 + jitter.below(30);
      const int64_t issue = at + wait;
      pieces.push_back({at, issue, issue + 24});
      engine = std::max(engine, issue + 6) + 70 + jitter.below(40);
      full[k] = engine + 60;
      copies[k] = slice(flight, "tma copy", issue + 6, full[k], {}, kSliceAsync);
      at = issue + 28;
    }
    const BuilderSlice loop = slice(warp, "produce", loopBegin, at + 6);
    for (const Piece &piece : pieces) {
      slice(warp, "wait empty", piece.begin, piece.issue, loop);
      slice(warp, "tma issue", piece.issue, piece.end, loop);
    }
  }

  void writeConsumer(TrackId cta, uint32_t number, int64_t start, Jitter &jitter,
                     const std::vector<int64_t> &full, const std::vector<BuilderSlice> &copies) {
    const TrackId warp =
        add(TrackKind::Warp, "warp " + std::to_string(number), cta, number, m_clock);
    int64_t at = start + 5;
    struct Piece {
      int64_t begin, ready, end;
    };
    std::vector<Piece> pieces;
    for (uint32_t k = 0; k < m_options.steps; ++k) {
      const int64_t ready = std::max(at + 4, full[k]);
      pieces.push_back({at, ready, ready + 100 + jitter.below(18)});
      at = pieces.back().end + 2;
    }
    const BuilderSlice loop = slice(warp, "k loop", start, at + 3);
    for (uint32_t k = 0; k < m_options.steps; ++k) {
      const BuilderSlice wait = slice(warp, "wait full", pieces[k].begin, pieces[k].ready, loop);
      slice(warp, "mma", pieces[k].ready, pieces[k].end, loop);
      if (m_options.arrowsToAll || number == 1)
        m_build.addFlow(m_nextFlow++, copies[k], wait);
    }
    slice(warp, "epilogue", at + 6, at + 130 + jitter.below(20));
  }

  GpuTraceOptions m_options;
  TraceBuilder m_build;
  LaunchId m_launch;
  ClockLine m_line;
  ClockId m_clock;
  uint64_t m_nextFlow = 1;
};

} // namespace

uint64_t gpuTraceSliceCount(const GpuTraceOptions &options) {
  const uint64_t producer = 1 + 3 * uint64_t{options.steps};
  const uint64_t consumer = 2 + 2 * uint64_t{options.steps};
  return uint64_t{options.sms} * options.ctasPerSm * (producer + options.consumers * consumer);
}

std::shared_ptr<const Trace> makeGpuTrace(const GpuTraceOptions &options) {
  return std::make_shared<const Trace>(GemmWriter(options).write());
}

} // namespace pstudio::test
