// SPDX-License-Identifier: Apache-2.0
// The page of a file that is being read.
#include "app/window/loading_presenter.h"

#include <QFileInfo>
#include <QStackedWidget>
#include <QVBoxLayout>

#include "app/documents/trace_loader.h"
#include "app/settings/text.h"
#include "viewer/geometry/number_format.h"
#include "viewer/geometry/timeline/trace_opening.h"
#include "viewer/widgets/timeline/timeline_view.h"
#include "viewer/widgets/wrapping_label.h"

namespace pstudio {
namespace {

QString explanation(const QString &file, const Trace &trace) {
  return LoadingPresenter::tr("%1 is being read. Its beginning is shown: %2 on %3. "
                              "Counts, names and tracks are complete when all of it is read. Stop "
                              "(Shift+F5) ends reading.")
      .arg(QFileInfo(file).fileName(), toQString(countText(trace.sliceCount(), "slice", "slices")),
           toQString(countText(trace.tracks().size(), "track", "tracks")));
}

} // namespace

LoadingPresenter::LoadingPresenter(QStackedWidget &pages, TraceLoader &loader,
                                   std::function<ThemeKind()> theme, QObject *parent)
    : QObject(parent), m_pages(pages), m_theme(std::move(theme)) {
  connect(&loader, &TraceLoader::beginningLoaded, this, &LoadingPresenter::show);
  connect(&loader, &TraceLoader::started, this, &LoadingPresenter::hide);
  connect(&loader, &TraceLoader::becameIdle, this, &LoadingPresenter::hide);
}

void LoadingPresenter::show(const QString &file, const std::shared_ptr<const Trace> &trace) {
  hide();
  auto *page = new QWidget;
  page->setObjectName(QStringLiteral("loadingPage"));
  auto *layout = new QVBoxLayout(page);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  auto *text = new WrappingLabel(explanation(file, *trace));
  text->setObjectName(QStringLiteral("loadingText"));
  text->setContentsMargins(12, 8, 12, 8);
  layout->addWidget(text);
  auto *view = new TimelineView;
  view->setGrouping(openingGrouping(*trace));
  view->setThemeKind(m_theme());
  view->setTrace(trace);
  layout->addWidget(view, 1);
  page->setFocusProxy(view);
  m_before = m_pages.currentWidget();
  m_page = page;
  m_pages.addWidget(page);
  m_pages.setCurrentWidget(page);
}

void LoadingPresenter::hide() {
  if (!m_page)
    return;
  if (m_pages.currentWidget() == m_page && m_before)
    m_pages.setCurrentWidget(m_before);
  m_pages.removeWidget(m_page);
  m_page->deleteLater();
  m_page = nullptr;
}

} // namespace pstudio
