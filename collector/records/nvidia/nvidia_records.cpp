// SPDX-License-Identifier: Apache-2.0
// The part of the lowering of records that is specific to NVIDIA GPUs, and the PTX of a slot.
#include "collector/records/record_lowerings.h"

#include <string>

#include "collector/records/gpu_record_lowering.h"
#include "collector/records/nvidia/divergent_records.h"
#include "collector/records/nvidia/stream_flush.h"
#include "collector/records/uniform_records.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace pstudio {
namespace {

/// Records of units whose lanes do not diverge: a clock read and a store in one piece of PTX.
class NvidiaUniformRecords final : public UniformRecords {
public:
  using UniformRecords::UniformRecords;

private:
  void writeWords(GpuWriter &gpu, Value address, ArrayRef<Value> words, Value condition) override;
  Value ofLowestLane(GpuWriter &, Value) override { return {}; }
  Value lanesWith(GpuWriter &gpu, Value condition) override;
  HandoverRecords stream(GpuWriter &gpu, Value written, uint32_t operation) override;
  void streamEnd(GpuWriter &gpu, Value written) override;
  /// The lanes that copy the slots of a stream.
  StreamLanes streamLanes(PtxWriter &w) const;
};

void NvidiaUniformRecords::writeWords(GpuWriter &gpu, Value address, ArrayRef<Value> words,
                                      Value condition) {
  PtxWriter w(gpu.builder(), gpu.location());
  const bool isShared = static_cast<bool>(unit().sharedSlots);
  SmallVector<PtxOperand> operands{{isShared ? "r" : "l", address}};
  SmallVector<std::string> names;
  for (Value word : words) {
    names.push_back(word ? "$" + std::to_string(operands.size()) : "%clk");
    if (word)
      operands.push_back({"r", word});
  }
  const bool readsClock = llvm::is_contained(words, Value());
  std::string text;
  if (readsClock)
    text += "{\n\t.reg .b32 %clk;\n\tmov.u32 %clk, " +
            PtxWriter::clockRegister(unit().shape.metric).str() + ";\n\t";
  if (condition) {
    text += "@$" + std::to_string(operands.size()) + " ";
    operands.push_back({"b", condition});
  }
  text += isShared ? "st.shared" : "st.global";
  text += words.size() == 1 ? ".b32 [$0], " + names.front() + ";"
                            : ".v" + std::to_string(words.size()) + ".b32 [$0], {" +
                                  llvm::join(names, ", ") + "};";
  if (readsClock)
    text += "\n\t}";
  w.assembly(text, operands);
}

Value NvidiaUniformRecords::lanesWith(GpuWriter &gpu, Value condition) {
  PtxWriter w(gpu.builder(), gpu.location());
  return w.assembly(w.i32(), "=r",
                    "{\n\t.reg .b32 %here;\n\tactivemask.b32 %here;\n\t"
                    "vote.sync.ballot.b32 $0, $1, %here;\n\t}",
                    {{"b", condition}});
}

StreamLanes NvidiaUniformRecords::streamLanes(PtxWriter &w) const {
  return unit().shape.isPerThread() ? StreamLanes::one(w) : StreamLanes::warp(w, unit());
}

HandoverRecords NvidiaUniformRecords::stream(GpuWriter &gpu, Value written, uint32_t operation) {
  PtxWriter w(gpu.builder(), gpu.location());
  return streamHalf(w, unit(), written, operation, streamLanes(w), isDropping());
}

void NvidiaUniformRecords::streamEnd(GpuWriter &gpu, Value written) {
  PtxWriter w(gpu.builder(), gpu.location());
  streamRest(w, unit(), written, streamLanes(w), isDropping());
}

class NvidiaRecordTarget final : public RecordTarget {
public:
  explicit NvidiaRecordTarget(RecordLanes lanes) : m_lanes(lanes) {}

  std::unique_ptr<GpuWriter> writer(const OpBuilder &builder, Location location) const override {
    return std::make_unique<PtxWriter>(builder, location);
  }

  std::unique_ptr<GpuWriter> lateWriter(const OpBuilder &builder,
                                        Location location) const override {
    return std::make_unique<LatePtxWriter>(builder, location);
  }

  std::unique_ptr<RecordStore> uniformRecords(GpuWriter &entry, const GpuUnit &unit,
                                              bool mayWrap) const override {
    return std::make_unique<NvidiaUniformRecords>(entry, unit, m_lanes, mayWrap);
  }

  std::unique_ptr<RecordStore> divergentRecords(GpuWriter &entry, gpu::GPUFuncOp kernel,
                                                const GpuUnit &unit) const override {
    PtxWriter w(entry.builder(), entry.location());
    return std::make_unique<DivergentRecords>(w, kernel, unit);
  }

  /// BAR.SYNC.DEFER_BLOCKING lets the warp issue one more instruction before it waits. If that
  /// instruction reads the clock, the record has the time of the arrival: two of three warps of a
  /// transpose kernel on an H200 seemed to leave a barrier before the last warp arrived. The warp
  /// synchronisation, which compiles to a NOP, takes that position.
  void waitForBarrier(GpuWriter &w) const override { w.syncWarp(); }

private:
  RecordLanes m_lanes;
};

} // namespace

LogicalResult lowerRecordsForNvidia(gpu::GPUFuncOp kernel, proton_gpu::SegmentAllocOp segment,
                                    const NvidiaRecordOptions &options) {
  return lowerRecordsForGpu(kernel, segment, options.block, NvidiaRecordTarget(options.lanes));
}

} // namespace pstudio
