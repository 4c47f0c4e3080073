// SPDX-License-Identifier: Apache-2.0
#include "tests/support/async_pipeline.h"

#include <algorithm>
#include <bit>

#include "core/base/check.h"
#include "tests/support/record_emitter.h"

namespace pstudio::test {

using namespace record;
using analysis::AsyncQueue;
using analysis::AsyncSite;
using analysis::AsyncStep;
using Times = std::vector<std::vector<PipelineTurn>>;

namespace {

constexpr uint16_t kFull = 1; // allocations
constexpr uint16_t kEmpty = 2;
constexpr uint16_t kFullAddress = 64; // in units of 8 bytes, if only addresses are known
constexpr uint16_t kEmptyAddress = 96;

bool isSpecialised(const AsyncPipeline &p) {
  return p.style == AsyncPipeline::Style::Mbarriers;
}

uint32_t warpsOf(const AsyncPipeline &p) {
  return p.warps + (isSpecialised(p) ? 1 : 0);
}

int64_t computeOf(const AsyncPipeline &p, uint32_t warp) {
  return p.compute + static_cast<int64_t>(warp) * p.extraCompute;
}

/// Number of turns by which a copy is issued before its product.
uint32_t lead(const AsyncPipeline &p) {
  return p.stages - 1;
}

void issueAt(const AsyncPipeline &p, int64_t &now, PipelineTurn &turn) {
  turn.issueBegin = now;
  now += p.issue;
  turn.issueEnd = now;
  turn.complete = now + p.latency;
}

/// All warps do the same work and synchronize in every turn, so all times but those of the product
/// are equal.
Times groupTimes(const AsyncPipeline &p) {
  Times times(p.warps, std::vector<PipelineTurn>(p.steps));
  std::vector<int64_t> now(p.warps, 0);
  const auto issue = [&](uint32_t turn) {
    for (uint32_t w = 0; turn < p.steps && w < p.warps; ++w)
      issueAt(p, now[w], times[w][turn]);
  };
  for (uint32_t turn = 0; turn < lead(p); ++turn)
    issue(turn);
  for (uint32_t turn = 0; turn < p.steps; ++turn) {
    if (p.stages == 1)
      issue(turn);
    int64_t together = 0;
    for (uint32_t w = 0; w < p.warps; ++w) {
      PipelineTurn &at = times[w][turn];
      at.waitBegin = now[w];
      at.waitEnd = std::max(now[w] + p.emptyWaitThreshold, at.complete);
      together = std::max(together, at.waitEnd + p.emptyWaitThreshold);
    }
    std::ranges::fill(now, together);
    if (p.stages > 1)
      issue(turn + lead(p));
    for (uint32_t w = 0; w < p.warps; ++w) {
      times[w][turn].computeBegin = now[w];
      now[w] += computeOf(p, w);
      times[w][turn].computeEnd = now[w];
    }
  }
  return times;
}

Times barrierTimes(const AsyncPipeline &p) {
  Times times(warpsOf(p), std::vector<PipelineTurn>(p.steps));
  std::vector<int64_t> now(warpsOf(p), 0);
  std::vector<int64_t> emptied(p.steps, 0); // time at which all warps have read the turn's buffer
  for (uint32_t turn = 0; turn < p.steps; ++turn) {
    PipelineTurn &copy = times[0][turn];
    copy.emptyWaitBegin = now[0];
    now[0] += p.emptyWaitThreshold;
    if (turn >= p.stages)
      now[0] = std::max(now[0], emptied[turn - p.stages]);
    copy.emptyWaitEnd = now[0];
    issueAt(p, now[0], copy);
    for (uint32_t w = 1; w < times.size(); ++w) {
      PipelineTurn &at = times[w][turn];
      at.waitBegin = now[w];
      at.waitEnd = at.computeBegin = std::max(now[w] + p.emptyWaitThreshold, copy.complete);
      at.computeEnd = now[w] = at.computeBegin + computeOf(p, w - 1);
      emptied[turn] = std::max(emptied[turn], now[w]);
    }
  }
  return times;
}

Operation step(const char *name, AsyncSite site) {
  Operation operation;
  operation.kind = OperationKind::Async;
  operation.name = name;
  operation.location = "pipeline.mlir:" + std::to_string(10 + static_cast<int>(site.step)) + ":3";
  operation.async = site;
  return operation;
}

OperationTable operationsOf(const AsyncPipeline &p) {
  const bool isMbarrier = isSpecialised(p);
  const AsyncQueue copies = isMbarrier ? AsyncQueue::Mbarrier : AsyncQueue::CopyGroup;
  const uint16_t full = isMbarrier && !p.byAddress ? kFull : 0;
  const uint16_t empty = p.byAddress ? 0 : kEmpty;
  const auto pending = static_cast<uint16_t>(isMbarrier || p.stages < 2 ? 0 : p.stages - 2);
  OperationTable table;
  table.operations = {{OperationKind::Scope, "compute", OperationId(), "pipeline.mlir:30:3"},
                      step("copy", {copies, AsyncStep::Issue, 0, full}),
                      step("commit", {AsyncQueue::CopyGroup, AsyncStep::Commit}),
                      step("wait for copy", {copies, AsyncStep::Wait, pending, full}),
                      step("barrier", {AsyncQueue::NamedBarrier, AsyncStep::Synchronize}),
                      step("init full", {AsyncQueue::Mbarrier, AsyncStep::Init, 0, full}),
                      step("init empty", {AsyncQueue::Mbarrier, AsyncStep::Init, 0, empty}),
                      step("wait for buffer", {AsyncQueue::Mbarrier, AsyncStep::Wait, 0, empty}),
                      step("release buffer", {AsyncQueue::Mbarrier, AsyncStep::Arrive, 0, empty}),
                      step("multiply", {AsyncQueue::MatrixGroup, AsyncStep::IssueAndCommit}),
                      step("wait for product", {AsyncQueue::MatrixGroup, AsyncStep::Wait})};
  return table;
}

/// Stores the records of one CTA that begins at cycle `origin`.
class CtaEmitter {
public:
  CtaEmitter(const AsyncPipeline &pipeline, const Times &times, int64_t origin, BlockEmitter &block)
      : m_pipeline(pipeline), m_times(times), m_origin(origin), m_block(block) {}

