// SPDX-License-Identifier: Apache-2.0
#include "core/formats/sqlite/database.h"

#include <algorithm>
#include <cstring>

#include <sqlite3.h>

#include "core/base/utf8.h"

namespace pstudio::sqlite {
namespace {

constexpr std::string_view kMagic("SQLite format 3\0", 16);
constexpr size_t kHeaderBytes = 100;
constexpr size_t kJournalModes = 18; // two bytes: 2 is write-ahead logging, 1 is another journal
constexpr size_t kMostTables = 4096;
constexpr int kMostValueBytes = 64 << 20;
constexpr int kMostSqlBytes = 1 << 20;
constexpr int kStepsBetweenChecks = 5000; // of the virtual machine: well below a millisecond
/// A row takes at least so many bytes of a page. Pages that refer to each other in a circle have
/// more rows, without an end.
constexpr uint64_t kFewestRowBytes = 4;

struct CloseConnection {
  void operator()(sqlite3 *connection) const { sqlite3_close_v2(connection); }
};
struct FinalizeStatement {
  void operator()(sqlite3_stmt *statement) const { sqlite3_finalize(statement); }
};
using OwnedConnection = std::unique_ptr<sqlite3, CloseConnection>;
using OwnedStatement = std::unique_ptr<sqlite3_stmt, FinalizeStatement>;

uint32_t bigEndian(std::span<const std::byte> bytes, size_t at, size_t count) {
  uint32_t value = 0;
  for (size_t i = 0; i < count; ++i)
    value = value << 8 | static_cast<uint32_t>(bytes[at + i]);
  return value;
}

/// Fails if the header says more pages than there are (file format of SQLite, section 1.3).
Result<void> checkSize(std::span<const std::byte> bytes) {
  if (bytes.size() < kHeaderBytes)
    return fail(ErrorCode::InvalidFormat, "the SQLite database ends within its header");
  const uint32_t stored = bigEndian(bytes, 16, 2);
  const uint64_t pageBytes = stored == 1 ? 65'536 : stored;
  const uint64_t expected = pageBytes * bigEndian(bytes, 28, 4);
  const bool isCountValid = bigEndian(bytes, 24, 4) == bigEndian(bytes, 92, 4);
  if (isCountValid && expected > bytes.size())
    return fail(ErrorCode::InvalidFormat,
                "the SQLite database ends early: " + std::to_string(bytes.size()) + " of " +
                    std::to_string(expected) + " bytes",
                {}, "copy the file again, after the program that writes it has ended");
  return {};
}

std::string quotedName(std::string_view name) {
  std::string quoted = "\"";
  for (const char c : name)
    quoted.append(c == '"' ? 2 : 1, c);
  return quoted + '"';
}

void protect(sqlite3 *connection) {
  for (const auto &[option, value] : {std::pair{SQLITE_DBCONFIG_DEFENSIVE, 1},
                                      {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
                                      {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0},
                                      {SQLITE_DBCONFIG_ENABLE_VIEW, 0}})
    sqlite3_db_config(connection, option, value, nullptr);
  sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, kMostValueBytes);
  sqlite3_limit(connection, SQLITE_LIMIT_SQL_LENGTH, kMostSqlBytes);
  sqlite3_limit(connection, SQLITE_LIMIT_ATTACHED, 0);
}

} // namespace

bool looksLikeDatabase(std::span<const std::byte> bytes) {
  return bytes.size() >= kMagic.size() &&
         std::memcmp(bytes.data(), kMagic.data(), kMagic.size()) == 0;
}

bool Table::hasColumn(std::string_view column) const {
  return std::ranges::find(columns, column) != columns.end();
}

std::optional<int64_t> Row::integer(int column) const {
  if (sqlite3_column_type(m_statement, column) != SQLITE_INTEGER)
    return std::nullopt;
  return sqlite3_column_int64(m_statement, column);
}

std::optional<double> Row::number(int column) const {
  const int type = sqlite3_column_type(m_statement, column);
  if (type != SQLITE_INTEGER && type != SQLITE_FLOAT)
    return std::nullopt;
  return sqlite3_column_double(m_statement, column);
}

std::string Row::text(int column) const {
  if (sqlite3_column_type(m_statement, column) != SQLITE_TEXT)
    return {};
  const auto *bytes = reinterpret_cast<const char *>(sqlite3_column_text(m_statement, column));
  if (bytes == nullptr) // out of memory
    return {};
  const std::string_view text(bytes,
                              static_cast<size_t>(sqlite3_column_bytes(m_statement, column)));
  return isUtf8(text) ? std::string(text) : escapedUtf8(text);
}

struct Database::Parts {
  OwnedConnection connection;
  std::vector<Table> tables;
  ReadProgress *progress = nullptr;
  uint64_t size = 0;
  uint64_t rows = 0;       ///< visited
  uint64_t checksLeft = 0; ///< of the current statement
  uint64_t valueBytes = 0; ///< of all statements
  bool isExhausted = false;

