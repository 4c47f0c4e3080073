// SPDX-License-Identifier: Apache-2.0
// place-shared-frames: buffers of calls become views of one buffer per kernel.
#include "collector/passes/passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/SetVector.h"

#include "collector/analysis/shared_frames.h"
#include "collector/ir/kernel_function.h"
#include "collector/analysis/shared_memory.h"
#include "collector/passes/function_signature.h"

using namespace mlir;

namespace pstudio {

#define GEN_PASS_DEF_PLACESHAREDFRAMES
#include "collector/passes/passes.h.inc"

namespace {

/// Writes down what SharedFrames decided.
class FramePlacer {
public:
  FramePlacer(gpu::GPUModuleOp module, const SharedFrames &frames)
      : m_module(module), m_symbols(module), m_frames(frames) {}

  void run() {
    findBases();
    createBuffers();
    for (const auto &[function, frame] : m_frames.frames())
      for (Operation *op : frame.barriersBefore)
        OpBuilder(op).create<gpu::BarrierOp>(op->getLoc());
    // All parameters before the calls that pass them.
    for (const auto &[op, frame] : m_frames.frames())
      if (auto function = cast<FunctionOpInterface>(op); m_bases.lookup(op).size() > 1)
        m_parameters[op] = appendParameter(function, IndexType::get(op->getContext()));
    for (const auto &[op, frame] : m_frames.frames())
      rewrite(cast<FunctionOpInterface>(op), frame);
  }

private:
  /// Where in its kernel's buffer a function's frame may begin: one place, or two of several.
  void findBases() {
    for (const auto &[function, frame] : llvm::reverse(m_frames.frames())) {
      if (isKernelFunction(function) || m_bases[function].empty())
        m_bases[function].insert(0);
      const auto bases = m_bases[function];
      for (const FrameItem &item : frame.items)
        if (FunctionOpInterface callee = calleeOfItem(item))
          for (uint64_t base : bases)
            if (auto &known = m_bases[callee]; known.size() < 2)
              known.insert(base + item.offset);
    }
  }

  static FunctionOpInterface calleeOfItem(const FrameItem &item) {
    auto call = dyn_cast<CallOpInterface>(item.op);
    return call ? calleeOf(call) : FunctionOpInterface();
  }

  /// One buffer for each kernel; one for all kernels that share a function with a frame.
  void createBuffers() {
    llvm::EquivalenceClasses<Operation *> groups;
    for (const auto &[function, frame] : m_frames.frames()) {
      groups.insert(function);
      for (const FrameItem &item : frame.items)
        if (FunctionOpInterface callee = calleeOfItem(item))
          groups.unionSets(function, callee);
    }
    llvm::MapVector<Operation *, SmallVector<Operation *>> members; // by leader, in order
    for (const auto &[function, frame] : m_frames.frames())
      members[groups.getLeaderValue(function)].push_back(function);
    for (const auto &[leader, functions] : members) {
      uint64_t bytes = 0;
      for (Operation *function : functions)
        bytes = std::max(bytes, m_frames.bytesOf(cast<FunctionOpInterface>(function)));
      const auto *named = llvm::find_if(functions, isKernelFunction);
      const memref::GlobalOp buffer =
          createBuffer(named == functions.end() ? functions.back() : *named, bytes);
      for (Operation *function : functions)
        m_buffers[function] = buffer;
    }
  }

  memref::GlobalOp createBuffer(Operation *owner, uint64_t bytes) {
    OpBuilder builder = OpBuilder::atBlockBegin(m_module.getBody());
    const auto space =
        gpu::AddressSpaceAttr::get(builder.getContext(), gpu::AddressSpace::Workgroup);
    const auto type = MemRefType::get({static_cast<int64_t>(bytes)}, builder.getI8Type(),
                                      MemRefLayoutAttrInterface(), space);
    const std::string name = ("shared_frame." + SymbolTable::getSymbolName(owner).getValue()).str();
    auto buffer = builder.create<memref::GlobalOp>(
        owner->getLoc(), name, builder.getStringAttr("private"), type, Attribute(),
        /*constant=*/false, builder.getI64IntegerAttr(static_cast<int64_t>(m_frames.alignment())));
    m_symbols.insert(buffer);
    return buffer;
  }

  void rewrite(FunctionOpInterface function, const SharedFrame &frame) {
    OpBuilder builder = OpBuilder::atBlockBegin(&function.getFunctionBody().front());
    memref::GlobalOp buffer = m_buffers.lookup(function);
    Value whole = builder.create<memref::GetGlobalOp>(function.getLoc(), buffer.getType(),
                                                      buffer.getSymName());
    for (const FrameItem &item : frame.items) {
      OpBuilder at(item.op);
      FunctionOpInterface callee = calleeOfItem(item);
      if (!callee)
        replaceBuffer(cast<memref::AllocaOp>(item.op), whole, placeOf(at, function, item));
      else if (m_parameters.contains(callee))
        callWithResults(cast<CallOpInterface>(item.op), placeOf(at, function, item), {});
    }
  }

  /// The begin of an item in the kernel's buffer.
  Value placeOf(OpBuilder &builder, FunctionOpInterface function, const FrameItem &item) {
    Value base = m_parameters.lookup(function);
    const uint64_t known = base ? 0 : m_bases.lookup(function).front();
    Value offset = builder.create<arith::ConstantIndexOp>(
        item.op->getLoc(), static_cast<int64_t>(known + item.offset));
    return base ? builder.create<arith::AddIOp>(item.op->getLoc(), base, offset) : offset;
  }

  static void replaceBuffer(memref::AllocaOp buffer, Value whole, Value place) {
    OpBuilder builder(buffer);
    Value view = builder.create<memref::ViewOp>(buffer.getLoc(), buffer.getType(), whole, place,
                                                ValueRange());
    buffer.replaceAllUsesWith(view);
    buffer.erase();
  }

  gpu::GPUModuleOp m_module;
  SymbolTable m_symbols;
  const SharedFrames &m_frames;
  llvm::DenseMap<Operation *, llvm::SmallSetVector<uint64_t, 2>> m_bases;
  llvm::DenseMap<Operation *, memref::GlobalOp> m_buffers;
  llvm::DenseMap<Operation *, Value> m_parameters; ///< of functions with several bases
};

/// Memory space 3 as the attribute workgroup, as the buffers of frames have it: a buffer and its
/// views need one type. Both are address space 3 of LLVM IR.
void nameSharedSpace(gpu::GPUModuleOp module) {
  AttrTypeReplacer replacer;
  replacer.addReplacement([](MemRefType type) -> std::optional<Type> {
    if (!isWorkgroupMemory(type))
      return std::nullopt;
    const auto space = gpu::AddressSpaceAttr::get(type.getContext(), gpu::AddressSpace::Workgroup);
    return MemRefType::get(type.getShape(), type.getElementType(), type.getLayout(), space);
  });
  replacer.recursivelyReplaceElementsIn(module, /*replaceAttrs=*/true, /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
}

class PlaceSharedFramesPass : public impl::PlaceSharedFramesBase<PlaceSharedFramesPass> {
public:
  void runOnOperation() override {
    const FailureOr<SharedFrames> frames = SharedFrames::run(getOperation());
    if (failed(frames))
      return signalPassFailure();
    if (frames->frames().empty())
      return;
    nameSharedSpace(getOperation());
    FramePlacer(getOperation(), *frames).run();
  }
};

} // namespace
} // namespace pstudio
