// SPDX-License-Identifier: Apache-2.0
// A profiler of the program's own gets all of its records, whenever it starts.
#include <QDir>
#include <QFile>
#include <QTest>

#include "tests/collector/attach/shim/event_files.h"

using namespace pstudio::attach;
using namespace pstudio::test;

namespace {

QString noticesOf(AttachedRun &attached) {
  return QString::fromStdString(attached.received().noticeLines());
}

QStringList opened(const AttachedRun &attached, const std::string &image = plainImage()) {
  return {"v2", "open", "module", "m", attached.image("plain", image), "function", "f", "m", "add"};
}

} // namespace

class ShimProfilerTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void itStartsBeforeTheFirstLaunch_data();
  void itStartsBeforeTheFirstLaunch();
  void itStartsInTheMiddle_data();
  void itStartsInTheMiddle();
  void itStartsWhileKernelsRun();
  void itStartsWhileCuptiHangs();
  void aLateFlushLeavesItAlone();
  void aLateEndLeavesItAlone();
  void itStartsWithAnotherCupti_data();
  void itStartsWithAnotherCupti();
  void itStartsOnceMore();
  void withoutAServerItIsAlone();
  void aLibraryThatIsNotCuptiIsLeftAlone();

private:
  void addProfilers();
};

void ShimProfilerTest::addProfilers() {
  QTest::addColumn<QString>("library");
  QTest::addColumn<QString>("subscribes");
  for (const char *library : {"linked_profiler", "finding_profiler"})
    for (const char *subscribes : {"1", "0"})
      QTest::addRow("%s %s", library, subscribes)
          << attachFolder() + QLatin1Char('/') + QLatin1String(library) + QStringLiteral(".so")
          << QString::fromLatin1(subscribes);
}

void ShimProfilerTest::itStartsBeforeTheFirstLaunch_data() {
  addProfilers();
}

void ShimProfilerTest::itStartsBeforeTheFirstLaunch() {
  QFETCH(QString, library);
  QFETCH(QString, subscribes);
  AttachedRun attached(activityScript());
  attached.offerCupti();
  const VictimOutcome outcome = attached.run(
      "victim", QStringList{"v2", "profile", library, subscribes} + opened(attached).mid(1) +
                    QStringList{"launch", "f", "3", "endprofile", "cupti"});
  QCOMPARE(outcome.output, QStringLiteral("profiler 0\nprofiled 3\nkinds\nclock system\n"));
  QCOMPARE(noticesOf(attached),
           QStringLiteral("activity.profiler: it started before the first launch\n"));
  const EventFiles files(attached);
  QCOMPARE(files.launches().size(), size_t(3));
  QCOMPARE(files.kernels().size(), size_t(0));
}

void ShimProfilerTest::itStartsInTheMiddle_data() {
  addProfilers();
}

void ShimProfilerTest::itStartsInTheMiddle() {
  QFETCH(QString, library);
  QFETCH(QString, subscribes);
  AttachedRun attached(activityScript());
  attached.offerCupti();
  const VictimOutcome outcome = attached.run(
      "victim", opened(attached) + QStringList{"launch", "f", "2", "plain", "profile", library,
                                               subscribes, "launch", "f", "3", "plain",
                                               "endprofile", "launch", "f", "1", "cupti"});
  QCOMPARE(outcome.output, QStringLiteral("profiler 0\nprofiled 3\nkinds\nclock system\n"));
  QCOMPARE(noticesOf(attached), QStringLiteral("activity.profiler: it called %1\n")
                                    .arg(subscribes == QStringLiteral("1")
                                             ? QStringLiteral("cuptiSubscribe")
                                             : QStringLiteral("cuptiActivityRegisterCallbacks")));
  const EventFiles files(attached);
  QCOMPARE(files.launches().size(), size_t(6));
  QCOMPARE(files.kernels().size(), size_t(2));
  QCOMPARE(files.lostActivities(), uint64_t(0));
}

void ShimProfilerTest::itStartsWhileKernelsRun() {
  AttachedRun attached(activityScript());
  attached.offerCupti();
  const VictimOutcome outcome = attached.run(
      "victim", opened(attached, fakeImage("kernel add ms=50\n", ImageKind::Cubin)) +
                    QStringList{"launch", "f", "2", "plain", "profile",
                                attachFolder() + QStringLiteral("/linked_profiler.so"), "1",
                                "launch", "f", "3", "plain", "sync", "endprofile", "cupti"});
  QCOMPARE(outcome.output, QStringLiteral("profiler 0\nprofiled 3\nkinds\nclock system\n"));
  QCOMPARE(EventFiles(attached).kernels().size(), size_t(2));
}

void ShimProfilerTest::itStartsWhileCuptiHangs() {
  AttachedRun attached(activityScript());
  attached.offerCupti();
  attached.setVariable("FAKE_CUPTI", "hangs");
  const VictimOutcome outcome = attached.run(
      "victim",
      opened(attached) + QStringList{"launch", "f", "2", "plain", "profile",
                                     attachFolder() + QStringLiteral("/finding_profiler.so"), "0"});
  QCOMPARE(outcome.output, QStringLiteral("profiler 0\n"));
  QCOMPARE(outcome.exitCode, 0);
}

