// SPDX-License-Identifier: Apache-2.0
// Decides what the panel of compiler passes shows.
#pragma once

#include <QObject>
#include <QString>

#include <memory>
#include <optional>
#include <string>

#include "app/documents/pass_report_loader.h"

namespace pstudio {

class PassPanel;

/// Reads the report that lies beside the current trace, when the panel is seen. [thread: gui]
class PassPresenter : public QObject {
  Q_OBJECT

public:
  /// \param panel  must outlive the presenter.
  explicit PassPresenter(PassPanel &panel, QObject *parent = nullptr);

  /// The passes of the run that made this trace, whose report has this id; empty: no trace is open.
  void showTrace(const QString &trace, const std::string &reportId);
  /// The passes of a compile that failed, until another trace is shown.
  void showReport(const QString &file);
  /// Whether there is a file with the passes of what the window shows.
  bool hasReport() const;

protected:
  bool eventFilter(QObject *watched, QEvent *event) override;

private:
  void update();
  void show(const std::shared_ptr<const PassReport> &report);

  PassPanel &m_panel;
  PassReportLoader m_loader;
  QString m_trace;                 ///< that the window shows
  QString m_file;                  ///< to be shown
  std::optional<std::string> m_id; ///< that it must have; nothing: any
  std::optional<QString> m_shown;  ///< names what the panel shows or will show
};

} // namespace pstudio
