// SPDX-License-Identifier: Apache-2.0
// Uses, lifetimes and offsets of the buffers that functions have in shared memory.
#include "collector/analysis/shared_frames.h"

#include <algorithm>

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"

#include "collector/analysis/cta_uniformity.h"
#include "collector/analysis/frame_barriers.h"
#include "collector/ir/kernel_function.h"
#include "collector/analysis/shared_memory.h"
#include "collector/ir/unknown_paths.h"

using namespace mlir;

namespace pstudio {

bool isFrameBuffer(Operation *op) {
  auto buffer = dyn_cast<memref::AllocaOp>(op);
  return buffer && isWorkgroupMemory(buffer.getType());
}

namespace {

/// Half-open, in positions of the text.
struct Lifetime {
  size_t begin = 0;
  size_t end = SIZE_MAX;
  bool meets(const Lifetime &other) const { return begin < other.end && other.begin < end; }
};

/// Numbers the operations of a function in the order of the text.
class TextOrder {
public:
  explicit TextOrder(FunctionOpInterface function) {
    function->walk<WalkOrder::PreOrder>([&](Operation *op) {
      m_positions[op] = m_positions.size();
      m_hasBlocks |= llvm::any_of(op->getRegions(), [](Region &region) {
        return !region.empty() && !region.hasOneBlock();
      });
    });
  }
  size_t operator[](Operation *op) const { return m_positions.lookup(op); }
  /// Position after all operations in `op`.
  size_t endOf(Operation *op) const {
    size_t last = m_positions.lookup(op);
    op->walk([&](Operation *inner) { last = std::max(last, m_positions.lookup(inner)); });
    return last + 1;
  }
  /// True if a region has several blocks, so that control flow does not follow the text.
  bool hasBlocks() const { return m_hasBlocks; }

private:
  llvm::DenseMap<Operation *, size_t> m_positions;
  bool m_hasBlocks = false;
};

/// True if the uses of an address cannot be followed past `user`: it may use the address later, or
/// pass it on under another name.
bool mayKeepAddress(Operation *user) {
  if (isa<memref::DimOp, memref::LoadOp>(user))
    return false;
  const auto isAddress = [](Type type) {
    return isa<BaseMemRefType, LLVM::LLVMPointerType>(type) || type.isIndex();
  };
  const StringRef dialect = user->getName().getDialectNamespace();
  const bool mayBeAsynchronous = dialect == "nvgpu" || dialect == "nvvm";
  return mayBeAsynchronous || isa<UnrealizedConversionCastOp>(user) ||
         user->hasTrait<OpTrait::IsTerminator>() || user->getNumRegions() != 0 ||
         llvm::any_of(user->getResultTypes(), isAddress);
}

/// The operations that use a buffer, also over views of it; none if its address cannot be followed.
std::optional<SmallVector<Operation *>> usesOf(Operation *buffer) {
  llvm::SmallSetVector<Operation *, 8> uses;
  SmallVector<Value> names{buffer->getResult(0)};
  for (size_t next = 0; next < names.size(); ++next)
    for (Operation *user : names[next].getUsers()) {
      const bool isView =
          isa<memref::CastOp, memref::SubViewOp, memref::ViewOp, memref::CollapseShapeOp,
              memref::ExpandShapeOp, memref::ReinterpretCastOp>(user);
      if (isView)
        names.push_back(user->getResult(0));
      else if (mayKeepAddress(user))
        return std::nullopt;
      else
        uses.insert(user);
    }
  return SmallVector<Operation *>(uses.begin(), uses.end());
}

} // namespace

/// Implements SharedFrames::run().
class SharedFramesBuilder {
public:
  explicit SharedFramesBuilder(Operation *module) : m_result(CallGraph(module, isFrameBuffer)) {}

  FailureOr<SharedFrames> run() {
    const auto needsFrame = [&](FunctionOpInterface function) {
      return m_result.m_calls.records(function);
    };
    if (llvm::none_of(m_result.m_calls.functions(), needsFrame))
      return std::move(m_result);
    if (failed(checkCalls()))
      return failure();
    m_uniformity.emplace(m_result.m_calls);
    bool isRight = true;
    for (FunctionOpInterface function : m_result.m_calls.functions())
      if (needsFrame(function))
        isRight &= succeeded(build(function));
    if (!isRight)
      return failure();
    return std::move(m_result);
  }

private:
  LogicalResult checkCalls() {
    bool isRight = true;
    for (const UnknownPath &path : findUnknownPaths(m_result.m_calls)) {
      if (!m_result.m_calls.records(path.function))
        continue;
      isRight = false;
      emitError(path.where)
          << describeFunction(path.function) << " has shared memory for the time of a call and "
          << path.reason
          << ": its address depends on the call path, which must be known at compile time; make "
             "its buffer a memref.global, or call the function by name";
    }
    return success(isRight);
  }

  LogicalResult build(FunctionOpInterface function) {
    if (const auto known = m_built.find(function); known != m_built.end())
      return success(known->second);
    bool isRight = true;
    for (const DirectCall &call : m_result.m_calls.recordingCallsIn(function))
      isRight &= succeeded(build(call.callee));
    SharedFrame frame;
    isRight &= succeeded(addItems(function, frame));
    m_built[function] = isRight;
    if (!isRight)
      return failure();
    place(function, frame);
    m_summaries[function] = placeFrameBarriers(function, frame, m_summaries);
    m_result.m_frames.insert({function, std::move(frame)});
    return success();
  }

