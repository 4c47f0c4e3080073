// SPDX-License-Identifier: Apache-2.0
// Durations of the last frames.
#pragma once

#include <array>
#include <cstddef>
#include <optional>

namespace pstudio {

/// The times of the newest kKept frames. [not thread-safe]
class FrameTimes {
public:
  static constexpr size_t kKept = 120;

  void add(double milliseconds);
  size_t count() const { return m_count; } ///< at most kKept
  std::optional<double> newest() const;    ///< [ms]; nothing before the first frame
  /// The time that 99 % of the kept frames do not exceed [ms]. O(kKept).
  std::optional<double> percentile99() const;

private:
  std::array<double, kKept> m_times{};
  size_t m_count = 0;
  size_t m_next = 0;
};

} // namespace pstudio
