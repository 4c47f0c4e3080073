// SPDX-License-Identifier: Apache-2.0
// Reads the kernel file of a specification, in any of its languages.
#pragma once

#include "collector/codegen/kernel_module.h"
#include "core/base/result.h"
#include "core/run/run_spec.h"

namespace pstudio {

class ProgressSink;

/// The module with the kernel of the specification. A .cu file is compiled by nvcc, for the
/// architecture of the target or else for sm_80; its module has the name of the file with ".ptx".
/// Warnings of nvcc go to the log of `progress`, unless that is null. Errors of
/// KernelModule::load() and toolkit::compileCuda(); InvalidInput for compiler options of another
/// file.
Result<KernelModule> loadKernel(const RunSpec &spec, ProgressSink *progress);

} // namespace pstudio
