// SPDX-License-Identifier: Apache-2.0
#include "collector/attach/host/environment.h"

#include <algorithm>
#include <array>

extern char **environ;

namespace pstudio::attach {
namespace {

bool isNamed(std::string_view variable, std::string_view name) {
  return variable.size() > name.size() && variable.starts_with(name) &&
         variable[name.size()] == '=';
}

/// Beginnings of the names of variables that tools set, and the tools.
struct ToolSign {
  std::string_view variable;
  std::string_view tool;
};
constexpr std::array kToolSigns{
    ToolSign{"NV_COMPUTE_PROFILER", "Nsight Compute"},
    ToolSign{"NV_NSIGHT_", "Nsight"},
    ToolSign{"NSYS_PROFILING_SESSION_ID", "Nsight Systems"},
    ToolSign{"NV_SANITIZER", "compute-sanitizer"},
    ToolSign{"CUDBG_", "cuda-gdb"},
    ToolSign{"CUDA_INJECTION64_PATH", "the library of CUDA_INJECTION64_PATH"},
};

} // namespace

Environment Environment::ofThisProcess() {
  std::vector<std::string> variables;
  for (char **variable = environ; variable && *variable; ++variable)
    variables.emplace_back(*variable);
  return Environment(std::move(variables));
}

std::optional<std::string> Environment::find(std::string_view name) const {
  for (const std::string &variable : m_variables)
    if (isNamed(variable, name))
      return variable.substr(name.size() + 1);
  return std::nullopt;
}

void Environment::set(std::string_view name, std::string_view value) {
  remove(name);
  m_variables.push_back(std::string(name) + "=" + std::string(value));
}

void Environment::remove(std::string_view name) {
  std::erase_if(m_variables,
                [name](const std::string &variable) { return isNamed(variable, name); });
}

void Environment::prepend(std::string_view name, std::string_view value, char separator) {
  const std::optional<std::string> before = find(name);
  set(name,
      before && !before->empty() ? std::string(value) + separator + *before : std::string(value));
}

void addPreload(Environment &environment, const std::filesystem::path &library) {
  constexpr std::string_view kPreload = "LD_PRELOAD";
  const std::string before = environment.find(kPreload).value_or("");
  const size_t end = std::min(before.find_first_of(": "), before.size());
  const std::string first = before.substr(0, end);
  if (first.find("libasan") == std::string::npos)
    return environment.prepend(kPreload, library.string());
  environment.set(kPreload, first + ":" + library.string() + before.substr(end));
}

std::optional<std::string> debuggingTool(const Environment &environment) {
  for (const ToolSign &sign : kToolSigns)
    if (std::ranges::any_of(environment.variables(), [&](const std::string &variable) {
          return variable.starts_with(sign.variable);
        }))
      return std::string(sign.tool);
  return std::nullopt;
}

} // namespace pstudio::attach
