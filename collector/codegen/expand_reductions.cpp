// SPDX-License-Identifier: Apache-2.0
#include "collector/codegen/expand_reductions.h"

#include "collector/codegen/lane_words.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/Transforms/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Pass/Pass.h"
#include "llvm/Support/MathExtras.h"

namespace pstudio {
namespace {

using mlir::Value;
namespace arith = mlir::arith;
namespace gpu = mlir::gpu;
namespace memref = mlir::memref;
namespace scf = mlir::scf;
using Builder = mlir::ImplicitLocOpBuilder;
using Combine = llvm::function_ref<Value(Builder &, Value, Value)>;

/// One for each warp that a CTA can have, and the result.
constexpr int64_t kSlots = 33;
constexpr int64_t kResultSlot = kSlots - 1;

/// Integers of a whole number of bytes, as which memory holds them.
mlir::Type inMemory(mlir::Type type) {
  const auto integer = mlir::dyn_cast<mlir::IntegerType>(type);
  if (!integer)
    return type;
  const uint64_t bits = llvm::PowerOf2Ceil(std::max(integer.getWidth(), 8u));
  return mlir::IntegerType::get(type.getContext(), static_cast<unsigned>(bits));
}

/// The number of lanes or warps that take part.
struct Members {
  Value count;                   ///< index
  std::optional<uint32_t> known; ///< the same at compile time
};

/// Builds the expansion of one operation.
class Expansion {
public:
  Expansion(mlir::Operation *op, uint32_t lanes, std::optional<uint32_t> threads, Combine combine)
      : m_builder(op->getLoc(), op), m_op(op), m_lanes(lanes), m_threads(threads),
        m_combine(combine) {}

  /// Over the lanes of the warp that exist.
  Value overWarp(Value value) { return overLanes(value, lanesOfWarp()); }

  Value overBlock(Value value) {
    const Value own = overWarp(value);
    if (m_threads && *m_threads <= m_lanes)
      return own;
    const Value slots = addSlots(value.getType());
    const Value warp = m_builder.create<gpu::SubgroupIdOp>(mlir::IntegerAttr());
    ifTrue(isEqual(lane(), 0), [&] { store(own, slots, warp); });
    m_builder.create<gpu::BarrierOp>();
    ifTrue(isEqual(warp, 0), [&] {
      const Value all = overLanes(loadPartial(slots, own), warpsOfBlock());
      ifTrue(isEqual(lane(), 0), [&] { store(all, slots, indexOf(kResultSlot)); });
    });
    m_builder.create<gpu::BarrierOp>();
    return load(slots, indexOf(kResultSlot), value.getType());
  }

private:
  Value indexOf(int64_t value) { return m_builder.create<arith::ConstantIndexOp>(value); }
  Value lane() { return m_builder.create<gpu::LaneIdOp>(mlir::IntegerAttr()); }
  Value isEqual(Value a, int64_t b) {
    return m_builder.create<arith::CmpIOp>(arith::CmpIPredicate::eq, a, indexOf(b));
  }
  Value isLess(Value a, Value b) {
    return m_builder.create<arith::CmpIOp>(arith::CmpIPredicate::ult, a, b);
  }

  template <class Body> void ifTrue(Value condition, Body body) {
    auto branch = m_builder.create<scf::IfOp>(condition, /*withElseRegion=*/false);
    const mlir::OpBuilder::InsertionGuard guard(m_builder);
    m_builder.setInsertionPointToStart(branch.thenBlock());
    body();
  }

  Value threadsOfBlock() {
    Value threads = indexOf(1);
    for (const auto dimension : {gpu::Dimension::x, gpu::Dimension::y, gpu::Dimension::z})
      threads =
          m_builder.create<arith::MulIOp>(threads, m_builder.create<gpu::BlockDimOp>(dimension));
    return threads;
  }

