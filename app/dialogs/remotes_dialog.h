// SPDX-License-Identifier: Apache-2.0
// The machines that kernels run on: add, change, remove, try out.
#pragma once

#include <QDialog>

#include <filesystem>
#include <vector>

#include "app/run/remote_check.h"
#include "core/remote/remote_settings.h"

class QLabel;
class QLineEdit;
class QListWidget;
class QPlainTextEdit;
class QPushButton;
class QSpinBox;

namespace pstudio {

/// Edits a copy of the remote settings; Save writes their file. The dialog shows errors and then
/// stays open. [thread: gui]
class RemotesDialog : public QDialog {
  Q_OBJECT

public:
  /// \param file  of the settings (remoteSettingsFile()). \param program  the worker, which tests
  /// remotes; empty: remotes cannot be tested.
  RemotesDialog(std::filesystem::path file, QString program, QWidget *parent = nullptr);

  /// The remotes as they are in the dialog.
  const std::vector<RemoteTarget> &remotes() const { return m_remotes; }

public Q_SLOTS:
  void addRemote();
  void removeRemote();
  void testRemote();
  void save();

private:
  QWidget *makeList();
  QWidget *makeForm();
  QWidget *makeTest();
  QWidget *makeButtons();
  void load();
  void showRemote(int row);
  void takeEdits();
  void showTestResult(bool isReached, const QString &text);
  void showProblem(const QString &text);
  int current() const;

  const std::filesystem::path m_file;
  const QString m_program;
  std::vector<RemoteTarget> m_remotes;
  RemoteCheck m_check;
  QListWidget *m_list = nullptr;
  QWidget *m_form = nullptr;
  QLineEdit *m_name = nullptr;
  QLineEdit *m_command = nullptr;
  QPlainTextEdit *m_environment = nullptr; ///< NAME=VALUE lines
  QSpinBox *m_connectLimit = nullptr;
  QSpinBox *m_silenceLimit = nullptr;
  QPushButton *m_test = nullptr;
  QPushButton *m_remove = nullptr;
  QLabel *m_result = nullptr;
  QLabel *m_problem = nullptr;
  bool m_isShowing = false; ///< the program fills the fields, the user does not edit
};

/// The lines `NAME=VALUE` of a text; InvalidInput for another line.
Result<std::map<std::string, std::string>> environmentOf(const QString &text);

} // namespace pstudio
