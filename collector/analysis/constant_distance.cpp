// SPDX-License-Identifier: Apache-2.0
// Addresses as sums of values times constants, whose difference may be a constant.
#include "collector/analysis/constant_distance.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"

#include "collector/analysis/integer_operations.h"
#include "collector/analysis/lane_values.h"
#include "collector/analysis/type_layout.h"

using namespace mlir;

namespace pstudio {
namespace {

/// Extension of a narrower value to 64 bits.
enum class Extension : uint8_t { None, Sign, Zero };

/// A constant plus a sum of values times factors, modulo 2^64.
class LinearForm {
public:
  void add(uint64_t constant) { m_constant += constant; }
  void add(Value value, Extension extension, uint64_t factor) {
    for (Term &term : m_terms)
      if (term.value == value && term.extension == extension) {
        term.factor += factor;
        return;
      }
    m_terms.push_back({value, extension, factor});
  }
  /// nullopt unless all factors are 0.
  std::optional<uint64_t> constant() const {
    const bool isConstant =
        llvm::all_of(m_terms, [](const Term &term) { return term.factor == 0; });
    return isConstant ? std::optional(m_constant) : std::nullopt;
  }

private:
  struct Term {
    Value value;
    Extension extension;
    uint64_t factor;
  };
  SmallVector<Term, 8> m_terms;
  uint64_t m_constant = 0;
};

uint64_t extended(const APInt &number, Extension extension) {
  return extension == Extension::Zero ? number.getZExtValue()
                                      : static_cast<uint64_t>(number.getSExtValue());
}

/// Decomposes a value and adds its terms to a form.
class FormBuilder {
public:
  FormBuilder(LinearForm &form, FactsOf facts) : m_form(form), m_facts(facts) {}

  void add(Value value, uint64_t factor, Extension extension = Extension::None) {
    APInt number;
    if (matchPattern(value, m_ConstantInt(&number)) && number.getBitWidth() <= 64)
      return m_form.add(factor * extended(number, extension));
    Operation *op = value.getDefiningOp();
    if (!op || m_operationsLeft == 0)
      return m_form.add(value, extension, factor);
    --m_operationsLeft;
    if (!addOperation(op, factor, extension))
      m_form.add(value, extension, factor);
  }

  void add(AffineExpr expression, unsigned dimensions, ValueRange operands, uint64_t factor) {
    if (const auto constant = dyn_cast<AffineConstantExpr>(expression))
      return m_form.add(factor * static_cast<uint64_t>(constant.getValue()));
    if (const auto dimension = dyn_cast<AffineDimExpr>(expression))
      return add(operands[dimension.getPosition()], factor);
    if (const auto symbol = dyn_cast<AffineSymbolExpr>(expression))
      return add(operands[dimensions + symbol.getPosition()], factor);
    const auto binary = cast<AffineBinaryOpExpr>(expression);
    const auto right = dyn_cast<AffineConstantExpr>(binary.getRHS());
    if (binary.getKind() == AffineExprKind::Add) {
      add(binary.getLHS(), dimensions, operands, factor);
      add(binary.getRHS(), dimensions, operands, factor);
    } else if (binary.getKind() == AffineExprKind::Mul && right) {
      add(binary.getLHS(), dimensions, operands, factor * static_cast<uint64_t>(right.getValue()));
    } else {
      m_isKnown = false;
    }
  }

  bool isKnown() const { return m_isKnown; }

private:
  /// False if the operation cannot be decomposed.
  bool addOperation(Operation *op, uint64_t factor, Extension extension) {
    if (const std::optional<IntegerOperation> integer = integerOperation(op))
      return addInteger(*integer, op, factor, extension);
    if (extension != Extension::None)
      return false;
    if (auto pointer = dyn_cast<LLVM::GEPOp>(op))
      return addElementPointer(pointer, factor);
    if (isa<LLVM::PtrToIntOp, LLVM::IntToPtrOp>(op)) {
      const Type number =
          isa<LLVM::PtrToIntOp>(op) ? op->getResult(0).getType() : op->getOperand(0).getType();
      return number.isInteger(64) && addOperand(op, factor, extension);
    }
    if (auto apply = dyn_cast<affine::AffineApplyOp>(op)) {
      const AffineMap map = apply.getAffineMap();
      add(map.getResult(0), map.getNumDims(), apply.getMapOperands(), factor);
      return true;
    }
    return false;
  }

