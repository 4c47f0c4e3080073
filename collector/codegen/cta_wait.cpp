// SPDX-License-Identifier: Apache-2.0
#include "collector/codegen/cta_wait.h"

#include "collector/codegen/kernel_module.h"
#include "collector/foreign/foreign_module.h"

namespace pstudio {

std::string ctaWaitOf(const KernelModule &module, std::string_view kernel) {
  const foreign::ForeignModule *text = module.foreign();
  return text ? text->ctaWait(kernel) : "the kernel is no LLVM IR and was not analysed";
}

} // namespace pstudio
