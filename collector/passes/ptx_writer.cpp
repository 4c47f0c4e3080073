// SPDX-License-Identifier: Apache-2.0
// Special registers and inline PTX in LLVM and NVVM dialect.
#include "collector/passes/ptx_writer.h"

#include <string>

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace pstudio {

Value PtxWriter::linearThread(const std::array<uint32_t, 3> &block) {
  Value thread;
  auto appendDimension = [&](Value id, uint64_t stride) {
    Value part = stride == 1 ? id : multiply(id, constant32(static_cast<uint32_t>(stride)));
    thread = thread ? add(thread, part) : part;
  };
  if (block[0] > 1 || (block[1] == 1 && block[2] == 1))
    appendDimension(make<NVVM::ThreadIdXOp>(i32()), 1);
  if (block[1] > 1)
    appendDimension(make<NVVM::ThreadIdYOp>(i32()), block[0]);
  if (block[2] > 1)
    appendDimension(make<NVVM::ThreadIdZOp>(i32()), uint64_t{block[0]} * block[1]);
  return thread;
}

Value PtxWriter::ctaId(size_t dimension) {
  switch (dimension) {
  case 0:
    return make<NVVM::BlockIdXOp>(i32());
  case 1:
    return make<NVVM::BlockIdYOp>(i32());
  default:
    return make<NVVM::BlockIdZOp>(i32());
  }
}

Value PtxWriter::gridExtent(size_t dimension) {
  switch (dimension) {
  case 0:
    return make<NVVM::GridDimXOp>(i32());
  case 1:
    return make<NVVM::GridDimYOp>(i32());
  default:
    return make<NVVM::GridDimZOp>(i32());
  }
}

Value PtxWriter::lane() {
  return make<NVVM::LaneIdOp>(i32());
}

Value PtxWriter::ofFirstLane(Value value) {
  Value everyLane = constant32(0xffffffff), first = constant32(0);
  Value clamp = constant32(kPtxWarpLanes - 1);
  return make<NVVM::ShflOp>(i32(), everyLane, value, first, clamp, NVVM::ShflKind::idx, UnitAttr());
}

Value PtxWriter::multiprocessor() {
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

void PtxWriter::syncWarp() {
  make<NVVM::SyncWarpOp>(constant32(0xffffffff));
}

void PtxWriter::when(Value condition, function_ref<void(PtxWriter &)> write) {
  auto op = make<scf::IfOp>(condition, /*withElseRegion=*/false);
  PtxWriter inner(op.getThenBodyBuilder(), location());
  write(inner);
}

void PtxWriter::loop(Value first, Value end, Value step,
                     function_ref<void(PtxWriter &, Value)> write) {
  auto op = make<scf::ForOp>(first, end, step);
  PtxWriter inner(OpBuilder(op.getBody()->getTerminator()), location());
  write(inner, op.getInductionVar());
}

} // namespace pstudio
