// SPDX-License-Identifier: Apache-2.0
// Reads trace files in the background, one after another.
#include "app/documents/trace_loader.h"

#include <QThread>

#include "app/application/text.h"
#include "app/documents/call_tree_file.h"
#include "core/calltree/hatchet_reader.h"
#include "core/formats/trace_file/review_file.h"

namespace pstudio {
namespace {

Result<LoadedTrace> load(const TraceLoader::Reader &reader, const std::filesystem::path &file) {
  if (calltree::isHatchetFile(file)) {
    PSTUDIO_TRY_ASSIGN(std::shared_ptr<const TreeData> tree, readCallTree(file));
    return LoadedTrace{nullptr, nullptr, std::move(tree)};
  }
  PSTUDIO_TRY_ASSIGN(Trace trace, reader(file));
  LoadedTrace loaded = summarize(std::move(trace));
  if (auto review = readReviewOf(file))
    loaded.review = *std::move(review);
  else
    loaded.reviewError = review.error();
  return loaded;
}

} // namespace

TraceLoader::TraceLoader(Reader reader, QObject *parent)
    : QObject(parent), m_reader(std::move(reader)) {}

TraceLoader::~TraceLoader() {
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
  Q_EMIT cancelled(m_current);
  Q_EMIT becameIdle();
}

void TraceLoader::startNext() {
  if (m_waiting.isEmpty()) {
    m_isBusy = false;
    Q_EMIT becameIdle();
    return;
  }
  m_isBusy = true;
  const LoadRequest request = m_waiting.dequeue();
  m_current = request.file;
  Q_EMIT started(request.file);

  auto result = std::make_shared<LoadResult>();
  QThread *thread = QThread::create([reader = m_reader, file = toPath(request.file), result] {
    *result = pstudio::load(reader, file);
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

void TraceLoader::deliver(const LoadRequest &request, const LoadResult &result) {
  if (result)
    Q_EMIT loaded(request, *result);
  else
    Q_EMIT failed(request, result.error());
  startNext();
}

} // namespace pstudio
