// SPDX-License-Identifier: Apache-2.0
// The common part of the writers for all GPUs.
#include "collector/records/gpu_writer.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace pstudio {

Value GpuWriter::linearThread(const std::array<uint32_t, 3> &block) {
  Value thread;
  auto appendDimension = [&](size_t dimension, uint64_t stride) {
    Value id = threadId(dimension);
    Value part = stride == 1 ? id : multiply(id, constant32(static_cast<uint32_t>(stride)));
    thread = thread ? add(thread, part) : part;
  };
  if (block[0] > 1 || (block[1] == 1 && block[2] == 1))
    appendDimension(0, 1);
  if (block[1] > 1)
    appendDimension(1, block[0]);
  if (block[2] > 1)
    appendDimension(2, uint64_t{block[0]} * block[1]);
  return thread;
}

void GpuWriter::when(Value condition, function_ref<void(GpuWriter &)> write) {
  if (!condition)
    return write(*this);
  auto op = make<scf::IfOp>(condition, /*withElseRegion=*/false);
  const OpBuilder::InsertionGuard guard(builder());
  builder().setInsertionPoint(op.thenBlock()->getTerminator());
  write(*this);
}

void GpuWriter::loop(Value first, Value end, Value step,
                     function_ref<void(GpuWriter &, Value)> write) {
  auto op = make<scf::ForOp>(first, end, step);
  const OpBuilder::InsertionGuard guard(builder());
  builder().setInsertionPoint(op.getBody()->getTerminator());
  write(*this, op.getInductionVar());
}

} // namespace pstudio
