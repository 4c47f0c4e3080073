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

std::optional<IrTextId> PassReportBuilder::keep(std::string text) {
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
  return id;
}

} // namespace pstudio
