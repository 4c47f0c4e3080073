// SPDX-License-Identifier: Apache-2.0
// Several processes of one program: which are recorded, and how their traces become one.
#include <QtTest>

#include "core/base/file_bytes.h"
#include "core/formats/pftrace/pftrace_reader.h"
#include "core/trace/rank_names.h"
#include "tests/collector/attach/host/attach_run.h"

using namespace pstudio;
using namespace pstudio::attach;
using pstudio::test::AttachRun;

namespace {

/// Two processes that launch a kernel. Nothing is instrumented.
QStringList twoProcesses(const QString &hello, const QString &device) {
  return {"fork",       "hello=" + hello, "device=" + device,  "kernel=0,softmax_k,/none",
          "launch=0,4", "launch=0,4",     "activity=softmax_k"};
}

Result<AttachOutcome> runToEnd(AttachRun &run, const QStringList &steps) {
  run.request.rules.clear();
  return run.run(steps);
}

Result<Trace> mergedTrace(const AttachRun &run) {
  PSTUDIO_TRY_ASSIGN(const FileBytes bytes,
                     FileBytes::read(run.out("merged.pftrace").toStdString()));
  return readPftrace(bytes.bytes(), "trace");
}

QStringList namesOf(const Trace &trace, std::span<const TrackId> tracks) {
  QStringList names;
  for (const TrackId track : tracks)
    names << QString::fromStdString(std::string(trace.string(trace.track(track).name)))
                 .remove(QRegularExpression(" \\([0-9]+\\)$"));
  return names;
}

/// The texts of an argument of the tracks, each once.
QStringList valuesOf(const Trace &trace, std::string_view key) {
  QStringList values;
  for (const Track &track : trace.tracks())
    for (const Arg &arg : trace.args(track.args))
      if (trace.string(arg.key) == key)
        values << (arg.type == ArgType::String
                       ? QString::fromStdString(std::string(trace.string(arg.stringValue)))
                       : QString::number(arg.intValue));
  values.removeDuplicates();
  values.sort();
  return values;
}

QStringList notesWithCode(const AttachRun &run, const char *code) {
  QStringList texts;
  for (const QJsonObject &note : run.reported("note"))
    if (note["code"].toString() == QLatin1String(code))
      texts << note["text"].toString();
  return texts;
}

} // namespace

class AttachRanksTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void aDeviceOfTwoProcessesIsOneRowWithTheStreamsOfBoth() {
    AttachRun run;
    QVERIFY(runToEnd(run, twoProcesses("0,8,1", "0,GPU-aa11-22")));
    const auto merged = mergedTrace(run);
    QVERIFY(merged);
    const auto roots = merged->children(TrackId());
    QCOMPARE(namesOf(*merged, roots),
             (QStringList{"NVIDIA Fake (GPU-aa11)", "rank 0 · fake-attached-program",
                          "rank 1 · fake-attached-program"}));
    QCOMPARE(namesOf(*merged, merged->children(roots[0])),
             (QStringList{"rank 0 · stream 7", "rank 1 · stream 7"}));
    QCOMPARE(valuesOf(*merged, kDeviceUuidArg), QStringList{"GPU-aa11-22"});
    QCOMPARE(valuesOf(*merged, kRankArg), (QStringList{"0", "1"}));
    QCOMPARE(valuesOf(*merged, kWorldSizeArg), QStringList{"8"});
    QVERIFY2(run.text().contains("note  2 of 8 ranks recorded"), qPrintable(run.text()));
  }

  void devicesOfOneNumberAreTwoRows() {
    AttachRun run;
    QVERIFY(runToEnd(run, twoProcesses("0,2,1", "0,GPU-aa11-22,GPU-bb11-22")));
    const auto merged = mergedTrace(run);
    QVERIFY(merged);
    const auto roots = merged->children(TrackId());
    QCOMPARE(namesOf(*merged, roots).mid(0, 2),
             (QStringList{"NVIDIA Fake (GPU-aa11)", "NVIDIA Fake (GPU-bb11)"}));
    for (int i : {0, 1})
      QCOMPARE(merged->children(roots[static_cast<size_t>(i)]).size(), size_t(1));
  }

  void equalRanksAreToldApartByTheirProcesses() {
    AttachRun run;
    QVERIFY(runToEnd(run, twoProcesses("3", "0,GPU-aa11-22")));
    const auto merged = mergedTrace(run);
    QVERIFY(merged);
    const QStringList ranks = valuesOf(*merged, kRankArg);
    QCOMPARE(ranks.size(), 2);
    for (const QString &rank : ranks)
      QVERIFY2(QRegularExpression("^3 \\(pid [0-9]+\\)$").match(rank).hasMatch(), qPrintable(rank));
    QVERIFY(!run.text().contains("ranks recorded"));
  }

  void processesWithoutRanksHaveTheirNumbers() {
    AttachRun run;
    QVERIFY(runToEnd(run, twoProcesses("", "0,GPU-aa11-22")));
    const auto merged = mergedTrace(run);
    QVERIFY(merged);
    const QStringList ranks = valuesOf(*merged, kRankArg);
    QCOMPARE(ranks.size(), 2);
    QVERIFY2(ranks[0].startsWith("pid "), qPrintable(ranks[0]));
  }

  void aRankThatIsNotChosenLeavesNoFilesAndALine() {
    AttachRun run;
    run.request.settings.processes = "rank=1";
    QVERIFY(runToEnd(run, twoProcesses("0,2,1", "0,GPU-aa11-22")));
    QCOMPARE(run.traces().size(), 1);
    QVERIFY(run.traces()[0].endsWith(".rank1.pftrace"));
    const QStringList lines = notesWithCode(run, "process.unchosen");
    QCOMPARE(lines.size(), 1);
    QVERIFY2(lines[0].contains("fake-attached-program, rank 0; --processes all records it"),
             qPrintable(lines[0]));
    QVERIFY2(run.text().contains("note  1 of 2 ranks recorded"), qPrintable(run.text()));
    QVERIFY(!QFile::exists(run.out("merged.pftrace")));
  }

  void theFirstProcessesAreRecorded() {
    AttachRun run;
    run.request.settings.processes = "first=1";
    QVERIFY(runToEnd(run, twoProcesses("", "0,GPU-aa11-22")));
    QCOMPARE(run.traces().size(), 1);
    QVERIFY(notesWithCode(run, "process.unchosen").at(0).contains("1 process was chosen before"));
  }

  void aChoiceOfNoProcessIsALine() {
    AttachRun run;
    run.request.settings.processes = "name=train*";
    QVERIFY(runToEnd(run, twoProcesses("", "0,GPU-aa11-22")));
    QCOMPARE(notesWithCode(run, "process.unchosen").size(), 2);
    QVERIFY(notesWithCode(run, "processes.none").at(0).contains("name=train*"));
    QVERIFY(!run.text().contains("launches were not seen"));
  }
};

QTEST_GUILESS_MAIN(AttachRanksTest)
#include "attach_ranks_test.moc"