  void run() {
    for (uint32_t w = 0; w < m_times.size(); ++w) {
      m_unit = &m_block.units[w];
      m_warp = &m_times[w];
      if (!isSpecialised(m_pipeline))
        emitWarp();
      else if (w == 0)
        emitProducer();
      else
        emitConsumer();
    }
  }

private:
  void start(uint16_t operation, uint16_t key, int64_t at) {
    m_unit->eventStart(operation, key, static_cast<uint64_t>(m_origin + at));
  }
  void span(uint16_t operation, uint16_t key, int64_t begin, int64_t end) {
    start(operation, key, begin);
    m_unit->eventEnd(operation, key, static_cast<uint64_t>(m_origin + end));
  }
  void compute(const PipelineTurn &turn) {
    m_unit->scopeStart(kPipelineCompute, static_cast<uint64_t>(m_origin + turn.computeBegin));
    if (m_pipeline.matrixQueue) {
      const int64_t issued = std::min(turn.computeBegin + m_pipeline.issue, turn.computeEnd);
      span(kPipelineMatrix, 0, turn.computeBegin, issued);
      span(kPipelineMatrixWait, 0, issued, turn.computeEnd);
    }
    m_unit->scopeEnd(kPipelineCompute, static_cast<uint64_t>(m_origin + turn.computeEnd));
  }

  /// The group of a turn; an empty group after the last turn.
  void emitGroup(uint32_t turn, int64_t otherwise) {
    if (turn < m_warp->size())
      span(kPipelineIssue, 0, (*m_warp)[turn].issueBegin, (*m_warp)[turn].issueEnd);
    start(kPipelineCommit, 0, turn < m_warp->size() ? (*m_warp)[turn].issueEnd : otherwise);
  }

  void emitWarp() {
    const uint32_t ahead = lead(m_pipeline);
    for (uint32_t turn = 0; turn < ahead; ++turn)
      emitGroup(turn, turn > 0 ? (*m_warp)[0].waitBegin : 0);
    for (uint32_t turn = 0; turn < m_warp->size(); ++turn) {
      const PipelineTurn &at = (*m_warp)[turn];
      if (ahead == 0)
        emitGroup(turn, 0);
      span(kPipelineWait, 0, at.waitBegin, at.waitEnd);
      const bool issues = ahead > 0 && turn + ahead < m_warp->size();
      const int64_t together = issues ? (*m_warp)[turn + ahead].issueBegin : at.computeBegin;
      span(kPipelineSynchronize, 0, at.waitEnd, together);
      if (ahead > 0)
        emitGroup(turn + ahead, at.computeBegin);
      compute(at);
    }
  }

