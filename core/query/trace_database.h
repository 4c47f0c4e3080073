// SPDX-License-Identifier: Apache-2.0
// SQL over a loaded trace: tables, limits, and queries that can be stopped.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/query/query_table.h"
#include "core/trace/trace.h"

namespace pstudio::query {

/// All tables and views, as the help lists them.
std::span<const TableFacts> queryTables();

/// A column of a result.
struct ResultColumn {
  std::string name;
  bool isSliceId = false; ///< its numbers are slices.id
};

/// Receives the result of a query.
class RowSink {
public:
  virtual ~RowSink() = default;
  /// Once, before the rows.
  virtual void begin(std::vector<ResultColumn> columns) = 0;
  /// One cell for each column; texts are valid during the call. False: the sink rejects this row
  /// and all further ones.
  virtual bool add(std::span<const Cell> row) = 0;
};

/// When a query ends early.
struct QueryLimits {
  std::stop_token stop = {};
  std::optional<std::chrono::milliseconds> time = {};
};

/// Result of a query.
struct QueryEnd {
  uint64_t rows = 0;      ///< that the sink received
  uint64_t leftOut = 0;   ///< that followed and were only counted
  bool isComplete = true; ///< false: there may be more than `leftOut`
  bool isStopped = false; ///< by a limit; the rows so far are valid
};

/// An error of a query, and its place in the SQL.
struct QueryError {
  Error error;                       ///< `where` is "SQL:line:column" if the place is known
  std::optional<size_t> offset = {}; ///< of the place [bytes]
};
using QueryResult = tl::expected<QueryEnd, QueryError>;

/// Reads a trace without a copy of it. Queries only read: any other statement is rejected. All
/// queries of a process share 1 GiB for the memory of SQLite; larger sorts use a temporary file.
/// [one thread at a time]
class TraceDatabase {
public:
  /// Most rows that are counted after the sink rejected one.
  static constexpr uint64_t kMaxCounted = 10'000'000;

  /// \param recorded  the same trace with times as recorded, for the table overlap; null: `trace`
  static Result<TraceDatabase> open(std::shared_ptr<const Trace> trace,
                                    std::shared_ptr<const Trace> recorded = nullptr);
  TraceDatabase(TraceDatabase &&) noexcept;
  TraceDatabase &operator=(TraceDatabase &&) noexcept;
  ~TraceDatabase();

  const Trace &trace() const;

  /// Runs one statement to its end or to a limit. A statement that a limit ended is no error.
  QueryResult run(std::string_view sql, RowSink &sink, const QueryLimits &limits = {});

private:
  struct Parts;
  explicit TraceDatabase(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> m_parts;
};

} // namespace pstudio::query
