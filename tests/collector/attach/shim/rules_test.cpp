// SPDX-License-Identifier: Apache-2.0
// A program chooses kernels itself, at run time.
#include <QTest>

#include "tests/collector/attach/shim/attached_run.h"

using namespace pstudio::attach;
using namespace pstudio::test;

namespace {

ServerScript choosingScript() {
  ServerScript script = recordingScript();
  script.choices = {};
  script.ruleChoices["add"] = {{1, UINT64_MAX, 1}};
  return script;
}

QStringList withAdd(const QString &image, const QStringList &commands) {
  return QStringList{"v2", "open", "module", "m", image, "function", "f", "m", "add"} + commands;
}

} // namespace

class ShimRulesTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void onlyLaunchesWhileARuleHoldsAreChosen() {
    AttachedRun attached(choosingScript());
    const VictimOutcome outcome =
        attached.run("victim", withAdd(attached.image("plain", plainImage()),
                                       {"launch", "f", "2", "plain", "instrument", "a*",
                                        "functions", "launch", "f", "3", "plain", "sync", "restore",
                                        "1", "launch", "f", "4", "plain"}));
    QCOMPARE(outcome.output, QStringLiteral("rule 1\n"));
    QCOMPARE(attached.counterFiles().at(0).rows.at(0), (CounterRow{9, 0, 0, 3}));
    const ReceivedMessages &received = attached.received();
    QCOMPARE(received.rules.size(), size_t(1));
    QCOMPARE(received.rules[0].kernel, std::string("a*"));
    QCOMPARE(received.rules[0].mode, std::string("functions"));
    QCOMPARE(received.ends.size(), size_t(1));
    QCOMPARE(received.ends[0].rule, 1u);
    QCOMPARE(received.wants.size(), size_t(3));
    QCOMPARE(received.wants[0].launch, uint64_t(3));
    QCOMPARE(received.undecoded, 0);
  }

  void aRuleBeforeTheDriverHoldsFromTheFirstLaunch() {
    AttachedRun attached(choosingScript());
    const VictimOutcome outcome =
        attached.run("victim", QStringList{"v2", "instrument", "add", "functions", "open", "module",
                                           "m", attached.image("plain", plainImage()), "function",
                                           "f", "m", "add", "launch", "f", "2", "plain"});
    QCOMPARE(outcome.output, QStringLiteral("rule 1\n"));
    QCOMPARE(attached.counterFiles().at(0).rows.at(0), (CounterRow{2, 0, 0, 2}));
  }

  void aRuleThatEndedBeforeTheDriverIsNotSent() {
    AttachedRun attached(choosingScript());
    attached.run("victim", QStringList{"v2", "instrument", "add", "functions", "restore", "1",
                                       "open", "module", "m", attached.image("plain", plainImage()),
                                       "function", "f", "m", "add", "launch", "f", "2", "plain"});
    QCOMPARE(attached.counterFiles().at(0).rows.at(0), (CounterRow{2, 0, 0, 0}));
    QCOMPARE(attached.received().rules.size(), size_t(0));
  }

  void aForkedChildHasTheRulesOfItsParent() {
    AttachedRun attached(choosingScript());
    attached.run("victim",
                 QStringList{"v2", "instrument", "add", "functions", "fork", "open", "module", "m",
                             attached.image("plain", plainImage()), "function", "f", "m", "add",
                             "launch", "f", "1", "plain", "leave", "end"});
    QCOMPARE(attached.received().rules.size(), size_t(1));
    QCOMPARE(attached.received().wants.size(), size_t(1));
  }

  void aServerThatDoesNotAnswerARuleEndsTheChoice() {
    ServerScript script = choosingScript();
    script.isSilentAt = MessageType::AddRule;
    AttachedRun attached(script);
    const VictimOutcome outcome =
        attached.run("victim", withAdd(attached.image("plain", plainImage()),
                                       {"launch", "f", "1", "plain", "instrument", "add",
                                        "functions", "launch", "f", "2", "plain", "print"}));
    QVERIFY2(outcome.output.contains("add=3"), qPrintable(outcome.output));
    QCOMPARE(attached.received().wants.size(), size_t(0));
  }

  void withoutAServerARuleIsNone() {
    AttachedRun attached;
    const VictimOutcome outcome =
        attached.runWithout("victim", {"v2", "instrument", "add", "functions"});
    QCOMPARE(outcome.output, QStringLiteral("rule 0\n"));
  }
};

QTEST_GUILESS_MAIN(ShimRulesTest)
#include "rules_test.moc"