  bool addInteger(const IntegerOperation &integer, Operation *op, uint64_t factor,
                  Extension extension) {
    Value first = op->getOperand(0);
    switch (integer.kind) {
    case IntegerOperator::Add:
      return mayExtend(integer, extension) && addSum(op, factor, factor, extension);
    case IntegerOperator::Subtract:
      return mayExtend(integer, extension) && addSum(op, factor, 0 - factor, extension);
    case IntegerOperator::Or:
      return haveBitsApart(first, op->getOperand(1)) && addSum(op, factor, factor, extension);
    case IntegerOperator::Multiply:
    case IntegerOperator::ShiftLeft:
      return mayExtend(integer, extension) &&
             addProduct(op, integer.kind == IntegerOperator::ShiftLeft, factor, extension);
    case IntegerOperator::SignExtend:
      return extension != Extension::Zero && addOperand(op, factor, Extension::Sign);
    case IntegerOperator::ZeroExtend: // the highest bit of its result is 0
      return addOperand(op, factor, isNeverNegative(first) ? Extension::Sign : Extension::Zero);
    case IntegerOperator::Truncate: // or a cast that changes no bit
      return laneWidth(first.getType()) == laneWidth(op->getResult(0).getType()) &&
             addOperand(op, factor, extension);
    default:
      return false;
    }
  }

  bool addOperand(Operation *op, uint64_t factor, Extension extension) {
    add(op->getOperand(0), factor, extension);
    return true;
  }

  /// True if `a` and `b` have no common bits: `a | b` is then their sum, also of the extended
  /// values.
  bool haveBitsApart(Value a, Value b) const {
    const ThreadFacts *ofA = m_facts(a), *ofB = m_facts(b);
    return ofA && ofB && (ofA->bits.zero | ofB->bits.zero) == ~uint64_t{0};
  }

  bool isNeverNegative(Value value) const {
    const ThreadFacts *facts = m_facts(value);
    return facts && isNonNegative(facts->bits, laneWidth(value.getType()));
  }

  /// True if the extension of a result equals the result of the extended operands.
  static bool mayExtend(const IntegerOperation &integer, Extension extension) {
    return extension == Extension::None ||
           (extension == Extension::Sign ? integer.noSignedWrap : integer.noUnsignedWrap);
  }

  bool addSum(Operation *op, uint64_t first, uint64_t second, Extension extension) {
    add(op->getOperand(0), first, extension);
    add(op->getOperand(1), second, extension);
    return true;
  }

  bool addProduct(Operation *op, bool isShift, uint64_t factor, Extension extension) {
    APInt by;
    if (!matchPattern(op->getOperand(1), m_ConstantInt(&by)) || by.getBitWidth() > 64 ||
        (isShift && by.uge(64)))
      return false;
    add(op->getOperand(0), isShift ? factor << by.getZExtValue() : factor * extended(by, extension),
        extension);
    return true;
  }

  /// The address of an element at an index from a pointer.
  bool addElementPointer(LLVM::GEPOp op, uint64_t factor) {
    const std::optional<uint64_t> size = bytesInMemory(op.getElemType(), op);
    if (op.getIndices().size() != 1 || !size || !isa<LLVM::LLVMPointerType>(op.getType()))
      return false;
    add(op.getBase(), factor);
    const auto index = op.getIndices()[0];
    if (const auto constant = dyn_cast<IntegerAttr>(index))
      m_form.add(factor * *size * static_cast<uint64_t>(constant.getInt()));
    else if (auto value = cast<Value>(index); value.getType().isInteger(64))
      add(value, factor * *size);
    else
      add(value, factor * *size, Extension::Sign);
    return true;
  }

