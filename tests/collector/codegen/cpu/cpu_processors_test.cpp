// SPDX-License-Identifier: Apache-2.0
// Kernels compute the same bits for every processor of the CPU target: all half and bfloat16
// values, 128-bit integers, and mathematical functions that are instructions on some processors.
#include <QtTest>

#include <bit>
#include <random>

#include "collector/codegen/cpu/compile_ir.h"
#include "collector/runtime/cpu/launch.h"
#include "tests/collector/codegen/cpu/processors.h"
#include "tests/collector/runtime/cpu/narrow_reference.h"
#include "tests/support/verify_result.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"

using namespace pstudio;
using test::NarrowFormat;

namespace {

constexpr uint32_t kElements = 0x10000; // all half, all bfloat16 values
constexpr uint32_t kThreads = 256;

/// Begin of a kernel: computes the index %i of the thread's element.
constexpr const char *kIndex = R"(
declare i32 @pstudio.cpu.tid.x()
declare i32 @pstudio.cpu.ctaid.x()
define void @k(ptr %in, ptr %out) {
  %t = call i32 @pstudio.cpu.tid.x()
  %c = call i32 @pstudio.cpu.ctaid.x()
  %first = mul i32 %c, 256
  %i32 = add i32 %first, %t
  %i = zext i32 %i32 to i64
)";

Result<cpu::CpuProgram> compile(const std::string &text, const QString &processor) {
  auto context = std::make_unique<llvm::LLVMContext>();
  llvm::SMDiagnostic diagnostic;
  auto module = llvm::parseAssemblyString(text, diagnostic, *context);
  if (!module)
    return fail(ErrorCode::CompileFailed, diagnostic.getMessage().str(),
                std::to_string(diagnostic.getLineNo()));
  cpu::CompileOptions options;
  options.processor = processor.toStdString();
  return cpu::compileIr(std::move(context), std::move(module), "k", nullptr, options);
}

/// Runs kIndex followed by `body` in kElements threads. Each thread writes out.size() / kElements
/// elements.
template <class In, class Out>
Result<void> run(const std::string &declarations, const std::string &body, const QString &processor,
                 std::vector<In> &in, std::vector<Out> &out) {
  PSTUDIO_TRY_ASSIGN(const cpu::CpuProgram program,
                     compile(declarations + kIndex + body + "  ret void\n}\n", processor));
  cpu::LaunchRequest request;
  request.entry = program.entry();
  request.program = &program.map();
  request.kernel = "k";
  request.block = {kThreads, 1, 1};
  request.grid = {kElements / kThreads, 1, 1};
  const auto argument = [](const char *name, auto &values) {
    return cpu::KernelArgument{name,
                               reinterpret_cast<uint64_t>(values.data()),
                               values.size() * sizeof values[0],
                               {static_cast<int64_t>(values.size())},
                               sizeof values[0]};
  };
  request.arguments = {argument("in", in), argument("out", out)};
  return cpu::launch(request).map([](const cpu::LaunchResult &) {});
}

/// Sum, difference, product, quotient and square root of every value of `type` and another value.
std::string narrowArithmetic(const std::string &type) {
  std::string text = "  %a.at = getelementptr " + type + ", ptr %in, i64 %i\n  %x = load " + type +
                     ", ptr %a.at\n  %far = mul i64 %i, 40503\n  %far.odd = add i64 %far, 12345\n"
                     "  %j = and i64 %far.odd, 65535\n  %b.at = getelementptr " +
                     type + ", ptr %in, i64 %j\n  %y = load " + type +
                     ", ptr %b.at\n  %o = mul i64 %i, 5\n";
  const std::string suffix = type == "half" ? "f16" : "bf16";
  const std::string operations[] = {"fadd " + type + " %x, %y", "fsub " + type + " %x, %y",
                                    "fmul " + type + " %x, %y", "fdiv " + type + " %x, %y",
                                    "call " + type + " @llvm.sqrt." + suffix + "(" + type + " %x)"};
  for (size_t n = 0; n < std::size(operations); ++n) {
    const std::string id = std::to_string(n);
    text += "  %r" + id + " = " + operations[n] + "\n  %o" + id + " = add i64 %o, " + id +
            "\n  %p" + id + " = getelementptr " + type + ", ptr %out, i64 %o" + id + "\n  store " +
            type + " %r" + id + ", ptr %p" + id + "\n";
  }
  return text;
}

/// The expected results of narrowArithmetic() for one pair.
std::array<float, 5> exactly(float x, float y) {
  return {x + y, x - y, x * y, x / y, std::sqrt(x)};
}

/// Adds a line of IR for each expression; its result of `type` is stored to the next element of
/// %out.
class Stores {
public:
  std::string text;
  void add(const std::string &type, const std::string &expression) {
    const std::string id = std::to_string(m_count);
    text += "  %s" + id + " = " + expression + "\n  %sp" + id +
            " = getelementptr i128, ptr %out, i64 " + "%place" + id + "\n  store " + type + " %s" +
            id + ", ptr %sp" + id + "\n";
    m_places += "  %place" + id + " = add i64 %o, " + id + "\n";
    ++m_count;
  }
  std::string all(const std::string &before) const { return before + m_places + text; }
  size_t count() const { return m_count; }

private:
  std::string m_places;
  size_t m_count = 0;
};

/// Operations that are calls on some processors and instructions on others.
Stores mixedOperations() {
  Stores stores;
  for (const char *operation : {"sdiv", "udiv", "srem", "urem", "mul"})
    stores.add("i128", std::string(operation) + " i128 %n, %divisor");
  for (const char *type : {"half", "bfloat", "float", "double"}) {
    stores.add(type, std::string("sitofp i128 %n to ") + type);
    stores.add(type, std::string("uitofp i64 %m to ") + type);
  }
  for (const char *type : {"half", "bfloat", "float"})
    stores.add(type, std::string("fptrunc double %d to ") + type);
  stores.add("half", "fptrunc float %f to half");
  stores.add("bfloat", "fptrunc float %f to bfloat");
  for (const char *name : {"floor", "ceil", "trunc", "rint", "nearbyint", "round", "roundeven"}) {
    stores.add("float", std::string("call float @llvm.") + name + ".f32(float %f)");
    stores.add("double", std::string("call double @llvm.") + name + ".f64(double %d)");
  }
  stores.add("float", "call float @llvm.fma.f32(float %f, float %f, float %g)");
  stores.add("double", "call double @llvm.fma.f64(double %d, double %d, double %d)");
  stores.add("double", "call double @llvm.powi.f64.i32(double %d, i32 3)");
  stores.add("i128", "call i128 @llvm.fptosi.sat.i128.f64(double %d)");
  stores.add("i64", "call i64 @llvm.fptoui.sat.i64.f32(float %f)");
  stores.add("i128", "call i128 @llvm.fptosi.sat.i128.f16(half %h)");
  stores.add("i128", "atomicrmw add ptr %at, i128 %divisor seq_cst, align 16");
  stores.add("i128", "load atomic i128, ptr %at seq_cst, align 16");
  return stores;
}

constexpr const char *kMixedDeclarations = R"(
declare float @llvm.floor.f32(float)
declare float @llvm.ceil.f32(float)
declare float @llvm.trunc.f32(float)
declare float @llvm.rint.f32(float)
declare float @llvm.nearbyint.f32(float)
declare float @llvm.round.f32(float)
declare float @llvm.roundeven.f32(float)
declare double @llvm.floor.f64(double)
declare double @llvm.ceil.f64(double)
declare double @llvm.trunc.f64(double)
declare double @llvm.rint.f64(double)
declare double @llvm.nearbyint.f64(double)
declare double @llvm.round.f64(double)
declare double @llvm.roundeven.f64(double)
declare float @llvm.fma.f32(float, float, float)
declare double @llvm.fma.f64(double, double, double)
declare double @llvm.powi.f64.i32(double, i32)
declare i128 @llvm.fptosi.sat.i128.f64(double)
declare i64 @llvm.fptoui.sat.i64.f32(float)
declare i128 @llvm.fptosi.sat.i128.f16(half)
)";

