// SPDX-License-Identifier: Apache-2.0
#include "collector/passes/auto/access_lanes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

#include "collector/analysis/lane_values.h"
#include "collector/passes/auto/access_address.h"
#include "collector/passes/auto/record_spots.h"

using namespace mlir;

namespace pstudio::automode {
namespace {

/// i1: what the intrinsic returns for the pointer.
Value createTest(OpBuilder &builder, Location location, StringRef intrinsic, Value pointer) {
  return builder
      .create<LLVM::CallIntrinsicOp>(
          location, TypeRange{builder.getI1Type()}, builder.getStringAttr(intrinsic),
          ValueRange{pointer},
          LLVM::FastmathFlagsAttr::get(builder.getContext(), LLVM::FastmathFlags::none))
      .getResult(0);
}

/// On an AMD GPU what is neither shared nor private is global.
Value createAmdTest(OpBuilder &builder, Location location, AccessSpace space, Value pointer) {
  Value isShared = createTest(builder, location, "llvm.amdgcn.is.shared", pointer);
  if (space == AccessSpace::Shared)
    return isShared;
  Value isPrivate = createTest(builder, location, "llvm.amdgcn.is.private", pointer);
  Value isOther = builder.create<LLVM::OrOp>(location, isShared, isPrivate);
  Value yes = builder.create<LLVM::ConstantOp>(location, builder.getI1Type(), true);
  return builder.create<LLVM::XOrOp>(location, isOther, yes);
}

/// i1: whether the generic address of the executing lane is in the space of the access; null if the
/// address cannot be computed.
Value createSpaceTest(OpBuilder &builder, Location location, AccessOperands access,
                      SpaceTests tests) {
  const AccessSpace space = access.space;
  access.space = AccessSpace::Generic;
  Value address = createAddress(builder, location, access);
  if (!address)
    return {};
  const auto generic = LLVM::LLVMPointerType::get(builder.getContext());
  Value pointer = builder.create<LLVM::IntToPtrOp>(location, generic, address);
  if (tests == SpaceTests::Amd)
    return createAmdTest(builder, location, space, pointer);
  return createTest(builder, location,
                    space == AccessSpace::Shared ? "llvm.nvvm.isspacep.shared"
                                                 : "llvm.nvvm.isspacep.global",
                    pointer);
}

/// i1: whether the checked bytes of the executing lane's access are within its buffer.
Value createBufferTest(OpBuilder &builder, Location location, const AccessOperands &access) {
  const Type i64 = builder.getI64Type();
  AccessOperands end = access;
  end.offset += static_cast<int64_t>(access.checkedBytes);
  Value offset = createBufferOffset(builder, location, end);
  Value extent = access.extent;
  if (extent.getType() != i64)
    extent = builder.create<LLVM::ZExtOp>(location, i64, extent);
  return builder.create<LLVM::ICmpOp>(location, LLVM::ICmpPredicate::ule, offset, extent);
}

} // namespace

Value createLanes(OpBuilder &builder, Location location, const AccessOperands &access,
                  SpaceTests tests) {
  Value all;
  const auto add = [&](Value holds) {
    all = all && holds ? builder.create<LLVM::AndOp>(location, all, holds).getResult()
                       : (all ? all : holds);
  };
  for (const Predicate &predicate : access.predicates)
    add(createHolds(builder, location, predicate));
  if (access.lanes < kLanesPerWarp) {
    Value lane = builder.create<NVVM::LaneIdOp>(location, builder.getI32Type());
    Value count = builder.create<LLVM::ConstantOp>(location, builder.getI32Type(), access.lanes);
    add(builder.create<LLVM::ICmpOp>(location, LLVM::ICmpPredicate::ult, lane, count));
  }
  if (access.extent)
    add(createBufferTest(builder, location, access));
  if (access.testsSpace)
    add(createSpaceTest(builder, location, access, tests));
  return all;
}

} // namespace pstudio::automode
