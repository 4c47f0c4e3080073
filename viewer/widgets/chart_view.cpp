// SPDX-License-Identifier: Apache-2.0
#include "viewer/widgets/chart_view.h"
#include "viewer/paint/window_font.h"

#include <QLabel>
#include <QVBoxLayout>
#include <QtCharts/QChartView>

namespace pstudio {
namespace {

constexpr int kChartHeight = 116;
constexpr int kMinWidth = 160;

} // namespace

QLabel *makeHeading(const QString &text) {
  auto *label = new QLabel(text);
  setFontRole(*label, FontRole::BodyBold);
  label->setWordWrap(true); // a narrow panel is not widened by its words
  return label;
}

QChartView *addChart(QVBoxLayout &column, const char *name, QLabel *heading) {
  auto *view = new QChartView;
  view->setObjectName(QLatin1String(name));
  view->setAccessibleName(heading->text());
  view->setFrameShape(QFrame::NoFrame);
  view->setRenderHint(QPainter::Antialiasing);
  view->setFixedHeight(kChartHeight);
  view->setMinimumWidth(kMinWidth);
  view->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  view->setFocusPolicy(Qt::NoFocus);
  column.addWidget(heading);
  column.addWidget(view);
  return view;
}

void showChart(QChartView &view, ChartPtr chart, const Theme &theme) {
  view.setBackgroundBrush(theme.color(ColorToken::Canvas));
  if (windowTextScale() != 1)
    scaleTexts(*chart, windowTextScale());
  QChart *before = view.chart();
  view.setChart(chart.release());
  delete before;
}

} // namespace pstudio
