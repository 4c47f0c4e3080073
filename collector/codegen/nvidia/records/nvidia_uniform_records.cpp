// SPDX-License-Identifier: Apache-2.0
// The PTX of a slot, and of streams.
#include "collector/codegen/nvidia/records/nvidia_uniform_records.h"

#include <string>

using namespace mlir;

namespace pstudio {

void NvidiaUniformRecords::writeSlot(GpuWriter &gpu, Value address, Value tag, Value payload,
                                     Value condition) {
  PtxWriter w(gpu.builder(), gpu.location());
  const bool isShared = static_cast<bool>(unit().sharedSlots);
  SmallVector<PtxOperand> operands{{isShared ? "r" : "l", address}, {"r", tag}};
  std::string text;
  std::string word = "%clk";
  if (payload) {
    word = "$" + std::to_string(operands.size());
    operands.push_back({"r", payload});
  } else {
    text += "{\n\t.reg .b32 %clk;\n\tmov.u32 %clk, " +
            PtxWriter::clockRegister(unit().shape.metric).str() + ";\n\t";
  }
  if (condition) {
    text += "@$" + std::to_string(operands.size()) + " ";
    operands.push_back({"b", condition});
  }
  text += isShared ? "st.shared" : "st.global";
  text += ".v2.b32 [$0], {$1, " + word + "};";
  if (!payload)
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

void NvidiaUniformRecords::stream(GpuWriter &gpu, Value written, uint32_t operation) {
  PtxWriter w(gpu.builder(), gpu.location());
  for (const StreamRecord &record :
       streamHalf(w, unit(), written, operation, streamLanes(w), isDropping()))
    append(w, w.constant32(record.tag), record.payload);
}

void NvidiaUniformRecords::streamEnd(GpuWriter &gpu, Value written) {
  PtxWriter w(gpu.builder(), gpu.location());
  streamRest(w, unit(), written, streamLanes(w), isDropping());
}

} // namespace pstudio
