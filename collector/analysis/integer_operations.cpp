// SPDX-License-Identifier: Apache-2.0
// Mapping of the operations of the dialects to IntegerOperator.
#include "collector/analysis/integer_operations.h"

#include "mlir/Dialect/Index/IR/IndexOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/TypeSwitch.h"

#include "collector/analysis/lane_values.h"

using namespace mlir;

namespace pstudio {
namespace {

using Kind = IntegerOperator;
using Found = std::optional<IntegerOperation>;

IntegerOperation withFlags(Operation *op, Kind kind) {
  IntegerOperation operation{kind};
  const auto set = [&](auto flags) {
    operation.noSignedWrap = flags.hasNoSignedWrap();
    operation.noUnsignedWrap = flags.hasNoUnsignedWrap();
  };
  if (auto flags = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(op))
    set(flags);
  else if (auto same = dyn_cast<LLVM::IntegerOverflowFlagsInterface>(op))
    set(same);
  return operation;
}

/// The enumerators of the three dialects have the same names.
template <class Predicate> Found compare(StringRef (*name)(Predicate), Predicate predicate) {
  const auto found = arith::symbolizeCmpIPredicate(name(predicate));
  if (!found)
    return std::nullopt;
  return IntegerOperation{Kind::Compare, false, *found};
}

Found arithmetic(Operation *op) {
  const auto is = [op](Kind kind) { return Found(withFlags(op, kind)); };
  return llvm::TypeSwitch<Operation *, Found>(op)
      .Case<arith::AddIOp, index::AddOp, LLVM::AddOp>([&](auto) { return is(Kind::Add); })
      .Case<arith::SubIOp, index::SubOp, LLVM::SubOp>([&](auto) { return is(Kind::Subtract); })
      .Case<arith::MulIOp, index::MulOp, LLVM::MulOp>([&](auto) { return is(Kind::Multiply); })
      .Case<arith::AndIOp, index::AndOp, LLVM::AndOp>([&](auto) { return is(Kind::And); })
      .Case<arith::OrIOp, index::OrOp, LLVM::OrOp>([&](auto) { return is(Kind::Or); })
      .Case<arith::XOrIOp, index::XOrOp, LLVM::XOrOp>([&](auto) { return is(Kind::Xor); })
      .Case<arith::ShLIOp, index::ShlOp, LLVM::ShlOp>([&](auto) { return is(Kind::ShiftLeft); })
      .Case<arith::ShRUIOp, index::ShrUOp, LLVM::LShrOp>(
          [&](auto) { return is(Kind::ShiftRightLogical); })
      .Case<arith::ShRSIOp, index::ShrSOp, LLVM::AShrOp>(
          [&](auto) { return is(Kind::ShiftRightArithmetic); })
      .Default([](Operation *) { return Found(); });
}

Found division(Operation *op) {
  const auto is = [](Kind kind) { return Found(IntegerOperation{kind}); };
  return llvm::TypeSwitch<Operation *, Found>(op)
      .Case<arith::DivUIOp, index::DivUOp, LLVM::UDivOp>(
          [&](auto) { return is(Kind::DivideUnsigned); })
      .Case<arith::DivSIOp, index::DivSOp, LLVM::SDivOp>(
          [&](auto) { return is(Kind::DivideSigned); })
      .Case<arith::FloorDivSIOp, index::FloorDivSOp>([&](auto) { return is(Kind::DivideFloor); })
      .Case<arith::RemUIOp, index::RemUOp, LLVM::URemOp>(
          [&](auto) { return is(Kind::RemainderUnsigned); })
      .Case<arith::RemSIOp, index::RemSOp, LLVM::SRemOp>(
          [&](auto) { return is(Kind::RemainderSigned); })
      .Default([](Operation *) { return Found(); });
}

Found extension(Operation *op) {
  const auto widen = [op](Kind kind) {
    const unsigned from = laneWidth(op->getOperand(0).getType());
    return Found(
        IntegerOperation{laneWidth(op->getResult(0).getType()) > from ? kind : Kind::Truncate});
  };
  return llvm::TypeSwitch<Operation *, Found>(op)
      .Case<arith::ExtUIOp, arith::TruncIOp, arith::IndexCastUIOp, index::CastUOp, LLVM::ZExtOp,
            LLVM::TruncOp>([&](auto) { return widen(Kind::ZeroExtend); })
      .Case<arith::ExtSIOp, arith::IndexCastOp, index::CastSOp, LLVM::SExtOp>(
          [&](auto) { return widen(Kind::SignExtend); })
      .Default([](Operation *) { return Found(); });
}

Found choice(Operation *op) {
  return llvm::TypeSwitch<Operation *, Found>(op)
      .Case(
          [](arith::CmpIOp c) { return compare(arith::stringifyCmpIPredicate, c.getPredicate()); })
      .Case([](index::CmpOp c) { return compare(index::stringifyIndexCmpPredicate, c.getPred()); })
      .Case([](LLVM::ICmpOp c) {
        return isa<LLVM::LLVMPointerType>(c.getLhs().getType())
                   ? Found()
                   : compare(LLVM::stringifyICmpPredicate, c.getPredicate());
      })
      .Case<arith::SelectOp, LLVM::SelectOp>(
          [](auto) { return Found(IntegerOperation{Kind::Select}); })
      .Default([](Operation *) { return Found(); });
}

/// True for integers of up to 64 bits and indices, and for pointers and memrefs, which can be
/// selected.
bool isScalar(Type type) {
  if (type.isInteger())
    return type.getIntOrFloatBitWidth() <= 64;
  return type.isIndex() || isa<LLVM::LLVMPointerType, BaseMemRefType>(type);
}

} // namespace

std::optional<IntegerOperation> integerOperation(Operation *op) {
  if (op->getNumResults() != 1 || !llvm::all_of(op->getOperandTypes(), isScalar) ||
      !isScalar(op->getResult(0).getType()))
    return std::nullopt;
  for (const auto find : {arithmetic, division, extension, choice})
    if (const Found found = find(op))
      return found;
  return std::nullopt;
}

} // namespace pstudio
