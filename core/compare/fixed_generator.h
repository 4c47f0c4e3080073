// SPDX-License-Identifier: Apache-2.0
// Random numbers for resamples: the same in each run.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>

namespace pstudio::compare {

/// Numbers that are the same with every standard library: its distributions are not specified.
class FixedGenerator {
public:
  /// In (0, 1).
  double uniform() { return (static_cast<double>(m_bits() >> 11) + 0.5) * 0x1p-53; }

  /// Of mean 0 and deviation 1. Marsaglia's polar method; one of the two numbers is enough here.
  double normal() {
    while (true) {
      const double x = 2 * uniform() - 1, y = 2 * uniform() - 1;
      const double square = x * x + y * y;
      if (square > 0 && square < 1)
        return x * std::sqrt(-2 * std::log(square) / square);
    }
  }

  /// Less than `count`.
  size_t index(size_t count) {
    return std::min(static_cast<size_t>(uniform() * static_cast<double>(count)), count - 1);
  }

  /// Of shape >= 1 and scale 1 (Marsaglia and Tsang, 2000).
  double gamma(double shape) {
    const double d = shape - 1.0 / 3, c = 1 / std::sqrt(9 * d);
    while (true) {
      const double x = normal();
      const double v = (1 + c * x) * (1 + c * x) * (1 + c * x);
      if (v > 0 && std::log(uniform()) < x * x / 2 + d - d * v + d * std::log(v))
        return d * v;
    }
  }

private:
  std::mt19937_64 m_bits{0x70726f746f6e}; // any fixed number
};

} // namespace pstudio::compare
