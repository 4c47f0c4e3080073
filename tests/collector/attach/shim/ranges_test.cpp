// SPDX-License-Identifier: Apache-2.0
// Launches outside the range have a counter of their own and no number.
#include <QTest>

#include "tests/collector/attach/shim/attached_run.h"
#include "tests/collector/attach/shim/event_files.h"

using namespace pstudio::attach;
using namespace pstudio::test;

namespace {

/// The counters and chosen numbers of a program with this range that launches `add`.
struct RangedRun {
  CounterRow row;
  std::vector<uint64_t> chosen;
  QString output;
};

RangedRun runIn(const std::string &range, const QStringList &commands, bool usesNvtx = false) {
  ServerScript script = recordingScript();
  script.choices["add"] = {{1, 1, 1}};
  script.welcome.settings.range = range;
  AttachedRun attached(script);
  if (usesNvtx)
    attached.setVariable("NVTX_INJECTION64_PATH", shimPath());
  RangedRun run;
  run.output = attached
                   .run("victim", QStringList{"v2", "open", "module", "m",
                                              attached.image("plain", plainImage()), "function",
                                              "f", "m", "add"} +
                                      commands)
                   .output;
  if (const auto files = attached.counterFiles(); !files.empty() && !files[0].rows.empty())
    run.row = files[0].rows[0];
  for (const WantTwin &want : attached.received().wants)
    run.chosen.push_back(want.launch);
  return run;
}

QStringList launches(int count) {
  return {"launch", "f", QString::number(count), "plain"};
}

} // namespace

class ShimRangesTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void launchesBetweenProfilerStartAndStopCount() {
    const RangedRun run =
        runIn("profiler", launches(2) + QStringList{"profiling", "1"} + launches(3) +
                              QStringList{"profiling", "0"} + launches(4));
    QCOMPARE(run.row, (CounterRow{3, 0, 0, 1, 6}));
    QCOMPARE(run.chosen, (std::vector<uint64_t>{1}));
  }

  void theProfilerStartsAgainAndTheNumbersGoOn() {
    const RangedRun run = runIn("profiler", QStringList{"profiling", "1"} + launches(1) +
                                                QStringList{"profiling", "1", "profiling", "0"} +
                                                launches(1) + QStringList{"profiling", "1"} +
                                                launches(2) + QStringList{"profiling", "0"});
    QCOMPARE(run.row, (CounterRow{3, 0, 0, 1, 1}));
  }

  void launchesInsideAScopeCount() {
    const RangedRun run =
        runIn("scope=step", launches(2) + QStringList{"scope", "other"} + launches(1) +
                                QStringList{"scope", "step", "scope", "inner"} + launches(3) +
                                QStringList{"endscope", "endscope"} + launches(4));
    QCOMPARE(run.row, (CounterRow{3, 0, 0, 1, 7}));
    QCOMPARE(run.chosen, (std::vector<uint64_t>{1}));
  }

  void aScopeThatWasEnteredBeforeTheDriverCounts() {
    ServerScript script = recordingScript();
    script.welcome.settings.range = "scope=step";
    AttachedRun attached(script);
    attached.run("victim",
                 QStringList{"v2", "scope", "step", "open", "module", "m",
                             attached.image("plain", plainImage()), "function", "f", "m", "add"} +
                     launches(2));
    QCOMPARE(attached.counterFiles().at(0).rows.at(0).outside, uint64_t(0));
    QCOMPARE(attached.counterFiles().at(0).rows.at(0).launches, uint64_t(2));
  }

  void launchesInsideARangeOfNvtxCount() {
    const RangedRun run = runIn("scope=step",
                                launches(2) + QStringList{"push", "step"} + launches(1) +
                                    QStringList{"push", "inner"} + launches(2) +
                                    QStringList{"pop", "pop", "pop"} + launches(4),
                                true);
    QCOMPARE(run.row, (CounterRow{3, 0, 0, 1, 6}));
    QVERIFY2(run.output.contains("depth 0\ndepth 1\ndepth 1\ndepth 0\ndepth -1\n"),
             qPrintable(run.output));
  }

  void rangesOfDomainsEndForThemselves() {
    const RangedRun run =
        runIn("scope=step",
              QStringList{"pushin", "one", "step", "pushin", "two", "other", "popin", "two"} +
                  launches(1) + QStringList{"pop"} + launches(2) + QStringList{"popin", "one"} +
                  launches(3),
              true);
    QCOMPARE(run.row, (CounterRow{3, 0, 0, 1, 3}));
  }

  void aRangeEndsAlthoughOneOfAnotherDomainIsOpenInIt() {
    const RangedRun run =
        runIn("scope=step",
              QStringList{"pushin", "one", "step", "pushin", "two", "other", "scope", "inner"} +
                  launches(1) + QStringList{"popin", "one"} + launches(2) +
                  QStringList{"endscope"} + launches(4) + QStringList{"popin", "two"} + launches(8),
              true);
    QCOMPARE(run.row, (CounterRow{1, 0, 0, 1, 14}));
  }

  void theInnerRangeStaysOpenWhenTheOuterEnds() {
    const RangedRun run =
        runIn("scope=step",
              QStringList{"pushin", "one", "other", "pushin", "two", "step", "popin", "one"} +
                  launches(1) + QStringList{"popin", "two"} + launches(2),
              true);
    QCOMPARE(run.row, (CounterRow{1, 0, 0, 1, 2}));
  }

  void beginsAndEndsOfRangesOfTheProcessAreEvents() {
    ServerScript script = recordingScript();
    script.welcome.settings.range = "scope=step";
    script.welcome.settings.callPath = CallPath::Scopes;
    AttachedRun attached(script);
    attached.setVariable("NVTX_INJECTION64_PATH", shimPath());
    attached.run("victim", QStringList{"v2", "start", "a", "early", "open", "module", "m",
                                       attached.image("plain", plainImage()), "function", "f", "m",
                                       "add", "start", "b", "step"} +
                               launches(1) + QStringList{"end", "a", "end", "a"});
    const EventFiles files(attached);
    const auto begins = files.all<RangeEvent>(EventKind::RangeBegin);
    const auto ends = files.all<RangeEvent>(EventKind::RangeEnd);
    QCOMPARE(begins.size(), size_t(2));
    QCOMPARE(files.texts.at(begins[0].text), std::string("early"));
    QCOMPARE(files.texts.at(begins[1].text), std::string("step"));
    QVERIFY(begins[0].range != begins[1].range);
    QCOMPARE(ends.size(), size_t(1));
    QCOMPARE(ends[0].range, begins[0].range);
    QVERIFY(ends[0].time > begins[1].time && begins[1].time > begins[0].time);
  }

  void rangesWithABeginAndAnEndOverlap() {
    const RangedRun run = runIn("scope=step",
                                QStringList{"start", "a", "step", "start", "b", "step"} +
                                    launches(1) + QStringList{"end", "a"} + launches(2) +
                                    QStringList{"end", "b", "end", "b"} + launches(3),
                                true);
    QCOMPARE(run.row, (CounterRow{3, 0, 0, 1, 3}));
  }

  void namesOfWideCharactersAreUtf8() {
    const RangedRun run =
        runIn("scope=step\u00e9", QStringList{"pushw", "step"} + launches(2), true);
    QCOMPARE(run.row, (CounterRow{2, 0, 0, 1, 0}));
  }

  void withoutTheVariableRangesOfNvtxAreNotSeen() {
    const RangedRun run = runIn("scope=step", QStringList{"push", "step"} + launches(1));
    QCOMPARE(run.row, (CounterRow{0, 0, 0, 0, 1}));
    QVERIFY2(run.output.contains("depth -2\n"), qPrintable(run.output));
  }

  void launchesInTheStepsCount() {
    const RangedRun run =
        runIn("step=1-2", launches(1) + QStringList{"step", "0"} + launches(1) +
                              QStringList{"step", "1"} + launches(2) + QStringList{"step", "2"} +
                              launches(3) + QStringList{"step", "3"} + launches(1) +
                              QStringList{"step", "-1"} + launches(1));
    QCOMPARE(run.row, (CounterRow{5, 0, 0, 1, 4}));
  }

  void anAutotunersLaunchesOutsideTheRangeStayItsOwn() {
    const RangedRun run = runIn("profiler", QStringList{"autotune", "1"} + launches(2) +
                                                QStringList{"autotune", "0"} + launches(1));
    QCOMPARE(run.row, (CounterRow{0, 2, 0, 0, 1}));
    QCOMPARE(run.chosen, std::vector<uint64_t>());
  }

  void withoutARangeEveryLaunchCounts() {
    const RangedRun run = runIn("", launches(2) + QStringList{"profiling", "0"} + launches(1));
    QCOMPARE(run.row, (CounterRow{3, 0, 0, 1, 0}));
  }

  void textsOfRangesAreRead_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("isRange");
    for (const char *text : {"", "profiler", "scope=a b", "step=0", "step=2-4"})
      QTest::newRow(text) << QString(text) << true;
    for (const char *text : {"profilers", "scope=", "step=", "step=4-2", "step=1,2", "step=-1"})
      QTest::newRow(text) << QString(text) << false;
  }
  void textsOfRangesAreRead() {
    QFETCH(QString, text);
    QFETCH(bool, isRange);
    QCOMPARE(parseCountedRange(text.toStdString()).has_value(), isRange);
  }
};

QTEST_GUILESS_MAIN(ShimRangesTest)
#include "ranges_test.moc"
