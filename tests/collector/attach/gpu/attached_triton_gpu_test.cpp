// SPDX-License-Identifier: Apache-2.0
// Triton kernels of a real program are recorded on a GPU, and the program computes what it did.
#include <QDir>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include "tests/support/gpu_test.h"
#include "tests/support/test_data.h"

using namespace pstudio::test;

namespace {

constexpr int kLimitMs = 300'000;

struct Ended {
  int exitCode = -1;
  QByteArray output;
  QString errors;
};

Ended run(const QString &program, const QStringList &arguments) {
  QProcess process;
  process.start(program, arguments);
  if (!process.waitForFinished(kLimitMs)) {
    process.kill();
    process.waitForFinished();
  }
  return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
          process.readAllStandardOutput(), QString::fromUtf8(process.readAllStandardError())};
}

QString programPath(const QString &name) {
  return testData("tests/python/programs/" + name);
}

/// Why this machine's Python cannot run Triton; empty if it can.
QString missingTriton() {
  const Ended ended = run("python3", {"-c", "import torch, triton"});
  return ended.exitCode == 0 ? QString() : "python3 has no PyTorch and Triton";
}

int entriesOf(const QString &folder, const QString &what) {
  QFile file(folder + "/report.json");
  if (!file.open(QIODevice::ReadOnly))
    return -1;
  int count = 0;
  while (!file.atEnd())
    count += QJsonDocument::fromJson(file.readLine()).object()["type"].toString() == what;
  return count;
}

} // namespace

class AttachedTritonGpuTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void initTestCase();
  void outputsAreEqualWithAndWithoutRecords_data();
  void outputsAreEqualWithAndWithoutRecords();
  void benchmarksOfAnAutotunerAreNotRecorded();

private:
  QTemporaryDir m_folder;
};

void AttachedTritonGpuTest::initTestCase() {
  PSTUDIO_NEEDS_CUDA_DEVICE();
  if (const QString missing = missingTriton(); !missing.isEmpty())
    QSKIP(qPrintable(missing));
}

void AttachedTritonGpuTest::outputsAreEqualWithAndWithoutRecords_data() {
  QTest::addColumn<QString>("mode");
  for (const char *mode : {"functions,loops,barriers", "async,memory,matrix"})
    QTest::newRow(mode) << mode;
}

void AttachedTritonGpuTest::outputsAreEqualWithAndWithoutRecords() {
  QFETCH(QString, mode);
  const QStringList program{"python3",   programPath("many_kernels.py"),
                            "softmax*",  "layer_norm*",
                            "rms_norm*", "attention*"};
  const Ended plain = run(program.front(), program.mid(1));
  QVERIFY2(plain.exitCode == 0 && !plain.output.isEmpty(), qPrintable(plain.errors));
  const QString out = m_folder.filePath(mode);
  const Ended attached =
      run(collectProgram(), QStringList{"attach", "-o", out, "--kernel", "*", "--mode", mode,
                                        "--max-memory", "2048", "--max-launches", "1000", "--"} +
                                program);
  QCOMPARE(attached.exitCode, 0);
  QCOMPARE(attached.output, plain.output);
  QCOMPARE(QDir(out).entryList({"*.pftrace"}).size(), 1);
  QVERIFY(entriesOf(out, "recorded") >= 4);
}

void AttachedTritonGpuTest::benchmarksOfAnAutotunerAreNotRecorded() {
  const QString out = m_folder.filePath("autotuned");
  const Ended attached =
      run(collectProgram(), {"attach", "-o", out, "--kernel", "scaled_sum", "--launch", "2", "--",
                             "python3", programPath("autotuned.py")});
  QVERIFY2(attached.exitCode == 0, qPrintable(attached.errors));
  QCOMPARE(entriesOf(out, "recorded"), 1);
}

QTEST_MAIN(AttachedTritonGpuTest)
#include "attached_triton_gpu_test.moc"
