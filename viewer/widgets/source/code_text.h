// SPDX-License-Identifier: Apache-2.0
// A text of IR or assembly that a kernel was compiled to, with its source lines.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/run/pass_report.h"
#include "core/source/code_places.h"
#include "core/trace/trace.h"

namespace pstudio {

/// One text. Immutable, except that its places are found at the first use. [thread: gui]
class CodeText {
public:
  /// \param places  of the lines, where the text itself has none; empty: read from the text.
  CodeText(std::string name, IrLanguage language, std::shared_ptr<const std::string> text,
           CodePlaces places = {});

  const std::string &name() const { return m_name; } ///< "PTX", "softmax_k.ttgir"
  IrLanguage language() const { return m_language; }
  const std::shared_ptr<const std::string> &text() const { return m_text; }
  const CodePlaces &places() const; ///< O(bytes) at the first call

private:
  std::string m_name;
  IrLanguage m_language;
  std::shared_ptr<const std::string> m_text;
  mutable std::optional<CodePlaces> m_places;
};

using CodeTexts = std::vector<std::shared_ptr<const CodeText>>;

/// The text before the first pass and the text after each stage of a compile, where the report
/// contains them. O(stages).
CodeTexts codeTextsOf(const PassReport &report);

/// The stored files of IR and assembly that no location of the trace names. O(files).
CodeTexts storedCodeOf(const Trace &trace, std::span<const std::string> sourceFiles);

} // namespace pstudio
