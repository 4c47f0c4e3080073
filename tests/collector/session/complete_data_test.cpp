// SPDX-License-Identifier: Apache-2.0
// Runs on the CPU target whose data are complete say so, and what a unit does not record is named.
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <fstream>

#include "collector/collector.h"
#include "core/analysis/overlap/overlap.h"
#include "tests/collector/session/run_log.h"
#include "tests/support/trace_notes.h"
#include "tests/support/verify_result.h"

using namespace pstudio;

namespace {

constexpr const char *kEmptyScope = R"(gpu.module @m {
  gpu.func @k() kernel {
    proton.record start "a"
    proton.record end "a"
    gpu.return
  }
})";

constexpr const char *kSecondWarp = R"(gpu.module @m {
  gpu.func @k() kernel {
    %c32 = arith.constant 32 : index
    %thread = gpu.thread_id x
    %isSecond = arith.cmpi uge, %thread, %c32 : index
    scf.if %isSecond {
      proton.record start "second"
      proton.value "thread", %thread : index
      proton.record end "second"
    }
    gpu.return
  }
})";

Result<RunOutcome> run(const RunSpec &spec) {
  test::RunLog progress;
  const std::atomic<bool> cancel = false;
  CollectOptions options;
  options.cache = CacheSettings();
  return collect(spec, progress, cancel, options);
}

} // namespace

class CompleteDataTest : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;

  RunSpec specOf(const char *kernel, uint32_t threads, const std::string &mode) {
    RunSpec spec;
    spec.kernelFile = m_folder.filePath("k.mlir").toStdString();
    std::ofstream(spec.kernelFile, std::ios::trunc) << kernel;
    spec.function = "k";
    spec.target = "cpu";
    spec.grid = {2, 1, 1};
    spec.block = {threads, 1, 1};
    spec.mode = *InstrumentationMode::parse(mode);
    return spec;
  }

private Q_SLOTS:
  void aKernelThatTakesNoModelCyclesHasReachedItsEnd() {
    for (const char *mode : {"default", "default:strategy=stream", "default:granularity=cta"}) {
      PSTUDIO_VERIFY_ASSIGN(const RunOutcome outcome, run(specOf(kEmptyScope, 64, mode)));
      const Trace &trace = outcome.trace;
      QVERIFY(trace.sliceCount() > 0);
      for (const Note &note : trace.notes())
        QVERIFY2(note.severity != Note::Severity::DataLoss, note.message.c_str());
      for (const ClockLine &clock : trace.clocks())
        QCOMPARE(clock.base, TimeBase::Model);
    }
  }

  void aScopeThatOnlyAnotherWarpOfTheUnitEntersIsWarnedOf() {
    const auto warned = [](const Trace &trace) {
      return std::ranges::any_of(trace.notes(), [&](const Note &note) {
        return note.code == "compile.warning" &&
               note.message.find("not all warps may reach 'second' and 1 other") !=
                   std::string::npos;
      });
    };
    for (const char *granularity : {"warp_2", "warp_8", "warp_group", "cta"}) {
      PSTUDIO_VERIFY_ASSIGN(
          const RunOutcome outcome,
          run(specOf(kSecondWarp, 64, std::string("default:granularity=") + granularity)));
      QCOMPARE(outcome.trace.sliceCount(), size_t{0});
      QVERIFY2(warned(outcome.trace), granularity);
    }
    PSTUDIO_VERIFY_ASSIGN(const RunOutcome byWarp, run(specOf(kSecondWarp, 64, "default")));
    QCOMPARE(byWarp.trace.sliceCount(), size_t{2}); // one in each CTA
    QVERIFY(!warned(byWarp.trace));
    PSTUDIO_VERIFY_ASSIGN(const RunOutcome oneWarp,
                          run(specOf(kSecondWarp, 32, "default:granularity=cta")));
    QVERIFY(!warned(oneWarp.trace));
  }

  /// Loops record the steps of asynchronous queues in every iteration, and so they are paired.
  void sampledLoopsHaveTheOverlapOfAllTheirIterations() {
    PSTUDIO_VERIFY_ASSIGN(RunSpec spec,
                          loadRunSpec(PSTUDIO_SOURCE_DIR "/resources/kernels/gemm_tiled.json"));
    spec.target = "cpu";
    std::vector<analysis::LaunchOverlap> found;
    for (const char *mode : {"async:annotations=drop", "async:annotations=drop:every=4"}) {
      spec.mode = *InstrumentationMode::parse(mode);
      PSTUDIO_VERIFY_ASSIGN(const RunOutcome outcome, run(spec));
      QVERIFY(!test::hasNote(outcome.trace, "async.wait-not-recorded"));
      QVERIFY(!test::hasNote(outcome.trace, "async.issue-not-recorded"));
      found.push_back(analysis::analyzeOverlap(outcome.trace).at(0));
    }
    const analysis::Channel &whole = found[0].channels.at(0), &sampled = found[1].channels.at(0);
    QVERIFY(whole.figures.visits > 0);
    QVERIFY(whole.completions == sampled.completions);
    QCOMPARE(sampled.figures.visits, whole.figures.visits);
    QCOMPARE(sampled.waitedOnce, whole.waitedOnce);
    QCOMPARE(sampled.mostDepth, whole.mostDepth);
  }
};

QTEST_GUILESS_MAIN(CompleteDataTest)
#include "complete_data_test.moc"
