// SPDX-License-Identifier: Apache-2.0
// Callbacks of the user in a kernel: their parameters, their counts, and rejected callbacks.
#include <QTemporaryDir>
#include <QtTest>

#include <fstream>

#include "collector/callbacks/callback_code.h"
#include "tests/collector/codegen/nvidia/ptxas.h"
#include "collector/live_kernels.h"
#include "core/run/npy.h"
#include "tests/support/trace_text.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using test::textOf;

namespace {

class Log final : public ProgressSink {
public:
  std::string text, printed;
  size_t compiles = 0;
  void stage(std::string_view name) override { compiles += name == "lower"; }
  void fraction(double) override {}
  void log(std::string_view line) override { text += std::string(line) + "\n"; }
  void output(std::string_view part) override { printed += part; }
};

std::string source(const std::string &path) {
  return std::string(PSTUDIO_SOURCE_DIR) + "/" + path;
}

RunSpec loadSpec(const std::string &name) {
  auto spec = loadRunSpec(source("resources/kernels/" + name + ".json"));
  if (!spec)
    qFatal("%s", qPrintable(textOf(spec.error())));
  return *spec;
}

/// A loop, a branch that half of the lanes take, and a barrier, in 2 CTAs of 64 threads.
const char *const kKernel = R"mlir(gpu.module @m {
  gpu.func @steps(%A: memref<128xi32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c5 = arith.constant 5 : index
    %c16 = arith.constant 16 : index
    %c32 = arith.constant 32 : index
    %cta = gpu.block_id x
    %size = gpu.block_dim x
    %thread = gpu.thread_id x
    %base = arith.muli %cta, %size : index
    %i = arith.addi %base, %thread : index
    %lane = arith.remui %thread, %c32 : index
    %low = arith.cmpi ult, %lane, %c16 : index
    scf.if %low {
      %a = memref.load %A[%i] : memref<128xi32>
      memref.store %a, %A[%i] : memref<128xi32>
    }
    gpu.barrier
    scf.for %k = %c0 to %c5 step %c1 {
      %v = memref.load %A[%i] : memref<128xi32>
      memref.store %v, %A[%i] : memref<128xi32>
    }
    gpu.return
  }
}
)mlir";

} // namespace

class CallbacksTest : public QObject {
  Q_OBJECT

private:
  QTemporaryDir m_folder;
  Log m_log;
  const std::atomic<bool> m_cancel{false};

  std::string file(const std::string &name) const {
    return m_folder.filePath(QString::fromStdString(name)).toStdString();
  }
  /// Writes a file of callbacks that includes the header.
  std::string written(const std::string &code, const std::string &name = "callbacks.c") const {
    std::ofstream(file(name)) << "#include \"" << source("resources/markers/proton_callbacks.h")
                              << "\"\n"
                              << code;
    return file(name);
  }
  static void use(RunSpec &spec, const std::string &code, const std::string &callbacks) {
    spec.callbacks.file = code;
    auto mode = InstrumentationMode::parse("default:callbacks=" + callbacks);
    if (!mode)
      qFatal("%s", qPrintable(textOf(mode.error())));
    spec.mode = *mode;
  }
  RunSpec steps() const {
    RunSpec spec;
    spec.kernelFile = file("steps.mlir");
    spec.function = "steps";
    spec.grid = {2, 1, 1};
    spec.block = {64, 1, 1};
    spec.arguments.push_back({"A", BufferArgument{DType::I32, {128}, IotaInit{}}});
    return spec;
  }

