// SPDX-License-Identifier: Apache-2.0
#include "app/window/csv_saver.h"

#include <QWidget>

#include "app/dialogs/file_choice.h"
#include "app/settings/text.h"
#include "core/base/output_file.h"
#include "viewer/widgets/table_csv.h"

namespace pstudio {
namespace {

constexpr size_t kWrittenAtOnce = size_t{1} << 20; // bytes: more are written by another thread

} // namespace

CsvSaver::CsvSaver(Settings &settings, std::function<QString()> titleOf, QWidget *parent)
    : QObject(parent), m_settings(settings), m_titleOf(std::move(titleOf)), m_window(parent) {}

void CsvSaver::watch(const QWidget &root) {
  for (TableCsv *table : root.findChildren<TableCsv *>()) {
    connect(table, &TableCsv::saveRequested, this, [this, table] { askAndSave(*table); });
    connect(table, &TableCsv::copied, this, [this] {
      Q_EMIT ended();
      Q_EMIT copied();
    });
    connect(table, &TableCsv::started, this, &CsvSaver::started);
    connect(table, &TableCsv::abandoned, this, [this] {
      Q_EMIT ended();
      Q_EMIT failed({}, {ErrorCode::Cancelled,
                         "the table changed while its text was made",
                         {},
                         "copy or save it again"});
    });
  }
}

/// The text is that of the moment: while the dialog is open another trace may be shown.
void CsvSaver::askAndSave(TableCsv &table) {
  const QString title = m_titleOf();
  const QString name = (title.isEmpty() ? QString() : title + QLatin1Char('-')) + table.name();
  table.make([this, name, remark = table.remark()](const std::string &text) {
    Q_EMIT ended();
    const QString file = FileChoice(m_settings, m_window).csvToWrite(tr("Save the table"), name);
    if (!file.isEmpty())
      write(file, text, remark);
  });
}

void CsvSaver::save(TableCsv &table, const QString &file) {
  table.make([this, file, remark = table.remark()](const std::string &text) {
    Q_EMIT ended();
    write(file, text, remark);
  });
}

void CsvSaver::write(const QString &file, const std::string &text, const QString &remark) {
  auto writeFile = [file, text] { return writeOutput(toPath(file), text, FifoReader::Required); };
  if (text.size() <= kWrittenAtOnce)
    return report(file, writeFile(), remark);
  m_job.start([writeFile = std::move(writeFile)](const std::stop_token &) { return writeFile(); },
              [this, file, remark](const Result<void> &written) { report(file, written, remark); });
}

void CsvSaver::report(const QString &file, const Result<void> &written, const QString &remark) {
  if (!written)
    return Q_EMIT failed(file, written.error());
  FileChoice(m_settings, m_window).remember(file);
  Q_EMIT saved(file, remark);
}

} // namespace pstudio
