// SPDX-License-Identifier: Apache-2.0
#include "core/run/reference_operations.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace pstudio {

std::vector<double> valuesOf(const HostBuffer &buffer) {
  std::vector<double> values(buffer.elementCount());
  for (uint64_t i = 0; i < values.size(); ++i)
    values[i] = buffer.at(i);
  return values;
}

std::vector<double> addReference(std::span<const double> a, std::span<const double> b) {
  std::vector<double> sum(a.size());
  std::ranges::transform(a, b, sum.begin(), std::plus<>());
  return sum;
}

std::vector<double> softmaxRowsReference(std::span<const double> x, int64_t columns) {
  std::vector<double> result(x.size());
  const auto width = static_cast<size_t>(columns);
  for (size_t row = 0; row < x.size(); row += width) {
    const std::span<const double> in = x.subspan(row, width);
    const double largest = *std::ranges::max_element(in);
    double sum = 0.0;
    for (size_t c = 0; c < width; ++c)
      sum += result[row + c] = std::exp(in[c] - largest);
    for (size_t c = 0; c < width; ++c)
      result[row + c] /= sum;
  }
  return result;
}

std::vector<double> layerNormRowsReference(std::span<const double> x, std::span<const double> scale,
                                           std::span<const double> shift) {
  std::vector<double> result(x.size());
  const size_t width = scale.size();
  for (size_t row = 0; row < x.size(); row += width) {
    const std::span<const double> in = x.subspan(row, width);
    double sum = 0.0, squares = 0.0;
    for (const double value : in)
      sum += value;
    const double mean = sum / static_cast<double>(width);
    for (const double value : in)
      squares += (value - mean) * (value - mean);
    const double deviation = std::sqrt(squares / static_cast<double>(width) + kLayerNormEpsilon);
    for (size_t c = 0; c < width; ++c)
      result[row + c] = (in[c] - mean) / deviation * scale[c] + shift[c];
  }
  return result;
}

std::vector<double> matmulReference(std::span<const double> a, std::span<const double> b,
                                    int64_t inner, int64_t columns) {
  const auto depth = static_cast<size_t>(inner);
  const auto width = static_cast<size_t>(columns);
  const size_t height = a.size() / depth;
  std::vector<double> c(height * width);
  // The innermost loop runs along rows of b and c, so that memory is read in order.
  for (size_t m = 0; m < height; ++m)
    for (size_t k = 0; k < depth; ++k)
      for (size_t n = 0; n < width; ++n)
        c[m * width + n] += a[m * depth + k] * b[k * width + n];
  return c;
}

std::vector<double> transposeReference(std::span<const double> x, int64_t columns) {
  const auto width = static_cast<size_t>(columns);
  const size_t height = x.size() / width;
  std::vector<double> result(x.size());
  for (size_t row = 0; row < height; ++row)
    for (size_t c = 0; c < width; ++c)
      result[c * height + row] = x[row * width + c];
  return result;
}

std::vector<double> reduceSumReference(std::span<const double> x, int64_t columns) {
  const auto width = static_cast<size_t>(columns);
  std::vector<double> sums(x.size() / width);
  for (size_t row = 0; row < sums.size(); ++row) {
    const std::span<const double> in = x.subspan(row * width, width);
    sums[row] = std::accumulate(in.begin(), in.end(), 0.0);
  }
  return sums;
}

} // namespace pstudio
