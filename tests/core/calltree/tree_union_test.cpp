// SPDX-License-Identifier: Apache-2.0
// Merging duplicate siblings keeps sums, the difference of trees, and writing and reading again.
#include <QtTest>

#include <cmath>
#include <random>
#include <set>
#include <tuple>

#include "core/calltree/hatchet_reader.h"
#include "core/calltree/hatchet_writer.h"
#include "core/calltree/metric_column.h"
#include "tests/core/calltree/random_tree.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using namespace pstudio::calltree;
using namespace pstudio::test;

namespace {

/// Everything that a node shows, with texts instead of their numbers.
QString describe(const CallTree &tree, NodeId id) {
  const Node &node = tree.node(id);
  QString text = QString("%1 %2 %3 ").arg(qint64(node.parent)).arg(node.end).arg(node.depth);
  text += QString::fromStdString(std::string(tree.text(node.name)) + "|" +
                                 std::string(tree.text(node.type)));
  for (const Metric &metric : tree.metrics(id)) {
    text += QString::fromStdString("|" + std::string(tree.text(metric.name)) + "=");
    if (const auto *whole = std::get_if<int64_t>(&metric.value))
      text += "i" + QString::number(*whole);
    else if (const auto *real = std::get_if<double>(&metric.value))
      text += "r" + QString::number(*real, 'a');
    else
      text += "t" + QString::fromStdString(std::string(tree.text(std::get<TextId>(metric.value))));
  }
  return text;
}

std::vector<double> column(const CallTree &tree, std::string_view metric) {
  const Result<MetricColumn> found = metricColumn(tree, metric);
  return found ? found->values : std::vector<double>{};
}

constexpr int kSeeds = 50;

} // namespace

class TreeUnionTest : public QObject {
  Q_OBJECT

private:
  const uint64_t m_firstSeed = std::random_device{}();

private Q_SLOTS:
  void initTestCase() { qInfo("first seed %llu", static_cast<unsigned long long>(m_firstSeed)); }

  void aTreeThatIsWrittenAndReadIsTheSame() {
    for (uint64_t seed = m_firstSeed; seed < m_firstSeed + kSeeds; ++seed) {
      const CallTree tree = randomTree(seed, 200);
      const Result<HatchetFile> read = readHatchet(hatchetText(tree), "tree");
      VERIFY_RESULT(read);
      QCOMPARE(read->skippedMetrics, 0u);
      QCOMPARE(read->tree.nodes().size(), tree.nodes().size());
      for (NodeId id = 0; id < tree.nodes().size(); ++id)
        QVERIFY2(describe(read->tree, id) == describe(tree, id),
                 qPrintable(QString("seed %1: ").arg(seed) + describe(tree, id)));
      QVERIFY(read->tree.devices() == tree.devices());
    }
  }

  void mergingKeepsTheSumsAndLeavesNoDuplicates() {
    size_t nodes = 0, mergedNodes = 0; // a random tree can be without duplicates, not all of them
    for (uint64_t seed = m_firstSeed; seed < m_firstSeed + kSeeds; ++seed) {
      const CallTree tree = randomTree(seed, 200);
      const TreeUnion merged = cleanedTree(tree);
      nodes += tree.nodes().size();
      mergedNodes += merged.tree.nodes().size();
      QVERIFY(merged.tree.nodes().size() <= tree.nodes().size());
      for (const char *metric : {"time", "count"})
        QVERIFY2(column(merged.tree, metric)[0] == column(tree, metric)[0],
                 qPrintable(QString("seed %1").arg(seed)));
      std::set<std::tuple<NodeId, std::string_view, std::string_view, std::string_view>> seen;
      for (NodeId id = 0; id < merged.tree.nodes().size(); ++id) {
        const Node &node = merged.tree.node(id);
        QVERIFY2(seen.insert({node.parent, merged.tree.text(node.name), merged.tree.text(node.type),
                              merged.tree.metricText(id, kDeviceIdMetric)})
                     .second,
                 qPrintable(QString("seed %1").arg(seed)));
      }
      for (NodeId id = 0; id < tree.nodes().size(); ++id)
        QCOMPARE(merged.tree.name(merged.ofFirst[id]), tree.name(id));
    }
    QVERIFY(mergedNodes < nodes);
  }

