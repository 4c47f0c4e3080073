// SPDX-License-Identifier: Apache-2.0
// Writes traces to files in the background.
#pragma once

#include <QObject>
#include <QString>

#include <filesystem>
#include <functional>
#include <memory>

#include "app/documents/open_trace.h"
#include "core/base/result.h"
#include "viewer/models/job.h"

namespace pstudio {

/// Never blocks the caller. Files are written one after the other; the destructor waits for them. A
/// failed write leaves an older file as it was. [thread: gui]
class TraceSaver : public QObject {
  Q_OBJECT

public:
  using Writer = std::function<Result<void>(const Trace &, const review::Review &,
                                            const std::filesystem::path &)>;

  /// \param writer  called on another thread; must write to a temporary name and rename.
  explicit TraceSaver(Writer writer, QObject *parent = nullptr);

  void save(OpenTraceId openTrace, std::shared_ptr<const Trace> trace, const review::Review &review,
            const QString &file);
  /// Stores the review alone with the trace's file (saveReviewOf()).
  void saveReview(OpenTraceId openTrace, std::shared_ptr<const Trace> trace,
                  const review::Review &review, const QString &file);
  bool isBusy() const { return m_job.isRunning(); }
  /// Blocks until all requested writes are on disk or have failed. Their signals are sent before
  /// this returns.
  void waitUntilDone() { m_job.wait(); }

Q_SIGNALS:
  void saved(int openTrace, const QString &file, const pstudio::review::Review &review);
  /// \param target  the file that was written: that of the trace, or the one beside it
  void reviewSaved(int openTrace, const QString &target, const pstudio::review::Review &review);
  void failed(int openTrace, const QString &file, const pstudio::Error &error);

private:
  Writer m_writer;
  Job m_job{this, Job::Order::All};
};

} // namespace pstudio
