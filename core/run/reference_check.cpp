// SPDX-License-Identifier: Apache-2.0
#include "core/run/reference_check.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <sstream>

#include "core/base/json_field.h"
#include "core/base/parallel.h"
#include "core/run/npy.h"
#include "core/run/reference_operations.h"

namespace pstudio {
namespace {

std::string describe(const BufferArgument &buffer) {
  return describeShape(buffer.dtype, buffer.shape);
}

using Arguments = std::span<const BufferArgument *const>;

/// One built-in reference: its requirements on the shapes and its computation.
struct ReferenceOperation {
  std::string_view name;
  size_t inputCount;
  bool (*fits)(Arguments inputs, const BufferArgument &output);
  ReferenceRow computeRow;
};

bool haveOneShape(Arguments inputs, const BufferArgument &output) {
  return !output.shape.empty() && std::ranges::all_of(inputs, [&](const BufferArgument *input) {
    return input->shape == output.shape;
  });
}

bool fitLayerNorm(Arguments inputs, const BufferArgument &output) {
  const std::vector<int64_t> &x = inputs[0]->shape;
  return !x.empty() && x == output.shape && inputs[1]->shape == std::vector<int64_t>{x.back()} &&
         inputs[2]->shape == inputs[1]->shape;
}

bool fitMatmul(Arguments inputs, const BufferArgument &output) {
  const std::vector<int64_t> &a = inputs[0]->shape;
  const std::vector<int64_t> &b = inputs[1]->shape;
  return a.size() == 2 && b.size() == 2 && a[1] == b[0] &&
         output.shape == std::vector<int64_t>{a[0], b[1]};
}

bool fitTranspose(Arguments inputs, const BufferArgument &output) {
  const std::vector<int64_t> &x = inputs[0]->shape;
  return x.size() == 2 && output.shape == std::vector<int64_t>{x[1], x[0]};
}

bool fitReduction(Arguments inputs, const BufferArgument &output) {
  std::vector<int64_t> kept = inputs[0]->shape;
  if (kept.empty())
    return false;
  kept.pop_back();
  if (kept.empty())
    kept.push_back(1);
  return output.shape == kept;
}

bool haveOneShapeOfRows(Arguments inputs, const BufferArgument &output) {
  return output.shape.size() >= 2 && haveOneShape(inputs, output);
}

bool fitAttention(Arguments inputs, const BufferArgument &output) {
  const std::vector<int64_t> &q = inputs[0]->shape;
  std::vector<int64_t> k = inputs[1]->shape;
  if (q.size() < 2 || k.size() != q.size() || inputs[2]->shape != k || output.shape != q)
    return false;
  k[k.size() - 2] = q[q.size() - 2]; // there may be more keys than queries, or fewer
  return k == q;
}

bool haveOneMatrixShape(Arguments inputs, const BufferArgument &output) {
  return output.shape.size() == 2 && haveOneShape(inputs, output);
}

bool fitGather(Arguments inputs, const BufferArgument &output) {
  std::vector<int64_t> items = inputs[0]->shape;
  const std::vector<int64_t> &indices = inputs[1]->shape;
  if (items.empty() || indices.size() != 1 || dtypeIsFloating(inputs[1]->dtype))
    return false;
  items[0] = indices[0];
  return output.shape == items;
}

constexpr std::array<ReferenceOperation, 10> kOperations{{
    {"add", 2, haveOneShape, addRow},
    {"softmax_rows", 1, haveOneShape, softmaxRow},
    {"layer_norm_rows", 3, fitLayerNorm, layerNormRow},
    {"matmul", 2, fitMatmul, matmulRow},
    {"transpose", 1, fitTranspose, transposeRow},
    {"reduce_sum", 1, fitReduction, reduceSumRow},
    {"attention", 3, fitAttention, attentionRow},
    {"attention_causal", 3, haveOneShapeOfRows, causalAttentionRow},
    {"mean_of_neighbours", 1, haveOneMatrixShape, meanOfNeighboursRow},
    {"gather", 2, fitGather, gatherRow},
}};

/// Null if there is none of this name.
const ReferenceOperation *findOperation(std::string_view name) {
  const auto found = std::ranges::find(kOperations, name, &ReferenceOperation::name);
  return found == kOperations.end() ? nullptr : &*found;
}

Result<const BufferArgument *> requireBuffer(const RunSpec &spec, std::string_view name) {
  if (const BufferArgument *buffer = findBuffer(spec, name))
    return buffer;
  return fail(ErrorCode::InvalidInput, "there is no buffer '" + std::string(name) + "'", {},
              nameHint(name, bufferNames(spec)));
}

Result<const ReferenceOperation *> requireOperation(std::string_view name) {
  if (const ReferenceOperation *operation = findOperation(name))
    return operation;
  return fail(ErrorCode::InvalidInput, "unknown reference operation '" + std::string(name) + "'",
              {}, nameHint(name, referenceOperations()));
}

Result<std::vector<const BufferArgument *>> requireInputs(const RunSpec &spec,
                                                          const ResultCheck &check) {
  PSTUDIO_TRY_ASSIGN(const ReferenceOperation *operation, requireOperation(check.reference));
  const size_t count = operation->inputCount;
  if (check.inputs.size() != count)
    return fail(ErrorCode::InvalidInput, check.reference + " takes " + std::to_string(count) +
                                             (count == 1 ? " input, got " : " inputs, got ") +
                                             std::to_string(check.inputs.size()));
  std::vector<const BufferArgument *> inputs;
  for (const std::string &name : check.inputs) {
    PSTUDIO_TRY_ASSIGN(const BufferArgument *input, requireBuffer(spec, name));
    inputs.push_back(input);
  }
  return inputs;
}

/// "matmul of f32[2, 3] and f32[2, 3] does not give f32[2, 3]".
tl::unexpected<Error> shapeError(std::string_view operation, Arguments inputs,
                                 const BufferArgument &output) {
  std::string message(operation);
  for (size_t i = 0; i < inputs.size(); ++i)
    message += (i == 0 ? " of " : " and ") + describe(*inputs[i]);
  return fail(ErrorCode::InvalidInput, message + " does not give " + describe(output));
}

void copyRow(ReferenceInputs inputs, uint64_t row, std::span<double> out) {
  std::ranges::copy_n(inputs[0].values.begin() + static_cast<int64_t>(row * out.size()),
                      static_cast<int64_t>(out.size()), out.begin());
}

/// Computes the rows of the reference of a check.
struct Reference {
  std::vector<ReferenceInput> inputs;
  ReferenceRow computeRow = copyRow;

