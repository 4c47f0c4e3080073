// SPDX-License-Identifier: Apache-2.0
// Assertions in kernels.
#pragma once

#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/IR/PatternMatch.h"

namespace pstudio {

/// cf.assert as a call of "__assertfail" where the condition does not hold: a function that
/// NVIDIA's driver defines for device code, and the CPU target, too. It is told the assertion's
/// text, file and line, and the function that its location names, or the kernel. Preferred to
/// upstream's lowering, which is for hosts.
void populateAssertPattern(mlir::LLVMTypeConverter &converter, mlir::RewritePatternSet &patterns);

} // namespace pstudio
