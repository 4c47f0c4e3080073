// SPDX-License-Identifier: Apache-2.0
#include "collector/attach/host/program_environment.h"

#include <algorithm>
#include <array>

namespace pstudio::attach {
namespace {

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

void addPreload(Environment &environment, const std::filesystem::path &library) {
  constexpr std::string_view kPreload = "LD_PRELOAD";
  const std::string before = environment.find(kPreload).value_or("");
  const size_t end = std::min(before.find_first_of(": "), before.size());
  const std::string first = before.substr(0, end);
  if (first.find("libasan") == std::string::npos)
    return environment.prepend(kPreload, library.string());
  environment.set(kPreload, first + ":" + library.string() + before.substr(end));
}

bool followRanges(Environment &environment, const std::filesystem::path &library) {
  constexpr std::string_view kInjection = "NVTX_INJECTION64_PATH";
  if (const std::string before = environment.find(kInjection).value_or("");
      !before.empty() && before != library.string())
    return false;
  environment.set(kInjection, library.string());
  return true;
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
