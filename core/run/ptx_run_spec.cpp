// SPDX-License-Identifier: Apache-2.0
#include "core/run/ptx_run_spec.h"

#include <algorithm>
#include <string>

#include "core/base/file_bytes.h"
#include "core/ptx/module.h"

namespace pstudio {
namespace {

constexpr int64_t kElements = 1024; ///< of a buffer whose size is unknown
constexpr uint32_t kThreadsOfCta = 128;

/// A value that fits the size of a parameter.
Argument argumentFor(const ptx::Declaration &parameter) {
  Argument argument;
  argument.name = parameter.name;
  if (parameter.isArray || parameter.bytes == 8) {
    if (parameter.type == "f64")
      argument.value = ScalarArgument{DType::F64, 1.0, 0};
    else
      argument.value = BufferArgument{DType::F32, {kElements}, RandomInit{}};
  } else if (parameter.type == "f32") {
    argument.value = ScalarArgument{DType::F32, 1.0, 0};
  } else if (parameter.bytes == 1) {
    argument.value = ScalarArgument{DType::I8, 0, 1};
  } else {
    argument.value = ScalarArgument{parameter.bytes == 2 ? DType::I16 : DType::I32, 0, kElements};
  }
  return argument;
}

} // namespace

Result<RunSpec> runSpecForPtx(const std::filesystem::path &file) {
  std::error_code ignored;
  RunSpec spec;
  spec.kernelFile = std::filesystem::absolute(file, ignored).lexically_normal();
  PSTUDIO_TRY_ASSIGN(const FileBytes bytes, FileBytes::read(spec.kernelFile));
  const std::string_view text = bytes.text();
  PSTUDIO_TRY_ASSIGN(const ptx::Module module, ptx::readModule(text, spec.kernelFile.string()));
  const auto entry = std::ranges::find_if(module.functions, [](const ptx::Function &function) {
    return function.isEntry && function.isDefined;
  });
  if (entry == module.functions.end())
    return fail(ErrorCode::InvalidInput, "the PTX module has no .entry with a body",
                spec.kernelFile.string(), "compile a file with a __global__ function");
  spec.function = entry->name;
  spec.target = "cuda";
  spec.block =
      entry->requiredBlock.value_or(entry->largestBlock.value_or(ptx::Extent{kThreadsOfCta, 1, 1}));
  spec.cluster = entry->cluster.value_or(ptx::Extent{1, 1, 1});
  spec.grid = spec.cluster;
  for (const ptx::Declaration &parameter : entry->parameters)
    spec.arguments.push_back(argumentFor(parameter));
  return spec;
}

} // namespace pstudio
