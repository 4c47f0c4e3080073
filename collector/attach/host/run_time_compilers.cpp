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
};
constexpr std::array kCacheVariables{
    CacheVariable{"CuPy", "CUPY_CACHE_IN_MEMORY", "1"},
    CacheVariable{"PyTorch", "USE_PYTORCH_KERNEL_CACHE", "0"},
};

bool usesNvrtc(const SeenProcess &process) {
  return std::ranges::any_of(process.images, [](const auto &image) {
    return image.second.kind == ImageKind::CompiledPtx;
  });
}

} // namespace

void bypassCompilerCaches(Environment &environment) {
  for (const CacheVariable &row : kCacheVariables)
    if (!environment.find(row.variable))
      environment.set(row.variable, std::string(row.value));
}

std::string noteOfCompilers(const Observations &observations) {
  if (std::ranges::none_of(observations.processes,
                           [](const auto &seen) { return usesNvrtc(seen.second); }))
    return {};
  std::string note = "kernels were compiled by NVRTC in the program; caches of machine code were "
                     "not used, unless the program's environment sets the variable:";
  for (const CacheVariable &row : kCacheVariables)
    note.append(&row == kCacheVariables.data() ? " " : ", ")
        .append(row.library)
        .append("'s by ")
        .append(row.variable)
        .append("=")
        .append(row.value);
  return note;
}

} // namespace pstudio::attach
