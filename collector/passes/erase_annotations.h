// SPDX-License-Identifier: Apache-2.0
// A piece of a kernel as if it had never been annotated.
#pragma once

#include "mlir/IR/Operation.h"

namespace pstudio {

/// Erases all operations of the proton dialect inside of `root`. An event value that is passed on
/// becomes the constant 0.
void eraseAnnotations(mlir::Operation *root);

} // namespace pstudio
