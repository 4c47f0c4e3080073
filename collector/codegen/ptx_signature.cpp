// SPDX-License-Identifier: Apache-2.0
#include "collector/codegen/ptx_signature.h"

#include <optional>

#include "collector/foreign/ptx/lifted_module.h"
#include "core/base/text_position.h"

namespace pstudio {
namespace {

/// Bytes of a CUtensorMap, which is passed by value.
constexpr uint64_t kMapBytes = 128;

void addRule(std::vector<LaunchRule> &rules, LaunchRule::Field field, LaunchRule::Kind kind,
             const char *directive, const std::optional<ptx::Extent> &extent) {
  if (!extent)
    return;
  LaunchRule rule{field, kind, directive, {}};
  for (size_t i = 0; i < extent->size(); ++i)
    rule.extents[i] = (*extent)[i];
  rules.push_back(std::move(rule));
}

std::optional<DType> integerOfBytes(uint64_t bytes) {
  switch (bytes) {
  case 1:
    return DType::I8;
  case 2:
    return DType::I16;
  case 4:
    return DType::I32;
  case 8:
    return DType::I64;
  default:
    return std::nullopt;
  }
}

/// Nothing for a parameter that a specification has no value for.
std::optional<KernelParameter> ptxParameterOf(const ptx::Declaration &declaration) {
  KernelParameter parameter;
  parameter.typeText = "." + std::string(declaration.type);
  if (declaration.isArray)
    parameter.typeText += "[" + std::to_string(declaration.bytes) + "]";
  if (declaration.isArray && declaration.bytes == kMapBytes) {
    parameter.isTensorMap = true;
    return parameter;
  }
  if (!declaration.isArray && (declaration.type == "f32" || declaration.type == "f64")) {
    parameter.dtype = declaration.type == "f32" ? DType::F32 : DType::F64;
    return parameter;
  }
  const std::optional<DType> dtype = integerOfBytes(declaration.bytes);
  if (!dtype)
    return std::nullopt;
  parameter.dtype = *dtype;
  parameter.isBits = true;
  return parameter;
}

} // namespace

KernelRequirements requirementsOf(const foreign::LiftedModule &module) {
  const ptx::Function &entry = module.entry();
  KernelRequirements required;
  required.parameterCount = static_cast<uint32_t>(entry.parameters.size());
  required.staticSharedBytes = module.lifted().staticSharedBytes;
  required.dynamicShared = module.dynamicShared();
  std::vector<LaunchRule> &rules = required.launchRules;
  addRule(rules, LaunchRule::Field::Block, LaunchRule::Kind::Exactly, ".reqntid",
          entry.requiredBlock);
  addRule(rules, LaunchRule::Field::Block, LaunchRule::Kind::AtMost, ".maxntid",
          entry.largestBlock);
  addRule(rules, LaunchRule::Field::Cluster, LaunchRule::Kind::Exactly, ".reqnctapercluster",
          entry.cluster);
  return required;
}

Result<std::vector<KernelParameter>> parametersOf(const foreign::LiftedModule &module) {
  std::vector<KernelParameter> parameters;
  for (const ptx::Declaration &declaration : module.entry().parameters) {
    std::optional<KernelParameter> parameter = ptxParameterOf(declaration);
    if (!parameter)
      return fail(
          ErrorCode::Unsupported,
          "parameter " + std::to_string(parameters.size()) + " (" + std::string(declaration.name) +
              ") is a structure of " + std::to_string(declaration.bytes) +
              " bytes, which a specification cannot give",
          placeText(module.name(), textPosition(module.module().text, declaration.range.begin)),
          "pass its members as parameters, or a pointer to it");
    parameters.push_back(std::move(*parameter));
  }
  return parameters;
}

} // namespace pstudio
