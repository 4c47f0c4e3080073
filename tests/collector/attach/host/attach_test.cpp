// SPDX-License-Identifier: Apache-2.0
// A whole attached program: what is recorded, what is reported, and how it ends.
#include <QtTest>

#include "core/base/file_bytes.h"
#include "core/formats/pftrace/pftrace_reader.h"
#include "tests/collector/attach/host/attach_run.h"

using namespace pstudio;
using pstudio::test::AttachRun;

class AttachTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void chosenLaunchesBecomeOneTrace() {
    AttachRun run;
    run.rule("softmax*", "functions", "2-3");
    const auto outcome = run.run(run.softmax() + QStringList{"launch=0,6", "launch=0,6",
                                                             "launch=0,6", "launch=0,6"});
    QVERIFY2(outcome, outcome ? "" : outcome.error().toString().c_str());
    QCOMPARE(outcome->exitCode, 0);
    QCOMPARE(run.traces().size(), 1);
    QVERIFY(run.traces()[0].startsWith("fake-attached-program."));
    const QList<QJsonObject> recorded = run.reported("recorded");
    QCOMPARE(recorded.size(), 2);
    QCOMPARE(recorded[0]["launch"].toInt(), 2);
    QCOMPARE(recorded[1]["launch"].toInt(), 3);
    QCOMPARE(recorded[0]["registers"].toInt(), 40);
    QCOMPARE(recorded[0]["back_end"].toString(), "Triton 0.0");
    QCOMPARE(run.reported("rejected").size(), 0);
    const auto bytes = FileBytes::read(run.out(run.traces()[0]).toStdString());
    QVERIFY(bytes);
    const auto trace = readPftrace(bytes->bytes(), "trace");
    QVERIFY(trace);
    QCOMPARE(trace->launches().size(), size_t{2});
    QCOMPARE(trace->sliceCount(), size_t{2 * 6 * 4});
    QVERIFY(!QFileInfo::exists(run.out("raw")));
  }
};

QTEST_GUILESS_MAIN(AttachTest)
#include "attach_test.moc"
