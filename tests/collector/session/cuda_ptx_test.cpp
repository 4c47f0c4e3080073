// SPDX-License-Identifier: Apache-2.0
// Runs of a kernel in PTX on the target cuda, on a driver without a GPU, which plays the kernel as
// a function of the host.
#include <QTemporaryDir>
#include <QtTest>

#include <fstream>

#include "collector/collector.h"
#include "collector/session/run/run_session.h"
#include "collector/session/targets/cuda_target.h"
#include "collector/session/targets/device_architecture.h"
#include "core/ptx/module.h"
#include "tests/collector/fake_cuda/fake_driver.h"
#include "tests/collector/session/run_log.h"
#include "tests/collector/simulated_gpu.h"
#include "tests/support/trace_text.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using namespace pstudio::test;

namespace {

constexpr std::string_view kHead = ".version 8.0\n.target sm_80\n.address_size 64\n\n";

/// C = A + A, beside an entry with parameters of other kinds.
constexpr std::string_view kTwice = R"(.global .align 4 .f32 factor = 0f40000000;
.visible .entry twice(
 .param .u64 twice_param_0,
 .param .u64 twice_param_1
)
{
 .reg .b32 %r<5>;
 .reg .f32 %f<3>;
 .reg .b64 %rd<7>;
 ld.param.u64 %rd1, [twice_param_0];
 ld.param.u64 %rd2, [twice_param_1];
 mov.u32 %r1, %ctaid.x;
 mov.u32 %r2, %ntid.x;
 mov.u32 %r3, %tid.x;
 mad.lo.s32 %r4, %r1, %r2, %r3;
 mul.wide.s32 %rd3, %r4, 4;
 add.s64 %rd4, %rd1, %rd3;
 ld.global.f32 %f1, [%rd4];
 add.f32 %f2, %f1, %f1;
 add.s64 %rd5, %rd2, %rd3;
 st.global.f32 [%rd5], %f2;
 ret;
}
.extern .shared .align 16 .b8 staged[];
.entry other(
 .param .f32 scale,
 .param .u32 count,
 .param .align 8 .b8 packed[24]
)
.maxntid 32, 1, 1
{
 .reg .b32 %r<2>;
 mov.u32 %r1, staged;
 st.shared.u32 [%r1], 0;
 ret;
}
)";

std::string moduleFor(std::string_view architecture) {
  return ".version 8.0\n.target " + std::string(architecture) + "\n.address_size 64\n\n" +
         std::string(kTwice);
}

} // namespace

class CudaPtxTest : public QObject {
  Q_OBJECT

private:
  QTemporaryDir m_folder;
  FakeCuda *m_fake = nullptr;
  SimulatedGpu m_gpu;
  RunLog m_log;
  std::vector<std::string> m_compiled; ///< all PTX that the driver compiled

  std::string fileOf(const std::string &name, const std::string &text) const {
    const std::string path = m_folder.filePath(QString::fromStdString(name)).toStdString();
    std::ofstream(path) << text;
    return path;
  }

  RunSpec spec(const std::string &file, const char *mode = "functions:slots=16") const {
    RunSpec spec;
    spec.kernelFile = file;
    spec.function = "twice";
    spec.target = "cuda";
    spec.grid = {kCtas, 1, 1};
    spec.block = {kThreads, 1, 1};
    spec.arguments.push_back({"A", BufferArgument{DType::F32, {128}, IotaInit{}}});
    spec.arguments.push_back({"C", BufferArgument{DType::F32, {128}, ZerosInit{}}});
    spec.checks.push_back({"C", "add", {"A", "A"}, {}, 0.0});
    spec.mode = InstrumentationMode::parse(mode).value();
    return spec;
  }
  RunSpec twice() { return spec(fileOf("twice.ptx", std::string(kHead) + std::string(kTwice))); }

