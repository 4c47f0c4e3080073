// SPDX-License-Identifier: Apache-2.0
// Release and acquire at system scope, between a unit and the host: record::StreamProducer in PTX.
#include "collector/records/nvidia/stream_flush.h"

#include <bit>
#include <string>

#include "core/record/record_layout.h"

using namespace mlir;
using LLVM::ICmpPredicate;

namespace pstudio {
namespace {

/// Pauses between two polls of the host's counter, each of which crosses the bus: the first and the
/// longest one [ns]. Frequent polls would slow down the warps that write.
constexpr uint32_t kFirstPause = 256;
constexpr uint32_t kLongestPause = 8192;

/// The value (i32) of the first of the lanes, for all of them.
Value ofFirst(PtxWriter &w, const StreamLanes &lanes, Value value) {
  if (lanes.isOneLane())
    return value;
  return w.assembly(w.i32(), "=r",
                    "{\n\t.reg .b32 %first;\n\tbrev.b32 %first, $2;\n\tclz.b32 %first, %first;\n\t"
                    "shfl.sync.idx.b32 $0, $1, %first, 31, $2;\n\t}",
                    {{"r", value}, {"r", lanes.mask}});
}

std::string placeOf(StringRef base, uint32_t offset) {
  return ("[" + base + "+" + Twine(offset) + "]").str();
}

/// Global pointer to per-unit data: that of unit 0 is `first` bytes after the begin of the block,
/// and each further unit `stride` bytes later. It is computed at its use: keeping it would take two
/// registers in the whole kernel.
Value ofUnit(PtxWriter &w, const GpuUnit &unit, uint64_t first, uint64_t stride) {
  Value index = w.extend(unit.index);
  Value offset = w.multiply(index, w.constant64(stride));
  return w.at(w.at(unit.block, first), offset);
}

Value countersOf(PtxWriter &w, const GpuUnit &unit) {
  return ofUnit(w, unit, record::streamEntryOffset(unit.shape.units, 0), record::kStreamEntryBytes);
}

/// PTX that polls the host's counter: sets %full if chunk number $1 has no free place. With several
/// lanes (rank $2 in the mask $3), the first one loads for all, so that they get one result.
std::string lookText(const StreamLanes &lanes, const std::string &chunks) {
  // Acquire: the host has read the previous contents of the place.
  const std::string load =
      "ld.acquire.sys.global.b32 %used, " + placeOf("$0", record::kStreamDrained) + ";\n\t";
  const std::string judge =
      "sub.u32 %used, $1, %used;\n\tsetp.ge.u32 %full, %used, " + chunks + ";\n\t";
  if (lanes.isOneLane())
    return load + judge;
  return "@%first " + load + "shfl.sync.idx.b32 %used, %used, %leader, 31, $3;\n\t" + judge;
}

/// Waits until chunk `number` has a free place. Chunks of the first round always have one. The
/// lanes stay converged: they enter the waiting loop only if the first poll fails, and all together
/// (see holdSlots in divergent_records.cpp).
void waitForRoom(PtxWriter &w, const GpuUnit &unit, Value number, const StreamLanes &lanes) {
  const std::string chunks = std::to_string(unit.shape.stream.chunks);
  const std::string look = lookText(lanes, chunks);
  const std::string branch = lanes.isOneLane() ? "bra " : "bra.uni ";
  SmallVector<PtxOperand> operands{{"l", countersOf(w, unit)}, {"r", number}};
  std::string text = "{\n\t.reg .pred %full, %first;\n\t.reg .b32 %used, %pause, %leader;\n\t"
                     "setp.ge.u32 %full, $1, " +
                     chunks + ";\n\t@!%full " + branch + "ROOM;\n\tmov.b32 %used, 0;\n\t";
  if (!lanes.isOneLane()) {
    operands.append({{"r", lanes.rank}, {"r", lanes.mask}});
    text += "setp.eq.u32 %first, $2, 0;\n\tbrev.b32 %leader, $3;\n\tclz.b32 %leader, %leader;\n\t";
  }
  text += look + "@!%full " + branch + "ROOM;\n\tmov.b32 %pause, " + std::to_string(kFirstPause) +
          ";\n\tLOOK:\n\tnanosleep.u32 %pause;\n\tshl.b32 %pause, %pause, 1;\n\t"
          "min.u32 %pause, %pause, " +
          std::to_string(kLongestPause) + ";\n\t" + look + "@%full " + branch +
          "LOOK;\n\tROOM:\n\t}";
  w.assembly(text, operands);
}

/// Global pointer to the chunk with this number (i32).
Value chunkAt(PtxWriter &w, const GpuUnit &unit, Value number) {
  Value place = w.bitAnd(number, w.constant32(unit.shape.stream.chunks - 1));
  Value bytes = w.constant64(record::chunkBytes(unit.shape.stream.flushedSlots));
  Value offset = w.multiply(w.extend(place), bytes);
  return w.at(ofUnit(w, unit, unit.shape.segments, unit.shape.keptBytes), offset);
}

/// The place of the slot that was stored `first`-th: an address in shared memory or a global
/// pointer.
Value stagedSlots(PtxWriter &w, const GpuUnit &unit, Value first) {
  Value start = ringOffset(w, first, unit.shape.segmentBytes);
  return unit.sharedSlots ? w.add(unit.sharedSlots, start)
                          : w.at(unit.globalSlots, w.extend(start));
}

/// One lane copies `count` slots, four at a time. It may copy some slots after the last one, which
/// are still in the half. The loop is in PTX, because LLVM would unroll a loop with a constant trip
/// count, which takes registers from the kernel.
void copyByOneLane(PtxWriter &w, const GpuUnit &unit, Value from, Value count, Value to) {
  static_assert(record::kMinFlushedSlots % 4 == 0 && 4 * record::kSlotBytes == 32);
  const std::string space = unit.sharedSlots ? "shared" : "global";
  const std::string type = unit.sharedSlots ? ".b32" : ".b64";
  const std::string load = "ld." + space + ".v2.b64 ";
  w.assembly(
      "{\n\t.reg .pred %more;\n\t.reg .b32 %left;\n\t.reg .b64 %to, %a, %b, %c, %d;\n\t.reg " +
          type + " %from;\n\tmov" + type + " %from, $0;\n\tmov.b64 %to, $1;\n\t" +
          "mov.b32 %left, $2;\n\tCOPY:\n\t" + load + "{%a, %b}, [%from];\n\t" + load +
          "{%c, %d}, [%from+16];\n\t"
          "st.global.b64 [%to], %a;\n\tst.global.b64 [%to+8], %b;\n\t"
          "st.global.b64 [%to+16], %c;\n\tst.global.b64 [%to+24], %d;\n\tadd" +
          (unit.sharedSlots ? ".s32" : ".s64") +
          " %from, %from, 32;\n\tadd.s64 %to, %to, 32;\n\tsub.s32 %left, %left, 4;\n\t"
          "setp.gt.s32 %more, %left, 0;\n\t@%more bra COPY;\n\t}",
      {{unit.sharedSlots ? "r" : "l", from}, {"l", to}, {"r", count}});
}

/// Copies `count` slots, at least one. The first of them was stored `first`-th and begins a half;
/// all of them are in that half.
void copyStored(PtxWriter &w, const GpuUnit &unit, Value first, Value count, Value to,
                const StreamLanes &lanes) {
  Value from = stagedSlots(w, unit, first);
  if (lanes.isOneLane())
    copyByOneLane(w, unit, from, count, to);
  else
    copySlots(w, unit, from, count, to, lanes);
}

/// Fills chunk `number` and publishes it. The host sees the complete chunk once it sees the count.
void fillAndPublish(PtxWriter &w, const GpuUnit &unit, Value number, Value first, Value count,
                    const StreamLanes &lanes) {
  Value chunk = chunkAt(w, unit, number);
  static_assert(record::kChunkFirst == 0 && record::kChunkCount == 4);
  w.storeGlobalWords(chunk, record::kChunkFirst, {first, count}); // equal in all lanes
  copyStored(w, unit, first, count, w.at(chunk, record::kChunkHeadBytes), lanes);
  Value next = w.add(number, w.constant32(1));
  Value counters = countersOf(w, unit);
  const std::string store =
      "st.release.sys.global.b32 " + placeOf("$0", record::kStreamPublished) + ", $1;";
  if (lanes.isOneLane()) {
    w.assembly(store, {{"l", counters}, {"r", next}});
    return;
  }
  // Orders the stores of the other lanes before the release. Also keeps each lane from storing to
  // slots that another one still copies.
  lanes.sync(w);
  Value isFirst = w.compare(ICmpPredicate::eq, lanes.rank, w.constant32(0));
  w.assembly("@$2 " + store, {{"l", counters}, {"r", next}, {"b", isFirst}});
}

void publishOrWait(PtxWriter &w, const GpuUnit &unit, Value first, Value count,
                   const StreamLanes &lanes) {
  // No chunk was dropped, so each half has the chunk of its number.
  const uint32_t halfShift = std::countr_zero(unit.shape.stream.flushedSlots);
  Value number = w.shiftRight(first, w.constant32(halfShift));
  waitForRoom(w, unit, number, lanes);
  // Extends the acquire of the first lane to all lanes, which copy slots that others may have
  // stored.
  lanes.sync(w);
  fillAndPublish(w, unit, number, first, count, lanes);
}

void publishOrDrop(PtxWriter &w, const GpuUnit &unit, Value first, Value count,
                   const StreamLanes &lanes) {
  // The first lane stored the count of chunks that all lanes read here.
  lanes.sync(w);
  static_assert(record::kStreamPublished == 0 && record::kStreamDrained == 4);
  Value counts = w.wordsOf("=r,=r", "ld.acquire.sys.global.v2.b32 {$0, $1}, [$2];",
                           {{"l", countersOf(w, unit)}});
  Value published = ofFirst(w, lanes, w.member(counts, 0));
  Value drained = ofFirst(w, lanes, w.member(counts, 1));
  lanes.sync(w); // extends the acquire of the first lane to all
  Value used = w.subtract(published, drained);
  Value hasRoom = w.compare(ICmpPredicate::ult, used, w.constant32(unit.shape.stream.chunks));
  w.when(hasRoom,
         [&](PtxWriter &then) { fillAndPublish(then, unit, published, first, count, lanes); });
}

void publish(PtxWriter &w, const GpuUnit &unit, Value first, Value count, const StreamLanes &lanes,
             bool isDropping) {
  (isDropping ? publishOrDrop : publishOrWait)(w, unit, first, count, lanes);
}

/// i64: the whole clock, of which records have the low half.
Value readWholeClock(PtxWriter &w, const GpuUnit &unit) {
  const bool isTime = unit.shape.metric == proton_gpu::Metric::Time;
  return w.assembly(w.i64(), "=l", isTime ? "mov.u64 $0, %globaltimer;" : "mov.u64 $0, %clock64;",
                    {});
}

} // namespace

StreamLanes StreamLanes::warp(PtxWriter &w, const GpuUnit &unit) {
  Value lane = w.lane();
  return {{lane, unit.lanes}, w.constant32(0xffffffff)};
}

StreamLanes StreamLanes::one(PtxWriter &w) {
  return {LaneGroup::one(w), {}};
}

void StreamLanes::sync(PtxWriter &w) const {
  if (!isOneLane())
    w.assembly("bar.warp.sync $0;", {{"r", mask}});
}

HandoverRecords streamHalf(PtxWriter &w, const GpuUnit &unit, Value written, uint32_t operation,
                           const StreamLanes &lanes, bool isDropping) {
  using record::Kind;
  Value start = w.readClock(unit.shape.metric);
  Value half = w.constant32(flushedSlots(unit.shape));
  Value first = w.subtract(beginOfHalf(w, unit, written), half);
  publish(w, unit, first, half, lanes, isDropping);
  Value end = readWholeClock(w, unit);
  Value low = w.truncate(end);
  Value high = w.truncate(w.shiftRight(end, w.constant64(32)));
  const auto tag = [&](Kind kind, uint32_t key) { return record::makeTag(kind, operation, key); };
  // The epoch lies in the scope: the end of a scope may have any distance from its start.
  static_assert(record::kStreamRecordSlots == 4);
  return {{tag(Kind::ScopeStart, 0), start},
          {tag(Kind::ClockEpoch, 0), low},
          {tag(Kind::Continuation, 1), high},
          {tag(Kind::ScopeEnd, 0), low}};
}

void streamRest(PtxWriter &w, const GpuUnit &unit, Value written, const StreamLanes &lanes,
                bool isDropping) {
  Value begin = beginOfHalf(w, unit, written);
  Value count = w.subtract(written, begin);
  Value isAny = w.compare(ICmpPredicate::ne, count, w.constant32(0));
  w.when(isAny, [&](PtxWriter &then) { publish(then, unit, begin, count, lanes, isDropping); });
}

} // namespace pstudio
