// SPDX-License-Identifier: Apache-2.0
// Keeps matrix operations between the records before and after them.
#pragma once

namespace llvm {
class Module;
} // namespace llvm

namespace pstudio::amd {

/// For LLVM a matrix operation is arithmetic that may move past reads of a clock. In a block with
/// clock reads, this passes one register through empty assembly, which moves past no clock: the
/// first register of an operand for the first operation of a chain that follows a clock, and of the
/// result for the last operation of a chain before a clock. A record after a product may therefore
/// wait for the result. Kernels without records are not changed. O(instructions).
void pinProducts(llvm::Module &module);

} // namespace pstudio::amd
