// SPDX-License-Identifier: Apache-2.0
// Lowers loops, vector operations and views to operations that map to LLVM, for every target.
#pragma once

namespace mlir {
class OpPassManager;
} // namespace mlir

namespace pstudio {

/// On a gpu.module, the lowering that all targets run before their own conversion: loops and
/// conditions become blocks. It also lowers vector operations of more than one dimension,
/// transfers, contractions, reductions, scans and views of memrefs to ones that map to LLVM.
/// affine.apply remains. Never merges blocks: two equal barriers are two places where threads may
/// wait. `stackSpace` is the address space of the target's stack (scoped_allocas.h).
void buildSimplifyForLlvm(mlir::OpPassManager &inModule, unsigned stackSpace = 0);

} // namespace pstudio