  LinearForm &m_form;
  FactsOf m_facts;
  unsigned m_operationsLeft = 128;
  bool m_isKnown = true;
};

/// Adds index `i` of a memref access.
void addIndex(FormBuilder &form, const AccessOperands &access, size_t i, uint64_t factor) {
  if (access.map)
    form.add(access.map.getResult(static_cast<unsigned>(i)), access.map.getNumDims(),
             access.indices, factor);
  else
    form.add(access.indices[i], factor);
}

Value withoutCasts(Value memref) {
  while (auto cast = memref.getDefiningOp<memref::CastOp>())
    memref = cast.getSource();
  return memref;
}

/// Distance between elements of one memref [bytes].
std::optional<uint64_t> elementDistance(const AccessOperands &from, const AccessOperands &to,
                                        FactsOf facts) {
  const auto type = cast<MemRefType>(from.base.getType());
  if (to.base.getType() != type || withoutCasts(from.base) != withoutCasts(to.base))
    return std::nullopt;
  Value memref = from.base;
  const auto bytes = bytesInMemory(type.getElementType(), memref.getParentRegion()->getParentOp());
  SmallVector<int64_t> strides;
  int64_t offset = 0;
  if (!bytes || failed(getStridesAndOffset(type, strides, offset)))
    return std::nullopt;
  uint64_t distance = static_cast<uint64_t>(to.offset) - static_cast<uint64_t>(from.offset);
  for (size_t i = 0; i < strides.size(); ++i) {
    LinearForm form;
    FormBuilder builder(form, facts);
    addIndex(builder, to, i, 1);
    addIndex(builder, from, i, ~uint64_t{0});
    const std::optional<uint64_t> steps = builder.isKnown() ? form.constant() : std::nullopt;
    if (!steps || (*steps != 0 && ShapedType::isDynamic(strides[i])))
      return std::nullopt;
    distance += *steps == 0 ? 0 : *steps * static_cast<uint64_t>(strides[i]) * *bytes;
  }
  return distance;
}

std::optional<uint64_t> pointerDistance(const AccessOperands &from, const AccessOperands &to,
                                        FactsOf facts) {
  LinearForm form;
  FormBuilder builder(form, facts);
  builder.add(to.base, 1);
  builder.add(from.base, ~uint64_t{0});
  for (Value offset : to.offsets)
    builder.add(offset, 1, Extension::Zero);
  for (Value offset : from.offsets)
    builder.add(offset, ~uint64_t{0}, Extension::Zero);
  form.add(static_cast<uint64_t>(to.offset) - static_cast<uint64_t>(from.offset));
  return builder.isKnown() ? form.constant() : std::nullopt;
}

} // namespace

std::optional<int64_t> constantDistance(const AccessOperands &from, const AccessOperands &to,
                                        FactsOf facts) {
  if (from.space != to.space || from.base.getType() != to.base.getType())
    return std::nullopt;
  const Type type = from.base.getType();
  const std::optional<uint64_t> distance = isa<MemRefType>(type) ? elementDistance(from, to, facts)
                                           : isa<LLVM::LLVMPointerType, IntegerType>(type)
                                               ? pointerDistance(from, to, facts)
                                               : std::nullopt;
  if (!distance)
    return std::nullopt;
  // Addresses of shared memory have 32 bits: sums of them are known modulo 2^32.
  return from.space == AccessSpace::Shared ? int64_t{static_cast<int32_t>(*distance)}
                                           : static_cast<int64_t>(*distance);
}

bool haveSameLanes(const AccessOperands &a, const AccessOperands &b) {
  // Another offset may be beyond the buffer's end.
  const bool haveSameExtent =
      a.extent == b.extent && (!a.extent || (a.offsets == b.offsets && a.offset == b.offset));
  return a.predicates == b.predicates && a.lanes == b.lanes && a.testsSpace == b.testsSpace &&
         haveSameExtent;
}

} // namespace pstudio
