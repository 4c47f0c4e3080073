// SPDX-License-Identifier: Apache-2.0
// RunSpec to JSON, fields in the order in which the schema explains them.
#include "core/base/json_fields_writer.h"
#include "core/base/json_text.h"
#include "core/run/run_spec.h"
#include "core/run/tensor_map_fields.h"

namespace pstudio {
namespace {

using Json = nlohmann::ordered_json;

/// Relative to `folder` if the file lies below it, else absolute; '/' between the parts everywhere.
std::string pathText(const std::filesystem::path &file, const std::filesystem::path &folder) {
  const std::filesystem::path relative = file.lexically_relative(folder);
  const bool below = !folder.empty() && !relative.empty() && *relative.begin() != "..";
  return (below ? relative : file).generic_string();
}

Json initToJson(const BufferInit &init, const std::filesystem::path &folder) {
  if (std::holds_alternative<ZerosInit>(init))
    return "zeros";
  if (std::holds_alternative<IotaInit>(init))
    return "iota";
  if (const auto *random = std::get_if<RandomInit>(&init))
    return {{"random", {{"seed", random->seed}, {"low", random->low}, {"high", random->high}}}};
  return {{"file", pathText(std::get<FileInit>(init).npy, folder)}};
}

Json bufferToJson(const BufferArgument &buffer, const std::filesystem::path &folder) {
  return {{"dtype", dtypeName(buffer.dtype)},
          {"shape", buffer.shape},
          {"init", initToJson(buffer.init, folder)}};
}

Json callbacksToJson(const CallbackSettings &callbacks, const std::filesystem::path &folder) {
  Json json{{"file", pathText(callbacks.file, folder)}};
  if (!callbacks.buffer.shape.empty())
    json["buffer"] = bufferToJson(callbacks.buffer, folder);
  if (!callbacks.output.empty())
    json["output"] = pathText(callbacks.output, folder);
  return json;
}

/// Only what differs from the default.
void activityToJson(const ActivitySettings &activity, Json &json) {
  if (activity.kinds != ActivityKinds())
    json["activity"] = activity.kinds.toString();
  if (activity.samples.pcPeriod)
    json["pc_samples"] = *activity.samples.pcPeriod;
  if (!activity.samples.counters.empty())
    json["counters"] = activity.samples.counters;
}

Json argumentToJson(const Argument &argument, const std::filesystem::path &folder) {
  Json json{{"name", argument.name}};
  if (const auto *buffer = std::get_if<BufferArgument>(&argument.value)) {
    json["buffer"] = bufferToJson(*buffer, folder);
    return json;
  }
  if (const auto *map = std::get_if<TensorMapArgument>(&argument.value)) {
    json["tensor_map"] = toJson<Json>(*map);
    return json;
  }
  const auto &scalar = std::get<ScalarArgument>(argument.value);
  json["scalar"] = {{"dtype", dtypeName(scalar.dtype)}};
  if (dtypeIsFloating(scalar.dtype))
    json["scalar"]["value"] = scalar.value;
  else
    json["scalar"]["value"] = scalar.intValue;
  return json;
}

Json namedBufferToJson(const NamedBuffer &buffer, const std::filesystem::path &folder) {
  Json json{{"name", buffer.name}};
  json.update(bufferToJson(buffer.buffer, folder));
  return json;
}

Json launchToJson(const LaunchOptions &options) {
  Json json;
  if (options.cooperative)
    json["cooperative"] = true;
  if (options.programmatic)
    json["programmatic"] = true;
  return json;
}

Json checkToJson(const ResultCheck &check, const std::filesystem::path &folder) {
  Json reference;
  if (check.reference == "npy")
    reference = {{"file", pathText(check.npy, folder)}};
  else
    reference = {{"operation", check.reference}, {"inputs", check.inputs}};
  Json json{{"output", check.output}, {"reference", reference}, {"max_error", check.maxError}};
  if (check.rows != 0)
    json["rows"] = check.rows;
  return json;
}

} // namespace

std::string runSpecToJson(const RunSpec &spec, const std::filesystem::path &folder) {
  Json json;
  json["kernel"] = {{"file", pathText(spec.kernelFile, folder)}, {"function", spec.function}};
  json["target"] = spec.target;
  json["grid"] = spec.grid;
  json["block"] = spec.block;
  if (extentProduct(spec.cluster) > 1)
    json["cluster"] = spec.cluster;
  json["dynamic_shared_bytes"] = spec.dynamicSharedBytes;
  if (spec.launch != LaunchOptions())
    json["launch"] = launchToJson(spec.launch);
  json["arguments"] = Json::array();
  for (const Argument &argument : spec.arguments)
    json["arguments"].push_back(argumentToJson(argument, folder));
  for (const NamedBuffer &buffer : spec.buffers)
    json["buffers"].push_back(namedBufferToJson(buffer, folder));
  json["checks"] = Json::array();
  for (const ResultCheck &check : spec.checks)
    json["checks"].push_back(checkToJson(check, folder));
  json["warmup"] = spec.warmup;
  json["repeat"] = spec.repeat;
  json["instrumentation"] = spec.mode.toString();
  if (!spec.callbacks.file.empty())
    json["callbacks"] = callbacksToJson(spec.callbacks, folder);
  activityToJson(spec.activity, json);
  json["time_limit_s"] = spec.timeLimitSeconds;
  return jsonText(std::move(json), 2) + '\n';
}

} // namespace pstudio
