// SPDX-License-Identifier: Apache-2.0
#include "app/window/status_line.h"

#include <QLabel>
#include <QProgressBar>

#include "app/window/message_line.h"
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

StatusLine::StatusLine(MessageLine &messages, QWidget *parent) : QStatusBar(parent) {
  setObjectName(QStringLiteral("statusLine"));
  setSizeGripEnabled(false);
  m_readout = addValue("selectionTimes", tr("Times of the selection"));
  setFontRole(*m_readout, FontRole::MonoSmall);
  addWidget(m_readout);
  addWidget(&messages, 1);
  m_activity = addValue("activity", tr("Current activity"));
  m_progress = new QProgressBar;
  m_progress->setObjectName(QStringLiteral("activityProgress"));
  m_progress->setAccessibleName(tr("Progress"));
  m_progress->setTextVisible(false);
  m_progress->setFixedWidth(kProgressWidth);
  addPermanentWidget(m_activity);
  addPermanentWidget(m_progress);
  hideActivity();
  setReadout({});
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

void StatusLine::setReadout(const QString &text) {
  setValue(*m_readout, text);
  m_readout->setVisible(!text.isEmpty());
}

void StatusLine::showActivity(const QString &text, std::optional<double> fraction) {
  setValue(*m_activity, text);
  m_progress->setRange(0, fraction ? 100 : 0);
  m_progress->setValue(fraction ? static_cast<int>(*fraction * 100.0) : 0);
  m_activity->show();
  m_progress->show();
}

void StatusLine::hideActivity() {
  m_activity->hide();
  m_progress->hide();
}

QString StatusLine::readout() const {
  return m_readout->text();
}

} // namespace pstudio
