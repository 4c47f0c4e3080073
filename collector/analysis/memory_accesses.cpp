// SPDX-License-Identifier: Apache-2.0
// Operands of loads, stores and copies to addresses.
#include "collector/analysis/memory_accesses.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Matchers.h"

#include "collector/analysis/address_values.h"

using namespace mlir;

namespace pstudio {
namespace {

/// Combines the operands of accesses with the facts about their values.
class AccessReader {
public:
  AccessReader(FactsOf facts, const ThreadArithmetic &arithmetic)
      : m_facts(facts), m_arithmetic(arithmetic) {}

  std::optional<ThreadFacts> addressOf(const AccessOperands &access) const {
    const ThreadFacts *origin = m_facts(access.base);
    std::optional<SmallVector<ThreadFacts, 3>> indices = factsOf(access.indices);
    if (!origin || !indices)
      return std::nullopt;
    if (!isa<BaseMemRefType>(access.base.getType()))
      return inBuffer(atOffset(*origin, access.offset), access);
    if (access.map)
      indices = evaluated(access.map, *indices);
    return atOffset(m_arithmetic.apply(IntegerOperator::Add, *origin,
                                       elementOffset(access.base, *indices, m_arithmetic)),
                    access.offset);
  }

private:
  /// Adds the offsets of a buffer. Those of the lanes that make an access are below its extent. If
  /// this is at most 2^31, they are no negative numbers either and follow small strides.
  std::optional<ThreadFacts> inBuffer(ThreadFacts address, const AccessOperands &access) const {
    APInt extent;
    const bool isBelowSign = access.extent && matchPattern(access.extent, m_ConstantInt(&extent)) &&
                             extent.getLimitedValue() <= uint64_t{1} << 31;
    for (Value offset : access.offsets) {
      const ThreadFacts *facts = m_facts(offset);
      if (!facts)
        return std::nullopt;
      ThreadFacts known = *facts;
      known.isExact |= isBelowSign && access.offsets.size() == 1 && hasSmallStrides(known);
      const IntegerOperator extend =
          isBelowSign ? IntegerOperator::SignExtend : IntegerOperator::ZeroExtend;
      const unsigned width = laneWidth(offset.getType());
      address = m_arithmetic.apply(IntegerOperator::Add, address,
                                   m_arithmetic.apply({extend}, {known}, width, 64));
    }
    return address;
  }

  /// All threads of a group are less than 2^31 apart: their differences modulo 2^32 determine those
  /// of numbers below 2^31.
  bool hasSmallStrides(const ThreadFacts &facts) const {
    for (unsigned d = 0; d < kThreadDimensions; ++d) {
      const ThreadStep &step = facts.steps[d];
      const uint64_t threads = m_arithmetic.extent(static_cast<ThreadDimension>(d));
      const int64_t limit = (int64_t{1} << 31) / static_cast<int64_t>(threads);
      if (!step.isUnknown() && (!step.stride || *step.stride <= -limit || *step.stride >= limit))
        return false;
    }
    return true;
  }

  ThreadFacts atOffset(const ThreadFacts &address, int64_t offset) const {
    return offset == 0 ? address
                       : m_arithmetic.apply(IntegerOperator::Add, address,
                                            ThreadFacts::constant(static_cast<uint64_t>(offset)));
  }

  std::optional<SmallVector<ThreadFacts, 3>> factsOf(ValueRange values) const {
    SmallVector<ThreadFacts, 3> all;
    for (Value value : values) {
      const ThreadFacts *facts = m_facts(value);
      if (!facts)
        return std::nullopt;
      all.push_back(*facts);
    }
    return all;
  }

  SmallVector<ThreadFacts, 3> evaluated(AffineMap map, ArrayRef<ThreadFacts> operands) const {
    SmallVector<ThreadFacts, 3> results;
    for (AffineExpr expression : map.getResults())
      results.push_back(evaluate(expression, map.getNumDims(), operands, m_arithmetic));
    return results;
  }

  FactsOf m_facts;
  const ThreadArithmetic &m_arithmetic;
};

} // namespace

bool MemoryAccess::isAffineInLane() const {
  return widthBytes != 0 && address.step(ThreadDimension::Lane).group == 0;
}

std::optional<int64_t> MemoryAccess::laneStride() const {
  return isAffineInLane() ? address.step(ThreadDimension::Lane).stride : std::nullopt;
}

std::optional<Swizzle> MemoryAccess::swizzle() const {
  if (widthBytes == 0 || laneStride())
    return std::nullopt;
  return address.xors ? std::optional(Swizzle{*address.xors, 0}) : address.swizzle;
}

SmallVector<MemoryAccess, 2> memoryAccesses(Operation *op, FactsOf facts,
                                            const ThreadArithmetic &arithmetic) {
  const AccessReader reader(facts, arithmetic);
  SmallVector<MemoryAccess, 2> accesses;
  for (const AccessOperands &access : accessOperands(op))
    if (const std::optional<ThreadFacts> address = reader.addressOf(access))
      accesses.push_back({access.kind, access.space, access.isGenericAddress, access.base, *address,
                          access.widthBytes});
  return accesses;
}

} // namespace pstudio
