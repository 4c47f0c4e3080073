// SPDX-License-Identifier: Apache-2.0
#include "core/run/reference_operations.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace pstudio {
namespace {

std::span<const double> rowOf(const ReferenceInput &input, uint64_t row, size_t width) {
  return std::span(input.values).subspan(row * width, width);
}

/// exp(x - largest) in place; gives the sum.
double exponentials(std::span<double> x) {
  const double largest = *std::ranges::max_element(x);
  double sum = 0.0;
  for (double &value : x)
    sum += value = std::exp(value - largest);
  return sum;
}

/// The last extent but one.
uint64_t lengthOf(const ReferenceInput &input) {
  return static_cast<uint64_t>(input.shape[input.shape.size() - 2]);
}

/// Item `number` of the first dimension, or nothing for a number that is no index of it.
std::span<const double> itemOf(const ReferenceInput &input, double number) {
  if (!(number >= 0) || number >= static_cast<double>(input.shape[0]))
    return {};
  const size_t width = input.values.size() / static_cast<size_t>(input.shape[0]);
  return rowOf(input, static_cast<uint64_t>(number), width);
}

/// With the first `keys` keys of the head only.
void attendTo(uint64_t keys, ReferenceInputs inputs, uint64_t row, std::span<double> out) {
  const uint64_t firstKey = row / lengthOf(inputs[0]) * lengthOf(inputs[1]);
  const auto query = rowOf(inputs[0], row, out.size());
  std::vector<double> weights(keys);
  for (uint64_t key = 0; key < keys; ++key) {
    const auto k = rowOf(inputs[1], firstKey + key, out.size());
    weights[key] = std::inner_product(query.begin(), query.end(), k.begin(), 0.0) /
                   std::sqrt(static_cast<double>(out.size()));
  }
  const double sum = exponentials(weights);
  std::ranges::fill(out, 0.0);
  for (uint64_t key = 0; key < keys; ++key) {
    const auto v = rowOf(inputs[2], firstKey + key, out.size());
    for (size_t d = 0; d < out.size(); ++d)
      out[d] += weights[key] / sum * v[d];
  }
}

} // namespace

std::vector<double> valuesOf(const HostBuffer &buffer) {
  std::vector<double> values(buffer.elementCount());
  for (uint64_t i = 0; i < values.size(); ++i)
    values[i] = buffer.at(i);
  return values;
}

void addRow(ReferenceInputs inputs, uint64_t row, std::span<double> out) {
  const auto a = rowOf(inputs[0], row, out.size()), b = rowOf(inputs[1], row, out.size());
  std::ranges::transform(a, b, out.begin(), std::plus<>());
}

void softmaxRow(ReferenceInputs inputs, uint64_t row, std::span<double> out) {
  std::ranges::copy(rowOf(inputs[0], row, out.size()), out.begin());
  const double sum = exponentials(out);
  for (double &value : out)
    value /= sum;
}

void layerNormRow(ReferenceInputs inputs, uint64_t row, std::span<double> out) {
  const auto in = rowOf(inputs[0], row, out.size());
  const auto width = static_cast<double>(out.size());
  double sum = 0.0, squares = 0.0;
  for (const double value : in)
    sum += value;
  const double mean = sum / width;
  for (const double value : in)
    squares += (value - mean) * (value - mean);
  const double deviation = std::sqrt(squares / width + kLayerNormEpsilon);
  for (size_t c = 0; c < out.size(); ++c)
    out[c] = (in[c] - mean) / deviation * inputs[1].values[c] + inputs[2].values[c];
}

void matmulRow(ReferenceInputs inputs, uint64_t row, std::span<double> out) {
  const auto depth = static_cast<size_t>(inputs[1].shape[0]);
  const auto a = rowOf(inputs[0], row, depth);
  std::ranges::fill(out, 0.0);
  // The inner loop runs along rows of b, so that memory is read in order.
  for (size_t k = 0; k < depth; ++k) {
    const auto b = rowOf(inputs[1], k, out.size());
    for (size_t n = 0; n < out.size(); ++n)
      out[n] += a[k] * b[n];
  }
}

void transposeRow(ReferenceInputs inputs, uint64_t row, std::span<double> out) {
  const auto width = static_cast<size_t>(inputs[0].shape[1]);
  for (size_t i = 0; i < out.size(); ++i)
    out[i] = inputs[0].values[i * width + row];
}

void reduceSumRow(ReferenceInputs inputs, uint64_t row, std::span<double> out) {
  const auto width = static_cast<size_t>(inputs[0].shape.back());
  for (size_t i = 0; i < out.size(); ++i) {
    const auto in = rowOf(inputs[0], row * out.size() + i, width);
    out[i] = std::accumulate(in.begin(), in.end(), 0.0);
  }
}

void attentionRow(ReferenceInputs inputs, uint64_t row, std::span<double> out) {
  attendTo(lengthOf(inputs[1]), inputs, row, out);
}

void causalAttentionRow(ReferenceInputs inputs, uint64_t row, std::span<double> out) {
  attendTo(row % lengthOf(inputs[0]) + 1, inputs, row, out);
}

void meanOfNeighboursRow(ReferenceInputs inputs, uint64_t row, std::span<double> out) {
  const auto rows = static_cast<uint64_t>(inputs[0].shape[0]);
  const size_t width = out.size();
  const auto here = rowOf(inputs[0], row, width);
  const auto above = rowOf(inputs[0], row == 0 ? 0 : row - 1, width);
  const auto below = rowOf(inputs[0], std::min(row + 1, rows - 1), width);
  for (size_t c = 0; c < width; ++c)
    out[c] = (here[c] + above[c] + below[c] + here[c == 0 ? 0 : c - 1] +
              here[std::min(c + 1, width - 1)]) /
             5;
}

void gatherRow(ReferenceInputs inputs, uint64_t row, std::span<double> out) {
  const std::vector<double> &indices = inputs[1].values;
  const uint64_t perItem = inputs[0].values.size() / static_cast<size_t>(inputs[0].shape[0]);
  for (size_t i = 0; i < out.size(); ++i) {
    const uint64_t element = row * out.size() + i;
    const auto item = itemOf(inputs[0], indices[element / perItem]);
    out[i] = item.empty() ? std::numeric_limits<double>::quiet_NaN() : item[element % perItem];
  }
}

} // namespace pstudio
