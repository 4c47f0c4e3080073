// SPDX-License-Identifier: Apache-2.0
#include "core/run/reference_check.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <sstream>

#include "core/run/json_field.h"
#include "core/run/npy.h"
#include "core/run/reference_operations.h"

namespace pstudio {
namespace {

tl::unexpected<Error> shapeError(std::string message) {
  return fail(ErrorCode::InvalidInput, std::move(message));
}

std::string describe(const BufferArgument &buffer) {
  return describeShape(buffer.dtype, buffer.shape);
}

Result<void> requireSameShape(const BufferArgument &input, const BufferArgument &output,
                              std::string_view operation) {
  if (input.shape != output.shape)
    return shapeError(std::string(operation) + " of " + describe(input) +
                      " does not have the shape of " + describe(output));
  return {};
}

Result<void> requireMatmulShapes(const BufferArgument &a, const BufferArgument &b,
                                 const BufferArgument &c) {
  const bool fits = a.shape.size() == 2 && b.shape.size() == 2 && a.shape[1] == b.shape[0] &&
                    c.shape == std::vector<int64_t>{a.shape[0], b.shape[1]};
  if (!fits)
    return shapeError("matmul of " + describe(a) + " and " + describe(b) + " does not give " +
                      describe(c));
  return {};
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

Result<std::vector<const BufferArgument *>> requireInputs(const RunSpec &spec,
                                                          const ResultCheck &check) {
  const std::optional<size_t> count = referenceInputCount(check.reference);
  if (!count)
    return fail(ErrorCode::InvalidInput, "unknown reference operation '" + check.reference + "'",
                {}, nameHint(check.reference, referenceOperations()));
  if (check.inputs.size() != *count)
    return fail(ErrorCode::InvalidInput, check.reference + " takes " + std::to_string(*count) +
                                             " inputs, got " + std::to_string(check.inputs.size()));
  std::vector<const BufferArgument *> inputs;
  for (const std::string &name : check.inputs) {
    PSTUDIO_TRY_ASSIGN(const BufferArgument *input, requireBuffer(spec, name));
    inputs.push_back(input);
  }
  return inputs;
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
  std::vector<std::vector<double>> inputs;
  for (const BufferArgument *argument : arguments) {
    PSTUDIO_TRY_ASSIGN(const HostBuffer buffer, makeHostBuffer(*argument));
    inputs.push_back(valuesOf(buffer));
  }
  if (check.reference == "add")
    return addReference(inputs[0], inputs[1]);
  if (check.reference == "softmax_rows")
    return softmaxRowsReference(inputs[0], arguments[0]->shape.back());
  return matmulReference(inputs[0], inputs[1], arguments[0]->shape[1], arguments[1]->shape[1]);
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
  static constexpr std::array<std::string_view, 3> kOperations{"add", "softmax_rows", "matmul"};
  return kOperations;
}

std::optional<size_t> referenceInputCount(std::string_view operation) {
  if (operation == "add" || operation == "matmul")
    return 2;
  if (operation == "softmax_rows")
    return 1;
  return std::nullopt;
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
  if (check.reference == "matmul")
    return requireMatmulShapes(*inputs[0], *inputs[1], *output);
  for (const BufferArgument *input : inputs)
    PSTUDIO_TRY(requireSameShape(*input, *output, check.reference));
  if (output->shape.empty())
    return shapeError(check.reference + " needs at least one dimension");
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
