// SPDX-License-Identifier: Apache-2.0
// Legend, statistics and call tree give the same share for the same scope, for each capture in
// tests/data, and the shares add up to 100 %.
#include <QDir>
#include <QtTest>

#include <cmath>
#include <map>

#include "core/calltree/metric_column.h"
#include "core/calltree/trace_tree.h"
#include "core/formats/trace_file/trace_file.h"
#include "core/statistics/statistics.h"
#include "core/trace/trace_builder.h"
#include "tests/support/verify_result.h"
#include "viewer/geometry/calltree/tree_data.h"
#include "viewer/geometry/overlap/overlap_summary.h"
#include "viewer/widgets/timeline/track_panel_scopes.h"

using namespace pstudio;
using statistics::RowContent;
using statistics::StatisticsRow;
using statistics::StatisticsTable;

namespace {

bool isNear(double a, double b) {
  return std::abs(a - b) < 1e-9;
}

/// Shares by name: of the scopes, and of the time that no scope has.
using Shares = std::map<std::string, double>;

Shares sharesOf(const StatisticsTable &table) {
  Shares shares;
  for (const StatisticsRow &row : table.rows)
    if (row.share)
      shares[row.label] += *row.share;
  return shares;
}

Shares sharesOf(const std::vector<ScopeShare> &legend) {
  Shares shares;
  for (const ScopeShare &scope : legend)
    if (scope.share)
      shares[scope.name] += *scope.share;
  return shares;
}

/// Of the nodes of scopes and of time without a scope, as the column "Share" of the panel has them.
Shares sharesOf(const TreeData &data) {
  Shares shares;
  const auto column = std::ranges::find(data.columns, std::string("Share"), &TreeColumn::label);
  for (calltree::NodeId node = 0; node < data.tree.nodes().size(); ++node) {
    const std::string_view type = data.tree.text(data.tree.node(node).type);
    if (type == "scope" || type == "not recorded")
      shares[std::string(data.tree.name(node))] += column->values[node] / 100;
  }
  return shares;
}

std::string textOf(const Shares &shares) {
  std::string text;
  for (const auto &[name, share] : shares)
    text += name + " " + std::to_string(share) + "\n";
  return text;
}

/// Why they differ; empty if they do not. Shares of 0 may be left out.
std::string difference(const Shares &a, const Shares &b) {
  for (const auto &[one, other] : {std::pair(&a, &b), std::pair(&b, &a)})
    for (const auto &[name, share] : *one) {
      const auto found = other->find(name);
      if (!isNear(share, found == other->end() ? 0 : found->second))
        return name + "\n" + textOf(a) + "against\n" + textOf(b);
    }
  return {};
}

/// A warp with a scope, a gap, and a scope of a kernel that was stopped.
Trace stoppedTrace() {
  TraceBuilder build;
  Track warp;
  warp.kind = TrackKind::Warp;
  const TrackId track = build.addTrack(warp, 0);
  const auto add = [&](const char *name, int64_t begin, int64_t end, uint8_t flags) {
    SliceInput input;
    input.track = track;
    input.name = build.intern(name);
    input.begin = Picoseconds(begin);
    input.duration = Picoseconds(end - begin);
    input.flags = flags;
    build.addSlice(input);
  };
  add("load", 0, 400, 0);
  add("compute", 500, 1000, kSliceNoEnd);
  return std::move(build).finish();
}

} // namespace

class ShownSharesTest : public QObject {
  Q_OBJECT

  static void addCaptures() {
    QTest::addColumn<QString>("file");
    const QString data = QStringLiteral(PSTUDIO_SOURCE_DIR "/tests/data/");
    for (const QString &folder :
         {QStringLiteral("captures"), QStringLiteral("overlap"), QStringLiteral("query")})
      for (const QString &file :
           QDir(data + folder).entryList({QStringLiteral("*.pscapture")}, QDir::Files))
        QTest::newRow(qPrintable(file)) << data + folder + QLatin1Char('/') + file;
  }

private Q_SLOTS:
  void allViewsGiveTheSameShares_data() { addCaptures(); }
  void allViewsGiveTheSameShares() {
    QFETCH(QString, file);
    PSTUDIO_VERIFY_ASSIGN(const Trace trace, readTraceFile(file.toStdString()));
    const StatisticsTable table = statistics::makeStatistics(trace, {});
    const Shares shares = sharesOf(table);
    const std::string legend = difference(shares, sharesOf(scopeShares(trace)));
    QVERIFY2(legend.empty(), legend.c_str());
    const auto tree = makeTreeData(trace, TracePart::Kernels);
    if (tree->isEmpty())
      QSKIP("the capture has no slices of warps");
    const std::string calls = difference(shares, sharesOf(*tree));
    QVERIFY2(calls.empty(), calls.c_str());
  }

  void sharesOfSelfTimesAndOfTheRestAddUpToAll_data() { addCaptures(); }
  void sharesOfSelfTimesAndOfTheRestAddUpToAll() {
    QFETCH(QString, file);
    PSTUDIO_VERIFY_ASSIGN(const Trace trace, readTraceFile(file.toStdString()));
    const StatisticsTable table = statistics::makeStatistics(trace, {});
    int64_t self = 0;
    for (const StatisticsRow &row : table.rows)
      if (row.share)
        self += *row.self;
    QCOMPARE(self, table.warpTime.whole);
  }

  void aStoppedScopeIsNotRecordedRatherThanAsynchronous() {
    const Trace trace = stoppedTrace();
    std::map<std::string, std::string> texts;
    for (const ScopeShare &scope : scopeShares(trace))
      texts[scope.name] = scopeShareText(scope);
    QCOMPARE(texts["compute"], std::string("not recorded"));
    QCOMPARE(texts["load"], std::string("40.0 %"));
    QCOMPARE(texts["outside of scopes"], std::string("10.0 %"));
    QCOMPARE(texts["begin or end not recorded"], std::string("50.0 %"));
    QCOMPARE(texts.size(), size_t{4});
  }

  /// The tile of the steady state shows the figures of the findings.
  void theTileOfTheSteadyStateContradictsNoFinding_data() { addCaptures(); }
  void theTileOfTheSteadyStateContradictsNoFinding() {
    QFETCH(QString, file);
    PSTUDIO_VERIFY_ASSIGN(const Trace trace, readTraceFile(file.toStdString()));
    for (const analysis::LaunchOverlap &launch : analysis::analyzeOverlap(trace))
      for (uint32_t i = 0; i < launch.channels.size(); ++i) {
        const FigureTile tile = overlapTiles(launch, i).back();
        const bool hasSpare = tile.detail.find("to spare") != std::string::npos;
        QVERIFY2(tile.value == "compute-bound" || !hasSpare, tile.detail.c_str());
        for (const analysis::Finding &finding : launch.findings)
          if (finding.code == "overlap.compute-bound" || finding.code == "overlap.load-bound")
            QCOMPARE("overlap." + tile.value, finding.code);
      }
  }
};

QTEST_GUILESS_MAIN(ShownSharesTest)
#include "shown_shares_test.moc"
