// SPDX-License-Identifier: Apache-2.0
// The arithmetic of the built-in references, in double precision. Internal to core/run.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/run/host_buffer.h"

namespace pstudio {

/// All elements in row-major order, as HostBuffer::at. O(elements).
std::vector<double> valuesOf(const HostBuffer &buffer);

/// a[i] + b[i]; both of one size.
std::vector<double> addReference(std::span<const double> a, std::span<const double> b);

/// Softmax of each run of `columns` (> 0) elements.
std::vector<double> softmaxRowsReference(std::span<const double> x, int64_t columns);

/// Added to the variance by layerNormRowsReference, as usual, so that a constant row divides by no
/// 0.
inline constexpr double kLayerNormEpsilon = 1e-5;

/// Each run of `scale.size()` (> 0) elements with its mean subtracted, divided by
/// sqrt(variance + kLayerNormEpsilon), times `scale` plus `shift`, which is of the same size.
std::vector<double> layerNormRowsReference(std::span<const double> x, std::span<const double> scale,
                                           std::span<const double> shift);

/// (M x inner) times (inner x columns), row-major. O(M * inner * columns).
std::vector<double> matmulReference(std::span<const double> a, std::span<const double> b,
                                    int64_t inner, int64_t columns);

/// The rows of `x`, each of `columns` (> 0) elements, as columns.
std::vector<double> transposeReference(std::span<const double> x, int64_t columns);

/// The sum of each run of `columns` (> 0) elements, added one after the other: exact to
/// `columns` * 2^-53 of the sum of magnitudes.
std::vector<double> reduceSumReference(std::span<const double> x, int64_t columns);

} // namespace pstudio
