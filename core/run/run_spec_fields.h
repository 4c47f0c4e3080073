// SPDX-License-Identifier: Apache-2.0
// The fields of a run specification: names, limits, defaults. Parser and writer use these lists,
// and a test compares the JSON schema with them. Internal to core/run.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "core/base/json_fields.h"
#include "core/run/run_spec.h"
#include "core/run/run_spec_forms.h"
#include "core/run/run_spec_limits.h"

namespace pstudio {

// Rules that concern several fields are not in the lists: problemOf(), the parser, and for tensor
// maps tensor_map_layout.h check them.

template <FieldsOwner<TensorMapArgument> T> constexpr auto fieldsOf(T &map) {
  auto &[buffer, box, shape, strides, elementStrides, swizzle, interleave, l2Promotion, fill] = map;
  constexpr FieldRule kNumbers{.low = 1, .least = 1, .most = RunSpecLimits::kMaxRank};
  return std::tuple(
      Field{"buffer", buffer}, Field{"box", box, kNumbers},
      Field{"shape", shape, kNumbers}.omittedIf(shape.empty()),
      Field{"strides", strides, kNumbers}.omittedIf(strides.empty()),
      Field{"element_strides", elementStrides, kNumbers}.omittedIf(elementStrides.empty()),
      Field{"swizzle", swizzle, oneOf(kTensorSwizzleNames)}.omittedIf(swizzle ==
                                                                      TensorSwizzle::None),
      Field{"interleave", interleave, oneOf(kTensorInterleaveNames)}.omittedIf(
          interleave == TensorInterleave::None),
      Field{"l2_promotion", l2Promotion, oneOf(kTensorL2PromotionNames)}.omittedIf(
          l2Promotion == TensorL2Promotion::None),
      Field{"fill", fill, oneOf(kTensorFillNames)});
}

template <FieldsOwner<RandomInit> T> auto fieldsOf(T &random) {
  auto &[seed, low, high] = random;
  return std::tuple{Field{"seed", seed, kUnbounded},
                    ReadField{Field{"low", low}.optional(), spec_form::readNumber},
                    ReadField{Field{"high", high}.optional(), spec_form::readNumber}};
}
std::optional<FieldProblem> problemOf(const RandomInit &random);

template <FieldsOwner<FileInit> T> auto fieldsOf(T &file) {
  return std::tuple{ReadField{Field{"file", file.npy}, spec_form::readFileName}};
}

template <FieldsOwner<BufferArgument> T> auto fieldsOf(T &buffer) {
  auto &[dtype, shape, init] = buffer;
  constexpr FieldRule kExtents{.low = 1, .least = 1, .most = RunSpecLimits::kMaxRank};
  return std::tuple{
      ReadField{Field{"dtype", dtype, oneOf(dtypeNames())}, spec_form::readDType},
      Field{"shape", shape, kExtents},
      FormField{Field{"init", init}.optional(), spec_form::readInit, spec_form::writeInit}};
}
std::optional<FieldProblem> problemOf(const BufferArgument &buffer);

template <FieldsOwner<NamedBuffer> T> auto fieldsOf(T &named) {
  return std::tuple_cat(std::tuple{ReadField{Field{"name", named.name}, spec_form::readName}},
                        fieldsOf(named.buffer));
}
inline std::optional<FieldProblem> problemOf(const NamedBuffer &named) {
  return problemOf(named.buffer);
}

template <FieldsOwner<ScalarArgument> T> auto fieldsOf(T &scalar) {
  return std::tuple{
      ReadField{Field{"dtype", scalar.dtype, oneOf(dtypeNames())}, spec_form::readDType},
      FormField{Field{"value", scalar}, spec_form::readScalarValue, spec_form::writeScalarValue}};
}

template <FieldsOwner<Argument> T> auto fieldsOf(T &argument) {
  const auto alternative = [&argument]<class Value>(std::string_view name,
                                                    std::type_identity<Value>) {
    return FormField{
        Field{name, argument}.omittedIf(!std::holds_alternative<Value>(argument.value)),
        spec_form::readAlternative<Value>, spec_form::writeAlternative<Value>};
  };
  return std::tuple{ReadField{Field{"name", argument.name}, spec_form::readName},
                    alternative("buffer", std::type_identity<BufferArgument>()),
                    alternative("scalar", std::type_identity<ScalarArgument>()),
                    alternative("tensor_map", std::type_identity<TensorMapArgument>())};
}
/// Requires exactly one kind of value.
Result<void> fromJson(const JsonField &json, Argument &argument, const FieldRule &rule);

/// The reference of a check that is not a file.
template <FieldsOwner<ResultCheck> T> auto operationFieldsOf(T &check) {
  return std::tuple{ReadField{Field{"operation", check.reference}, spec_form::readOperation},
                    ReadField{Field{"inputs", check.inputs}, spec_form::readInputs}};
}
template <FieldsOwner<ResultCheck> T> auto fieldsOf(T &check) {
  return std::tuple{
      ReadField{Field{"output", check.output}, spec_form::readName},
      FormField{Field{"reference", check}, spec_form::readReference, spec_form::writeReference},
      ReadField{Field{"max_error", check.maxError}, spec_form::readMaxError},
      Field{"rows", check.rows, within(1, INT64_MAX)}.omittedIf(check.rows == 0)};
}

template <FieldsOwner<LaunchOptions> T> constexpr auto fieldsOf(T &launch) {
  auto &[cooperative, programmatic] = launch;
  return std::tuple{Field{"cooperative", cooperative}.omittedIf(!cooperative),
                    Field{"programmatic", programmatic}.omittedIf(!programmatic)};
}

template <FieldsOwner<CallbackSettings> T> auto fieldsOf(T &callbacks) {
  auto &[file, buffer, output] = callbacks;
  return std::tuple{
      ReadField{Field{"file", file}, spec_form::readFileName},
      Field{"buffer", buffer}.omittedIf(buffer.shape.empty()),
      ReadField{Field{"output", output}.omittedIf(output.empty()), spec_form::readFileName}};
}

template <FieldsOwner<RunSpec> T> auto kernelFieldsOf(T &spec) {
  return std::tuple{ReadField{Field{"file", spec.kernelFile}, spec_form::readFileName},
                    ReadField{Field{"function", spec.function}, spec_form::readFunction},
                    ReadField{Field{"compiler_options", spec.compilerOptions}.omittedIf(
                                  spec.compilerOptions.empty()),
                              spec_form::readOptions}};
}
template <FieldsOwner<RunSpec> T> auto fieldsOf(T &spec) {
  using Limits = RunSpecLimits;
  auto &[kinds, samples] = spec.activity;
  return std::tuple{
      ReadField{Field{"$schema", spec}.omittedIf(true), spec_form::readSchema},
      FormField{Field{"kernel", spec}, spec_form::readKernel, spec_form::writeKernel},
      ReadField{Field{"target", spec.target}.optional(), spec_form::readTarget},
      ReadField{Field{"grid", spec.grid}, spec_form::readExtents<Limits::kMaxGridCtas>},
      ReadField{Field{"block", spec.block}, spec_form::readExtents<Limits::kMaxBlockThreads>},
      ReadField{Field{"cluster", spec.cluster}.omittedIf(extentProduct(spec.cluster) == 1),
                spec_form::readExtents<Limits::kMaxClusterCtas>},
      Field{"dynamic_shared_bytes", spec.dynamicSharedBytes,
            within(0, Limits::kMaxDynamicSharedBytes)}
          .optional(),
      Field{"launch", spec.launch}.omittedIf(spec.launch == LaunchOptions()),
      Field{"arguments", spec.arguments, atMost(Limits::kMaxArguments)},
      Field{"buffers", spec.buffers, atMost(Limits::kMaxBuffers)}.omittedIf(spec.buffers.empty()),
      Field{"checks", spec.checks, atMost(Limits::kMaxChecks)}.optional(),
      Field{"warmup", spec.warmup, within(0, Limits::kMaxLaunches)}.optional(),
      Field{"repeat", spec.repeat, within(1, Limits::kMaxLaunches)}.optional(),
      Field{"instrumentation", spec.mode}.optional(),
      Field{"callbacks", spec.callbacks}.omittedIf(spec.callbacks.file.empty()),
      ReadField{Field{"activity", kinds}.omittedIf(kinds == ActivityKinds()),
                spec_form::readActivity},
      ReadField{Field{"pc_samples", samples.pcPeriod}, spec_form::readPcPeriod},
      ReadField{Field{"counters", samples.counters}.omittedIf(samples.counters.empty()),
                spec_form::readCounters},
      ReadField{Field{"time_limit_s", spec.timeLimitSeconds}.optional(), spec_form::readTimeLimit}};
}
/// A cluster that does not divide the grid, or a name of two buffers.
std::optional<FieldProblem> problemOf(const RunSpec &spec);

/// Calls `visit` with the place and the path of each file that a run reads.
template <FieldsOwner<RunSpec> T, class Visit> void visitFiles(T &spec, Visit visit) {
  const auto visitInit = [&visit](const std::string &place, auto &buffer) {
    if (auto *file = std::get_if<FileInit>(&buffer.init))
      visit(place + ".init.file", file->npy);
  };
  const auto element = [](const char *list, size_t i) {
    return std::string(list) + "[" + std::to_string(i) + "]";
  };
  visit("kernel.file", spec.kernelFile);
  for (size_t i = 0; i < spec.arguments.size(); ++i)
    if (auto *buffer = std::get_if<BufferArgument>(&spec.arguments[i].value))
      visitInit(element("arguments", i) + ".buffer", *buffer);
  for (size_t i = 0; i < spec.buffers.size(); ++i)
    visitInit(element("buffers", i), spec.buffers[i].buffer);
  for (size_t i = 0; i < spec.checks.size(); ++i)
    if (spec.checks[i].reference == kFileReference)
      visit(element("checks", i) + ".reference.file", spec.checks[i].npy);
  if (spec.callbacks.file.empty())
    return;
  visit("callbacks.file", spec.callbacks.file);
  visitInit("callbacks.buffer", spec.callbacks.buffer);
}

} // namespace pstudio
