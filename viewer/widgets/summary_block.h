// SPDX-License-Identifier: Apache-2.0
// Summaries of traces beside each other: names once, values as links.
#pragma once

#include <QWidget>

#include <cstdint>
#include <vector>

#include "core/summary/summary.h"

namespace pstudio {

/// A summary and the heading above it.
struct HeadedSummary {
  QString heading; ///< "A: before"; empty: only the title of the summary
  summary::Summary summary;
};

/// Targets of the links of a block.
enum class SummaryLinks : uint8_t {
  Slices,          ///< SummaryLine::slice
  SlicesAndPanels, ///< and the panels of SummaryLine::topic
};

/// Every text can be selected or followed; unknown values are a dash; no text is ever cut, it
/// wraps. [thread: gui]
class SummaryBlock : public QWidget {
  Q_OBJECT

public:
  /// \param links  the targets that followed() opens; values without one are plain text.
  explicit SummaryBlock(std::vector<HeadedSummary> summaries, SummaryLinks links,
                        QWidget *parent = nullptr);

  /// Everything, a line of a summary each: name, and of each summary value and detail, with tabs.
  const QString &text() const { return m_text; }

Q_SIGNALS:
  /// The value of a line was followed. \param summary  index
  void followed(int summary, const pstudio::summary::SummaryLine &line);

private:
  QWidget *cellOf(int index, const summary::SummaryLine *line);
  bool isLink(const summary::SummaryLine &line) const;

  std::vector<HeadedSummary> m_summaries;
  SummaryLinks m_links;
  QString m_text;
};

} // namespace pstudio
