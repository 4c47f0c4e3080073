// SPDX-License-Identifier: Apache-2.0
// Operations of the arith, index, affine, memref, llvm, gpu and nvvm dialects.
#include "collector/analysis/address_values.h"

#include <algorithm>
#include <bit>

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

#include "collector/analysis/shared_memory.h"
#include "collector/analysis/type_layout.h"
#include "collector/ir/kernel_function.h"

using namespace mlir;

namespace pstudio {
namespace {

using Kind = IntegerOperator;
using Operands = ArrayRef<ThreadFacts>;
using Found = std::optional<ThreadFacts>;

/// An address space is a window of the generic one, which begins at a multiple of this [bytes].
constexpr uint64_t kWindowAlignment = uint64_t{1} << 16;

ThreadFacts bytes(uint64_t count) {
  return ThreadFacts::constant(count);
}

//===--- Ids ---------------------------------------------------------------------------------===//

ThreadFacts subgroupId(const ThreadArithmetic &on) {
  return on.apply(Kind::DivideUnsigned, on.linearThread(), bytes(kLanesPerWarp));
}

ThreadFacts globalId(gpu::GlobalIdOp op, const ThreadArithmetic &on) {
  const auto dimension = static_cast<unsigned>(op.getDimension());
  ThreadFacts block = ThreadFacts::uniform(31);
  return on.apply(Kind::Add, on.apply(Kind::Multiply, block, bytes(on.block()[dimension])),
                  on.threadId(dimension));
}

/// Ids that differ between the threads of a CTA, in 64 bits.
Found threadIds(Operation *op, const ThreadArithmetic &on) {
  return llvm::TypeSwitch<Operation *, Found>(op)
      .Case(
          [&](gpu::ThreadIdOp id) { return on.threadId(static_cast<unsigned>(id.getDimension())); })
      .Case([&](gpu::GlobalIdOp id) { return globalId(id, on); })
      .Case<NVVM::ThreadIdXOp, ROCDL::ThreadIdXOp>([&](auto) { return on.threadId(0); })
      .Case<NVVM::ThreadIdYOp, ROCDL::ThreadIdYOp>([&](auto) { return on.threadId(1); })
      .Case<NVVM::ThreadIdZOp, ROCDL::ThreadIdZOp>([&](auto) { return on.threadId(2); })
      .Case<gpu::LaneIdOp, NVVM::LaneIdOp>([&](auto) { return on.laneId(); })
      .Case([&](gpu::SubgroupIdOp) { return subgroupId(on); })
      .Default([](Operation *) { return Found(); });
}

/// The same in all threads of a CTA.
bool isOfCta(Operation *op) {
  return isa<gpu::BlockDimOp, gpu::BlockIdOp, gpu::GridDimOp, gpu::ClusterDimOp,
             gpu::ClusterDimBlocksOp, gpu::ClusterIdOp, gpu::ClusterBlockIdOp, gpu::NumSubgroupsOp,
             gpu::SubgroupSizeOp, gpu::DynamicSharedMemoryOp, gpu::AllReduceOp, NVVM::BlockIdXOp,
             NVVM::BlockIdYOp, NVVM::BlockIdZOp, NVVM::BlockDimXOp, NVVM::BlockDimYOp,
             NVVM::BlockDimZOp, NVVM::GridDimXOp, NVVM::GridDimYOp, NVVM::GridDimZOp,
             NVVM::WarpSizeOp, ROCDL::BlockIdXOp, ROCDL::BlockIdYOp, ROCDL::BlockIdZOp,
             ROCDL::BlockDimXOp, ROCDL::BlockDimYOp, ROCDL::BlockDimZOp, ROCDL::GridDimXOp,
             ROCDL::GridDimYOp, ROCDL::GridDimZOp>(op);
}

//===--- Pointers ----------------------------------------------------------------------------===//

ThreadFacts asOffset(const ThreadFacts &index, Type type, const ThreadArithmetic &on) {
  const unsigned width = laneWidth(type);
  return width == 64 ? index : on.apply({Kind::SignExtend}, {index}, width, 64);
}

/// The type of the elements of an array or vector; null for other types. `scale` is never set.
struct Indexed {
  Type inside;
  std::optional<uint64_t> scale;
};

Indexed indexInto(Type type) {
  if (auto array = dyn_cast<LLVM::LLVMArrayType>(type))
    return {array.getElementType(), std::nullopt};
  if (auto vector = dyn_cast<VectorType>(type))
    return {vector.getElementType(), std::nullopt};
  return {};
}

ThreadFacts elementPointer(LLVM::GEPOp op, Operands operands, const ThreadArithmetic &on) {
  const ThreadFacts unknown = ThreadFacts::unknown(64);
  ThreadFacts address = operands[0];
  Type type = op.getElemType();
  unsigned dynamic = 0;
  for (const auto &[position, index] : llvm::enumerate(op.getIndices())) {
    const auto constant = dyn_cast<IntegerAttr>(index);
    if (auto record = dyn_cast<LLVM::LLVMStructType>(type); record && position > 0) {
      const auto offset =
          constant ? memberOffset(record, constant.getInt(), op) : std::optional<uint64_t>();
      if (!offset)
        return unknown;
      address = on.apply(Kind::Add, address, bytes(*offset));
      type = record.getBody()[static_cast<size_t>(constant.getInt())];
      continue;
    }
    if (position > 0)
      type = indexInto(type).inside;
    const auto size = type ? bytesInMemory(type, op) : std::nullopt;
    if (!size)
      return unknown;
    const ThreadFacts by =
        constant ? bytes(static_cast<uint64_t>(constant.getInt()))
                 : asOffset(operands[1 + dynamic], op.getDynamicIndices()[dynamic].getType(), on);
    dynamic += constant ? 0 : 1;
    address = on.apply(Kind::Add, address, on.apply(Kind::Multiply, by, bytes(*size)));
  }
  return address;
}

Found pointerFacts(Operation *op, Operands operands, const ThreadArithmetic &on) {
  const auto resize = [&] {
    const unsigned from = laneWidth(op->getOperand(0).getType());
    const unsigned to = laneWidth(op->getResult(0).getType());
    return on.apply({to > from ? Kind::ZeroExtend : Kind::Truncate}, operands, from, to);
  };
  return llvm::TypeSwitch<Operation *, Found>(op)
      .Case([&](LLVM::GEPOp gep) {
        return isa<LLVM::LLVMPointerType>(gep.getType()) ? elementPointer(gep, operands, on)
                                                         : ThreadFacts::unknown(64);
      })
      .Case<LLVM::PtrToIntOp, LLVM::IntToPtrOp>([&](auto) { return resize(); })
      .Case([&](LLVM::AddrSpaceCastOp) {
        return on.apply(Kind::Add, operands[0], ThreadFacts::uniform(64, kWindowAlignment));
      })
      .Case([&](LLVM::AddressOfOp address) {
        auto global = SymbolTable::lookupNearestSymbolFrom<LLVM::GlobalOp>(
            address, address.getGlobalNameAttr());
        return ThreadFacts::uniform(64,
                                    powerOfTwoIn(global ? global.getAlignment().value_or(1) : 1));
      })
      .Default([](Operation *) { return Found(); });
}

//===--- Memrefs -----------------------------------------------------------------------------===//

/// True if sizes and strides of the memref are the same for all threads.
bool hasOneDescriptor(Value memref) {
  while (auto cast = memref.getDefiningOp<memref::CastOp>())
    memref = cast.getSource();
  const auto type = dyn_cast<MemRefType>(memref.getType());
  SmallVector<int64_t> strides;
  int64_t offset = 0;
  if (type && type.hasStaticShape() && succeeded(getStridesAndOffset(type, strides, offset)) &&
      llvm::none_of(strides, ShapedType::isDynamic))
    return true;
  const auto argument = dyn_cast<BlockArgument>(memref);
  return argument && argument.getOwner()->isEntryBlock() &&
         isKernelFunction(argument.getOwner()->getParentOp());
}

bool beginsAtItsBuffer(Value memref) {
  const auto type = dyn_cast<MemRefType>(memref.getType());
  SmallVector<int64_t> strides;
  int64_t offset = 0;
  return type && succeeded(getStridesAndOffset(type, strides, offset)) && offset == 0;
}

ThreadFacts subviewOrigin(memref::SubViewOp view, Operands operands, const ThreadArithmetic &on) {
  SmallVector<ThreadFacts, 3> offsets;
  unsigned dynamic = 1; // operand 0 is the source
  for (const int64_t offset : view.getStaticOffsets())
    offsets.push_back(ShapedType::isDynamic(offset) ? operands[dynamic++]
                                                    : bytes(static_cast<uint64_t>(offset)));
  return on.apply(Kind::Add, operands[0], elementOffset(view.getSource(), offsets, on));
}

ThreadFacts reinterpretedOrigin(memref::ReinterpretCastOp cast, Operands operands,
                                const ThreadArithmetic &on) {
  const auto size = bytesInMemory(cast.getType().getElementType(), cast);
  if (!size || !beginsAtItsBuffer(cast.getSource()))
    return ThreadFacts::unknown(64);
  const int64_t offset = cast.getStaticOffsets().front();
  const ThreadFacts elements =
      ShapedType::isDynamic(offset) ? operands[1] : bytes(static_cast<uint64_t>(offset));
  return on.apply(Kind::Add, operands[0], on.apply(Kind::Multiply, elements, bytes(*size)));
}

/// Loads and stores of a memref are compiled for its elements' own alignment, so it has at least
/// that alignment.
uint64_t elementAlignment(Type type, Operation *scope) {
  const auto memref = dyn_cast<BaseMemRefType>(type);
  if (!memref || !bytesInMemory(memref.getElementType(), scope))
    return 1;
  return powerOfTwoIn(DataLayout::closest(scope).getTypeABIAlignment(memref.getElementType()));
}

ThreadFacts globalOrigin(memref::GetGlobalOp op) {
  auto global = SymbolTable::lookupNearestSymbolFrom<memref::GlobalOp>(op, op.getNameAttr());
  uint64_t alignment = powerOfTwoIn(global ? global.getAlignment().value_or(1) : 1);
  if (isWorkgroupMemory(op.getType()))
    alignment = std::max(alignment, sharedAlignmentOf(sharedBytesOf(op.getType())));
  return ThreadFacts::uniform(64, std::max(alignment, elementAlignment(op.getType(), op)));
}

/// The origin of a memref that is a view of another one, and addresses taken from it.
Found memrefFacts(Operation *op, Operands operands, const ThreadArithmetic &on) {
  return llvm::TypeSwitch<Operation *, Found>(op)
      .Case<memref::CastOp, memref::CollapseShapeOp, memref::ExpandShapeOp, memref::TransposeOp>(
          [&](auto) { return operands[0]; })
      .Case([&](memref::MemorySpaceCastOp) {
        return on.apply(Kind::Add, operands[0], ThreadFacts::uniform(64, kWindowAlignment));
      })
      .Case([&](memref::ViewOp) { return on.apply(Kind::Add, operands[0], operands[1]); })
      .Case([&](memref::SubViewOp view) { return subviewOrigin(view, operands, on); })
      .Case([&](memref::ReinterpretCastOp cast) { return reinterpretedOrigin(cast, operands, on); })
      .Case([&](memref::GetGlobalOp global) { return globalOrigin(global); })
      .Case([&](memref::ExtractAlignedPointerAsIndexOp pointer) {
        return beginsAtItsBuffer(pointer.getSource()) ? operands[0] : ThreadFacts::unknown(64);
      })
      .Default([](Operation *) { return Found(); });
}

/// True if the sizes or strides that the operation reads of a memref may differ between threads.
bool readsUnknownDescriptor(Operation *op) {
  return llvm::any_of(op->getOperands(), [](Value operand) {
    return isa<BaseMemRefType>(operand.getType()) && !hasOneDescriptor(operand);
  });
}

//===--- Loops -------------------------------------------------------------------------------===//

/// Facts that hold for all values begin, begin + step, ... below end, in the same iteration of all
/// threads.
ThreadFacts counted(const ThreadFacts &begin, const ThreadFacts &step, const ThreadFacts *end,
                    unsigned width, const ThreadArithmetic &on) {
  const ThreadFacts steps =
      on.apply({Kind::Multiply}, {ThreadFacts::uniform(width), step}, width, width);
  ThreadFacts counter = on.apply({Kind::Add}, {begin, steps}, width, width);
  if (!isNonNegative(begin.bits, width))
    return counter;
  const auto active = [](const LaneBits &bits) {
    return 64 - static_cast<unsigned>(std::countl_one(bits.zero));
  };
  unsigned most = width - 1;
  if (end && isNonNegative(end->bits, width))
    most = std::max(active(begin.bits), active(end->bits));
  counter.bits.zero |= ~lowBits(most);
  counter.bits.varying &= lowBits(most);
  counter.bits.one &= lowBits(most);
  return on.completed(counter, width);
}

} // namespace

ThreadFacts evaluate(AffineExpr expression, unsigned dimensions, Operands operands,
                     const ThreadArithmetic &on) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expression))
    return ThreadFacts::constant(static_cast<uint64_t>(constant.getValue()));
  if (auto dimension = dyn_cast<AffineDimExpr>(expression))
    return operands[dimension.getPosition()];
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expression))
    return operands[dimensions + symbol.getPosition()];
  const auto binary = cast<AffineBinaryOpExpr>(expression);
  const ThreadFacts a = evaluate(binary.getLHS(), dimensions, operands, on);
  const ThreadFacts b = evaluate(binary.getRHS(), dimensions, operands, on);
  switch (expression.getKind()) {
  case AffineExprKind::Add:
    return on.apply(Kind::Add, a, b);
  case AffineExprKind::Mul:
    return on.apply(Kind::Multiply, a, b);
  case AffineExprKind::Mod:
    return on.apply(Kind::RemainderFloor, a, b);
  case AffineExprKind::FloorDiv:
    return on.apply(Kind::DivideFloor, a, b);
  default: { // CeilDiv
    const LaneBits bits =
        a.bits.isUniform() && b.bits.isUniform() ? LaneBits::uniform() : LaneBits::varyingBits();
    return on.opaque({a, b}, bits, 64);
  }
  }
}

