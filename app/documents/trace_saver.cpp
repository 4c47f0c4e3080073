// SPDX-License-Identifier: Apache-2.0
// Writes traces to files in the background.
#include "app/documents/trace_saver.h"

#include <QCoreApplication>
#include <QThread>

#include "app/settings/text.h"
#include "core/formats/trace_file/review_file.h"

namespace pstudio {

TraceSaver::TraceSaver(Writer writer, QObject *parent)
    : QObject(parent), m_writer(std::move(writer)) {}

TraceSaver::~TraceSaver() {
  for (QThread *thread : std::as_const(m_threads)) {
    thread->wait();
    delete thread;
  }
}

void TraceSaver::start(QThread *thread, const std::function<void()> &finish) {
  m_threads << thread;
  connect(thread, &QThread::finished, this, [this, thread, finish] {
    m_threads.removeOne(thread);
    thread->deleteLater();
    finish();
  });
  thread->start();
}

void TraceSaver::save(OpenTraceId openTrace, std::shared_ptr<const Trace> trace,
                      const review::Review &review, const QString &file) {
  auto result = std::make_shared<Result<void>>();
  start(QThread::create([writer = m_writer, trace = std::move(trace), review, file, result] {
          *result = writer(*trace, review, toPath(file));
        }),
        [this, openTrace, review, file, result] {
          if (*result)
            Q_EMIT saved(openTrace, file, review);
          else
            Q_EMIT failed(openTrace, file, result->error());
        });
}

void TraceSaver::saveReview(OpenTraceId openTrace, std::shared_ptr<const Trace> trace,
                            const review::Review &review, const QString &file) {
  auto result = std::make_shared<Result<std::filesystem::path>>();
  start(QThread::create([trace = std::move(trace), review, file, result] {
          *result = saveReviewOf(toPath(file), *trace, review);
        }),
        [this, openTrace, review, file, result] {
          if (*result)
            Q_EMIT reviewSaved(openTrace, toQString(result->value().string()), review);
          else
            Q_EMIT failed(openTrace, file, result->error());
        });
}

void TraceSaver::waitUntilDone() {
  while (!m_threads.isEmpty()) {
    m_threads.first()->wait();
    // The signal that empties the list is queued to this thread.
    QCoreApplication::sendPostedEvents(this, QEvent::MetaCall);
  }
}

} // namespace pstudio
