// SPDX-License-Identifier: Apache-2.0
// Runs SQL over the shown trace on a thread of its own.
#pragma once

#include <QElapsedTimer>
#include <QObject>

#include <atomic>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "core/query/result_set.h"
#include "viewer/models/job.h"

namespace pstudio {

/// Result of a query.
struct QueryOutcome {
  std::shared_ptr<const query::ResultSet> rows; ///< null if it failed
  query::QueryEnd end = {};
  std::optional<query::QueryError> error = {};
  double seconds = 0;
};

/// One query at a time; a new one replaces the one that runs. [thread: gui]
class QueryRunner : public QObject {
  Q_OBJECT

public:
  using QObject::QObject;
  ~QueryRunner() override;

  /// The trace of the queries from now on, kept alive by them; null: none. Ends a query that runs
  /// without a signal. \param recorded  the same with times as recorded, or null
  void setTrace(std::shared_ptr<const Trace> trace, std::shared_ptr<const Trace> recorded);
  const std::shared_ptr<const Trace> &trace() const { return m_trace; }

  /// Does nothing without a trace.
  void run(std::string sql);
  /// Ends the query that runs; finished() follows with its rows so far.
  void stop() { m_stop.request_stop(); }
  bool isRunning() const { return m_job.isRunning(); }
  uint64_t rowsSoFar() const { return m_rows ? m_rows->load(std::memory_order_relaxed) : 0; }
  double secondsSoFar() const { return static_cast<double>(m_clock.elapsed()) / 1000.0; }

Q_SIGNALS:
  void finished(const pstudio::QueryOutcome &outcome);

private:
  struct Opened;

  std::shared_ptr<const Trace> m_trace;
  std::shared_ptr<Opened> m_opened; ///< used by the job only
  std::stop_source m_stop;
  std::shared_ptr<std::atomic<uint64_t>> m_rows;
  QElapsedTimer m_clock;
  Job m_job{this}; // last: uses all of the above
};

} // namespace pstudio
