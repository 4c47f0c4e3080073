// SPDX-License-Identifier: Apache-2.0
// The environment of the attached program, and that of the tools that make its twins.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pstudio::attach {

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

inline constexpr std::string_view kSocketVariable = "PSTUDIO_ATTACH";

/// Prepends a library to LD_PRELOAD. AddressSanitizer's has to stay the first one.
void addPreload(Environment &environment, const std::filesystem::path &library);

/// The tool that runs this process and that instrumented kernels would disturb: "Nsight Compute";
/// none if there is no sign of one.
std::optional<std::string> debuggingTool(const Environment &environment);

} // namespace pstudio::attach
