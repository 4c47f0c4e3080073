// SPDX-License-Identifier: Apache-2.0
// RunSpec to JSON, fields in the order in which the schema explains them.
#include "core/base/json_text.h"
#include "core/run/run_spec_fields.h"

namespace pstudio {
namespace {

using Json = nlohmann::ordered_json;

/// Relative to `folder` if the file lies below it, else absolute; '/' between the parts everywhere.
std::string pathText(const std::filesystem::path &file, const std::filesystem::path &folder) {
  const std::filesystem::path relative = file.lexically_relative(folder);
  const bool below = !folder.empty() && !relative.empty() && *relative.begin() != "..";
  return escapedUtf8((below ? relative : file).generic_string());
}

template <class Fields> Json objectOf(const Fields &fields) {
  Json json = Json::object();
  addFieldList(json, fields);
  return json;
}

} // namespace

nlohmann::ordered_json spec_form::writeKernel(const RunSpec &spec) {
  return objectOf(kernelFieldsOf(spec));
}

nlohmann::ordered_json spec_form::writeInit(const BufferInit &init) {
  if (std::holds_alternative<ZerosInit>(init))
    return "zeros";
  if (std::holds_alternative<IotaInit>(init))
    return "iota";
  if (const auto *random = std::get_if<RandomInit>(&init))
    return {{"random", toJson<Json>(*random)}};
  return toJson<Json>(std::get<FileInit>(init));
}

nlohmann::ordered_json spec_form::writeScalarValue(const ScalarArgument &scalar) {
  return dtypeIsFloating(scalar.dtype) ? Json(scalar.value) : Json(scalar.intValue);
}

nlohmann::ordered_json spec_form::writeReference(const ResultCheck &check) {
  return check.reference == kFileReference ? Json{{"file", check.npy.string()}}
                                           : objectOf(operationFieldsOf(check));
}

std::string runSpecToJson(const RunSpec &spec, const std::filesystem::path &folder) {
  RunSpec shown = spec;
  visitFiles(shown, [&folder](const std::string &, std::filesystem::path &file) {
    file = pathText(file, folder);
  });
  shown.callbacks.output = pathText(shown.callbacks.output, folder);
  return jsonText(toJson<Json>(shown), 2) + '\n';
}

} // namespace pstudio
