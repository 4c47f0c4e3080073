// SPDX-License-Identifier: Apache-2.0
// proton-collect query: SQL over a trace, as a table, CSV or JSON.
#include "app/cli/query_command.h"

#include <cstdio>
#include <functional>
#include <iostream>
#include <iterator>
#include <limits>
#include <span>

#include "app/cli/error_text.h"
#include "app/cli/exit_code.h"
#include "app/cli/reading_watch.h"
#include "app/cli/text_output.h"
#include "core/base/file_patterns.h"
#include "core/formats/trace_file/trace_file.h"
#include "core/query/query_examples.h"
#include "core/query/result_text.h"
#include "core/query/trace_union.h"

namespace pstudio::cli {
namespace {

using namespace query;

void writeOut(const std::string &text) {
  writeData(text);
}

uint64_t rowLimit(const QueryCommandOptions &options) {
  constexpr uint64_t kAll = std::numeric_limits<uint64_t>::max();
  if (!options.limit)
    return options.format == QueryFormat::Table ? QueryCommandOptions::kTableRows : kAll;
  return *options.limit == 0 ? kAll : *options.limit;
}

/// Writes each row when it comes: a result of any size takes no memory.
class RowWriter : public RowSink {
public:
  RowWriter(QueryFormat format, uint64_t limit)
      : m_isJson(format == QueryFormat::Json), m_limit(limit) {}

  void begin(std::vector<ResultColumn> columns) override {
    m_keys = jsonKeys(columns);
    if (!m_isJson)
      writeOut(csvHeading(columns));
  }
  bool add(std::span<const Cell> row) override {
    if (m_limit == 0)
      return false;
    --m_limit;
    writeOut(m_isJson ? jsonLine(m_keys, row) : csvLine(row));
    return true;
  }

private:
  bool m_isJson;
  uint64_t m_limit;
  std::vector<std::string> m_keys;
};

/// The line of the SQL with a mark below the place.
std::string markedLine(const std::string &sql, size_t offset) {
  const size_t before = offset == 0 ? std::string::npos : sql.rfind('\n', offset - 1);
  const size_t begin = before == std::string::npos ? 0 : before + 1;
  std::string mark;
  for (size_t i = begin; i < offset; ++i)
    if ((static_cast<unsigned char>(sql[i]) & 0xc0) != 0x80)
      mark += sql[i] == '\t' ? '\t' : ' ';
  return "  " + sql.substr(begin, sql.find('\n', begin) - begin) + "\n  " + mark + "^\n";
}

int failedQuery(const QueryError &error, const std::string &sql) {
  constexpr size_t kLongestLine = 400;
  printError(error.error);
  if (error.offset)
    if (const std::string marked = markedLine(sql, *error.offset); marked.size() < kLongestLine)
      printText(stderr, marked);
  return kFailed;
}

/// A query whose rows go to a sink.
using RunQuery = std::function<QueryResult(RowSink &sink)>;

QueryResult runAs(const QueryCommandOptions &options, const RunQuery &run) {
  if (options.format != QueryFormat::Table) {
    RowWriter writer(options.format, rowLimit(options));
    return run(writer);
  }
  ResultSet result({.rows = rowLimit(options)});
  QueryResult end = run(result);
  if (end)
    writeOut(tableText(result));
  return end;
}

int printResult(const QueryCommandOptions &options, const std::string &sql, const RunQuery &run) {
  const QueryResult end = runAs(options, run);
  if (!end)
    return failedQuery(end.error(), sql);
  if (const std::string rest = leftOutText(*end); !rest.empty())
    printFormatted(stderr, "%s (--limit)\n", rest.c_str());
  if (end->isStopped) {
    printError({ErrorCode::Cancelled, "the query was stopped at its time limit, rows are missing",
                "--time-limit", "raise the limit, or select fewer rows"});
    return kFailed;
  }
  return kDone;
}

QueryLimits limitsOf(const QueryCommandOptions &options) {
  QueryLimits limits;
  if (options.timeLimitSeconds)
    limits.time = std::chrono::milliseconds(static_cast<int64_t>(*options.timeLimitSeconds * 1000));
  return limits;
}

int queryFile(const QueryCommandOptions &options, const std::string &sql) {
  Result<Trace> trace = readTraceFile(options.filesAndSql.front());
  if (!trace) {
    printError(trace.error());
    return kFailed;
  }
  Result<TraceDatabase> database =
      TraceDatabase::open(std::make_shared<const Trace>(std::move(*trace)));
  if (!database) {
    printError(database.error());
    return kFailed;
  }
  return printResult(options, sql,
                     [&](RowSink &sink) { return database->run(sql, sink, limitsOf(options)); });
}

/// Reads the files while Ctrl-C stops them.
int queryMatched(const QueryCommandOptions &options, const std::string &sql,
                 const MatchedFiles &matched) {
  auto database = TraceUnion::open(sql);
  if (!database)
    return failedQuery(database.error(), sql);
  ReadingWatch watch(matched.files.size());
  Result<void> started = watch.start();
  Result<FileCounts> counts;
  if (started)
    counts = readFilesInto(matched.files, *database, watch);
  if (!started || !counts) {
    printError(started ? counts.error() : started.error());
    return kFailed;
  }
  if (counts->read == 0)
    return kFailed;
  QueryLimits limits = limitsOf(options);
  limits.stop = watch.stop();
  const int code =
      printResult(options, sql, [&](RowSink &sink) { return database->run(sink, limits); });
  return code == kDone && (counts->unreadable > 0 || !matched.errors.empty()) ? kPartial : code;
}

int queryFiles(const QueryCommandOptions &options) {
  std::string sql = options.filesAndSql.back();
  if (sql == "-")
    sql.assign(std::istreambuf_iterator<char>(std::cin), {});
  const std::span patterns(options.filesAndSql.data(), options.filesAndSql.size() - 1);
  if (patterns.size() == 1 && !isFilePattern(patterns[0]))
    return queryFile(options, sql);
  const MatchedFiles matched = matchFiles(patterns);
  for (const Error &error : matched.errors)
    printError(error);
  return matched.files.empty() ? int{kFailed} : queryMatched(options, sql, matched);
}

} // namespace

int queryCommand(const QueryCommandOptions &options) {
  if (options.printsTables || options.printsExamples) {
    if (options.printsTables)
      writeOut(schemaText());
    for (const QueryExample &example : queryExamples())
      if (options.printsExamples)
        writeOut("-- " + std::string(example.title) + " (needs " + std::string(example.needs) +
                 ")\n" + std::string(example.sql) + ";\n\n");
    return kDone;
  }
  const std::vector<std::string> &arguments = options.filesAndSql;
  if (arguments.size() < 2 || arguments.front().empty() || arguments.back().empty()) {
    printError({ErrorCode::InvalidInput, "FILE and SQL are required", "query",
                "for example: proton-collect query FILE 'SELECT * FROM scopes'; --tables lists "
                "the tables"});
    return kWrongUsage;
  }
  return queryFiles(options);
}

} // namespace pstudio::cli
