// SPDX-License-Identifier: Apache-2.0
// Operations of MLIR's dialects: gpu, memref, affine, vector, nvgpu, nvvm.
#include "collector/classification/operation_classifier.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace pstudio::automode {
namespace {

class DialectClassifier final : public OperationClassifier {
public:
  void classify(Operation *op, Effects &effects) const override {
    classifyAccess(op, effects);
    classifyBarrier(op, effects);
    classifyMatrix(op, effects);
    classifyCopy(op, effects);
    classifyBulkCopy(op, effects);
    classifyBarrierGroup(op, effects);
    classifyBarrierAddress(op, effects);
  }

private:
  static void access(Effects &effects, Activity activity, StringRef label, Value address) {
    if (const Space space = spaceOfAddress(address); space != Space::None)
      effects.push_back({activity, label, space});
  }

  static void classifyAccess(Operation *op, Effects &effects) {
    llvm::TypeSwitch<Operation *>(op)
        .Case<memref::LoadOp, affine::AffineLoadOp, affine::AffineVectorLoadOp>(
            [&](auto load) { access(effects, Activity::Load, "load", load.getMemRef()); })
        .Case<memref::StoreOp, affine::AffineStoreOp, affine::AffineVectorStoreOp>(
            [&](auto store) { access(effects, Activity::Store, "store", store.getMemRef()); })
        .Case<vector::LoadOp, vector::MaskedLoadOp, vector::GatherOp, vector::ExpandLoadOp>(
            [&](auto load) { access(effects, Activity::Load, "load", load.getBase()); })
        .Case<vector::StoreOp, vector::MaskedStoreOp, vector::ScatterOp, vector::CompressStoreOp>(
            [&](auto store) { access(effects, Activity::Store, "store", store.getBase()); })
        .Case([&](vector::TransferReadOp read) {
          access(effects, Activity::Load, "load", read.getSource());
        })
        .Case([&](vector::TransferWriteOp write) {
          access(effects, Activity::Store, "store", write.getSource());
        })
        .Case<memref::AtomicRMWOp, memref::GenericAtomicRMWOp>(
            [&](auto atomic) { access(effects, Activity::Atomic, "atomic", atomic.getMemref()); })
        .Case([&](gpu::SubgroupMmaLoadMatrixOp load) {
          access(effects, Activity::Load, "load", load.getSrcMemref());
        })
        .Case([&](gpu::SubgroupMmaStoreMatrixOp store) {
          access(effects, Activity::Store, "store", store.getDstMemref());
        })
        .Case<nvgpu::LdMatrixOp, NVVM::LdMatrixOp>([&](auto) {
          effects.push_back({Activity::Load, "ldmatrix", Space::Shared});
        })
        .Case([&](NVVM::StMatrixOp) {
          effects.push_back({Activity::Store, "stmatrix", Space::Shared});
        })
        .Case(
            [&](NVVM::WMMALoadOp load) { access(effects, Activity::Load, "load", load.getPtr()); })
        .Case([&](NVVM::WMMAStoreOp store) {
          access(effects, Activity::Store, "store", store.getPtr());
        })
        .Case([&](nvgpu::WarpgroupMmaStoreOp store) {
          access(effects, Activity::Store, "store", store.getDstMemref());
        });
  }

  static void classifyBarrier(Operation *op, Effects &effects) {
    const auto named = [&](Activity activity, Value number) {
      QueueOperands operands;
      operands.barrier = number;
      effects.push_back({activity, "barrier", Space::None, AsyncQueue::NamedBarrier, 0, operands});
    };
    if (auto arrive = dyn_cast<NVVM::BarrierArriveOp>(op))
      return named(Activity::Arrive, arrive.getBarrierId());
    if (auto barrier = dyn_cast<NVVM::BarrierOp>(op))
      named(Activity::Synchronize, barrier.getBarrierId());
    else if (isa<gpu::BarrierOp, NVVM::Barrier0Op>(op))
      named(Activity::Synchronize, {});
    if (isa<gpu::BarrierOp, NVVM::Barrier0Op, NVVM::BarrierOp>(op))
      effects.push_back({Activity::Barrier, "barrier"});
    else if (isa<NVVM::SyncWarpOp>(op))
      effects.push_back(warpBarrier());
    else if (isa<NVVM::ClusterWaitOp>(op))
      effects.push_back({Activity::Barrier, "cluster barrier"});
    else if (isa<nvgpu::MBarrierTryWaitParityOp, NVVM::MBarrierTryWaitParityOp,
                 NVVM::MBarrierTryWaitParitySharedOp>(op))
      effects.push_back({Activity::Barrier, "mbarrier wait"});
  }

