// SPDX-License-Identifier: Apache-2.0
// Queries over several files, and their tables as a file: equal to queries of each trace.
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sqlite3.h>

#include "core/formats/trace_file/trace_files.h"
#include "core/query/table_file.h"
#include "core/query/trace_union.h"
#include "tests/core/query/query_rows.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using namespace pstudio::query;

namespace {

constexpr const char *kFirst = "tests/data/captures/gemm_wgmma_async_h200.pscapture";
constexpr const char *kSecond = "tests/data/query/transpose_conflicts_cpu.pscapture";

std::string rowsOfSet(const ResultSet &result) {
  const std::string text = csvText(result);
  return text.substr(text.find('\n') + 1);
}

/// The rows of SQL over the two traces, named a and b, and a file that cannot be read.
std::string unionRows(const std::string &sql, const test::SharedTrace &a,
                      const test::SharedTrace &b) {
  auto database = TraceUnion::open(sql);
  if (!database)
    return "error: " + database.error().error.toString();
  if (!database->add("a", *a, {}) || !database->add("b", *b, {}) ||
      !database->addUnreadable("c", {ErrorCode::Io, "gone", {}, {}}))
    return "error of a file";
  ResultSet result;
  const QueryResult end = database->run(result);
  return end ? rowsOfSet(result) : "error: " + end.error().error.toString();
}

/// The rows of a statement on a file of SQLite, as CSV.
std::string fileRows(const QString &path, const std::string &sql) {
  sqlite3 *connection = nullptr;
  sqlite3_open_v2(qPrintable(path), &connection, SQLITE_OPEN_READONLY, nullptr);
  sqlite3_stmt *statement = nullptr;
  sqlite3_prepare_v2(connection, sql.c_str(), -1, &statement, nullptr);
  std::string rows = statement ? "" : sqlite3_errmsg(connection);
  while (statement && sqlite3_step(statement) == SQLITE_ROW) {
    std::vector<Cell> cells;
    for (int i = 0; i < sqlite3_column_count(statement); ++i) {
      const int type = sqlite3_column_type(statement, i);
      const auto *text = sqlite3_column_text(statement, i);
      if (type == SQLITE_NULL)
        cells.emplace_back();
      else if (type == SQLITE_INTEGER)
        cells.emplace_back(int64_t{sqlite3_column_int64(statement, i)});
      else if (type == SQLITE_FLOAT)
        cells.emplace_back(sqlite3_column_double(statement, i));
      else
        cells.emplace_back(std::string(reinterpret_cast<const char *>(text)));
    }
    rows += csvLine(cells);
  }
  sqlite3_finalize(statement);
  sqlite3_close(connection);
  return rows;
}

} // namespace

class TraceUnionTest : public QObject {
  Q_OBJECT

private:
  test::SharedTrace m_a, m_b;
  QTemporaryDir m_folder;

  void compareUnion(const std::string &sql, const std::string &rows) {
    QCOMPARE(QString::fromStdString(unionRows(sql, m_a, m_b)), QString::fromStdString(rows));
  }

private Q_SLOTS:
  void initTestCase() {
    m_a = test::readData(kFirst);
    m_b = test::readData(kSecond);
  }

  void theUnionHasTheRowsOfEachFile() {
    compareUnion("SELECT file, count(*) FROM slices GROUP BY file",
                 "a," + std::to_string(m_a->sliceCount()) + "\nb," +
                     std::to_string(m_b->sliceCount()) + "\n");
    auto single = test::databaseOf(m_b);
    for (const TableFacts &table : queryTables()) {
      std::string columns;
      for (const ColumnFacts &column : table.columns)
        columns += (columns.empty() ? "\"" : ", \"") + std::string(column.name) + '"';
      const std::string sql = "SELECT " + columns + " FROM " + std::string(table.name);
      const std::string order = " ORDER BY " + columns; // an index changes the order of args
      compareUnion(sql + " WHERE file = 'b'" + order, test::rowsOf(single, sql + order));
    }
  }

