// SPDX-License-Identifier: Apache-2.0
// Writes traces to files in the background.
#include "app/documents/trace_saver.h"

#include <QCoreApplication>
#include <QThread>

#include "app/application/text.h"

namespace pstudio {

TraceSaver::TraceSaver(Writer writer, QObject *parent)
    : QObject(parent), m_writer(std::move(writer)) {}

TraceSaver::~TraceSaver() {
  for (QThread *thread : std::as_const(m_threads)) {
    thread->wait();
    delete thread;
  }
}

void TraceSaver::save(OpenTraceId openTrace, std::shared_ptr<const Trace> trace,
                      const QString &file) {
  auto result = std::make_shared<Result<void>>();
  QThread *thread = QThread::create([writer = m_writer, trace = std::move(trace), file, result] {
    *result = writer(*trace, toPath(file));
  });
  m_threads << thread;
  connect(thread, &QThread::finished, this, [this, thread, openTrace, file, result] {
    m_threads.removeOne(thread);
    thread->deleteLater();
    if (*result)
      Q_EMIT saved(openTrace, file);
    else
      Q_EMIT failed(openTrace, file, result->error());
  });
  thread->start();
}

void TraceSaver::waitUntilDone() {
  while (!m_threads.isEmpty()) {
    m_threads.first()->wait();
    // The signal that empties the list is queued to this thread.
    QCoreApplication::sendPostedEvents(this, QEvent::MetaCall);
  }
}

} // namespace pstudio
