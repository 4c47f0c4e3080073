// SPDX-License-Identifier: Apache-2.0
// proton-collect query: SQL over a trace, as a table, CSV or JSON.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace pstudio::cli {

enum class QueryFormat : uint8_t { Table, Csv, Json };

struct QueryCommandOptions {
  /// Files or patterns of them (matchFiles()), then the SQL; "-": SQL of standard input.
  std::vector<std::string> filesAndSql;
  QueryFormat format = QueryFormat::Table;
  std::optional<uint64_t> limit; ///< rows; 0: all; none: kTableRows of a table, else all
  std::optional<double> timeLimitSeconds;
  bool printsTables = false;   ///< print the schema instead
  bool printsExamples = false; ///< print queries instead

  static constexpr uint64_t kTableRows = 1000;
};

/// Prints the result on standard output, and what is left out on standard error. Several files or a
/// pattern are one query::TraceUnion. Returns an ExitCode; kPartial if files cannot be read.
int queryCommand(const QueryCommandOptions &options);

} // namespace pstudio::cli
