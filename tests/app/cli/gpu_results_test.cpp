// SPDX-License-Identifier: Apache-2.0
// A kernel's own result on a real NVIDIA GPU is the same to the bit with and without
// instrumentation, by the checksums that the real proton-collect logs.
#include <map>

#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include "tests/app/cli/collect_process.h"
#include "tests/support/gpu_test.h"
#include "tests/support/mode_pairs.h"

using namespace pstudio::test;

class GpuResultsTest : public QObject {
  Q_OBJECT

private:
  std::map<QString, QStringList> m_plain; ///< by example
  QTemporaryDir m_folder;

  /// "C holds 4096 bytes, CRC-32 89abcdef" for each buffer; what went wrong if there is none.
  QStringList checksums(const QString &example, const QString &mode) const {
    const Finished run = runToEnd(
        collectProgram(), {"run", QString::fromStdString(exampleFile(example.toStdString())), "-o",
                           m_folder.filePath("out.pftrace"), "--target", "cuda", "--mode", mode,
                           "--no-cache", "--no-activity", "--progress", "line"});
    if (run.exitCode != 0)
      return {run.err};
    static const QRegularExpression line("\\w+ holds \\d+ bytes, CRC-32 [0-9a-f]{8}");
    QStringList found;
    for (auto match = line.globalMatch(run.err); match.hasNext();)
      found << match.next().captured();
    return found;
  }

private Q_SLOTS:
  void initTestCase() { PSTUDIO_NEEDS_CUDA_DEVICE(); }

  void theResultIsTheSameToTheBit_data() { addModeRows(RunsOn::Gpu); }
  void theResultIsTheSameToTheBit() {
    QFETCH(const QString, example);
    QFETCH(const QString, mode);
    if (!m_plain.contains(example))
      m_plain[example] = checksums(example, "none");
    QVERIFY2(m_plain[example].join(' ').contains("CRC-32"),
             qPrintable(m_plain[example].join('\n')));
    const QStringList found = checksums(example, mode);
    QVERIFY2(found == m_plain[example], qPrintable(found.join('\n')));
  }
};

QTEST_GUILESS_MAIN(GpuResultsTest)
#include "gpu_results_test.moc"
