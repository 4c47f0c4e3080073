// SPDX-License-Identifier: Apache-2.0
#include "viewer/widgets/summary_block.h"

#include <QGridLayout>
#include <QVBoxLayout>

#include <algorithm>

#include "core/summary/summary_html.h"
#include "viewer/paint/qt_text.h"
#include "viewer/paint/shown_text.h"
#include "viewer/paint/window_font.h"
#include "viewer/widgets/link_label.h"

namespace pstudio {

using summary::SummaryLine;
using summary::Topic;

namespace {

constexpr int kNameStretch = 2, kValueStretch = 7;

WrappingLabel *summaryLabel(const QString &text, const char *role) {
  auto *label = new WrappingLabel(shownText(text));
  label->setProperty("role", QLatin1String(role));
  label->setAlignment(Qt::AlignLeft | Qt::AlignTop);
  return label;
}

QVBoxLayout *summaryColumn(QWidget *parent) {
  auto *column = new QVBoxLayout(parent);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(1);
  return column;
}

/// Labels need the height of their texts at the width that they get.
void letHeightFollowWidth(QWidget &widget) {
  QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Preferred);
  policy.setHeightForWidth(true);
  widget.setSizePolicy(policy);
}

QWidget *headOf(const HeadedSummary &headed) {
  auto *head = new QWidget;
  letHeightFollowWidth(*head);
  QVBoxLayout *column = summaryColumn(head);
  const QString own = toQString(headed.summary.title);
  const bool hasHeading = !headed.heading.isEmpty();
  WrappingLabel *title = summaryLabel(hasHeading ? headed.heading : own, "name");
  setFontRole(*title, FontRole::Heading);
  column->addWidget(title);
  const QString subject = toQString(headed.summary.subject);
  column->addWidget(
      summaryLabel(hasHeading ? SummaryBlock::tr("%1 on %2").arg(own, subject) : subject, "muted"));
  column->addStretch(1);
  return head;
}

const SummaryLine *lineOf(const summary::Summary &summary, std::string_view name) {
  const auto found = std::ranges::find(summary.lines, name, &SummaryLine::name);
  return found == summary.lines.end() ? nullptr : &*found;
}

} // namespace

SummaryBlock::SummaryBlock(std::vector<HeadedSummary> summaries, SummaryLinks links,
                           QWidget *parent)
    : QWidget(parent), m_summaries(std::move(summaries)), m_links(links) {
  setObjectName(QStringLiteral("summaryBlock"));
  setAccessibleName(tr("Summary"));
  letHeightFollowWidth(*this);
  auto *grid = new QGridLayout(this);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setHorizontalSpacing(8);
  grid->setVerticalSpacing(6);
  const bool isOne = m_summaries.size() == 1; // its heading needs no room for names beside it
  grid->setColumnStretch(0, kNameStretch);
  std::vector<summary::Summary> plain;
  for (int i = 0; i < static_cast<int>(m_summaries.size()); ++i) {
    const HeadedSummary &headed = m_summaries[static_cast<size_t>(i)];
    grid->setColumnStretch(i + 1, kValueStretch);
    grid->addWidget(headOf(headed), 0, isOne ? 0 : i + 1, 1, isOne ? 2 : 1);
    m_text += toQString(headed.summary.title) + QLatin1Char('\t') +
              toQString(headed.summary.subject) + QLatin1Char('\n');
    plain.push_back(headed.summary);
  }
  int row = 1;
  for (const std::string_view name : summary::lineNames(plain)) {
    WrappingLabel *label = summaryLabel(toQString(name), "muted");
    grid->setColumnMinimumWidth(0, std::max(grid->columnMinimumWidth(0), label->oneLineWidth()));
    grid->addWidget(label, row, 0);
    m_text += toQString(name);
    for (int i = 0; i < static_cast<int>(plain.size()); ++i)
      grid->addWidget(cellOf(i, lineOf(plain[static_cast<size_t>(i)], name)), row, i + 1);
    m_text += QLatin1Char('\n');
    ++row;
  }
}

bool SummaryBlock::isLink(const SummaryLine &line) const {
  const bool hasPanel = line.topic != Topic::None && line.topic != Topic::Timeline;
  return line.value &&
         (line.slice.isValid() || (hasPanel && m_links == SummaryLinks::SlicesAndPanels));
}

QWidget *SummaryBlock::cellOf(int index, const SummaryLine *line) {
  auto *cell = new QWidget;
  letHeightFollowWidth(*cell);
  QVBoxLayout *column = summaryColumn(cell);
  if (line == nullptr) {
    m_text += QLatin1String("\t\t");
    return cell;
  }
  const QString value = toQString(line->value ? *line->value : summary::kUnknownValue);
  const QString detail = toQString(line->detail);
  if (isLink(*line)) {
    auto *link = new LinkLabel(shownText(value));
    link->setObjectName(QStringLiteral("summary:") + toQString(line->name));
    // The block may be replaced by the content that is followed: the click ends first.
    connect(
        link, &LinkLabel::followed, this,
        [this, index, line = *line] { Q_EMIT followed(index, line); }, Qt::QueuedConnection);
    column->addWidget(link);
  } else {
    column->addWidget(summaryLabel(value, "body"));
  }
  if (!detail.isEmpty())
    column->addWidget(summaryLabel(detail, "muted"));
  column->addStretch(1);
  m_text += QLatin1Char('\t') + value + QLatin1Char('\t') + detail;
  return cell;
}

} // namespace pstudio
