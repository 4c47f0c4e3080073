// SPDX-License-Identifier: Apache-2.0
// The tables of queries as a file of SQLite, for other programs.
#pragma once

#include <filesystem>
#include <memory>

#include "core/query/trace_sink.h"

namespace pstudio::query {

/// Whether a path names a file of SQLite (.sqlite, .sqlite3).
bool isTableFileName(const std::filesystem::path &path);

/// Writes the tables of queryTables() with their types and an index for each column `id` and
/// `..._id`, the view `events`, and the tables `files` (file, slices, error), `columns`
/// (table_name, column_name, meaning) and `meta` (key, value). The file appears under its name when
/// commit() succeeds, as an OutputFile. [one thread at a time]
class TableFile : public TraceSink {
public:
  /// \param hasFile  every table begins with a column `file`; without it, add one trace
  static Result<TableFile> open(const std::filesystem::path &target, bool hasFile);
  TableFile(TableFile &&) noexcept;
  TableFile &operator=(TableFile &&) = delete;
  ~TableFile() override;

  Result<void> add(std::string_view file, const Trace &trace, std::stop_token stop) override;
  Result<void> addUnreadable(std::string_view file, const Error &error) override;
  /// Adds the indices and gives the file its name. Call once, last. O(rows log rows).
  Result<void> commit();

private:
  struct Parts;
  explicit TableFile(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> m_parts;
};

} // namespace pstudio::query
