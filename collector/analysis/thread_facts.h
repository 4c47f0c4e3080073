// SPDX-License-Identifier: Apache-2.0
// Facts about one value in all threads of a CTA.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "collector/analysis/integer_operations.h"
#include "collector/analysis/lane_bits.h"
#include "collector/analysis/lane_values.h"
#include "collector/analysis/lane_xors.h"
#include "collector/analysis/thread_part.h"
#include "collector/analysis/thread_steps.h"

namespace pstudio {

/// The dimension in which threads are neighbours. Lane: the lanes of a warp; lane i of warp w is
/// thread 32 * w + i of the CTA, where x counts fastest.
enum class ThreadDimension : uint8_t { X, Y, Z, Lane };
inline constexpr unsigned kThreadDimensions = 4;

/// A number for each dimension.
using PerDimension = std::array<uint64_t, kThreadDimensions>;

/// Facts that hold for one value, for the threads that compute it in the same iteration of all
/// loops around it. Values of types other than integers, indices, pointers and memrefs (these stand
/// for the byte address of their first element) have strides 0 only.
struct ThreadFacts {
  LaneBits bits;
  std::array<ThreadStep, kThreadDimensions> steps; ///< by ThreadDimension
  /// Within groups, the values as signed numbers follow the stride without wrapping.
  bool isExact = true;
  /// Differences between the lanes of a warp; none if they are not of that form, or unknown. A
  /// value that varies has them only if all warps have 32 lanes.
  std::optional<LaneXors> xors;
  std::optional<Swizzle> swizzle; ///< likewise
  /// None if the value has not the form, is a constant, or is one of a warp with a rest alone.
  std::optional<ThreadPart> part;

  bool operator==(const ThreadFacts &) const = default;
  const ThreadStep &step(ThreadDimension d) const { return steps[static_cast<size_t>(d)]; }

  /// Any value in each thread.
  static ThreadFacts unknown(unsigned width);
  /// The same value in all threads. Only `divisibility`, a power of two that divides it, is known.
  static ThreadFacts uniform(unsigned width, uint64_t divisibility = 1);
  static ThreadFacts constant(uint64_t value);

  /// The largest power of two that is proven to divide all values.
  uint64_t divisibility() const;
  /// Number of threads in each group that has one value; 0: all threads have one value.
  uint64_t constancy(unsigned dimension) const;
};

/// Facts that hold for both values.
ThreadFacts join(const ThreadFacts &a, const ThreadFacts &b);
/// Facts of a value that each group of threads may have from a different place. `groups` is the
/// size of the groups in each dimension; 0: all threads are one group.
ThreadFacts chosenByGroups(ThreadFacts facts, const PerDimension &groups);

/// Arithmetic for CTAs of one shape. [immutable; any thread]
class ThreadArithmetic {
public:
  explicit ThreadArithmetic(const BlockShape &block);

  const BlockShape &block() const { return m_block; }
  /// Threads in a dimension; for Lane, the lanes of a warp.
  uint64_t extent(ThreadDimension dimension) const {
    return m_extents[static_cast<size_t>(dimension)];
  }

  ThreadFacts threadId(unsigned dimension) const; ///< 0: x
  ThreadFacts linearThread() const;               ///< in the CTA
  ThreadFacts laneId() const;

  /// Facts of the result, of `width` bits, of an operation; `fromWidth` is the width of its first
  /// operand. The facts of every operand are required. O(1).
  ThreadFacts apply(const IntegerOperation &operation, llvm::ArrayRef<ThreadFacts> operands,
                    unsigned fromWidth, unsigned width) const;
  /// apply() for operands and a result of 64 bits, the width of addresses.
  ThreadFacts apply(IntegerOperator kind, const ThreadFacts &a, const ThreadFacts &b) const;
  /// Facts of a result that depends on nothing but the operands and whose bits are given.
  ThreadFacts opaque(llvm::ArrayRef<ThreadFacts> operands, const LaneBits &bits,
                     unsigned width) const;

  /// Adds all facts that follow from the given ones: groups that are whole dimensions, lanes from
  /// x, y and z, divisibility from bits and vice versa.
  ThreadFacts completed(ThreadFacts facts, unsigned width) const;

private:
  std::optional<ThreadPart> threadIdPart(unsigned dimension) const;
  bool hasWholeWarps() const;
  std::optional<LaneXors> laneXors(const ThreadFacts &facts, unsigned width) const;
  ThreadStep laneStep(const ThreadFacts &facts) const;
  ThreadStep stepOf(const IntegerOperation &operation, llvm::ArrayRef<ThreadFacts> operands,
                    unsigned dimension, unsigned fromWidth, unsigned width) const;

  BlockShape m_block;
  PerDimension m_extents;
};

} // namespace pstudio
