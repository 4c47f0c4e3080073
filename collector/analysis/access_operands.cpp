// SPDX-License-Identifier: Apache-2.0
#include "collector/analysis/access_operands.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/TypeSwitch.h"

#include "collector/analysis/address_values.h"
#include "collector/ir/ptx_accesses.h"

using namespace mlir;

namespace pstudio {
namespace {

using Accesses = SmallVector<AccessOperands, 2>;

AccessSpace spaceOf(unsigned number) {
  switch (number) {
  case 1:
    return AccessSpace::Global;
  case 3:
    return AccessSpace::Shared;
  case 5:
    return AccessSpace::Local;
  default:
    return AccessSpace::Generic;
  }
}

AccessSpace spaceOf(BaseMemRefType type) {
  const Attribute space = type.getMemorySpace();
  if (!space) // a memref of a kernel is in global memory unless it says otherwise
    return AccessSpace::Global;
  if (const auto number = dyn_cast<IntegerAttr>(space))
    return spaceOf(static_cast<unsigned>(number.getInt()));
  const auto gpuSpace = dyn_cast<gpu::AddressSpaceAttr>(space);
  if (!gpuSpace)
    return AccessSpace::Generic;
  switch (gpuSpace.getValue()) {
  case gpu::AddressSpace::Global:
    return AccessSpace::Global;
  case gpu::AddressSpace::Workgroup:
    return AccessSpace::Shared;
  case gpu::AddressSpace::Private:
    return AccessSpace::Local;
  }
  return AccessSpace::Generic;
}

/// The stride of the last dimension is 1: neighbours in it are neighbours in memory.
bool isLastContiguous(MemRefType type) {
  SmallVector<int64_t> strides;
  int64_t offset = 0;
  return succeeded(getStridesAndOffset(type, strides, offset)) &&
         (strides.empty() || strides.back() == 1);
}

AccessSpace spaceOf(Value base) {
  if (base.getDefiningOp<memref::AllocaOp>())
    return AccessSpace::Local;
  if (const auto memref = dyn_cast<BaseMemRefType>(base.getType()))
    return spaceOf(memref);
  if (const auto pointer = dyn_cast<LLVM::LLVMPointerType>(base.getType()))
    return spaceOf(pointer.getAddressSpace());
  return AccessSpace::Generic;
}

/// Reads the operands of one operation.
class OperandReader {
public:
  explicit OperandReader(Operation *op) : m_op(op) {}

  Accesses read() {
    llvm::TypeSwitch<Operation *>(m_op)
        .Case([&](memref::LoadOp op) {
          element(AccessKind::Load, op.getMemRef(), op.getIndices(), op.getType());
        })
        .Case([&](memref::StoreOp op) {
          element(AccessKind::Store, op.getMemRef(), op.getIndices(), op.getValue().getType());
        })
        .Case([&](memref::AtomicRMWOp op) {
          element(AccessKind::Atomic, op.getMemref(), op.getIndices(), op.getType());
        })
        .Case([&](memref::GenericAtomicRMWOp op) {
          element(AccessKind::Atomic, op.getMemref(), op.getIndices(), op.getType());
        })
        .Case([&](vector::LoadOp op) {
          element(AccessKind::Load, op.getBase(), op.getIndices(), op.getVectorType());
        })
        .Case([&](vector::StoreOp op) {
          element(AccessKind::Store, op.getBase(), op.getIndices(), op.getVectorType());
        })
        .Case([&](affine::AffineReadOpInterface op) {
          element(AccessKind::Load, op.getMemRef(), op.getMapOperands(), op.getValue().getType(),
                  op.getAffineMap());
        })
        .Case([&](affine::AffineWriteOpInterface op) {
          element(AccessKind::Store, op.getMemRef(), op.getMapOperands(),
                  op.getValueToStore().getType(), op.getAffineMap());
        })
        .Case([&](VectorTransferOpInterface op) { transfer(op); })
        .Case([&](nvgpu::DeviceAsyncCopyOp op) { copy(op); })
        .Default([&](Operation *) { readPointers(); });
    return std::move(m_accesses);
  }

private:
  void readPointers() {
    llvm::TypeSwitch<Operation *>(m_op)
        .Case([&](LLVM::LoadOp op) { pointer(AccessKind::Load, op.getAddr(), op.getType()); })
        .Case([&](LLVM::StoreOp op) {
          pointer(AccessKind::Store, op.getAddr(), op.getValue().getType());
        })
        .Case([&](LLVM::AtomicRMWOp op) {
          pointer(AccessKind::Atomic, op.getPtr(), op.getVal().getType());
        })
        .Case([&](LLVM::AtomicCmpXchgOp op) {
          pointer(AccessKind::Atomic, op.getPtr(), op.getVal().getType());
        })
        .Case([&](NVVM::CpAsyncOp op) {
          asyncCopy(op.getDst(), op.getSrc(), op.getSize(), op.getCpSize());
        })
        .Case([&](NVVM::LdMatrixOp op) { matrix(AccessKind::Load, op.getPtr(), op.getNum()); })
        .Case([&](NVVM::StMatrixOp op) {
          matrix(AccessKind::Store, op.getPtr(), static_cast<uint32_t>(op.getSources().size()));
        })
        .Case([&](LLVM::InlineAsmOp op) { m_accesses = ptxAccesses(op).accesses; })
        .Case([&](LLVM::CallIntrinsicOp op) { intrinsic(op.getIntrin(), op->getOperands()); })
        .Case([&](LLVM::CallOp op) {
          if (const std::optional<StringRef> callee = op.getCallee())
            intrinsic(*callee, op->getOperands());
        });
  }