ThreadFacts elementOffset(Value memref, Operands indices, const ThreadArithmetic &on) {
  const auto type = dyn_cast<MemRefType>(memref.getType());
  SmallVector<int64_t> strides;
  int64_t offset = 0;
  Operation *scope = memref.getParentRegion()->getParentOp();
  const auto size = type ? bytesInMemory(type.getElementType(), scope) : std::nullopt;
  if (!size || failed(getStridesAndOffset(type, strides, offset)))
    return ThreadFacts::unknown(64);
  const ThreadFacts dynamic =
      hasOneDescriptor(memref) ? ThreadFacts::uniform(64) : ThreadFacts::unknown(64);
  ThreadFacts elements = bytes(0);
  for (const auto &[index, stride] : llvm::zip_equal(indices, strides)) {
    const ThreadFacts by =
        ShapedType::isDynamic(stride) ? dynamic : bytes(static_cast<uint64_t>(stride));
    elements = on.apply(Kind::Add, elements, on.apply(Kind::Multiply, index, by));
  }
  return on.apply(Kind::Multiply, elements, bytes(*size));
}

ThreadFacts resultFacts(Operation *op, unsigned index, Operands operands,
                        const ThreadArithmetic &on) {
  const unsigned width = laneWidth(op->getResult(index).getType());
  if (const Found id = threadIds(op, on))
    return width == 64 ? *id : on.apply({Kind::Truncate}, {*id}, 64, width);
  if (const auto operation = integerOperation(op))
    return on.apply(*operation, operands, laneWidth(op->getOperand(0).getType()), width);
  if (auto apply = dyn_cast<affine::AffineApplyOp>(op))
    return evaluate(apply.getAffineMap().getResult(0), apply.getAffineMap().getNumDims(), operands,
                    on);
  for (const auto find : {pointerFacts, memrefFacts})
    if (const Found found = find(op, operands, on))
      return *found;
  SmallVector<LaneBits> bits;
  for (const ThreadFacts &operand : operands)
    bits.push_back(operand.bits);
  ThreadFacts facts = ThreadFacts::unknown(width);
  facts.bits = laneResult(op, index, bits, on.block());
  if (isOfCta(op))
    return on.opaque({}, facts.bits, width);
  if (isFunctionOfOperands(op))
    return readsUnknownDescriptor(op) ? ThreadFacts::unknown(width)
                                      : on.opaque(operands, facts.bits, width);
  return on.completed(facts, width);
}

