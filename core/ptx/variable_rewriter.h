// SPDX-License-Identifier: Apache-2.0
// Replaces the names of variables in the instructions of one function by addresses that are read
// from cells.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/base/result.h"
#include "core/ptx/body.h"
#include "core/ptx/variable_uses.h"

namespace pstudio::ptx {

/// Text in the place of a part of a module.
struct TextEdit {
  TextRange range;
  std::string text;
};

/// The names that all functions of a module share.
struct RewrittenNames {
  NameSet addressed;          ///< each of their names is replaced
  NameSet constants;          ///< only where their address becomes a generic one
  std::string registerPrefix; ///< "%pstudio_address", which no function has
};

/// The name of the cell with the address of a variable.
std::string addressCell(std::string_view variable);

/// Appends the edits of one function, none of which adds a line, and enters into `genericConstants`
/// the names of constant memory whose cells its code reads. Unsupported where the address of
/// constant memory becomes a generic one without a name; InvalidFormat for a body that cannot be
/// read. O(length * log(symbols))
Result<void> rewriteFunction(const Module &module, const Function &function,
                             const RewrittenNames &names, std::string_view file,
                             std::vector<TextEdit> &edits, NameSet &genericConstants);

} // namespace pstudio::ptx
