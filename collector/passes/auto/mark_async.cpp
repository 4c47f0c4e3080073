// SPDX-License-Identifier: Apache-2.0
// proton-mark-async: adds a record at each issue, commit, arrive and wait of asynchronous queues.
#include "collector/passes/auto/passes.h"

#include <optional>

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/DenseMap.h"

#include "collector/classification/marked_functions.h"
#include "collector/ir/call_graph.h"
#include "collector/ir/kernel_function.h"
#include "collector/passes/auto/async_steps.h"
#include "collector/passes/auto/record_spots.h"
#include "collector/passes/auto/scope_names.h"

using namespace mlir;

namespace pstudio {
namespace automode {
namespace {

/// Numbers the allocations of barriers in each kernel below `root`, which must outlive it.
class BarrierNumbers {
public:
  explicit BarrierNumbers(mlir::Operation *root);

  /// The number, from 1, of the group of barriers that `group` refers to. None if calls pass
  /// several groups, or if the kernel does not allocate the group.
  std::optional<uint32_t> find(mlir::Value group) const;

private:
  std::optional<uint32_t> findFromCallers(mlir::BlockArgument argument, unsigned depth) const;
  std::optional<uint32_t> find(mlir::Value group, unsigned depth) const;

  mlir::Operation *m_root;
  llvm::DenseMap<mlir::Value, uint32_t> m_numbers;
};

constexpr unsigned kMaxCalls = 16;      ///< that a group of barriers is followed through
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
  if (!argument || depth == kMaxCalls)
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

/// True if the barrier or the counter of `place` can be determined, or if its queue has none. Where
/// a parity is required, it must be determined, too.
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

/// The key of `place`, as core/queues/async_site.h says it; null for queues without one.
/// `place` must have a known barrier.
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

} // namespace
} // namespace automode

#define GEN_PASS_DEF_PROTONMARKASYNC
#include "collector/passes/auto/passes.h.inc"

namespace {

using automode::AsyncPlace;
using automode::AsyncQueue;
using automode::AsyncStep;

/// The name of a place: "wait mbarrier", "cp.async".
std::string whatText(const AsyncPlace &place) {
  const std::string label = place.label.str();
  switch (place.step) {
  case AsyncStep::Issue:
  case AsyncStep::IssueAndCommit:
    return label == "mbarrier" ? "bulk copy" : label;
  case AsyncStep::Commit:
    return "commit " + label;
  case AsyncStep::Wait:
  case AsyncStep::Synchronize:
    return "wait " + label;
  case AsyncStep::Arrive:
    return "arrive " + label;
  case AsyncStep::Init:
    return "init " + label;
  }
  llvm_unreachable("a step without a name");
}

/// A loop over the slots of a group has at most as many iterations as there are slots. With this
/// bound, the records of the loop neither need a default capacity nor a mask that wraps their ring.
void boundLoopOver(const AsyncPlace &place) {
  const auto counter = dyn_cast_or_null<BlockArgument>(place.operands.slot);
  auto loop = counter ? dyn_cast<scf::ForOp>(counter.getOwner()->getParentOp()) : scf::ForOp();
  if (!loop || loop.getInductionVar() != counter)
    return;
  const auto group = cast<nvgpu::MBarrierGroupType>(place.operands.barrier.getType());
  loop->setAttr(proton::kMaxRoundsAttribute,
                OpBuilder(loop).getI64IntegerAttr(static_cast<int64_t>(group.getNumBarriers())));
}

/// Puts records around the places of one function.
class PlaceWriter {
public:
  PlaceWriter(FunctionOpInterface function, const automode::BarrierNumbers &numbers,
              const automode::KernelLanes &lanes)
      : m_names(function), m_numbers(numbers), m_lanes(lanes) {}

