// SPDX-License-Identifier: Apache-2.0
// Detects whether the CTAs of a kernel may wait for each other, from the exit conditions of its
// loops.
#pragma once

#include <string>

namespace llvm {
class Function;
} // namespace llvm

namespace pstudio::foreign {

/// The reason why a CTA of `kernel` may wait for another CTA of its grid, with the place:
/// "scan.py:31:9: a loop ends by a load from global memory". Empty if no loop of the kernel, or of
/// its callees, exits on a value that another CTA can change, if no code sleeps, and if all code is
/// known. A kernel that cannot be decided has a reason.
///
/// A loop that only counts up by its own atomic additions (a work counter) does not wait: it ends
/// independent of the other CTAs. Waits at barriers of the CTA and at an mbarrier are no reason.
/// Launches in clusters and cooperative launches are not visible here. O(instructions^2) at most.
std::string ctaWaitOf(const llvm::Function &kernel);

} // namespace pstudio::foreign
