// SPDX-License-Identifier: Apache-2.0
// The part of a value that depends on the thread alone.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "llvm/ADT/ArrayRef.h"

#include "collector/analysis/integer_operations.h"
#include "collector/analysis/lane_bits.h"

namespace pstudio {

/// Most threads of a CTA whose parts are followed; no chip has more.
inline constexpr uint64_t kMaxPartThreads = 1024;

/// In thread t of a CTA, where x counts fastest, a value of `width` bits is
///   rest + numbers[t]   modulo 2^width.
/// The rest is the same in all lanes of a warp of 32. It may differ between warps and between
/// iterations. Addresses in tiles of shared memory have this form, also where they are swizzled:
/// one address of a warp and the numbers determine those of all its lanes.
struct ThreadPart {
  /// Sign-extended from `width` bits; shared by the values that differ in the rest alone. Not null.
  std::shared_ptr<const std::vector<int64_t>> numbers;
  uint64_t restDivisor = 1; ///< a power of two that divides the rest
  bool isWhole = false;     ///< the rest is 0
  /// As signed numbers, value = rest + number without wrapping.
  bool isExact = false;

  bool operator==(const ThreadPart &other) const;
};

/// An operand: its part if it has one, else its bits, which may prove that it is a constant or the
/// same in all lanes.
struct PartOperand {
  LaneBits bits;
  std::optional<ThreadPart> part;
};

/// The numbers themselves as a value without a rest.
ThreadPart wholePart(std::vector<int64_t> numbers);
/// Part of a value that comes from one of two places, the same place for all lanes of a warp.
std::optional<ThreadPart> join(const std::optional<ThreadPart> &a,
                               const std::optional<ThreadPart> &b);
/// Part of an operation's result of `width` bits; `fromWidth` is the width of its first operand.
/// None unless an operand has a part, and where the result has not the form. O(threads).
std::optional<ThreadPart> partOf(const IntegerOperation &operation,
                                 llvm::ArrayRef<PartOperand> operands, unsigned fromWidth,
                                 unsigned width);

} // namespace pstudio