  Result<void> add(const BufferArgument &argument) {
    PSTUDIO_TRY_ASSIGN(const HostBuffer buffer, makeHostBuffer(argument));
    inputs.push_back({valuesOf(buffer), argument.shape});
    return {};
  }
};

Result<Reference> referenceOf(const RunSpec &spec, const ResultCheck &check,
                              const HostBuffer &output) {
  Reference reference;
  if (check.reference == "npy") {
    PSTUDIO_TRY(reference.add(BufferArgument{
        output.dtype(), {output.shape().begin(), output.shape().end()}, FileInit{check.npy}}));
    return reference;
  }
  PSTUDIO_TRY_ASSIGN(const auto arguments, requireInputs(spec, check));
  PSTUDIO_TRY_ASSIGN(const ReferenceOperation *operation, requireOperation(check.reference));
  for (const BufferArgument *argument : arguments)
    PSTUDIO_TRY(reference.add(*argument));
  reference.computeRow = operation->computeRow;
  return reference;
}

/// One of `compared` out of `rows` rows: the first, the last, and others between them at distances
/// that differ by one at most.
uint64_t comparedRow(uint64_t number, uint64_t compared, uint64_t rows) {
  const uint64_t gaps = std::max<uint64_t>(compared, 2) - 1;
  return number * ((rows - 1) / gaps) + std::min(number, (rows - 1) % gaps);
}

std::vector<int64_t> indexOf(uint64_t flat, std::span<const int64_t> shape) {
  std::vector<int64_t> index(shape.size());
  for (size_t d = shape.size(); d-- > 0;) {
    index[d] = static_cast<int64_t>(flat % static_cast<uint64_t>(shape[d]));
    flat /= static_cast<uint64_t>(shape[d]);
  }
  return index;
}

/// 0 for two infinities of one sign and for two NaNs.
double errorOf(double got, double expected) {
  if (got == expected || (std::isnan(got) && std::isnan(expected)))
    return 0.0;
  if (!std::isfinite(got) || !std::isfinite(expected))
    return std::numeric_limits<double>::infinity();
  return std::fabs(got - expected);
}

/// Errors of one row of the output against its reference.
struct RowErrors {
  double maxError = 0.0;
  uint64_t wrongCount = 0;
  uint64_t firstWrong = 0; ///< flat index, if there is one
  double expected = 0.0;   ///< there
};

RowErrors compareRow(const Reference &reference, const HostBuffer &output, uint64_t row,
                     uint64_t width, double allowed) {
  std::vector<double> expected(width);
  reference.computeRow(reference.inputs, row, expected);
  RowErrors errors;
  for (uint64_t i = 0; i < width; ++i) {
    const uint64_t index = row * width + i;
    const double error = errorOf(output.at(index), expected[i]);
    errors.maxError = std::max(errors.maxError, error);
    if (error > allowed && errors.wrongCount++ == 0) {
      errors.firstWrong = index;
      errors.expected = expected[i];
    }
  }
  return errors;
}

} // namespace

std::span<const std::string_view> referenceOperations() {
  static constexpr auto kNames = [] {
    std::array<std::string_view, kOperations.size()> names;
    std::ranges::transform(kOperations, names.begin(), &ReferenceOperation::name);
    return names;
  }();
  return kNames;
}

std::optional<size_t> referenceInputCount(std::string_view operation) {
  const ReferenceOperation *found = findOperation(operation);
  return found ? std::optional(found->inputCount) : std::nullopt;
}

Result<void> validateCheck(const RunSpec &spec, const ResultCheck &check) {
  PSTUDIO_TRY_ASSIGN(const BufferArgument *output, requireBuffer(spec, check.output));
  if (check.reference == "npy")
    return {};
  PSTUDIO_TRY_ASSIGN(const auto inputs, requireInputs(spec, check));
  PSTUDIO_TRY_ASSIGN(const ReferenceOperation *operation, requireOperation(check.reference));
  if (!operation->fits(inputs, *output))
    return shapeError(check.reference, inputs, *output);
  return {};
}

Result<CheckReport> runCheck(const RunSpec &spec, const ResultCheck &check,
                             const HostBuffer &output) {
  PSTUDIO_TRY(validateCheck(spec, check));
  const BufferArgument *declared = findBuffer(spec, check.output);
  if (declared->dtype != output.dtype() || !std::ranges::equal(declared->shape, output.shape()))
    return fail(ErrorCode::InvalidInput, "the buffer is " +
                                             describeShape(output.dtype(), output.shape()) +
                                             ", the specification requires " + describe(*declared));
  PSTUDIO_TRY_ASSIGN(const Reference reference, referenceOf(spec, check, output));
  const auto width = static_cast<uint64_t>(output.shape().back());
  CheckReport report;
  report.allowed = check.maxError;
  report.rows = output.elementCount() / width;
  report.comparedRows = check.rows == 0 ? report.rows : std::min(check.rows, report.rows);
  std::vector<RowErrors> found(report.comparedRows);
  parallelFor(found.size(), 0, [&](size_t i) {
    found[i] = compareRow(reference, output, comparedRow(i, report.comparedRows, report.rows),
                          width, check.maxError);
  });
  for (const RowErrors &row : found) {
    report.maxError = std::max(report.maxError, row.maxError);
    if (report.wrongCount == 0 && row.wrongCount > 0) {
      report.firstWrong = indexOf(row.firstWrong, output.shape());
      report.expected = row.expected;
      report.got = output.at(row.firstWrong);
    }
    report.wrongCount += row.wrongCount;
  }
  return report;
}

std::string CheckReport::sample() const {
  if (comparedRows == rows)
    return {};
  return std::to_string(comparedRows) + " of " + std::to_string(rows) + " rows";
}

std::string CheckReport::describe(std::string_view output) const {
  std::ostringstream text;
  text.imbue(std::locale::classic());
  text << output;
  const std::string part = sample().empty() ? "" : "; " + sample() + " compared";
  if (passed()) {
    text << ": max error " << maxError << ", allowed " << allowed << part;
    return text.str();
  }
  text << '[';
  for (size_t d = 0; d < firstWrong.size(); ++d)
    text << (d == 0 ? "" : ", ") << firstWrong[d];
  text << "] is " << got << ", expected " << expected << " (" << wrongCount
       << (wrongCount == 1 ? " element is wrong" : " elements are wrong") << "; max error "
       << maxError << ", allowed " << allowed << part << ')';
  return text.str();
}

} // namespace pstudio
