// SPDX-License-Identifier: Apache-2.0
#include "tests/collector/analysis/random_kernel.h"

#include <algorithm>
#include <functional>

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/Builders.h"

#include "collector/analysis/lane_bits.h"

using namespace mlir;

namespace pstudio::test {
namespace {

using Words = std::vector<uint64_t>;

int64_t asSigned(uint64_t word, unsigned width) {
  const unsigned shift = 64 - width;
  return static_cast<int64_t>(word << shift) >> shift;
}

/// floor(a / b) for b > 0.
int64_t floorDivide(int64_t a, int64_t b) {
  return a / b - (a % b < 0 ? 1 : 0);
}

class KernelMaker {
public:
  KernelMaker(MLIRContext &context, const BlockShape &block, std::mt19937_64 &random)
      : m_block(block), m_random(random), m_builder(&context) {}

  RandomKernel make(unsigned operations) {
    const Location location = m_builder.getUnknownLoc();
    m_kernel.module = ModuleOp::create(location);
    m_builder.setInsertionPointToEnd(m_kernel.module->getBody());
    auto inner = m_builder.create<gpu::GPUModuleOp>(location, "m");
    m_builder.setInsertionPointToStart(inner.getBody());
    const Type types[] = {m_builder.getIndexType(), m_builder.getI32Type()};
    auto kernel = m_builder.create<gpu::GPUFuncOp>(
        location, "k", FunctionType::get(m_builder.getContext(), types, {}));
    kernel->setAttr(gpu::GPUDialect::getKernelFuncAttrName(), m_builder.getUnitAttr());
    kernel.setArgAttr(0, "proton_gpu.divisible", m_builder.getI64IntegerAttr(16));
    m_builder.setInsertionPointToStart(&kernel.getBody().front());
    add(kernel.getArgument(0), [word = m_random() & ~uint64_t{15}](auto) { return word; });
    add(kernel.getArgument(1), [word = m_random()](auto) { return word; });
    addIds(location);
    for (unsigned i = 0; i < operations; ++i)
      addOperation();
    m_builder.create<gpu::ReturnOp>(location);
    return std::move(m_kernel);
  }

private:
  using PerThread = std::function<uint64_t(uint64_t)>;
  using Binary = std::function<uint64_t(uint64_t, uint64_t)>;

  uint64_t below(uint64_t bound) { return m_random() % bound; }
  const ComputedValue &any() { return m_kernel.values[below(m_kernel.values.size())]; }
  const ComputedValue &anyOf(unsigned width) {
    for (;;)
      if (const ComputedValue &value = any(); value.width == width)
        return value;
  }
  uint64_t threads() const { return uint64_t{m_block[0]} * m_block[1] * m_block[2]; }

  void add(Value value, const PerThread &compute) {
    ComputedValue computed{value, laneWidth(value.getType()), Words(threads())};
    for (uint64_t i = 0; i < threads(); ++i)
      computed.threads[i] = compute(i) & lowBits(computed.width);
    m_kernel.values.push_back(std::move(computed));
  }

  void addIds(Location location) {
    uint64_t row = 1;
    for (unsigned d = 0; d < 3; ++d) {
      const auto dimension = static_cast<gpu::Dimension>(d);
      add(m_builder.create<gpu::ThreadIdOp>(location, dimension),
          [&, row](uint64_t i) { return i / row % m_block[d]; });
      row *= m_block[d];
    }
    add(m_builder.create<gpu::LaneIdOp>(location, /*upper_bound=*/IntegerAttr()),
        [](uint64_t i) { return i % kLanesPerWarp; });
    add(m_builder.create<gpu::SubgroupIdOp>(location, /*upper_bound=*/IntegerAttr()),
        [](uint64_t i) { return i / kLanesPerWarp; });
    const uint64_t cta = below(1000);
    add(m_builder.create<gpu::BlockIdOp>(location, gpu::Dimension::x), [=](auto) { return cta; });
    add(m_builder.create<gpu::GlobalIdOp>(location, gpu::Dimension::x),
        [&, cta](uint64_t i) { return cta * m_block[0] + i % m_block[0]; });
  }

  /// Such as kernels have: small ones, powers of two and their neighbours, rarely anything.
  uint64_t someConstant() {
    switch (below(4)) {
    case 0:
      return below(10);
    case 1:
      return uint64_t{1} << below(40);
    case 2:
      return (uint64_t{1} << below(34)) - 1;
    default:
      return below(3) == 0 ? m_random() : ~uint64_t{0} << below(8);
    }
  }

  const ComputedValue &constant(Type type, uint64_t word) {
    const unsigned width = laneWidth(type);
    add(m_builder.create<arith::ConstantOp>(
            m_builder.getUnknownLoc(),
            IntegerAttr::get(type, asSigned(word & lowBits(width), width))),
        [word](auto) { return word; });
    return m_kernel.values.back();
  }

