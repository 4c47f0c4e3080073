// SPDX-License-Identifier: Apache-2.0
// The stages of a run on a scripted target: the order of its calls, and the result of a run that
// fails between stages.
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <fstream>

#include "collector/session/run/run_session.h"
#include "collector/session/stages.h"
#include "tests/support/record_emitter.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using namespace pstudio::test;

namespace {

const char *const kKernels = R"(gpu.module @kernels {
  gpu.func @recorded(%C: memref<32xf32>) kernel {
    proton.record start "work"
    %thread = gpu.thread_id x
    %one = arith.constant 1.0 : f32
    memref.store %one, %C[%thread] : memref<32xf32>
    proton.record end "work"
    gpu.return
  }
  gpu.func @silent(%C: memref<32xf32>) kernel {
    gpu.return
  }
}
)";

constexpr uint32_t kSlots = 8;

class Log : public ProgressSink {
public:
  std::vector<std::string> stages;
  void stage(std::string_view name) override { stages.emplace_back(name); }
  void fraction(double) override {}
  void log(std::string_view) override {}
};

struct ScriptedCode : KernelCode {
  std::string bytes() const override { return "code"; }
};

struct ScriptedLaunch : DeviceLaunch {
  LaunchReport report;
};

/// Records its calls, and fails as the test specifies.
class ScriptedTarget : public RunTarget {
public:
  std::vector<std::string> calls;
  std::string failing;        ///< name of the call that fails
  int failingLaunch = -1;     ///< this launch fails
  bool keepsRecords = true;   ///< of the failing launch
  uint64_t profileBytes = 0;  ///< as the session requests
  std::vector<bool> recorded; ///< of each launch

  Result<void> open() override { return answer("open"); }
  DeviceLimits limits() const override { return {32, 48 * 1024}; }
  Result<std::string> codeIdentity() const override { return std::string("scripted"); }
  Result<std::shared_ptr<KernelCode>> compile(KernelModule &, Stages &stages) override {
    for (const char *stage : {"lower", "compile"}) {
      PSTUDIO_TRY(stages.begin(stage));
      PSTUDIO_TRY(answer(stage));
    }
    return std::make_shared<ScriptedCode>();
  }
  Result<std::shared_ptr<KernelCode>> restore(std::string_view bytes, ProgressSink &) override {
    PSTUDIO_TRY(answer("restore " + std::string(bytes)));
    return std::make_shared<ScriptedCode>();
  }
  Result<void> allocateArguments(BoundArguments &) override { return {}; }
  Result<void> allocateRecords(KernelCode &, const RecordMemory &records, ProgressSink &) override {
    profileBytes = records.bytes;
    return answer("allocate");
  }
  Result<std::unique_ptr<DeviceLaunch>> launch(KernelCode &, const LaunchOrder &order) override {
    PSTUDIO_TRY(answer("launch"));
    auto launch = std::make_unique<ScriptedLaunch>();
    LaunchReport &report = launch->report;
    report.begin = Nanoseconds(1000 * int64_t(recorded.size() + 1));
    report.duration = "1 tick";
    const bool fails = int(recorded.size()) == failingLaunch;
    recorded.push_back(order.isRecorded);
    if (fails)
      report.failure = Error{ErrorCode::RunFailed, "the kernel fell over", {}, {}};
    report.hasRecords = !fails || keepsRecords;
    if (report.hasRecords && !order.profile.empty())
      writeOneScope(order.profile, uint64_t(report.begin.value));
    return launch;
  }
  void wait(DeviceLaunch &) override {}
  Result<LaunchReport> finish(DeviceLaunch &launch) override {
    return static_cast<ScriptedLaunch &>(launch).report;
  }
  void describe(const DeviceLaunch &, record::LaunchCapture &capture) const override {
    capture.target = "scripted";
    capture.timeBase = TimeBase::Model;
  }
  Result<void> fetchBuffers() override { return answer("fetchBuffers"); }

private:
  Result<void> answer(const std::string &call) {
    calls.push_back(call);
    if (call == failing)
      return fail(ErrorCode::Unsupported, "no " + call + " here");
    return {};
  }

  static void writeOneScope(std::span<std::byte> profile, uint64_t begin) {
    BlockEmitter block(1, kSlots);
    block.units[0].scopeStart(0, begin + 10);
    block.units[0].scopeEnd(0, begin + 20);
    block.setClocks(begin, begin + 30);
    std::vector<std::byte> bytes;
    block.appendTo(bytes);
    std::ranges::copy(bytes, profile.begin());
  }
};

} // namespace

class RunSessionTest : public QObject {
  Q_OBJECT

private:
  QTemporaryDir m_folder;
  Log m_log;

  RunSpec spec(const std::string &function = "recorded") const {
    RunSpec spec;
    spec.kernelFile = m_folder.filePath("kernels.mlir").toStdString();
    spec.function = function;
    spec.block = {32, 1, 1};
    spec.arguments.push_back({"C", BufferArgument{DType::F32, {32}, ZerosInit{}}});
    spec.mode.slotsPerUnit = kSlots;
    return spec;
  }
  Result<RunOutcome> run(const RunSpec &spec, ScriptedTarget &target) {
    m_log = Log();
    const std::atomic<bool> cancel{false};
    CollectOptions options;
    options.cache = CacheSettings{{}, 0}; // independent of the user's cache
    return runSession(spec, target, m_log, cancel, options);
  }

private Q_SLOTS:
  void initTestCase() {
    QVERIFY(m_folder.isValid());
    std::ofstream(m_folder.filePath("kernels.mlir").toStdString()) << kKernels;
  }

