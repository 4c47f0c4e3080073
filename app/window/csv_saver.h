// SPDX-License-Identifier: Apache-2.0
// Saves tables of the window as CSV files.
#pragma once

#include <QObject>

#include <functional>

#include "core/base/result.h"

class QWidget;

namespace pstudio {

class Settings;
class TableCsv;

/// Asks for a file when a table wants to be saved. [thread: gui]
class CsvSaver : public QObject {
  Q_OBJECT

public:
  /// \param titleOf  the title of the shown trace. All but the parent must outlive it.
  CsvSaver(Settings &settings, std::function<QString()> titleOf, QWidget *parent);

  /// Connects the tables below `root`.
  void watch(const QWidget &root);
  /// Writes the table and reports the result.
  void save(const TableCsv &table, const QString &file);

Q_SIGNALS:
  void copied();
  void saved(const QString &file);
  void failed(const QString &file, const Error &error);

private:
  void askAndSave(const TableCsv &table);

  Settings &m_settings;
  const std::function<QString()> m_titleOf;
  QWidget *m_window;
};

} // namespace pstudio
