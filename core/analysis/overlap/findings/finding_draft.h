// SPDX-License-Identifier: Apache-2.0
// A finding under construction: only with its declared figures, and only if its conditions hold.
#pragma once

#include <string>
#include <string_view>

#include "core/analysis/overlap/findings/finding_kinds.h"
#include "core/analysis/overlap/findings/finding_writer.h"

namespace pstudio::analysis {

/// Valid as long as the input. [not thread-safe]
class FindingDraft {
public:
  /// \param code  of a declared kind.
  FindingDraft(const FindingInput &input, std::string_view code, FindingSubject subject = {});

  /// True if the figures satisfy the conditions of the finding.
  bool holds() const { return m_holds; }

  /// The value of a figure that the kind declares; 0 if unknown.
  double value(Figure figure) const;
  bool isKnown(Figure figure) const;

  std::string percent(Figure figure) const { return percentText(value(figure), 2); }
  std::string ticks(Figure figure) const { return ticksText(m_input, value(figure)); }
  uint64_t count(Figure figure) const { return static_cast<uint64_t>(value(figure)); }

  /// The texts, severity, slices and lost time; add() fills the rest.
  Finding finding;

  /// Adds the finding, with the known figures as its numbers.
  void add();

private:
  bool isDeclared(Figure figure) const;

  const FindingInput &m_input;
  const FindingKind &m_kind;
  FindingSubject m_subject;
  bool m_holds = false;
};

/// The severity of lost time: a warning from 10 % of the time of the waiting warps, a notice from
/// 2 %.
Finding::Severity severityOfLoss(double share);

} // namespace pstudio::analysis
