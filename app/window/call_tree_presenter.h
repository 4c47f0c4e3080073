// SPDX-License-Identifier: Apache-2.0
// Selects the trees that a call-tree panel offers, and reads those that are compared.
#pragma once

#include <QObject>
#include <QString>

#include <memory>

#include "app/application/settings.h"
#include "core/trace/trace.h"

namespace pstudio {

class CallTreePanel;
class SelectionModel;

/// Offers the scopes of the current trace, its other slices, and the call tree in the file beside
/// it. [thread: gui]
class CallTreePresenter : public QObject {
  Q_OBJECT

public:
  /// Panel and settings must outlive the presenter.
  CallTreePresenter(CallTreePanel &panel, Settings &settings, QObject *parent = nullptr);

  /// \param trace  that is shown; null: none. \param file  of the trace.
  void showTrace(std::shared_ptr<const Trace> trace, const QString &file,
                 SelectionModel *selection);

  /// Shows the difference of the tree of the panel and that of a file.
  static void compare(CallTreePanel &panel, const QString &file);
  /// Asks for the file when the user of the panel wants it. The settings must outlive the panel.
  static void connectComparison(CallTreePanel &panel, Settings &settings);

private:
  CallTreePanel &m_panel;
  std::shared_ptr<const Trace> m_trace; ///< that the panel shows
};

} // namespace pstudio