  /// Ends statements that are cancelled, and those that take more steps than rows can need: pages
  /// that a damaged file refers to several times. SQLite reads the schema in such steps, too.
  static int check(void *self) {
    auto &parts = *static_cast<Parts *>(self);
    if (parts.progress != nullptr && parts.progress->isCancelled())
      return 1;
    parts.isExhausted |= parts.checksLeft == 0;
    return parts.checksLeft == 0 ? 1 : (--parts.checksLeft, 0);
  }

  Error errorNow(std::string_view table) const {
    if (isExhausted)
      return {ErrorCode::InvalidFormat,
              "the table has more rows than the file has room for",
              std::string(table),
              {}};
    const int code = sqlite3_errcode(connection.get());
    if (code == SQLITE_INTERRUPT)
      return {ErrorCode::Cancelled, "reading was cancelled", {}, {}};
    return {ErrorCode::InvalidFormat,
            std::string("SQLite cannot read it: ") + sqlite3_errmsg(connection.get()),
            std::string(table),
            {}};
  }

  Result<void> attach(std::span<const std::byte> bytes);
  Result<void> list();
  Result<void> run(const std::string &sql, std::string_view table,
                   const std::function<void(const Row &)> &visit);
  Result<void> countValues(sqlite3_stmt *row, std::string_view table);
};

/// Lets SQLite read the bytes where they are. It opens no memory in the mode of write-ahead
/// logging, so such a database is copied with the other mode; without its log it is complete.
Result<void> Database::Parts::attach(std::span<const std::byte> bytes) {
  const auto count = static_cast<sqlite3_int64>(bytes.size());
  auto *data = reinterpret_cast<unsigned char *>(const_cast<std::byte *>(bytes.data()));
  unsigned flags = SQLITE_DESERIALIZE_READONLY; // SQLite writes nothing there
  if (bytes[kJournalModes] == std::byte{2} || bytes[kJournalModes + 1] == std::byte{2}) {
    data = static_cast<unsigned char *>(sqlite3_malloc64(bytes.size()));
    if (data == nullptr)
      return fail(ErrorCode::Io, "no memory for a copy of the SQLite database");
    std::memcpy(data, bytes.data(), bytes.size());
    data[kJournalModes] = data[kJournalModes + 1] = 1;
    flags |= SQLITE_DESERIALIZE_FREEONCLOSE;
  }
  if (sqlite3_deserialize(connection.get(), "main", data, count, count, flags) != SQLITE_OK)
    return tl::unexpected<Error>(errorNow({}));
  return {};
}

Result<void> Database::Parts::list() {
  std::vector<std::string> names;
  PSTUDIO_TRY(run("SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0", {},
                  [&](const Row &row) {
                    if (names.size() < kMostTables)
                      names.push_back(row.text(0));
                  }));
  for (std::string &name : names) {
    Table table{std::move(name), {}};
    PSTUDIO_TRY(run("PRAGMA table_info(" + quotedName(table.name) + ")", table.name,
                    [&](const Row &row) { table.columns.push_back(row.text(1)); }));
    tables.push_back(std::move(table));
  }
  return {};
}

/// Each byte of a sound file is part of one value. Tables may be read twice, and text of UTF-16
/// grows by half.
Result<void> Database::Parts::countValues(sqlite3_stmt *row, std::string_view table) {
  for (int i = 0; i < sqlite3_column_count(row); ++i)
    if (const int type = sqlite3_column_type(row, i); type == SQLITE_TEXT || type == SQLITE_BLOB)
      valueBytes += static_cast<uint64_t>(sqlite3_column_bytes(row, i));
  if (valueBytes > 4 * size + (uint64_t{1} << 20))
    return fail(ErrorCode::InvalidFormat,
                "the values of the table need more than the file has room for", std::string(table));
  return {};
}

Result<void> Database::Parts::run(const std::string &sql, std::string_view table,
                                  const std::function<void(const Row &)> &visit) {
  constexpr uint64_t kStepsOfRow = 64;
  isExhausted = false;
  checksLeft = 100 + kStepsOfRow * (size / kFewestRowBytes) / kStepsBetweenChecks;
  sqlite3_stmt *prepared = nullptr;
  const int code = sqlite3_prepare_v2(connection.get(), sql.c_str(), static_cast<int>(sql.size()),
                                      &prepared, nullptr);
  const OwnedStatement statement(prepared);
  if (code != SQLITE_OK)
    return tl::unexpected<Error>(errorNow(table));
  const uint64_t most = size / kFewestRowBytes;
  for (uint64_t row = 0;; ++row) {
    const int step = sqlite3_step(prepared);
    if (step == SQLITE_DONE)
      return {};
    if (step != SQLITE_ROW)
      return tl::unexpected<Error>(errorNow(table));
    if (row >= most)
      return fail(ErrorCode::InvalidFormat, "the table has more rows than the file has room for",
                  std::string(table));
    PSTUDIO_TRY(countValues(prepared, table));
    visit(Row(prepared));
    if (progress != nullptr)
      progress->setDone(++rows);
  }
}

Database::Database(std::unique_ptr<Parts> parts) : m_parts(std::move(parts)) {}
Database::Database(Database &&) noexcept = default;
Database::~Database() = default;

Result<Database> Database::open(std::span<const std::byte> bytes, ReadProgress *progress) {
  PSTUDIO_TRY(checkSize(bytes));
  auto parts = std::make_unique<Parts>();
  parts->size = bytes.size();
  sqlite3 *opened = nullptr;
  const int code =
      sqlite3_open_v2(":memory:", &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nullptr);
  parts->connection.reset(opened);
  if (code != SQLITE_OK)
    return fail(ErrorCode::Io, std::string("SQLite: ") + sqlite3_errstr(code));
  protect(opened);
  parts->progress = progress;
  sqlite3_progress_handler(opened, kStepsBetweenChecks, Parts::check, parts.get());
  PSTUDIO_TRY(parts->attach(bytes));
  sqlite3_exec(opened, "PRAGMA cell_size_check = ON; PRAGMA query_only = ON", nullptr, nullptr,
               nullptr);
  PSTUDIO_TRY(parts->list());
  if (progress != nullptr) {
    uint64_t total = 0;
    for (const Table &table : parts->tables) // in tables without row ids it fails: they count as 0
      (void)parts->run(
          "SELECT max(rowid) FROM " + quotedName(table.name), table.name, [&](const Row &row) {
            total += std::min(static_cast<uint64_t>(std::max<int64_t>(0, row.integerOr(0, 0))),
                              bytes.size() / kFewestRowBytes);
          });
    parts->rows = 0;
    progress->setTotal(total);
  }
  return Database(std::move(parts));
}

std::span<const Table> Database::tables() const {
  return m_parts->tables;
}

const Table *Database::find(std::string_view name) const {
  const auto found = std::ranges::find(m_parts->tables, name, &Table::name);
  return found == m_parts->tables.end() ? nullptr : &*found;
}

Result<void> Database::read(const Table &table, std::span<const std::string_view> columns,
                            const std::function<void(const Row &)> &visit) {
  std::string sql;
  for (const std::string_view column : columns)
    sql += (sql.empty() ? "SELECT " : ", ") +
           (table.hasColumn(column) ? quotedName(column) : std::string("NULL"));
  sql += (sql.empty() ? "SELECT 1 FROM " : " FROM ") + quotedName(table.name);
  if (m_parts->progress != nullptr && m_parts->progress->isCancelled())
    return fail(ErrorCode::Cancelled, "reading was cancelled");
  return m_parts->run(sql, table.name, visit);
}

} // namespace pstudio::sqlite
