// SPDX-License-Identifier: Apache-2.0
// Natural alignment, as in the data layouts of NVPTX, AMDGPU and x86-64.
#include "collector/analysis/type_layout.h"

#include <algorithm>

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace pstudio {
namespace {

/// Alignment of the largest scalars [bytes].
constexpr uint64_t kMaxScalarAlignment = 16;

struct TypeLayout {
  uint64_t bits = 0;      ///< of the value
  uint64_t alignment = 1; ///< [bytes]

  uint64_t stored() const { return llvm::divideCeil(bits, 8); }
  uint64_t allocated() const { return llvm::alignTo(stored(), alignment); }
};
using Found = std::optional<TypeLayout>;

Found layoutOf(Type type, Operation *scope);

Found scalar(uint64_t bits) {
  const uint64_t alignment = llvm::PowerOf2Ceil(llvm::divideCeil(bits, 8));
  return TypeLayout{bits, std::clamp<uint64_t>(alignment, 1, kMaxScalarAlignment)};
}

Found arrayOf(const Found &element, uint64_t count) {
  if (!element)
    return std::nullopt;
  return TypeLayout{count * element->allocated() * 8, element->alignment};
}

/// The bits of neighbours follow each other without padding.
Found vectorOf(Type elementType, uint64_t count, Operation *scope) {
  const Found element = layoutOf(elementType, scope);
  if (!element)
    return std::nullopt;
  const uint64_t bits = count * element->bits;
  return TypeLayout{bits, std::max<uint64_t>(llvm::PowerOf2Ceil(llvm::divideCeil(bits, 8)), 1)};
}

/// Lowered to arrays of vectors of the last dimension.
Found vectorLayout(VectorType type, Operation *scope) {
  if (type.isScalable())
    return std::nullopt;
  const uint64_t last = type.getRank() == 0 ? 1 : static_cast<uint64_t>(type.getShape().back());
  Found layout = vectorOf(type.getElementType(), last, scope);
  for (int64_t i = type.getRank() - 2; i >= 0; --i)
    layout = arrayOf(layout, static_cast<uint64_t>(type.getDimSize(static_cast<unsigned>(i))));
  return layout;
}

/// Adds the next member; returns its offset, nullopt if its size is unknown.
std::optional<uint64_t> addMember(TypeLayout &structure, Type type, bool isPacked,
                                  Operation *scope) {
  const Found member = layoutOf(type, scope);
  if (!member)
    return std::nullopt;
  const uint64_t alignment = isPacked ? 1 : member->alignment;
  const uint64_t offset = llvm::alignTo(structure.stored(), alignment);
  structure.bits = (offset + member->allocated()) * 8;
  structure.alignment = std::max(structure.alignment, alignment);
  return offset;
}

Found structLayout(LLVM::LLVMStructType type, Operation *scope) {
  if (type.isOpaque())
    return std::nullopt;
  TypeLayout layout;
  for (Type member : type.getBody())
    if (!addMember(layout, member, type.isPacked(), scope))
      return std::nullopt;
  layout.bits = layout.allocated() * 8;
  return layout;
}

Found layoutOf(Type type, Operation *scope) {
  if (isa<IntegerType, FloatType>(type))
    return scalar(type.getIntOrFloatBitWidth());
  if (isa<IndexType, LLVM::LLVMPointerType>(type))
    return scalar(DataLayout::closest(scope).getTypeSizeInBits(type).getFixedValue());
  if (auto complex = dyn_cast<ComplexType>(type))
    return arrayOf(layoutOf(complex.getElementType(), scope), 2);
  if (auto vector = dyn_cast<VectorType>(type))
    return vectorLayout(vector, scope);
  if (auto vector = dyn_cast<LLVM::LLVMFixedVectorType>(type))
    return vectorOf(vector.getElementType(), vector.getNumElements(), scope);
  if (auto array = dyn_cast<LLVM::LLVMArrayType>(type))
    return arrayOf(layoutOf(array.getElementType(), scope), array.getNumElements());
  if (auto structure = dyn_cast<LLVM::LLVMStructType>(type))
    return structLayout(structure, scope);
  return std::nullopt;
}

} // namespace

std::optional<uint64_t> bytesInMemory(Type type, Operation *scope) {
  const Found layout = layoutOf(type, scope);
  return layout ? std::optional(layout->allocated()) : std::nullopt;
}

std::optional<uint64_t> bytesOfAccess(Type type, Operation *scope) {
  const Found layout = layoutOf(type, scope);
  return layout ? std::optional(layout->stored()) : std::nullopt;
}

std::optional<uint64_t> memberOffset(Type structure, int64_t index, Operation *scope) {
  auto type = dyn_cast<LLVM::LLVMStructType>(structure);
  if (!type || type.isOpaque() || index < 0 || index >= static_cast<int64_t>(type.getBody().size()))
    return std::nullopt;
  TypeLayout layout;
  std::optional<uint64_t> offset;
  for (Type member : type.getBody().take_front(static_cast<size_t>(index) + 1)) {
    offset = addMember(layout, member, type.isPacked(), scope);
    if (!offset)
      return std::nullopt;
  }
  return offset;
}

} // namespace pstudio