ThreadFacts kernelArgumentFacts(BlockArgument argument) {
  const unsigned width = laneWidth(argument.getType());
  auto function = cast<FunctionOpInterface>(argument.getOwner()->getParentOp());
  const unsigned number = argument.getArgNumber();
  uint64_t divisibility = elementAlignment(argument.getType(), function);
  if (number >= function.getNumArguments()) {
    auto kernel = dyn_cast<gpu::GPUFuncOp>(function.getOperation());
    const bool isShared = kernel && llvm::is_contained(kernel.getWorkgroupAttributions(), argument);
    if (!isShared)
      return ThreadFacts::unknown(width);
    const uint64_t bytes = sharedBytesOf(cast<MemRefType>(argument.getType()));
    return ThreadFacts::uniform(width, std::max(divisibility, sharedAlignmentOf(bytes)));
  }
  for (const StringRef name :
       {LLVM::LLVMDialect::getAlignAttrName(), StringRef(kDivisibleAttribute)})
    if (const auto given = function.getArgAttrOfType<IntegerAttr>(number, name))
      divisibility = std::max(divisibility, powerOfTwoIn(given.getValue().getZExtValue()));
  return ThreadFacts::uniform(width, divisibility);
}

ThreadFacts counterFacts(Operation *loop, unsigned index,
                         llvm::function_ref<const ThreadFacts *(Value)> known,
                         const ThreadArithmetic &on) {
  const auto count = [&](Value begin, Value step, Value end) {
    const unsigned width = laneWidth(begin.getType());
    const ThreadFacts *from = known(begin), *by = known(step);
    return from && by ? counted(*from, *by, known(end), width, on) : ThreadFacts::unknown(width);
  };
  if (auto counting = dyn_cast<scf::ForOp>(loop); counting && index == 0)
    return count(counting.getLowerBound(), counting.getStep(), counting.getUpperBound());
  if (auto parallel = dyn_cast<scf::ParallelOp>(loop); parallel && index < parallel.getNumLoops())
    return count(parallel.getLowerBound()[index], parallel.getStep()[index],
                 parallel.getUpperBound()[index]);
  auto counting = dyn_cast<affine::AffineForOp>(loop);
  if (!counting || index != 0 || counting.getLowerBoundMap().getNumResults() != 1)
    return ThreadFacts::unknown(64);
  SmallVector<ThreadFacts, 3> operands;
  for (Value operand : counting.getLowerBoundOperands()) {
    const ThreadFacts *facts = known(operand);
    operands.push_back(facts ? *facts : ThreadFacts::unknown(64));
  }
  const AffineMap map = counting.getLowerBoundMap();
  const ThreadFacts begin = evaluate(map.getResult(0), map.getNumDims(), operands, on);
  const ThreadFacts step = bytes(static_cast<uint64_t>(counting.getStepAsInt()));
  if (!counting.hasConstantUpperBound())
    return counted(begin, step, nullptr, 64, on);
  const ThreadFacts end = bytes(static_cast<uint64_t>(counting.getConstantUpperBound()));
  return counted(begin, step, &end, 64, on);
}

} // namespace pstudio
