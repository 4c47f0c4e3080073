// SPDX-License-Identifier: Apache-2.0
#include "collector/codegen/lane_words.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/MathExtras.h"

namespace pstudio {
namespace {

using mlir::Value;
namespace arith = mlir::arith;
namespace vector = mlir::vector;
using Builder = mlir::ImplicitLocOpBuilder;

constexpr unsigned kWordBits = 32;

/// Moves a vector of one dimension whose elements are bits.
class LaneWords {
public:
  LaneWords(Builder &builder, mlir::VectorType type)
      : m_builder(builder), m_type(type), m_bits(type.getElementTypeBitWidth()),
        m_elementBits(static_cast<unsigned>(llvm::PowerOf2Ceil(std::max(m_bits, 8u)))),
        m_wordCount(static_cast<int64_t>(llvm::divideCeil(
            static_cast<uint64_t>(type.getNumElements()) * m_elementBits, kWordBits))) {}

  template <class Move> Value map(Value value, Move move) {
    const Value words = toWords(value);
    Value result = words;
    for (int64_t i = 0; i < m_wordCount; ++i) {
      const Value word = m_builder.create<vector::ExtractOp>(words, llvm::ArrayRef<int64_t>(i));
      result = m_builder.create<vector::InsertOp>(move(word), result, llvm::ArrayRef<int64_t>(i));
    }
    return fromWords(result);
  }

private:
  mlir::VectorType vectorOf(int64_t count, mlir::Type element) const {
    return mlir::VectorType::get({count}, element);
  }
  mlir::Type bitsOf(unsigned bits) { return m_builder.getIntegerType(bits); }
  /// Number of elements that the words hold.
  int64_t paddedCount() const { return m_wordCount * kWordBits / m_elementBits; }

  Value toWords(Value value) {
    const int64_t count = m_type.getNumElements();
    const mlir::VectorType plain = vectorOf(count, bitsOf(m_bits));
    if (m_type != plain)
      value = m_builder.create<arith::BitcastOp>(plain, value);
    const mlir::VectorType wide = vectorOf(count, bitsOf(m_elementBits));
    if (plain != wide)
      value = m_builder.create<arith::ExtUIOp>(wide, value);
    if (paddedCount() != count) {
      const mlir::VectorType padded = vectorOf(paddedCount(), bitsOf(m_elementBits));
      const Value zeros = m_builder.create<arith::ConstantOp>(m_builder.getZeroAttr(padded));
      value = m_builder.create<vector::InsertStridedSliceOp>(
          value, zeros, llvm::ArrayRef<int64_t>{0}, llvm::ArrayRef<int64_t>{1});
    }
    return bitcast(value, vectorOf(m_wordCount, bitsOf(kWordBits)));
  }

  Value fromWords(Value words) {
    const int64_t count = m_type.getNumElements();
    Value value = bitcast(words, vectorOf(paddedCount(), bitsOf(m_elementBits)));
    if (paddedCount() != count)
      value = m_builder.create<vector::ExtractStridedSliceOp>(value, llvm::ArrayRef<int64_t>{0},
                                                              llvm::ArrayRef<int64_t>{count},
                                                              llvm::ArrayRef<int64_t>{1});
    const mlir::VectorType plain = vectorOf(count, bitsOf(m_bits));
    if (value.getType() != plain)
      value = m_builder.create<arith::TruncIOp>(plain, value);
    return m_type == plain ? value : m_builder.create<arith::BitcastOp>(m_type, value);
  }

  Value bitcast(Value value, mlir::VectorType type) {
    if (value.getType() == type)
      return value;
    return m_builder.create<vector::BitCastOp>(type, value);
  }

  Builder &m_builder;
  mlir::VectorType m_type;
  unsigned m_bits;        ///< of an element
  unsigned m_elementBits; ///< the same, as a power of two of 8 bits at least
  int64_t m_wordCount;
};

/// Moves a scalar as integers: LLVM 19 cannot select the vectors of one narrow element that
/// LaneWords would make of it for NVIDIA's GPUs.
template <class Move> Value mapScalar(Builder &builder, Value value, Move move) {
  const mlir::Type type = value.getType();
  const unsigned bits = type.getIntOrFloatBitWidth();
  const mlir::Type plain = builder.getIntegerType(bits);
  if (type != plain)
    value = builder.create<arith::BitcastOp>(plain, value);
  const auto wideBits = static_cast<unsigned>(llvm::alignTo(bits, kWordBits));
  const mlir::Type wide = builder.getIntegerType(wideBits), word = builder.getI32Type();
  if (wide != plain)
    value = builder.create<arith::ExtUIOp>(wide, value);
  Value result = wide == word ? Value(move(value)) : Value();
  for (unsigned begin = 0; wide != word && begin < wideBits; begin += kWordBits) {
    const Value shift = builder.create<arith::ConstantOp>(builder.getIntegerAttr(wide, begin));
    const Value part = builder.create<arith::TruncIOp>(
        word, builder.create<arith::ShRUIOp>(value, shift).getResult());
    const Value moved = builder.create<arith::ExtUIOp>(wide, move(part));
    const Value placed = builder.create<arith::ShLIOp>(moved, shift);
    result = result ? Value(builder.create<arith::OrIOp>(result, placed)) : placed;
  }
  if (wide != plain)
    result = builder.create<arith::TruncIOp>(plain, result);
  return type == plain ? result : Value(builder.create<arith::BitcastOp>(type, result));
}

} // namespace

Value shuffled(Builder &builder, Value value, mlir::gpu::ShuffleMode mode, Value offset,
               uint32_t lanes) {
  const Value width =
      builder.create<arith::ConstantOp>(builder.getI32IntegerAttr(static_cast<int32_t>(lanes)));
  const auto move = [&](Value word) -> Value {
    return builder.create<mlir::gpu::ShuffleOp>(word, offset, width, mode).getShuffleResult();
  };
  const mlir::Type type = value.getType();
  if (type.isInteger(kWordBits) || type.isF32())
    return move(value);
  if (const auto elements = mlir::dyn_cast<mlir::VectorType>(type))
    return LaneWords(builder, elements).map(value, move);
  return mapScalar(builder, value, move);
}

} // namespace pstudio
