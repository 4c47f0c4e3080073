// SPDX-License-Identifier: Apache-2.0
// The pages of the window's centre: one for each open trace, another one while its run goes on, and
// what the start page offers of earlier starts.
#include <QAction>
#include <QApplication>
#include <QPointer>
#include <QStackedWidget>
#include <QTimer>

#include "app/window/call_tree_presenter.h"
#include "app/window/main_window.h"
#include "app/window/trace_page.h"
#include "app/window/track_memory.h"
#include "app/window/tree_page.h"
#include "app/window/window_actions.h"
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
  return page ? page->panel() : tracePanel<CallTreePresenter>()->panel();
}

CostSubtraction *MainWindow::cost() const {
  TracePage *page = currentPage();
  return page ? &page->cost() : nullptr;
}

void MainWindow::addPage(OpenTraceId openTrace) {
  if (const OpenTrace &opened = *m_openTraces.list().find(openTrace); opened.data.tree) {
    auto *page = new TreePage(opened, m_theme);
    m_stack->addWidget(page);
    return CallTreePresenter::connectComparison(page->panel(), m_services.settings);
  }
  auto *page = new TracePage(openTrace, m_openTraces.list().find(openTrace)->data, m_theme);
  m_stack->addWidget(page);
  new TrackMemory(*page->timeline(), m_services.settings, page);
  ReviewModel &review = *m_openTraces.list().find(openTrace)->review;
  page->timeline()->notes()->setModel(&review);
  if (const auto &last = review.review().last)
    page->timeline()->showSavedView(*last);
  else
    QTimer::singleShot(0, page, &TracePage::showFault); // its rows are laid out then
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
  addPage(id);
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

/// Results of an earlier start that ended without asking about them.
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

} // namespace pstudio
