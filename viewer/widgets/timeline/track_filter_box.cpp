// SPDX-License-Identifier: Apache-2.0
// The part of the Tracks panel that chooses tracks: filter, hidden tracks and colours.
#include "viewer/widgets/timeline/track_filter_box.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QShortcut>
#include <QVBoxLayout>

#include "viewer/geometry/number_format.h"
#include "viewer/paint/qt_text.h"

namespace pstudio {
namespace {

QString toCountText(size_t count) {
  return toQString(formatCount(static_cast<int64_t>(count)));
}

} // namespace

TrackFilterBox::TrackFilterBox(QWidget *parent)
    : QWidget(parent), m_filter(new QLineEdit), m_count(new QLabel), m_hidden(new QPushButton),
      m_color(new QComboBox) {
  setObjectName(QStringLiteral("trackFilterBox"));
  m_filter->setObjectName(QStringLiteral("trackFilter"));
  m_filter->setAccessibleName(tr("Filter tracks by name"));
  m_filter->setPlaceholderText(tr("Filter tracks"));
  m_filter->setToolTip(tr("Names of tracks or groups; \"CTA 3 > warp 0\" names both. "
                          "Pinned tracks stay. Esc: clear"));
  m_filter->setClearButtonEnabled(true);
  m_count->setObjectName(QStringLiteral("trackCount"));
  m_count->setProperty("role", "muted");
  m_count->setWordWrap(true);
  m_hidden->setObjectName(QStringLiteral("showHiddenTracks"));
  m_hidden->setAccessibleName(tr("Show hidden tracks"));
  m_hidden->setToolTip(tr("Show all hidden tracks again (Shift+H in the timeline)"));

  auto *layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(4);
  layout->addWidget(m_filter);
  layout->addWidget(m_count);
  layout->addWidget(m_hidden);
  m_color->setObjectName(QStringLiteral("colorBy"));
  m_color->setAccessibleName(tr("Colour slices by"));
  m_color->setToolTip(tr("What the colour of a slice stands for"));
  for (size_t by = 0; by < kColorByCount; ++by)
    m_color->addItem(toQString(colorByName(static_cast<ColorBy>(by))));
  auto *colorLabel = new QLabel(tr("Colour by"));
  colorLabel->setProperty("role", "muted");
  colorLabel->setBuddy(m_color); // a combo box is read by its value
  auto *row = new QHBoxLayout;
  row->setSpacing(8);
  row->addWidget(colorLabel);
  row->addWidget(m_color, 1);
  layout->addLayout(row);

  connect(m_filter, &QLineEdit::textEdited, this, [this](const QString &text) {
    if (m_controls)
      m_controls->setFilter(text);
  });
  auto *clear = new QShortcut(Qt::Key_Escape, m_filter, nullptr, nullptr, Qt::WidgetShortcut);
  connect(clear, &QShortcut::activated, m_filter, &QLineEdit::clear);
  // The button for clearing does not count as editing.
  connect(m_filter, &QLineEdit::textChanged, this, [this](const QString &text) {
    if (text.isEmpty() && m_controls)
      m_controls->setFilter(QString());
  });
  connect(m_hidden, &QPushButton::clicked, this, [this] {
    if (m_controls)
      m_controls->showHidden();
  });
  connect(m_color, &QComboBox::activated, this, [this](int at) {
    if (m_controls)
      m_controls->setColorBy(static_cast<ColorBy>(at));
  });
  showState();
}

void TrackFilterBox::setControls(TrackControls *controls) {
  if (controls == m_controls)
    return;
  if (m_controls)
    m_controls->disconnect(this);
  m_controls = controls;
  if (controls) {
    connect(controls, &TrackControls::changed, this, &TrackFilterBox::showState);
    connect(controls, &QObject::destroyed, this, &TrackFilterBox::showState);
  }
  showState();
}

void TrackFilterBox::showState() {
  const TrackCounts counts = m_controls ? m_controls->counts() : TrackCounts();
  const QString filter = m_controls ? m_controls->filter() : QString();
  // Spaces around the typed text do not change the filter, so they stay.
  if (m_filter->text().trimmed() != filter)
    m_filter->setText(filter);
  const QString all = toCountText(counts.all);
  const QString only = m_controls ? m_controls->onlyText() : QString();
  QString text = counts.shown == counts.all
                     ? tr("%1 tracks").arg(all)
                     : tr("%1 of %2 tracks").arg(toCountText(counts.shown), all);
  if (!only.isEmpty())
    text += QStringLiteral(", ") + only;
  m_count->setText(text);
  m_hidden->setText(tr("Show hidden (%1)").arg(toCountText(counts.hidden)));
  m_hidden->setVisible(counts.hidden > 0);
  m_color->setCurrentIndex(static_cast<int>(m_controls ? m_controls->colorBy() : ColorBy::Scope));
  Q_EMIT changed();
}

} // namespace pstudio
