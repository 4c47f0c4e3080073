// SPDX-License-Identifier: Apache-2.0
// All classifiers together, and where addresses point.
#include "collector/classification/operation_classifier.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;

namespace pstudio::automode {
namespace {

/// The value that `address` was computed from, or itself.
Value baseOf(Value address) {
  for (Operation *op = address.getDefiningOp(); op; op = address.getDefiningOp()) {
    if (auto view = dyn_cast<ViewLikeOpInterface>(op))
      address = view.getViewSource();
    else if (auto element = dyn_cast<LLVM::GEPOp>(op))
      address = element.getBase();
    else if (isa<LLVM::AddrSpaceCastOp, LLVM::BitcastOp, LLVM::PtrToIntOp, LLVM::IntToPtrOp,
                 UnrealizedConversionCastOp>(op) &&
             op->getNumOperands() == 1)
      address = op->getOperand(0);
    else
      break;
  }
  return address;
}

Space spaceOfNumber(unsigned number) {
  switch (number) {
  case 0:
    return Space::Generic;
  case 1:
    return Space::Global;
  case 3:
  case 7: // of the cluster
    return Space::Shared;
  default: // constants, parameters, private memory
    return Space::None;
  }
}

Space spaceOfMemref(BaseMemRefType type) {
  const Attribute space = type.getMemorySpace();
  if (auto named = dyn_cast_or_null<gpu::AddressSpaceAttr>(space)) {
    switch (named.getValue()) {
    case gpu::AddressSpace::Global:
      return Space::Global;
    case gpu::AddressSpace::Workgroup:
      return Space::Shared;
    default:
      return Space::None;
    }
  }
  const auto number = dyn_cast_or_null<IntegerAttr>(space);
  if (!number)
    return Space::Global;
  const Space found = spaceOfNumber(static_cast<unsigned>(number.getInt()));
  return found == Space::Generic ? Space::Global : found;
}

} // namespace

Classifiers::Classifiers(const std::optional<AmdChip> &chip)
    : m_all{makeDialectClassifier(), makeLlvmClassifier(), makePtxClassifier(),
            makeAmdClassifier(chip)} {}

Effects Classifiers::effectsOf(Operation *op) const {
  Effects effects;
  for (const auto &classifier : m_all)
    classifier->classify(op, effects);
  return effects;
}

std::optional<Effect> Classifiers::find(Operation *op, Activity activity) const {
  for (const Effect &effect : effectsOf(op))
    if (effect.activity == activity)
      return effect;
  return std::nullopt;
}

Space spaceOfAddress(Value address) {
  const Value base = baseOf(address);
  if (isa_and_nonnull<memref::AllocaOp, LLVM::AllocaOp>(base.getDefiningOp()))
    return Space::None;
  if (auto memref = dyn_cast<BaseMemRefType>(address.getType()))
    return spaceOfMemref(memref);
  const auto spaceOf = [](Value value) {
    const auto pointer = dyn_cast<LLVM::LLVMPointerType>(value.getType());
    return pointer ? spaceOfNumber(pointer.getAddressSpace()) : Space::Generic;
  };
  const Space here = spaceOf(address);
  return here == Space::Generic ? spaceOf(base) : here;
}

} // namespace pstudio::automode
