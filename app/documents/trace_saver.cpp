// SPDX-License-Identifier: Apache-2.0
// Writes traces to files in the background.
#include "app/documents/trace_saver.h"

#include "app/settings/text.h"
#include "core/formats/trace_file/review_file.h"

namespace pstudio {

TraceSaver::TraceSaver(Writer writer, QObject *parent)
    : QObject(parent), m_writer(std::move(writer)) {}

void TraceSaver::save(OpenTraceId openTrace, std::shared_ptr<const Trace> trace,
                      const review::Review &review, const QString &file) {
  m_job.start([writer = m_writer, trace = std::move(trace), review,
               file](const std::stop_token &) { return writer(*trace, review, toPath(file)); },
              [this, openTrace, review, file](const Result<void> &written) {
                if (written)
                  Q_EMIT saved(openTrace, file, review);
                else
                  Q_EMIT failed(openTrace, file, written.error());
              });
}

void TraceSaver::saveReview(OpenTraceId openTrace, std::shared_ptr<const Trace> trace,
                            const review::Review &review, const QString &file) {
  m_job.start([trace = std::move(trace), review, file](
                  const std::stop_token &) { return saveReviewOf(toPath(file), *trace, review); },
              [this, openTrace, review, file](const Result<std::filesystem::path> &target) {
                if (target)
                  Q_EMIT reviewSaved(openTrace, toQString(target->string()), review);
                else
                  Q_EMIT failed(openTrace, file, target.error());
              });
}

} // namespace pstudio
