// SPDX-License-Identifier: Apache-2.0
// Claims of the analysis about a value hold for the values that all threads of a CTA compute.
#include <QtTest/QTest>

#include <random>

#include "collector/analysis/address_analysis.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/MLIRContext.h"
#include "tests/collector/analysis/random_kernel.h"

using namespace pstudio;
using test::ComputedValue;

namespace {

__extension__ typedef __int128 Int128;

constexpr unsigned kKernels = 1500;
constexpr unsigned kOperations = 25;

BlockShape randomBlock(std::mt19937_64 &random) {
  const auto extent = [&](uint32_t most) {
    const auto any = static_cast<uint32_t>(1 + random() % most);
    return random() % 3 == 0 ? any : 1u << (random() % std::bit_width(most));
  };
  switch (random() % 3) {
  case 0:
    return {extent(256), 1, 1};
  case 1:
    return {extent(64), extent(8), 1};
  default:
    return {extent(40), extent(6), extent(4)};
  }
}

/// Neighbours in one dimension of a CTA: threads[first + i * distance] for i < count.
struct Line {
  uint64_t first = 0;
  uint64_t distance = 1;
  uint64_t count = 0;
};

std::vector<Line> linesOf(ThreadDimension dimension, const BlockShape &block) {
  const uint64_t threads = uint64_t{block[0]} * block[1] * block[2];
  std::vector<Line> lines;
  if (dimension == ThreadDimension::Lane) {
    for (uint64_t first = 0; first < threads; first += kLanesPerWarp)
      lines.push_back({first, 1, std::min<uint64_t>(kLanesPerWarp, threads - first)});
    return lines;
  }
  const auto d = static_cast<unsigned>(dimension);
  uint64_t distance = 1;
  for (unsigned i = 0; i < d; ++i)
    distance *= block[i];
  for (uint64_t i = 0; i < threads; ++i)
    if (i / distance % block[d] == 0)
      lines.push_back({i, distance, block[d]});
  return lines;
}

/// The reason why the step is wrong for this line; empty if it is correct.
std::string refute(const ThreadStep &step, bool isExact, const ComputedValue &value,
                   const Line &line) {
  const auto at = [&](uint64_t i) { return value.threads[line.first + i * line.distance]; };
  const unsigned shift = 64 - value.width;
  const auto asSigned = [&](uint64_t word) { return static_cast<int64_t>(word << shift) >> shift; };
  const uint64_t group = step.group == 0 ? line.count : step.group;
  for (uint64_t begin = 0; begin < line.count; begin += group) {
    if ((at(begin) & (step.divisibility - 1) & lowBits(value.width)) != 0)
      return "first value " + std::to_string(at(begin)) + " not divisible";
    if (begin + 1 >= line.count || group == 1)
      continue;
    const uint64_t found = (at(begin + 1) - at(begin)) & lowBits(value.width);
    const uint64_t stride = step.stride ? static_cast<uint64_t>(*step.stride) : found;
    for (uint64_t i = 1; i < group && begin + i < line.count; ++i) {
      if (((at(begin) + stride * i - at(begin + i)) & lowBits(value.width)) != 0)
        return "thread " + std::to_string(begin + i) + " has " + std::to_string(at(begin + i));
      // The exact difference is equal for all neighbours. It has 128 bits because 64 bits may
      // overflow.
      const auto difference = [&](uint64_t n) {
        return static_cast<Int128>(asSigned(at(begin + n))) - asSigned(at(begin + n - 1));
      };
      if (isExact && (difference(i) != difference(1) ||
                      (step.stride && difference(i) != static_cast<Int128>(*step.stride))))
        return "thread " + std::to_string(begin + i) + " wraps";
    }
  }
  return {};
}

/// The reason why the value of a lane does not follow from that of the first lane of its warp;
/// empty if it follows.
std::string refute(const Swizzle &is, const ComputedValue &value) {
  const uint64_t low = lowBits(static_cast<unsigned>(std::bit_width(varyingBits(is.xors))));
  for (uint64_t thread = 0; thread < value.threads.size(); ++thread) {
    const uint64_t lane = thread % kLanesPerWarp;
    const uint64_t first = value.threads[thread - lane];
    uint64_t inLow = first & low;
    for (size_t bit = 0; bit < is.xors.size(); ++bit)
      inLow ^= (lane >> bit & 1) != 0 ? is.xors[bit] : 0;
    const uint64_t above = (first & ~low) + lane * static_cast<uint64_t>(is.stride);
    const uint64_t expected = (above | inLow) & lowBits(value.width);
    if (expected != (value.threads[thread] & lowBits(value.width)))
      return "thread " + std::to_string(thread) + " has " + std::to_string(value.threads[thread]) +
             ", not " + std::to_string(expected);
  }
  return {};
}

/// The reason why the values are not a rest of each warp and these numbers; empty if they are.
std::string refute(const ThreadPart &part, const ComputedValue &value) {
  const uint64_t modulus = lowBits(value.width);
  const unsigned shift = 64 - value.width;
  const auto asSigned = [&](uint64_t word) { return static_cast<int64_t>(word << shift) >> shift; };
  if (part.numbers->size() != value.threads.size())
    return "numbers of other threads";
  for (uint64_t thread = 0; thread < value.threads.size(); ++thread) {
    const uint64_t first = thread - thread % kLanesPerWarp;
    const auto at = [&](uint64_t t) { return static_cast<uint64_t>((*part.numbers)[t]); };
    const auto restAt = [&](uint64_t t) { return (value.threads[t] - at(t)) & modulus; };
    const std::string is = "thread " + std::to_string(thread) + " has " +
                           std::to_string(value.threads[thread]) + ", number " +
                           std::to_string((*part.numbers)[thread]);
    if (restAt(thread) != restAt(first) || (part.isWhole && restAt(thread) != 0))
      return is + ", another rest";
    if ((restAt(thread) & (part.restDivisor - 1)) != 0)
      return is + ", a rest that is not divisible";
    const auto exact = [&](uint64_t t) {
      return static_cast<Int128>(asSigned(value.threads[t])) - (*part.numbers)[t];
    };
    if (part.isExact && exact(thread) != exact(first))
      return is + " and wraps";
  }
  return {};
}

std::string refute(const ThreadFacts &facts, const ComputedValue &value, const BlockShape &block) {
  for (uint64_t word : value.threads)
    if ((word & facts.bits.zero) != 0 || (~word & facts.bits.one) != 0)
      return "bits of " + std::to_string(word);
  for (unsigned d = 0; d < kThreadDimensions; ++d)
    for (const Line &line : linesOf(static_cast<ThreadDimension>(d), block))
      if (const std::string why = refute(facts.steps[d], facts.isExact, value, line); !why.empty())
        return "dimension " + std::to_string(d) + ": " + why;
  if (facts.xors)
    if (const std::string why = refute(Swizzle{*facts.xors, 0}, value); !why.empty())
      return "by exclusive or: " + why;
  if (facts.swizzle)
    if (const std::string why = refute(*facts.swizzle, value); !why.empty())
      return "swizzled: " + why;
  if (facts.part)
    if (const std::string why = refute(*facts.part, value); !why.empty())
      return "by numbers of threads: " + why;
  return {};
}

std::string textOf(mlir::Operation *op) {
  std::string text;
  llvm::raw_string_ostream(text) << *op;
  return text;
}

} // namespace

