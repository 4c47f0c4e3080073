// SPDX-License-Identifier: Apache-2.0
#include "app/window/csv_saver.h"

#include <QWidget>

#include "app/dialogs/file_choice.h"
#include "viewer/widgets/table_csv.h"

namespace pstudio {

CsvSaver::CsvSaver(Settings &settings, std::function<QString()> titleOf, QWidget *parent)
    : QObject(parent), m_settings(settings), m_titleOf(std::move(titleOf)), m_window(parent) {}

void CsvSaver::watch(const QWidget &root) {
  for (TableCsv *table : root.findChildren<TableCsv *>()) {
    connect(table, &TableCsv::saveWanted, this, [this, table] { askAndSave(*table); });
    connect(table, &TableCsv::copied, this, &CsvSaver::copied);
  }
}

void CsvSaver::askAndSave(const TableCsv &table) {
  const QString title = m_titleOf();
  const QString file =
      FileChoice(m_settings, m_window)
          .csvToWrite(tr("Save the table"),
                      (title.isEmpty() ? QString() : title + QLatin1Char('-')) + table.name());
  if (!file.isEmpty())
    save(table, file);
}

void CsvSaver::save(const TableCsv &table, const QString &file) {
  if (const auto written = FileChoice(m_settings, m_window).write(file, table.text()); written)
    Q_EMIT saved(file);
  else
    Q_EMIT failed(file, written.error());
}

} // namespace pstudio
