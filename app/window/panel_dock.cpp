// SPDX-License-Identifier: Apache-2.0
#include "app/window/panel_dock.h"

#include <QAction>
#include <QStackedWidget>
#include <QStyle>
#include <QToolButton>

#include <algorithm>

#include "app/panels/trace_panel.h"
#include "app/window/panel_room.h"
#include "app/window/panel_title.h"

namespace pstudio {
namespace {

/// The highest of the pages must not keep the window from being small.
class ViewPages : public QStackedWidget {
public:
  QSize minimumSizeHint() const override {
    return currentWidget()
               ? currentWidget()->minimumSizeHint().expandedTo(currentWidget()->minimumSize())
               : QSize();
  }
  QSize sizeHint() const override {
    return currentWidget() ? currentWidget()->sizeHint() : QSize();
  }
};

} // namespace

void setMuted(QToolButton &button, bool isMuted) {
  if (button.property("muted").toBool() == isMuted)
    return;
  button.setProperty("muted", isMuted);
  button.style()->unpolish(&button); // the style sheet depends on the property
  button.style()->polish(&button);
}

PanelDock::PanelDock(PanelId panel, const IconSet &icons, QAction *maximize, QWidget *parent)
    : QDockWidget(panelFacts(panel).title, parent),
      m_title(new PanelTitle(windowTitle(), icons, this, maximize)), m_pages(new ViewPages) {
  setObjectName(QLatin1String(panelFacts(panel).dock));
  setAccessibleName(windowTitle());
  setTitleBarWidget(m_title);
  setWidget(m_pages);
}

void PanelDock::add(TracePanel &content, const QList<QAction *> &actions) {
  QWidget *page = content.widget();
  if (content.facts().minContent > 0)
    page = new PanelRoom(page,
                         [&content] { return content.isEmpty() ? 0 : content.facts().minContent; });
  m_pages->addWidget(page);
  m_contents << &content;
  if (!m_current)
    m_current = &content;
  for (qsizetype i = 0; i < actions.size(); ++i)
    m_views << View{&content, static_cast<size_t>(i), actions[i], nullptr};
  if (m_views.size() > 1)
    makeSwitch();
}

/// A button for each view that has none yet.
void PanelDock::makeSwitch() {
  for (View &view : m_views) {
    if (view.button)
      continue;
    view.button = m_title->addView(*view.action, view.content->facts().views[view.view].title);
    connect(view.button, &QToolButton::clicked, this, [this, action = view.action] {
      action->trigger();
      showChecked(); // also where the action led to another part of the window
    });
  }
  showChecked();
}

void PanelDock::showChecked() {
  for (const View &view : m_views)
    if (view.button)
      view.button->setChecked(view.content == m_current && view.view == m_current->view());
}

void PanelDock::showView(TracePanel &content, size_t view) {
  m_current = &content;
  content.showView(view);
  m_pages->setCurrentIndex(static_cast<int>(m_contents.indexOf(&content)));
  setFocusProxy(content.widget());
  showChecked();
}

void PanelDock::showViewNamed(const QString &name) {
  for (const View &view : m_views)
    if (name == QLatin1String(view.content->facts().views[view.view].name))
      return showView(*view.content, view.view);
}

const char *PanelDock::viewName() const {
  const auto &views = m_current->facts().views;
  return views.empty() ? nullptr : views[m_current->view()].name;
}

bool PanelDock::isEmpty() const {
  return std::ranges::all_of(m_contents,
                             [](const TracePanel *content) { return content->isEmpty(); });
}

void PanelDock::updateSwitch() {
  for (const View &view : m_views)
    if (view.button)
      setMuted(*view.button, view.content->isEmpty());
}

} // namespace pstudio
