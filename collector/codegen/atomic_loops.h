// SPDX-License-Identifier: Apache-2.0
// Lowers memref's atomic operations without an instruction on any target to loops of
// compare-and-swap.
#pragma once

#include <cstdint>
#include <memory>

namespace mlir {
class LLVMTypeConverter;
class Pass;
class RewritePatternSet;
} // namespace mlir

namespace pstudio {

/// Floats whose atomic addition is a loop as well.
enum class AtomicFloats : uint8_t {
  Instructions, ///< none: the back end selects or expands it
  WithoutBf16,  ///< bf16, whose arithmetic a later pass of the target replaces
};

/// On a gpu.module: memref.atomic_rmw of the kinds mulf, muli, maximumf, minimumf, maxnumf and
/// minnumf becomes a memref.generic_atomic_rmw around the arithmetic operation of its kind, which
/// defines the result for NaN and for zeros of both signs. LLVM's atomicrmw fmax, to which upstream
/// lowers maximumf, ignores NaN. An error names an operation on elements of other than 8, 16, 32 or
/// 64 bits.
std::unique_ptr<mlir::Pass> createExpandAtomicsPass(AtomicFloats floats);

/// Adds a pattern for memref.generic_atomic_rmw of integers and floats, before upstream's, whose
/// comparison of floats LLVM rejects. Values are compared as bits: a NaN equals itself, and 0 is
/// not -0.
void populateAtomicLoopPattern(mlir::LLVMTypeConverter &converter,
                               mlir::RewritePatternSet &patterns);

} // namespace pstudio
