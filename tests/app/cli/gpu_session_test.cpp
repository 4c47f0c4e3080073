// SPDX-License-Identifier: Apache-2.0
// Session command of the real proton-collect: kernels that stay loaded on a real NVIDIA GPU.
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include "core/formats/trace_file/trace_file.h"
#include "core/process/program_path.h"
#include "core/run/npy.h"
#include "tests/app/cli/collect_process.h"
#include "tests/support/gpu_test.h"
#include "tests/support/test_data.h"

using namespace pstudio;
using namespace pstudio::test;

class GpuSessionTest : public QObject {
  Q_OBJECT

private:
  QTemporaryDir m_folder;

  static Finished execute(const QString &commands, const QStringList &specs) {
    QStringList arguments{"session", "--no-cache", "--target", "cuda", "--time-limit", "5"};
    for (const QString &spec : specs)
      arguments << testData(spec);
    QProcess process;
    process.start(collectProgram(), arguments);
    process.write(commands.toUtf8());
    process.closeWriteChannel();
    return finish(process);
  }

  /// The times in the lines that begin with `beginning` [ms].
  static QList<double> timesOf(const QString &out, const QString &beginning) {
    QList<double> times;
    const QRegularExpression pattern(beginning + " in ([0-9.]+) ms");
    for (auto match = pattern.globalMatch(out); match.hasNext();)
      times << match.next().captured(1).toDouble();
    return times;
  }

private Q_SLOTS:
  void initTestCase() { PSTUDIO_NEEDS_CUDA_DEVICE(); }

  void kernelsAreInstrumentedAndRestoredAsOftenAsOneLikes() {
    const auto file = [&](int i) { return m_folder.filePath(QString("%1.pftrace").arg(i)); };
    QString commands = "launch\n";
    for (int i = 0; i < 3; ++i)
      commands += "instrument gemm_tiled default\ninstrument softmax functions:granularity=cta\n"
                  "launch -o " +
                  file(i) + "\nrestore\nlaunch\n";
    const Finished done =
        execute(commands, {"resources/kernels/gemm_tiled.json", "resources/kernels/softmax.json"});
    QVERIFY2(done.exitCode == 0, qPrintable(done.err));
    qInfo("%s", qPrintable(done.out)); // the times, for the test log
    QCOMPARE(done.out.count("check "), 14);
    std::vector<uint64_t> first;
    for (int i = 0; i < 3; ++i) {
      const auto trace = readTraceFile(file(i).toStdString());
      QVERIFY(trace);
      std::vector<uint64_t> records;
      for (const Launch &launch : trace->launches()) {
        QCOMPARE(launch.recordsDropped, uint64_t{0});
        QVERIFY(launch.recordsWritten > 0);
        records.push_back(launch.recordsWritten);
      }
      QCOMPARE(records.size(), size_t{2});
      if (i == 0)
        first = records;
      QCOMPARE(records, first);
    }
    // Only the first change of each kernel compiles: all others, restores included, are faster.
    const QList<double> changes = timesOf(done.out, "changed");
    QCOMPARE(changes.size(), 9);
    for (int i = 2; i < changes.size(); ++i)
      QVERIFY2(changes[i] < changes[0] && changes[i] < changes[1], qPrintable(done.out));
  }

  /// The test compiles the callbacks with clang, unless PSTUDIO_CALLBACK_BITCODE names
  /// count_bytes.c as bitcode for NVIDIA.
  void callbacksCountTheBytesOfEveryWarp() {
    const QString bitcode = qEnvironmentVariable("PSTUDIO_CALLBACK_BITCODE");
    if (bitcode.isEmpty() && !findOnPath("clang-19") && !findOnPath("clang"))
      QSKIP("no clang, and PSTUDIO_CALLBACK_BITCODE names no bitcode");
    const QString counts = m_folder.filePath("counts.npy");
    const Finished done = runToEnd(
        collectProgram(),
        {"run", testData("resources/kernels/vector_add.json"), "-o",
         m_folder.filePath("callbacks.pftrace"), "--target", "cuda", "--no-cache", "--callbacks",
         bitcode.isEmpty() ? testData("resources/callbacks/count_bytes.c") : bitcode, "--mode",
         "default:callbacks=count_bytes@load", "--callback-output", counts});
    QVERIFY2(done.exitCode == 0, qPrintable(done.err));
    const auto values = readNpy(counts.toStdString());
    QVERIFY(values);
    QCOMPARE(values->elementCount(), uint64_t{1024});
    for (uint64_t i = 0; i < values->elementCount(); ++i)
      QCOMPARE(values->at(i), 1024.0);
  }

  void aLostDeviceEndsTheSessionWithItsReason() {
    const Finished done =
        execute("launch\nlaunch\nlist\n", {"tests/collector/kernels/illegal_address.json"});
    QCOMPARE(done.exitCode, 1);
    QVERIFY2(done.err.contains("illegal_address"), qPrintable(done.err));
    QVERIFY2(done.err.contains("the device is lost"), qPrintable(done.err));
    QVERIFY(done.out.contains("illegal_address: original code"));
    const Finished next = execute("launch\n", {"resources/kernels/vector_add.json"});
    QVERIFY2(next.exitCode == 0, qPrintable(next.err));
  }
};

QTEST_GUILESS_MAIN(GpuSessionTest)
#include "gpu_session_test.moc"
