// SPDX-License-Identifier: Apache-2.0
// LLVM's own loads and stores, and intrinsics by name, known to the installed LLVM or not.
#include "collector/passes/auto/operation_classifier.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace pstudio::automode {
namespace {

/// An intrinsic whose name starts with `prefix`; the first row that fits decides.
struct IntrinsicRow {
  StringRef prefix;
  std::optional<Effect> effect; ///< none: it concerns nobody, whatever shorter prefixes say
  bool readsCount = false;      ///< operand 0 is the number of groups that a wait leaves
  int barrierOperand = -1;      ///< operand that is the mbarrier's address
};

constexpr Effect group(Activity activity, StringRef label, Queue queue) {
  return {activity, label, Space::None, queue};
}

const IntrinsicRow kIntrinsics[] = {
    {"llvm.nvvm.barrier.cluster.wait", Effect{Activity::Barrier, "cluster barrier"}},
    {"llvm.nvvm.barrier.cluster", std::nullopt},
    {"llvm.nvvm.barrier.cta.arrive", std::nullopt},
    {"llvm.nvvm.barrier", Effect{Activity::Barrier, "barrier"}},
    {"llvm.nvvm.bar.warp.sync", Effect{Activity::Barrier, "warp barrier"}},
    {"llvm.nvvm.bar.arrive", std::nullopt},
    {"llvm.nvvm.bar.", Effect{Activity::Barrier, "barrier"}},
    {"llvm.nvvm.cp.async.commit", group(Activity::Commit, "async copy", Queue::CopyGroup)},
    {"llvm.nvvm.cp.async.wait.group", group(Activity::Wait, "async copy", Queue::CopyGroup), true},
    {"llvm.nvvm.cp.async.wait.all", group(Activity::Wait, "async copy", Queue::CopyGroup)},
    {"llvm.nvvm.cp.async.ca.", group(Activity::Issue, "async copy", Queue::CopyGroup)},
    {"llvm.nvvm.cp.async.cg.", group(Activity::Issue, "async copy", Queue::CopyGroup)},
    {"llvm.nvvm.cp.async.bulk.commit", group(Activity::Commit, "bulk copy", Queue::BulkGroup)},
    {"llvm.nvvm.cp.async.bulk.wait", group(Activity::Wait, "bulk copy", Queue::BulkGroup), true},
    {"llvm.nvvm.cp.async.bulk.tensor.s2g", group(Activity::Issue, "bulk copy", Queue::BulkGroup)},
    {"llvm.nvvm.cp.async.bulk.shared.cta.to.global",
     group(Activity::Issue, "bulk copy", Queue::BulkGroup)},
    {"llvm.nvvm.cp.async.bulk.tensor.reduce",
     group(Activity::Issue, "bulk copy", Queue::BulkGroup)},
    {"llvm.nvvm.mbarrier.arrive.expect.tx", group(Activity::Issue, "bulk copy", Queue::Mbarrier),
     false, 0},
    {"llvm.nvvm.wgmma.mma", group(Activity::Issue, "wgmma", Queue::MatrixGroup)},
    {"llvm.nvvm.wgmma.commit", group(Activity::Commit, "wgmma", Queue::MatrixGroup)},
    {"llvm.nvvm.wgmma.wait", group(Activity::Wait, "wgmma", Queue::MatrixGroup), true},
    {"llvm.nvvm.mma.", Effect{Activity::Matrix, "mma.sync"}},
    {"llvm.nvvm.ldmatrix", Effect{Activity::Load, "ldmatrix", Space::Shared}},
    {"llvm.nvvm.stmatrix", Effect{Activity::Store, "stmatrix", Space::Shared}},
    {"llvm.nvvm.ldg.", Effect{Activity::Load, "load", Space::Global}},
    {"llvm.nvvm.ldu.", Effect{Activity::Load, "load", Space::Global}},
    {"llvm.nvvm.atomic.", Effect{Activity::Atomic, "atomic", Space::Generic}},
    {"llvm.amdgcn.s.barrier", Effect{Activity::Barrier, "barrier"}},
    {"llvm.amdgcn.mfma", Effect{Activity::Matrix, "mfma"}},
    {"llvm.amdgcn.wmma", Effect{Activity::Matrix, "wmma"}},
};

/// "llvm.nvvm.wmma.m16n16k16.mma.row.row.f32.f32": what it does comes behind the shape.
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
    APInt count;
    if (row.readsCount && !operands.empty() && matchPattern(operands[0], m_ConstantInt(&count)))
      effect.pending = static_cast<uint32_t>(count.getLimitedValue(UINT32_MAX));
    if (row.barrierOperand >= 0 && static_cast<size_t>(row.barrierOperand) < operands.size())
      effect.barrier = objectOf(operands[static_cast<size_t>(row.barrierOperand)]);
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
        .Case([&](LLVM::MaskedLoadOp load) { access(Activity::Load, "load", load.getData()); })
        .Case([&](LLVM::MaskedStoreOp store) { access(Activity::Store, "store", store.getData()); })
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
