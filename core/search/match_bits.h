// SPDX-License-Identifier: Apache-2.0
// One bit for each slice, instant or track of a trace: whether a search found it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace pstudio {

/// Bits with a fast search for the next one that is set: a second level has one bit for 64 words,
/// so that a view finds the matches among the million slices of a pixel column. An eighth of a byte
/// an item. [thread: any once filled]
class MatchBits {
public:
  MatchBits() = default;
  explicit MatchBits(size_t count);

  size_t size() const { return m_size; }
  void set(uint32_t index);        ///< index < size()
  bool test(uint32_t index) const; ///< false beyond size()
  /// The lowest one that is set in [begin, end). O((end - begin) / 4096 + 64).
  std::optional<uint32_t> firstIn(uint32_t begin, uint32_t end) const;
  bool isEmpty() const { return !m_hasAny; }

private:
  size_t m_size = 0;
  bool m_hasAny = false;
  std::vector<uint64_t> m_words;
  std::vector<uint64_t> m_groups; ///< bit i: word i is not zero
};

} // namespace pstudio