  void aTargetIsAskedInOneOrder() {
    ScriptedTarget target;
    RunSpec three = spec();
    three.warmup = 1;
    three.repeat = 2;
    const auto outcome = run(three, target);
    VERIFY_RESULT(outcome);
    QVERIFY(!outcome->failure);
    QCOMPARE(target.calls,
             (std::vector<std::string>{"open", "lower", "compile", "allocate", "launch", "launch",
                                       "launch", "fetchBuffers"}));
    QCOMPARE(target.recorded, (std::vector<bool>{false, true, true}));
    QCOMPARE(target.profileBytes, record::blockBytes(1, kSlots));
    QCOMPARE(outcome->trace.launches().size(), size_t{2});
    QCOMPARE(outcome->trace.sliceCount(), size_t{2});
    // Times count from the begin of the first recorded launch.
    QCOMPARE(outcome->trace.sliceBegins()[0], int64_t{10'000});
  }

  void codeOfTheCacheTakesThePlaceOfLoweringAndCompiling() {
    const QTemporaryDir folder;
    CollectOptions options;
    options.cache = CacheSettings{folder.path().toStdString(), 1 << 20};
    const std::atomic<bool> cancel{false};
    const auto runCached = [&](ScriptedTarget &target) {
      return runSession(spec(), target, m_log, cancel, options);
    };
    ScriptedTarget first, second, third;
    VERIFY_RESULT(runCached(first));
    const auto outcome = runCached(second);
    VERIFY_RESULT(outcome);
    QCOMPARE(second.calls, (std::vector<std::string>{"open", "restore code", "allocate", "launch",
                                                     "fetchBuffers"}));
    QCOMPARE(second.profileBytes, first.profileBytes);
    QCOMPARE(outcome->trace.sliceCount(), size_t{1});
    third.failing = "restore code";
    VERIFY_RESULT(runCached(third));
    QCOMPARE(third.calls, (std::vector<std::string>{"open", "restore code", "lower", "compile",
                                                    "allocate", "launch", "fetchBuffers"}));
  }

  void aKernelWithoutRecordsNeedsNoProfileBuffer() {
    ScriptedTarget target;
    const auto outcome = run(spec("silent"), target);
    VERIFY_RESULT(outcome);
    QCOMPARE(target.profileBytes, uint64_t{0});
    QCOMPARE(outcome->trace.launches().size(), size_t{1});
  }

  void whatATargetRejectsEndsTheRunThere_data() {
    QTest::addColumn<QString>("lastStage");
    QTest::newRow("open") << "open";
    QTest::newRow("lower") << "lower";
    QTest::newRow("compile") << "compile";
    QTest::newRow("allocate") << "compile";
    QTest::newRow("launch") << "launch";
  }
  void whatATargetRejectsEndsTheRunThere() {
    QFETCH(QString, lastStage);
    ScriptedTarget target;
    target.failing = QTest::currentDataTag();
    const auto outcome = run(spec(), target);
    QVERIFY(!outcome);
    QCOMPARE(outcome.error().message, "no " + target.failing + " here");
    QCOMPARE(target.calls.back(), target.failing);
    QCOMPARE(QString::fromStdString(m_log.stages.back()), lastStage);
  }

  void aFailingLaunchKeepsItsRecordsIfTheTargetHasThem() {
    ScriptedTarget target;
    target.failingLaunch = 0;
    const auto outcome = run(spec(), target);
    VERIFY_RESULT(outcome);
    QVERIFY(outcome->failure.has_value());
    QCOMPARE(outcome->failure->message, std::string("the kernel fell over"));
    QCOMPARE(outcome->failedStage, std::string("launch"));
    QCOMPARE(outcome->trace.sliceCount(), size_t{1});
    QVERIFY(target.calls.back() == "launch"); // the session does not check its result
  }

  void aFailingLaunchWithoutRecordsKeepsTheLaunchesBeforeIt() {
    ScriptedTarget target;
    RunSpec three = spec();
    three.repeat = 3;
    target.failingLaunch = 2;
    target.keepsRecords = false;
    const auto outcome = run(three, target);
    VERIFY_RESULT(outcome);
    QVERIFY(outcome->failure.has_value());
    QCOMPARE(outcome->trace.launches().size(), size_t{2});
    QCOMPARE(outcome->trace.sliceCount(), size_t{2});
  }

  void aFailureBeforeAnythingWasRecordedIsAnErrorAlone() {
    ScriptedTarget target;
    target.failingLaunch = 0;
    target.keepsRecords = false;
    const auto first = run(spec(), target);
    QVERIFY(!first);
    QVERIFY(first.error().code == ErrorCode::RunFailed);
    ScriptedTarget warming;
    warming.failingLaunch = 0;
    RunSpec warm = spec();
    warm.warmup = 1;
    QVERIFY(!run(warm, warming)); // the records of a warm-up are discarded
  }

  void buffersThatCannotBeFetchedFailTheRunButNotItsTrace() {
    ScriptedTarget target;
    target.failing = "fetchBuffers";
    const auto outcome = run(spec(), target);
    VERIFY_RESULT(outcome);
    QVERIFY(outcome->failure && outcome->failure->code == ErrorCode::Unsupported);
    QCOMPARE(outcome->trace.sliceCount(), size_t{1});
  }
};

QTEST_GUILESS_MAIN(RunSessionTest)
#include "run_session_test.moc"
