// SPDX-License-Identifier: Apache-2.0
// Runs SQL over the shown trace on a thread of its own.
#include "viewer/models/query_runner.h"

namespace pstudio {
namespace {

/// Counts the rows for the window's thread while they come.
class CountedRows : public query::ResultSet {
public:
  explicit CountedRows(std::shared_ptr<std::atomic<uint64_t>> rows) : m_rows(std::move(rows)) {}

  bool add(std::span<const query::Cell> row) override {
    m_rows->fetch_add(1, std::memory_order_relaxed);
    return ResultSet::add(row);
  }

private:
  std::shared_ptr<std::atomic<uint64_t>> m_rows;
};

} // namespace

/// A trace with its database, which is opened by the first query.
struct QueryRunner::Opened {
  std::shared_ptr<const Trace> trace;
  std::shared_ptr<const Trace> recorded;
  std::optional<query::TraceDatabase> database = {};

  /// The error that the database could not be opened for.
  std::optional<Error> open() {
    if (database)
      return std::nullopt;
    Result<query::TraceDatabase> made = query::TraceDatabase::open(trace, recorded);
    if (!made)
      return made.error();
    database = std::move(*made);
    return std::nullopt;
  }
};

QueryRunner::~QueryRunner() = default;

void QueryRunner::setTrace(std::shared_ptr<const Trace> trace,
                           std::shared_ptr<const Trace> recorded) {
  m_job.cancel();
  m_trace = trace;
  m_opened =
      trace ? std::make_shared<Opened>(Opened{std::move(trace), std::move(recorded)}) : nullptr;
}

void QueryRunner::run(std::string sql) {
  if (!m_opened)
    return;
  m_stop = std::stop_source();
  m_rows = std::make_shared<std::atomic<uint64_t>>(0);
  m_clock.start();
  m_job.start(
      [opened = m_opened, sql = std::move(sql), counter = m_rows,
       stop = m_stop](const std::stop_token &token) {
        const std::stop_callback replaced(token,
                                          [&stop] { std::stop_source(stop).request_stop(); });
        QElapsedTimer clock;
        clock.start();
        QueryOutcome outcome;
        const auto rows = std::make_shared<CountedRows>(counter);
        if (auto error = opened->open()) {
          outcome.error = query::QueryError{std::move(*error)};
        } else {
          query::QueryResult end = opened->database->run(sql, *rows, {.stop = stop.get_token()});
          if (end) {
            outcome.end = *end;
            outcome.rows = rows;
          } else {
            outcome.error = std::move(end.error());
          }
        }
        outcome.seconds = static_cast<double>(clock.nsecsElapsed()) / 1e9;
        return outcome;
      },
      [this](const QueryOutcome &outcome) { Q_EMIT finished(outcome); });
}

} // namespace pstudio
