// SPDX-License-Identifier: Apache-2.0
#include "app/window/bottom_panels.h"

#include <QApplication>
#include <QEvent>
#include <QLayout>
#include <QMainWindow>
#include <QToolBar>
#include <QToolButton>

#include <algorithm>

#include "app/panels/trace_panel.h"
#include "app/window/panel_dock.h"

namespace pstudio {
namespace {

constexpr int kEmptyHeight = 160; // [pixels] of a panel without data, which shows a hint

} // namespace

BottomPanels::BottomPanels(QMainWindow &window, QWidget &centre)
    : QObject(&window), m_window(window), m_centre(centre) {
  window.installEventFilter(this);
}

void BottomPanels::add(PanelDock *dock) {
  m_panels.push_back({dock});
  dock->hide();
  dock->installEventFilter(this);
  connect(dock, &QDockWidget::visibilityChanged, this, [this] {
    if (m_isMaximised && shown().empty())
      setMaximised(false);
    updateStrip();
  });
}

void BottomPanels::fillStrip(QToolBar &strip) {
  for (Panel &panel : m_panels) {
    panel.button = new QToolButton(&strip);
    panel.button->setObjectName(panel.dock->objectName() + QLatin1String("Button"));
    panel.button->setText(panel.dock->windowTitle());
    panel.button->setAccessibleName(tr("Panel %1").arg(panel.dock->windowTitle()));
    panel.button->setCheckable(true);
    panel.button->setProperty("strip", true);
    connect(panel.button, &QToolButton::clicked, this, [this, dock = panel.dock](bool isOn) {
      if (isOn)
        openByUser(*find(dock));
      else
        dock->close();
      updateStrip();
    });
    strip.addWidget(panel.button);
  }
  updateStrip();
}

BottomPanels::Panel *BottomPanels::find(const PanelDock *dock) {
  const auto found =
      std::ranges::find_if(m_panels, [dock](const Panel &panel) { return panel.dock == dock; });
  return found == m_panels.end() ? nullptr : &*found;
}

/// The open panels below the timeline. Panels that float or that the user moved to a side are not
/// managed here.
std::vector<PanelDock *> BottomPanels::shown() const {
  std::vector<PanelDock *> docks;
  for (const Panel &panel : m_panels)
    if (!panel.dock->isHidden() && !panel.dock->isFloating() &&
        m_window.dockWidgetArea(panel.dock) == Qt::BottomDockWidgetArea)
      docks.push_back(panel.dock);
  return docks;
}

void BottomPanels::open(TracePanel &content, size_t view) {
  const auto panel = std::ranges::find_if(
      m_panels, [&content](const Panel &each) { return each.dock->holds(content); });
  if (panel == m_panels.end())
    return;
  panel->dock->showView(content, view);
  openByUser(*panel);
}

void BottomPanels::openByUser(Panel &panel) {
  panel.isAsked = true;
  show(panel);
  updateStrip();
}

QStringList BottomPanels::views() const {
  QStringList names;
  for (const Panel &panel : m_panels)
    names << QLatin1String(panel.dock->viewName());
  return names;
}

void BottomPanels::showViews(const QStringList &names) {
  for (const Panel &panel : m_panels)
    for (const QString &name : names)
      panel.dock->showViewNamed(name);
}

void BottomPanels::show(Panel &panel) {
  m_folded.clear();
  panel.isSetAside = false;
  panel.dock->show(); // Qt names the neighbours of a visible panel only
  const auto sharing = m_window.tabifiedDockWidgets(panel.dock);
  for (Panel &other : m_panels)
    if (other.dock != panel.dock && sharing.contains(other.dock)) {
      hide(*other.dock);
      other.isSetAside = false;
    }
  panel.dock->raise();
  m_latest = panel.dock;
  giveHeight(panel);
}

/// Code and charts need more room than the log. A small window has no more than its half.
void BottomPanels::giveHeight(const Panel &panel) {
  if (panel.dock->isFloating())
    return;
  if (m_isMaximised)
    return m_window.resizeDocks({panel.dock}, {m_window.height()}, Qt::Vertical);
  if (panel.dock->current().isEmpty())
    return m_window.resizeDocks({panel.dock}, {kEmptyHeight}, Qt::Vertical);
  const int minHeight = panel.dock->current().facts().minHeight;
  const bool isLow = minHeight < kEmptyHeight;
  const int share = isLow ? minHeight : m_window.height() * 9 / 20;
  const int wanted = std::min(std::max(minHeight, share), m_window.height() / 2);
  if (isLow || panel.dock->height() < wanted)
    m_window.resizeDocks({panel.dock}, {wanted}, Qt::Vertical);
}

/// Qt gives the focus of a hidden panel to the next control, its button in the strip, which then
/// looks like that of an open panel.
void BottomPanels::releaseFocus(const PanelDock &dock) {
  if (const QWidget *focus = QApplication::focusWidget(); focus && dock.isAncestorOf(focus))
    Q_EMIT focusReleased();
}

void BottomPanels::hide(PanelDock &dock) {
  releaseFocus(dock);
  dock.hide();
}

void BottomPanels::toggleFolded() {
  if (const auto open = shown(); !open.empty()) {
    setMaximised(false);
    for (PanelDock *dock : open)
      hide(*dock);
    m_folded = open;
    updateStrip();
    return;
  }
  std::vector<PanelDock *> docks = m_folded;
  if (docks.empty() && !m_panels.empty())
    docks.push_back(m_latest ? m_latest : m_panels.front().dock);
  for (PanelDock *dock : docks) {
    find(dock)->isAsked = true;
    dock->show();
  }
  for (PanelDock *dock : docks)
    giveHeight(*find(dock));
  m_folded.clear();
  updateStrip();
}

void BottomPanels::toggleMaximised() {
  if (shown().empty())
    toggleFolded();
  setMaximised(!m_isMaximised);
}

void BottomPanels::setMaximised(bool isMaximised) {
  if (m_isMaximised == isMaximised)
    return;
  const auto open = shown();
  PanelDock *front = open.empty() ? nullptr : open.front();
  m_isMaximised = isMaximised;
  if (isMaximised && front)
    m_heightBefore = front->height();
  m_centre.setVisible(!isMaximised);
  // At once: the new height of the panel is bounded by what the layout around the centre needs.
  if (QLayout *around = m_centre.parentWidget()->layout())
    around->activate();
  if (front)
    m_window.resizeDocks({front}, {isMaximised ? m_window.height() : m_heightBefore}, Qt::Vertical);
}

void BottomPanels::refresh(bool isOtherTrace) {
  for (Panel &panel : m_panels) {
    panel.isAsked = panel.isAsked && !isOtherTrace;
    if (!panel.dock->isEmpty() || panel.isAsked || panel.dock->isHidden() ||
        panel.dock->isFloating())
      continue;
    hide(*panel.dock);
    panel.isSetAside = true;
  }
  for (Panel &panel : m_panels)
    if (panel.isSetAside && !panel.dock->isEmpty() && shown().empty())
      show(panel);
  updateStrip();
}

void BottomPanels::restoreForSaving() {
  setMaximised(false);
  for (Panel &panel : m_panels)
    if (panel.isSetAside && shown().empty())
      panel.dock->show();
}

/// A maximised panel grows with the window; a panel that closes gives its focus away.
bool BottomPanels::eventFilter(QObject *watched, QEvent *event) {
  if (watched == &m_window && event->type() == QEvent::Resize && m_isMaximised)
    QMetaObject::invokeMethod( // when the window has its new size
        this,
        [this] {
          for (PanelDock *dock : shown())
            m_window.resizeDocks({dock}, {m_window.height()}, Qt::Vertical);
        },
        Qt::QueuedConnection);
  if (const auto *dock = qobject_cast<PanelDock *>(watched); dock && event->type() == QEvent::Close)
    releaseFocus(*dock);
  return QObject::eventFilter(watched, event);
}

void BottomPanels::updateStrip() {
  for (const Panel &panel : m_panels) {
    if (!panel.button)
      continue;
    panel.button->setChecked(!panel.dock->isHidden());
    const bool isMuted = panel.dock->isEmpty();
    panel.button->setToolTip(
        isMuted ? tr("%1: the open trace has no data for this panel").arg(panel.dock->windowTitle())
                : tr("Open or close %1").arg(panel.dock->windowTitle()));
    setMuted(*panel.button, isMuted);
    panel.dock->updateSwitch();
  }
}

} // namespace pstudio
