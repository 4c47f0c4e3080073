// SPDX-License-Identifier: Apache-2.0
// Constructors and registration of the instrumentation passes; passes.td is their documentation.
#pragma once

#include <memory>

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Pass/Pass.h"

#include "collector/ir/proton_gpu_dialect.h"
#include "collector/passes/pipeline.h"

namespace pstudio {

#define GEN_PASS_DECL
#include "collector/passes/passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "collector/passes/passes.h.inc"

} // namespace pstudio