  void mergingTwiceIsMergingOnce() {
    for (uint64_t seed = m_firstSeed; seed < m_firstSeed + kSeeds; ++seed) {
      const CallTree once = cleanedTree(randomTree(seed, 100)).tree;
      const CallTree twice = cleanedTree(once).tree;
      QVERIFY2(hatchetText(once) == hatchetText(twice), qPrintable(QString("seed %1").arg(seed)));
    }
  }

  void mangledNamesAreDemangledInTreesThatAreShown() {
    CallTreeBuilder builder;
    builder.open("ROOT");
    const Metric time[] = {{builder.intern("_Z1x"), int64_t{7}}};
    builder.setMetrics(builder.open("_ZN2at4fillIfEEvPfi"), time);
    builder.close();
    builder.setMetrics(builder.open("softmax_kernel"), time);
    builder.close();
    builder.close();
    const CallTree tree = std::move(builder).finish();
    const CallTree recorded = cleanedTree(tree).tree;
    const CallTree shown = cleanedTree(tree, NodeNames::Readable).tree;
    QCOMPARE(recorded.name(1), std::string_view("_ZN2at4fillIfEEvPfi"));
    QCOMPARE(shown.name(1), std::string_view("void at::fill<float>(float*, int)"));
    QCOMPARE(shown.name(2), std::string_view("softmax_kernel"));
    QCOMPARE(shown.text(shown.metrics(1)[0].name), std::string_view("_Z1x")); // no node
  }

  void aTreeMinusItselfIsZeroEverywhere() {
    const CallTree tree = cleanedTree(randomTree(m_firstSeed, 200)).tree;
    const TreeUnion both = differenceOf(tree, tree);
    QCOMPARE(both.tree.nodes().size(), tree.nodes().size());
    const Result<MetricColumn> time = metricColumn(tree, "time/ms");
    VERIFY_RESULT(time);
    for (const double value : differenceOf(*time, *time, both).values)
      QCOMPARE(value, 0.0);
    for (const double value : column(both.tree, "time"))
      QCOMPARE(value, 0.0);
  }

  void nodesOfOneTreeAloneHaveTheirValueOrItsNegative() {
    const auto tree = [](const char *name, int64_t time) {
      CallTreeBuilder builder;
      const Metric ofRoot[] = {{builder.intern("time (ns)"), int64_t{0}},
                               {builder.intern("bytes"), int64_t{0}}};
      builder.setMetrics(builder.open("ROOT"), ofRoot);
      const Metric ofKernel[] = {{builder.intern("time (ns)"), time},
                                 {builder.intern("bytes"), int64_t{5}}};
      builder.setMetrics(builder.open(name), ofKernel);
      builder.close();
      builder.close();
      return std::move(builder).finish();
    };
    const CallTree first = tree("old", 30), second = tree("new", 20);
    const TreeUnion both = differenceOf(first, second);
    QCOMPARE(both.tree.name(1), std::string_view("old"));
    QCOMPARE(both.tree.name(2), std::string_view("new"));
    const std::vector<double> time = column(both.tree, "time");
    QCOMPARE(time, (std::vector<double>{10, 30, -20}));
    const auto amounts =
        differenceOf(*metricColumn(first, "time"), *metricColumn(second, "time"), both);
    QCOMPARE(amounts.values, (std::vector<double>{10, 30, -20}));
    // The rate of a kernel that did not run is unknown, not 0.
    const auto rates =
        differenceOf(*metricColumn(first, "gbyte/s"), *metricColumn(second, "gbyte/s"), both);
    QVERIFY(!std::isnan(rates.values[0]));
    QVERIFY(std::isnan(rates.values[1]) && std::isnan(rates.values[2]));
  }
};

QTEST_GUILESS_MAIN(TreeUnionTest)
#include "tree_union_test.moc"
