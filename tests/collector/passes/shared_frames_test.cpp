// SPDX-License-Identifier: Apache-2.0
// Functions with their own shared memory: random programs compute the same result as with separate
// memory for every call, and kernels require only the memory of their longest call path.
#include <QtTest>

#include <array>
#include <memory>
#include <random>

#include "tests/collector/codegen/nvidia/ptxas.h"
#include "collector/session/targets/cpu_target.h"
#include "collector/session/run/run_session.h"
#include "core/record/record_layout.h"
#include "tests/collector/codegen/nvidia/ptx_compiler.h"
#include "tests/collector/kernel_runner.h"
#include "tests/collector/session/run_log.h"
#include "tests/support/verify_result.h"

using namespace pstudio;

namespace {

constexpr uint32_t kThreads = 64;
using Lanes = std::array<uint32_t, kThreads>;

struct Statement {
  enum class Kind {
    Exchange, ///< a number from another thread through a separate buffer; no barrier after it
    Hold,     ///< the same, with statements between the store and the load
    Partly, ///< as Exchange, but only threads 0 to 7 store, for all threads
    Call,
    Loop
  };
  Kind kind = Kind::Exchange;
  uint32_t distance = 1; ///< to the other thread; iterations of a loop
  size_t callee = 0;
  std::vector<Statement> body;
};

/// Function 0 calls no function; each function calls only preceding ones; the last is the kernel.
using Program = std::vector<std::vector<Statement>>;

class Generator {
public:
  explicit Generator(uint64_t seed) : m_random(seed) {}

  Program run() {
    Program program;
    const size_t functions = 2 + pick(4);
    for (m_function = 0; m_function < functions; ++m_function)
      program.push_back(body(2));
    return program;
  }

private:
  uint32_t pick(uint32_t count) { return static_cast<uint32_t>(m_random() % count); }

  std::vector<Statement> body(int depth) {
    std::vector<Statement> statements(1 + pick(3));
    for (Statement &statement : statements) {
      using Kind = Statement::Kind;
      statement.distance = 1 + pick(kThreads - 1);
      const uint32_t choice = pick(8);
      if (choice < 3 && m_function > 0) {
        statement.kind = Kind::Call;
        statement.callee = pick(static_cast<uint32_t>(m_function));
      } else if (choice == 3 && depth > 0) {
        statement.kind = Kind::Loop;
        statement.distance = pick(4);
        statement.body = body(depth - 1);
      } else if (choice < 6 && depth > 0) {
        statement.kind = Kind::Hold;
        statement.body = body(depth - 1);
      } else if (choice == 6) {
        statement.kind = Kind::Partly;
      }
    }
    return statements;
  }

  std::mt19937_64 m_random;
  size_t m_function = 0;
};

/// Prints a program as IR.
class Printer {
public:
  std::string print(const Program &program) {
    m_text = "!n = memref<64xi32>\n!s = memref<64xi32, #gpu.address_space<workgroup>>\n"
             "gpu.module @m {\n";
    for (size_t function = 0; function < program.size(); ++function) {
      const bool isKernel = function + 1 == program.size();
      m_text += isKernel ? "gpu.func @k(%A: !n) kernel {\n"
                         : "func.func private @f" + std::to_string(function) +
                               "(%in: i32) -> i32 attributes {passthrough = [\"noinline\"]} {\n";
      m_text += "%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n"
                "%c8 = arith.constant 8 : index\n%c64 = arith.constant 64 : index\n"
                "%three = arith.constant 3 : i32\n%t = gpu.thread_id x\n"
                "%low = arith.cmpi ult, %t, %c8 : index\n";
      const std::string name = isKernel ? "start" : "in";
      if (isKernel)
        m_text += "%start = memref.load %A[%t] : !n\n";
      const std::string result = printBody(program[function], name);
      m_text += isKernel ? "memref.store %" + result + ", %A[%t] : !n\ngpu.return\n}\n"
                         : "return %" + result + " : i32\n}\n";
    }
    return m_text + "}\n";
  }

private:
  std::string next() { return "v" + std::to_string(m_next++); }

  std::string printBody(const std::vector<Statement> &statements, std::string value) {
    for (const Statement &statement : statements)
      value = print(statement, value);
    return value;
  }

  std::string print(const Statement &statement, const std::string &value) {
    const std::string result = next();
    if (statement.kind == Statement::Kind::Call) {
      m_text += "%" + result + " = func.call @f" + std::to_string(statement.callee) + "(%" + value +
                ") : (i32) -> i32\n";
      return result;
    }
    if (statement.kind == Statement::Kind::Loop) {
      const std::string carried = next(), rounds = next(), counter = next();
      m_text += "%" + rounds + " = arith.constant " + std::to_string(statement.distance) +
                " : index\n%" + result + " = scf.for %" + counter + " = %c0 to %" + rounds +
                " step %c1 iter_args(%" + carried + " = %" + value + ") -> (i32) {\n";
      const std::string end = printBody(statement.body, carried);
      m_text += "scf.yield %" + end + " : i32\n}\n";
      return result;
    }
    return printExchange(statement, value, result);
  }

