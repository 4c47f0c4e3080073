// SPDX-License-Identifier: Apache-2.0
#include "collector/passes/auto/async_keys.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

#include "collector/ir/call_graph.h"
#include "collector/ir/kernel_function.h"

using namespace mlir;

namespace pstudio::automode {
namespace {

constexpr unsigned kMostCalls = 16;     ///< that a group of barriers is followed through
constexpr unsigned kSharedSpace = 3;    ///< number of NVIDIA's shared memory
constexpr unsigned kBytesToKeyBits = 2; ///< address / 8 * 2; barriers have 8 bytes

bool isSharedAddress(Value address) {
  if (auto pointer = dyn_cast<LLVM::LLVMPointerType>(address.getType()))
    return pointer.getAddressSpace() == kSharedSpace || pointer.getAddressSpace() == 0;
  return address.getType().isInteger(32) || address.getType().isInteger(64);
}

/// Arithmetic on i32.
class Words {
public:
  Words(OpBuilder &builder, Location location) : m_builder(builder), m_location(location) {}

  Value constant(int64_t value) {
    return m_builder.create<LLVM::ConstantOp>(m_location, word(), value);
  }
  /// The low bits of an integer.
  Value from(Value integer) {
    const unsigned width = cast<IntegerType>(integer.getType()).getWidth();
    if (width > 32)
      return m_builder.create<LLVM::TruncOp>(m_location, word(), integer);
    return width < 32 ? m_builder.create<LLVM::ZExtOp>(m_location, word(), integer) : integer;
  }
  Value address(Value pointer) {
    const auto type = dyn_cast<LLVM::LLVMPointerType>(pointer.getType());
    if (!type)
      return from(pointer);
    if (type.getAddressSpace() != kSharedSpace)
      pointer = m_builder.create<LLVM::AddrSpaceCastOp>(
          m_location, LLVM::LLVMPointerType::get(m_builder.getContext(), kSharedSpace), pointer);
    return m_builder.create<LLVM::PtrToIntOp>(m_location, word(), pointer);
  }
  template <class Op> Value apply(Value a, Value b) {
    return m_builder.create<Op>(m_location, a, b);
  }

private:
  Type word() { return m_builder.getI32Type(); }
  OpBuilder &m_builder;
  Location m_location;
};

Value toIndex(OpBuilder &builder, Location location, Value integer) {
  if (integer.getType().isIndex())
    return integer;
  return builder.create<arith::IndexCastUIOp>(location, builder.getIndexType(), integer);
}

Value constantIndex(OpBuilder &builder, Location location, int64_t value) {
  return builder.create<arith::ConstantIndexOp>(location, value);
}

Value keyOfAddress(OpBuilder &builder, Location location, const QueueOperands &operands) {
  Words w(builder, location);
  Value address = w.address(operands.barrier);
  if (operands.fixed != 0)
    address = w.apply<LLVM::AddOp>(address, w.constant(operands.fixed));
  Value key = w.apply<LLVM::LShrOp>(address, w.constant(kBytesToKeyBits));
  if (operands.parity) {
    Value parity = w.apply<LLVM::AndOp>(w.from(operands.parity), w.constant(1));
    key = w.apply<LLVM::OrOp>(key, parity);
  } else if (operands.fixedParity.value_or(false)) {
    key = w.apply<LLVM::OrOp>(key, w.constant(1));
  }
  return toIndex(builder, location, key);
}

Value keyOfSlot(OpBuilder &builder, Location location, const QueueOperands &operands) {
  Value one = constantIndex(builder, location, 1);
  Value key = builder.create<arith::ShLIOp>(location, operands.slot, one);
  if (!operands.parity)
    return key;
  Value parity = toIndex(builder, location, operands.parity);
  return builder.create<arith::OrIOp>(location, key, parity);
}

} // namespace

BarrierNumbers::BarrierNumbers(Operation *root) : m_root(root) {
  root->walk([&](gpu::GPUFuncOp kernel) {
    uint32_t count = 0;
    kernel.walk([&](nvgpu::MBarrierCreateOp create) { m_numbers[create.getBarriers()] = ++count; });
  });
}

std::optional<uint32_t> BarrierNumbers::find(Value group) const {
  return find(group, 0);
}

std::optional<uint32_t> BarrierNumbers::find(Value group, unsigned depth) const {
  if (const auto known = m_numbers.find(group); known != m_numbers.end())
    return known->second;
  const auto argument = dyn_cast<BlockArgument>(group);
  if (!argument || depth == kMostCalls)
    return std::nullopt;
  return findFromCallers(argument, depth + 1);
}

std::optional<uint32_t> BarrierNumbers::findFromCallers(BlockArgument argument,
                                                        unsigned depth) const {
  Operation *function = argument.getOwner()->getParentOp();
  if (!isa<FunctionOpInterface>(function) || !argument.getOwner()->isEntryBlock() ||
      isKernelFunction(function))
    return std::nullopt;
  std::optional<uint32_t> found;
  const auto visit = [&](CallOpInterface call) {
    if (calleeOf(call).getOperation() != function)
      return WalkResult::advance();
    const auto number = find(call.getArgOperands()[argument.getArgNumber()], depth);
    const bool differs = !number || (found && *found != *number);
    found = differs ? std::nullopt : number;
    return differs ? WalkResult::interrupt() : WalkResult::advance();
  };
  m_root->walk(visit);
  return found;
}

bool hasKnownBarrier(const AsyncPlace &place, const BarrierNumbers &numbers) {
  const QueueOperands &operands = place.operands;
  if (place.queue == AsyncQueue::NamedBarrier)
    return !operands.isUnknown;
  if (place.queue != AsyncQueue::Mbarrier)
    return !operands.isUnknown;
  const bool needsParity = place.step == AsyncStep::Wait;
  if (operands.isUnknown || !operands.barrier ||
      (needsParity && !operands.parity && !operands.fixedParity))
    return false;
  return operands.slot ? numbers.find(operands.barrier).has_value()
                       : isSharedAddress(operands.barrier);
}

Value createKey(OpBuilder &builder, const AsyncPlace &place) {
  const Location location = place.first->getLoc();
  const QueueOperands &operands = place.operands;
  if (place.queue == AsyncQueue::Mbarrier)
    return operands.slot ? keyOfSlot(builder, location, operands)
                         : keyOfAddress(builder, location, operands);
  if (place.queue != AsyncQueue::NamedBarrier)
    return {};
  if (!operands.barrier)
    return constantIndex(builder, location, operands.fixed);
  return toIndex(builder, location, operands.barrier);
}

} // namespace pstudio::automode
