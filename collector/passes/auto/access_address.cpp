// SPDX-License-Identifier: Apache-2.0
#include "collector/passes/auto/access_address.h"

#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

#include "collector/analysis/type_layout.h"
#include "collector/passes/auto/access_buffer.h"

using namespace mlir;

namespace pstudio::automode {
namespace {

/// Computes with indices.
class IndexWriter {
public:
  IndexWriter(OpBuilder &builder, Location location) : m_builder(builder), m_location(location) {}

  Value constant(int64_t value) {
    return m_builder.create<arith::ConstantIndexOp>(m_location, value);
  }
  Value add(Value a, Value b) { return m_builder.create<arith::AddIOp>(m_location, a, b); }
  Value multiply(Value a, Value b) { return m_builder.create<arith::MulIOp>(m_location, a, b); }

private:
  OpBuilder &m_builder;
  Location m_location;
};

/// Bytes from the memref's aligned pointer to the element; null if the layout is not strided.
class ElementOffset {
public:
  ElementOffset(OpBuilder &builder, Location location, Value memref)
      : m_builder(builder), m_location(location), m_memref(memref),
        m_type(cast<MemRefType>(memref.getType())), m_writer(builder, location) {}

  Value of(ValueRange indices, uint64_t elementBytes) {
    SmallVector<int64_t> strides;
    int64_t offset = 0;
    if (failed(getStridesAndOffset(m_type, strides, offset)))
      return {};
    Value sum = ShapedType::isDynamic(offset) ? metadata().getOffset() : m_writer.constant(offset);
    for (auto [i, index] : llvm::enumerate(indices)) {
      Value stride = ShapedType::isDynamic(strides[i]) ? metadata().getStrides()[i]
                                                       : m_writer.constant(strides[i]);
      sum = m_writer.add(sum, m_writer.multiply(index, stride));
    }
    return m_writer.multiply(sum, m_writer.constant(static_cast<int64_t>(elementBytes)));
  }

private:
  memref::ExtractStridedMetadataOp metadata() {
    if (!m_metadata)
      m_metadata = m_builder.create<memref::ExtractStridedMetadataOp>(m_location, m_memref);
    return m_metadata;
  }

  OpBuilder &m_builder;
  Location m_location;
  Value m_memref;
  MemRefType m_type;
  IndexWriter m_writer;
  memref::ExtractStridedMetadataOp m_metadata;
};

/// The aligned pointer of a memref, as an index. MLIR's expand-strided-metadata takes that of a
/// memref.view to be that of its source, without the shift, so views are resolved here.
Value alignedPointer(OpBuilder &builder, Location location, Value memref) {
  IndexWriter writer(builder, location);
  Value shift;
  for (Operation *op = memref.getDefiningOp(); op; op = memref.getDefiningOp()) {
    if (auto view = dyn_cast<memref::ViewOp>(op)) {
      shift = shift ? writer.add(shift, view.getByteShift()) : view.getByteShift();
      memref = view.getSource();
    } else if (isa<memref::SubViewOp, memref::CastOp, memref::ReinterpretCastOp,
                   memref::ExpandShapeOp, memref::CollapseShapeOp>(op)) {
      memref = cast<ViewLikeOpInterface>(op).getViewSource();
    } else {
      break;
    }
  }
  Value pointer = builder.create<memref::ExtractAlignedPointerAsIndexOp>(location, memref);
  return shift ? writer.add(pointer, shift) : pointer;
}

/// i64: a pointer, or an address that is an integer; null for a memref.
Value asNumber(OpBuilder &builder, Location location, Value address) {
  const Type i64 = builder.getI64Type();
  if (isa<LLVM::LLVMPointerType>(address.getType()))
    return builder.create<LLVM::PtrToIntOp>(location, i64, address);
  if (!address.getType().isSignlessInteger())
    return {};
  if (address.getType().getIntOrFloatBitWidth() >= 64)
    return address;
  return builder.create<LLVM::ZExtOp>(location, i64, address); // of shared memory
}

/// i64: the address of the element of a memref; null if it cannot be computed.
Value elementAddress(OpBuilder &builder, Location location, const AccessOperands &access) {
  Value base = access.base;
  const auto type = dyn_cast<MemRefType>(base.getType());
  const auto bytes =
      type ? bytesInMemory(type.getElementType(), base.getParentRegion()->getParentOp())
           : std::nullopt;
  if (!bytes)
    return {};
  SmallVector<Value> indices = access.indices;
  if (access.map) {
    std::optional<SmallVector<Value, 8>> results =
        affine::expandAffineMap(builder, location, access.map, access.indices);
    if (!results)
      return {};
    indices.assign(results->begin(), results->end());
  }
  Value offset = ElementOffset(builder, location, base).of(indices, *bytes);
  if (!offset)
    return {};
  Value pointer = alignedPointer(builder, location, base);
  Value address = builder.create<arith::AddIOp>(location, pointer, offset);
  return builder.create<arith::IndexCastOp>(location, builder.getI64Type(), address);
}

/// i64: the address as the operation has it; null if it cannot be computed.
Value createOwnAddress(OpBuilder &builder, Location location, const AccessOperands &access) {
  Value number = asNumber(builder, location, access.base);
  if (!number)
    number = elementAddress(builder, location, access);
  if (!number)
    return {};
  if (Value offset = createBufferOffset(builder, location, access))
    return builder.create<LLVM::AddOp>(location, number, offset);
  if (access.offset == 0)
    return number;
  Value offset = builder.create<LLVM::ConstantOp>(location, builder.getI64Type(), access.offset);
  return builder.create<LLVM::AddOp>(location, number, offset);
}

} // namespace

Value createBufferOffset(OpBuilder &builder, Location location, const AccessOperands &access) {
  if (access.offsets.empty() && !access.extent)
    return {};
  const Type i64 = builder.getI64Type();
  Value sum = builder.create<LLVM::ConstantOp>(location, i64, access.offset);
  for (Value offset : access.offsets) {
    Value wide = builder.create<LLVM::ZExtOp>(location, i64, offset);
    sum = builder.create<LLVM::AddOp>(location, sum, wide);
  }
  return sum;
}

Value createAddress(OpBuilder &builder, Location location, const AccessOperands &access) {
  Value address = createOwnAddress(builder, location, access);
  if (!address || !access.isGenericAddress || access.space != AccessSpace::Shared)
    return address;
  const auto pointerTo = [&](unsigned space) {
    return LLVM::LLVMPointerType::get(builder.getContext(), space);
  };
  Value generic = builder.create<LLVM::IntToPtrOp>(location, pointerTo(0), address);
  Value shared = builder.create<LLVM::AddrSpaceCastOp>(
      location, pointerTo(NVVM::NVVMMemorySpace::kSharedMemorySpace), generic);
  return builder.create<LLVM::PtrToIntOp>(location, builder.getI64Type(), shared);
}

std::string bufferName(const AccessOperands &access) {
  return nameOfBuffer(viewSource(access.base));
}

} // namespace pstudio::automode
