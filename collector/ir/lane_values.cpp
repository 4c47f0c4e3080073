// SPDX-License-Identifier: Apache-2.0
// Thread ids, integer arithmetic, loads: each operation's lanes.
#include "collector/ir/lane_values.h"

#include <algorithm>

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace pstudio {
namespace {

using Operands = ArrayRef<LaneBits>;

//===--- Ids ---------------------------------------------------------------------------------===//

unsigned bitsFor(uint64_t count) {
  return count <= 1 ? 0 : 64 - static_cast<unsigned>(llvm::countl_zero(count - 1));
}

LaneBits linearThread(const BlockShape &block) {
  const uint64_t count = uint64_t{block[0]} * block[1] * block[2];
  const unsigned width = bitsFor(count);
  return {lowBits(std::min(width, bitsFor(kLanesPerWarp))), ~lowBits(width), 0};
}

LaneBits threadId(unsigned dimension, const BlockShape &block) {
  uint64_t stride = 1;
  for (unsigned i = 0; i < dimension; ++i)
    stride *= block[i];
  const LaneBits rest = divideBits(linearThread(block), LaneBits::constant(stride), 64);
  return dimension == 2 ? rest : remainderBits(rest, LaneBits::constant(block[dimension]), 64);
}

LaneBits globalId(unsigned dimension, const BlockShape &block) {
  const LaneBits start =
      multiplyBits(LaneBits::uniform(), LaneBits::constant(block[dimension]), 64);
  return addBits(start, threadId(dimension, block), 64);
}

/// Ids and extents of the gpu dialect and of PTX; nothing for any other operation.
std::optional<LaneBits> idBits(Operation *op, const BlockShape &block) {
  using Result = std::optional<LaneBits>;
  const auto dimension = [](auto id) { return static_cast<unsigned>(id.getDimension()); };
  const LaneBits lane = remainderBits(linearThread(block), LaneBits::constant(kLanesPerWarp), 64);
  return llvm::TypeSwitch<Operation *, Result>(op)
      .Case([&](gpu::ThreadIdOp id) { return threadId(dimension(id), block); })
      .Case([&](gpu::GlobalIdOp id) { return globalId(dimension(id), block); })
      .Case([&](gpu::BlockDimOp id) { return LaneBits::constant(block[dimension(id)]); })
      .Case([&](NVVM::ThreadIdXOp) { return threadId(0, block); })
      .Case([&](NVVM::ThreadIdYOp) { return threadId(1, block); })
      .Case([&](NVVM::ThreadIdZOp) { return threadId(2, block); })
      .Case<gpu::LaneIdOp, NVVM::LaneIdOp>([&](auto) { return lane; })
      .Case<gpu::SubgroupSizeOp, NVVM::WarpSizeOp>(
          [](auto) { return LaneBits::constant(kLanesPerWarp); })
      .Case<gpu::BlockIdOp, gpu::GridDimOp, gpu::ClusterDimOp, gpu::ClusterDimBlocksOp,
            gpu::ClusterIdOp, gpu::ClusterBlockIdOp, gpu::SubgroupIdOp, gpu::NumSubgroupsOp,
            gpu::DynamicSharedMemoryOp, NVVM::BlockIdXOp, NVVM::BlockIdYOp, NVVM::BlockIdZOp,
            NVVM::BlockDimXOp, NVVM::BlockDimYOp, NVVM::BlockDimZOp, NVVM::GridDimXOp,
            NVVM::GridDimYOp, NVVM::GridDimZOp>([](auto) { return LaneBits::uniform(); })
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

/// Nothing is known but whether all operands are the same in all lanes.
LaneBits opaque(Operands operands, unsigned width) {
  const bool isUniform = llvm::all_of(operands, [](const LaneBits &x) { return x.isUniform(); });
  return isUniform ? LaneBits::uniform(width) : LaneBits::varyingBits(width);
}

LaneBits divideSigned(Operands x, unsigned width, bool isRemainder) {
  if (!isNonNegative(x[0], width) || !isNonNegative(x[1], width))
    return opaque(x, width);
  return isRemainder ? remainderBits(x[0], x[1], width) : divideBits(x[0], x[1], width);
}

/// Scalar operations of the arith dialect whose bits are followed.
std::optional<LaneBits> arithmeticBits(Operation *op, Operands x, unsigned width) {
  using Result = std::optional<LaneBits>;
  const auto fromWidth = [op] { return laneWidth(op->getOperand(0).getType()); };
  return llvm::TypeSwitch<Operation *, Result>(op)
      .Case([&](arith::AddIOp) { return addBits(x[0], x[1], width); })
      .Case([&](arith::SubIOp) { return subtractBits(x[0], x[1], width); })
      .Case([&](arith::MulIOp) { return multiplyBits(x[0], x[1], width); })
      .Case([&](arith::AndIOp) { return andBits(x[0], x[1]); })
      .Case([&](arith::OrIOp) { return orBits(x[0], x[1]); })
      .Case([&](arith::XOrIOp) { return xorBits(x[0], x[1]); })
      .Case([&](arith::ShLIOp) { return shiftLeftBits(x[0], x[1], width); })
      .Case([&](arith::ShRUIOp) { return shiftRightBits(x[0], x[1], width, false); })
      .Case([&](arith::ShRSIOp) { return shiftRightBits(x[0], x[1], width, true); })
      .Case([&](arith::DivUIOp) { return divideBits(x[0], x[1], width); })
      .Case([&](arith::RemUIOp) { return remainderBits(x[0], x[1], width); })
      .Case<arith::DivSIOp, arith::FloorDivSIOp>(
          [&](auto) { return divideSigned(x, width, /*isRemainder=*/false); })
      .Case([&](arith::RemSIOp) { return divideSigned(x, width, /*isRemainder=*/true); })
      .Case<arith::ExtUIOp, arith::TruncIOp, arith::IndexCastUIOp>(
          [&](auto) { return zeroExtendBits(x[0], width); })
      .Case<arith::ExtSIOp, arith::IndexCastOp>(
          [&](auto) { return signExtendBits(x[0], fromWidth(), width); })
      .Case([&](arith::CmpIOp c) { return compare(c.getPredicate(), x[0], x[1], fromWidth()); })
      .Case([&](arith::SelectOp) { return select(x[0], x[1], x[2]); })
      .Default([](Operation *) { return Result(); });
}

std::optional<LaneBits> constantBits(Operation *op, unsigned width) {
  APInt value;
  if (op->getNumResults() != 1 || !matchPattern(op->getResult(0), m_ConstantInt(&value)))
    return std::nullopt;
  return zeroExtendBits(LaneBits::constant(value.getZExtValue()), width);
}

//===--- Everything else ---------------------------------------------------------------------===//

/// Loads of what one address holds. Operands that vary, addresses of private memory among them, are
/// the caller's matter.
bool isPlainLoad(Operation *op) {
  return isa<memref::LoadOp, affine::AffineLoadOp, vector::LoadOp, vector::TransferReadOp,
             LLVM::LoadOp>(op);
}

/// Results that the lanes agree upon, whatever they put in.
bool isAgreedUpon(Operation *op) {
  return isa<gpu::AllReduceOp, gpu::SubgroupReduceOp>(op);
}

/// Lane `offset`'s value, if all name the same lane of the whole warp and it takes part.
bool isBroadcast(gpu::ShuffleOp shuffle, unsigned result, Operands x) {
  return result == 0 && shuffle.getMode() == gpu::ShuffleMode::IDX && x[1].isUniform() &&
         x[2] == LaneBits::constant(kLanesPerWarp);
}

/// The result depends on nothing but operands; what holds for scalars holds for each lane.
bool isFunctionOfOperands(Operation *op) {
  return !isa<gpu::GPUDialect, nvgpu::NVGPUDialect, NVVM::NVVMDialect>(op->getDialect()) &&
         isMemoryEffectFree(op);
}

} // namespace

unsigned laneWidth(Type type) {
  return type.isInteger() ? std::min(type.getIntOrFloatBitWidth(), 64u) : 64;
}

LaneBits laneResult(Operation *op, unsigned index, Operands operands, const BlockShape &block) {
  const Type type = op->getResult(index).getType();
  const unsigned width = laneWidth(type);
  if (const std::optional<LaneBits> id = idBits(op, block))
    return zeroExtendBits(*id, width);
  if (!op->getDialect())
    return LaneBits::varyingBits(width);
  if (type.isIntOrIndex() && width <= 64) {
    if (const std::optional<LaneBits> constant = constantBits(op, width))
      return *constant;
    if (const std::optional<LaneBits> bits = arithmeticBits(op, operands, width))
      return *bits;
  }
  if (auto shuffle = dyn_cast<gpu::ShuffleOp>(op))
    return isBroadcast(shuffle, index, operands) ? LaneBits::uniform(width)
                                                 : LaneBits::varyingBits(width);
  if (isAgreedUpon(op))
    return LaneBits::uniform(width);
  if (isPlainLoad(op) || isFunctionOfOperands(op))
    return opaque(operands, width);
  return LaneBits::varyingBits(width);
}

} // namespace pstudio
