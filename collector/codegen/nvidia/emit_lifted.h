// SPDX-License-Identifier: Apache-2.0
// Compiles a lifted PTX entry with its records to PTX, without changing the lifted code.
#pragma once

#include <string>
#include <string_view>

#include "collector/codegen/nvidia/architecture.h"

namespace llvm {
class Module;
} // namespace llvm

namespace pstudio {
class PassReportBuilder;
} // namespace pstudio

namespace pstudio::nvidia {

/// PTX of `kernel` of `module`, which foreign::liftEntry() made and passes instrumented. LLVM's
/// optimiser does not run, nor do the passes of code generation that move, merge or delete
/// instructions and blocks: ptxas is to see the original code and the records. Errors as emitPtx().
Result<std::string> emitLifted(llvm::Module &module, std::string_view kernel,
                               const Architecture &architecture,
                               PassReportBuilder *report = nullptr);

} // namespace pstudio::nvidia