  Result<RunOutcome> run(RunSpec spec, const CollectOptions &options = withoutCache()) {
    m_log = Log();
    return collect(spec, m_log, m_cancel, options);
  }
  static CollectOptions withoutCache() {
    CollectOptions options;
    options.cache = CacheSettings{{}, 0};
    return options;
  }
  /// The callback buffer after a run, read from the file that the specification names.
  std::vector<double> countsOf(RunSpec spec) {
    spec.callbacks.output = file("counts.npy");
    const auto outcome = run(spec);
    if (!outcome)
      qFatal("%s", qPrintable(textOf(outcome.error())));
    const auto values = readNpy(spec.callbacks.output);
    if (!values)
      qFatal("%s", qPrintable(textOf(values.error())));
    std::vector<double> counts;
    for (uint64_t i = 0; i < values->elementCount(); ++i)
      counts.push_back(values->at(i));
    return counts;
  }
  QString rejection(const RunSpec &spec) {
    const auto outcome = run(spec);
    return outcome ? QString("it ran") : textOf(outcome.error());
  }

private Q_SLOTS:
  void initTestCase() {
    QVERIFY(m_folder.isValid());
    std::ofstream(file("steps.mlir")) << kKernel;
  }

  void theExampleCountsTheBytesOfEveryWarp_data() {
    QTest::addColumn<QString>("kernel");
    QTest::addColumn<QString>("point");
    QTest::addColumn<int>("warps");
    QTest::addColumn<double>("bytes");
    QTest::newRow("2 x 4 floats a lane") << "vector_add"
                                         << "load" << 1024 << 1024.0;
    QTest::newRow("4 floats a lane") << "vector_add"
                                     << "store" << 1024 << 512.0;
    // Through shared memory: 4 floats per thread from global memory and 4 from shared memory.
    QTest::newRow("shared memory, too") << "transpose_padded"
                                        << "load" << 2048 << 1024.0;
  }
  void theExampleCountsTheBytesOfEveryWarp() {
    QFETCH(QString, kernel);
    QFETCH(QString, point);
    QFETCH(int, warps);
    QFETCH(double, bytes);
    RunSpec spec = loadSpec(kernel.toStdString());
    use(spec, source("resources/callbacks/count_bytes.c"), "count_bytes@" + point.toStdString());
    QCOMPARE(countsOf(spec), std::vector<double>(size_t(warps), bytes));
    const std::string head = "callbacks: i64[" + std::to_string(warps) + "], sum " +
                             std::to_string(int64_t(warps * bytes));
    QVERIFY2(m_log.printed.starts_with(head), m_log.printed.c_str());
  }

  void everyPointCallsAsOftenAsItIsReached_data() {
    QTest::addColumn<QString>("point");
    QTest::addColumn<double>("calls"); // of a warp of 32 lanes
    QTest::newRow("enter") << "enter" << 32.0;
    QTest::newRow("exit") << "exit" << 32.0;
    QTest::newRow("iteration") << "iteration" << 5 * 32.0;
    QTest::newRow("load") << "load" << 16 + 5 * 32.0;
    QTest::newRow("store") << "store" << 16 + 5 * 32.0;
    QTest::newRow("atomic") << "atomic" << 0.0;
    QTest::newRow("barrier") << "barrier" << 32.0;
    QTest::newRow("after_barrier") << "after_barrier" << 32.0;
    QTest::newRow("async") << "async" << 0.0;
    QTest::newRow("matrix") << "matrix" << 0.0;
  }
  void everyPointCallsAsOftenAsItIsReached() {
    QFETCH(QString, point);
    QFETCH(double, calls);
    RunSpec spec = steps();
    use(spec,
        written("void hit(uint64_t *buffer, uint32_t cta, uint32_t warps, uint32_t warp) {"
                "  PROTON_ADD(&buffer[cta * warps + warp], 1); }"),
        "hit@" + point.toStdString());
    QCOMPARE(countsOf(spec), std::vector<double>(4, calls));
  }

