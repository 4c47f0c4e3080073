// SPDX-License-Identifier: Apache-2.0
// Converts a kernel of a program to the input of the stages of a single kernel.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "collector/codegen/kernel_module.h"
#include "collector/program/host/split_program.h"
#include "core/run/program_spec.h"
#include "core/run/run_spec.h"

namespace pstudio::program {

struct LaunchShape {
  std::array<uint32_t, 3> grid{1, 1, 1};
  std::array<uint32_t, 3> block{1, 1, 1};
  std::array<uint32_t, 3> cluster{1, 1, 1};
  uint32_t dynamicSharedBytes = 0;
  auto operator<=>(const LaunchShape &) const = default;
};

/// A specification of one launch, with the program's settings and without arguments.
RunSpec kernelSpec(const ProgramSpec &program, std::string kernel, const LaunchShape &shape);

/// RunFailed if there is no such gpu.module.
Result<const KernelModuleText *> findKernels(std::span<const KernelModuleText> modules,
                                             std::string_view name);
/// Errors of KernelModule::parse().
Result<KernelModule> parseKernels(const ProgramSpec &program, const KernelModuleText &kernels);

} // namespace pstudio::program
