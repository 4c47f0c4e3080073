// SPDX-License-Identifier: Apache-2.0
// What is known of one value in all threads of a CTA.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "collector/analysis/integer_operations.h"
#include "collector/analysis/lane_bits.h"
#include "collector/analysis/lane_values.h"
#include "collector/analysis/lane_xors.h"
#include "collector/analysis/thread_steps.h"

namespace pstudio {

/// What neighbouring threads are neighbours in. Lane: of a warp; lane i of warp w is thread
/// 32 * w + i of the CTA, x counting fastest.
enum class ThreadDimension : uint8_t { X, Y, Z, Lane };
inline constexpr unsigned kThreadDimensions = 4;

/// A number for each dimension.
using PerDimension = std::array<uint64_t, kThreadDimensions>;

/// What holds of one value, for the threads that compute it in the same iteration of all loops
/// around it. Values of types other than integers, indices, pointers and memrefs (these stand for
/// the byte address of their first element) have strides 0 only.
struct ThreadFacts {
  LaneBits bits;
  std::array<ThreadStep, kThreadDimensions> steps; ///< by ThreadDimension
  /// Within groups, the values as signed numbers follow the stride without wrapping.
  bool isExact = true;
  /// Between the lanes of a warp; none: not of that form, or not known. Only where all warps have
  /// 32 lanes.
  std::optional<LaneXors> xors;
  std::optional<Swizzle> swizzle; ///< likewise

  bool operator==(const ThreadFacts &) const = default;
  const ThreadStep &step(ThreadDimension d) const { return steps[static_cast<size_t>(d)]; }

  /// Whatever a thread pleases.
  static ThreadFacts unknown(unsigned width);
  /// The same in all threads; nothing else known but that `divisibility`, a power of two, divides
  /// it.
  static ThreadFacts uniform(unsigned width, uint64_t divisibility = 1);
  static ThreadFacts constant(uint64_t value);

  /// The largest power of two known to divide all values.
  uint64_t divisibility() const;
  /// Groups of threads that have equal values; 0: all.
  uint64_t constancy(unsigned dimension) const;
};

/// What holds of both.
ThreadFacts join(const ThreadFacts &a, const ThreadFacts &b);
/// Where groups of threads, of `groups` in each dimension (0: all), may have the value from
/// different places.
ThreadFacts chosenByGroups(ThreadFacts facts, const PerDimension &groups);

/// Arithmetic for CTAs of one shape. [immutable; any thread]
class ThreadArithmetic {
public:
  explicit ThreadArithmetic(const BlockShape &block);

  const BlockShape &block() const { return m_block; }
  /// Threads in a dimension; lanes that a warp has.
  uint64_t extent(ThreadDimension dimension) const {
    return m_extents[static_cast<size_t>(dimension)];
  }

  ThreadFacts threadId(unsigned dimension) const; ///< 0: x
  ThreadFacts linearThread() const;               ///< in the CTA
  ThreadFacts laneId() const;

  /// The result, of `width` bits, of an operation; `fromWidth` are those of its first operand.
  /// Every operand must be known. O(1).
  ThreadFacts apply(const IntegerOperation &operation, llvm::ArrayRef<ThreadFacts> operands,
                    unsigned fromWidth, unsigned width) const;
  /// apply() for operands and a result of 64 bits, as addresses have them.
  ThreadFacts apply(IntegerOperator kind, const ThreadFacts &a, const ThreadFacts &b) const;
  /// A function of its operands and nothing else, of which the bits are known.
  ThreadFacts opaque(llvm::ArrayRef<ThreadFacts> operands, const LaneBits &bits,
                     unsigned width) const;

  /// With everything said that follows from what is said: groups that are whole dimensions, lanes
  /// from x, y and z, divisibility from bits and the other way round.
  ThreadFacts completed(ThreadFacts facts, unsigned width) const;

private:
  bool hasWholeWarps() const;
  std::optional<LaneXors> laneXors(const ThreadFacts &facts, unsigned width) const;
  ThreadStep laneStep(const ThreadFacts &facts) const;
  ThreadStep stepOf(const IntegerOperation &operation, llvm::ArrayRef<ThreadFacts> operands,
                    unsigned dimension, unsigned fromWidth, unsigned width) const;

  BlockShape m_block;
  PerDimension m_extents;
};

} // namespace pstudio