  uint16_t key(uint32_t turn, uint16_t address, uint32_t parity) const {
    const uint32_t slot = turn % m_pipeline.stages + (m_pipeline.byAddress ? address : 0);
    return static_cast<uint16_t>(slot << 1 | (parity & 1));
  }
  uint32_t phase(uint32_t turn) const { return turn / m_pipeline.stages; }

  void emitProducer() {
    for (uint32_t slot = 0; slot < m_pipeline.stages; ++slot) {
      start(kPipelineInitFull, key(slot, kFullAddress, 0), 0);
      start(kPipelineInitEmpty, key(slot, kEmptyAddress, 0), 0);
    }
    for (uint32_t turn = 0; turn < m_warp->size(); ++turn) {
      const PipelineTurn &at = (*m_warp)[turn];
      span(kPipelineWaitEmpty, key(turn, kEmptyAddress, phase(turn) + 1), at.emptyWaitBegin,
           at.emptyWaitEnd);
      span(kPipelineIssue, key(turn, kFullAddress, 0), at.issueBegin, at.issueEnd);
    }
  }

  void emitConsumer() {
    for (uint32_t turn = 0; turn < m_warp->size(); ++turn) {
      const PipelineTurn &at = (*m_warp)[turn];
      span(kPipelineWait, key(turn, kFullAddress, phase(turn)), at.waitBegin, at.waitEnd);
      compute(at);
      start(kPipelineArrive, key(turn, kEmptyAddress, 0), at.computeEnd);
    }
  }

  const AsyncPipeline &m_pipeline;
  const Times &m_times;
  const int64_t m_origin;
  BlockEmitter &m_block;
  SegmentEmitter *m_unit = nullptr;
  const std::vector<PipelineTurn> *m_warp = nullptr;
};

int64_t lengthOf(const Times &times) {
  int64_t end = 0;
  for (const auto &warp : times)
    for (const PipelineTurn &turn : warp)
      end = std::max({end, turn.computeEnd, turn.issueEnd});
  return end;
}

} // namespace

Times timesOf(const AsyncPipeline &pipeline) {
  return isSpecialised(pipeline) ? barrierTimes(pipeline) : groupTimes(pipeline);
}

PipelineLaunch launchOf(const AsyncPipeline &pipeline) {
  constexpr int64_t kStart = 1000;
  constexpr uint32_t kMaxSlotsPerTurn = 16;
  const Times times = timesOf(pipeline);
  const int64_t length = lengthOf(times) + 100;
  const uint32_t slots =
      pipeline.slotsPerUnit != 0
          ? pipeline.slotsPerUnit
          : std::bit_ceil(kMaxSlotsPerTurn * (pipeline.steps + pipeline.stages + 1));
  PipelineLaunch launch;
  for (uint32_t cta = 0; cta < pipeline.ctas; ++cta) {
    BlockEmitter block(warpsOf(pipeline), slots);
    block.program = {cta, 0, 0};
    block.hardwareId = cta % pipeline.sms;
    const int64_t origin = kStart + length * (cta / pipeline.sms);
    block.setClocks(static_cast<uint64_t>(origin), static_cast<uint64_t>(origin + length));
    CtaEmitter(pipeline, times, origin, block).run();
    block.appendTo(launch.buffer);
  }
  launch.capture.blocks = launch.buffer;
  launch.capture.operations = operationsOf(pipeline);
  launch.capture.kernel = "pipeline";
  launch.capture.target = "CPU model";
  launch.capture.timeBase = TimeBase::Model;
  launch.capture.grid = {pipeline.ctas, 1, 1};
  launch.capture.block = {warpsOf(pipeline) * 32, 1, 1};
  launch.capture.facts = pipeline.facts;
  return launch;
}

std::shared_ptr<const Trace> traceOf(const AsyncPipeline &pipeline) {
  const PipelineLaunch launch = launchOf(pipeline);
  TraceBuilder builder;
  builder.info().title = "pipeline";
  builder.info().origin = Nanoseconds(0);
  const Result<void> decoded = decodeLaunch(launch.capture, builder);
  PSTUDIO_CHECK(decoded.has_value());
  return std::make_shared<const Trace>(std::move(builder).finish());
}

} // namespace pstudio::test
