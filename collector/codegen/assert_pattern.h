// SPDX-License-Identifier: Apache-2.0
// Assertions in kernels.
#pragma once

#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/IR/PatternMatch.h"

namespace pstudio {

/// Lowers cf.assert to a call of "__assertfail" if the condition does not hold: a function that
/// NVIDIA's driver and the CPU target define for device code. Its arguments are the assertion's
/// text, file and line, and the function that its location names, or the kernel. Takes precedence
/// over upstream's lowering, which is for hosts.
void populateAssertPattern(mlir::LLVMTypeConverter &converter, mlir::RewritePatternSet &patterns);

} // namespace pstudio
