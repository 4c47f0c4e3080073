// SPDX-License-Identifier: Apache-2.0
// Compares what a kernel computed with a reference computed in double precision.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/run/host_buffer.h"
#include "core/run/run_spec.h"

namespace pstudio {

/// Names of the built-in references:
///
/// | name         | output                                  | inputs                              |
/// |--------------|-----------------------------------------|-------------------------------------|
/// | add          | C[i] = A[i] + B[i]                      | A, B; all of one shape              |
/// | softmax_rows | Y[r][c] = exp(X[r][c] - max X[r]) / sum | X; rows are the last dimension      |
/// | layer_norm_  | Y[r][c] = (X[r][c] - mean X[r]) / sqrt( | X, S, B; rows are the last          |
/// | rows         | variance X[r] + 1e-5) * S[c] + B[c]     | dimension, S and B have its size    |
/// | matmul       | C[m][n] = sum over k of A[m][k] B[k][n] | A (MxK), B (KxN); C is MxN          |
/// | transpose    | Y[c][r] = X[r][c]                       | X (RxC); Y is CxR                   |
/// | reduce_sum   | Y[r] = sum over c of X[r][c]            | X; Y lacks X's last dimension, or   |
/// |              |                                         | is one element for X of one         |
/// | attention    | O[h][s] = softmax over l of             | Q (... x S x D), K and V (... x L   |
/// |              | Q[h][s] K[h][l] / sqrt(D), times V[h]   | x D) with its leading extents h     |
/// | attention_   | the same of the keys l <= s             | Q, K, V of one shape                |
/// | causal       |                                         |                                     |
/// | mean_of_     | Y[r][c] = mean of X[r][c] and its four  | X (RxC); Y is RxC                   |
/// | neighbours   | neighbours; beyond an edge is the edge  |                                     |
/// | gather       | Y[i] = X[I[i]]                          | X, I (integers, of one dimension);  |
/// |              |                                         | Y has X's shape but I's length      |
std::span<const std::string_view> referenceOperations();

/// Number of inputs of an operation; nullopt if there is no such operation.
std::optional<size_t> referenceInputCount(std::string_view operation);

/// Result of one check.
struct CheckReport {
  /// Largest |output - reference|; 0 for equal infinities and for two NaNs, infinity if else an
  /// element of either is not finite.
  double maxError = 0.0;
  double allowed = 0.0;
  uint64_t rows = 0;         ///< of the output: runs of its last dimension
  uint64_t comparedRows = 0; ///< of them; all, unless the check sets a number
  uint64_t wrongCount = 0;   ///< elements whose error is above `allowed`
  std::vector<int64_t>
      firstWrong;        ///< index of the first of them, one number per dimension; empty if none
  double expected = 0.0; ///< there
  double got = 0.0;      ///< there

  bool passed() const { return wrongCount == 0; }
  /// "64 of 4096 rows"; empty if all were compared.
  std::string sample() const;
  /// "C[3, 5] is 1.5, expected 2 (7 elements are wrong; max error 0.5, allowed 0.0001; 64 of 4096
  /// rows compared)".
  std::string describe(std::string_view output) const;
};

/// Fails with InvalidInput if the check's buffers or their shapes do not fit its operation. Reads
/// no data.
Result<void> validateCheck(const RunSpec &spec, const ResultCheck &check);

/// Computes the reference from the initial values of the inputs as the specification makes them (so
/// that a kernel may overwrite its inputs) and compares, on all threads of the machine. `output` is
/// the buffer after the run. O(size of the reference computation, for the rows compared).
Result<CheckReport> runCheck(const RunSpec &spec, const ResultCheck &check,
                             const HostBuffer &output);

} // namespace pstudio
