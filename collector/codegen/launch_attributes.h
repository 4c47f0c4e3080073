// SPDX-License-Identifier: Apache-2.0
// Requirements on launches in the attributes of a gpu.func.
#pragma once

#include <vector>

#include "core/run/launch_rules.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace pstudio {

/// The rules of known_block_size, known_grid_size, nvvm.reqntid, nvvm.maxntid, nvvm.cluster_dim,
/// nvvm.maxclusterrank, rocdl.reqd_work_group_size, rocdl.flat_work_group_size and
/// rocdl.max_flat_work_group_size.
std::vector<LaunchRule> launchRulesOf(mlir::gpu::GPUFuncOp kernel);

} // namespace pstudio