  void intrinsic(StringRef name, ValueRange operands) {
    if (!name.consume_front("llvm.nvvm.") || operands.empty())
      return;
    const bool isLoad = name.consume_front("ldmatrix.sync.aligned.m8n8.x");
    if (isLoad || name.consume_front("stmatrix.sync.aligned.m8n8.x"))
      return matrix(isLoad ? AccessKind::Load : AccessKind::Store, operands[0],
                    static_cast<uint32_t>(name.front() - '0'));
    if (!name.consume_front("cp.async.ca.shared.global.") &&
        !name.consume_front("cp.async.cg.shared.global."))
      return;
    unsigned bytes = 0;
    if (!name.consumeInteger(10, bytes) && operands.size() >= 2)
      asyncCopy(operands[0], operands[1], bytes,
                name.starts_with(".s") && operands.size() > 2 ? operands[2] : Value());
  }

  /// `read`: how many bytes come from the source, the rest is filled with zeros; null: all. The
  /// source is aligned to the copy's size, so a lane that reads less touches the same sector.
  void asyncCopy(Value to, Value from, uint64_t bytes, Value read) {
    add(AccessKind::Load, from, {}, {}, bytes);
    if (read)
      m_accesses.back().predicates.push_back({read, false});
    add(AccessKind::Store, to, {}, {}, bytes);
  }

  /// One lane has the address of one row of 16 bytes: of 2 matrices the first 16 lanes.
  void matrix(AccessKind kind, Value address, uint32_t matrices) {
    constexpr uint64_t kRowBytes = 16;
    constexpr uint32_t kRows = 8;
    add(kind, address, {}, {}, kRowBytes);
    m_accesses.back().lanes = kRows * matrices;
  }

  /// Bytes of a value that lies in one piece behind an element of `memref`.
  uint64_t widthIn(Value memref, Type type) {
    const auto shape = cast<MemRefType>(memref.getType());
    const auto vector = dyn_cast<VectorType>(type);
    if (!vector || type == shape.getElementType())
      return bytesInMemory(type, m_op).value_or(0);
    const auto element = bytesInMemory(shape.getElementType(), m_op);
    if (!element || !isLastContiguous(shape) || vector.isScalable() || vector.getRank() > 1 ||
        isa<VectorType>(shape.getElementType()))
      return 0;
    return *element * static_cast<uint64_t>(vector.getNumElements());
  }

  void element(AccessKind kind, Value memref, ValueRange indices, Type type, AffineMap map = {}) {
    add(kind, memref, indices, map, widthIn(memref, type));
  }

  void transfer(VectorTransferOpInterface op) {
    const Value memref = op.getSource();
    if (!isa<MemRefType>(memref.getType()))
      return;
    const bool isPlain =
        op.getPermutationMap().isMinorIdentity() && !op.getMask() && !op.hasOutOfBoundsDim();
    add(isa<vector::TransferWriteOp>(m_op) ? AccessKind::Store : AccessKind::Load, memref,
        op.getIndices(), {}, isPlain ? widthIn(memref, op.getVectorType()) : 0);
  }

  void copy(nvgpu::DeviceAsyncCopyOp op) {
    const auto type = cast<MemRefType>(op.getDst().getType());
    const uint64_t bytes =
        bytesInMemory(type.getElementType(), op).value_or(0) * op.getDstElements().getZExtValue();
    // With a number of source elements the rest is filled with zeros.
    add(AccessKind::Load, op.getSrc(), op.getSrcIndices(), {}, op.getSrcElements() ? 0 : bytes);
    add(AccessKind::Store, op.getDst(), op.getDstIndices(), {}, bytes);
  }

  void pointer(AccessKind kind, Value address, Type type) {
    add(kind, address, {}, {}, bytesInMemory(type, m_op).value_or(0));
  }

  void add(AccessKind kind, Value base, ValueRange indices, AffineMap map, uint64_t widthBytes) {
    AccessOperands &access = m_accesses.emplace_back();
    access.kind = kind;
    access.space = spaceOf(base);
    access.base = base;
    access.indices.assign(indices.begin(), indices.end());
    access.map = map;
    access.widthBytes = widthBytes;
  }

  Operation *m_op;
  Accesses m_accesses;
};

} // namespace

SmallVector<AccessOperands, 2> accessOperands(Operation *op) {
  return OperandReader(op).read();
}

} // namespace pstudio
