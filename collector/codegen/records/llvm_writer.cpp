// SPDX-License-Identifier: Apache-2.0
// The parts of LlvmWriter that are more than a name.
#include "collector/codegen/records/llvm_writer.h"

using namespace mlir;

namespace pstudio {

Value LlvmWriter::constant(Type type, uint64_t value) {
  return make<LLVM::ConstantOp>(
      type, m_builder.getIntegerAttr(type, APInt(type.getIntOrFloatBitWidth(), value)));
}

Value LlvmWriter::at(Value base, Value byteOffset) {
  return make<LLVM::GEPOp>(base.getType(), m_builder.getI8Type(), base,
                           ArrayRef<LLVM::GEPArg>{byteOffset});
}

} // namespace pstudio
