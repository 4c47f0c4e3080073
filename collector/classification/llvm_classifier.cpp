// SPDX-License-Identifier: Apache-2.0
// Loads and stores of the LLVM dialect, and intrinsics by name, whether the installed LLVM has them
// or not.
#include "collector/classification/operation_classifier.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace pstudio::automode {
namespace {

/// An intrinsic whose name starts with `prefix`; the first row that matches decides.
struct IntrinsicRow {
  StringRef prefix;
  std::optional<Effect> effect; ///< none: no effect, also if a shorter prefix has one
  int count = -1;               ///< operand that is the number of groups that a wait leaves
  int barrier = -1; ///< operand that is the mbarrier's address, or the named barrier's number
};

Effect step(Activity activity, StringRef label, AsyncQueue queue) {
  return {activity, label, Space::None, queue};
}
Effect copies(Activity activity) {
  return step(activity, "cp.async", AsyncQueue::CopyGroup);
}
Effect bulk(Activity activity) {
  return step(activity, "bulk copy", AsyncQueue::BulkGroup);
}
Effect products(Activity activity) {
  return step(activity, "wgmma", AsyncQueue::MatrixGroup);
}
Effect counted(Activity activity) {
  return step(activity, "mbarrier", AsyncQueue::Mbarrier);
}
/// tcgen05.mma and others that a commit tracks.
Effect started(StringRef label, bool isMatrix = false) {
  Effect effect = step(Activity::Start, label, AsyncQueue::Mbarrier);
  effect.isMatrix = isMatrix;
  return effect;
}
Effect tensorCommit() {
  Effect effect = step(Activity::Issue, "tcgen05.commit", AsyncQueue::Mbarrier);
  effect.tracksStarted = true;
  return effect;
}
Effect tensorLoads(Activity activity) {
  return step(activity, "tcgen05.ld", AsyncQueue::TensorLoad);
}
Effect tensorStores(Activity activity) {
  return step(activity, "tcgen05.st", AsyncQueue::TensorStore);
}
Effect named(Activity activity) {
  return step(activity, "barrier", AsyncQueue::NamedBarrier);
}

const IntrinsicRow kIntrinsics[] = {
    {"llvm.nvvm.barrier.cluster.wait", Effect{Activity::Barrier, "cluster barrier"}},
    {"llvm.nvvm.barrier.cluster", std::nullopt},
    {"llvm.nvvm.barrier.cta.arrive", named(Activity::Arrive), -1, 0},
    {"llvm.nvvm.barrier0", named(Activity::Synchronize)}, // also .popc, .and, .or
    {"llvm.nvvm.barrier", named(Activity::Synchronize), -1, 0},
    {"llvm.nvvm.bar.warp.sync", warpBarrier()},
    {"llvm.nvvm.bar.arrive", named(Activity::Arrive), -1, 0},
    {"llvm.nvvm.bar.", named(Activity::Synchronize), -1, 0},
    {"llvm.nvvm.cp.async.mbarrier.arrive", counted(Activity::Issue), -1, 0},
    {"llvm.nvvm.cp.async.commit", copies(Activity::Commit)},
    {"llvm.nvvm.cp.async.wait.group", copies(Activity::Wait), 0},
    {"llvm.nvvm.cp.async.wait.all", copies(Activity::Wait)},
    {"llvm.nvvm.cp.async.ca.", copies(Activity::Issue)},
    {"llvm.nvvm.cp.async.cg.", copies(Activity::Issue)},
    {"llvm.nvvm.cp.async.bulk.commit", bulk(Activity::Commit)},
    {"llvm.nvvm.cp.async.bulk.wait", bulk(Activity::Wait), 0},
    {"llvm.nvvm.cp.async.bulk.tensor.s2g", bulk(Activity::Issue)},
    {"llvm.nvvm.cp.async.bulk.shared.cta.to.global", bulk(Activity::Issue)},
    {"llvm.nvvm.cp.async.bulk.tensor.reduce", bulk(Activity::Issue)},
    {"llvm.nvvm.cp.async.bulk.tensor.g2s", counted(Activity::Feed), -1, 1},
    {"llvm.nvvm.cp.async.bulk.global.to.shared", counted(Activity::Feed), -1, 1},
    {"llvm.nvvm.mbarrier.init", counted(Activity::Init), -1, 0},
    {"llvm.nvvm.mbarrier.arrive.expect.tx", counted(Activity::Issue), -1, 0},
    {"llvm.nvvm.mbarrier.arrive", counted(Activity::Arrive), -1, 0},
    {"llvm.nvvm.mbarrier.test.wait", counted(Activity::Poll), -1, 0},
    {"llvm.nvvm.mbarrier.try.wait", counted(Activity::Poll), -1, 0},
    {"llvm.nvvm.wgmma.mma", products(Activity::Issue)},
    {"llvm.nvvm.wgmma.commit", products(Activity::Commit)},
    {"llvm.nvvm.wgmma.wait", products(Activity::Wait), 0},
    {"llvm.nvvm.tcgen05.mma", started("tcgen05.mma", true)},
    {"llvm.nvvm.tcgen05.cp", started("tcgen05.cp")},
    {"llvm.nvvm.tcgen05.shift", started("tcgen05.shift")},
    {"llvm.nvvm.tcgen05.commit", tensorCommit(), -1, 0},
    {"llvm.nvvm.tcgen05.wait.ld", tensorLoads(Activity::Wait)},
    {"llvm.nvvm.tcgen05.wait.st", tensorStores(Activity::Wait)},
    {"llvm.nvvm.tcgen05.ld", tensorLoads(Activity::Issue)},
    {"llvm.nvvm.tcgen05.st", tensorStores(Activity::Issue)},
    {"llvm.nvvm.tcgen05.alloc", Effect{Activity::Barrier, "tcgen05.alloc"}},
    {"llvm.nvvm.clusterlaunchcontrol.try_cancel", counted(Activity::Feed), -1, 1},
    {"llvm.nvvm.mma.", Effect{Activity::Matrix, "mma.sync"}},
    {"llvm.nvvm.ldmatrix", Effect{Activity::Load, "ldmatrix", Space::Shared}},
    {"llvm.nvvm.stmatrix", Effect{Activity::Store, "stmatrix", Space::Shared}},
    {"llvm.nvvm.ldg.", Effect{Activity::Load, "load", Space::Global}},
    {"llvm.nvvm.ldu.", Effect{Activity::Load, "load", Space::Global}},
    {"llvm.nvvm.atomic.", Effect{Activity::Atomic, "atomic", Space::Generic}},
};

/// "llvm.nvvm.wmma.m16n16k16.mma.row.row.f32.f32": the operation follows the shape.
std::optional<Effect> wmmaEffect(StringRef name) {
  if (!name.consume_front("llvm.nvvm.wmma."))
    return std::nullopt;
  const StringRef what = name.split('.').second;
  if (what.starts_with("mma"))
    return Effect{Activity::Matrix, "wmma"};
  return Effect{what.starts_with("load") ? Activity::Load : Activity::Store,
                what.starts_with("load") ? "load" : "store", Space::Generic};
}

void classifyIntrinsic(StringRef name, ValueRange operands, Effects &effects) {
  if (const std::optional<Effect> effect = wmmaEffect(name))
    return effects.push_back(*effect);
  for (const IntrinsicRow &row : kIntrinsics) {
    if (!name.starts_with(row.prefix))
      continue;
    if (!row.effect)
      return;
    Effect effect = *row.effect;
    const auto operand = [&](int index) {
      const bool isThere = index >= 0 && static_cast<size_t>(index) < operands.size();
      return isThere ? operands[static_cast<size_t>(index)] : Value();
    };
    APInt count;
    if (Value number = operand(row.count); number && matchPattern(number, m_ConstantInt(&count)))
      effect.pending = static_cast<uint32_t>(count.getLimitedValue(UINT32_MAX));
    effect.operands.barrier = operand(row.barrier);
    if (name.contains(".parity"))
      effect.operands.parity = operand(row.barrier + 1);
    if (effect.activity == Activity::Synchronize)
      effects.push_back({Activity::Barrier, "barrier"});
    return effects.push_back(effect);
  }
}

class LlvmClassifier final : public OperationClassifier {
public:
  void classify(Operation *op, Effects &effects) const override {
    const auto access = [&](Activity activity, StringRef label, Value address) {
      if (const Space space = spaceOfAddress(address); space != Space::None)
        effects.push_back({activity, label, space});
    };
    llvm::TypeSwitch<Operation *>(op)
        .Case([&](LLVM::LoadOp load) { access(Activity::Load, "load", load.getAddr()); })
        .Case([&](LLVM::StoreOp store) { access(Activity::Store, "store", store.getAddr()); })
        .Case(
            [&](LLVM::AtomicRMWOp atomic) { access(Activity::Atomic, "atomic", atomic.getPtr()); })
        .Case([&](LLVM::AtomicCmpXchgOp atomic) {
          access(Activity::Atomic, "atomic", atomic.getPtr());
        })
        .Case<LLVM::MemcpyOp, LLVM::MemmoveOp, LLVM::MemcpyInlineOp>([&](auto move) {
          access(Activity::Load, "load", move.getSrc());
          access(Activity::Store, "store", move.getDst());
        })
        .Case([&](LLVM::MemsetOp fill) { access(Activity::Store, "store", fill.getDst()); })
        .Case([&](LLVM::MaskedLoadOp load) { access(Activity::Load, "load", load.getData()); })
        .Case([&](LLVM::MaskedStoreOp store) { access(Activity::Store, "store", store.getData()); })
        .Case<LLVM::masked_gather>(
            [&](auto load) { access(Activity::Load, "load", load.getPtrs()); })
        .Case<LLVM::masked_scatter>(
            [&](auto store) { access(Activity::Store, "store", store.getPtrs()); })
        .Case<LLVM::masked_expandload>(
            [&](auto load) { access(Activity::Load, "load", load->getOperand(0)); })
        .Case<LLVM::masked_compressstore>(
            [&](auto store) { access(Activity::Store, "store", store->getOperand(1)); })
        .Case([&](LLVM::CallIntrinsicOp call) {
          classifyIntrinsic(call.getIntrin(), call->getOperands(), effects);
        })
        .Case([&](LLVM::CallOp call) {
          if (const std::optional<StringRef> callee = call.getCallee())
            classifyIntrinsic(*callee, call->getOperands(), effects);
        });
  }
};

} // namespace

std::unique_ptr<OperationClassifier> makeLlvmClassifier() {
  return std::make_unique<LlvmClassifier>();
}

} // namespace pstudio::automode
