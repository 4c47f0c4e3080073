// SPDX-License-Identifier: Apache-2.0
// Pipelines by name, for proton-opt.
#pragma once

#include "collector/passes/passes.h"

namespace pstudio {

/// Adds the passes from annotations to stores into a segment that is not allocated yet, for all
/// gpu.modules of a module.
void buildRecordPipeline(mlir::OpPassManager &passes, const ProtonGPUInsertContextOptions &options);

/// Registers `convert-proton-to-proton-gpu`, the name of that pipeline for proton-opt; its options
/// are those of `proton-gpu-insert-context`.
void registerRecordPipeline();

} // namespace pstudio
