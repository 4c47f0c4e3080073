// SPDX-License-Identifier: Apache-2.0
// Opens, keeps, saves and closes open traces; uses no widgets.
#include "app/documents/open_traces.h"

#include <QFileInfo>
#include <QRegularExpression>

#include <utility>

#include "app/settings/text.h"
#include "core/base/output_place.h"
#include "core/run/pass_report.h"
#include "core/trace/notes.h"
#include "viewer/geometry/number_format.h"

namespace pstudio {

OpenTraces::OpenTraces(Settings &settings, TraceReaders readers, TraceSaver::Writer writer,
                       const QString &root, QObject *parent)
    : QObject(parent), m_settings(settings), m_folder(root), m_loader(std::move(readers)),
      m_saver(std::move(writer)) {
  connect(&m_loader, &TraceLoader::loaded, this, &OpenTraces::add);
  connect(&m_loader, &TraceLoader::failed, this,
          [this](const LoadRequest &request, const Error &error) {
            m_list.endLive(request.replaces, tr("%1, not finished").arg(request.title));
            Q_EMIT problem(tr("%1 was not opened").arg(QFileInfo(request.file).fileName()), error);
          });
  connect(&m_loader, &TraceLoader::cancelled, this,
          [this](const QString &file) { Q_EMIT noted(tr("loading of %1 cancelled").arg(file)); });
  connect(&m_saver, &TraceSaver::saved, this, &OpenTraces::saved);
  connect(&m_saver, &TraceSaver::reviewSaved, this,
          [this](int openTrace, const QString &target, const review::Review &review) {
            if (const OpenTrace *found = m_list.find(openTrace))
              m_list.markSaved(openTrace, QString(found->file), review);
            Q_EMIT noted(tr("saved the notes in %1").arg(target));
          });
  connect(&m_saver, &TraceSaver::failed, this,
          [this](int, const QString &file, const Error &error) {
            Q_EMIT problem(tr("%1 was not saved").arg(QFileInfo(file).fileName()), error);
          });
}

void OpenTraces::open(const QStringList &files) {
  for (const QString &file : files) {
    const QString absolute = QFileInfo(file).absoluteFilePath();
    if (const OpenTraceId known = m_list.findFile(absolute); known != kNoOpenTrace)
      m_list.setCurrent(known);
    else
      m_loader.load({absolute, {}, m_folder.contains(absolute)});
  }
}

void OpenTraces::openResult(const QString &file, const QString &title) {
  m_loader.load({file, title, true, std::exchange(m_live, kNoOpenTrace)});
}

void OpenTraces::showLive(const LoadedTrace &data, const QString &title) {
  m_liveTitle = title;
  if (m_live == kNoOpenTrace)
    m_live = m_list.addLive(tr("%1, running").arg(title), data);
  else
    m_list.replace(m_live, data);
}

void OpenTraces::keepLive() {
  m_list.endLive(std::exchange(m_live, kNoOpenTrace), tr("%1, not finished").arg(m_liveTitle));
}

void OpenTraces::save(OpenTraceId openTrace, const QString &file) {
  const OpenTrace *found = m_list.find(openTrace);
  if (found && found->data.trace)
    m_saver.save(openTrace, found->data.trace, found->review->review(),
                 QFileInfo(file).absoluteFilePath());
}

void OpenTraces::saveNotes(OpenTraceId openTrace) {
  const OpenTrace *found = m_list.find(openTrace);
  if (found && found->data.trace)
    m_saver.saveReview(openTrace, found->data.trace, found->review->review(), found->file);
}

bool OpenTraces::finishSaving() {
  m_saver.waitUntilDone();
  return unsaved().isEmpty();
}

void OpenTraces::close(OpenTraceId openTrace) {
  const OpenTrace *found = m_list.find(openTrace);
  if (!found)
    return;
  if (found->isUnsaved)
    m_folder.discard(found->file);
  m_list.remove(openTrace);
}

QList<OpenTraceId> OpenTraces::unsaved() const {
  QList<OpenTraceId> ids;
  for (const OpenTrace &openTrace : m_list.traces())
    if (openTrace.hasChanges())
      ids << openTrace.id;
  return ids;
}

void OpenTraces::add(const LoadRequest &request, const LoadedTrace &data) {
  QString title = request.title;
  if (title.isEmpty())
    title = QFileInfo(request.file).completeBaseName();
  if (request.title.isEmpty() && request.isRunResult) // recovered: "vector_add-1" is a file's name
    title.remove(QRegularExpression(QStringLiteral("-\\d+$")));
  LoadedTrace added = data;
  // Notes that were made during the run; their times stay.
  if (const OpenTrace *live = m_list.find(request.replaces))
    added.review.review = live->review->review();
  m_list.add(title, request.file, request.isRunResult, added);
  m_list.remove(request.replaces);
  const std::string size = data.tree ? countText(data.tree->tree.nodes().size(), "node", "nodes")
                                     : countText(data.trace->sliceCount()) + " slices";
  Q_EMIT noted(
      tr("opened %1: %2").arg(request.isRunResult ? title : request.file, toQString(size)));
  if (data.trace)
    noteFindings(request, *data.trace);
  noteReview(request, data);
  if (request.isRunResult)
    return;
  m_settings.addRecentFile(request.file);
  Q_EMIT recentFilesChanged();
}

void OpenTraces::noteFindings(const LoadRequest &request, const Trace &trace) {
  for (const Note &note : trace.notes())
    Q_EMIT noted(tr("note: %1").arg(toQString(note.message)));
  if (const Note *damage = firstNoteOf(trace, NoteRole::FileDamage))
    Q_EMIT incomplete(request.file, toQString(damage->message));
}

void OpenTraces::noteReview(const LoadRequest &request, const LoadedTrace &data) {
  if (data.reviewError)
    Q_EMIT problem(tr("The notes of %1 were not read").arg(QFileInfo(request.file).fileName()),
                   *data.reviewError);
  if (data.review.skipped > 0)
    Q_EMIT incomplete(request.file,
                      tr("%1 skipped")
                          .arg(toQString(countText(data.review.skipped, "damaged note or view",
                                                   "damaged notes or views"))));
}

void OpenTraces::keepPasses(const QString &from, const QString &to) {
  const std::filesystem::path source = passReportPath(toPath(from)),
                              target = passReportPath(toPath(to));
  if (source == target)
    return;
  std::error_code error, ignored;
  if (std::filesystem::exists(source, ignored))
    std::filesystem::copy_file(source, target, std::filesystem::copy_options::overwrite_existing,
                               error);
  else if (std::filesystem::is_regular_file(target, ignored))
    std::filesystem::remove(target, error); // report of the replaced trace
  if (error)
    Q_EMIT problem(tr("The passes of %1 were not saved").arg(QFileInfo(to).fileName()),
                   {ErrorCode::Io, error.message(), target.string(), {}});
}

void OpenTraces::saved(OpenTraceId openTrace, const QString &file, const review::Review &review) {
  // A trace written to a device or a FIFO cannot be opened again, so it stays unsaved.
  if (!mayHaveSiblings(toPath(file))) {
    Q_EMIT noted(tr("wrote %1, which is not a regular file").arg(file));
    return;
  }
  if (const OpenTrace *found = m_list.find(openTrace)) {
    keepPasses(found->file, file);
    if (found->isUnsaved)
      m_folder.discard(found->file);
  }
  m_list.markSaved(openTrace, file, review);
  m_settings.addRecentFile(file);
  m_settings.setLastFolder(QFileInfo(file).absolutePath()); // only after a successful save
  Q_EMIT noted(tr("saved %1").arg(file));
  Q_EMIT recentFilesChanged();
}

} // namespace pstudio
