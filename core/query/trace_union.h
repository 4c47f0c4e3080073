// SPDX-License-Identifier: Apache-2.0
// One query over the traces of several files.
#pragma once

#include <memory>
#include <string>

#include "core/query/trace_database.h"
#include "core/query/trace_sink.h"

namespace pstudio::query {

/// The tables of queryTables(), each with a first column `file`, and a table `files` (file, slices,
/// error). Numbers such as slices.id count in each file from 0, so joins compare `file` too.
/// extract_arg() has the file as its first argument. Only tables that the SQL reads have rows, in
/// a database that goes to a temporary file beyond kCacheBytes. [one thread at a time]
class TraceUnion : public TraceSink {
public:
  static constexpr int64_t kCacheBytes = int64_t{256} << 20;

  /// Checks the SQL before any file is read. Fails as TraceDatabase::run(), or if SQLite cannot be
  /// used.
  static tl::expected<TraceUnion, QueryError> open(std::string sql);
  TraceUnion(TraceUnion &&) noexcept;
  TraceUnion &operator=(TraceUnion &&) noexcept;
  ~TraceUnion() override;

  Result<void> add(std::string_view file, const Trace &trace, std::stop_token stop) override;
  Result<void> addUnreadable(std::string_view file, const Error &error) override;

  /// Runs the SQL of open(). Call once, last.
  QueryResult run(RowSink &sink, const QueryLimits &limits = {});

private:
  struct Parts;
  explicit TraceUnion(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> m_parts;
};

} // namespace pstudio::query
