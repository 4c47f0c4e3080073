// SPDX-License-Identifier: Apache-2.0
#include "viewer/widgets/heat/heat_charts_view.h"

#include <QLabel>
#include <QVBoxLayout>
#include <QtCharts/QChartView>

#include "viewer/widgets/chart_view.h"

namespace pstudio {
namespace {

/// The heading with what the colours of its chart stand for.
QString withKeys(const QString &heading, const Theme &theme) {
  QString text = heading.toHtmlEscaped();
  const QString words = theme.color(ColorToken::TextMuted).name();
  for (const ChartKey &key : kFootprintKeys)
    text += QStringLiteral("&nbsp;&nbsp; <span style='color:%1'>\u25A0</span>&nbsp;"
                           "<span style='color:%2; font-weight:400'>%3</span>")
                .arg(theme.color(key.color).name(), words,
                     QString::fromLatin1(key.words).replace(QLatin1Char(' '), QChar::Nbsp));
  return text;
}

} // namespace

HeatChartsView::HeatChartsView(QWidget *parent)
    : QWidget(parent), m_footprintHeading(makeHeading(tr("Distinct memory touched over time"))),
      m_waveHeading(makeHeading(tr("Footprint of a wave"))),
      m_reuseHeading(makeHeading(tr("How soon a cache line is used again"))),
      m_degreeHeading(makeHeading(QString())) {
  setObjectName(QStringLiteral("heatCharts"));
  setAccessibleName(tr("Charts of the memory accesses"));
  auto *layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(4);
  m_footprint = addChart(*layout, "footprintChart", m_footprintHeading);
  m_waves = addChart(*layout, "waveChart", m_waveHeading);
  m_waveHeading->setToolTip(tr("A wave is a set of CTAs that run concurrently. Its footprint "
                               "competes for the shared cache."));
  m_reuse = addChart(*layout, "reuseChart", m_reuseHeading);
  m_reuseHeading->setToolTip(
      tr("Reuse distance: number of distinct other lines that the same CTA touched since its last "
         "touch of the line. A private cache with more lines would hit."));
  m_degrees = addChart(*layout, "degreeChart", m_degreeHeading);
  m_degrees->setAccessibleName(tr("Bank conflicts by degree"));
  layout->addStretch(1);
  makeCharts();
}

HeatChartsView::~HeatChartsView() = default;

void HeatChartsView::setNumbers(Numbers numbers) {
  m_numbers = std::move(numbers);
  makeCharts();
}

void HeatChartsView::setThemeKind(ThemeKind kind) {
  m_theme = kind;
  makeCharts();
}

void HeatChartsView::makeCharts() {
  const Theme &theme = Theme::of(m_theme);
  m_degreeHeading->setText(m_numbers.degreesOf.isEmpty()
                               ? tr("Shared-memory accesses by conflict degree")
                               : tr("Conflict degree, %1").arg(m_numbers.degreesOf));
  const auto show = [&](QLabel *heading, QChartView *view, ChartPtr chart, bool isThere) {
    showChart(*view, std::move(chart), theme);
    heading->setVisible(isThere);
    view->setVisible(isThere);
  };
  m_footprintHeading->setText(withKeys(tr("Distinct memory touched over time"), theme));
  m_waveHeading->setText(withKeys(tr("Footprint of a wave"), theme));
  show(m_footprintHeading, m_footprint, makeFootprintChart(m_numbers.footprint, theme),
       !m_numbers.footprint.empty());
  show(m_waveHeading, m_waves, makeWaveChart(m_numbers.waves, theme), !m_numbers.waves.empty());
  show(m_reuseHeading, m_reuse, makeBarChart(m_numbers.reuse, theme), !m_numbers.reuse.empty());
  show(m_degreeHeading, m_degrees, makeBarChart(m_numbers.degrees, theme),
       !m_numbers.degrees.empty());
}

} // namespace pstudio
