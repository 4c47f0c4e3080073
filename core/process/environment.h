// SPDX-License-Identifier: Apache-2.0
// The environment of a child process.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pstudio {

/// Variables as "NAME=VALUE".
class Environment {
public:
  /// That of this process.
  static Environment ofThisProcess();
  explicit Environment(std::vector<std::string> variables) : m_variables(std::move(variables)) {}

  std::optional<std::string> find(std::string_view name) const;
  void set(std::string_view name, std::string_view value);
  void remove(std::string_view name);
  /// `value`, a separator and what was there; `value` alone if nothing was.
  void prepend(std::string_view name, std::string_view value, char separator = ':');

  const std::vector<std::string> &variables() const { return m_variables; }

private:
  std::vector<std::string> m_variables;
};

} // namespace pstudio
