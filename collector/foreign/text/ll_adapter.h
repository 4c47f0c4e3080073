// SPDX-License-Identifier: Apache-2.0
// Text of a newer LLVM, made readable for the installed one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "collector/foreign/text/ll_statements.h"
#include "collector/foreign/text/text_edits.h"
#include "core/base/text_position.h"

namespace pstudio::foreign {

/// One kind of change to the text.
struct LlChange {
  std::string what;     ///< "captures(none) became nocapture"
  size_t count = 0;     ///< number of occurrences
  TextPosition first{}; ///< in the original text
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
  TextEdits edits;                 ///< from `text` back to the original text
  std::vector<LlChange> changes;   ///< in the order of their first occurrence
  InstructionOffsets instructions; ///< offsets in the original text
};

/// Rewrites constructs that LLVM 20 to 22 print and the installed LLVM does not read, token by
/// token; strings and comments are not changed. A construct without a counterpart that is only a
/// hint or a description (attributes, flags, debug information) is omitted; one with a counterpart
/// is replaced. All other text is unchanged, and the parser rejects it. `unknown` lists fields in
/// addition to the built-in list of new ones. Never fails. O(bytes).
AdaptedLl adaptLl(std::string_view text, const std::vector<LlUnknownField> &unknown = {});

} // namespace pstudio::foreign
