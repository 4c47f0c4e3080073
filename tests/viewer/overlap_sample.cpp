// SPDX-License-Identifier: Apache-2.0
// A warp-specialised pipeline with uneven copies, as an overlap view is looked at.
#include "tests/viewer/overlap_sample.h"

#include <algorithm>
#include <array>

#include "tests/support/async_trace.h"

namespace pstudio::test {
namespace {

constexpr int64_t kEmptyWait = 8, kIssue = 14, kCompute = 110;
constexpr int64_t kColdLatency = 420; // more, of the first copies of a CTA
constexpr int64_t kSlowStage = 110;   // more, of the last stage
constexpr uint32_t kConsumers = 2;

/// The same numbers in every build of every library.
class Jitter {
public:
  explicit Jitter(uint32_t seed) : m_state(seed * 2654435761u + 12345u) {}
  int64_t below(int64_t limit) {
    m_state = m_state * 1664525u + 1013904223u;
    return static_cast<int64_t>(m_state >> 16) % limit;
  }

private:
  uint32_t m_state;
};

class CtaMaker {
public:
  CtaMaker(AsyncTrace &trace, const OverlapSampleOptions &options, uint32_t number)
      : m_trace(trace), m_options(options), m_jitter(number + 1) {
    const uint32_t cta = trace.addCta();
    m_producer = trace.addWarp(cta);
    for (uint32_t &consumer : m_consumers)
      consumer = trace.addWarp(cta);
    m_producing = 40 * number;
    m_consuming.fill(40 * number);
  }

  void make() {
    for (int64_t step = 0; step < m_options.steps; ++step)
      turn(step);
    if (m_options.neverWaited || m_options.waitDropped) {
      const int64_t step = m_options.steps;
      m_trace.issue(m_producer, "tma issue", m_producing, m_producing + kIssue, args(step, 1));
      AsyncStepArgs lost = args(step, 1);
      lost.pairing = m_options.waitDropped ? "wait not recorded" : "never waited for";
      m_trace.flight(m_producer, "tma load", m_producing, m_producing + 500, lost,
                     kSliceAsync | kSliceNoEnd);
    }
  }

private:
  AsyncStepArgs args(int64_t step, int64_t operation) const {
    AsyncStepArgs made{"mbarrier", step, step % m_options.stages};
    made.operation = operation;
    return made;
  }

  int64_t latencyOf(int64_t step) {
    int64_t latency = m_options.latency + m_jitter.below(140);
    if (step < m_options.stages)
      latency += kColdLatency;
    if (step % m_options.stages == m_options.stages - 1)
      latency += kSlowStage;
    return latency;
  }

  void waitForSlot(int64_t step) {
    const int64_t enter = m_producing;
    m_producing += kEmptyWait;
    const int64_t lastUse = step - m_options.stages;
    AsyncStepArgs made = args(std::max<int64_t>(lastUse, 0), 0);
    if (lastUse >= 0)
      m_producing = std::max(m_producing, m_freed[static_cast<size_t>(lastUse)]);
    else
      made.pairing = "free at first use";
    const BuilderSlice wait = m_trace.wait(m_producer, "wait empty", enter, m_producing, made);
    for (uint32_t c = 0; lastUse >= 0 && c < kConsumers; ++c)
      m_trace.link(m_arrivals[static_cast<size_t>(lastUse)][c], wait);
  }

  void turn(int64_t step) {
    waitForSlot(step);
    const int64_t issued = m_producing;
    m_trace.issue(m_producer, "tma issue", issued, issued + kIssue, args(step, 1));
    m_producing += kIssue;
    const int64_t ready = issued + latencyOf(step);
    std::array<int64_t, kConsumers> exits{};
    for (uint32_t c = 0; c < kConsumers; ++c)
      exits[c] = std::max(m_consuming[c] + kEmptyWait, ready);
    const BuilderSlice flight = m_trace.flight(m_producer, "tma load", issued,
                                               *std::ranges::min_element(exits), args(step, 1));
    m_arrivals.emplace_back();
    m_freed.push_back(0);
    for (uint32_t c = 0; c < kConsumers; ++c) {
      m_trace.link(flight, m_trace.wait(m_consumers[c], "wait full", m_consuming[c], exits[c],
                                        args(step, 2)));
      const int64_t done = exits[c] + kCompute + m_jitter.below(24);
      m_trace.scope(m_consumers[c], "mma", exits[c] + 1, done - 1);
      m_arrivals.back()[c] = m_trace.arrive(m_consumers[c], "free slot", done, args(step, 3));
      m_consuming[c] = done;
      m_freed.back() = std::max(m_freed.back(), done);
    }
  }

