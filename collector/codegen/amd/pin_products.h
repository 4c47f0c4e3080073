// SPDX-License-Identifier: Apache-2.0
// Keeps matrix operations between the records that stand around them.
#pragma once

namespace llvm {
class Module;
} // namespace llvm

namespace pstudio::amd {

/// To LLVM a matrix operation is arithmetic, which may move past reads of a clock. Where one stands
/// between two of them in a block, this makes the first register of an operand, for the first
/// operation of a chain, and of the result, for the last one, pass through empty assembly, which
/// moves past no clock. The record behind a product may so wait for its result. Nothing is done in
/// kernels without records. O(instructions).
void pinProducts(llvm::Module &module);

} // namespace pstudio::amd