// CUPTI returns from the wait of a context's end when the profiler has begun.
void ShimProfilerTest::aLateFlushLeavesItAlone() {
  AttachedRun attached(activityScript());
  attached.offerCupti();
  attached.setVariable("FAKE_CUPTI", "late");
  const VictimOutcome outcome = attached.run(
      "victim",
      opened(attached) +
          QStringList{
              "launch",  "f",         "2",
              "plain",   "context",   "other",
              "destroy", "other",     "enter",
              "context", "profile",   attachFolder() + QStringLiteral("/finding_profiler.so"),
              "1",       "launch",    "f",
              "3",       "plain",     "sleep",
              "5000",    "endprofile"});
  QCOMPARE(outcome.output, QStringLiteral("profiler 0\nprofiled 3\n"));
  const EventFiles files(attached);
  QCOMPARE(files.kernels().size(), size_t(2));
  QCOMPARE(files.all<ClockPairEvent>(EventKind::ClockPair).size(), size_t(1));
}

// CUPTI returns from the end of the recording when the profiler has begun.
void ShimProfilerTest::aLateEndLeavesItAlone() {
  AttachedRun attached(activityScript());
  attached.offerCupti();
  attached.setVariable("FAKE_CUPTI", "late");
  const VictimOutcome outcome = attached.run(
      "victim",
      opened(attached) + QStringList{"launch", "f", "2", "plain", "profile",
                                     attachFolder() + QStringLiteral("/finding_profiler.so"), "1",
                                     "launch", "f", "3", "plain", "sleep", "2000", "launch", "f",
                                     "2", "plain", "endprofile"});
  QCOMPARE(outcome.output, QStringLiteral("profiler 0\nprofiled 5\n"));
  QCOMPARE(EventFiles(attached).kernels().size(), size_t(2));
}

void ShimProfilerTest::itStartsWithAnotherCupti_data() {
  QTest::addColumn<QString>("words");
  QTest::addColumn<QString>("output");
  QTest::newRow("which begins") << ""
                                << "profiler 0\nprofiled 3\nkinds\nfinalized\nclock system\n";
  QTest::newRow("after one that hangs") << "hangs"
                                        << "profiler 39\n";
}

void ShimProfilerTest::itStartsWithAnotherCupti() {
  QFETCH(QString, words);
  QFETCH(QString, output);
  AttachedRun attached(activityScript());
  attached.offerCupti();
  attached.setVariable("FAKE_CUPTI", words);
  const QString other = attached.folder() + QStringLiteral("/other");
  QVERIFY(QDir().mkpath(other));
  QVERIFY(QFile::copy(attachFolder() + QStringLiteral("/cupti/libcupti.so.13"),
                      other + QStringLiteral("/libcupti.so.13")));
  attached.setVariable("VICTIM_CUPTI", other + QStringLiteral("/libcupti.so.13"));
  QStringList arguments =
      opened(attached) +
      QStringList{"launch", "f",       "2",
                  "plain",  "profile", attachFolder() + QStringLiteral("/finding_profiler.so"),
                  "1"};
  if (words.isEmpty())
    arguments += {"launch", "f", "3", "plain", "endprofile", "cupti"};
  QCOMPARE(attached.run("victim", arguments).output, output);
  QCOMPARE(EventFiles(attached).kernels().size(), words.isEmpty() ? size_t(2) : size_t(0));
}

void ShimProfilerTest::itStartsOnceMore() {
  AttachedRun attached(activityScript());
  attached.offerCupti();
  const QString library = attachFolder() + QStringLiteral("/linked_profiler.so");
  const VictimOutcome outcome = attached.run(
      "victim",
      opened(attached) + QStringList{"launch", "f",      "2", "plain", "profile", library,
                                     "0",      "launch", "f", "3",     "plain",   "endprofile",
                                     "launch", "f",      "4", "plain", "profile", library,
                                     "0",      "launch", "f", "5",     "plain",   "endprofile"});
  QCOMPARE(outcome.output, QStringLiteral("profiler 0\nprofiled 3\nprofiler 0\nprofiled 8\n"));
  QCOMPARE(attached.received().notices.size(), size_t(1));
  QCOMPARE(EventFiles(attached).kernels().size(), size_t(2));
}

void ShimProfilerTest::withoutAServerItIsAlone() {
  AttachedRun attached(activityScript());
  attached.offerCupti();
  for (const char *library : {"/linked_profiler.so", "/finding_profiler.so"}) {
    const VictimOutcome outcome = attached.runWithout(
        "victim", QStringList{"v2", "profile", attachFolder() + QLatin1String(library), "1"} +
                      opened(attached).mid(1) + QStringList{"launch", "f", "3", "endprofile"});
    QCOMPARE(outcome.output, QStringLiteral("profiler 0\nprofiled 3\n"));
  }
}

// A process without libcupti finds none of its names; its library for another purpose is not CUPTI.
void ShimProfilerTest::aLibraryThatIsNotCuptiIsLeftAlone() {
  AttachedRun attached(activityScript());
  const VictimOutcome outcome =
      attached.run("victim", {"v2", "find", "cuptiSubscribe", "other",
                              attachFolder() + QStringLiteral("/other_library.so")});
  QCOMPARE(outcome.output, QStringLiteral("cuptiSubscribe no\nother 42\n"));
}

QTEST_GUILESS_MAIN(ShimProfilerTest)
#include "profiler_test.moc"
