// SPDX-License-Identifier: Apache-2.0
#include "collector/attach/host/run_time_compilers.h"

#include <algorithm>
#include <array>

namespace pstudio::attach {
namespace {

struct CacheVariable {
  std::string_view library;
  std::string_view variable;
  std::string_view value;
  bool isOfNvrtc;
};
constexpr std::array kCacheVariables{
    CacheVariable{"CuPy", "CUPY_CACHE_IN_MEMORY", "1", true},
    CacheVariable{"PyTorch", "USE_PYTORCH_KERNEL_CACHE", "0", true},
    CacheVariable{"JAX", "JAX_ENABLE_COMPILATION_CACHE", "0", false},
};

bool usesNvrtc(const SeenProcess &process) {
  return std::ranges::any_of(process.images, [](const auto &image) {
    return image.second.kind == ImageKind::CompiledPtx;
  });
}

/// "caches ... were not used: CuPy's by CUPY_CACHE_IN_MEMORY=1, ..."
std::string bypassedCaches(bool ofNvrtc) {
  std::string text = "caches of machine code were not used, unless the program's environment sets "
                     "the variable:";
  for (std::string_view separator = " "; const CacheVariable &row : kCacheVariables)
    if (row.isOfNvrtc == ofNvrtc) {
      text.append(separator).append(row.library).append("'s by ");
      text.append(row.variable).append("=").append(row.value);
      separator = ", ";
    }
  return text;
}

/// The flags by which XLA_FLAGS of the process was extended; empty: it was not.
std::string xlaFlagsOf(const SeenProcess &process) {
  for (const auto &[number, image] : process.images)
    if (image.kind == ImageKind::Cubin && image.options.size() > 1)
      return image.options[1];
  return {};
}

} // namespace

void bypassCompilerCaches(Environment &environment) {
  for (const CacheVariable &row : kCacheVariables)
    if (!environment.find(row.variable))
      environment.set(row.variable, std::string(row.value));
}

std::vector<std::string> notesOfCompilers(const Observations &observations) {
  std::vector<std::string> notes;
  if (std::ranges::any_of(observations.processes,
                          [](const auto &seen) { return usesNvrtc(seen.second); }))
    notes.push_back("kernels were compiled by NVRTC in the program; " + bypassedCaches(true));
  for (const auto &[id, process] : observations.processes)
    if (const std::string flags = xlaFlagsOf(process); !flags.empty())
      notes.push_back("process " + std::to_string(id) +
                      ": kernels were compiled by XLA; XLA_FLAGS was extended by " + flags + "; " +
                      bypassedCaches(false));
  return notes;
}

} // namespace pstudio::attach
