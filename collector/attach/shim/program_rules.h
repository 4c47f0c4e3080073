// SPDX-License-Identifier: Apache-2.0
// Kernels that the program itself chooses at run time.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "collector/attach/protocol/rule_messages.h"

namespace pstudio::attach {

/// The rules of the process. They may be added before the first use of the driver, and hold in
/// children that are forked later. [thread: any]
class ProgramRules {
public:
  /// Limit of rules at a time.
  static constexpr size_t kMaxRules = 4096;

  /// Chooses all launches from now on of kernels that match the glob. Returns the number of the
  /// rule; 0 if there are kMaxRules. Waits for the server, at most 2 s for each kernel.
  static uint32_t add(std::string kernel, std::string mode);
  /// Ends the rule. No effect for an unknown number.
  static void drop(uint32_t rule);
  /// A copy of the rules that hold now.
  static std::vector<AddRule> active();

  // Called before and after fork, so that the child has consistent data.
  static void lock();
  static void unlock();
};

} // namespace pstudio::attach
