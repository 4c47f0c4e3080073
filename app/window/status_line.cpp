// SPDX-License-Identifier: Apache-2.0
// The line below everything: what is visible, how true it is, how fast it is drawn, and what is
// going on.
#include "app/window/status_line.h"

#include <QLabel>
#include <QProgressBar>
#include <QToolButton>

#include "app/settings/text.h"
#include "core/trace/record_counts.h"
#include "viewer/geometry/number_format.h"
#include "viewer/geometry/timeline/quality_badges.h"
#include "viewer/paint/theme.h"
#include "viewer/paint/window_font.h"

namespace pstudio {
namespace {

constexpr int kProgressWidth = 120;
constexpr const char *kValueName = "valueName"; // property: what the label shows

/// A screen reader reads the value, too.
void setValue(QLabel &label, const QString &value) {
  label.setText(value);
  const QString name = label.property(kValueName).toString();
  label.setAccessibleName(value.isEmpty() ? name : StatusLine::tr("%1: %2").arg(name, value));
}

} // namespace

QString recordsText(const Trace &trace) {
  if (trace.launches().empty())
    return {};
  const std::optional<RecordCounts> counts = recordCounts(trace);
  if (!counts) // of another program
    return {};
  return StatusLine::tr("%1 of %2 records dropped")
      .arg(toQString(countText(counts->dropped)), toQString(countText(counts->written)));
}

QString timeBaseText(const Trace &trace) {
  return toQString(timeBaseWords(trace));
}

StatusLine::StatusLine(QWidget *parent) : QStatusBar(parent) {
  setObjectName(QStringLiteral("statusLine"));
  setSizeGripEnabled(false);
  m_readout = addValue("visibleRange", tr("Visible time"));
  setFontRole(*m_readout, FontRole::MonoSmall);
  addWidget(m_readout);

  m_activity = addValue("activity", tr("Current activity"));
  m_progress = new QProgressBar;
  m_progress->setObjectName(QStringLiteral("activityProgress"));
  m_progress->setAccessibleName(tr("Progress"));
  m_progress->setTextVisible(false);
  m_progress->setFixedWidth(kProgressWidth);
  m_cancel = new QToolButton;
  m_cancel->setObjectName(QStringLiteral("cancelActivity"));
  m_cancel->setText(tr("Cancel"));
  m_cancel->setAccessibleName(tr("Cancel the current activity"));
  m_cancel->setToolTip(tr("Cancel (Shift+F5)"));
  m_cancel->setProperty("quiet", true);
  connect(m_cancel, &QToolButton::clicked, this, &StatusLine::cancelRequested);
  for (QWidget *widget : {static_cast<QWidget *>(m_activity), static_cast<QWidget *>(m_progress),
                          static_cast<QWidget *>(m_cancel)})
    addPermanentWidget(widget);

  m_records = addValue("records", tr("Records"));
  m_timeBase = addValue("timeBase", tr("Time base"));
  m_frame = addValue("frameTime", tr("Frame time"));
  for (QLabel *label : {m_records, m_timeBase, m_frame})
    addPermanentWidget(label);
  hideActivity();
  setTrace(nullptr);
}

QLabel *StatusLine::addValue(const char *objectName, const QString &accessibleName) {
  auto *label = new QLabel;
  label->setObjectName(QLatin1String(objectName));
  label->setAccessibleName(accessibleName);
  label->setProperty(kValueName, accessibleName);
  label->setProperty("role", QLatin1String("muted"));
  setFontRole(*label, FontRole::Small);
  label->setContentsMargins(8, 2, 8, 2);
  return label;
}

void StatusLine::setTrace(std::shared_ptr<const Trace> trace) {
  m_trace = std::move(trace);
  setValue(*m_records, m_trace ? pstudio::recordsText(*m_trace) : QString());
  setValue(*m_timeBase, m_trace ? timeBaseText(*m_trace) : QString());
  m_timeBase->setProperty("role", QLatin1String("warning"));
  m_timeBase->setToolTip(
      tr("These times are not measured on hardware. See the badge above the timeline"));
  m_records->setVisible(!m_records->text().isEmpty());
  m_timeBase->setVisible(!m_timeBase->text().isEmpty());
  m_readout->setVisible(m_trace != nullptr);
  m_frame->setVisible(false);
}

void StatusLine::setReadout(const QString &text) {
  setValue(*m_readout, text);
}

void StatusLine::setFrameTime(double milliseconds) {
  setValue(*m_frame, tr("%1 ms a frame").arg(milliseconds, 0, 'f', 1));
  m_frame->setVisible(m_trace != nullptr);
}

void StatusLine::showActivity(const QString &text, std::optional<double> fraction) {
  setValue(*m_activity, text);
  m_progress->setRange(0, fraction ? 100 : 0);
  m_progress->setValue(fraction ? static_cast<int>(*fraction * 100.0) : 0);
  for (QWidget *widget : {static_cast<QWidget *>(m_activity), static_cast<QWidget *>(m_progress),
                          static_cast<QWidget *>(m_cancel)})
    widget->show();
}

void StatusLine::hideActivity() {
  for (QWidget *widget : {static_cast<QWidget *>(m_activity), static_cast<QWidget *>(m_progress),
                          static_cast<QWidget *>(m_cancel)})
    widget->hide();
}

QString StatusLine::readout() const {
  return m_readout->text();
}
QString StatusLine::recordsText() const {
  return m_records->text();
}

} // namespace pstudio
