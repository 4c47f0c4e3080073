// SPDX-License-Identifier: Apache-2.0
// A finding under construction.
#include "core/analysis/overlap/findings/finding_draft.h"

#include <algorithm>

#include "core/base/check.h"

namespace pstudio::analysis {
namespace {

const FindingKind &declaredKind(std::string_view code) {
  const FindingKind *kind = findingKind(code);
  PSTUDIO_CHECK(kind != nullptr);
  return *kind;
}

} // namespace

FindingDraft::FindingDraft(const FindingInput &input, std::string_view code, FindingSubject subject)
    : m_input(input), m_kind(declaredKind(code)), m_subject(subject),
      m_holds(holdsFor(m_kind, input.trace, input.launch, subject)) {
  finding.code = code;
  finding.channel = subject.channel;
  finding.stage = subject.stage;
  finding.role = subject.role;
}

bool FindingDraft::isDeclared(Figure figure) const {
  return std::ranges::find(m_kind.figures, figure) != m_kind.figures.end();
}

double FindingDraft::value(Figure figure) const {
  PSTUDIO_CHECK(isDeclared(figure));
  return figureValue(m_input.trace, m_input.launch, m_subject, figure).value_or(0);
}

bool FindingDraft::isKnown(Figure figure) const {
  PSTUDIO_CHECK(isDeclared(figure));
  return figureValue(m_input.trace, m_input.launch, m_subject, figure).has_value();
}

void FindingDraft::add() {
  for (const Figure figure : m_kind.figures) {
    const auto known = figureValue(m_input.trace, m_input.launch, m_subject, figure);
    if (!known)
      continue;
    const FigureFacts &facts = factsOf(figure);
    const std::string name(facts.name);
    switch (facts.unit) {
    case FigureUnit::Ticks:
      finding.numbers.push_back(ticksNumber(m_input.launch, name, *known));
      break;
    case FigureUnit::Share:
      finding.numbers.push_back(percentNumber(name, *known));
      break;
    case FigureUnit::Bytes:
      finding.numbers.push_back({name, *known, "bytes"});
      break;
    case FigureUnit::Count:
      finding.numbers.push_back({name, *known, ""});
      break;
    }
  }
  m_input.findings.push_back(std::move(finding));
}

Finding::Severity severityOfLoss(double share) {
  return share >= 0.10   ? Finding::Severity::Warning
         : share >= 0.02 ? Finding::Severity::Notice
                         : Finding::Severity::Info;
}

} // namespace pstudio::analysis