  template <class Op> void binary(const Binary &compute) {
    const ComputedValue a = any();
    const ComputedValue b =
        below(2) == 0 ? constant(a.value.getType(), someConstant()) : operandLike(a);
    combine<Op>(a, b, compute);
  }

  ComputedValue operandLike(const ComputedValue &a) {
    for (;;)
      if (const ComputedValue &b = any(); b.value.getType() == a.value.getType())
        return b;
  }

  template <class Op>
  void combine(const ComputedValue &a, const ComputedValue &b, const Binary &compute) {
    const Value op = m_builder.create<Op>(m_builder.getUnknownLoc(), a.value, b.value);
    add(op, [&](uint64_t i) { return compute(a.threads[i], b.threads[i]); });
  }

  /// By a constant that the operation is defined for.
  template <class Op> void withConstant(uint64_t low, uint64_t high, const Binary &compute) {
    const ComputedValue a = any();
    const uint64_t most = std::min(high, lowBits(a.width) >> 1);
    if (most < low)
      return;
    uint64_t word = low + below(most - low + 1);
    if (below(2) == 0) // kernels divide by powers of two
      word = std::max(low, uint64_t{1} << below(most == 0 ? 1 : std::bit_width(most)));
    const ComputedValue b = constant(a.value.getType(), word);
    combine<Op>(a, b, compute);
  }

  template <class Op> void shift(bool isSigned) {
    const ComputedValue a = any();
    const ComputedValue b = constant(a.value.getType(), below(std::min(a.width, 8u)));
    combine<Op>(a, b, [&](uint64_t x, uint64_t count) {
      return isSigned ? static_cast<uint64_t>(asSigned(x, a.width) >> count) : x >> count;
    });
  }

  void shiftLeft() {
    const ComputedValue a = any();
    const bool isToSign = below(16) == 0;
    const uint64_t count = isToSign ? a.width - 1 : below(std::min(a.width, 8u));
    withFlags<arith::ShLIOp>(a, constant(a.value.getType(), count),
                             [](uint64_t x, uint64_t n) { return x << n; });
  }

  /// With nsw if no thread's result wraps. Computes 64 bits, which hold any result of 32 bits.
  template <class Op>
  void withFlags(const ComputedValue &a, const ComputedValue &b, const Binary &compute) {
    bool isExact = a.width <= 32;
    for (uint64_t i = 0; i < threads() && isExact; ++i) {
      const auto x = static_cast<uint64_t>(asSigned(a.threads[i], a.width));
      const auto y = static_cast<uint64_t>(asSigned(b.threads[i], b.width));
      const auto result = static_cast<int64_t>(compute(x, y));
      isExact = asSigned(static_cast<uint64_t>(result) & lowBits(a.width), a.width) == result;
    }
    auto op = m_builder.create<Op>(m_builder.getUnknownLoc(), a.value, b.value);
    if (isExact)
      op.setOverflowFlags(arith::IntegerOverflowFlags::nsw);
    add(op, [&](uint64_t i) { return compute(a.threads[i], b.threads[i]); });
  }

  void addWithFlags() {
    const ComputedValue a = any();
    withFlags<arith::AddIOp>(a, operandLike(a), std::plus<>());
  }

  void multiplyWithFlags() {
    const ComputedValue a = any();
    withFlags<arith::MulIOp>(
        a, below(2) == 0 ? constant(a.value.getType(), someConstant()) : operandLike(a),
        std::multiplies<>());
  }

  void cast() {
    const ComputedValue a = any();
    const Location location = m_builder.getUnknownLoc();
    const auto keep = [&](uint64_t i) { return a.threads[i]; };
    const auto extend = [&](uint64_t i) {
      return static_cast<uint64_t>(asSigned(a.threads[i], a.width));
    };
    const Type i64 = m_builder.getI64Type(), index = m_builder.getIndexType();
    if (a.value.getType().isIndex())
      return add(m_builder.create<arith::IndexCastOp>(location,
                                                      below(3) == 0 ? m_builder.getIntegerType(16)
                                                                    : m_builder.getI32Type(),
                                                      a.value),
                 keep);
    if (a.width == 64)
      return add(m_builder.create<arith::TruncIOp>(location, m_builder.getI32Type(), a.value),
                 keep);
    switch (below(4)) {
    case 0:
      return add(m_builder.create<arith::ExtUIOp>(location, i64, a.value), keep);
    case 1:
      return add(m_builder.create<arith::ExtSIOp>(location, i64, a.value), extend);
    case 2:
      return add(m_builder.create<arith::IndexCastUIOp>(location, index, a.value), keep);
    default:
      return add(m_builder.create<arith::IndexCastOp>(location, index, a.value), extend);
    }
  }