  static void classifyMatrix(Operation *op, Effects &effects) {
    const StringRef label =
        llvm::TypeSwitch<Operation *, StringRef>(op)
            .Case([](vector::ContractionOp) { return "contract"; })
            .Case([](vector::OuterProductOp) { return "outerproduct"; })
            .Case<nvgpu::MmaSyncOp, NVVM::MmaOp>([](auto) { return "mma.sync"; })
            .Case([](nvgpu::MmaSparseSyncOp) { return "mma.sp.sync"; })
            .Case([](nvgpu::WarpgroupMmaOp) { return "wgmma"; })
            .Case<gpu::SubgroupMmaComputeOp, NVVM::WMMAMmaOp>([](auto) { return "wmma"; })
            .Default([](Operation *) { return ""; });
    if (!label.empty())
      effects.push_back({Activity::Matrix, label});
    const auto group = [&](Activity activity, uint32_t pending = 0) {
      effects.push_back({activity, "wgmma", Space::None, AsyncQueue::MatrixGroup, pending});
    };
    if (isa<NVVM::WgmmaMmaAsyncOp>(op))
      group(Activity::Issue);
    else if (isa<NVVM::WgmmaGroupSyncAlignedOp>(op))
      group(Activity::Commit);
    else if (auto wait = dyn_cast<NVVM::WgmmaWaitGroupSyncOp>(op))
      group(Activity::Wait, static_cast<uint32_t>(wait.getGroup()));
    else if (auto product = dyn_cast<nvgpu::WarpgroupMmaOp>(op)) {
      // It becomes all three.
      group(Activity::Issue);
      group(Activity::Commit);
      group(Activity::Wait, product.getWaitGroup());
    }
  }

  static void classifyCopy(Operation *op, Effects &effects) {
    const auto group = [&](Activity activity, uint32_t pending = 0) {
      effects.push_back({activity, "cp.async", Space::None, AsyncQueue::CopyGroup, pending});
    };
    if (isa<nvgpu::DeviceAsyncCopyOp, NVVM::CpAsyncOp>(op))
      group(Activity::Issue);
    else if (isa<nvgpu::DeviceAsyncCreateGroupOp, NVVM::CpAsyncCommitGroupOp>(op))
      group(Activity::Commit);
    else if (auto wait = dyn_cast<nvgpu::DeviceAsyncWaitOp>(op))
      group(Activity::Wait, wait.getNumGroups().value_or(0));
    else if (auto last = dyn_cast<NVVM::CpAsyncWaitGroupOp>(op))
      group(Activity::Wait, last.getN());
  }

  static void classifyBulkCopy(Operation *op, Effects &effects) {
    const auto group = [&](Activity activity, uint32_t pending = 0, Value predicate = {}) {
      QueueOperands operands;
      operands.predicate = predicate;
      effects.push_back(
          {activity, "bulk copy", Space::None, AsyncQueue::BulkGroup, pending, operands});
    };
    llvm::TypeSwitch<Operation *>(op)
        .Case<nvgpu::TmaAsyncStoreOp, NVVM::CpAsyncBulkTensorSharedCTAToGlobalOp>(
            [&](auto store) { group(Activity::Issue, 0, store.getPredicate()); })
        .Case([&](NVVM::CpAsyncBulkCommitGroupOp) { group(Activity::Commit); })
        .Case([&](NVVM::CpAsyncBulkWaitGroupOp wait) { group(Activity::Wait, wait.getGroup()); });
  }

