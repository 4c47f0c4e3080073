// SPDX-License-Identifier: Apache-2.0
// Nested loops that share their header.
#pragma once

namespace llvm {
class Function;
}

namespace pstudio::cpu {

/// Gives the outer loop a header of its own where a loop and the loop around it were merged into
/// one with several back edges, as clean-up does if the outer loop begins with the inner one.
/// Lanes that leave the inner loop join at its exit only if it is a loop of its own.
///
/// The outer loop's back edges are those that follow the block at which all paths from the header
/// meet first (its immediate post-dominator, or the next one) if other back edges do not follow it.
/// A function of the control flow alone. O(blocks) for each loop that is found.
void separateMergedLoops(llvm::Function &function);

} // namespace pstudio::cpu
