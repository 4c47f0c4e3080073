// SPDX-License-Identifier: Apache-2.0
// Minimum and maximum of floating-point numbers of lanes.
#pragma once

#include <cmath>

namespace pstudio::test::amdgpu {

template <class T> bool isNotANumber(T value) {
  return value != value;
}

/// minNum and maxNum of IEEE 754-2008; -0 is less than +0.
template <class T> T smaller(T a, T b) {
  if (isNotANumber(a))
    return b;
  if (isNotANumber(b))
    return a;
  if (a == b)
    return std::signbit(double(a)) ? a : b;
  return a < b ? a : b;
}
template <class T> T larger(T a, T b) {
  if (isNotANumber(a))
    return b;
  if (isNotANumber(b))
    return a;
  if (a == b)
    return std::signbit(double(a)) ? b : a;
  return a > b ? a : b;
}
} // namespace pstudio::test::amdgpu