  AsyncTrace &m_trace;
  const OverlapSampleOptions &m_options;
  Jitter m_jitter;
  uint32_t m_producer = 0;
  std::array<uint32_t, kConsumers> m_consumers{};
  int64_t m_producing = 0;
  std::array<int64_t, kConsumers> m_consuming{};
  std::vector<int64_t> m_freed;
  std::vector<std::array<BuilderInstant, kConsumers>> m_arrivals;
};

analysis::Finding makeFinding(const char *code, analysis::Finding::Severity severity,
                              const char *title, const char *detail, std::vector<SliceId> slices) {
  analysis::Finding finding;
  finding.code = code;
  finding.severity = severity;
  finding.title = title;
  finding.detail = detail;
  finding.slices = std::move(slices);
  return finding;
}

} // namespace

std::shared_ptr<const Trace> makeOverlapTrace(const OverlapSampleOptions &options) {
  AsyncTrace trace;
  trace.setLaunchNumber("empty wait mbarrier", static_cast<double>(kEmptyWait));
  trace.builder().info().title = "gemm_wgmma";
  trace.builder().info().date = "2026-11-21T09:00:00Z";
  trace.launch().kernel = trace.builder().intern("gemm_wgmma");
  trace.launch().target = trace.builder().intern("NVIDIA H200");
  trace.launch().grid = {options.ctas, 1, 1};
  trace.launch().block = {96, 1, 1};
  trace.launch().recordsWritten = 12'288;
  trace.launch().recordingCost = options.recordingCost;
  if (options.isFileCut)
    trace.builder().addNote({Note::Severity::DataLoss, "pftrace.truncated", "The file is cut.", 1});
  for (uint32_t i = 0; i < options.ctas; ++i)
    CtaMaker(trace, options, i).make();
  return std::make_shared<const Trace>(std::move(trace).finish());
}

std::shared_ptr<const OverlapData> makeOverlapData(const OverlapSampleOptions &options) {
  using Severity = analysis::Finding::Severity;
  auto trace = makeOverlapTrace(options);
  std::vector<analysis::LaunchOverlap> launches = analysis::analyzeOverlap(*trace);
  analysis::LaunchOverlap &launch = launches.front();
  // A small sample has fewer operations.
  const auto flights = [&launch](std::initializer_list<size_t> places) {
    std::vector<SliceId> slices;
    for (size_t at : places)
      if (at < launch.operations.size())
        slices.push_back(launch.operations[at].flight);
    return slices;
  };
  launch.findings = {
      makeFinding("overlap.exposed-stage", Severity::Warning,
                  "Stage 3 is exposed twice as long as the others.",
                  "Its slot is freed only after the epilogue load; a fifth stage would need 32 KiB "
                  "more shared memory, 41 KiB are available.",
                  flights({3, 7, 11, 15, 19, 23})),
      makeFinding("overlap.late-issue", Severity::Notice, "Loads are issued one iteration late.",
                  "The producer waits for the slot although another one is free.", flights({5})),
      makeFinding("overlap.cold", Severity::Info,
                  "The first 4 copies take 720 ns, the others 310 ns.", "", flights({0, 1})),
      makeFinding("overlap.bound", Severity::Good, "The steady state is compute-bound.",
                  "Slack 31 ns from k = 4 on.", {})};
  return std::make_shared<const OverlapData>(std::move(trace), std::move(launches));
}

} // namespace pstudio::test