  void write(const AsyncPlace &place, const automode::RecordSpot &spot) {
    const Location location = place.first->getLoc();
    OpBuilder builder(spot.startBlock, spot.start);
    const Site site{
        siteOf(builder.getContext(), place),
        builder.getStringAttr(m_names.at(whatText(place), location, place.last->getLoc())),
        automode::createKey(builder, place),
        automode::createCondition(builder, location, spot, m_lanes)};
    if (!site.site.hasEnd())
      return record(builder, location, proton::Moment::At, site);
    record(builder, location, proton::Moment::Start, site);
    builder.setInsertionPoint(spot.endBlock, spot.end);
    record(builder, place.last->getLoc(), proton::Moment::End, site);
  }

private:
  struct Site {
    proton::AsyncSiteAttr site;
    StringAttr name;
    Value key;
    Value condition;
  };

  proton::AsyncSiteAttr siteOf(MLIRContext *context, const AsyncPlace &place) const {
    uint32_t barrier = 0;
    if (place.queue == AsyncQueue::Mbarrier && place.operands.slot)
      barrier = m_numbers.find(place.operands.barrier).value_or(0);
    return proton::AsyncSiteAttr::get(context, static_cast<proton::AsyncQueue>(place.queue),
                                      static_cast<proton::AsyncStep>(place.step),
                                      std::min<uint32_t>(place.pending, UINT16_MAX), barrier,
                                      place.count, place.isMatrix);
  }

  static void record(OpBuilder &builder, Location location, proton::Moment moment,
                     const Site &site) {
    builder.create<proton::AsyncOp>(location, moment, site.site, site.name, site.key,
                                    site.condition, /*id=*/IntegerAttr());
  }

  automode::ScopeNames m_names;
  const automode::BarrierNumbers &m_numbers;
  const automode::KernelLanes &m_lanes;
};

class ProtonMarkAsyncPass : public impl::ProtonMarkAsyncBase<ProtonMarkAsyncPass> {
public:
  using ProtonMarkAsyncBase::ProtonMarkAsyncBase;

  void runOnOperation() override {
    std::optional<AmdChip> amd;
    if (!chip.empty() && !(amd = amdChipNamed(StringRef(chip).split(':').first.str()))) {
      getOperation()->emitError("unknown AMD GPU '") << chip << "'";
      return signalPassFailure();
    }
    const automode::Classifiers classifiers(amd);
    const automode::BarrierNumbers numbers(getOperation());
    const automode::KernelLanes lanes(getOperation(), amd);
    std::vector<std::pair<FunctionOpInterface, std::vector<AsyncPlace>>> found;
    llvm::DenseMap<Operation *, automode::KnownCounters> counters; // of modules
    for (FunctionOpInterface function :
         automode::functionsToMark(getOperation(), {*include, *exclude})) {
      found.emplace_back(function, automode::findAsyncPlaces(function, classifiers));
      counters[function->getParentOp()].add(found.back().second);
    }
    for (auto &[function, places] : found) {
      const automode::KnownCounters &known = counters[function->getParentOp()];
      llvm::erase_if(places, [&](const AsyncPlace &place) { return !known.isEncoded(place); });
      mark(function, places, classifiers, numbers, lanes);
    }
  }

private:
  static void mark(FunctionOpInterface function, ArrayRef<AsyncPlace> places,
                   const automode::Classifiers &classifiers,
                   const automode::BarrierNumbers &numbers, const automode::KernelLanes &lanes) {
    std::vector<std::pair<AsyncPlace, automode::RecordSpot>> wanted;
    for (const AsyncPlace &place : places) {
      if (!automode::mayRecordAt(place.first))
        continue;
      if (automode::hasKnownBarrier(place, numbers))
        wanted.emplace_back(place, automode::findRecordSpot(place, lanes, classifiers));
      else if (automode::isCounter(place.queue))
        place.first->emitWarning("mode 'async' does not record this: the counters that this number "
                                 "selects depend on the GPU, which is unknown here");
      else
        place.first->emitWarning(
            "mode 'async' does not record this: its barrier or its phase is unknown here");
    }
    PlaceWriter writer(function, numbers, lanes);
    for (const auto &[place, spot] : wanted) {
      boundLoopOver(place);
      writer.write(place, spot);
    }
  }
};

} // namespace
} // namespace pstudio