class AddressAnalysisTest final : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void initTestCase() {
    m_context.loadDialect<mlir::affine::AffineDialect, mlir::arith::ArithDialect,
                          mlir::gpu::GPUDialect>();
    m_context.allowUnregisteredDialects();
  }

  void everyClaimHoldsForRandomArithmetic() {
    const uint64_t seed = std::random_device{}();
    qInfo("seed %llu", static_cast<unsigned long long>(seed));
    std::mt19937_64 random(seed);
    uint64_t claims = 0, claimsByXor = 0, claimsBoth = 0, claimsByPart = 0;
    for (unsigned i = 0; i < kKernels; ++i) {
      const BlockShape block = randomBlock(random);
      const test::RandomKernel kernel =
          test::makeRandomKernel(m_context, block, random, kOperations);
      const AddressAnalysis analysis(*kernel.module, block);
      for (const ComputedValue &value : kernel.values) {
        const ThreadFacts *facts = analysis.factsOf(value.value);
        QVERIFY(facts);
        const bool hasStride = facts->step(ThreadDimension::Lane).group == 0;
        claims += hasStride;
        claimsByXor += !hasStride && facts->xors;
        claimsByPart += facts->part && !facts->part->isWhole && !facts->xors && !facts->swizzle;
        claimsBoth += !hasStride && facts->swizzle && facts->swizzle->xors != kUniformXors &&
                      facts->swizzle->stride != 0;
        if (const std::string why = refute(*facts, value, block); !why.empty())
          QFAIL((why + "\nof " + textOf(value.value.getDefiningOp()) + "\nin a CTA of " +
                 std::to_string(block[0]) + " x " + std::to_string(block[1]) + " x " +
                 std::to_string(block[2]) + "\n" + textOf(*kernel.module))
                    .c_str());
      }
    }
    // Requires a minimum number of claims: an analysis without claims would pass the checks above.
    QVERIFY(claims > uint64_t{kKernels} * kOperations / 4);
    QVERIFY2(claimsByPart > kKernels / 50, qPrintable(QString::number(claimsByPart)));
    QVERIFY2(claimsBoth > kKernels / 50, qPrintable(QString::number(claimsBoth)));
    QVERIFY2(claimsByXor > uint64_t{kKernels} * kOperations / 50,
             qPrintable(QString::number(claimsByXor)));
  }

  void aShiftIntoTheSignIsNotExact() {
    // For the rest -1, the values -1 and 0 become -2^31 and 0; the numbers 0 and 1, 0 and -2^31.
    ThreadPart part = wholePart({0, 1});
    part.isWhole = false;
    part.restDivisor = 1;
    const auto isExactFor = [&](uint64_t count) {
      const PartOperand operands[] = {{LaneBits::varyingBits(32), part},
                                      {LaneBits::constant(count), std::nullopt}};
      const auto shifted = partOf({IntegerOperator::ShiftLeft, true}, operands, 32, 32);
      return shifted ? std::optional(shifted->isExact) : std::nullopt;
    };
    QVERIFY(isExactFor(30) == true);
    QVERIFY(isExactFor(31) == false);
  }

private:
  mlir::MLIRContext m_context{mlir::MLIRContext::Threading::DISABLED};
};

QTEST_GUILESS_MAIN(AddressAnalysisTest)
#include "address_analysis_test.moc"
