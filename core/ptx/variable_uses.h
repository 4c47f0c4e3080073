// SPDX-License-Identifier: Apache-2.0
// Which variables of a PTX module the code of an entry reaches.
#pragma once

#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/ptx/module.h"

namespace pstudio::ptx {

using NameSet = std::unordered_set<std::string_view>;

/// Functions and variables that an entry names, directly or through functions that it names, in the
/// order of the module. A function whose address is taken counts as one that is called.
struct Reached {
  std::vector<const Function *> functions;    ///< with a body; the entry is one
  std::vector<const Declaration *> variables; ///< in global and constant memory
};

/// Finds the code and the variables of an entry by their names. With `.alias` in the module every
/// function is reached. `module` must outlive the result. O(text of what is reached)
Reached reachedFrom(const Module &module, const Function &entry);

/// The names of `known` that a part of the text contains.
NameSet namesIn(std::string_view text, TextRange range, const NameSet &known);

/// True for a variable that no kernel and no host can change: a text of printf or assert, or a
/// table of mathematical functions, by the names of NVIDIA's compilers, whose initialiser contains
/// no address. Each module may have its own.
bool isCompilerConstant(const Module &module, const Declaration &variable);

/// The initialiser after '='; an empty range if there is none.
TextRange initialiserOf(const Module &module, const Declaration &variable);

} // namespace pstudio::ptx
