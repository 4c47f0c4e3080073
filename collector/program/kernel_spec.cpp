// SPDX-License-Identifier: Apache-2.0
#include "collector/program/kernel_spec.h"

#include <algorithm>

namespace pstudio::program {

RunSpec kernelSpec(const ProgramSpec &program, std::string kernel, const LaunchShape &shape) {
  RunSpec spec;
  static_cast<RunSettings &>(spec) = program;
  spec.path = program.file;
  spec.kernelFile = program.file;
  spec.function = std::move(kernel);
  spec.grid = shape.grid;
  spec.block = shape.block;
  spec.cluster = shape.cluster;
  spec.dynamicSharedBytes = shape.dynamicSharedBytes;
  return spec;
}

Result<const KernelModuleText *> findKernels(std::span<const KernelModuleText> modules,
                                             std::string_view name) {
  const auto found = std::ranges::find(modules, name, &KernelModuleText::name);
  if (found == modules.end())
    return fail(ErrorCode::RunFailed, "the program has no gpu.module " + std::string(name));
  return &*found;
}

Result<KernelModule> parseKernels(const ProgramSpec &program, const KernelModuleText &kernels) {
  return KernelModule::parse(kernels.text, shownName(program, program.file) + " (gpu.module)",
                             ArgumentForm::Descriptors);
}

} // namespace pstudio::program
