// SPDX-License-Identifier: Apache-2.0
// Which barriers a frame of shared memory needs because parts of it are used again.
#pragma once

#include "collector/analysis/shared_frames.h"

namespace pstudio {

/// What a caller must know of the barriers in a function.
struct BarrierSummary {
  bool alwaysPasses = false; ///< every path through it has a barrier of the whole CTA
  bool endsQuiet = false;    ///< and behind the last one the frame is not used
};

/// Fills SharedFrame::barriersBefore of a function whose items are placed, and says what its
/// callers have to know. `summaries` has the function's callees with a frame. Forward data flow
/// over structured and unstructured control flow: which items may have been used since the last
/// barrier.
BarrierSummary
placeFrameBarriers(mlir::FunctionOpInterface function, SharedFrame &frame,
                   const llvm::DenseMap<mlir::Operation *, BarrierSummary> &summaries);

} // namespace pstudio
