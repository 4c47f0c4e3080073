// SPDX-License-Identifier: Apache-2.0
// The kernels of a program as PTX, without running it.
#include <set>
#include <tuple>

#include "collector/codegen/llvm/crash_guard.h"
#include "collector/collector.h"
#include "collector/program/host/split_program.h"
#include "collector/program/kernel_spec.h"
#include "collector/session/targets/compile_to_ptx.h"

namespace pstudio {
namespace {

using program::CallSite;
using program::PlannedLaunch;

/// The launch's shape, as far as code depends on it.
Result<program::LaunchShape> shapeOf(const PlannedLaunch &launch, const std::string &place) {
  if (!launch.block || !launch.cluster || !launch.dynamicSharedBytes)
    return fail(ErrorCode::Unsupported,
                "kernel " + launch.kernel +
                    " is launched with a block, a cluster or a size of shared memory that is known "
                    "only when the program runs",
                place, "its code depends on these: run the program, or make them constants");
  program::LaunchShape shape;
  shape.block = *launch.block;
  shape.cluster = *launch.cluster;
  shape.dynamicSharedBytes = *launch.dynamicSharedBytes;
  return shape;
}

Result<std::string> ptxOf(const ProgramSpec &spec, const program::KernelModuleText &kernels,
                          const PlannedLaunch &launch, const std::string &place) {
  PSTUDIO_TRY_ASSIGN(const program::LaunchShape shape, shapeOf(launch, place));
  PSTUDIO_TRY_ASSIGN(KernelModule module, program::parseKernels(spec, kernels));
  KernelSignature signature;
  PSTUDIO_TRY_ASSIGN(static_cast<KernelRequirements &>(signature),
                     module.requirements(launch.kernel));
  PSTUDIO_TRY(checkLaunchRules(launch.kernel, signature.launchRules,
                               {shape.block, launch.grid, shape.cluster}, "the host code launches",
                               place));
  PSTUDIO_TRY_ASSIGN(
      nvidia::PtxKernel code,
      compileToPtx(program::kernelSpec(spec, launch.kernel, shape), module, signature));
  return std::move(code.text);
}

Result<std::string> emitUnguarded(const ProgramSpec &spec) {
  PSTUDIO_TRY_ASSIGN(const program::ProgramParts parts, program::splitProgram(spec.file));
  std::set<std::tuple<std::string, std::string, program::LaunchShape>> done;
  std::string text;
  for (const CallSite &site : parts.sites) {
    if (!site.launch)
      continue;
    PSTUDIO_TRY_ASSIGN(const program::LaunchShape shape, shapeOf(*site.launch, site.place));
    if (!done.emplace(site.launch->module, site.launch->kernel, shape).second)
      continue;
    PSTUDIO_TRY_ASSIGN(const program::KernelModuleText *kernels,
                       program::findKernels(parts.kernelModules, site.launch->module));
    PSTUDIO_TRY_ASSIGN(const std::string ptx, ptxOf(spec, *kernels, *site.launch, site.place));
    text += "// kernel " + site.launch->kernel + ", launched at " + site.place + "\n" + ptx;
  }
  return text;
}

} // namespace

Result<std::string> emitPtx(const ProgramSpec &spec) {
  const std::string file = spec.file.string();
  return guarded(file, [&] { return emitUnguarded(spec); });
}

} // namespace pstudio
