// SPDX-License-Identifier: Apache-2.0
// Traces of the repository and the results of queries on them as text.
#pragma once

#include <memory>
#include <string>

#include "core/formats/trace_file/trace_file.h"
#include "core/query/result_text.h"
#include "tests/support/test_data.h"

namespace pstudio::test {

using SharedTrace = std::shared_ptr<const Trace>;

inline SharedTrace readData(const char *name) {
  Result<Trace> trace = readTraceFile(testData(name).toStdString());
  if (!trace)
    qFatal("%s", trace.error().toString().c_str());
  return std::make_shared<const Trace>(std::move(*trace));
}

inline query::TraceDatabase databaseOf(const SharedTrace &trace) {
  Result<query::TraceDatabase> database = query::TraceDatabase::open(trace);
  if (!database)
    qFatal("%s", database.error().toString().c_str());
  return std::move(*database);
}

/// The result as CSV without its heading; "error: ..." if there is one.
inline std::string rowsOf(query::TraceDatabase &database, const std::string &sql) {
  query::ResultSet result;
  const query::QueryResult end = database.run(sql, result);
  if (!end)
    return "error: " + end.error().error.toString();
  const std::string text = query::csvText(result);
  return text.substr(text.find('\n') + 1);
}

} // namespace pstudio::test
