// SPDX-License-Identifier: Apache-2.0
// Bits of thread ids, integer arithmetic and loads.
#include "collector/analysis/lane_values.h"

#include <algorithm>
#include <bit>

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Index/IR/IndexDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/BuiltinDialect.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

#include "collector/ir/kernel_function.h"
#include "core/ptx/sharing.h"

using namespace mlir;

namespace pstudio {
namespace {

using Operands = ArrayRef<LaneBits>;

//===--- Ids ---------------------------------------------------------------------------------===//

/// No extent of a grid is above 2^31 - 1, on any target.
constexpr unsigned kMaxGridBits = 31;

unsigned bitsFor(uint64_t count) {
  return count <= 1 ? 0 : 64 - static_cast<unsigned>(llvm::countl_zero(count - 1));
}

LaneBits linearThread(const BlockShape &block, uint32_t lanes) {
  const uint64_t count = uint64_t{block[0]} * block[1] * block[2];
  const unsigned width = bitsFor(count);
  return {lowBits(std::min(width, bitsFor(lanes))), ~lowBits(width), 0};
}

} // namespace

LaneBits threadIdBits(unsigned dimension, const BlockShape &block, uint32_t lanes) {
  uint64_t stride = 1;
  for (unsigned i = 0; i < dimension; ++i)
    stride *= block[i];
  const LaneBits rest = divideBits(linearThread(block, lanes), LaneBits::constant(stride), 64);
  // The outermost dimension is the whole quotient. A remainder by an extent that is no power of two
  // would let every bit vary between lanes.
  const uint64_t threads = uint64_t{block[0]} * block[1] * block[2];
  if (stride * block[dimension] >= threads)
    return rest;
  return remainderBits(rest, LaneBits::constant(block[dimension]), 64);
}

namespace {

LaneBits globalId(unsigned dimension, const BlockShape &block, uint32_t lanes) {
  const LaneBits start =
      multiplyBits(LaneBits::uniform(kMaxGridBits), LaneBits::constant(block[dimension]), 64);
  return addBits(start, threadIdBits(dimension, block, lanes), 64);
}

/// True for special registers that have no operation in the NVVM dialect and one value per warp.
bool isRegisterOfWarp(StringRef intrinsic) {
  return intrinsic.consume_front("llvm.nvvm.read.ptx.sreg.") &&
         llvm::is_contained({"warpid", "nwarpid", "smid", "nsmid", "gridid", "dynamic.smem.size",
                             "total.smem.size", "aggr.smem.size"},
                            intrinsic);
}

/// Ids and extents of the gpu dialect and of PTX; nothing for any other operation.
std::optional<LaneBits> idBits(Operation *op, const BlockShape &block, uint32_t lanes) {
  using Result = std::optional<LaneBits>;
  const auto dimension = [](auto id) { return static_cast<unsigned>(id.getDimension()); };
  const LaneBits lane = remainderBits(linearThread(block, lanes), LaneBits::constant(lanes), 64);
  return llvm::TypeSwitch<Operation *, Result>(op)
      .Case([&](gpu::ThreadIdOp id) { return threadIdBits(dimension(id), block, lanes); })
      .Case([&](gpu::GlobalIdOp id) { return globalId(dimension(id), block, lanes); })
      .Case([&](gpu::BlockDimOp id) { return LaneBits::constant(block[dimension(id)]); })
      .Case<NVVM::ThreadIdXOp, ROCDL::ThreadIdXOp>(
          [&](auto) { return threadIdBits(0, block, lanes); })
      .Case<NVVM::ThreadIdYOp, ROCDL::ThreadIdYOp>(
          [&](auto) { return threadIdBits(1, block, lanes); })
      .Case<NVVM::ThreadIdZOp, ROCDL::ThreadIdZOp>(
          [&](auto) { return threadIdBits(2, block, lanes); })
      .Case<gpu::LaneIdOp, NVVM::LaneIdOp>([&](auto) { return lane; })
      .Case<gpu::SubgroupSizeOp, NVVM::WarpSizeOp>([&](auto) { return LaneBits::constant(lanes); })
      .Case<gpu::BlockIdOp, gpu::GridDimOp, gpu::ClusterDimOp, gpu::ClusterDimBlocksOp,
            gpu::ClusterIdOp, gpu::ClusterBlockIdOp, gpu::SubgroupIdOp, gpu::NumSubgroupsOp,
            NVVM::BlockIdXOp, NVVM::BlockIdYOp, NVVM::BlockIdZOp, NVVM::GridDimXOp,
            NVVM::GridDimYOp, NVVM::GridDimZOp, NVVM::ClusterIdXOp, NVVM::ClusterIdYOp,
            NVVM::ClusterIdZOp, NVVM::ClusterDimXOp, NVVM::ClusterDimYOp, NVVM::ClusterDimZOp,
            NVVM::BlockInClusterIdXOp, NVVM::BlockInClusterIdYOp, NVVM::BlockInClusterIdZOp,
            NVVM::ClusterDimBlocksXOp, NVVM::ClusterDimBlocksYOp, NVVM::ClusterDimBlocksZOp,
            NVVM::ClusterId, NVVM::ClusterDim, ROCDL::BlockIdXOp, ROCDL::BlockIdYOp,
            ROCDL::BlockIdZOp, ROCDL::GridDimXOp, ROCDL::GridDimYOp, ROCDL::GridDimZOp>(
          [](auto) { return LaneBits::uniform(kMaxGridBits); })
      .Case([](LLVM::CallIntrinsicOp call) {
        return isRegisterOfWarp(call.getIntrin()) ? Result(LaneBits::uniform()) : Result();
      })
      .Case([](gpu::DynamicSharedMemoryOp) { return LaneBits::uniform(); })
      .Case<NVVM::BlockDimXOp, ROCDL::BlockDimXOp>(
          [&](auto) { return LaneBits::constant(block[0]); })
      .Case<NVVM::BlockDimYOp, ROCDL::BlockDimYOp>(
          [&](auto) { return LaneBits::constant(block[1]); })
      .Case<NVVM::BlockDimZOp, ROCDL::BlockDimZOp>(
          [&](auto) { return LaneBits::constant(block[2]); })
      .Default([](Operation *) { return Result(); });
}

//===--- Arithmetic --------------------------------------------------------------------------===//

LaneBits compare(arith::CmpIPredicate predicate, const LaneBits &a, const LaneBits &b,
                 unsigned width) {
  using P = arith::CmpIPredicate;
  const bool isSigned =
      predicate == P::slt || predicate == P::sle || predicate == P::sgt || predicate == P::sge;
  bool isUniform = false;
  switch (predicate) {
  case P::eq:
  case P::ne:
    isUniform = isEqualUniform(a, b);
    break;
  case P::slt:
  case P::ult:
  case P::sge:
  case P::uge:
    isUniform = isLessUniform(a, b, width, isSigned);
    break;
  case P::sgt:
  case P::ugt:
  case P::sle:
  case P::ule:
    isUniform = isLessUniform(b, a, width, isSigned);
    break;
  }
  return isUniform ? LaneBits::uniform(1) : LaneBits::varyingBits(1);
}

LaneBits select(const LaneBits &condition, const LaneBits &a, const LaneBits &b) {
  return condition.isUniform() ? join(a, b) : chosenPerLane(join(a, b));
}

/// Uniform if all operands are the same in all lanes, else varying; no bit is known.
LaneBits opaque(Operands operands, unsigned width) {
  const bool isUniform = llvm::all_of(operands, [](const LaneBits &x) { return x.isUniform(); });
  return isUniform ? LaneBits::uniform(width) : LaneBits::varyingBits(width);
}

/// For a power of two, the low bits, with either sign.
LaneBits remainderFloor(Operands x, unsigned width) {
  const bool isPowerOfTwo = x[1].isConstant() && std::has_single_bit(x[1].one);
  if (isPowerOfTwo || (isNonNegative(x[0], width) && isNonNegative(x[1], width)))
    return remainderBits(x[0], x[1], width);
  return opaque(x, width);
}

LaneBits divideSigned(Operands x, unsigned width, bool isRemainder) {
  if (!isNonNegative(x[0], width) || !isNonNegative(x[1], width))
    return opaque(x, width);
  return isRemainder ? remainderBits(x[0], x[1], width) : divideBits(x[0], x[1], width);
}

} // namespace

LaneBits integerBits(const IntegerOperation &operation, Operands x, unsigned fromWidth,
                     unsigned width) {
  using Kind = IntegerOperator;
  switch (operation.kind) {
  case Kind::Add:
    return addBits(x[0], x[1], width);
  case Kind::Subtract:
    return subtractBits(x[0], x[1], width);
  case Kind::Multiply:
    return multiplyBits(x[0], x[1], width);
  case Kind::And:
    return andBits(x[0], x[1]);
  case Kind::Or:
    return orBits(x[0], x[1]);
  case Kind::Xor:
    return xorBits(x[0], x[1]);
  case Kind::ShiftLeft:
    return shiftLeftBits(x[0], x[1], width);
  case Kind::ShiftRightLogical:
    return shiftRightBits(x[0], x[1], width, false);
  case Kind::ShiftRightArithmetic:
    return shiftRightBits(x[0], x[1], width, true);
  case Kind::DivideUnsigned:
    return divideBits(x[0], x[1], width);
  case Kind::RemainderUnsigned:
    return remainderBits(x[0], x[1], width);
  case Kind::DivideSigned:
  case Kind::DivideFloor:
    return divideSigned(x, width, /*isRemainder=*/false);
  case Kind::RemainderSigned:
    return divideSigned(x, width, /*isRemainder=*/true);
  case Kind::RemainderFloor:
    return remainderFloor(x, width);
  case Kind::ZeroExtend:
  case Kind::Truncate:
    return zeroExtendBits(x[0], width);
  case Kind::SignExtend:
    return signExtendBits(x[0], fromWidth, width);
  case Kind::Compare:
    return compare(operation.predicate, x[0], x[1], fromWidth);
  case Kind::Select:
    return select(x[0], x[1], x[2]);
  }
  return opaque(x, width);
}

namespace {

std::optional<LaneBits> constantBits(Operation *op, unsigned width) {
  APInt value;
  if (op->getNumResults() != 1 || !matchPattern(op->getResult(0), m_ConstantInt(&value)))
    return std::nullopt;
  return zeroExtendBits(LaneBits::constant(value.getZExtValue()), width);
}

//===--- Everything else ---------------------------------------------------------------------===//

/// True for a load from one address. The caller handles operands that vary, which include addresses
/// of private memory.
bool isPlainLoad(Operation *op) {
  return isa<memref::LoadOp, affine::AffineLoadOp, vector::LoadOp, vector::TransferReadOp,
             LLVM::LoadOp>(op);
}

ptx::Sharing sharingOf(LLVM::InlineAsmOp assembly) {
  auto function = assembly->getParentOfType<FunctionOpInterface>();
  return ptx::sharing(assembly.getAsmString(), function && isKernelFunction(function)
                                                   ? ptx::FunctionKind::Entry
                                                   : ptx::FunctionKind::Device);
}

/// True if the lanes of a warp get equal results for equal operands, but other warps may not.
bool isFunctionInWarp(Operation *op) {
  auto assembly = dyn_cast<LLVM::InlineAsmOp>(op);
  return isPlainLoad(op) || (assembly && sharingOf(assembly) == ptx::Sharing::Warp);
}

/// True for results that are the same in all lanes for any operands.
bool isAgreedUpon(Operation *op) {
  if (isa<gpu::AllReduceOp, gpu::SubgroupReduceOp, ROCDL::BallotOp>(op))
    return true;
  auto call = dyn_cast<LLVM::CallIntrinsicOp>(op);
  const StringRef name = call ? call.getIntrin() : StringRef();
  return name.starts_with("llvm.amdgcn.readfirstlane") ||
         name.starts_with("llvm.amdgcn.readlane") || name.starts_with("llvm.amdgcn.ballot");
}

/// True if all lanes get the value of one lane: they name the same lane of the whole warp, and it
/// takes part.
bool isBroadcast(gpu::ShuffleOp shuffle, unsigned result, Operands x, uint32_t lanes) {
  return result == 0 && shuffle.getMode() == gpu::ShuffleMode::IDX && x[1].isUniform() &&
         x[2] == LaneBits::constant(lanes);
}

/// A shuffle of PTX that takes another lane's value by its number.
bool isIndexedShuffle(Operation *op) {
  if (auto shuffle = dyn_cast<NVVM::ShflOp>(op))
    return shuffle.getKind() == NVVM::ShflKind::idx;
  auto call = dyn_cast<LLVM::CallIntrinsicOp>(op); // as LLVM IR has it
  return call && call.getIntrin().starts_with("llvm.nvvm.shfl.sync.idx.") &&
         call->getNumOperands() == 4;
}

/// isBroadcast() for the operands of a PTX shuffle: all lanes take part, in one segment, and no
/// lane is beyond its end.
bool isPtxBroadcast(Operands x) {
  const auto is = [](const LaneBits &bits, uint32_t value) {
    return bits == zeroExtendBits(LaneBits::constant(value), 32);
  };
  return is(x[0], ~uint32_t{0}) && x[2].isUniform() && is(x[3], kLanesPerWarp - 1);
}

bool isMinimumOrMaximum(Operation *op) {
  return isa<LLVM::UMinOp, LLVM::UMaxOp, LLVM::SMinOp, LLVM::SMaxOp, arith::MinUIOp, arith::MaxUIOp,
             arith::MinSIOp, arith::MaxSIOp>(op);
}

/// Integer operations that are no IntegerOperation: minima and maxima return one of two values, and
/// freeze returns its operand.
std::optional<LaneBits> chosenBits(Operation *op, Operands x) {
  if (isMinimumOrMaximum(op)) {
    LaneBits one = join(x[0], x[1]);
    if (!x[0].isUniform() || !x[1].isUniform())
      one = chosenPerLane(one);
    if (isa<LLVM::UMinOp, arith::MinUIOp>(op)) // has no bit above those of the smaller one
      one.zero |= ~lowBits(64 - static_cast<unsigned>(std::max(std::countl_one(x[0].zero),
                                                               std::countl_one(x[1].zero))));
    one.varying &= ~one.zero;
    return one;
  }
  if (isa<LLVM::FreezeOp>(op))
    return x[0];
  return std::nullopt;
}

} // namespace

bool isFunctionOfOperands(Operation *op) {
  if (auto assembly = dyn_cast<LLVM::InlineAsmOp>(op))
    return sharingOf(assembly) == ptx::Sharing::Cta;
  return isa<affine::AffineDialect, arith::ArithDialect, BuiltinDialect, complex::ComplexDialect,
             index::IndexDialect, LLVM::LLVMDialect, math::MathDialect, memref::MemRefDialect,
             ub::UBDialect, vector::VectorDialect>(op->getDialect()) &&
         isMemoryEffectFree(op);
}

unsigned laneWidth(Type type) {
  return type.isInteger() ? std::min(type.getIntOrFloatBitWidth(), 64u) : 64;
}

LaneBits laneResult(Operation *op, unsigned index, Operands operands, const BlockShape &block,
                    uint32_t lanes) {
  const Type type = op->getResult(index).getType();
  const unsigned width = laneWidth(type);
  if (const std::optional<LaneBits> id = idBits(op, block, lanes))
    return zeroExtendBits(*id, width);
  if (!op->getDialect())
    return LaneBits::varyingBits(width);
  if (type.isIntOrIndex() && width <= 64) {
    if (const std::optional<LaneBits> constant = constantBits(op, width))
      return *constant;
    if (const std::optional<IntegerOperation> operation = integerOperation(op))
      return integerBits(*operation, operands, laneWidth(op->getOperand(0).getType()), width);
    if (const std::optional<LaneBits> chosen = chosenBits(op, operands))
      return *chosen;
  }
  if (isIndexedShuffle(op))
    return isPtxBroadcast(operands) ? LaneBits::uniform(width) : LaneBits::varyingBits(width);
  if (auto shuffle = dyn_cast<gpu::ShuffleOp>(op))
    return isBroadcast(shuffle, index, operands, lanes) ? LaneBits::uniform(width)
                                                        : LaneBits::varyingBits(width);
  if (isAgreedUpon(op))
    return LaneBits::uniform(width);
  if (isFunctionInWarp(op) || isFunctionOfOperands(op))
    return opaque(operands, width);
  return LaneBits::varyingBits(width);
}

} // namespace pstudio
