// SPDX-License-Identifier: Apache-2.0
#include "core/process/environment.h"

#include <algorithm>

extern char **environ;

namespace pstudio {
namespace {

bool isNamed(std::string_view variable, std::string_view name) {
  return variable.size() > name.size() && variable.starts_with(name) &&
         variable[name.size()] == '=';
}

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

} // namespace pstudio
