// SPDX-License-Identifier: Apache-2.0
// Operands of intrinsics by their position.
#include "collector/analysis/amd_accesses.h"

#include <utility>

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Matchers.h"

#include "collector/analysis/pointer_spaces.h"
#include "collector/analysis/type_layout.h"
#include "collector/ir/amd_names.h"

using namespace mlir;

namespace pstudio {
namespace {

std::optional<uint64_t> constantOf(Value value) {
  APInt number;
  if (!value || !matchPattern(value, m_ConstantInt(&number)))
    return std::nullopt;
  return number.getLimitedValue();
}

/// The base and the number of bytes of a buffer.
struct Buffer {
  Value base;
  Value extent; ///< null: unlimited
};

/// The buffer of a resource without a stride; none for other values.
std::optional<Buffer> bufferOf(Value resource) {
  Operation *made = resource.getDefiningOp();
  const std::optional<std::string> stem = made ? amdStemOf(made) : std::nullopt;
  if (!stem || !StringRef(*stem).starts_with("make.buffer.rsrc") || made->getNumOperands() < 3 ||
      constantOf(made->getOperand(1)) != 0)
    return std::nullopt;
  return Buffer{made->getOperand(0), made->getOperand(2)};
}

/// Reads the operands of one operation.
class AmdReader {
public:
  AmdReader(Operation *op, StringRef stem) : m_op(op), m_stem(stem) {}

  SmallVector<AccessOperands, 2> read() {
    if (m_stem.consume_front("raw.ptr.buffer."))
      readBuffer();
    else if (m_stem.starts_with("global.load.lds") || m_stem.starts_with("load.to.lds") ||
             m_stem.starts_with("global.load.async.lds"))
      readLoadToLds();
    else if (m_stem.starts_with("global.atomic.") || m_stem.starts_with("flat.atomic."))
      addPointer(AccessKind::Atomic, 0, typeOf(1));
    else if (m_stem.starts_with("ds.read.tr") || m_stem.starts_with("ds.load.tr") ||
             m_stem.starts_with("global.load.tr"))
      addPointer(AccessKind::Load, 0, resultType());
    return std::move(m_accesses);
  }

private:
  Value operand(unsigned index) const {
    return index < m_op->getNumOperands() ? m_op->getOperand(index) : Value();
  }
  Type typeOf(unsigned index) const {
    Value value = operand(index);
    return value ? value.getType() : Type();
  }
  Type resultType() const {
    return m_op->getNumResults() == 1 ? m_op->getResult(0).getType() : Type();
  }

  uint64_t bytesOf(Type type) const { return type ? bytesOfAccess(type, m_op).value_or(0) : 0; }

  /// Formats convert elements, so the type of the value has another length than the memory.
  void readBuffer() {
    if (m_stem.starts_with("load.lds") || m_stem.starts_with("load.async.lds"))
      return addBuffer(AccessKind::Load, 0, constantOf(operand(2)).value_or(0), {3, 4},
                       constantOf(operand(5)).value_or(0));
    const bool isFormatted = m_stem.contains("format");
    if (m_stem.starts_with("load"))
      return addBuffer(AccessKind::Load, 0, isFormatted ? 0 : bytesOf(resultType()), {1, 2});
    if (m_stem.starts_with("store"))
      return addBuffer(AccessKind::Store, 1, isFormatted ? 0 : bytesOf(typeOf(0)), {2, 3});
    if (m_stem.starts_with("atomic.cmpswap"))
      return addBuffer(AccessKind::Atomic, 2, bytesOf(typeOf(0)), {3, 4});
    if (m_stem.starts_with("atomic."))
      addBuffer(AccessKind::Atomic, 1, bytesOf(typeOf(0)), {2, 3});
  }

  /// The address in LDS is that of the wave; each lane's element follows that of the lane before
  /// it.
  void readLoadToLds() {
    addPointer(AccessKind::Load, 0, {});
    if (m_accesses.empty())
      return;
    m_accesses.back().widthBytes = constantOf(operand(2)).value_or(0);
    m_accesses.back().offset = static_cast<int64_t>(constantOf(operand(3)).value_or(0));
  }

  /// `offsets`: the operands of the offset of each lane and of the scalar offset.
  void addBuffer(AccessKind kind, unsigned resource, uint64_t bytes,
                 std::pair<unsigned, unsigned> offsets, uint64_t constantOffset = 0) {
    const auto buffer = operand(resource) ? bufferOf(operand(resource)) : std::nullopt;
    if (!buffer)
      return;
    AccessOperands &access = add(kind, buffer->base, bytes);
    access.space = AccessSpace::Global;
    access.extent = buffer->extent;
    access.offset = static_cast<int64_t>(constantOffset);
    const auto addOffset = [&](Value offset) {
      const bool isAdded = offset && constantOf(offset) != 0;
      if (isAdded)
        access.offsets.push_back(offset);
      return isAdded;
    };
    addOffset(operand(offsets.first));
    access.hasScalarOffset = addOffset(operand(offsets.second));
    if (access.offsets.size() == 1)
      splitMask(access);
  }

  /// A lane that is masked off has an offset beyond the buffer, as Triton writes masks: the access
  /// is at the other offset, under the condition. Its offsets keep their strides.
  static void splitMask(AccessOperands &access) {
    const std::optional<uint64_t> extent = constantOf(access.extent);
    auto select = access.offsets.front().getDefiningOp<LLVM::SelectOp>();
    if (!extent || !select)
      return;
    const auto isBeyond = [&](Value offset) { return constantOf(offset).value_or(0) >= *extent; };
    const bool isNegated = isBeyond(select.getTrueValue());
    if (isNegated == isBeyond(select.getFalseValue()))
      return;
    access.offsets.front() = isNegated ? select.getFalseValue() : select.getTrueValue();
    access.predicates.push_back({select.getCondition(), isNegated});
  }

  void addPointer(AccessKind kind, unsigned pointer, Type type) {
    Value address = operand(pointer);
    if (!address || !isa<LLVM::LLVMPointerType>(address.getType()))
      return;
    AccessOperands &access = add(kind, address, bytesOf(type));
    access.space = spaceOfType(address.getType()).value_or(AccessSpace::Generic);
  }

  AccessOperands &add(AccessKind kind, Value base, uint64_t bytes) {
    AccessOperands &access = m_accesses.emplace_back();
    access.kind = kind;
    access.base = base;
    access.widthBytes = bytes;
    return access;
  }

  Operation *m_op;
  StringRef m_stem;
  SmallVector<AccessOperands, 2> m_accesses;
};

} // namespace

SmallVector<AccessOperands, 2> amdAccesses(Operation *op) {
  const std::optional<std::string> stem = amdStemOf(op);
  return stem ? AmdReader(op, *stem).read() : SmallVector<AccessOperands, 2>();
}

} // namespace pstudio
