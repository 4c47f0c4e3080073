// SPDX-License-Identifier: Apache-2.0
// Messages about kernels that a program chooses itself while it runs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "collector/attach/protocol/messages.h"

namespace pstudio::attach {

/// The program chooses kernels at run time: all launches from now on. The server answers
/// RuleKernels, and reports a mode that is not valid.
struct AddRule {
  uint32_t rule = 0;  ///< its number in the process, from 1
  std::string kernel; ///< AttachRule::kernel
  std::string mode;   ///< empty: kDefaultAttachMode
  static void fields(auto &self, auto &&visit) { visit(self.rule, self.kernel, self.mode); }
};

/// The rule of this number chooses no further launches. The server answers RuleKernels.
struct DropRule {
  uint32_t rule = 0;
  static void fields(auto &self, auto &&visit) { visit(self.rule); }
};

/// Kernels of the process whose choice has changed: a KernelSeen of each requests it again.
struct RuleKernels {
  uint32_t rule = 0;
  std::vector<uint32_t> kernels; ///< KernelSeen::kernel
  static void fields(auto &self, auto &&visit) { visit(self.rule, self.kernels); }
};

} // namespace pstudio::attach
