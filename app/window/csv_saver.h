// SPDX-License-Identifier: Apache-2.0
// Saves tables of the window as CSV files.
#pragma once

#include <QObject>

#include <functional>
#include <string>

#include "core/base/result.h"
#include "viewer/models/job.h"

class QWidget;

namespace pstudio {

class Settings;
class TableCsv;

/// Shows a file dialog when a table is to be saved. [thread: gui]
class CsvSaver : public QObject {
  Q_OBJECT

public:
  /// \param titleOf  the title of the shown trace. All but the parent must outlive it.
  CsvSaver(Settings &settings, std::function<QString()> titleOf, QWidget *parent);

  /// Connects the tables below `root`.
  void watch(const QWidget &root);
  /// Makes the text of the table, writes it and reports the result.
  void save(TableCsv &table, const QString &file);

Q_SIGNALS:
  void started(int lines); ///< of a table with a long text, which is made step by step
  void ended();            ///< the text is made, or the table changed meanwhile
  void copied();
  /// \param remark  what the file does not contain; may be empty
  void saved(const QString &file, const QString &remark);
  void failed(const QString &file, const Error &error);

private:
  void askAndSave(TableCsv &table);
  void write(const QString &file, const std::string &text, const QString &remark);
  void report(const QString &file, const Result<void> &written, const QString &remark);

  Settings &m_settings;
  const std::function<QString()> m_titleOf;
  QWidget *m_window;
  Job m_job{this, Job::Order::All}; ///< of large files
};

} // namespace pstudio
