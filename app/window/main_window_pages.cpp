// SPDX-License-Identifier: Apache-2.0
// The pages of the window's centre: one for each open trace, one for a run in progress, and the
// unsaved results of earlier starts on the start page.
#include <QAction>
#include <QApplication>
#include <QDockWidget>
#include <QPointer>
#include <QStackedWidget>
#include <QTimer>

#include "app/panels/call_tree_presenter.h"
#include "app/window/csv_saver.h"
#include "app/window/kept_view.h"
#include "app/window/main_window.h"
#include "app/window/trace_page.h"
#include "app/window/track_memory.h"
#include "app/window/tree_page.h"
#include "app/window/window_actions.h"
#include "viewer/paint/window_font.h"
#include "viewer/widgets/calltree/call_tree_panel.h"
#include "viewer/widgets/start_page.h"
#include "viewer/widgets/timeline/timeline_navigator.h"
#include "viewer/widgets/timeline/timeline_notes.h"
#include "viewer/widgets/timeline/timeline_view.h"
#include "viewer/widgets/timeline/track_controls.h"

namespace pstudio {
namespace {

constexpr int kReplaceDelayMs = 200; ///< until a drag may have ended

} // namespace

QWidget *MainWindow::pageOf(OpenTraceId openTrace) const {
  for (int at = 0; at < m_stack->count(); ++at) {
    const auto *trace = qobject_cast<TracePage *>(m_stack->widget(at));
    const auto *tree = qobject_cast<TreePage *>(m_stack->widget(at));
    if ((trace && trace->openTrace() == openTrace) || (tree && tree->openTrace() == openTrace))
      return m_stack->widget(at);
  }
  return nullptr;
}

TracePage *MainWindow::currentPage() const {
  return qobject_cast<TracePage *>(m_stack->currentWidget());
}

TimelineView *MainWindow::timeline() const {
  TracePage *page = currentPage();
  return page ? page->timeline() : nullptr;
}

CallTreePanel &MainWindow::callTree() const {
  auto *page = qobject_cast<TreePage *>(m_stack->currentWidget());
  return page ? page->panel() : panel<CallTreePanel>();
}

CostSubtraction *MainWindow::cost() const {
  TracePage *page = currentPage();
  return page ? &page->cost() : nullptr;
}

/// Shows the view of the trace's last start, or that of the earlier run beside which it opens.
void MainWindow::restoreView(TracePage &page, TimelineView *shownBefore) {
  const OpenTrace &open = *m_openTraces.list().find(page.openTrace());
  // The view at the end of the last start may be newer than that in the file.
  const auto closed = m_services.settings.lastView(open.file);
  if (const auto &last = closed ? closed : open.review->review().last)
    return page.timeline()->showSavedView(*last);
  if (open.isUnsaved && !open.isLive && shownBefore != nullptr)
    pstudio::keepView(*shownBefore, *page.timeline());
  QTimer::singleShot(0, &page, &TracePage::showFault); // its rows are laid out then
}

void MainWindow::addPage(OpenTraceId openTrace, bool isReplaced) {
  if (const OpenTrace &opened = *m_openTraces.list().find(openTrace); opened.data.tree) {
    auto *page = new TreePage(opened, m_theme);
    m_stack->addWidget(page);
    m_csv->watch(*page);
    return offerCallTreeComparison(page->panel(), m_services.settings);
  }
  TimelineView *shownBefore = isReplaced ? nullptr : timeline();
  auto *page = new TracePage(openTrace, m_openTraces.list().find(openTrace)->data, m_theme);
  m_stack->addWidget(page);
  new TrackMemory(*page->timeline(), m_services.settings, page);
  ReviewModel &review = *m_openTraces.list().find(openTrace)->review;
  page->timeline()->notes()->setModel(&review);
  restoreView(*page, shownBefore);
  page->timeline()->navigator()->restart();
  connectPage(page);
}

void MainWindow::replacePage(OpenTraceId id) {
  auto *old = qobject_cast<TracePage *>(pageOf(id));
  if (!old)
    return;
  if (QApplication::mouseButtons() != Qt::NoButton) // no drag is interrupted
    return QTimer::singleShot(kReplaceDelayMs, this, [this, id] { replacePage(id); });
  const TimelineView &before = *old->timeline();
  const TimeRange seen = before.visibleRange();
  const bool showedAll = before.viewState().viewport.showsEverything();
  const TrackSettings tracks = old->timeline()->tracks()->settings();
  const bool isShown = m_stack->currentWidget() == old;
  QPointer<QWidget> focus = QApplication::focusWidget();
  const bool isFocusElsewhere = focus && !old->isAncestorOf(focus);
  m_stack->removeWidget(old); // so that pageOf() finds the new one
  addPage(id, true);
  TimelineView &view = *qobject_cast<TracePage *>(pageOf(id))->timeline();
  view.tracks()->apply(tracks);
  if (isShown)
    showOpenTrace(id);
  if (showedAll)
    view.zoomToFit();
  else
    view.setVisibleRange(seen);
  if (isFocusElsewhere && focus)
    focus->setFocus();
  old->deleteLater();
}

/// Offers the unsaved results of an earlier start that ended without a question to the user.
void MainWindow::showRecoverable() {
  const QStringList files = m_openTraces.folder().recoverable();
  m_actions->recover->setVisible(!files.isEmpty());
  m_start->setRecoverable(static_cast<int>(files.size()),
                          m_icons.icon(QStringLiteral("file"), ColorToken::Accent));
}

void MainWindow::recoverAll() {
  m_openTraces.open(m_openTraces.folder().recoverable());
  m_actions->recover->setVisible(false);
  m_start->setRecoverable(0, {});
}

/// Stores the view in the settings, without a save of the file. The next open restores it.
void MainWindow::rememberView(OpenTraceId id) {
  const OpenTrace *open = m_openTraces.list().find(id);
  const auto *page = qobject_cast<TracePage *>(pageOf(id));
  if (open && page && !open->isUnsaved && !open->isLive)
    m_services.settings.setLastView(open->file, page->timeline()->savedView());
}

namespace {

/// Side panels keep their width in letters.
void scaleSidePanels(QMainWindow &window) {
  QList<QDockWidget *> docks;
  QList<int> widths;
  for (QDockWidget *dock : window.findChildren<QDockWidget *>())
    if (const double before = dock->property(kTextScale).toDouble();
        before > 0 && before != windowTextScale()) {
      docks << dock;
      widths << qRound(dock->width() * windowTextScale() / before);
      dock->setProperty(kTextScale, windowTextScale());
    }
  window.resizeDocks(docks, widths, Qt::Horizontal);
}

} // namespace

/// After another theme, size of texts or unit of times.
void MainWindow::showLook() {
  m_theme = m_look->theme();
  scaleSidePanels(*this);
  m_icons.setTheme(m_theme);
  m_actions->okabeIto->setChecked(paletteOf(m_theme) == ScopePalette::OkabeIto);
  for (int at = 0; at < m_stack->count(); ++at)
    if (auto *page = qobject_cast<TracePage *>(m_stack->widget(at)))
      page->setThemeKind(m_theme);
    else if (auto *treePage = qobject_cast<TreePage *>(m_stack->widget(at)))
      treePage->panel().setThemeKind(m_theme);
  for (TracePanel *panel : m_panels)
    panel->showLook(m_theme);
  showOpenTrace(m_openTraces.list().current());
}

void MainWindow::changeEvent(QEvent *event) {
  QMainWindow::changeEvent(event);
  if (event->type() == QEvent::ThemeChange)
    m_look->followDesktop();
}

} // namespace pstudio