  /// Only the last warp of a CTA can have fewer than all lanes.
  Members lanesOfWarp() {
    if (m_threads && *m_threads % m_lanes == 0)
      return {{}, m_lanes};
    const Value warp = m_builder.create<gpu::SubgroupIdOp>(mlir::IntegerAttr());
    const Value before = m_builder.create<arith::MulIOp>(warp, indexOf(m_lanes));
    const Value rest = m_builder.create<arith::SubIOp>(threadsOfBlock(), before);
    return {m_builder.create<arith::MinUIOp>(rest, indexOf(m_lanes)), std::nullopt};
  }

  Members warpsOfBlock() {
    if (m_threads) {
      const auto warps = static_cast<uint32_t>(llvm::divideCeil(*m_threads, m_lanes));
      return {indexOf(warps), warps};
    }
    return {m_builder.create<gpu::NumSubgroupsOp>(mlir::IntegerAttr()), std::nullopt};
  }

  Value overLanes(Value value, const Members &members) {
    return members.known == m_lanes ? overAllLanes(value) : overFirstLanes(value, members);
  }

  Value shuffle(Value value, gpu::ShuffleMode mode, uint32_t offset) {
    const Value distance = m_builder.create<arith::ConstantOp>(
        m_builder.getI32IntegerAttr(static_cast<int32_t>(offset)));
    return shuffled(m_builder, value, mode, distance, m_lanes);
  }

  Value overAllLanes(Value value) {
    for (uint32_t offset = 1; offset < m_lanes; offset *= 2)
      value = m_combine(m_builder, value, shuffle(value, gpu::ShuffleMode::XOR, offset));
    return value;
  }

  /// Into lane 0, which is the first of the same tree, and from there to all.
  Value overFirstLanes(Value value, const Members &members) {
    const uint32_t count = members.known.value_or(m_lanes);
    for (uint32_t offset = 1; offset < count; offset *= 2) {
      const Value other = shuffle(value, gpu::ShuffleMode::DOWN, offset);
      const Value source = m_builder.create<arith::AddIOp>(lane(), indexOf(offset));
      value = m_builder.create<arith::SelectOp>(isLess(source, members.count),
                                                m_combine(m_builder, value, other), value);
    }
    return shuffle(value, gpu::ShuffleMode::IDX, 0);
  }

  Value addSlots(mlir::Type type) {
    auto function = m_op->getParentOfType<gpu::GPUFuncOp>();
    const auto space = gpu::AddressSpaceAttr::get(m_op->getContext(), gpu::AddressSpace::Workgroup);
    const auto slots =
        mlir::MemRefType::get({kSlots}, inMemory(type), mlir::MemRefLayoutAttrInterface(), space);
    return function.addWorkgroupAttribution(slots, m_op->getLoc());
  }

  void store(Value value, Value slots, Value slot) {
    const mlir::Type wide = inMemory(value.getType());
    if (wide != value.getType())
      value = m_builder.create<arith::ExtUIOp>(wide, value);
    m_builder.create<memref::StoreOp>(value, slots, slot);
  }

  Value load(Value slots, Value slot, mlir::Type type) {
    const Value value = m_builder.create<memref::LoadOp>(slots, slot);
    return value.getType() == type ? value : m_builder.create<arith::TruncIOp>(type, value);
  }

  /// The partial result of the warp of the lane's number; `other` in lanes beyond.
  Value loadPartial(Value slots, Value other) {
    auto choice = m_builder.create<scf::IfOp>(
        isLess(lane(), warpsOfBlock().count),
        [&](mlir::OpBuilder &inner, mlir::Location location) {
          const mlir::OpBuilder::InsertionGuard guard(m_builder);
          m_builder.setInsertionPoint(inner.getInsertionBlock(), inner.getInsertionPoint());
          inner.create<scf::YieldOp>(location, load(slots, lane(), other.getType()));
        },
        [&](mlir::OpBuilder &inner, mlir::Location location) {
          inner.create<scf::YieldOp>(location, other);
        });
    return choice.getResult(0);
  }

