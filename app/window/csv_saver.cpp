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
    connect(table, &TableCsv::saveWanted, this, [this, table] { askAndSave(*table); });
    connect(table, &TableCsv::copied, this, &CsvSaver::copied);
    connect(table, &TableCsv::started, this, &CsvSaver::started);
    connect(table, &TableCsv::abandoned, this, [this] {
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
    const QString file = FileChoice(m_settings, m_window).csvToWrite(tr("Save the table"), name);
    if (!file.isEmpty())
      write({file, text, remark});
  });
}

void CsvSaver::save(TableCsv &table, const QString &file) {
  table.make([this, file, remark = table.remark()](const std::string &text) {
    write({file, text, remark});
  });
}

void CsvSaver::write(Write write) {
  if (write.text.size() <= kWrittenAtOnce)
    return report(write.file, writeOutput(toPath(write.file), write.text, FifoReader::Required),
                  write.remark);
  m_writes.push_back(std::move(write));
  if (m_writes.size() == 1)
    writeNext();
}

/// One after the other: a job that waits for another would be replaced by the next one.
void CsvSaver::writeNext() {
  m_job.start(
      [&next = m_writes.front()](const std::stop_token &) {
        return writeOutput(toPath(next.file), next.text, FifoReader::Required);
      },
      [this](const Result<void> &written) {
        const Write done = std::move(m_writes.front());
        m_writes.pop_front();
        if (!m_writes.empty())
          writeNext();
        report(done.file, written, done.remark);
      });
}

void CsvSaver::report(const QString &file, const Result<void> &written, const QString &remark) {
  if (!written)
    return Q_EMIT failed(file, written.error());
  FileChoice(m_settings, m_window).remember(file);
  Q_EMIT saved(file, remark);
}

} // namespace pstudio
