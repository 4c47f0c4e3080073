// SPDX-License-Identifier: Apache-2.0
#include "viewer/widgets/source/code_text.h"

#include <algorithm>

#include "core/source/source_place.h"

namespace pstudio {
namespace {

/// The last text of a stage; none if it has none.
std::optional<IrTextId> lastTextOf(const PassStage &stage) {
  std::optional<IrTextId> last;
  for (const PassRun &pass : stage.passes)
    if (pass.after)
      last = pass.after;
  return last;
}

} // namespace

CodeText::CodeText(std::string name, IrLanguage language, std::shared_ptr<const std::string> text,
                   CodePlaces places)
    : m_name(std::move(name)), m_language(language), m_text(std::move(text)) {
  if (!places.lines.empty())
    m_places = std::move(places);
}

const CodePlaces &CodeText::places() const {
  if (!m_places)
    m_places = placesInCode(*m_text, m_language);
  return *m_places;
}

CodeTexts codeTextsOf(const PassReport &report) {
  CodeTexts texts;
  const auto add = [&](std::string name, IrLanguage language, std::optional<IrTextId> id) {
    const auto text = report.text(id);
    if (!text ||
        std::ranges::any_of(texts, [&](const auto &known) { return known->text() == text; }))
      return;
    texts.push_back(
        std::make_shared<const CodeText>(std::move(name), language, text, report.placesOf(*id)));
  };
  for (const PassStage &stage : report.stages) {
    if (texts.empty() && !stage.passes.empty())
      add("before " + stage.name, stage.language, stage.passes.front().before);
    add(stage.name, stage.language, lastTextOf(stage));
  }
  return texts;
}

CodeTexts storedCodeOf(const Trace &trace, std::span<const std::string> sourceFiles) {
  CodeTexts texts;
  for (const SourceFile &file : trace.sources())
    if (const auto language = languageOfFile(file.path);
        language && std::ranges::find(sourceFiles, file.path) == sourceFiles.end())
      texts.push_back(std::make_shared<const CodeText>(std::string(fileNameOf(file.path)),
                                                       *language, file.text));
  return texts;
}

} // namespace pstudio