  void filesHasARowForEachAndTheErrorOfOneThatCannotBeRead() {
    compareUnion("SELECT file, slices, error FROM files",
                 "a," + std::to_string(m_a->sliceCount()) + ",\nb," +
                     std::to_string(m_b->sliceCount()) + ",\nc,,gone\n");
  }

  void extractArgHasTheFileAsFirstArgument() {
    auto single = test::databaseOf(m_a);
    compareUnion("SELECT DISTINCT extract_arg(file, arg_set_id, 'source') FROM slices "
                 "WHERE file = 'a' ORDER BY 1",
                 test::rowsOf(single, "SELECT DISTINCT extract_arg(arg_set_id, 'source') "
                                      "FROM slices ORDER BY 1"));
    const std::string error =
        unionRows("SELECT extract_arg(arg_set_id, 'source') FROM slices", m_a, m_b);
    QVERIFY2(error.find("file, arg_set_id, key") != std::string::npos, error.c_str());
  }

  void anErrorOfTheSqlComesBeforeAnyFileIsRead() {
    QVERIFY(!TraceUnion::open("SELECT none FROM slices"));
    QVERIFY(!TraceUnion::open("DELETE FROM slices"));
    QVERIFY(!TraceUnion::open("DROP TABLE slices"));
  }

  void aStopEndsTheReadingOfRows() {
    std::stop_source stop;
    stop.request_stop();
    auto database = TraceUnion::open("SELECT * FROM slices");
    QVERIFY(database.has_value());
    const Result<void> added = database->add("a", *m_a, stop.get_token());
    QVERIFY(!added);
    QCOMPARE(added.error().code, ErrorCode::Cancelled);
  }

  void filesAreTakenInTheirOrderAndErrorsAreValues() {
    const std::vector<std::filesystem::path> files{test::testData(kFirst).toStdString(), "/none",
                                                   test::testData(kSecond).toStdString()};
    std::vector<size_t> slices;
    readTraceFiles(files, nullptr, [&](size_t index, Result<Trace> trace) {
      slices.push_back(trace ? trace->sliceCount() : 0);
      return slices.size() == index + 1;
    });
    QCOMPARE(slices, (std::vector<size_t>{m_a->sliceCount(), 0, m_b->sliceCount()}));
    ReadProgress cancelled;
    cancelled.cancel();
    size_t taken = 0;
    readTraceFiles(files, &cancelled, [&](size_t, Result<Trace>) {
      ++taken;
      return false;
    });
    QCOMPARE(taken, size_t{1});
  }

  void aTableFileHasTheRowsOfTheQuery() {
    const QString path = m_folder.filePath("b.sqlite");
    Result<TableFile> file = TableFile::open(path.toStdString(), false);
    VERIFY_RESULT(file);
    VERIFY_RESULT(file->add("b", *m_b, {}));
    QVERIFY(!QFile::exists(path));
    VERIFY_RESULT(file->commit());
    auto single = test::databaseOf(m_b);
    for (const TableFacts &table : queryTables()) {
      const std::string sql = "SELECT * FROM " + std::string(table.name);
      QCOMPARE(QString::fromStdString(fileRows(path, sql)),
               QString::fromStdString(test::rowsOf(single, sql)));
    }
    QCOMPARE(fileRows(path, "SELECT count(*) FROM pragma_index_list('slices')") > "1\n", true);
    QCOMPARE(fileRows(path, "PRAGMA integrity_check"), std::string("ok\n"));
    QCOMPARE(fileRows(path, "SELECT type FROM pragma_table_info('slices') WHERE name = 'dur'"),
             std::string("REAL\n"));
  }

  void aTableFileThatIsNotCommittedLeavesNothing() {
    {
      Result<TableFile> file =
          TableFile::open(m_folder.filePath("none.sqlite").toStdString(), true);
      VERIFY_RESULT(file);
      VERIFY_RESULT(file->add("b", *m_b, {}));
    }
    QCOMPARE(QDir(m_folder.path()).entryList({"none*", "*.part"}, QDir::Files).size(), 0);
    QVERIFY(!TableFile::open("/no/such/folder/a.sqlite", true));
  }
};

QTEST_GUILESS_MAIN(TraceUnionTest)
#include "trace_union_test.moc"
