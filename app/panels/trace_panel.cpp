// SPDX-License-Identifier: Apache-2.0
#include "app/panels/trace_panel.h"

#include "app/dialogs/file_choice.h"
#include "app/settings/text.h"
#include "viewer/paint/qt_text.h"
#include "viewer/widgets/panel.h"

namespace pstudio {

TracePanel::TracePanel(TracePanelFacts facts, QWidget *content, const TracePanelServices &services,
                       QObject *parent)
    : QObject(parent), m_facts(std::move(facts)), m_content(content),
      m_panel(qobject_cast<Panel *>(content)), m_services(services) {
  if (!m_panel)
    return;
  m_panel->setThemeKind(theme());
  connect(m_panel, &Panel::sliceRevealed, this, [this](SliceId slice) {
    if (timeline())
      timeline()->reveal(slice);
  });
  connect(m_panel, &Panel::sliceZoomed, this, [this](SliceId slice) {
    if (timeline())
      timeline()->zoomTo(slice);
  });
}

void TracePanel::show(const ShownTrace &shown) {
  const bool isOtherTimeline = shown.timeline != m_shown.timeline;
  const bool isOther = isOtherTimeline || shown.shown.trace != m_shown.shown.trace || !m_isShown;
  if (isOtherTimeline && timeline())
    leaveTimeline(*timeline());
  m_isShown = true;
  m_shown = shown;
  if (isOtherTimeline)
    m_context = timeline() ? std::make_unique<QObject>() : nullptr;
  if (isOtherTimeline && timeline())
    followTimeline(*timeline(), m_context.get());
  if (isOther)
    showTrace();
}

void TracePanel::showView(size_t view) {
  if (view == m_view || view >= m_facts.views.size())
    return;
  m_view = view;
  viewChanged();
}

void TracePanel::showLook(ThemeKind theme) {
  m_services.theme = theme;
  if (!m_panel)
    return showTrace(); // colours are a part of its data
  m_panel->setThemeKind(theme);
  m_panel->showTimesAgain();
}

void TracePanel::offerCsv(const QString &title, const QString &name) {
  connect(m_panel, &Panel::saveRequested, this, [this, title, name] {
    const QString file = FileChoice(m_services.settings, m_panel)
                             .csvToWrite(title, m_shown.title + QLatin1Char('-') + name);
    if (!file.isEmpty())
      save(file);
  });
}

void TracePanel::save(const QString &file) {
  const Result<void> written = FileChoice(m_services.settings, m_panel).write(file, m_panel->csv());
  m_panel->showStatus(written ? tr("Saved as %1").arg(file)
                              : tr("Not saved: %1").arg(toQString(written.error().toString())));
}

} // namespace pstudio