/// The operands of each thread derive from 32 bytes of %in: integers of 128 and 64 bits, a double,
/// a float and halves.
std::string mixedBody(const Stores &stores) {
  return stores.all(
      "  %at = getelementptr [2 x i128], ptr %in, i64 %i\n"
      "  %n = load i128, ptr %at\n  %second = getelementptr i128, ptr %at, i64 1\n"
      "  %m = load i64, ptr %second\n  %third = getelementptr i64, ptr %second, i64 1\n"
      "  %d.bits = load i64, ptr %third\n  %d.small = ashr i64 %d.bits, 20\n"
      "  %d.whole = sitofp i64 %d.small to double\n"
      "  %d = fdiv double %d.whole, 4096.0\n  %f.wide = fdiv double %d, 65536.0\n"
      "  %f = fptrunc double %f.wide to float\n  %g = fmul float %f, 0.3125\n"
      "  %h.in = fdiv float %f, 1024.0\n  %h = fptrunc float %h.in to half\n"
      "  %m.wide = zext i64 %m to i128\n  %divisor = or i128 %m.wide, 1\n"
      "  %o = mul i64 %i, " +
      std::to_string(stores.count()) + "\n");
}

} // namespace

class CpuProcessorsTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void everyHalfIsComputedExactly_data() { test::addProcessors(); }
  void everyHalfIsComputedExactly() { compareNarrow("half", NarrowFormat::half()); }

  void everyBfloatIsComputedExactly_data() { test::addProcessors(); }
  void everyBfloatIsComputedExactly() { compareNarrow("bfloat", NarrowFormat::bfloat()); }

  void operationsOfEveryTypeGiveTheSameBits_data() { test::addProcessors(); }
  void operationsOfEveryTypeGiveTheSameBits() {
    QFETCH(QString, processor);
    SKIP_UNLESS_RUNNABLE(processor);
    const Stores stores = mixedOperations();
    const auto runOn = [&](const QString &which) -> Result<std::vector<Element>> {
      std::mt19937_64 random(18);
      std::vector<Element> in(kElements * 2), out(kElements * stores.count());
      for (Element &element : in)
        for (uint64_t &word : element.words)
          word = random() >> random() % 64;
      PSTUDIO_TRY(run(kMixedDeclarations, mixedBody(stores), which, in, out));
      return out;
    };
    PSTUDIO_VERIFY_ASSIGN(const std::vector<Element> expected, runOn("x86-64"));
    PSTUDIO_VERIFY_ASSIGN(const std::vector<Element> found, runOn(processor));
    for (size_t i = 0; i < found.size(); ++i)
      QVERIFY2(
          found[i].words == expected[i].words,
          qPrintable(
              QString("thread %1, operation %2").arg(i / stores.count()).arg(i % stores.count())));
  }

