// SPDX-License-Identifier: Apache-2.0
// convert-proton-values-to-proton-gpu: recorded numbers to stores of their bits.
#include "collector/passes/passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

#include "collector/ir/proton_dialect.h"
#include "collector/passes/record_rewriter.h"

using namespace mlir;

namespace pstudio {

#define GEN_PASS_DEF_CONVERTPROTONVALUESTOPROTONGPU
#include "collector/passes/passes.h.inc"

namespace {

/// An integer as one of `type`, which is not narrower.
Value extend(OpBuilder &builder, Location location, Value integer, IntegerType type) {
  if (integer.getType() == type)
    return integer;
  if (integer.getType().isIndex())
    return builder.create<arith::IndexCastOp>(location, type, integer);
  if (integer.getType().isInteger(1))
    return builder.create<arith::ExtUIOp>(location, type, integer);
  return builder.create<arith::ExtSIOp>(location, type, integer);
}

/// The bits of the recorded number, in i32 or i64.
Value bitsOf(OpBuilder &builder, proton::ValueOp op) {
  const Location location = op.getLoc();
  const Type type = op.getRecordedType();
  if (auto integer = dyn_cast<IntegerType>(type))
    return extend(builder, location, op.getValue(), integer);
  const unsigned width = type.getIntOrFloatBitWidth();
  Value bits =
      builder.create<arith::BitcastOp>(location, builder.getIntegerType(width), op.getValue());
  if (width >= 32)
    return bits;
  return builder.create<arith::ExtUIOp>(location, builder.getI32Type(), bits);
}

class ConvertProtonValuesToProtonGPUPass
    : public impl::ConvertProtonValuesToProtonGPUBase<ConvertProtonValuesToProtonGPUPass> {
public:
  using ConvertProtonValuesToProtonGPUBase::ConvertProtonValuesToProtonGPUBase;

  void runOnOperation() override {
    forEachRecordingFunction(getOperation(), [](FunctionOpInterface function, Value segment) {
      function.walk([&](proton::ValueOp op) {
        Value bits;
        if (op.getId()) { // else control never reaches it
          OpBuilder builder(op);
          bits = bitsOf(builder, op);
        }
        replaceByStoreOfValue(op, bits, segment);
      });
    });
  }
};

} // namespace
} // namespace pstudio
