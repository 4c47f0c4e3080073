// SPDX-License-Identifier: Apache-2.0
// Special registers and inline PTX in LLVM and NVVM dialect.
#include "collector/records/nvidia/ptx_writer.h"

#include <bit>
#include <string>

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace pstudio {

namespace {

// A pair of clocks: read again while its readings are this far apart [cycles], so often at most.
constexpr int kMaxClockGap = 64; // what a fit allows at most (core/clocks/clock_fit.h)
constexpr int kMaxClockReadings = 8;

} // namespace

/// ptxas sees by itself that the lanes of a warp agree on tid.x / 32 where x is the only dimension;
/// then it addresses segments by a uniform register alone. Taken from lane 0 it would keep them in
/// a vector register: 14.4 instead of 12.6 cycles a record with 4 warps on an H200.
Value PtxWriter::warp(Value thread, const std::array<uint32_t, 3> &block) {
  if (block[0] * block[1] * block[2] <= kPtxWarpLanes)
    return constant32(0);
  Value number = shiftRight(thread, constant32(std::countr_zero(kPtxWarpLanes)));
  const bool isOneDimensional = block[1] == 1 && block[2] == 1;
  return isOneDimensional ? number : ofFirstLane(number);
}

Value PtxWriter::threadId(size_t dimension) {
  return inDimension<NVVM::ThreadIdXOp, NVVM::ThreadIdYOp, NVVM::ThreadIdZOp>(dimension);
}

Value PtxWriter::ctaId(size_t dimension) {
  return inDimension<NVVM::BlockIdXOp, NVVM::BlockIdYOp, NVVM::BlockIdZOp>(dimension);
}

Value PtxWriter::gridExtent(size_t dimension) {
  return inDimension<NVVM::GridDimXOp, NVVM::GridDimYOp, NVVM::GridDimZOp>(dimension);
}

Value PtxWriter::lane() {
  return make<NVVM::LaneIdOp>(i32());
}

Value PtxWriter::ofFirstLane(Value value) {
  Value everyLane = constant32(0xffffffff), first = constant32(0);
  Value clamp = constant32(kPtxWarpLanes - 1);
  return make<NVVM::ShflOp>(i32(), everyLane, value, first, clamp, NVVM::ShflKind::idx, UnitAttr());
}

Value PtxWriter::hardwareId() {
  return assembly(i32(), "=r", "mov.u32 $0, %smid;", {});
}

Value PtxWriter::assembly(Type result, StringRef resultConstraint, StringRef text,
                          ArrayRef<PtxOperand> operands) {
  SmallVector<StringRef> constraints;
  SmallVector<Value> values;
  if (result)
    constraints.push_back(resultConstraint);
  for (const PtxOperand &operand : operands) {
    constraints.push_back(operand.constraint);
    values.push_back(operand.value);
  }
  constraints.push_back("~{memory}");
  auto op = make<LLVM::InlineAsmOp>(result ? TypeRange(result) : TypeRange(), values, text,
                                    llvm::join(constraints, ","), /*has_side_effects=*/true,
                                    /*is_align_stack=*/false, LLVM::AsmDialectAttr(), ArrayAttr());
  return result ? op.getRes() : Value();
}

Value PtxWriter::wordsOf(StringRef constraints, StringRef text, ArrayRef<PtxOperand> operands) {
  const SmallVector<Type> words(1 + constraints.count(','), i32());
  return assembly(LLVM::LLVMStructType::getLiteral(builder().getContext(), words), constraints,
                  text, operands);
}

void PtxWriter::storeGlobalWords(Value base, uint64_t byteOffset, ArrayRef<Value> words) {
  SmallVector<PtxOperand> operands{{"l", base}};
  SmallVector<std::string> names;
  for (auto [index, word] : llvm::enumerate(words)) {
    operands.push_back({"r", word});
    names.push_back("$" + std::to_string(index + 1));
  }
  assembly("st.global.v" + std::to_string(words.size()) + ".b32 [$0+" + std::to_string(byteOffset) +
               "], {" + llvm::join(names, ", ") + "};",
           operands);
}

void PtxWriter::storeSharedWords(Value address, ArrayRef<Value> words) {
  assembly("st.shared.v2.b32 [$0], {$1, $2};", {{"r", address}, {"r", words[0]}, {"r", words[1]}});
}

StringRef PtxWriter::clockRegister(proton_gpu::Metric metric) {
  return metric == proton_gpu::Metric::Time ? "%globaltimer_lo" : "%clock";
}

Value PtxWriter::readClock(proton_gpu::Metric metric) {
  return assembly(i32(), "=r", ("mov.u32 $0, " + clockRegister(metric) + ";").str(), {});
}

Value PtxWriter::readWholeClock(proton_gpu::Metric metric) {
  const bool isTime = metric == proton_gpu::Metric::Time;
  return assembly(i64(), "=l", isTime ? "mov.u64 $0, %globaltimer;" : "mov.u64 $0, %clock64;", {});
}

void PtxWriter::storeClocks(Value block, uint32_t cycle, uint32_t time) {
  // One piece of PTX, so that nothing comes between the two clocks. Other warps do, and so does a
  // store of the first clock that waits for memory, for microseconds: a third reading shows it, and
  // nothing is stored before the three are close together.
  assembly("{\n\t.reg .pred %apart;\n\t.reg .b32 %tries;\n\t"
           ".reg .b64 %cycle, %time, %after;\n\t"
           "mov.b32 %tries, " +
               std::to_string(kMaxClockReadings) +
               ";\nREAD:\n\t"
               "mov.u64 %cycle, %clock64;\n\tmov.u64 %time, %globaltimer;\n\t"
               "mov.u64 %after, %clock64;\n\tsub.u64 %after, %after, %cycle;\n\t"
               "sub.u32 %tries, %tries, 1;\n\tsetp.ne.u32 %apart, %tries, 0;\n\t"
               "setp.gt.and.u64 %apart, %after, " +
               std::to_string(kMaxClockGap) +
               ", %apart;\n\t@%apart bra READ;\n\t"
               "st.global.b64 [$0+" +
               std::to_string(cycle) + "], %cycle;\n\tst.global.b64 [$0+" + std::to_string(time) +
               "], %time;\n\t}",
           {{"l", block}});
}

GpuWriter::LanesHere PtxWriter::lanesTogether() {
  // One piece of PTX: between two of them lanes may part.
  Value results = wordsOf("=r,=r",
                          "{\n\t.reg .b32 %active;\n\tactivemask.b32 %active;\n\t"
                          "mov.u32 $0, %lanemask_lt;\n\tand.b32 $0, $0, %active;\n\t"
                          "popc.b32 $1, %active;\n\t}",
                          {});
  Value below = member(results, 0);
  Value isLowest = compare(LLVM::ICmpPredicate::eq, below, constant32(0));
  return {isLowest, member(results, 1)};
}

void PtxWriter::addToGlobal(Value base, ArrayRef<Value> offsets, Value amount, Value condition) {
  // ptxas makes a branch of every predicated atomic operation. This is one for all of them.
  SmallVector<PtxOperand> operands{{"b", condition}, {"l", base}, {"l", amount}};
  std::string text = "{\n\t.reg .b64 %at;\n\t@!$0 bra DONE;\n\t";
  for (Value offset : offsets) {
    text += "cvt.u64.u32 %at, $" + std::to_string(operands.size()) +
            ";\n\tadd.u64 %at, %at, $1;\n\tred.relaxed.gpu.global.add.u64 [%at], $2;\n\t";
    operands.push_back({"r", offset});
  }
  assembly(text + "DONE:\n\t}", operands);
}

void PtxWriter::syncWarp() {
  make<NVVM::SyncWarpOp>(constant32(0xffffffff));
}

Value LatePtxWriter::warp(Value thread, const std::array<uint32_t, 3> &) {
  return shiftRight(thread, constant32(std::countr_zero(kPtxWarpLanes)));
}

Value LatePtxWriter::threadId(size_t dimension) {
  constexpr std::array<StringRef, 3> kRegisters{"%tid.x", "%tid.y", "%tid.z"};
  return readHere(kRegisters[dimension]);
}

Value LatePtxWriter::ctaId(size_t dimension) {
  constexpr std::array<StringRef, 3> kRegisters{"%ctaid.x", "%ctaid.y", "%ctaid.z"};
  return readHere(kRegisters[dimension]);
}

Value LatePtxWriter::lane() {
  return readHere("%laneid");
}

} // namespace pstudio
