// SPDX-License-Identifier: Apache-2.0
// Shows the beginning of a large file while the rest is read.
#pragma once

#include <QObject>
#include <QPointer>
#include <QString>

#include <functional>
#include <memory>

#include "core/trace/trace.h"
#include "viewer/paint/theme.h"

class QStackedWidget;

namespace pstudio {

class TraceLoader;

/// Adds a page with what a loader has read so far, and removes it when the loader is done with the
/// file. [thread: gui]
class LoadingPresenter : public QObject {
  Q_OBJECT

public:
  /// \param pages, loader  must outlive this. \param theme  of a new page.
  LoadingPresenter(QStackedWidget &pages, TraceLoader &loader, std::function<ThemeKind()> theme,
                   QObject *parent = nullptr);

private:
  void show(const QString &file, const std::shared_ptr<const Trace> &trace);
  void hide();

  QStackedWidget &m_pages;
  std::function<ThemeKind()> m_theme;
  QPointer<QWidget> m_page;   ///< null: nothing is shown
  QPointer<QWidget> m_before; ///< the page before it
};

} // namespace pstudio
