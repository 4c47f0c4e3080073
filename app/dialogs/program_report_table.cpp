// SPDX-License-Identifier: Apache-2.0
// The lines of a report as rows.
#include "app/dialogs/program_report_table.h"

#include <QHeaderView>

#include <map>

#include "app/settings/text.h"
#include "core/base/number_text.h"

namespace pstudio {
namespace {

QString unknownCell() {
  return QStringLiteral("–");
}

} // namespace

ProgramReportTable::ProgramReportTable(QWidget *parent) : QTableWidget(0, 5, parent) {
  setObjectName(QStringLiteral("programReport"));
  setAccessibleName(tr("Report of the run"));
  setHorizontalHeaderLabels(
      {tr("Result"), tr("Kernel"), tr("Launch"), tr("Details"), tr("What to do")});
  setEditTriggers(NoEditTriggers);
  setSelectionBehavior(SelectRows);
  setTabKeyNavigation(false);
  setWordWrap(true);
  verticalHeader()->hide();
  horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  for (const auto &[column, width] : std::map<int, int>{{0, 104}, {1, 180}, {2, 72}})
    horizontalHeader()->resizeSection(column, width);
  for (const int column : {3, 4})
    horizontalHeader()->setSectionResizeMode(column, QHeaderView::Stretch);
  verticalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
}

void ProgramReportTable::append(const QStringList &cells) {
  const int row = rowCount();
  insertRow(row);
  for (int column = 0; column < columnCount(); ++column) {
    auto *item = new QTableWidgetItem(cells[column].isEmpty() ? unknownCell() : cells[column]);
    item->setToolTip(cells[column]);
    item->setTextAlignment(Qt::AlignLeft | Qt::AlignTop);
    setItem(row, column, item);
  }
}

void ProgramReportTable::setReport(const attach::AttachReport &report) {
  setRowCount(0);
  std::map<std::string, std::string> names; // demangled
  for (const attach::ReportedKernel &kernel : report.kernels)
    if (!kernel.demangled.empty())
      names[kernel.kernel] = kernel.demangled;
  const auto nameOf = [&names](const std::string &kernel) {
    const auto found = names.find(kernel);
    return toQString(found == names.end() ? kernel : found->second);
  };
  for (const attach::ReportedRejection &row : report.rejected)
    append({tr("Not recorded"), row.kernel ? nameOf(*row.kernel) : QString(),
            row.launch ? QString::number(*row.launch) : QString(), toQString(row.reason),
            toQString(row.action)});
  for (const attach::ReportedLaunch &row : report.recorded) {
    const QString ctas =
        row.recordedCtas == row.ctas
            ? QString()
            : tr("; %1 of %2 CTAs")
                  .arg(toQString(countText(row.recordedCtas)), toQString(countText(row.ctas)));
    const QString covered =
        row.coveredPart.value_or(1) < 1
            ? tr("; records cover %1 of the time").arg(toQString(percentText(*row.coveredPart, 3)))
            : QString();
    append({tr("Recorded"), nameOf(row.kernel), QString::number(row.launch),
            tr("%1, mode %2%3%4").arg(toQString(row.file), toQString(row.mode), ctas, covered),
            covered.isEmpty() ? QString() : tr("Record less, or raise the memory for records")});
  }
  for (const std::string &note : report.notes)
    append({tr("Note"), QString(), QString(), toQString(note), QString()});
  if (report.unknownLines > 0)
    append({tr("Note"), QString(), QString(),
            tr("%1 of report.json of a later version not shown")
                .arg(toQString(
                    countText(static_cast<uint64_t>(report.unknownLines), "line", "lines"))),
            tr("Update Proton Studio")});
}

} // namespace pstudio