  std::string printExchange(const Statement &statement, const std::string &value,
                            const std::string &result) {
    const std::string buffer = next(), distance = next(), sum = next(), from = next();
    const std::string theirs = next(), product = next();
    m_text += "%" + buffer + " = memref.alloca() : !s\n";
    if (statement.kind == Statement::Kind::Partly)
      m_text += "scf.if %low {\nscf.for %j = %t to %c64 step %c8 {\nmemref.store %" + value +
                ", %" + buffer + "[%j] : !s\n}\n}\n";
    else
      m_text += "memref.store %" + value + ", %" + buffer + "[%t] : !s\n";
    const std::string mine = printBody(statement.body, value);
    m_text += "gpu.barrier\n%" + distance + " = arith.constant " +
              std::to_string(statement.distance) + " : index\n%" + sum + " = arith.addi %t, %" +
              distance + " : index\n%" + from + " = arith.remui %" + sum + ", %c64 : index\n%" +
              theirs + " = memref.load %" + buffer + "[%" + from + "] : !s\n%" + product +
              " = arith.muli %" + mine + ", %three : i32\n%" + result + " = arith.addi %" +
              product + ", %" + theirs + " : i32\n";
    return result;
  }

  std::string m_text;
  size_t m_next = 0;
};

/// The result of the program with a separate buffer for every statement.
void execute(const Program &program, const std::vector<Statement> &statements, Lanes &values) {
  for (const Statement &statement : statements) {
    if (statement.kind == Statement::Kind::Call) {
      execute(program, program[statement.callee], values);
      continue;
    }
    if (statement.kind == Statement::Kind::Loop) {
      for (uint32_t i = 0; i < statement.distance; ++i)
        execute(program, statement.body, values);
      continue;
    }
    Lanes buffer = values;
    if (statement.kind == Statement::Kind::Partly)
      for (uint32_t thread = 0; thread < kThreads; ++thread)
        buffer[thread] = values[thread % 8];
    execute(program, statement.body, values);
    for (uint32_t thread = 0; thread < kThreads; ++thread)
      values[thread] = values[thread] * 3 + buffer[(thread + statement.distance) % kThreads];
  }
}

struct Line {
  alignas(record::kBlockAlignment) std::byte bytes[record::kBlockAlignment];
};

Result<std::vector<int32_t>> run(const std::string &source, std::string_view mode) {
  PSTUDIO_TRY_ASSIGN(test::CompiledKernel kernel, test::compile(source, mode, kThreads));
  std::vector<int32_t> values;
  for (uint32_t i = 0; i < kThreads; ++i)
    values.push_back(static_cast<int32_t>(i * i + 1));
  std::vector<Line> profile(record::blockBytes(kernel.instrumented.unitCount,
                                               kernel.instrumented.slotsPerUnit,
                                               kernel.instrumented.operations.isGrouped()) /
                                record::kBlockAlignment +
                            1);
  std::vector<cpu::KernelArgument> arguments{test::argument("A", values)};
  if (kernel.instrumented.unitCount > 0)
    arguments.push_back({"profile", reinterpret_cast<uint64_t>(profile.data()), 0, {}, 1});
  PSTUDIO_TRY(launch(test::request(kernel, {1, 1, 1}, {kThreads, 1, 1}, std::move(arguments))));
  return values;
}

std::vector<int32_t> expected(const Program &program) {
  Lanes values;
  for (uint32_t i = 0; i < kThreads; ++i)
    values[i] = i * i + 1;
  execute(program, program.back(), values);
  return {values.begin(), values.end()};
}

/// Two functions with different sizes of shared memory, one of which is called over two paths.
constexpr const char *kTwoPaths = R"(
    !large = memref<1024xf32, #gpu.address_space<workgroup>>
    !small = memref<64xf32, #gpu.address_space<workgroup>>
    gpu.module @m {
      func.func private @leaf(%x: f32) -> f32 attributes {passthrough = ["noinline"]} {
        %s = memref.alloca() : !large
        %t = gpu.thread_id x
        memref.store %x, %s[%t] : !large
        gpu.barrier
        %c63 = arith.constant 63 : index
        %o = arith.subi %c63, %t : index
        %y = memref.load %s[%o] : !large
        return %y : f32
      }
      func.func private @middle(%x: f32) -> f32 attributes {passthrough = ["noinline"]} {
        %s = memref.alloca() : !small
        %t = gpu.thread_id x
        memref.store %x, %s[%t] : !small
        %y = func.call @leaf(%x) : (f32) -> f32
        %mine = memref.load %s[%t] : !small
        %sum = arith.addf %y, %mine : f32
        return %sum : f32
      }
      gpu.func @k(%A: memref<64xf32>) kernel {
        %t = gpu.thread_id x
        %x = memref.load %A[%t] : memref<64xf32>
        %y = func.call @leaf(%x) : (f32) -> f32
        %z = func.call @middle(%y) : (f32) -> f32
        memref.store %z, %A[%t] : memref<64xf32>
        gpu.return
      }
    })";

} // namespace

class SharedFramesTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void randomProgramsComputeAsIfEveryCallHadMemoryOfItsOwn() {
    constexpr uint64_t kPrograms = 30;
    const uint64_t first = qEnvironmentVariableIsSet("PSTUDIO_SEED")
                               ? qEnvironmentVariable("PSTUDIO_SEED").toULongLong()
                               : 1;
    for (uint64_t seed = first; seed < first + kPrograms; ++seed) {
      const Program program = Generator(seed).run();
      const std::string source = Printer().print(program);
      const std::string shown = "seed " + std::to_string(seed) + "\n" + source;
      for (const char *mode : {"none", "functions,loops:buffer_type=shared"}) {
        const auto values = run(source, mode);
        QVERIFY2(values, values ? "" : (values.error().toString() + shown).c_str());
        QVERIFY2(*values == expected(program), (mode + (" " + shown)).c_str());
      }
    }
  }

  /// The calls are four levels deep, and the second call of row_sum reuses the buffer.
  void layerNormWithABufferPerCallIsRight() {
    auto spec = loadRunSpec(std::string(PSTUDIO_SOURCE_DIR) +
                            "/tests/collector/kernels/layer_norm_frames.json");
    VERIFY_RESULT(spec);
    for (const char *mode : {"none", "default", "functions,barriers,memory:slots=2048"}) {
      const auto parsed = InstrumentationMode::parse(mode);
      VERIFY_RESULT(parsed);
      spec->mode = *parsed;
      const auto target = makeCpuTarget(*spec);
      test::RunLog progress;
      const std::atomic<bool> cancel{false};
      const auto outcome = runSession(*spec, *target, progress, cancel, {});
      VERIFY_RESULT(outcome);
      QVERIFY2(!outcome->failure, outcome->failure ? outcome->failure->message.c_str() : "");
      QCOMPARE(outcome->checks.size(), size_t{1});
    }
  }

  void kernelsNeedWhatTheirLongestPathOfCallsDoes() {
    const auto module = KernelModule::parse(kTwoPaths, "test.mlir");
    VERIFY_RESULT(module);
    const auto signature = module->signature("k");
    VERIFY_RESULT(signature);
    // leaf only, or leaf called by middle: not 4096 + 256 + 4096.
    QCOMPARE(signature->staticSharedBytes, uint64_t{256 + 4096});
  }

  void theNeedOfPtxIsTheSame() {
    test::PtxRequest request;
    request.block = {kThreads, 1, 1};
    const auto ptx = test::compileToPtx(kTwoPaths, request);
    VERIFY_RESULT(ptx);
    QCOMPARE(ptx->staticSharedBytes, uint64_t{256 + 4096});
    // The barrier of leaf, which both calls share, and a barrier before its second use by middle.
    QVERIFY(test::countOf(ptx->text, "bar.sync") >= 2);
    QCOMPARE(test::countOf(ptx->text, ".local "), size_t{0});
    if (const auto ptxas = nvidia::findPtxas()) {
      const auto report = nvidia::assemble(*ptxas, *ptx);
      VERIFY_RESULT(report);
      QCOMPARE(report->stackBytes, uint64_t{0});
    }
  }

  void callsThatNotAllThreadsReachAreNamed() {
    const std::string source = R"(gpu.module @m {
      func.func private @f(%A: memref<64xi32>) {
        %s = memref.alloca() : memref<64xi32, #gpu.address_space<workgroup>>
        %t = gpu.thread_id x
        %x = memref.load %A[%t] : memref<64xi32>
        memref.store %x, %s[%t] : memref<64xi32, #gpu.address_space<workgroup>>
        %y = memref.load %s[%t] : memref<64xi32, #gpu.address_space<workgroup>>
        memref.store %y, %A[%t] : memref<64xi32>
        return
      }
      gpu.func @k(%A: memref<64xi32>) kernel {
        %c32 = arith.constant 32 : index
        %t = gpu.thread_id x
        %low = arith.cmpi ult, %t, %c32 : index
        scf.if %low {
          func.call @f(%A) : (memref<64xi32>) -> ()
        }
        gpu.return
      }
    })";
    const auto kernel = test::compile(source, "none", kThreads);
    VERIFY_RESULT(kernel);
    QCOMPARE(kernel->instrumented.warnings.size(), size_t{1});
    QCOMPARE(
        kernel->instrumented.warnings[0],
        std::string("test.mlir:16:11: not all threads of a CTA reach this call of the function "
                    "'f': its 256 bytes of shared memory do not overlap any other buffer of the "
                    "kernel 'k', and no barrier separates one execution from the next"));
  }
};

QTEST_GUILESS_MAIN(SharedFramesTest)
#include "shared_frames_test.moc"
