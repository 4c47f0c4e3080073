// SPDX-License-Identifier: Apache-2.0
#include "core/run/reference_check.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <sstream>

#include "core/base/json_field.h"
#include "core/run/npy.h"
#include "core/run/reference_operations.h"

namespace pstudio {
namespace {

std::string describe(const BufferArgument &buffer) {
  return describeShape(buffer.dtype, buffer.shape);
}

using Arguments = std::span<const BufferArgument *const>;
using Values = std::span<const std::vector<double>>;

/// One built-in reference: what it asks of the shapes and how it computes.
struct ReferenceOperation {
  std::string_view name;
  size_t inputCount;
  bool (*fits)(Arguments inputs, const BufferArgument &output);
  /// Row-major values of the output; the shapes fit.
  std::vector<double> (*compute)(Values inputs, Arguments arguments);
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

constexpr std::array<ReferenceOperation, 6> kOperations{{
    {"add", 2, haveOneShape, [](Values in, Arguments) { return addReference(in[0], in[1]); }},
    {"softmax_rows", 1, haveOneShape,
     [](Values in, Arguments from) { return softmaxRowsReference(in[0], from[0]->shape.back()); }},
    {"layer_norm_rows", 3, fitLayerNorm,
     [](Values in, Arguments) { return layerNormRowsReference(in[0], in[1], in[2]); }},
    {"matmul", 2, fitMatmul,
     [](Values in, Arguments from) {
       return matmulReference(in[0], in[1], from[0]->shape[1], from[1]->shape[1]);
     }},
    {"transpose", 1, fitTranspose,
     [](Values in, Arguments from) { return transposeReference(in[0], from[0]->shape[1]); }},
    {"reduce_sum", 1, fitReduction,
     [](Values in, Arguments from) { return reduceSumReference(in[0], from[0]->shape.back()); }},
}};

/// Null if there is none of this name.
const ReferenceOperation *findOperation(std::string_view name) {
  const auto found = std::ranges::find(kOperations, name, &ReferenceOperation::name);
  return found == kOperations.end() ? nullptr : &*found;
}

Result<const BufferArgument *> requireBuffer(const RunSpec &spec, std::string_view name) {
  if (const BufferArgument *buffer = findBuffer(spec, name))
    return buffer;
  std::vector<std::string_view> names;
  for (const Argument &argument : spec.arguments)
    if (std::holds_alternative<BufferArgument>(argument.value))
      names.push_back(argument.name);
  return fail(ErrorCode::InvalidInput, "there is no buffer '" + std::string(name) + "'", {},
              nameHint(name, names));
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

Result<std::vector<double>> computeReference(const RunSpec &spec, const ResultCheck &check,
                                             const HostBuffer &output) {
  if (check.reference == "npy") {
    const BufferArgument expected{
        output.dtype(), {output.shape().begin(), output.shape().end()}, FileInit{check.npy}};
    PSTUDIO_TRY_ASSIGN(const HostBuffer file, makeHostBuffer(expected));
    return valuesOf(file);
  }
  PSTUDIO_TRY_ASSIGN(const auto arguments, requireInputs(spec, check));
  PSTUDIO_TRY_ASSIGN(const ReferenceOperation *operation, requireOperation(check.reference));
  std::vector<std::vector<double>> inputs;
  for (const BufferArgument *argument : arguments) {
    PSTUDIO_TRY_ASSIGN(const HostBuffer buffer, makeHostBuffer(*argument));
    inputs.push_back(valuesOf(buffer));
  }
  return operation->compute(inputs, arguments);
}

std::vector<int64_t> indexOf(uint64_t flat, std::span<const int64_t> shape) {
  std::vector<int64_t> index(shape.size());
  for (size_t d = shape.size(); d-- > 0;) {
    index[d] = static_cast<int64_t>(flat % static_cast<uint64_t>(shape[d]));
    flat /= static_cast<uint64_t>(shape[d]);
  }
  return index;
}

double errorOf(double got, double expected) {
  if (!std::isfinite(got) || !std::isfinite(expected))
    return std::numeric_limits<double>::infinity();
  return std::fabs(got - expected);
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

const BufferArgument *findBuffer(const RunSpec &spec, std::string_view name) {
  for (const Argument &argument : spec.arguments)
    if (argument.name == name)
      return std::get_if<BufferArgument>(&argument.value);
  return nullptr;
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
                                             ", the specification says " + describe(*declared));
  PSTUDIO_TRY_ASSIGN(const std::vector<double> expected, computeReference(spec, check, output));
  CheckReport report;
  report.allowed = check.maxError;
  for (uint64_t i = 0; i < output.elementCount(); ++i) {
    const double got = output.at(i);
    const double error = errorOf(got, expected[i]);
    report.maxError = std::max(report.maxError, error);
    if (error <= check.maxError)
      continue;
    if (report.wrongCount++ == 0) {
      report.firstWrong = indexOf(i, output.shape());
      report.expected = expected[i];
      report.got = got;
    }
  }
  return report;
}

std::string CheckReport::describe(std::string_view output) const {
  std::ostringstream text;
  text.imbue(std::locale::classic());
  text << output;
  if (passed()) {
    text << ": max error " << maxError << ", allowed " << allowed;
    return text.str();
  }
  text << '[';
  for (size_t d = 0; d < firstWrong.size(); ++d)
    text << (d == 0 ? "" : ", ") << firstWrong[d];
  text << "] is " << got << ", expected " << expected << " (" << wrongCount
       << (wrongCount == 1 ? " element is wrong" : " elements are wrong") << "; max error "
       << maxError << ", allowed " << allowed << ')';
  return text.str();
}

} // namespace pstudio
