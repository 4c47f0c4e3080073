// SPDX-License-Identifier: Apache-2.0
// Ranges, kernels that a program chooses while it runs, and files of its sessions.
#include <QtTest>

#include "collector/attach/host/event_reader.h"
#include "collector/attach/host/program_sessions.h"
#include "collector/attach/host/run_time_rules.h"
#include "tests/collector/attach/host/attach_run.h"
#include "tests/collector/attach/host/fake_events.h"

using namespace pstudio;
using namespace pstudio::attach;
using pstudio::test::AttachRun;

namespace {

QStringList modesOf(const AttachRun &run) {
  QStringList modes;
  for (const QJsonObject &launch : run.reported("recorded"))
    modes << QString::number(launch["launch"].toInt()) + " " +
                 launch["mode"].toString().section(':', 0, 0);
  return modes;
}

ProgramEvents eventsIn(const FakeEvents &events, const QString &folder) {
  events.write(folder.toStdString(), 7);
  return readEvents({(folder + "/7.1.events").toStdString()},
                    {(folder + "/7.1.texts").toStdString()});
}

} // namespace

class ProgramChoiceTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void aProgramChoosesKernelsWithoutAnOption() {
    AttachRun run;
    run.request.rules.clear();
    const auto outcome =
        run.run(run.softmax() + QStringList{"launch=0,2", "rule=1,soft*,functions", "launch=0,2",
                                            "launch=0,2", "drop=1", "launch=0,2"});
    QVERIFY2(outcome, outcome ? "" : outcome.error().toString().c_str());
    QCOMPARE(modesOf(run), (QStringList{"2 functions", "3 functions"}));
    QCOMPARE(run.reported("rejected").size(), 0);
    QVERIFY(run.reported("kernel").at(0)["chosen"].toBool());
  }

  void withoutAChoiceNothingIsRecorded() {
    AttachRun run;
    run.request.rules.clear();
    QVERIFY(run.run(run.softmax() + QStringList{"launch=0,2", "launch=0,2"}));
    QCOMPARE(modesOf(run), QStringList());
    QCOMPARE(run.reported("rejected").size(), 0);
  }

  void severalModesOfAKernelTakeTurns() {
    AttachRun run;
    run.request.rules.clear();
    QVERIFY(run.run(run.softmax() + QStringList{"rule=1,soft*,functions", "rule=2,*,loops",
                                                "launch=0,2", "launch=0,2", "launch=0,2"}));
    QCOMPARE(modesOf(run), (QStringList{"1 functions", "2 loops", "3 functions"}));
  }

  void launchesOfTheCommandLineKeepTheirMode() {
    AttachRun run;
    run.rule("softmax*", "loops", "2");
    QVERIFY(run.run(run.softmax() +
                    QStringList{"rule=1,*,functions", "launch=0,2", "launch=0,2", "launch=0,2"}));
    QCOMPARE(modesOf(run), (QStringList{"1 functions", "2 loops", "3 functions"}));
  }

  void aModeThatIsNotValidIsALineOfTheReport() {
    AttachRun run;
    run.request.rules.clear();
    QVERIFY(run.run(run.softmax() + QStringList{"rule=1,*,nonsense", "launch=0,2"}));
    QCOMPARE(run.reported("note").at(0)["code"].toString(), "rule.mode");
    QCOMPARE(modesOf(run), QStringList());
  }

  void aRuleWithoutAKernelIsALineOfTheReport() {
    AttachRun run;
    run.request.rules.clear();
    QVERIFY(run.run(run.softmax() + QStringList{"rule=1,matmul*,functions", "launch=0,2"}));
    QVERIFY(run.text().contains("the program chose matmul*, which matched no kernel"));
  }

  void launchesOutsideTheRangeAreReported() {
    AttachRun run;
    run.request.settings.range = "profiler";
    QVERIFY(run.run(run.softmax() + QStringList{"outside=0", "outside=0", "launch=0,2"}));
    QVERIFY2(run.text().contains("1 launches, 0 autotuning, 0 captured, 1 recorded, 2 outside the "
                                 "range"),
             qPrintable(run.text()));
    QCOMPARE(run.reported("kernel").at(0)["outside"].toInt(), 2);
  }

  void aRangeThatNeverOpenedIsALineOfTheReport() {
    AttachRun run;
    run.request.settings.range = "scope=step";
    QVERIFY(run.run(run.softmax() + QStringList{"outside=0"}));
    QCOMPARE(run.rejection(), "range.none");
    QVERIFY2(run.text().contains("the range never opened"), qPrintable(run.text()));
  }

  void aRequestWithoutARangeIsRejected() {
    AttachRequest request;
    request.command = {"true"};
    request.settings.range = "steps";
    QVERIFY(!checkRequest(request));
    request.settings.range = "step=3";
    QVERIFY(checkRequest(request));
  }

  void aSessionHasAFileWithItsLaunches() {
    AttachRun run;
    run.rule("softmax*", "functions", "2");
    QVERIFY(run.run(run.softmax() + QStringList{"launch=0,2", "session=3,1,profile one",
                                                "launch=0,2", "session=3,3", "launch=0,2",
                                                "session=3,4", "activity=softmax_k"}));
    const QList<QJsonObject> profiles = run.reported("profile");
    QCOMPARE(profiles.size(), 1);
    QCOMPARE(profiles[0]["session"].toString(), "profile one");
    QCOMPARE(profiles[0]["file"].toString(), "profile_one.hatchet");
    QFile tree(run.out("profile_one.hatchet"));
    QVERIFY(tree.open(QIODevice::ReadOnly));
    const QByteArray text = tree.readAll();
    QVERIFY2(text.contains("softmax_k") && text.contains("\"count\": 1") &&
                 !text.contains("inside_a_library"),
             text.constData());
  }

  void oneProfileHasTimesCyclesAndMetrics() {
    AttachRun run;
    run.request.rules.clear();
    QVERIFY(run.run(run.softmax() + QStringList{"session=3,1,both", "rule=1,*,functions",
                                                "launch=0,2", "metric=tokens,640", "session=3,4",
                                                "activity=softmax_k"}));
    QCOMPARE(run.reported("profile").size(), 1);
    QFile tree(run.out("both.hatchet"));
    QVERIFY(tree.open(QIODevice::ReadOnly));
    const QByteArray text = tree.readAll();
    for (const char *metric :
         {"\"time (ns)\": 5000", "\"cycles\": ", "\"normalized_cycles\": ", "\"tokens\": 640"})
      QVERIFY2(text.contains(metric), text.constData());
  }

  void sessionsOfOneNameHaveSeveralFiles() {
    AttachRun run;
    QVERIFY(run.run(run.softmax() + QStringList{"session=3,1,p", "launch=0,2", "session=3,4",
                                                "session=4,1,p", "launch=0,2", "session=4,4",
                                                "activity=softmax_k"}));
    QCOMPARE(run.reported("profile").size(), 2);
    QCOMPARE(QDir(run.out()).entryList({"p*.hatchet"}).size(), 2);
  }

  void anInactivePartIsNotInTheSession() {
    FakeEvents events;
    const uint32_t scope = events.node(0, "train");
    const auto session = [&events](uint32_t number, SessionChange change, uint32_t files) {
      events.add(EventKind::Session,
                 SessionEvent{1, number, change,
                              change == SessionChange::Start ? events.text("s") : 0, files});
    };
    const auto metric = [&events, scope](int64_t value) {
      events.add(EventKind::Metric, MetricEvent{0, scope, events.text("items"),
                                                static_cast<uint64_t>(value), kMetricInteger});
    };
    events.launch(scope, 0, 1, 1000);
    session(1, SessionChange::Start, kSessionTree);
    events.launch(scope, 0, 2, 2000);
    metric(5);
    session(1, SessionChange::Deactivate, 0);
    events.launch(scope, 0, 3, 3000);
    metric(7);
    session(2, SessionChange::Start, 0);
    session(1, SessionChange::Activate, 0);
    const LaunchEvent last = events.launch(scope, 0, 4, 4000);
    events.kernel("k", last.id, 4100, 4200);
    QTemporaryDir folder;
    const ProgramEvents all = eventsIn(events, folder.path());
    const std::vector<ProgramSession> sessions = sessionsIn(all);
    QCOMPARE(sessions.size(), size_t(1)); // the second one bounds no files
    const ProgramEvents part = eventsOf(all, sessions[0]);
    QCOMPARE(part.launches.size(), size_t(2));
    QCOMPARE(part.launches[0].number, uint64_t(2));
    QCOMPARE(part.launches[1].number, uint64_t(4));
    QCOMPARE(part.pathMetrics.size(), size_t(1));
    QCOMPARE(part.pathMetrics[0].value, uint64_t(5));
    QCOMPARE(part.launchOfKernel, std::vector<int64_t>{1});
  }
};

QTEST_GUILESS_MAIN(ProgramChoiceTest)
#include "program_choice_test.moc"
