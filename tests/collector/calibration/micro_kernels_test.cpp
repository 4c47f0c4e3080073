// SPDX-License-Identifier: Apache-2.0
// The micro-kernels parse, verify and take the records that a calibration counts on.
#include <QtTest>

#include <algorithm>

#include "collector/calibration/calibration_mode.h"
#include "collector/calibration/empty_waits.h"
#include "collector/calibration/micro_kernels.h"
#include "collector/codegen/kernel_module.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using namespace pstudio::calibration;

namespace {

Result<InstrumentedKernel> instrumented(const MicroKernel &kernel, uint32_t warps = 4) {
  PSTUDIO_TRY_ASSIGN(KernelModule module, KernelModule::parse(kernel.text, "micro.mlir"));
  InstrumentOptions options;
  PSTUDIO_TRY_ASSIGN(options.mode, InstrumentationMode::parse("default:buffer_type=shared"));
  options.block = {32 * warps, 1, 1};
  options.sharedBytesFree = 200 << 10;
  return module.instrument(kernel.function, options);
}

size_t countOf(const InstrumentedKernel &kernel, std::string_view name) {
  const auto &operations = kernel.operations.operations;
  return static_cast<size_t>(std::count_if(operations.begin(), operations.end(),
                                           [&](const auto &o) { return o.name == name; }));
}

} // namespace

class MicroKernelsTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void everyEmptyScopeIsAnOperationOfItsOwn() {
    const auto kernel = instrumented(emptyScopes(64));
    VERIFY_RESULT(kernel);
    QCOMPARE(countOf(*kernel, "empty"), size_t{64});
    QCOMPARE(kernel->unitCount, 4u);
  }

  void theModeOfARunLeavesTheCalibrationItsAnnotations() {
    for (const char *text : {"default", "async:annotations=drop:ctas=0-3:every=4:metric=time",
                             "functions:strategy=stream:warps=0:include=gemm*:exclude=calib*"}) {
      const auto run = InstrumentationMode::parse(text);
      VERIFY_RESULT(run);
      QCOMPARE(calibrationMode(*run, true).toString(), std::string("default:buffer_type=shared"));
    }
    const auto first = InstrumentationMode::parse("async:strategy=first:slots=64:granularity=cta");
    VERIFY_RESULT(first);
    QCOMPARE(calibrationMode(*first, false).toString(),
             std::string("default:buffer_type=global:strategy=first:slots=64:granularity=cta"));
  }

  void aLoopHoldsOneScope() {
    const auto kernel = instrumented(emptyScopesInLoop());
    VERIFY_RESULT(kernel);
    QCOMPARE(countOf(*kernel, "empty"), size_t{1});
  }

  void everyValueIsAnOperationOfItsOwn() {
    for (const RecordedValue value :
         {RecordedValue::SameInAllLanes, RecordedValue::OfOneLane, RecordedValue::WideOfOneLane}) {
      const auto kernel = instrumented(recordedValues(8, value));
      VERIFY_RESULT(kernel);
      QCOMPARE(countOf(*kernel, "value"), size_t{8});
    }
  }

  void everyQueueOfAnArchitectureHasItsEmptyWaits() {
    const auto namesOf = [](const char *architecture) {
      std::vector<std::string> names;
      for (const analysis::AsyncQueue queue : queuesOf(*nvidia::architectureNamed(architecture)))
        names.push_back(emptyWaitName(queue));
      return names;
    };
    using Names = std::vector<std::string>;
    QVERIFY((namesOf("sm_80") == Names{"empty wait cp.async", "empty wait barrier"}));
    QVERIFY((namesOf("sm_90a") == Names{"empty wait cp.async", "empty wait barrier",
                                        "empty wait bulk group", "empty wait mbarrier",
                                        "empty wait wgmma"}));
    const auto kernel =
        instrumented(emptyQueueWaits(queuesOf(*nvidia::architectureNamed("sm_90a"))));
    VERIFY_RESULT(kernel);
    for (const std::string &name : namesOf("sm_90a"))
      QCOMPARE(countOf(*kernel, name), size_t{16});
  }

  void emptyWaitsAreScopesAroundAWait() {
    const auto kernel = instrumented(emptyWaits(8));
    VERIFY_RESULT(kernel);
    QCOMPARE(countOf(*kernel, "empty wait"), size_t{8});
    QVERIFY(emptyWaits(8).text.find("cp.async.wait_group 0;") != std::string::npos);
  }

  void regionsWithoutRecordsDifferInTheirScopesOnly() {
    for (const Work work : {Work::Dependent, Work::Independent}) {
      const MicroKernel with = chainRegions(4, {work, 8}, true);
      const MicroKernel without = chainRegions(4, {work, 8}, false);
      const auto recorded = instrumented(with);
      VERIFY_RESULT(recorded);
      QCOMPARE(countOf(*recorded, "region"), size_t{4});
      QCOMPARE(countOf(*recorded, "all"), size_t{1});
      QCOMPARE(withoutRegionRecords(with.text), without.text);
    }
    QCOMPARE(withoutRegionRecords(straightRegions(3, 16, true).text),
             straightRegions(3, 16, false).text);
  }

  void straightRegionsHaveTheirNumberOfSteps() {
    const std::string text = straightRegions(3, 16, true).text;
    QCOMPARE(occurrences(text, "fma.rn.f32"), size_t{48});
    VERIFY_RESULT(instrumented(straightRegions(3, 16, true)));
  }

  void theCalibrationFitsItsSegments() {
    const auto kernel = instrumented(calibrationKernel(), 1);
    VERIFY_RESULT(kernel);
    QCOMPARE(countOf(*kernel, "empty"), size_t{32});
    QCOMPARE(countOf(*kernel, "empty wait"), size_t{16});
    QCOMPARE(countOf(*kernel, "region"), size_t{kRegions});
    QCOMPARE(countOf(*kernel, "straight region"), size_t{kRegions});
    for (const char *once : {"few", "many", "straight few", "straight many", "empty in loop",
                             "plain", "recorded", "work"})
      QCOMPARE(countOf(*kernel, once), size_t{1});
    // Two records for each scope; a scope in a loop is one for each iteration.
    const size_t records = 2 * (32 + 16 + 2 * kRegions + 6 + 2 * kCalibrationIterations);
    QVERIFY2(records <= 256, "calibrate() gives each warp 256 slots");
  }

private:
  static size_t occurrences(const std::string &text, std::string_view what) {
    size_t count = 0;
    for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1))
      ++count;
    return count;
  }

  static std::string withoutRegionRecords(const std::string &text) {
    std::string kept;
    for (size_t begin = 0; begin < text.size();) {
      const size_t end = text.find('\n', begin) + 1;
      const std::string line = text.substr(begin, end - begin);
      if (line.find("proton.record") == std::string::npos ||
          line.find("\"region\"") == std::string::npos)
        kept += line;
      begin = end;
    }
    return kept;
  }
};

QTEST_GUILESS_MAIN(MicroKernelsTest)
#include "micro_kernels_test.moc"