  void aCallbackIsToldWhatItAsksFor() {
    // Each thread writes a row of the callback's arguments at its stores; 64 bytes per thread.
    RunSpec spec = steps();
    spec.callbacks.buffer = {DType::I64, {128, 8}, ZerosInit{}};
    use(spec,
        written("void note(uint32_t lane, uint64_t address, uint32_t space, uint32_t line,\n"
                "          uint32_t bytes, uint64_t buffer_bytes, uint32_t warp_of_grid,\n"
                "          uint64_t cycle, uint64_t *buffer) {\n"
                "  uint64_t *row = buffer + (warp_of_grid * 32 + lane) * 8;\n"
                "  row[0] = address; row[1] = space; row[2] = line; row[3] = bytes;\n"
                "  row[4] = buffer_bytes; row[5] = cycle;\n"
                "}\n"),
        "note@store");
    const std::vector<double> told = countsOf(spec);
    for (size_t thread = 0; thread < 128; ++thread) {
      const double *row = told.data() + thread * 8;
      QCOMPARE(row[0] - told[0], double(thread) * 4);
      QCOMPARE(row[1], 1.0);
      QCOMPARE(row[2], 22.0); // the store in the loop, the last one
      QCOMPARE(row[3], 4.0);
      QCOMPARE(row[4], 128 * 64.0);
      QVERIFY(row[5] > 0.0);
    }
  }

  void callbacksCostNothingInTheModelAndLeaveTheTraceAsItIs() {
    RunSpec spec = loadSpec("gemm_tiled");
    const auto plain = run(spec);
    VERIFY_RESULT(plain);
    use(spec, source("resources/callbacks/count_bytes.c"), "count_bytes@load,count_bytes@store");
    const auto called = run(spec);
    VERIFY_RESULT(called);
    QVERIFY(!called->failure && called->checks.at(0).passed());
    QCOMPARE(called->checks[0].maxError, plain->checks.at(0).maxError);
    std::string text = traceToText(called->trace);
    const std::string part = ":callbacks=count_bytes@load,count_bytes@store";
    QVERIFY(text.find(part) != std::string::npos);
    text.erase(text.find(part), part.size());
    QCOMPARE(text.substr(text.find('\n')),
             traceToText(plain->trace).substr(traceToText(plain->trace).find('\n')));
  }

  void everyLaunchBeginsWithTheBuffersInitialValues() {
    RunSpec spec = steps();
    spec.warmup = 1;
    spec.repeat = 2;
    spec.callbacks.buffer = {DType::I32, {2}, IotaInit{}};
    use(spec, written("void add(int *buffer) { PROTON_ADD(&buffer[1], 2); }"), "add@enter");
    QCOMPARE(countsOf(spec), (std::vector<double>{0.0, 1.0 + 2 * 128}));
  }

  void cppFilesAndSeveralFunctionsWork() {
    RunSpec spec = steps();
    spec.callbacks.buffer = {DType::I64, {2}, ZerosInit{}};
    use(spec,
        written("namespace { template <int I> void add(uint64_t *to) { PROTON_ADD(to + I, 1); } }\n"
                "PROTON_CALLBACK void one(uint64_t *buffer) { add<0>(buffer); }\n"
                "PROTON_CALLBACK void other(uint64_t *buffer) { add<1>(buffer); }\n",
                "callbacks.cpp"),
        "one@enter,other@iteration");
    QCOMPARE(countsOf(spec), (std::vector<double>{128.0, 5 * 128.0}));
  }

  void kernelsOfLlvmIrHavePointsToo() {
    RunSpec spec;
    spec.kernelFile = source("tests/collector/foreign/inputs/two_kernels.ll");
    spec.function = "add";
    spec.grid = {4, 1, 1};
    spec.block = {128, 1, 1};
    for (const char *name : {"a", "b", "c"})
      spec.arguments.push_back({name, BufferArgument{DType::F32, {500}, ZerosInit{}}});
    spec.arguments.push_back({"n", ScalarArgument{DType::I32, 0.0, 500}});
    use(spec, source("resources/callbacks/count_bytes.c"), "count_bytes@load,count_bytes@store");
    std::vector<double> expected(16, 32 * 3 * 4.0);
    expected.back() = 20 * 3 * 4.0; // threads 500 to 511 do nothing
    QCOMPARE(countsOf(spec), expected);
    spec.target = "cuda:sm_90";
    VERIFY_RESULT(emitPtx(spec, withoutCache()));
  }

