// SPDX-License-Identifier: Apache-2.0
// Barriers that a frame of shared memory needs because parts of it are reused.
#pragma once

#include "collector/analysis/shared_frames.h"

namespace pstudio {

/// Facts about the barriers in a function that its callers need.
struct BarrierSummary {
  bool alwaysPasses = false; ///< every path through it has a barrier of the whole CTA
  bool endsQuiet = false;    ///< and the frame is not used after the last one
};

/// Fills SharedFrame::barriersBefore of a function whose items are placed, and returns the summary
/// for its callers. `summaries` has the function's callees with a frame. Forward data flow over
/// structured and unstructured control flow: which items may have been used since the last barrier.
BarrierSummary
placeFrameBarriers(mlir::FunctionOpInterface function, SharedFrame &frame,
                   const llvm::DenseMap<mlir::Operation *, BarrierSummary> &summaries);

} // namespace pstudio
