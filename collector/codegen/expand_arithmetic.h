// SPDX-License-Identifier: Apache-2.0
// Arithmetic that no target has an instruction for: rounded quotients and integer powers.
#pragma once

#include <memory>

namespace mlir {
class Pass;
} // namespace mlir

namespace pstudio {

/// On a gpu.module that still has scf operations: replaces arith.ceildivsi, ceildivui, floordivsi,
/// their counterparts of the index dialect, math.ipowi and math.fpowi, of all types and shapes, by
/// operations that every target lowers. The results are exact for all operands; upstream's
/// expansions overflow for the smallest integer and for large indices.
///
/// A quotient is undefined where arith.divsi is: the CPU target reports both. 0 to a negative power
/// is such a division. Powers multiply in the order of compiler-rt's __powisf2, f16 and bf16 in
/// single precision, so that all targets give the same bits. A constant exponent needs no loop.
std::unique_ptr<mlir::Pass> createExpandArithmeticPass();

} // namespace pstudio