  static void counted(Effects &effects, Activity activity, const QueueOperands &operands) {
    effects.push_back({activity, "mbarrier", Space::None, AsyncQueue::Mbarrier, 0, operands});
  }

  /// Barriers in groups of nvgpu, which have a number and slots.
  static void classifyBarrierGroup(Operation *op, Effects &effects) {
    const auto at = [&](auto use) {
      QueueOperands operands;
      operands.barrier = use.getBarriers();
      operands.slot = use.getMbarId();
      return operands;
    };
    const auto ifSo = [&](auto use) {
      QueueOperands operands = at(use);
      operands.predicate = use.getPredicate();
      return operands;
    };
    llvm::TypeSwitch<Operation *>(op)
        .Case([&](nvgpu::MBarrierInitOp init) { counted(effects, Activity::Init, ifSo(init)); })
        .Case([&](nvgpu::MBarrierArriveExpectTxOp announce) {
          counted(effects, Activity::Issue, ifSo(announce));
        })
        .Case([&](nvgpu::TmaAsyncLoadOp load) { counted(effects, Activity::Feed, ifSo(load)); })
        .Case<nvgpu::MBarrierArriveOp, nvgpu::MBarrierArriveNoCompleteOp>(
            [&](auto arrive) { counted(effects, Activity::Arrive, at(arrive)); })
        .Case([&](nvgpu::MBarrierTestWaitOp poll) { counted(effects, Activity::Poll, at(poll)); })
        .Case([&](nvgpu::MBarrierTryWaitParityOp wait) {
          QueueOperands operands = at(wait);
          operands.parity = wait.getPhaseParity();
          counted(effects, Activity::Wait, operands);
        });
  }

  /// Barriers by their address.
  static void classifyBarrierAddress(Operation *op, Effects &effects) {
    const auto at = [](Value address, Value predicate = {}, Value parity = {}) {
      QueueOperands operands;
      operands.barrier = address;
      operands.predicate = predicate;
      operands.parity = parity;
      return operands;
    };
    llvm::TypeSwitch<Operation *>(op)
        .Case<NVVM::MBarrierInitOp, NVVM::MBarrierInitSharedOp>([&](auto init) {
          counted(effects, Activity::Init, at(init.getAddr(), init.getPredicate()));
        })
        .Case<NVVM::MBarrierArriveExpectTxOp, NVVM::MBarrierArriveExpectTxSharedOp>(
            [&](auto announce) {
              counted(effects, Activity::Issue, at(announce.getAddr(), announce.getPredicate()));
            })
        .Case([&](NVVM::CpAsyncBulkTensorGlobalToSharedClusterOp load) {
          counted(effects, Activity::Feed, at(load.getMbar(), load.getPredicate()));
        })
        .Case<NVVM::MBarrierArriveOp, NVVM::MBarrierArriveSharedOp,
              NVVM::MBarrierArriveNocompleteOp, NVVM::MBarrierArriveNocompleteSharedOp>(
            [&](auto arrive) { counted(effects, Activity::Arrive, at(arrive.getAddr())); })
        // It arrives when the copies before it are done.
        .Case<NVVM::CpAsyncMBarrierArriveOp, NVVM::CpAsyncMBarrierArriveSharedOp>(
            [&](auto arrive) { counted(effects, Activity::Issue, at(arrive.getAddr())); })
        .Case<NVVM::MBarrierTryWaitParityOp, NVVM::MBarrierTryWaitParitySharedOp>([&](auto wait) {
          counted(effects, Activity::Wait, at(wait.getAddr(), {}, wait.getPhase()));
        });
  }
};

} // namespace

std::unique_ptr<OperationClassifier> makeDialectClassifier() {
  return std::make_unique<DialectClassifier>();
}

} // namespace pstudio::automode
