// SPDX-License-Identifier: Apache-2.0
// A launch that contradicts the kernel's file is rejected with both values.
#include <QTest>

#include "core/run/launch_rules.h"

using namespace pstudio;
using Field = LaunchRule::Field;
using Kind = LaunchRule::Kind;

namespace {

constexpr LaunchExtents kShape{{{64, 2, 1}}, {{4, 1, 1}}, {{2, 1, 1}}};

QString outcome(const LaunchRule &rule, const LaunchExtents &shape = kShape) {
  const auto checked = checkLaunchRules("k", {&rule, 1}, shape, "specification gives", "k.json");
  return checked ? QString() : QString::fromStdString(checked.error().toString());
}

} // namespace

class LaunchRulesTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void launchesThatFollowTheRulePass_data() { addFollowed(); }
  void launchesThatFollowTheRulePass() {
    QFETCH(const LaunchRule, rule);
    QCOMPARE(outcome(rule), QString());
  }

  void launchesThatContradictTheRuleAreRejectedWithBothValues_data() {
    QTest::addColumn<LaunchRule>("rule");
    QTest::addColumn<QString>("message");
    const auto row = [](const char *name, LaunchRule rule, const char *message) {
      QTest::newRow(name) << std::move(rule) << QString(message);
    };
    row("block", {Field::Block, Kind::Exactly, "nvvm.reqntid", {32, 1, 1}},
        "kernel k has to be launched with a block of 32 x 1 x 1 (nvvm.reqntid), specification "
        "gives 64 x 2 x 1");
    row("transposed block", {Field::Block, Kind::Exactly, "known_block_size", {2, 64, 1}},
        "a block of 2 x 64 x 1 (known_block_size), specification gives 64 x 2 x 1");
    row("threads", {Field::Block, Kind::AtMost, "nvvm.maxntid", {127, 1, 1}},
        "at most 127 threads in a block (nvvm.maxntid 127 x 1 x 1), specification gives 64 x 2 x "
        "1");
    row("too few threads", {Field::Block, Kind::AtLeast, "rocdl.flat_work_group_size", {256, 1, 1}},
        "at least 256 threads in a block");
    row("grid", {Field::Grid, Kind::Exactly, "known_grid_size", {7, 1, 1}},
        "a grid of 7 x 1 x 1 (known_grid_size), specification gives 4 x 1 x 1");
    row("cluster", {Field::Cluster, Kind::Exactly, "nvvm.cluster_dim", {4, 1, 1}},
        "a cluster of 4 x 1 x 1 (nvvm.cluster_dim), specification gives 2 x 1 x 1");
    row("cluster rank", {Field::Cluster, Kind::AtMost, "nvvm.maxclusterrank", {1, 1, 1}},
        "at most 1 blocks in a cluster");
    row("extent of 0", {Field::Block, Kind::Exactly, "known_block_size", {0, 1, 1}},
        "the attribute known_block_size with 0 x 1 x 1");
    row("negative extent", {Field::Grid, Kind::Exactly, "known_grid_size", {-1, 1, 1}},
        "the attribute known_grid_size with -1 x 1 x 1");
  }
  void launchesThatContradictTheRuleAreRejectedWithBothValues() {
    QFETCH(const LaunchRule, rule);
    QFETCH(const QString, message);
    const QString got = outcome(rule);
    QVERIFY2(got.contains(message), qPrintable(got));
  }

  void unknownExtentsAreNotChecked() {
    QCOMPARE(outcome({Field::Block, Kind::Exactly, "nvvm.reqntid", {32, 1, 1}}, LaunchExtents{}),
             QString());
  }

  void theRequiredBlockIsTheExactOne() {
    const LaunchRule rules[] = {{Field::Block, Kind::AtMost, "nvvm.maxntid", {256, 1, 1}},
                                {Field::Block, Kind::Exactly, "nvvm.reqntid", {128, 2, 1}}};
    QVERIFY(requiredBlock(rules) == (std::array<uint32_t, 3>{128, 2, 1}));
    QVERIFY(!requiredBlock(std::span(rules).first(1)));
  }

private:
  static void addFollowed() {
    QTest::addColumn<LaunchRule>("rule");
    QTest::newRow("block") << LaunchRule{Field::Block, Kind::Exactly, "nvvm.reqntid", {64, 2, 1}};
    // The directive limits the product of the extents.
    QTest::newRow("threads") << LaunchRule{Field::Block, Kind::AtMost, "nvvm.maxntid", {128, 1, 1}};
    QTest::newRow("grid") << LaunchRule{Field::Grid, Kind::Exactly, "known_grid_size", {4, 1, 1}};
    QTest::newRow("cluster rank")
        << LaunchRule{Field::Cluster, Kind::AtMost, "nvvm.maxclusterrank", {8, 1, 1}};
  }
};

QTEST_GUILESS_MAIN(LaunchRulesTest)
#include "launch_rules_test.moc"
