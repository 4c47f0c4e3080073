// SPDX-License-Identifier: Apache-2.0
// Rewrites a PTX module so that one of its kernels works on the variables of the module that a
// program has loaded, not on those of its own.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/ptx/module.h"

namespace pstudio::ptx {

/// The access of the rewritten module to a variable of the original.
enum class VariableForm : uint8_t {
  Addressed, ///< its code reads the variable's address from a cell
  Copied,    ///< it has a copy, which must be made before each launch
};

/// A variable of the original module.
struct OriginalVariable {
  VariableForm form = VariableForm::Addressed;
  std::string name;   ///< in the original module
  uint64_t bytes = 0; ///< of the variable
  /// In the rewritten module: the cell, 8 bytes of constant memory, or the copy. It is visible.
  std::string symbol;
};

struct SharedModule {
  std::string text; ///< with the lines of the original
  std::vector<OriginalVariable> variables;
};

/// The module for an entry, with each variable that its code reaches in the form that is exact:
/// variables in global memory are addressed, those in constant memory are copied, and addressed
/// where their address becomes a generic one. Constants of the compiler stay. A module of whose
/// variables the entry reaches no other is returned as it is.
///
/// Unsupported, with the variable's name, where neither form is exact: an initialiser with the
/// address of a function, which belongs to the original's code; a variable of another module; a
/// texture, sampler or surface; a variable without a size; no space for the addresses in constant
/// memory; a generic address of constant memory that is not taken of a name. InvalidFormat for a
/// body that cannot be read. InvalidInput if the module has no such entry. `name` stands for the
/// file in messages. O(length * log(symbols))
Result<SharedModule> withOriginalVariables(const Module &module, std::string_view entry,
                                           std::string_view name);

} // namespace pstudio::ptx
