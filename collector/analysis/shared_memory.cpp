// SPDX-License-Identifier: Apache-2.0
// Sum of workgroup buffers and shared globals over the calls.
#include "collector/analysis/shared_memory.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/MathExtras.h"

#include "collector/analysis/shared_frames.h"
#include "collector/ir/call_graph.h"

using namespace mlir;

namespace pstudio {
namespace {

/// Address space of shared memory in LLVM IR for GPUs.
constexpr unsigned kLlvmSharedSpace = 3;
/// An mbarrier object (PTX ISA, "Size and alignment of mbarrier object").
constexpr uint64_t kMbarrierBytes = 8;

/// Bytes of a global in shared memory, 0 for any other.
uint64_t bytesOfGlobal(Operation *global) {
  if (auto buffer = dyn_cast<memref::GlobalOp>(global))
    return isWorkgroupMemory(buffer.getType()) ? sharedBytesOf(buffer.getType()) : 0;
  auto variable = dyn_cast<LLVM::GlobalOp>(global);
  if (!variable || variable.getAddrSpace() != kLlvmSharedSpace)
    return 0;
  return DataLayout::closest(global).getTypeSize(variable.getGlobalType()).getFixedValue();
}

/// Sum over the functions of one kernel.
class SharedMemorySum {
public:
  void add(FunctionOpInterface function) {
    if (auto kernel = dyn_cast<gpu::GPUFuncOp>(function.getOperation()))
      for (BlockArgument buffer : kernel.getWorkgroupAttributions())
        addBuffer(sharedBytesOf(cast<MemRefType>(buffer.getType())));
    function.walk([&](Operation *op) {
      if (auto barriers = dyn_cast<nvgpu::MBarrierCreateOp>(op)) // become a global of their own
        addBuffer(kMbarrierBytes * barriers.getBarriers().getType().getNumBarriers());
      for (const NamedAttribute attribute : op->getAttrs())
        if (const auto name = dyn_cast<SymbolRefAttr>(attribute.getValue()))
          addGlobal(SymbolTable::lookupNearestSymbolFrom(op, name));
    });
  }

  uint64_t bytes() const { return m_bytes; }

private:
  void addGlobal(Operation *global) {
    if (global && m_seen.insert(global).second)
      addBuffer(bytesOfGlobal(global));
  }

  void addBuffer(uint64_t bytes) { m_bytes += llvm::alignTo(bytes, kSharedBufferAlignment); }

  uint64_t m_bytes = 0;
  llvm::DenseSet<Operation *> m_seen;
};

} // namespace

bool isWorkgroupMemory(MemRefType type) {
  const auto space = dyn_cast_or_null<gpu::AddressSpaceAttr>(type.getMemorySpace());
  const auto number = dyn_cast_or_null<IntegerAttr>(type.getMemorySpace());
  return (space && space.getValue() == gpu::AddressSpace::Workgroup) ||
         (number && number.getInt() == kLlvmSharedSpace);
}

uint64_t sharedBytesOf(MemRefType type) {
  if (!type.hasStaticShape())
    return 0;
  const unsigned bits = type.getElementType().isIndex() ? 64 : type.getElementTypeBitWidth();
  return static_cast<uint64_t>(type.getNumElements()) * llvm::divideCeil(bits, 8);
}

uint64_t staticSharedBytes(FunctionOpInterface kernel) {
  Operation *module = SymbolTable::getNearestSymbolTable(kernel->getParentOp());
  const CallGraph calls(module, [](Operation *) { return false; });
  SharedMemorySum sum;
  for (FunctionOpInterface function : calls.reachableFrom(kernel))
    sum.add(function);
  // Errors in a frame are reported when the frame is placed.
  const ScopedDiagnosticHandler silence(kernel.getContext(),
                                        [](Diagnostic &) { return success(); });
  const FailureOr<SharedFrames> frames = SharedFrames::run(module);
  return sum.bytes() + (succeeded(frames) ? frames->bytesOf(kernel) : 0);
}

} // namespace pstudio
