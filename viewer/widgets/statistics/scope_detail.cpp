// SPDX-License-Identifier: Apache-2.0
// One scope: its distribution or spread as a chart, and the instances of a column as a list.
#include "viewer/widgets/statistics/scope_detail.h"

#include <QBoxLayout>
#include <QComboBox>

#include "viewer/charts/statistics_charts.h"
#include "viewer/geometry/number_format.h"
#include "viewer/paint/qt_text.h"
#include "viewer/widgets/elided_label.h"
#include "viewer/widgets/panel_controls.h"
#include "viewer/widgets/statistics/column_chart_view.h"
#include "viewer/widgets/statistics/instance_table.h"
#include "viewer/widgets/statistics/length_text.h"

namespace pstudio {
namespace {

constexpr size_t kMaxListed = 100'000; // instances of the list
constexpr int kDetailGap = 4, kMinCaption = 40;
constexpr int kWordWidth = 64; // [px] of a column's word with its distance to the next
constexpr int kFewestWords = 3, kMaxWords = 5;

QString distributionCaption(const ScopeFigures &figures) {
  QString text = figures.histogram.isLogarithmic ? ScopeDetail::tr("logarithmic bins")
                                                 : ScopeDetail::tr("equal bins");
  if (figures.histogram.outliers > 0)
    text += ScopeDetail::tr(", %1 beyond 3 interquartile ranges")
                .arg(toQString(countText(figures.histogram.outliers, "outlier", "outliers")));
  return text;
}

QString spreadCaption(const statistics::Spread &spread) {
  const bool isTrack = spread.by == statistics::SpreadBy::Track;
  if (spread.perBox == 1)
    return isTrack ? ScopeDetail::tr("quartiles, minimum and maximum of each warp (CTA.warp)")
                   : ScopeDetail::tr("quartiles, minimum and maximum over all warps");
  return (isTrack ? ScopeDetail::tr("%1 warps a box (first CTA.warp)")
                  : ScopeDetail::tr("%1 iterations a box"))
      .arg(spread.perBox);
}

} // namespace

ScopeDetail::ScopeDetail(QWidget *parent) : QWidget(parent) {
  setObjectName(QStringLiteral("scopeDetail"));
  m_kinds = makeCombo("scopeChart", tr("Chart of the scope"));
  m_kinds->addItem(tr("Distribution"));
  m_kinds->addItem(tr("Across warps"));
  m_kinds->addItem(tr("Across iterations"));
  m_caption = makeStatusLine("scopeChartCaption", tr("What the chart shows"), kMinCaption);
  m_chart = new ColumnChartView;
  m_chart->setObjectName(QStringLiteral("scopeColumns"));
  m_chart->setAccessibleName(tr("Durations of the scope"));
  m_listCaption = makeStatusLine("instanceCaption", tr("Listed instances"), kMinCaption);
  m_instances = new InstanceTable;
  auto *head = new QHBoxLayout;
  head->addWidget(m_kinds);
  head->addWidget(m_caption, 1);
  auto *column = new QVBoxLayout(this);
  column->setContentsMargins(8, kDetailGap, 8, 0);
  column->setSpacing(kDetailGap);
  column->addLayout(head);
  column->addWidget(m_chart, 3);
  column->addWidget(m_listCaption);
  column->addWidget(m_instances, 2);
  connect(m_kinds, &QComboBox::currentIndexChanged, this, &ScopeDetail::makeChart);
  connect(m_chart, &ColumnChartView::columnChosen, this, &ScopeDetail::listInstances);
  connect(m_instances, &InstanceTable::sliceChosen, this, &ScopeDetail::sliceChosen);
  connect(m_instances, &InstanceTable::sliceActivated, this, &ScopeDetail::sliceActivated);
}

ScopeDetail::~ScopeDetail() = default;

ScopeChart ScopeDetail::kind() const {
  return static_cast<ScopeChart>(m_kinds->currentIndex());
}

void ScopeDetail::setFigures(std::shared_ptr<const ScopeFigures> figures) {
  m_figures = std::move(figures);
  makeChart();
}

void ScopeDetail::setThemeKind(ThemeKind kind) {
  m_theme = kind;
  m_instances->setThemeKind(kind);
  makeChart();
}

QString ScopeDetail::scopeName() const {
  return toQString(m_figures->trace->string(m_figures->query.scope->name));
}

void ScopeDetail::makeChart() {
  const Theme &theme = Theme::of(m_theme);
  if (!m_figures || m_figures->instances.empty()) {
    m_chart->setColumns(pstudio::makeChart(theme), {}, theme);
    m_caption->setFullText(m_figures ? tr("%1: no whole instance in the area").arg(scopeName())
                                     : QString());
    return listInstances();
  }
  const QStringList words = columnWords(*m_figures, kind());
  const statistics::Spread &spread =
      kind() == ScopeChart::Warps ? m_figures->warps : m_figures->iterations;
  const bool isHistogram = kind() == ScopeChart::Distribution;
  m_chartWords = wordsThatFit();
  m_chart->setColumns(
      isHistogram ? makeHistogramChart(m_figures->histogram, words, theme, m_chartWords)
                  : makeSpreadChart(spread, words, m_figures->inCycles(), theme, m_chartWords),
      columnToolTips(*m_figures, kind()), theme);
  m_caption->setFullText(tr("%1: %2").arg(scopeName(), isHistogram ? distributionCaption(*m_figures)
                                                                   : spreadCaption(spread)));
  markSelected();
  listInstances();
}

/// Of the axis below the columns.
qsizetype ScopeDetail::wordsThatFit() const {
  return std::clamp(m_chart->width() / kWordWidth, kFewestWords, kMaxWords);
}

void ScopeDetail::resizeEvent(QResizeEvent *event) {
  QWidget::resizeEvent(event);
  layout()->activate(); // the chart has its width
  if (!m_figures || m_figures->instances.empty() || wordsThatFit() == m_chartWords)
    return;
  const int column = m_chart->currentColumn();
  makeChart();
  if (column < 0)
    return;
  m_chart->setCurrentColumn(column);
  listInstances();
}

void ScopeDetail::setSelectedSlice(SliceId slice) {
  m_selected = slice;
  markSelected();
  m_instances->setCurrentSlice(slice);
}

void ScopeDetail::markSelected() {
  const size_t found = m_figures ? instanceOf(*m_figures, m_selected) : 0;
  const bool isListed = m_figures && found < m_figures->instances.size();
  m_chart->setMarkedColumn(isListed ? columnOf(*m_figures, kind(), m_figures->instances[found])
                                    : -1);
}

void ScopeDetail::listInstances() {
  if (!m_figures) {
    m_work.cancel();
    return showInstances({}, -1);
  }
  const int column = m_chart->currentColumn();
  m_work.start(
      [figures = m_figures, chart = kind(), column](const std::stop_token &stop) {
        return instancesIn(*figures, chart, column, stop);
      },
      [this, column](std::vector<uint32_t> positions) {
        showInstances(std::move(positions), column);
      });
}

void ScopeDetail::showInstances(std::vector<uint32_t> positions, int column) {
  const size_t count = positions.size();
  positions.resize(std::min(count, kMaxListed));
  const QString remark = count <= kMaxListed
                             ? QString()
                             : tr("the first %1 of %2")
                                   .arg(toQString(countText(kMaxListed)),
                                        toQString(countText(count, "instance", "instances")));
  m_instances->csv().setRemark([remark] { return remark; });
  QString text = toQString(countText(count, "instance", "instances"));
  if (!m_figures)
    text.clear();
  else if (column >= 0)
    text = columnToolTips(*m_figures, kind())[column];
  if (count > kMaxListed)
    text += tr("; the first %1 are listed").arg(toQString(countText(kMaxListed)));
  m_listCaption->setFullText(text);
  m_instances->setInstances(m_figures, std::move(positions));
  m_instances->setCurrentSlice(m_selected);
  Q_EMIT instancesShown();
}

} // namespace pstudio
