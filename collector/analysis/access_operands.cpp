// SPDX-License-Identifier: Apache-2.0
#include "collector/analysis/access_operands.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

#include "collector/analysis/amd_accesses.h"
#include "collector/analysis/pointer_spaces.h"
#include "collector/analysis/ptx_accesses.h"
#include "collector/analysis/type_layout.h"

using namespace mlir;

namespace pstudio {
namespace {

using Accesses = SmallVector<AccessOperands, 2>;

/// The stride of the last dimension is 1: neighbours in it are neighbours in memory.
bool isLastContiguous(MemRefType type) {
  SmallVector<int64_t> strides;
  int64_t offset = 0;
  return succeeded(getStridesAndOffset(type, strides, offset)) &&
         (strides.empty() || strides.back() == 1);
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
        .Case([&](vector::MaskedLoadOp op) {
          masked(AccessKind::Load, op.getBase(), op.getIndices(), op.getVectorType(), op.getMask());
        })
        .Case([&](vector::MaskedStoreOp op) {
          masked(AccessKind::Store, op.getBase(), op.getIndices(), op.getVectorType(),
                 op.getMask());
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
  /// Largest length of one access of a lane [bytes]. A longer memcpy.inline counts as this long;
  /// any other longer length counts as unknown.
  static constexpr uint64_t kMostBytes = uint64_t{1} << 30;

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
        .Case([&](LLVM::MaskedLoadOp op) {
          masked(AccessKind::Load, op.getData(), {}, op.getType(), op.getMask());
        })
        .Case([&](LLVM::MaskedStoreOp op) {
          masked(AccessKind::Store, op.getData(), {}, op.getValue().getType(), op.getMask());
        })
        .Case<LLVM::MemcpyOp, LLVM::MemmoveOp>(
            [&](auto op) { move(op.getDst(), op.getSrc(), lengthOf(op.getLen())); })
        .Case([&](LLVM::MemcpyInlineOp op) {
          move(op.getDst(), op.getSrc(), op.getLen().getLimitedValue(kMostBytes));
        })
        .Case([&](LLVM::MemsetOp op) {
          add(AccessKind::Store, op.getDst(), {}, {}, lengthOf(op.getLen()));
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
        })
        .Default([&](Operation *op) {
          if (isa_and_nonnull<ROCDL::ROCDLDialect>(op->getDialect()))
            m_accesses = amdAccesses(op);
        });
  }

  /// One contiguous access of each side from the first byte on, for any number of instructions.
  void move(Value to, Value from, uint64_t bytes) {
    add(AccessKind::Load, from, {}, {}, bytes);
    add(AccessKind::Store, to, {}, {}, bytes);
  }

  /// 0 for a length that is unknown at compile time or above kMostBytes.
  static uint64_t lengthOf(Value length) {
    APInt known;
    return matchPattern(length, m_ConstantInt(&known)) && known.ule(kMostBytes)
               ? known.getZExtValue()
               : 0;
  }

  void intrinsic(StringRef name, ValueRange operands) {
    if (name.starts_with("llvm.amdgcn.")) {
      m_accesses = amdAccesses(m_op);
      return;
    }
    if (!name.consume_front("llvm.nvvm.") || operands.empty())
      return;
    const bool isCached = name.starts_with("ldg.global.") || name.starts_with("ldu.global.");
    if (isCached || name.starts_with("atomic."))
      return cachedOrAtomic(isCached, operands[0]);
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

  /// The accessed value is the result.
  void cachedOrAtomic(bool isCached, Value address) {
    if (m_op->getNumResults() != 1 || !isa<LLVM::LLVMPointerType>(address.getType()))
      return;
    pointer(isCached ? AccessKind::Load : AccessKind::Atomic, address,
            m_op->getResult(0).getType());
    if (isCached)
      m_accesses.back().space = AccessSpace::Global;
  }

  /// `read`: number of bytes that come from the source, the rest is filled with zeros; null: all.
  /// The source is aligned to the copy's size, so a lane that reads less touches the same sector.
  void asyncCopy(Value to, Value from, uint64_t bytes, Value read) {
    add(AccessKind::Load, from, {}, {}, bytes);
    if (read)
      m_accesses.back().predicates.push_back({read, false});
    add(AccessKind::Store, to, {}, {}, bytes);
  }

  /// Each lane has the address of one row of 16 bytes: for 2 matrices the first 16 lanes.
  void matrix(AccessKind kind, Value address, uint32_t matrices) {
    constexpr uint64_t kRowBytes = 16;
    constexpr uint32_t kRows = 8;
    add(kind, address, {}, {}, kRowBytes);
    m_accesses.back().lanes = kRows * matrices;
  }

  /// Bytes of a value of `type` that is contiguous from an element of `memref` on; 0 if it is not.
  uint64_t widthIn(Value memref, Type type) {
    const auto shape = cast<MemRefType>(memref.getType());
    const auto vector = dyn_cast<VectorType>(type);
    const bool isPiece = !vector || type == shape.getElementType() ||
                         (isLastContiguous(shape) && vector.getRank() <= 1 &&
                          !isa<VectorType>(shape.getElementType()));
    return isPiece ? bytesOfAccess(type, m_op).value_or(0) : 0;
  }

  void element(AccessKind kind, Value memref, ValueRange indices, Type type, AffineMap map = {}) {
    add(kind, memref, indices, map, widthIn(memref, type));
  }

  /// Compilers for GPUs access the elements one by one, each under its own condition.
  void masked(AccessKind kind, Value base, ValueRange indices, Type type, Value mask) {
    constexpr int64_t kMaxElements = 32;
    const auto vector = dyn_cast<VectorType>(type);
    const auto memref = dyn_cast<MemRefType>(base.getType());
    if (!vector || vector.isScalable() || vector.getRank() != 1 ||
        vector.getNumElements() > kMaxElements || (memref && !isLastContiguous(memref)))
      return;
    const std::optional<uint64_t> bytes = bytesInMemory(vector.getElementType(), m_op);
    if (!bytes || bytesOfAccess(vector.getElementType(), m_op) != bytes)
      return;
    DenseIntElementsAttr known;
    const bool isConstant = matchPattern(mask, m_Constant(&known));
    for (int32_t i = 0; i < vector.getNumElements(); ++i) {
      if (isConstant && known.getValues<APInt>()[static_cast<size_t>(i)].isZero())
        continue;
      add(kind, base, indices, {}, *bytes);
      m_accesses.back().offset = static_cast<int64_t>(*bytes) * i;
      if (!isConstant)
        m_accesses.back().predicates.push_back({mask, false, i});
    }
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
    // If a number of source elements is given, the rest is filled with zeros: the length is
    // unknown.
    add(AccessKind::Load, op.getSrc(), op.getSrcIndices(), {}, op.getSrcElements() ? 0 : bytes);
    add(AccessKind::Store, op.getDst(), op.getDstIndices(), {}, bytes);
  }

  void pointer(AccessKind kind, Value address, Type type) {
    add(kind, address, {}, {}, bytesOfAccess(type, m_op).value_or(0));
  }

  void add(AccessKind kind, Value base, ValueRange indices, AffineMap map, uint64_t widthBytes) {
    AccessOperands &access = m_accesses.emplace_back();
    access.kind = kind;
    access.space = spaceOfType(base.getType()).value_or(AccessSpace::Generic);
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
