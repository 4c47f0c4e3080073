// SPDX-License-Identifier: Apache-2.0
// Decoding and saving without a device: the same stages on records made on the host.
#include <cstddef>
#include <cstring>
#include <vector>

#include "collector/bench/capture_pipeline.h"
#include "collector/bench/sections.h"
#include "core/record/launch_decoder.h"
#include "core/record/record_layout.h"

namespace pstudio::bench {
namespace {

/// A launch of kCaptureCtas CTAs (capture_pipeline.h) whose warps went through `turns` turns of
/// four scopes within a scope, on 132 SMs at 1755 MHz whose global timer ticks every 32 ns. The
/// lengths of scopes are pseudo-random, the same in every call. O(records).
struct SyntheticCapture {
  std::vector<std::byte> blocks;
  record::OperationTable operations;

  static SyntheticCapture make(uint32_t turns);
  /// Valid as long as this object.
  record::LaunchCapture capture() const;
};

using namespace record;

constexpr uint32_t kSms = 132;
constexpr uint64_t kTick = 32;                 ///< of the global timer [ns]
constexpr uint64_t kPicosecondsPerCycle = 570; ///< 1755 MHz
constexpr uint64_t kFirstTime = 1'700'000'000'000'000'000;
enum Operation : uint32_t { Step, Load, Wait, Multiply, Store };

/// Small numbers that differ, from a linear congruential generator (Knuth's MMIX constants).
class Lengths {
public:
  explicit Lengths(uint64_t seed) : m_state(seed) {}
  uint64_t below(uint64_t limit) {
    m_state = m_state * 6364136223846793005u + 1442695040888963407u;
    return (m_state >> 33) % limit;
  }

private:
  uint64_t m_state;
};

/// One CTA's block, which starts zeroed.
class BlockWriter {
public:
  BlockWriter(std::byte *block, uint32_t cta) : m_block(block), m_cta(cta) {}

  void write(uint32_t turns) {
    const uint32_t sm = m_cta % kSms;
    // CTAs of an SM follow each other; counters of SMs have nothing in common.
    const uint64_t sinceStart = uint64_t{m_cta / kSms} * turns * 400;
    m_counterBase = uint64_t{sm + 1} * 1'000'000'000'000;
    m_begin = m_counterBase + sinceStart;
    uint64_t end = m_begin;
    for (uint32_t warp = 0; warp < kCaptureWarps; ++warp)
      end = std::max(end, writeWarp(warp, turns));
    writeHeader(sm, end + 200);
  }

private:
  template <class T> void put(uint64_t offset, T value) {
    std::memcpy(m_block + offset, &value, sizeof value);
  }

  uint64_t timeOf(uint64_t cycle) const {
    const uint64_t time = kFirstTime + (cycle - m_counterBase) * kPicosecondsPerCycle / 1000;
    return time / kTick * kTick;
  }

  void record(Kind kind, uint32_t operation, uint64_t clock) {
    put(m_slot, makeTag(kind, operation, 0));
    put(m_slot + 4, static_cast<uint32_t>(clock));
    m_slot += kSlotBytes;
  }

  /// Returns the warp's last clock.
  uint64_t writeWarp(uint32_t warp, uint32_t turns) {
    Lengths lengths(uint64_t{m_cta} * kCaptureWarps + warp);
    m_slot = segmentOffset(kCaptureWarps, kCaptureSlots, warp);
    uint64_t clock = m_begin + 300 + lengths.below(200);
    for (uint32_t turn = 0; turn < turns; ++turn) {
      record(Kind::ScopeStart, Step, clock);
      for (const uint32_t inner : {Load, Wait, Multiply, Store}) {
        record(Kind::ScopeStart, inner, clock += 15 + lengths.below(4));
        record(Kind::ScopeEnd, inner, clock += 20 + lengths.below(50));
      }
      record(Kind::ScopeEnd, Step, clock += 15 + lengths.below(4));
      clock += 20;
    }
    put(unitEntryOffset(warp) + kUnitWritten, 2 * kScopesPerTurn * turns);
    put(unitEntryOffset(warp) + kUnitState, kUnitFinalized);
    return clock;
  }

  void writeHeader(uint32_t sm, uint64_t end) {
    put(kMagic, kBlockMagic);
    put(kVersion, kLayoutVersion);
    put(kHeaderSize, static_cast<uint16_t>(kHeaderBytes));
    put(kProgramX, m_cta);
    put(kHardwareId, sm);
    put(kUnitCount, kCaptureWarps);
    put(kSlotsPerUnit, kCaptureSlots);
    put(kFlags, makeFlags(Strategy::Circular, Granularity::Warp));
    put(kBeginCycle, m_begin);
    put(kBeginTime, timeOf(m_begin));
    put(kEndCycle, end);
    put(kEndTime, timeOf(end));
  }

  std::byte *m_block;
  uint32_t m_cta;
  uint64_t m_counterBase = 0;
  uint64_t m_begin = 0;
  uint64_t m_slot = 0; ///< offset of the next slot
};

SyntheticCapture SyntheticCapture::make(uint32_t turns) {
  SyntheticCapture result;
  const uint64_t size = blockBytes(kCaptureWarps, kCaptureSlots);
  result.blocks.resize(size * kCaptureCtas);
  for (uint32_t cta = 0; cta < kCaptureCtas; ++cta)
    BlockWriter(result.blocks.data() + size * cta, cta).write(turns);
  for (const char *name : {"step", "load", "wait", "multiply", "store"})
    result.operations.operations.push_back(
        {OperationKind::Scope,
         name,
         OperationId(name == std::string("step") ? OperationId::kNone : Step),
         {}});
  return result;
}

LaunchCapture SyntheticCapture::capture() const {
  LaunchCapture capture;
  capture.blocks = blocks;
  capture.operations = operations;
  capture.kernel = "steps";
  capture.target = "synthetic";
  capture.grid = {kCaptureCtas, 1, 1};
  capture.block = {32 * kCaptureWarps, 1, 1};
  capture.timerTick = Nanoseconds(static_cast<int64_t>(kTick));
  return capture;
}

} // namespace

Result<void> measureSyntheticCapture(const Request &request, Section &section) {
  PSTUDIO_TRY_ASSIGN(const uint32_t turns, turnsFor(request.slices));
  const SyntheticCapture synthetic = SyntheticCapture::make(turns);
  const uint64_t slices = uint64_t{kCaptureCtas} * kCaptureWarps * kScopesPerTurn * turns;
  return measureDecodeAndSave(request, synthetic.capture(), slices, section);
}

} // namespace pstudio::bench