  void compare() {
    const ComputedValue a = any();
    const ComputedValue b =
        below(2) == 0 ? constant(a.value.getType(), someConstant()) : operandLike(a);
    const auto predicate = static_cast<arith::CmpIPredicate>(below(10));
    const Value op =
        m_builder.create<arith::CmpIOp>(m_builder.getUnknownLoc(), predicate, a.value, b.value);
    add(op, [&](uint64_t i) {
      const APInt x(a.width, a.threads[i]), y(a.width, b.threads[i]);
      return uint64_t{arith::applyCmpPredicate(predicate, x, y)};
    });
  }

  void select() {
    const auto isCondition = [](const ComputedValue &v) { return v.width == 1; };
    if (std::ranges::none_of(m_kernel.values, isCondition))
      return compare();
    const ComputedValue condition = anyOf(1), a = any();
    const ComputedValue b = operandLike(a);
    const Value op = m_builder.create<arith::SelectOp>(m_builder.getUnknownLoc(), condition.value,
                                                       a.value, b.value);
    add(op, [&](uint64_t i) { return condition.threads[i] != 0 ? a.threads[i] : b.threads[i]; });
  }

  /// ((d0 * m + c) mod or floordiv n) of an index. Affine maps are of numbers that do not wrap.
  void affineMap() {
    const auto isSmall = [](uint64_t word) {
      return std::abs(asSigned(word, 64) / 2) < int64_t{1} << 40;
    };
    const ComputedValue a = any();
    if (!a.value.getType().isIndex() || !std::ranges::all_of(a.threads, isSmall))
      return;
    const auto factor = static_cast<int64_t>(below(9)) - 4,
               offset = static_cast<int64_t>(below(70)) - 30;
    const auto divisor = static_cast<int64_t>(1 + below(40));
    const bool isModulo = below(2) == 0;
    AffineExpr inner = m_builder.getAffineDimExpr(0) * factor + offset;
    const AffineExpr whole = isModulo ? inner % divisor : inner.floorDiv(divisor);
    const Value op = m_builder.create<affine::AffineApplyOp>(m_builder.getUnknownLoc(),
                                                             AffineMap::get(1, 0, whole), a.value);
    add(op, [&](uint64_t i) {
      const auto x = static_cast<int64_t>(a.threads[i] * static_cast<uint64_t>(factor) +
                                          static_cast<uint64_t>(offset));
      const int64_t quotient = floorDivide(x, divisor);
      return static_cast<uint64_t>(isModulo ? x - quotient * divisor : quotient);
    });
  }

  /// b + (a << k) + ((a ^ c) & mask), mask < 2^k: rows of a tile whose columns are swizzled.
  void swizzle() {
    const ComputedValue a = any(), b = operandLike(a), c = operandLike(a);
    const unsigned bits = static_cast<unsigned>(below(std::min(a.width, 8u)));
    const Type type = a.value.getType();
    combine<arith::ShLIOp>(a, constant(type, bits), [](uint64_t x, uint64_t n) { return x << n; });
    const ComputedValue row = m_kernel.values.back();
    combine<arith::XOrIOp>(a, c, std::bit_xor<>());
    const ComputedValue mixed = m_kernel.values.back();
    combine<arith::AndIOp>(mixed, constant(type, lowBits(bits)), std::bit_and<>());
    const ComputedValue column = m_kernel.values.back();
    combine<arith::AddIOp>(row, column, std::plus<>());
    const ComputedValue place = m_kernel.values.back();
    combine<arith::AddIOp>(place, b, std::plus<>());
  }

  void addOperation() {
    switch (below(18)) {
    case 0:
      return binary<arith::AddIOp>(std::plus<>());
    case 1:
      return addWithFlags();
    case 2:
      return binary<arith::SubIOp>(std::minus<>());
    case 3:
    case 4:
      return binary<arith::MulIOp>(std::multiplies<>());
    case 5:
      return binary<arith::AndIOp>(std::bit_and<>());
    case 6:
      return binary<arith::OrIOp>(std::bit_or<>());
    case 7:
      return binary<arith::XOrIOp>(std::bit_xor<>());
    case 8:
      return shiftLeft();
    case 9:
      return shift<arith::ShRUIOp>(false);
    case 10:
      return shift<arith::ShRSIOp>(true);
    case 11:
      return withConstant<arith::DivUIOp>(1, 200, std::divides<>());
    case 12:
      return withConstant<arith::RemUIOp>(1, 200, std::modulus<>());
    case 13:
      return cast();
    case 14:
      return compare();
    case 15:
      return select();
    case 16:
      return swizzle();
    default:
      return affineMap();
    }
  }

  BlockShape m_block;
  std::mt19937_64 &m_random;
  OpBuilder m_builder;
  RandomKernel m_kernel;
};

} // namespace

RandomKernel makeRandomKernel(MLIRContext &context, const BlockShape &block,
                              std::mt19937_64 &random, unsigned operations) {
  return KernelMaker(context, block, random).make(operations);
}

} // namespace pstudio::test
