// SPDX-License-Identifier: Apache-2.0
// Whether the CTAs of a kernel may wait for each other, by what ends its loops.
#pragma once

#include <string>

namespace llvm {
class Function;
} // namespace llvm

namespace pstudio::foreign {

/// Why a CTA of `kernel` may wait for another CTA of its grid, with the place:
/// "scan.py:31:9: a loop ends by a load from global memory". Empty if no loop of the kernel, or of
/// what it calls, ends by a value that another CTA can change, if none of them sleeps, and if all
/// code is known. A kernel of which it is not certain has a reason.
///
/// A loop that only counts up by its own atomic additions (a work counter) does not wait: it ends
/// whatever the other CTAs do. Waits at barriers of the CTA and at an mbarrier are no reason.
/// Launches in clusters and cooperative launches are not visible here. O(instructions^2) at most.
std::string ctaWaitOf(const llvm::Function &kernel);

} // namespace pstudio::foreign
