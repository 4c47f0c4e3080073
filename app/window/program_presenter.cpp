// SPDX-License-Identifier: Apache-2.0
// From a recording to open traces.
#include "app/window/program_presenter.h"

#include <QDir>
#include <QFileInfo>
#include <QLocale>

#include "app/dialogs/file_choice.h"
#include "app/dialogs/program_dialog.h"
#include "app/documents/open_traces.h"
#include "app/run/run_launcher.h"
#include "app/settings/settings.h"
#include "app/settings/text.h"
#include "app/window/icon_set.h"
#include "app/window/message_list.h"
#include "viewer/widgets/start_page.h"

namespace pstudio {
namespace {

constexpr size_t kShownReasons = 3;

/// The first rejections and notes, for a message.
QString reasonsOf(const attach::AttachReport &report) {
  QStringList lines;
  for (const attach::ReportedRejection &row : report.rejected) {
    QString line = row.kernel ? toQString(*row.kernel) + QLatin1String(": ") : QString();
    line += toQString(row.reason);
    if (!row.action.empty())
      line += QLatin1String("; ") + toQString(row.action);
    lines << line;
  }
  for (const std::string &note : report.notes)
    lines << toQString(note);
  const qsizetype count = lines.size();
  if (count > static_cast<qsizetype>(kShownReasons)) {
    lines = lines.first(kShownReasons);
    lines << ProgramPresenter::tr("%1 more in the report").arg(count - lines.size());
  }
  return lines.join(QLatin1Char('\n'));
}

/// The traces of the processes, which are not open beside the merged one.
QString singleTracesText(const attach::AttachFolder &folder) {
  QStringList names;
  for (size_t i = 0; i < std::min(folder.traces.size(), kShownReasons); ++i)
    names << pathToQString(folder.traces[i].filename());
  if (folder.traces.size() > kShownReasons)
    names << ProgramPresenter::tr("%1 more").arg(folder.traces.size() - kShownReasons);
  return ProgramPresenter::tr("File > Open shows one process: %1")
      .arg(names.join(QLatin1String(", ")));
}

void bringUp(QWidget &window) {
  if (!window.isVisible())
    return window.show(); // which puts it on top
  window.raise();
  window.activateWindow();
}

} // namespace

ProgramPresenter::ProgramPresenter(QWidget &window, Settings &settings, OpenTraces &traces,
                                   RunLauncher &runs)
    : QObject(&window), m_window(window), m_settings(settings), m_traces(traces), m_runs(runs) {}

ProgramDialog &ProgramPresenter::makeDialog() {
  if (m_dialog)
    return *m_dialog;
  m_dialog = new ProgramDialog(
      m_settings, m_runs.workerProgram(), m_runs.obstacle(),
      [this](const QString &title) { return m_traces.folder().newRunFolder(title); }, &m_window);
  connect(m_dialog, &ProgramDialog::started, this, [this](const attach::AttachedProgram &program) {
    m_settings.addRecentProgram(program, QDateTime::currentDateTime());
    Q_EMIT recentProgramsChanged();
  });
  connect(m_dialog, &ProgramDialog::recorded, this, &ProgramPresenter::openTraces);
  return *m_dialog;
}

void ProgramPresenter::present(const attach::AttachedProgram &program) {
  ProgramDialog &dialog = makeDialog();
  if (!dialog.run().isRunning())
    dialog.setProgram(program);
  bringUp(dialog);
}

void ProgramPresenter::showDialog() {
  if (m_dialog && (m_dialog->isVisible() || m_dialog->run().isRunning()))
    return bringUp(*m_dialog);
  const QList<RecentProgram> recent = m_settings.recentPrograms();
  attach::AttachedProgram program;
  program.folder = toPath(QDir::currentPath());
  present(recent.isEmpty() ? program : recent.first().program);
}

void ProgramPresenter::showRecent(int number) {
  const QList<RecentProgram> recent = m_settings.recentPrograms();
  if (number >= 0 && number < recent.size())
    present(recent[number].program);
}

QList<StartPageEntry> ProgramPresenter::recentEntries(const QIcon &icon) const {
  QList<StartPageEntry> entries;
  for (const RecentProgram &recent : m_settings.recentPrograms()) {
    const QString folder = QDir::toNativeSeparators(pathToQString(recent.program.folder));
    const QString command = toQString(recent.program.command);
    const QString when = QLocale().toString(recent.when, QLocale::ShortFormat);
    StartPageEntry entry{command, tr("%1, %2").arg(when, folder), {}, icon};
    entry.toolTip = tr("%1\nin %2").arg(command, folder);
    entries << entry;
  }
  return entries;
}

void ProgramPresenter::openTraces(const attach::AttachFolder &folder, bool isKept) {
  QStringList files;
  for (const std::filesystem::path &trace : folder.shown())
    files << pathToQString(trace);
  if (isKept)
    return m_traces.open(files);
  for (const QString &file : std::as_const(files))
    m_traces.openResult(file, QFileInfo(file).completeBaseName());
  if (folder.merged.empty())
    return;
  Message message;
  message.severity = Message::Severity::Info;
  message.what = tr("The processes are in one trace, on one axis");
  message.where = pathToQString(folder.folder);
  message.hint = singleTracesText(folder);
  Q_EMIT reported(message);
}

void ProgramPresenter::showRecentOn(StartPage &page, IconSet &icons) const {
  page.setRecentPrograms(recentEntries(icons.icon(QStringLiteral("program"))));
}

QString ProgramPresenter::chooseFolder() {
  return FileChoice(m_settings, &m_window)
      .folderToRead(tr("Open an output folder of proton-collect attach"));
}

void ProgramPresenter::openFolder(const QString &path) {
  const auto folder = attach::readAttachFolder(toPath(path));
  if (!folder) {
    Q_EMIT problem(tr("%1 was not opened").arg(QFileInfo(path).fileName()), folder.error());
    return;
  }
  openTraces(*folder, true);
  const attach::AttachReport &report = folder->report;
  if (!folder->traces.empty() && report.rejected.empty() && report.notes.empty())
    return;
  Message message;
  message.severity = Message::Severity::Warning;
  message.what = folder->traces.empty() ? tr("The folder has no traces: nothing was recorded")
                                        : tr("The report of the run has further lines");
  message.where = pathToQString(folder->folder / "report.txt");
  message.hint = reasonsOf(report);
  if (!folder->merged.empty())
    message.hint += QLatin1Char('\n') + singleTracesText(*folder);
  if (report.rejected.empty() && !folder->traces.empty())
    message.severity = Message::Severity::Info;
  Q_EMIT reported(message);
}

} // namespace pstudio
