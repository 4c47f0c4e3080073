// SPDX-License-Identifier: Apache-2.0
// The table `scopes` equals its slices and the statistics.
#include <QTest>

#include "core/statistics/statistics.h"
#include "core/trace/trace_builder.h"
#include "tests/core/query/query_rows.h"

using namespace pstudio;
using namespace pstudio::query;
using test::databaseOf;
using test::rowsOf;
using test::SharedTrace;

namespace {

void compare(TraceDatabase &database, const std::string &sql, const std::string &rows) {
  QCOMPARE(QString::fromStdString(rowsOf(database, sql)), QString::fromStdString(rows));
}

} // namespace

class ScopeTableTest : public QObject {
  Q_OBJECT

private:
  SharedTrace m_async;

  /// As CSV: an empty text is no unknown value.
  std::string kindCell(const statistics::StatisticsRow &row) const {
    const std::string kind = statistics::scopeKindText(*m_async, row.scope);
    return kind.empty() ? "\"\"" : kind;
  }

private Q_SLOTS:
  void initTestCase() {
    m_async = test::readData("tests/data/captures/gemm_wgmma_async_h200.pscapture");
  }

  void scopesEqualTheirSlices() {
    TraceDatabase database = databaseOf(m_async);
    const std::string added =
        rowsOf(database, "SELECT name, is_async, count, total, min, max FROM scopes "
                         "ORDER BY name, is_async");
    QVERIFY(added.size() > 50);
    compare(database,
            "SELECT name, is_async, count(*), round(sum(dur), 3), min(dur), max(dur) FROM slices "
            "GROUP BY name, is_async ORDER BY name, is_async",
            rowsOf(database, "SELECT name, is_async, count, round(total, 3), min, max FROM scopes "
                             "ORDER BY name, is_async"));
    compare(database,
            "SELECT abs(sum(self) - (SELECT sum(dur) FROM slices WHERE parent_id IS NULL AND "
            "is_async = 0)) < 1 FROM scopes",
            "1\n");
  }

  void scopesHaveTheFiguresOfStatistics() {
    TraceDatabase database = databaseOf(m_async);
    std::string expected;
    for (const statistics::StatisticsRow &row : statistics::makeStatistics(*m_async, {}).rows)
      if (row.content == statistics::RowContent::Scope)
        expected += std::string(m_async->string(row.scope.name)) + ',' + kindCell(row) + ',' +
                    std::to_string(row.time.count + row.openCount) + ',' +
                    (row.hasLengths() ? std::to_string(row.total) : "") + ',' +
                    (row.self && row.hasLengths() ? std::to_string(*row.self) : "") + ',' +
                    std::to_string(row.openCount) + '\n';
    compare(database,
            "SELECT name, kind, count, CAST(round(total * 1000) AS INTEGER), "
            "CAST(round(self * 1000) AS INTEGER), open FROM scopes",
            expected);
  }

  void slicesWithoutBothEndsHaveNoDurationInAnyTable() {
    TraceBuilder builder;
    const StringId name = builder.intern("tile");
    const TrackId track = builder.addTrack(TrackKind::Warp, "warp 0", {}, 0, 0);
    const auto add = [&](int64_t begin, int64_t end, uint8_t flags) {
      SliceInput slice;
      slice.track = track;
      slice.name = name;
      slice.begin = Picoseconds(begin);
      slice.duration = Picoseconds(end - begin);
      slice.flags = flags;
      builder.addSlice(slice);
    };
    add(0, 2000, 0);
    add(3000, 9000, kSliceNoEnd);
    add(10'000, 19'000, kSliceNoStart);
    add(20'000, 90'000, kSliceNoStart | kSliceNoEnd | kSliceLengthUnknown);
    TraceDatabase database = databaseOf(std::make_shared<const Trace>(std::move(builder).finish()));
    compare(database, "SELECT count, total, self, max, open FROM scopes", "4,2,2,2,3\n");
    compare(database, "SELECT count(*), count(dur), sum(dur) FROM slices", "4,1,2\n");
  }
};

QTEST_GUILESS_MAIN(ScopeTableTest)
#include "scope_table_test.moc"
