// SPDX-License-Identifier: Apache-2.0
// Text of a newer LLVM, made readable for the installed one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "collector/foreign/text/ll_statements.h"
#include "collector/foreign/text/text_edits.h"

namespace pstudio::foreign {

/// One kind of change to the text.
struct LlChange {
  std::string what;     ///< "captures(none) became nocapture"
  size_t count = 0;     ///< how often
  TextPosition first{}; ///< in the text as it was given
  bool operator==(const LlChange &other) const {
    return what == other.what && count == other.count;
  }
};

/// A field of specialised metadata that the installed LLVM does not have.
struct LlUnknownField {
  std::string node;  ///< "DILocation"; empty for every node
  std::string field; ///< "atomGroup"
};

struct AdaptedLl {
  std::string text;
  TextEdits edits;                 ///< from `text` back to the text that was given
  std::vector<LlChange> changes;   ///< in the order of their first occurrence
  InstructionOffsets instructions; ///< offsets in the text that was given
};

/// Rewrites what LLVM 20 to 22 print and the installed LLVM does not read, token by token: strings
/// and comments are never touched. What has no counterpart and only promises or describes something
/// (attributes, flags, debug information) is left out; what has one is replaced. Anything else
/// stays as it is, for the parser to reject. `unknown` names fields besides those that are known to
/// be new. Never fails. O(bytes).
AdaptedLl adaptLl(std::string_view text, const std::vector<LlUnknownField> &unknown = {});

} // namespace pstudio::foreign
