// SPDX-License-Identifier: Apache-2.0
// The arithmetic of the built-in references, in double precision, a row of the output at a time.
// Internal to core/run.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/run/host_buffer.h"

namespace pstudio {

/// All elements in row-major order, as HostBuffer::at. O(elements).
std::vector<double> valuesOf(const HostBuffer &buffer);

/// An input of a reference: its elements in row-major order, and their extents.
struct ReferenceInput {
  std::vector<double> values;
  std::vector<int64_t> shape; ///< at least one, all positive
};
using ReferenceInputs = std::span<const ReferenceInput>;

/// Row `row` of the output: its elements along the last dimension, `out.size()` of them; the rows
/// of all other dimensions are counted row-major. The inputs fit the operation. [thread: any
/// number]
using ReferenceRow = void (*)(ReferenceInputs inputs, uint64_t row, std::span<double> out);

/// a + b, element by element.
void addRow(ReferenceInputs inputs, uint64_t row, std::span<double> out);

/// Softmax of a row of x.
void softmaxRow(ReferenceInputs inputs, uint64_t row, std::span<double> out);

/// Added to the variance by layerNormRow, as usual, so that a constant row divides by no 0.
inline constexpr double kLayerNormEpsilon = 1e-5;

/// A row of x with its mean subtracted, divided by sqrt(variance + kLayerNormEpsilon), times
/// `scale` plus `shift` (inputs 1 and 2), each of which is one row.
void layerNormRow(ReferenceInputs inputs, uint64_t row, std::span<double> out);

/// A row of a (M x K) times b (K x N). O(K * N).
void matmulRow(ReferenceInputs inputs, uint64_t row, std::span<double> out);

/// A column of x (R x C) as a row. O(R).
void transposeRow(ReferenceInputs inputs, uint64_t row, std::span<double> out);

/// A row of sums, each over the last dimension of x, added one after the other: exact to 2^-53 of
/// the sum of magnitudes for each addition.
void reduceSumRow(ReferenceInputs inputs, uint64_t row, std::span<double> out);

/// softmax(q k^T / sqrt(D)) v for one query: of q (... x S x D) and of k and v (... x L x D), which
/// have the same leading extents. O(L * D).
void attentionRow(ReferenceInputs inputs, uint64_t row, std::span<double> out);

/// As attentionRow, of the keys up to the query's own; S is L.
void causalAttentionRow(ReferenceInputs inputs, uint64_t row, std::span<double> out);

/// The mean of each element of x (R x C) and its four neighbours; beyond an edge lies the edge.
void meanOfNeighboursRow(ReferenceInputs inputs, uint64_t row, std::span<double> out);

/// Items of x (inputs[0], along its first dimension) by the indices of inputs[1], of one dimension;
/// NaN for an index that is none.
void gatherRow(ReferenceInputs inputs, uint64_t row, std::span<double> out);

} // namespace pstudio