  Result<RunOutcome> run(const RunSpec &spec, const std::string &architecture = {}) {
    return runSession(spec, *makeCudaTarget(spec, {architecture, pathOf(FakeLibrary::Whole)}),
                      m_log, std::atomic<bool>(false));
  }
  void expectFailure(const RunSpec &spec, ErrorCode code, const char *part,
                     const std::string &architecture = {}) {
    const auto outcome = run(spec, architecture);
    QVERIFY(!outcome);
    QVERIFY2(textOf(outcome.error()).contains(part), qPrintable(textOf(outcome.error())));
    QVERIFY(outcome.error().code == code);
  }

private Q_SLOTS:
  void initTestCase() { QVERIFY(m_folder.isValid()); }
  void init() {
    m_fake = &freshFakeCuda();
    m_gpu = SimulatedGpu();
    m_log = RunLog();
    m_compiled.clear();
    m_fake->kernels = kernelsOfSimulatedGpu();
    m_fake->body = [this](const FakeLaunch &launch, FakeMemory &memory) {
      m_gpu.run(launch, memory);
    };
    m_fake->moduleLoaded = [this] { m_compiled.push_back(m_fake->ptx); };
  }

  void aKernelInPtxIsRecordedThroughOneMoreParameter() {
    const auto outcome = run(twice());
    VERIFY_RESULT(outcome);
    QVERIFY2(!outcome->failure, m_log.text.c_str());
    QVERIFY(outcome->checks.at(0).passed());
    QCOMPARE(outcome->trace.sliceCount(), size_t{kCtas * kThreads / 32});
    const std::string text = traceToText(outcome->trace);
    QVERIFY2(text.find("code.architecture=\"sm_80\"") != std::string::npos, text.c_str());
    QVERIFY2(text.find("twice.ptx:6") != std::string::npos, text.c_str()); // of the .entry
    const auto launch = std::ranges::find(m_fake->launches, "twice", &FakeLaunch::kernel);
    QVERIFY(launch != m_fake->launches.end());
    QCOMPARE(launch->arguments.size(), size_t{3});
    // With records, then as it was, for a comparison of registers.
    const std::string original = std::string(kHead) + std::string(kTwice);
    const auto plain = std::ranges::find(m_compiled, original);
    QVERIFY(plain != m_compiled.end());
    const std::string &recorded = m_compiled.front();
    const auto module = ptx::readModule(recorded, "recorded");
    VERIFY_RESULT(module);
    QCOMPARE(module->entry("twice")->parameters.size(), size_t{3});
    QCOMPARE(module->entry("other")->parameters.size(), size_t{3}); // its own
    QVERIFY(recorded.find("clock") != std::string::npos);
    QCOMPARE(offencesOf(*m_fake), std::string());
  }

  void withoutInstrumentationThePtxIsCompiledAsItIs() {
    RunSpec plain = twice();
    plain.mode.enabled = false;
    m_fake->kernels[1].parameterBytes = {8, 8};
    const auto outcome = run(plain);
    VERIFY_RESULT(outcome);
    QVERIFY(outcome->checks.at(0).passed());
    QVERIFY(std::ranges::find(m_compiled, std::string(kHead) + std::string(kTwice)) !=
            m_compiled.end());
  }

  void aModeWithoutRecordsChangesNothing() {
    m_fake->kernels[1].parameterBytes = {8, 8};
    RunSpec loops = twice();
    loops.mode = InstrumentationMode::parse("loops").value();
    const auto outcome = run(loops);
    VERIFY_RESULT(outcome);
    QCOMPARE(outcome->trace.sliceCount(), size_t{0});
    QCOMPARE(m_compiled.front(), std::string(kHead) + std::string(kTwice));
  }

  void aCachedCompileOfAnotherModuleIsNotUsed() {
    const QTemporaryDir cache;
    CollectOptions options;
    options.cache = CacheSettings{cache.path().toStdString(), 1 << 24};
    const auto stateOf = [&](const RunSpec &spec) {
      const auto outcome = runSession(spec, *makeCudaTarget(spec, {{}, pathOf(FakeLibrary::Whole)}),
                                      m_log, std::atomic<bool>(false), options);
      return outcome ? traceToText(outcome->trace) : outcome.error().toString();
    };
    const auto has = [&](const RunSpec &spec, const char *state) {
      const std::string text = stateOf(spec);
      return text.find(state) != std::string::npos;
    };
    QVERIFY(has(twice(), "compile.cache=\"miss\""));
    QVERIFY(has(twice(), "compile.cache=\"hit\""));
    // Only a variable outside of the entry differs.
    std::string changed = std::string(kHead) + std::string(kTwice);
    changed.replace(changed.find("0f40000000"), 10, "0f40400000");
    QVERIFY(has(spec(fileOf("twice.ptx", changed)), "compile.cache=\"miss\""));
  }

  void anUnknownEntryIsAnsweredWithThoseThatThereAre() {
    RunSpec unknown = twice();
    unknown.function = "thrice";
    expectFailure(unknown, ErrorCode::InvalidInput, "the file has: twice, other");
  }

