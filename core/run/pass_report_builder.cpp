// SPDX-License-Identifier: Apache-2.0
#include "core/run/pass_report_builder.h"

namespace pstudio {

void PassReportBuilder::describe(std::string kernel, std::string target, std::string mode) {
  m_report.kernel = std::move(kernel);
  m_report.target = std::move(target);
  m_report.mode = std::move(mode);
}

void PassReportBuilder::beginStage(std::string name, IrLanguage language) {
  m_report.stages.push_back({std::move(name), language, {}});
}

PassReportBuilder::Place PassReportBuilder::begin(PassRun pass) {
  if (m_report.stages.empty())
    beginStage({}, IrLanguage::Mlir);
  std::vector<PassRun> &passes = m_report.stages.back().passes;
  passes.push_back(std::move(pass));
  return {m_report.stages.size() - 1, passes.size() - 1};
}

void PassReportBuilder::addTranslation(std::string name, std::string scope, Nanoseconds time,
                                       std::string text) {
  PassRun pass;
  pass.name = std::move(name);
  pass.scope = std::move(scope);
  pass.time = time;
  pass.changed = true;
  pass.after = keep(std::move(text));
  begin(std::move(pass));
}

std::optional<IrTextId> PassReportBuilder::keep(std::string text, const CodePlaces &places) {
  if (const auto known = m_known.find(text); known != m_known.end())
    return known->second;
  if (m_textBytes + text.size() > m_textLimit) {
    ++m_report.textsLeftOut;
    m_report.textBytesLeftOut += text.size();
    return std::nullopt;
  }
  m_textBytes += text.size();
  const auto id = static_cast<IrTextId>(m_report.texts.size());
  m_report.texts.push_back(std::make_shared<const std::string>(std::move(text)));
  m_known.emplace(*m_report.texts.back(), id);
  if (places.hasAny())
    keepPlaces(id, places);
  return id;
}

void PassReportBuilder::keepPlaces(IrTextId text, const CodePlaces &places) {
  IrTextPlaces kept;
  kept.text = text;
  for (uint32_t i = 0; i < places.lines.size(); ++i) {
    if (places.lines[i].line == 0)
      continue;
    const std::string &file = places.files[places.lines[i].file];
    const auto [known, isNew] =
        m_files.try_emplace(file, static_cast<uint32_t>(m_report.placeFiles.size()));
    if (isNew)
      m_report.placeFiles.push_back(file);
    kept.lines.push_back(i + 1);
    kept.files.push_back(known->second);
    kept.sourceLines.push_back(places.lines[i].line);
  }
  m_report.places.push_back(std::move(kept));
}

} // namespace pstudio
