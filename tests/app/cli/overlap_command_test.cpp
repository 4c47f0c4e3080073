// SPDX-License-Identifier: Apache-2.0
// proton-collect info --overlap and proton-collect overlap on files of pipelines that are known.
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

#include "core/formats/pftrace/pftrace_writer.h"
#include "tests/app/cli/collect_process.h"
#include "tests/core/analysis/overlap/pipelines.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using namespace pstudio::test;

class OverlapCommandTest : public QObject {
  Q_OBJECT

private:
  const QString m_program = PSTUDIO_SCRIPTED_COLLECT;
  QTemporaryDir m_folder;
  QStringList m_files; // of 1 to 4 stages

private Q_SLOTS:
  void initTestCase() {
    for (int stages = 1; stages <= 4; ++stages) {
      AsyncTrace trace;
      trace.setLaunchNumber("empty wait mbarrier", 0);
      const uint32_t cta = trace.addCta();
      const uint32_t producer = trace.addWarp(cta);
      PipelineShape shape;
      shape.stages = stages;
      shape.latency = 400;
      addSlotPipeline(trace, producer, {trace.addWarp(cta)}, shape);
      m_files << m_folder.filePath(QString("stages_%1.pftrace").arg(stages));
      VERIFY_RESULT(writePftrace(std::move(trace).finish(), m_files.back().toStdString()));
    }
  }

  void infoSaysWhatIsHiddenAndWhatIsFound() {
    const Finished done = runToEnd(m_program, {"info", m_files[1], "--overlap"});
    QVERIFY2(done.exitCode == 0, qPrintable(done.err));
    for (const char *expected :
         {"empty wait of mbarrier: 0 (measured; 32 waits)", "channel \"copy tile\", mbarrier",
          "role \"producer\": 1 warps", "pipeline  load-bound", "[overlap.load-bound]"})
      QVERIFY2(done.out.contains(expected), qPrintable(done.out));
    const Finished without =
        runToEnd(m_program, {"info", m_files[1], "--overlap", "--without", "overlap.load-bound"});
    QVERIFY(!without.out.contains("[overlap.load-bound]"));
  }

  void infoAsJsonHasTheSameFigures() {
    const Finished done = runToEnd(m_program, {"info", m_files[0], "--overlap", "--json"});
    QVERIFY2(done.exitCode == 0, qPrintable(done.err));
    const QList<QJsonObject> lines = jsonLines(done.out);
    QCOMPARE(lines.size(), 1);
    QCOMPARE(lines[0]["unit"].toString(), QString("cycles"));
    const QJsonObject channel = lines[0]["channels"].toArray()[0].toObject();
    QCOMPARE(channel["all"].toObject()["exposed"].toObject()["sum"].toInt(), 16 * 400);
    QCOMPARE(channel["iterations"].toArray().size(), 16);
    QCOMPARE(lines[0]["pipeline"].toObject()["bound"].toString(), QString("load-bound"));
  }

  void aTraceWithoutOperationsSaysWhy() {
    const QString capture =
        QStringLiteral(PSTUDIO_SOURCE_DIR "/tests/data/captures/softmax_cpu.pscapture");
    const Finished done = runToEnd(m_program, {"info", capture, "--overlap"});
    QCOMPARE(done.exitCode, 0);
    QVERIFY2(done.out.contains("record with mode async"), qPrintable(done.out));
    const Finished compared = runToEnd(m_program, {"overlap", capture});
    QCOMPARE(compared.exitCode, 1);
    QVERIFY2(compared.err.contains("no asynchronous operations"), qPrintable(compared.err));
  }

  void whatDroppedWaitsLeaveUnknownIsADash() {
    AsyncTrace trace;
    addCopiesWithoutWaits(trace, 3);
    const QString file = m_folder.filePath("dropped.pftrace");
    VERIFY_RESULT(writePftrace(std::move(trace).finish(), file.toStdString()));
    const Finished done = runToEnd(m_program, {"info", file, "--overlap"});
    for (const char *part : {"in flight -, at most -; total wait -", "    3 wait not recorded\n",
                             "[overlap.wait-not-recorded]"})
      QVERIFY2(done.out.contains(part), qPrintable(done.out));
    QVERIFY2(!done.out.contains("never waited for"), qPrintable(done.out));
    const Finished json = runToEnd(m_program, {"info", file, "--overlap", "--json"});
    const QJsonObject channel = jsonLines(json.out).at(0)["channels"].toArray()[0].toObject();
    for (const char *name : {"mean_depth", "most_depth", "waited"})
      QVERIFY2(channel[name].isNull(), qPrintable(json.out));
  }

  void moreStagesHideMoreAndTheTableSaysSo() {
    const Finished done = runToEnd(m_program, QStringList{"overlap"} + m_files);
    QVERIFY2(done.exitCode == 0, qPrintable(done.err));
    QVERIFY2(done.out.contains("hidden share -1.000, wait time 1.000"), qPrintable(done.out));
    QVERIFY2(done.out.contains("stages_4.pftrace"), qPrintable(done.out));
    const Finished json = runToEnd(m_program, QStringList{"overlap", "--json"} + m_files);
    QCOMPARE(jsonLines(json.out).size(), 1);
    const QJsonArray variants = jsonLines(json.out)[0]["variants"].toArray();
    QCOMPARE(variants.size(), 4);
    // One consumer, one CTA: waiting for copies is all that is lost.
    for (int i = 0; i < 3; ++i)
      QCOMPARE(variants[i].toObject()["explained_share"].toDouble(), 1.0);
  }

  void timesWithoutRecordsReplaceTheRecordedOnes() {
    const Finished done = runToEnd(
        m_program, QStringList{"overlap", "--json", "--kernel-us", "40,30,20,10"} + m_files);
    QVERIFY2(done.exitCode == 0, qPrintable(done.err));
    const QJsonObject variant = jsonLines(done.out).at(0)["variants"].toArray()[0].toObject();
    QCOMPARE(variant["kernel_ps"].toDouble(), 40e6);
    QCOMPARE(variant["lost_ps"].toDouble(), 30e6);
    const Finished wrong =
        runToEnd(m_program, QStringList{"overlap", "--kernel-us", "40,30"} + m_files);
    QCOMPARE(wrong.exitCode, 2);
    QVERIFY2(wrong.err.contains("2 times for 4 files"), qPrintable(wrong.err));
  }
};

QTEST_GUILESS_MAIN(OverlapCommandTest)
#include "overlap_command_test.moc"
