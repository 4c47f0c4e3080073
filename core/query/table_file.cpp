// SPDX-License-Identifier: Apache-2.0
// The tables of queries as a file of SQLite, for other programs.
#include "core/query/table_file.h"

#include <optional>

#include "core/base/output_file.h"
#include "core/base/temporary_file.h"
#include "core/query/stored_tables.h"

namespace pstudio::query {
namespace {

/// A text of SQL in single quotes.
std::string sqlText(std::string_view text) {
  std::string quoted = "'";
  for (const char c : text)
    quoted += c == '\'' ? std::string("''") : std::string(1, c);
  return quoted + "'";
}

/// Statements that create the tables that describe the file.
std::string descriptionText() {
  std::string sql = "CREATE TABLE meta(key TEXT, value TEXT);"
                    "INSERT INTO meta VALUES('program', 'Proton Studio'),"
                    "('times', 'nanoseconds, on the axis of the timeline'),"
                    "('unknown', 'NULL');"
                    "CREATE TABLE columns(table_name TEXT, column_name TEXT, meaning TEXT);";
  for (const TableFacts &table : queryTables())
    for (const ColumnFacts &column : table.columns)
      sql += "INSERT INTO columns VALUES(" + sqlText(table.name) + "," + sqlText(column.name) +
             "," + sqlText(column.meaning) + ");";
  return sql;
}

} // namespace

bool isTableFileName(const std::filesystem::path &path) {
  return path.extension() == ".sqlite" || path.extension() == ".sqlite3";
}

struct TableFile::Parts {
  explicit Parts(OutputFile file) : output(std::move(file)) {}

  OutputFile output;
  std::optional<TemporaryFile> temporary; // of an output that is no regular file
  Connection connection;                  // closed before the file is removed
  std::optional<StoredTables> tables;

  Result<void> connect(bool hasFile) {
    std::string path(output.temporaryPath());
    if (path.empty()) {
      PSTUDIO_TRY_ASSIGN(TemporaryFile made, TemporaryFile::containing({}));
      path = temporary.emplace(std::move(made)).path();
    }
    sqlite3 *opened = nullptr;
    const int code = sqlite3_open_v2(path.c_str(), &opened,
                                     SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nullptr);
    connection.reset(opened);
    if (code != SQLITE_OK)
      return fail(ErrorCode::Io,
                  "SQLite cannot write the file: " + std::string(sqlite3_errstr(code)), path);
    tables.emplace(opened, hasFile);
    // The file has no name until it is complete, so no journal restores it.
    PSTUDIO_TRY(tables->execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN"));
    return tables->create();
  }
};

TableFile::TableFile(std::unique_ptr<Parts> parts) : m_parts(std::move(parts)) {}
TableFile::TableFile(TableFile &&) noexcept = default;
TableFile::~TableFile() = default;

Result<TableFile> TableFile::open(const std::filesystem::path &target, bool hasFile) {
  PSTUDIO_TRY_ASSIGN(OutputFile output, OutputFile::open(target));
  auto parts = std::make_unique<Parts>(std::move(output));
  PSTUDIO_TRY(parts->connect(hasFile));
  return TableFile(std::move(parts));
}

Result<void> TableFile::add(std::string_view file, const Trace &trace, std::stop_token stop) {
  return m_parts->tables->add(file, trace, stop);
}

Result<void> TableFile::addUnreadable(std::string_view file, const Error &error) {
  return m_parts->tables->addUnreadable(file, error);
}

Result<void> TableFile::commit() {
  StoredTables &tables = *m_parts->tables;
  PSTUDIO_TRY(tables.execute(descriptionText()));
  PSTUDIO_TRY(tables.addIndices());
  PSTUDIO_TRY(tables.execute("COMMIT"));
  m_parts->tables.reset();
  m_parts->connection.reset();
  if (m_parts->temporary)
    PSTUDIO_TRY(copyFileTo(m_parts->temporary->path(), m_parts->output));
  return m_parts->output.commit();
}

} // namespace pstudio::query
