// SPDX-License-Identifier: Apache-2.0
// Reads trace files in the background, one after another.
#include "app/documents/trace_loader.h"

#include <QThread>

#include "app/settings/text.h"
#include "app/documents/call_tree_file.h"
#include "core/calltree/hatchet_reader.h"
#include "core/formats/trace_file/review_file.h"

namespace pstudio {
namespace {

constexpr int kReportMs = 100;

Result<LoadedTrace> load(const TraceReaders &readers, const std::filesystem::path &file,
                         ReadProgress &progress) {
  if (calltree::isHatchetFile(file)) {
    PSTUDIO_TRY_ASSIGN(std::shared_ptr<const TreeData> tree, readCallTree(file));
    return LoadedTrace{nullptr, nullptr, std::move(tree)};
  }
  PSTUDIO_TRY_ASSIGN(Trace trace, readers.whole(file, &progress));
  LoadedTrace loaded = summarize(std::move(trace));
  if (auto review = readReviewOf(file))
    loaded.review = *std::move(review);
  else
    loaded.reviewError = review.error();
  return loaded;
}

} // namespace

TraceLoader::TraceLoader(TraceReaders readers, QObject *parent)
    : QObject(parent), m_readers(std::move(readers)) {
  m_reportTimer.setInterval(kReportMs);
  connect(&m_reportTimer, &QTimer::timeout, this, &TraceLoader::progressed);
}

TraceLoader::~TraceLoader() {
  if (m_progress)
    m_progress->cancel();
  for (QThread *thread : std::as_const(m_threads)) {
    thread->wait();
    delete thread;
  }
}

void TraceLoader::load(const LoadRequest &request) {
  m_waiting.enqueue(request);
  if (!m_isBusy)
    startNext();
}

void TraceLoader::cancel() {
  if (!m_isBusy)
    return;
  m_waiting.clear();
  ++m_generation;
  m_isBusy = false;
  m_progress->cancel();
  m_progress.reset();
  m_reportTimer.stop();
  Q_EMIT cancelled(m_current);
  Q_EMIT becameIdle();
}

std::optional<double> TraceLoader::fraction() const {
  const double share = m_progress ? m_progress->fraction() : 0;
  return share > 0 ? std::optional(share) : std::nullopt;
}

void TraceLoader::startNext() {
  m_progress.reset();
  m_reportTimer.stop();
  if (m_waiting.isEmpty()) {
    m_isBusy = false;
    Q_EMIT becameIdle();
    return;
  }
  m_isBusy = true;
  const LoadRequest request = m_waiting.dequeue();
  m_current = request.file;
  m_progress = std::make_shared<ReadProgress>();
  m_reportTimer.start();
  Q_EMIT started(request.file);

  auto result = std::make_shared<LoadResult>();
  QThread *thread = QThread::create([this, readers = m_readers, request, result,
                                     progress = m_progress, generation = m_generation] {
    const std::filesystem::path file = toPath(request.file);
    if (readers.beginning)
      showBeginning(request.file, readers.beginning(file), generation);
    if (!progress->isCancelled())
      *result = pstudio::load(readers, file, *progress);
  });
  m_threads << thread;
  connect(thread, &QThread::finished, this,
          [this, thread, request, result, generation = m_generation] {
            m_threads.removeOne(thread);
            thread->deleteLater();
            if (generation == m_generation)
              deliver(request, *result);
          });
  thread->start();
}

/// On the thread that reads.
void TraceLoader::showBeginning(const QString &file, Result<Trace> beginning, quint64 generation) {
  if (!beginning)
    return; // a small file, or damage that reading all of it reports
  auto trace = std::make_shared<const Trace>(std::move(*beginning));
  QMetaObject::invokeMethod(
      this,
      [this, file, trace, generation] {
        if (m_isBusy && generation == m_generation && file == m_current)
          Q_EMIT beginningLoaded(file, trace);
      },
      Qt::QueuedConnection);
}

void TraceLoader::deliver(const LoadRequest &request, const LoadResult &result) {
  if (result)
    Q_EMIT loaded(request, *result);
  else
    Q_EMIT failed(request, result.error());
  startNext();
}

} // namespace pstudio
