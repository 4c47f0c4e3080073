// SPDX-License-Identifier: Apache-2.0
// Loops of which only some iterations record their memory accesses, as two bodies.
#pragma once

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace pstudio {

/// Gives each innermost `scf.for` of the kernel, and of what it calls, whose accesses are sampled
/// (kept loop_counter) a second body without them, for the iterations that do not record: a record
/// under a false predicate costs its instructions all the same, a branch around each would keep the
/// assembler from overlapping the accesses. Functions of which a call there records nothing else
/// are called as copies without records, "function.plain".
///
/// Loops of blocks stay as they are. Lanes must be together at all records. O(operations).
void splitSampledLoops(mlir::gpu::GPUFuncOp kernel);

} // namespace pstudio
