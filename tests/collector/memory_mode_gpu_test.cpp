// SPDX-License-Identifier: Apache-2.0
// Mode `memory` on an NVIDIA GPU: every address that is recorded is the one that a model of the
// kernel, the CPU target's own trace, says.
#include <QtTest>

#include "collector/collector.h"
#include "core/access/launch_accesses.h"
#include "tests/collector/run_log.h"
#include "tests/collector/traced_run.h"
#include "tests/support/access_sets.h"
#include "tests/support/gpu_test.h"
#include "tests/support/verify_result.h"

using namespace pstudio;

class MemoryModeGpuTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void initTestCase() { PSTUDIO_NEEDS_CUDA_DEVICE(); }

  void recordedAddressesAreThoseOfTheModel_data() {
    QTest::addColumn<QString>("mode");
    for (const char *name : {"transpose_naive", "transpose_padded", "transpose_swizzled", "stencil",
                             "gather", "vector_add", "gemm_tiled"})
      for (const char *mode :
           {"memory:annotations=drop:slots=65536", "memory:annotations=drop:strategy=stream"})
        QTest::addRow("%s %s", name, mode) << QString(mode);
  }
  void recordedAddressesAreThoseOfTheModel() {
    QFETCH(QString, mode);
    const std::string name = QString(QTest::currentDataTag()).section(' ', 0, 0).toStdString();
    PSTUDIO_VERIFY_ASSIGN(RunSpec spec, test::exampleSpec(name));
    spec.target = "cuda";
    PSTUDIO_VERIFY_ASSIGN(spec.mode, InstrumentationMode::parse(mode.toStdString()));
    test::RunLog progress;
    const std::atomic<bool> cancel = false;
    CollectOptions options;
    options.cache = CacheSettings();
    PSTUDIO_VERIFY_ASSIGN(const RunOutcome outcome, collect(spec, progress, cancel, options));
    QVERIFY2(!outcome.failure, outcome.failure ? outcome.failure->toString().c_str() : "");
    const memory::LaunchAccesses *recorded = outcome.trace.launches()[0].accesses.get();
    QVERIFY(recorded != nullptr);
    QCOMPARE(recorded->table.share().dropped, uint64_t{0});
    PSTUDIO_VERIFY_ASSIGN(const test::TracedRun traced, test::runTraced(spec));
    const std::string wrong =
        test::differences(test::accessTexts(recorded->table, recorded->buffers),
                          test::accessTexts(traced.table, traced.map));
    QVERIFY2(wrong.empty(), wrong.c_str());
  }
};

QTEST_GUILESS_MAIN(MemoryModeGpuTest)
#include "memory_mode_gpu_test.moc"