  LogicalResult addItems(FunctionOpInterface function, SharedFrame &frame) {
    bool isRight = true;
    function->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (isFrameBuffer(op))
        isRight &= succeeded(addBuffer(cast<memref::AllocaOp>(op), frame));
      else if (auto call = dyn_cast<CallOpInterface>(op))
        addCall(function, call, frame);
    });
    return success(isRight);
  }

  LogicalResult addBuffer(memref::AllocaOp buffer, SharedFrame &frame) {
    const MemRefType type = buffer.getType();
    if (!type.hasStaticShape() || !type.getLayout().isIdentity())
      return buffer.emitError(
          "a buffer in workgroup memory needs a fixed size and the plain layout "
          "of its elements: give it a static shape, or pass it as an argument");
    FrameItem item;
    item.op = buffer;
    item.bytes = sharedBytesOf(type);
    m_result.m_alignment =
        std::max(m_result.m_alignment, llvm::PowerOf2Ceil(buffer.getAlignment().value_or(1)));
    std::optional<SmallVector<Operation *>> uses = usesOf(buffer);
    llvm::SmallSetVector<Operation *, 8> points;
    item.isAlone =
        !uses || !m_uniformity->isReachedByAll(buffer->getParentOfType<FunctionOpInterface>());
    for (Operation *use : uses.value_or(SmallVector<Operation *>()))
      if (Operation *point = m_uniformity->meetingPoint(use))
        points.insert(point);
      else
        item.isAlone = true;
    if (!item.isAlone)
      item.uses.assign(points.begin(), points.end());
    frame.items.push_back(std::move(item));
    return success();
  }

  void addCall(FunctionOpInterface caller, CallOpInterface call, SharedFrame &frame) {
    FunctionOpInterface callee = calleeOf(call);
    const uint64_t bytes = callee ? m_result.bytesOf(callee) : 0;
    if (bytes == 0)
      return;
    FrameItem item;
    item.op = call;
    item.bytes = bytes;
    const bool isReached = m_uniformity->isReachedByAll(call.getOperation());
    item.isAlone = !isReached || !m_uniformity->isReachedByAll(caller);
    if (!item.isAlone)
      item.uses.push_back(call);
    if (!isReached)
      call->emitWarning() << "not all threads of a CTA reach this call of "
                          << describeFunction(callee) << ": its " << bytes
                          << " bytes of shared memory do not overlap any other buffer of "
                          << describeFunction(caller)
                          << ", and no barrier separates one execution from the next";
    frame.items.push_back(std::move(item));
  }

  /// First fit, in the order of the text: each item gets the lowest offset that is free during its
  /// lifetime.
  void place(FunctionOpInterface function, SharedFrame &frame) {
    const TextOrder order(function);
    SmallVector<Lifetime> lifetimes;
    for (const FrameItem &item : frame.items)
      lifetimes.push_back(lifetimeOf(item, order));
    for (size_t i = 0; i < frame.items.size(); ++i) {
      FrameItem &item = frame.items[i];
      for (bool isFree = false; !isFree;) {
        isFree = true;
        for (size_t j = 0; j < i; ++j)
          if (lifetimes[i].meets(lifetimes[j]) && item.overlaps(frame.items[j])) {
            item.offset = aligned(frame.items[j].offset + frame.items[j].bytes);
            isFree = false;
          }
      }
      frame.bytes = std::max(frame.bytes, aligned(item.offset + item.bytes));
    }
  }

  uint64_t aligned(uint64_t bytes) const { return llvm::alignTo(bytes, m_result.m_alignment); }

  /// From the first use to the last. A use of a buffer includes the loops around it that do not
  /// contain the buffer, because an iteration may use the contents that an earlier one left. A call
  /// ends when it returns.
  static Lifetime lifetimeOf(const FrameItem &item, const TextOrder &order) {
    if (item.isAlone)
      return {};
    if (!item.isCall() && order.hasBlocks())
      return {};
    Lifetime lifetime{SIZE_MAX, 0};
    for (Operation *use : item.uses) {
      Operation *outer = use;
      if (!item.isCall())
        for (Operation *at = use; !at->getParentOp()->isProperAncestor(item.op) &&
                                  !isa<FunctionOpInterface>(at->getParentOp());
             at = at->getParentOp())
          outer = isa<LoopLikeOpInterface>(at->getParentOp()) ? at->getParentOp() : outer;
      lifetime.begin = std::min(lifetime.begin, order[outer]);
      lifetime.end = std::max(lifetime.end, order.endOf(outer));
    }
    return lifetime;
  }

  SharedFrames m_result;
  std::optional<CtaUniformity> m_uniformity;
  llvm::DenseMap<Operation *, bool> m_built; ///< functions visited so far; false: build() failed
  llvm::DenseMap<Operation *, BarrierSummary> m_summaries;
};

FailureOr<SharedFrames> SharedFrames::run(Operation *module) {
  return SharedFramesBuilder(module).run();
}

uint64_t SharedFrames::bytesOf(FunctionOpInterface function) const {
  const auto found = m_frames.find(function);
  return found == m_frames.end() ? 0 : found->second.bytes;
}

} // namespace pstudio