private:
  struct alignas(16) Element {
    std::array<uint64_t, 2> words{};
  };

  static void compareNarrow(const std::string &type, const NarrowFormat &format) {
    QFETCH(QString, processor);
    SKIP_UNLESS_RUNNABLE(processor);
    std::vector<uint16_t> in(kElements), out(kElements * 5);
    for (uint32_t i = 0; i < kElements; ++i)
      in[i] = static_cast<uint16_t>(i);
    const std::string suffix = type == "half" ? "f16" : "bf16";
    VERIFY_RESULT(run("declare " + type + " @llvm.sqrt." + suffix + "(" + type + ")\n",
                      narrowArithmetic(type), processor, in, out));
    for (uint32_t i = 0; i < kElements; ++i) {
      const auto x = static_cast<float>(format.value(in[i]));
      const auto y = static_cast<float>(format.value(in[(i * 40503 + 12345) & 0xffff]));
      const std::array<float, 5> exact = exactly(x, y);
      for (size_t n = 0; n < exact.size(); ++n) {
        const uint16_t found = out[i * 5 + n];
        const bool isRight =
            std::isnan(exact[n]) ? format.isNan(found) : found == format.nearest(exact[n]);
        QVERIFY2(isRight, qPrintable(QString("operation %1 of %2 and %3 is bits %4")
                                         .arg(n)
                                         .arg(double(x))
                                         .arg(double(y))
                                         .arg(found, 4, 16)));
      }
    }
  }
};

QTEST_GUILESS_MAIN(CpuProcessorsTest)
#include "cpu_processors_test.moc"
