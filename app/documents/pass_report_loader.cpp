// SPDX-License-Identifier: Apache-2.0
#include "app/documents/pass_report_loader.h"

#include <QThread>

#include "app/settings/text.h"
#include "core/trace/trace.h"

namespace pstudio {

std::string passReportIdOf(const Trace &trace) {
  std::string id;
  for (const Launch &launch : trace.launches())
    for (const Arg &arg : trace.args(launch.args))
      if (trace.string(arg.key) == kPassReportFact)
        id = trace.string(arg.stringValue);
  return id;
}

PassReportLoader::PassReportLoader(QObject *parent) : QObject(parent) {}

PassReportLoader::~PassReportLoader() {
  for (QThread *thread : std::as_const(m_threads)) {
    thread->wait();
    delete thread;
  }
}

void PassReportLoader::load(const QString &file) {
  ++m_generation;
  auto result = std::make_shared<Result<PassReport>>();
  QThread *thread =
      QThread::create([path = toPath(file), result] { *result = readPassReport(path); });
  m_threads << thread;
  connect(thread, &QThread::finished, this, [this, thread, result, generation = m_generation] {
    m_threads.removeOne(thread);
    thread->deleteLater();
    if (generation != m_generation)
      return;
    if (*result)
      Q_EMIT loaded(std::make_shared<const PassReport>(std::move(**result)));
    else
      Q_EMIT failed(result->error());
  });
  thread->start();
}

} // namespace pstudio
