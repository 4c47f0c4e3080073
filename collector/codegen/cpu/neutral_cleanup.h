// SPDX-License-Identifier: Apache-2.0
// A cleanup of kernels that comes out the same with and without instrumentation.
#pragma once

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace pstudio {
class PassReportBuilder;
} // namespace pstudio

namespace pstudio::cpu {

/// Inlines the functions that `kernel` calls, promotes stack slots to values and merges equal pure
/// computations. Only transformations that do not look at calls with side effects are used: what
/// they do to the kernel's instructions, and so the kernel's modelled cost, cannot depend on
/// records between them. Instrumentation functions stay calls. The passes are reported
/// to `report` unless it is null.
void cleanUpNeutrally(llvm::Module &module, const llvm::Function &kernel,
                      PassReportBuilder *report);

} // namespace pstudio::cpu