  void bitcodeIsTakenAsItIs() {
    std::string warnings;
    const auto code = compileCallbacks(source("resources/callbacks/count_bytes.c"),
                                       CallbackTarget::Host, warnings);
    VERIFY_RESULT(code);
    std::ofstream(file("count.bc"), std::ios::binary) << code->bitcode;
    RunSpec spec = loadSpec("vector_add");
    use(spec, file("count.bc"), "count_bytes@load");
    QCOMPARE(countsOf(spec), std::vector<double>(1024, 1024.0));
    std::ofstream(file("none.bc"), std::ios::binary) << "no bitcode";
    use(spec, file("none.bc"), "count_bytes@load");
    QVERIFY(rejection(spec).contains("cannot be read"));
  }

  void functionsThatAreLeftOutHaveNoPoints() {
    RunSpec spec = loadSpec("layer_norm");
    use(spec, written("void hit(uint64_t *buffer) { PROTON_ADD(buffer, 1); }"), "hit@enter");
    const double all = countsOf(spec).front();
    const double threads = double(extentProduct(spec.grid) * extentProduct(spec.block));
    spec.mode.include = {spec.function};
    QCOMPARE(countsOf(spec).front(), threads);
    QVERIFY(all > threads);
  }

  void whatCannotBeCalledIsRejectedWithItsPlace_data() {
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("callback");
    QTest::addColumn<QString>("part");
    const auto row = [](const char *name, const char *code, const char *callback,
                        const char *part) { QTest::newRow(name) << code << callback << part; };
    row("syntax", "void f(int *buffer) { buffer[0] = ; }", "f@load", "callbacks.c:2:35: the callb");
    row("no such function", "void g(void) {}", "f@load", "the file has: g");
    row("hidden", "static void f(void) {}", "f@load", "there is no callback f");
    row("no such value", "void f(uint32_t stride) {}", "f@load",
        "callbacks.c:2: callback f asks for \"stride\", which point load does not provide");
    row("not at this point", "void f(uint64_t address) {}", "f@enter",
        "which point enter does not provide");
    row("type", "\nvoid f(uint32_t address) {}", "f@load",
        "callbacks.c:3: parameter address of callback f has to be uint64_t");
    row("pointer", "void f(uint64_t buffer) {}", "f@load", "has to be a pointer");
    row("result", "int f(void) { return 1; }", "f@load", "returns a value");
    row("marker",
        "void proton_scope_start(const char *);\nvoid f(void) { "
        "proton_scope_start(\"x\"); }",
        "f@load", "a callback cannot make records: f calls proton_scope_start");
    row("library", "int puts(const char *);\nvoid f(void) { puts(\"x\"); }", "f@load", "puts");
    row("the kernel's own name", "void steps(void) {}", "steps@load",
        "the kernel's file has a function steps, too");
  }
  void whatCannotBeCalledIsRejectedWithItsPlace() {
    QFETCH(QString, code);
    QFETCH(QString, callback);
    QFETCH(QString, part);
    RunSpec spec = steps();
    use(spec, written(code.toStdString()), callback.toStdString());
    const QString said = rejection(spec);
    QVERIFY2(said.contains(part), qPrintable(said));
  }

  void aModeWithoutAFileAndAMissingCompilerAreSaid() {
    RunSpec spec = steps();
    use(spec, {}, "f@load");
    QVERIFY(rejection(spec).contains("--callbacks FILE.c"));
    spec.callbacks.file = written("void f(void) {}");
    qputenv("PSTUDIO_CLANG", "/no/such/clang");
    const QString said = rejection(spec);
    qunsetenv("PSTUDIO_CLANG");
    QVERIFY2(said.contains("/no/such/clang"), qPrintable(said));
    qputenv("PSTUDIO_CLANG", "/bin/false");
    const QString silent = rejection(spec);
    qunsetenv("PSTUDIO_CLANG");
    QVERIFY2(silent.contains("/bin/false ended with exit code 1 and no message"),
             qPrintable(silent));
    const QByteArray path = qgetenv("PATH");
    qputenv("PATH", m_folder.path().toUtf8());
    const QString nowhere = rejection(spec);
    qputenv("PATH", path);
    QVERIFY2(nowhere.contains("install clang-19"), qPrintable(nowhere));
  }