  Builder m_builder;
  mlir::Operation *m_op;
  uint32_t m_lanes;
  std::optional<uint32_t> m_threads;
  Combine m_combine;
};

/// The operation's region with these two values: a copy in a scf.execute_region.
Value callRegion(Builder &builder, mlir::Region &region, Value left, Value right) {
  auto copy = builder.create<scf::ExecuteRegionOp>(left.getType());
  mlir::IRMapping values;
  region.cloneInto(&copy.getRegion(), values);
  mlir::Block &entry = copy.getRegion().front();
  entry.getArgument(0).replaceAllUsesWith(left);
  entry.getArgument(1).replaceAllUsesWith(right);
  entry.eraseArguments(0, 2);
  const mlir::OpBuilder::InsertionGuard guard(builder);
  for (mlir::Block &block : copy.getRegion())
    if (auto yield = mlir::dyn_cast<gpu::YieldOp>(block.getTerminator())) {
      builder.setInsertionPoint(yield);
      builder.create<scf::YieldOp>(yield.getOperands());
      yield.erase();
    }
  return copy.getResult(0);
}

Value combineBy(Builder &builder, gpu::AllReduceOperation operation, Value left, Value right) {
  return mlir::vector::makeArithReduction(builder, builder.getLoc(),
                                          gpu::convertReductionKind(operation), left, right);
}

struct ExpandReductionsPass
    : mlir::PassWrapper<ExpandReductionsPass, mlir::OperationPass<mlir::gpu::GPUModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ExpandReductionsPass)

  ExpandReductionsPass(uint32_t lanes, std::optional<std::array<uint32_t, 3>> block)
      : m_lanes(lanes) {
    if (block)
      m_threads = (*block)[0] * (*block)[1] * (*block)[2];
  }

  llvm::StringRef getArgument() const override { return "pstudio-expand-reductions"; }

  void getDependentDialects(mlir::DialectRegistry &registry) const override {
    registry.insert<arith::ArithDialect, memref::MemRefDialect, scf::SCFDialect,
                    mlir::vector::VectorDialect>();
  }

  void runOnOperation() override {
    getOperation().walk([&](gpu::AllReduceOp op) {
      if (mlir::failed(expand(op)))
        signalPassFailure();
    });
    getOperation().walk([&](gpu::SubgroupReduceOp op) { expand(op); });
  }

private:
  mlir::LogicalResult expand(gpu::AllReduceOp op) {
    if (!op.getUniform())
      return op.emitOpError("is not marked uniform: only a reduction that all threads of a CTA "
                            "execute together has an expansion");
    if (!op->getParentOfType<gpu::GPUFuncOp>())
      return op.emitOpError("outside of a gpu.func has no expansion: a function of another kind "
                            "has no workgroup memory");
    const auto combine = [&](Builder &builder, Value left, Value right) {
      return op.getOp() ? combineBy(builder, *op.getOp(), left, right)
                        : callRegion(builder, op.getBody(), left, right);
    };
    Expansion expansion(op, m_lanes, m_threads, combine);
    replace(op, expansion.overBlock(op.getValue()));
    return mlir::success();
  }

  void expand(gpu::SubgroupReduceOp op) {
    const auto combine = [&](Builder &builder, Value left, Value right) {
      return combineBy(builder, op.getOp(), left, right);
    };
    Expansion expansion(op, m_lanes, m_threads, combine);
    replace(op, expansion.overWarp(op.getValue()));
  }

  static void replace(mlir::Operation *op, Value result) {
    op->replaceAllUsesWith(mlir::ValueRange(result));
    op->erase();
  }

  uint32_t m_lanes;
  std::optional<uint32_t> m_threads;
};

} // namespace

std::unique_ptr<mlir::Pass>
createExpandReductionsPass(uint32_t lanes, std::optional<std::array<uint32_t, 3>> block) {
  return std::make_unique<ExpandReductionsPass>(lanes, block);
}

uint64_t sharedBytesOfReduction(gpu::AllReduceOp op) {
  return uint64_t{kSlots} * (inMemory(op.getType()).getIntOrFloatBitWidth() / 8);
}

} // namespace pstudio
