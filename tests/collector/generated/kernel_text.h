// SPDX-License-Identifier: Apache-2.0
// A generated kernel in the languages that the collector reads.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "tests/collector/generated/kernel_tree.h"

namespace pstudio::test {

/// The form of a kernel as text.
enum class TextForm : uint8_t {
  LlPhi,    ///< LLVM IR, variables as phis at each block
  LlStack,  ///< LLVM IR, variables as allocas, as a compiler without optimisation leaves them
  MlirFlow, ///< MLIR, branches of cf, variables as block arguments
  MlirTree, ///< MLIR, scf.if and scf.while: only kernels without break, continue and return
};
inline constexpr std::array<const char *, 4> kFormNames{"ll-phi", "ll-stack", "mlir-cf",
                                                        "mlir-scf"};

/// "ll" or "mlir".
constexpr std::string_view fileExtension(TextForm form) {
  return form == TextForm::LlPhi || form == TextForm::LlStack ? "ll" : "mlir";
}
/// Whether the kernel can be written so: MLIR has no votes and no masks (README.md).
bool canWrite(const Kernel &kernel, TextForm form);
/// The file's text; its kernel is named "k". canWrite(kernel, form).
std::string kernelText(const Kernel &kernel, TextForm form);

/// For kernelText().
std::string llText(const Kernel &kernel, bool hasStack);
std::string mlirText(const Kernel &kernel, bool isTree);

} // namespace pstudio::test