  void theCacheKnowsCallbacksByTheirCode() {
    const QTemporaryDir cache;
    CollectOptions options;
    options.cache = CacheSettings{cache.path().toStdString(), 1 << 24};
    RunSpec spec = steps();
    spec.callbacks.output = file("cached.npy");
    spec.callbacks.buffer = {DType::I64, {1}, ZerosInit{}};
    const auto countWith = [&](const char *step, size_t compiles) {
      use(spec,
          written(std::string("void f(uint64_t *buffer) { PROTON_ADD(buffer, ") + step + "); }"),
          "f@enter");
      const auto outcome = run(spec, options);
      const auto values = readNpy(file("cached.npy"));
      return outcome && values && m_log.compiles == compiles ? values->at(0) : -1.0;
    };
    QCOMPARE(countWith("1", 1), 128.0);
    QCOMPARE(countWith("1", 0), 128.0); // from the cache
    QCOMPARE(countWith("3", 1), 384.0);
    QCOMPARE(countWith("1", 0), 128.0);
  }

  void aLiveKernelsCallsAndRestores() {
    RunSpec spec = loadSpec("vector_add");
    spec.callbacks.file = source("resources/callbacks/count_bytes.c");
    m_log = Log();
    auto session = openLiveKernels({spec}, m_log, m_cancel, withoutCache());
    VERIFY_RESULT(session);
    for (int i = 0; i < 2; ++i) {
      VERIFY_RESULT((*session)->instrument("*", "default:callbacks=count_bytes@load"));
      m_log.printed.clear();
      VERIFY_RESULT((*session)->launch("*"));
      QVERIFY2(m_log.printed.starts_with("callbacks: i64[1024], sum 1048576,"),
               m_log.printed.c_str());
      VERIFY_RESULT((*session)->restore("*"));
      m_log.printed.clear();
      VERIFY_RESULT((*session)->launch("*"));
      QCOMPARE(m_log.printed, std::string());
    }
  }

  void theAssemblerAcceptsWhatIsMadeForAGpu_data() {
    QTest::addColumn<QString>("kernel");
    for (const char *kernel : {"vector_add", "gemm_tiled", "layer_norm", "reduction"})
      QTest::newRow(kernel) << kernel;
  }
  void theAssemblerAcceptsWhatIsMadeForAGpu() {
    QFETCH(QString, kernel);
    RunSpec spec = loadSpec(kernel.toStdString());
    spec.target = "cuda:sm_90";
    use(spec,
        written("void f(uint64_t *buffer, uint64_t cycle, uint32_t warp_of_grid, uint32_t line) {"
                "  PROTON_ADD(&buffer[warp_of_grid], cycle + line); }\n"
                "void g(uint64_t *buffer, uint64_t address, uint32_t bytes, uint32_t space) {"
                "  if (space == 1) PROTON_ADD(&buffer[address % 2], bytes); }"),
        "f@enter,f@exit,f@iteration,f@barrier,f@after_barrier,f@async,g@load,g@store");
    const auto ptx = emitPtx(spec, withoutCache());
    VERIFY_RESULT(ptx);
    QVERIFY(ptx->find(".visible .global .align 8 .b8 proton_callback_buffer[16]") !=
            std::string::npos);
    QVERIFY(ptx->find("atom") != std::string::npos);
    for (const char *wrapper : {"callback_f", "callback_g", "callback.f", "callback.g"})
      QVERIFY2(ptx->find(wrapper) == std::string::npos, "callbacks are inlined");
    const auto ptxas = nvidia::findPtxas();
    if (!ptxas)
      QSKIP("there is no ptxas");
    const auto architecture = nvidia::architectureNamed("sm_90");
    VERIFY_RESULT(architecture);
    nvidia::PtxKernel code;
    code.text = *ptx;
    code.entry = spec.function;
    code.architecture = *architecture;
    VERIFY_RESULT(nvidia::assemble(*ptxas, code));
  }
};

QTEST_GUILESS_MAIN(CallbacksTest)
#include "callbacks_test.moc"
