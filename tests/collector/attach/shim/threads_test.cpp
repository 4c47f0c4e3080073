// SPDX-License-Identifier: Apache-2.0
// Threads that launch, load and unload at once. Where the compiler offers it, shim and program are
// compiled with the thread sanitizer, whose findings are output that no test expects.
#include <set>

#include <QTest>

#include "tests/collector/attach/shim/event_files.h"

using namespace pstudio::attach;
using namespace pstudio::test;

namespace {

const QString kVictim = QStringLiteral(PSTUDIO_THREADS_VICTIM);

} // namespace

class ShimThreadsTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void threadsLaunchAtOnce();
  void threadsLoadAndUnloadAtOnce();
  void recordsArriveWhileThreadsLaunch();
  void aLoadOfATwinHoldsUpNoOtherContext();
  void activitiesArriveWhileThreadsLaunch();
  void aProfilerStartsWhileThreadsLaunch_data();
  void aProfilerStartsWhileThreadsLaunch();
};

void ShimThreadsTest::threadsLaunchAtOnce() {
  ServerScript script = recordingScript();
  script.choices["add"] = {{1, 4000, 400}};
  AttachedRun attached(script);
  const QString image = attached.image("plain", plainImage());
  const VictimOutcome outcome =
      attached.run(kVictim, {"v2", "open", "module", "m", image, "function", "f", "m", "add",
                             "threads", "f", "500", "8", "flush", "20000", "print"});
  QCOMPARE(outcome.output,
           QStringLiteral("total 4000\nlaunches add=3990 twin=10\nallocations 0\nevents 0\n"));
  QCOMPARE(attached.counterFiles().at(0).rows.at(0), (CounterRow{4000, 0, 0, 10}));
  std::set<uint64_t> numbers;
  for (const RecordFile &file : attached.recordFiles()) {
    QCOMPARE(file.state, RecordState::Arrived);
    numbers.insert(file.header.launch);
  }
  QCOMPARE(numbers.size(), size_t(10));
  QCOMPARE(attached.received().seen.size(), size_t(1));
  QCOMPARE(attached.received().noticeLines(), std::string());
}

void ShimThreadsTest::threadsLoadAndUnloadAtOnce() {
  ServerScript script = recordingScript();
  script.choices["add"] = {{1, 800, 100}};
  AttachedRun attached(script);
  const VictimOutcome outcome =
      attached.run(kVictim, {"v2", "open", "churn", attached.image("plain", plainImage()), "200",
                             "8", "flush", "20000", "print"});
  QCOMPARE(outcome.output, QStringLiteral("total 1600\nlaunches add=792 other=800 twin=8\n"
                                          "allocations 0\nevents 0\n"));
  const CounterFile counters = attached.counterFiles().at(0);
  QCOMPARE(counters.unknown, uint64_t(0));
  QCOMPARE(counters.rows.size(), size_t(2));
  QCOMPARE(counters.rows[0].launches + counters.rows[1].launches, uint64_t(1600));
  QCOMPARE(counters.rows[0].recorded + counters.rows[1].recorded, uint64_t(8));
}

void ShimThreadsTest::recordsArriveWhileThreadsLaunch() {
  ServerScript script = recordingScript();
  script.code = twinImage("ms=1");
  script.welcome.settings.mostLaunches = 200;
  AttachedRun attached(script);
  const VictimOutcome outcome = attached.run(
      kVictim, {"v2", "open", "module", "m", attached.image("plain", plainImage()), "function", "f",
                "m", "add", "threads", "f", "25", "8", "flush", "20000", "print"});
  QCOMPARE(outcome.output,
           QStringLiteral("total 200\nlaunches twin=200\nallocations 0\nevents 0\n"));
  QCOMPARE(attached.recordFiles().size(), size_t(200));
  for (const RecordFile &file : attached.recordFiles())
    QCOMPARE(file.state, RecordState::Arrived);
}

void ShimThreadsTest::aLoadOfATwinHoldsUpNoOtherContext() {
  ServerScript script = recordingScript();
  script.code = twinImage("waits=1");
  AttachedRun attached(script);
  const VictimOutcome outcome =
      attached.run(kVictim, {"v2", "open", "context", "other", "module", "m",
                             attached.image("plain", plainImage()), "function", "f", "m", "add",
                             "together", "f", "context", "other", "flush", "20000", "print"});
  QCOMPARE(outcome.output, QStringLiteral("total 2\nlaunches twin=2\nallocations 0\nevents 0\n"));
  QCOMPARE(attached.recordFiles().size(), size_t(2));
  QCOMPARE(attached.received().noticeLines(), std::string());
}

void ShimThreadsTest::activitiesArriveWhileThreadsLaunch() {
  ServerScript script = activityScript();
  script.choices["add"] = {{1, 4000, 400}};
  AttachedRun attached(script);
  attached.offerCupti();
  attached.setVariable("FAKE_CUPTI", "small");
  const VictimOutcome outcome = attached.run(
      kVictim, {"v2", "open", "module", "m", attached.image("plain", plainImage()), "function", "f",
                "m", "add", "threads", "f", "500", "8", "flush", "20000", "print"});
  QCOMPARE(outcome.output,
           QStringLiteral("total 4000\nlaunches add=3990 twin=10\nallocations 0\nevents 0\n"));
  const EventFiles files(attached);
  QCOMPARE(files.kernels().size(), size_t(4000));
  std::set<uint64_t> launches;
  for (const LaunchEvent &launch : files.launches())
    launches.insert(launch.id);
  QCOMPARE(launches.size(), size_t(4000));
  std::set<uint64_t> correlated;
  for (const auto &event : files.all<CorrelationEvent>(EventKind::Correlation))
    correlated.insert(event.launch);
  correlated.erase(kOwnLaunch);
  QCOMPARE(correlated, launches);
}

void ShimThreadsTest::aProfilerStartsWhileThreadsLaunch_data() {
  QTest::addColumn<QString>("library");
  for (const char *library : {"linked_profiler", "finding_profiler"})
    QTest::newRow(library) << attachFolder() + QLatin1Char('/') + QLatin1String(library) +
                                  QStringLiteral(".so");
}

void ShimThreadsTest::aProfilerStartsWhileThreadsLaunch() {
  QFETCH(QString, library);
  AttachedRun attached(activityScript());
  attached.offerCupti();
  const VictimOutcome outcome = attached.run(
      kVictim, {"v2",       "open", "module", "m",    attached.image("plain", plainImage()),
                "function", "f",    "m",      "add",  "launch",
                "f",        "1",    "plain",  "race", "f",
                "2000",     "4",    library,  "1",    "endprofile",
                "cupti"});
  QVERIFY2(outcome.output.startsWith(QStringLiteral("profiler 0\nprofiled ")) &&
               outcome.output.endsWith(QStringLiteral("\nkinds\nclock system\n")) &&
               !outcome.output.contains(QStringLiteral("offence")),
           qPrintable(outcome.output));
  const EventFiles files(attached);
  QCOMPARE(files.launches().size(), size_t(8001));
  QVERIFY(files.kernels().size() > 0);
}

QTEST_GUILESS_MAIN(ShimThreadsTest)
#include "threads_test.moc"