  void argumentsAreCheckedByTheirSizes() {
    RunSpec wrong = twice();
    wrong.checks.clear();
    wrong.arguments[1].value = ScalarArgument{DType::I32, 0, 1};
    expectFailure(wrong, ErrorCode::InvalidInput,
                  "C is a scalar of type i32, but the kernel takes");
    wrong.arguments[1].value = ScalarArgument{DType::F64, 1.0, 0}; // 8 bytes, as an address
    QVERIFY(emitCode(wrong, CodeFormat::Ptx, {}));
    RunSpec other = twice();
    other.function = "other";
    expectFailure(other, ErrorCode::Unsupported, "parameter 2 (packed) is a structure of 24 bytes");
  }

  void dynamicSharedMemoryThatTheBodyNamesMustBeGiven() {
    std::string text = std::string(kHead) + std::string(kTwice);
    text.replace(text.find("packed[24]"), 10, "packed[4]");
    RunSpec other = spec(fileOf("dynamic.ptx", text));
    other.function = "other";
    other.checks.clear();
    other.arguments = {{"scale", ScalarArgument{DType::F32, 1.0, 0}},
                       {"count", ScalarArgument{DType::F32, 1.0, 0}},
                       {"packed", ScalarArgument{DType::I32, 0, 7}}};
    expectFailure(other, ErrorCode::InvalidInput, ".maxntid");
    other.block = {32, 1, 1};
    expectFailure(other, ErrorCode::InvalidInput, "uses shared memory of its launch (@staged)");
  }

  void ptxOfAnotherArchitectureIsRejected() {
    expectFailure(twice(), ErrorCode::InvalidInput, "the PTX module is for sm_80, not for sm_90a",
                  "sm_90a");
    expectFailure(spec(fileOf("newer.ptx", moduleFor("sm_100a"))), ErrorCode::Unsupported,
                  "sm_100a");
    expectFailure(spec(fileOf("older.ptx", moduleFor("sm_52"))), ErrorCode::Unsupported, "sm_52");
  }

  void marksInThePtxAreScopes() {
    std::string text = std::string(kHead) + std::string(kTwice);
    text.insert(text.find(" ld.global"), "\t// pstudio scope start load\n");
    text.insert(text.find(" add.f32"), "\t// pstudio scope end load\n");
    const auto outcome = run(spec(fileOf("marked.ptx", text), "default:slots=16"));
    VERIFY_RESULT(outcome);
    QVERIFY2(!outcome->failure, m_log.text.c_str());
    const Trace &trace = outcome->trace;
    QCOMPARE(trace.sliceCount(), size_t{kCtas * kThreads / 32});
    QCOMPARE(trace.string(trace.sliceNames()[0]), std::string_view("load"));
    // The names are in the trace, not in the code, and nothing defines the markers.
    QVERIFY(m_compiled.front().find("proton_scope") == std::string::npos);
  }

  void aSourceIsCompiledForTheDevice() {
    RunSpec source = twice();
    source.kernelFile = "twice.cu";
    const std::string library = pathOf(FakeLibrary::Whole);
    QCOMPARE(withArchitectureOfSource(source, library).target, std::string("cuda:sm_90a"));
    QCOMPARE(withArchitectureOfSource(twice(), library).target, std::string("cuda"));
    source.target = "cuda:sm_80";
    QCOMPARE(withArchitectureOfSource(source, library).target, std::string("cuda:sm_80"));
    source.target = "cuda";
    QCOMPARE(withArchitectureOfSource(source, "libcuda-that-nobody-has.so.1").target,
             std::string("cuda"));
  }

  void theCodeOfARunIsPrintedWithoutADevice() {
    for (const char *mode : {"functions", "memory", "accesses", "functions,memory,async,matrix"}) {
      RunSpec printed = twice();
      printed.mode = InstrumentationMode::parse(mode).value();
      const auto code = emitCode(printed, CodeFormat::Ptx, {});
      VERIFY_RESULT(code);
      const auto module = ptx::readModule(*code, "printed");
      VERIFY_RESULT(module);
      QCOMPARE(module->entry("twice")->parameters.size(), size_t{3});
      QVERIFY(code->starts_with(kHead));
    }
  }
};

QTEST_GUILESS_MAIN(CudaPtxTest)
#include "cuda_ptx_test.moc"
