// SPDX-License-Identifier: Apache-2.0
// A variable of the original's module that a twin works on, as a part of a message.
#pragma once

#include <cstdint>
#include <string>

namespace pstudio::attach {

/// The access of a twin to a variable of the original's module.
enum class VariableForm : uint8_t {
  Addressed = 0, ///< `symbol` is a cell of 8 bytes for the variable's address
  Copied = 1,    ///< `symbol` is a copy, which has to be made before each launch
};

/// A variable of the original's module, and what stands for it in the twin's.
struct TwinVariable {
  VariableForm form = VariableForm::Addressed;
  std::string name;   ///< in the original's module
  std::string symbol; ///< in the twin's
  uint64_t bytes = 0; ///< of the variable
  static void fields(auto &self, auto &&visit) {
    visit(self.form, self.name, self.symbol, self.bytes);
  }
};

} // namespace pstudio::attach
