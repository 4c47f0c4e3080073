// SPDX-License-Identifier: Apache-2.0
// proton-collect in a build without a collector: it says so, and still reads files.
#include <QTemporaryDir>
#include <QTest>

#include <fstream>

#include "core/formats/pftrace/pftrace_writer.h"
#include "core/trace/trace_builder.h"
#include "tests/app/cli/collect_process.h"

class NoCollectorTest : public QObject {
  Q_OBJECT

private:
  const QString m_program = PSTUDIO_PROTON_COLLECT;
  QTemporaryDir m_folder;

private Q_SLOTS:
  void aRunIsRejectedWithTheReason() {
    std::ofstream(m_folder.filePath("kernel.mlir").toStdString()) << "module {}";
    std::ofstream(m_folder.filePath("spec.json").toStdString())
        << R"({"kernel": {"file": "kernel.mlir", "function": "f"}, "grid": [1], "block": [1], "arguments": []})";
    const QString output = m_folder.filePath("out.pftrace");
    const Finished done =
        runToEnd(m_program, {"run", m_folder.filePath("spec.json"), "-o", output});
    QCOMPARE(done.exitCode, 1);
    QVERIFY2(done.err.contains("this build has no collector"), qPrintable(done.err));
    QVERIFY(!QFile::exists(output));
  }

  void noTargetIsOffered() {
    const Finished done = runToEnd(m_program, {"targets"});
    QCOMPARE(done.exitCode, 1);
    QVERIFY(done.out.contains("not available: this build has no collector"));
  }

  void filesAreStillRead() {
    const QString file = m_folder.filePath("empty.pftrace");
    QVERIFY(pstudio::writePftrace(pstudio::TraceBuilder().finish(), file.toStdString()));
    const Finished done = runToEnd(m_program, {"info", file});
    QVERIFY2(done.exitCode == 0, qPrintable(done.err));
    QVERIFY(done.out.contains("slices    0\n"));
  }
};

QTEST_GUILESS_MAIN(NoCollectorTest)
#include "no_collector_test.moc"
