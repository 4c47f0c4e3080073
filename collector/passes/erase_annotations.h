// SPDX-License-Identifier: Apache-2.0
// A piece of a kernel as if it had never been annotated.
#pragma once

#include "mlir/IR/Operation.h"

namespace pstudio {

/// Erases all operations of the proton dialect inside of `root`. An event value that is passed on
/// becomes the constant 0.
void eraseAnnotations(mlir::Operation *root);

/// The same for one function of a kernel that records; events that it passes to calls stay, since
/// other functions may record them.
void eraseAnnotationsOf(mlir::Operation *function);

} // namespace pstudio
