// SPDX-License-Identifier: Apache-2.0
// Addresses that depend on the thread in a way that the compiler computed: tiles in shared memory,
// also swizzled ones.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <tuple>
#include <vector>

#include "core/base/fields.h"

namespace pstudio::record {

/// Combination of the entries of a thread's bits.
enum class OffsetRule : uint8_t { Sum, Xor };
inline constexpr std::array<std::string_view, 2> kOffsetRuleNames{"sum", "xor"};

/// Bits of a thread's number in its CTA: CTAs have at most 1,024 threads.
inline constexpr size_t kThreadBits = 10;

/// An offset for each thread of a CTA, x fastest. The addresses of two lanes of a warp differ by
/// the difference of their offsets, modulo 2^64.
struct ThreadOffsets {
  OffsetRule rule = OffsetRule::Sum;
  int64_t start = 0;         ///< of thread 0 [bytes]
  std::vector<int64_t> bits; ///< entry b: of bit b of the thread's number; none counts as 0 [bytes]
  bool operator==(const ThreadOffsets &) const = default;

  /// Start, combined with the entries of the bits that are set. [bytes]
  constexpr uint64_t of(uint64_t thread) const {
    auto offset = static_cast<uint64_t>(start);
    for (size_t bit = 0; bit < bits.size(); ++bit)
      if ((thread >> bit & 1) != 0) {
        const auto entry = static_cast<uint64_t>(bits[bit]);
        offset = rule == OffsetRule::Xor ? offset ^ entry : offset + entry;
      }
    return offset;
  }
};

template <FieldsOwner<ThreadOffsets> T> constexpr auto fieldsOf(T &offsets) {
  auto &[rule, start, bits] = offsets;
  return std::tuple(Field{"rule", rule, oneOf(kOffsetRuleNames)},
                    Field{"start", start}.omittedIf(start == 0),
                    Field{"bits", bits, atMost(kThreadBits)});
}

} // namespace pstudio::record
