// SPDX-License-Identifier: Apache-2.0
// Facts about arguments change the code but not the result, and are checked before a launch.
#include <QtTest>

#include "collector/session/compile/known_facts.h"
#include "tests/collector/codegen/nvidia/ptx_compiler.h"
#include "tests/collector/kernel_runner.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using test::countOf;
using test::textOf;

namespace {

/// out[i * stride] = i * n / 16 + scale, for i of 32 threads.
const std::string kSource =
    test::kernelSource("%out: memref<64xi32>, %n: i32, %scale: i32, %stride: index",
                       R"mlir(
    %c16 = arith.constant 16 : i32
    %x = gpu.thread_id x
    %i = arith.index_cast %x : index to i32
    proton.record start "work"
    %a = arith.muli %i, %n : i32
    %b = arith.divui %a, %c16 : i32
    %c = arith.addi %b, %scale : i32
    %at = arith.muli %x, %stride : index
    memref.store %c, %out[%at] : memref<64xi32>
    proton.record end "work")mlir");

Argument scalar(const std::string &name, DType dtype, int64_t value) {
  return {name, ScalarArgument{dtype, static_cast<double>(value), value}};
}

RunSpec specOf(const std::string &target, int64_t n, int64_t scale, int64_t stride) {
  RunSpec spec;
  spec.target = target;
  spec.function = "k";
  spec.arguments = {{"out", BufferArgument{DType::I32, {64}, ZerosInit{}}},
                    scalar("n", DType::I32, n),
                    scalar("scale", DType::I32, scale),
                    scalar("stride", DType::I64, stride)};
  return spec;
}

/// The content of `out` after the kernel on the CPU target.
Result<std::vector<int32_t>> outputOf(const ArgumentFacts &facts, uint64_t n, uint64_t scale,
                                      uint64_t stride) {
  PSTUDIO_TRY_ASSIGN(KernelModule module, KernelModule::parse(kSource, "test.mlir"));
  InstrumentOptions options;
  options.mode.enabled = false;
  options.facts = facts;
  PSTUDIO_TRY_ASSIGN(InstrumentedKernel instrumented, module.instrument("k", options));
  PSTUDIO_TRY_ASSIGN(cpu::LoweredKernel lowered, cpu::lowerKernel(module, "k"));
  PSTUDIO_TRY_ASSIGN(cpu::CpuProgram program, std::move(lowered).compile());
  const test::CompiledKernel kernel{std::move(program), std::move(instrumented)};
  std::vector<int32_t> out(64);
  cpu::KernelArgument words[3];
  words[0].word = n;
  words[1].word = scale;
  words[2].word = stride;
  PSTUDIO_TRY(cpu::launch(test::request(
      kernel, {1, 1, 1}, {32, 1, 1}, {test::argument("out", out), words[0], words[1], words[2]})));
  return out;
}

/// out[i * stride] = in[i] for four elements at once, as a compiler of CUDA C++ prints it.
constexpr std::string_view kLlvmSource = R"ll(target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) align 32 %out, i32 %stride, i32 %n) {
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %from = getelementptr <4 x float>, ptr addrspace(1) %in, i32 %i
  %value = load <4 x float>, ptr addrspace(1) %from, align 4
  %at = mul i32 %i, %stride
  %rest = urem i32 %n, 16
  %place = add i32 %at, %rest
  %to = getelementptr <4 x float>, ptr addrspace(1) %out, i32 %place
  store <4 x float> %value, ptr addrspace(1) %to, align 16
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
)ll";

Result<std::string> ptxOf(const ArgumentFacts &facts, std::string_view source = kSource,
                          std::string_view file = "test.mlir") {
  PSTUDIO_TRY_ASSIGN(KernelModule module, KernelModule::parse(source, file));
  InstrumentOptions options;
  options.mode.enabled = false;
  options.facts = facts;
  PSTUDIO_TRY(module.instrument("k", options));
  nvidia::CompileOptions compile;
  PSTUDIO_TRY_ASSIGN(compile.architecture, nvidia::architectureNamed("sm_90"));
  compile.block = {32, 1, 1};
  PSTUDIO_TRY_ASSIGN(nvidia::PtxKernel code, nvidia::compileKernel(module, "k", compile));
  return code.text;
}

} // namespace

class SpecializationTest final : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void factsHaveOneText() {
    const char *text = "0:align16,1:div16,2:one,3:off32";
    const auto facts = parseArgumentFacts(text);
    VERIFY_RESULT(facts);
    QCOMPARE(toString(*facts), std::string(text));
    VERIFY_RESULT(parseArgumentFacts(""));
    for (const char *wrong : {"0", "0:", "x:one", "0:div3", "0:align", "0:one,", ",", "0:two"})
      QVERIFY2(!parseArgumentFacts(wrong) ||
                   toString(*parseArgumentFacts(wrong)) == std::string("0:one"),
               wrong);
  }

  void eachTargetHasTheFactsThatItWants() {
    const auto text = [](const RunSpec &spec) { return toString(knownFacts(spec)); };
    QCOMPARE(text(specOf("cuda:sm_90", 48, 1, 3)), std::string("0:align16,1:div16,2:one"));
    QCOMPARE(text(specOf("hip", 48, 1, 3)), std::string("0:align16,0:off32,1:div16,2:one"));
    QCOMPARE(text(specOf("cuda", -16, 17, 0)), std::string("0:align16,1:div16,3:div16"));
    // The CPU target uses no facts: its times are those of the unspecialised kernel.
    QCOMPARE(text(specOf("cpu", 48, 1, 16)), std::string());
    RunSpec large = specOf("hip", 3, 3, 3);
    std::get<BufferArgument>(large.arguments[0].value).shape = {1 << 30, 2};
    QCOMPARE(text(large), std::string("0:align16"));
    RunSpec floating = specOf("cuda", 3, 3, 3);
    floating.arguments.push_back({"f", ScalarArgument{DType::F32, 1.0, 1}});
    QCOMPARE(text(floating), std::string("0:align16"));
  }

  void theResultIsTheSame_data() {
    QTest::addColumn<qulonglong>("n");
    QTest::addColumn<qulonglong>("scale");
    QTest::addColumn<qulonglong>("stride");
    QTest::newRow("all facts") << 48ull << 1ull << 1ull;
    QTest::newRow("zero is a multiple") << 0ull << 0ull << 1ull;
    QTest::newRow("none") << 5ull << 3ull << 2ull;
    QTest::newRow("large") << 0x7ffffff0ull << 0xffffffffull << 1ull;
  }
  void theResultIsTheSame() {
    QFETCH(qulonglong, n);
    QFETCH(qulonglong, scale);
    QFETCH(qulonglong, stride);
    const ArgumentFacts facts =
        knownFacts(specOf("cuda", static_cast<int32_t>(n), static_cast<int32_t>(scale),
                          static_cast<int64_t>(stride)));
    const auto plain = outputOf({}, n, scale, stride);
    const auto specialised = outputOf(facts, n, scale, stride);
    VERIFY_RESULT(plain);
    VERIFY_RESULT(specialised);
    QVERIFY(*plain == *specialised);
    QCOMPARE((*plain)[stride], static_cast<int32_t>(static_cast<uint32_t>(n) / 16 + scale));
  }

  void ptxLoadsNoArgumentThatIsOne() {
    const auto plain = ptxOf({});
    const auto specialised = ptxOf({{0, ArgumentFactKind::Aligned, 16},
                                    {1, ArgumentFactKind::DivisibleBy, 16},
                                    {2, ArgumentFactKind::EqualsOne, 0},
                                    {3, ArgumentFactKind::EqualsOne, 0}});
    VERIFY_RESULT(plain);
    VERIFY_RESULT(specialised);
    QCOMPARE(countOf(*plain, "ld.param"), size_t{4});
    QCOMPARE(countOf(*specialised, "ld.param"), size_t{2});
    QCOMPARE(countOf(*specialised, ".param ."), countOf(*plain, ".param ."));
  }

  void llvmIrIsSpecialisedToo() {
    const auto plain = ptxOf({}, kLlvmSource, "test.ll");
    const auto specialised = ptxOf({{0, ArgumentFactKind::Aligned, 16},
                                    {1, ArgumentFactKind::Aligned, 16},
                                    {2, ArgumentFactKind::EqualsOne, 0},
                                    {3, ArgumentFactKind::DivisibleBy, 16}},
                                   kLlvmSource, "test.ll");
    VERIFY_RESULT(plain);
    VERIFY_RESULT(specialised);
    QCOMPARE(countOf(*plain, "ld.param"), size_t{4});
    QCOMPARE(countOf(*specialised, "ld.param"), size_t{2}); // neither %stride nor %n
    QCOMPARE(countOf(*plain, "ld.global.v4.f32") + countOf(*plain, "ld.global.nc.v4.f32"),
             size_t{0});
    QCOMPARE(countOf(*specialised, "ld.global.v4.f32") +
                 countOf(*specialised, "ld.global.nc.v4.f32"),
             size_t{1});
    QCOMPARE(countOf(*specialised, "st.global.v4.f32"), size_t{1});
    QCOMPARE(countOf(*specialised, ".param ."), countOf(*plain, ".param ."));
  }

  void aLaunchWithOtherArgumentsIsRejected() {
    const RunSpec spec = specOf("cuda", 48, 1, 3);
    KernelSignature signature;
    signature.parameters = {{true, false, DType::I32, {64}, "memref<64xi32>"},
                            {false, false, DType::I32, {}, "i32"},
                            {false, false, DType::I32, {}, "i32"},
                            {false, false, DType::I64, {}, "index"}};
    auto arguments = BoundArguments::bind(spec, signature);
    VERIFY_RESULT(arguments);
    const ArgumentFacts facts = knownFacts(spec);
    std::vector<uint64_t> words{0x1000, 48, 1, 3};
    VERIFY_RESULT(checkFacts(facts, *arguments, words));
    const auto rejected = [&](size_t index, uint64_t word) {
      std::vector<uint64_t> other = words;
      other[index] = word;
      const Result<void> checked = checkFacts(facts, *arguments, other);
      return !checked && checked.error().code == ErrorCode::RunFailed &&
             checked.error().where == "argument " + arguments->name(index);
    };
    QVERIFY(rejected(0, 0x1008));
    QVERIFY(rejected(1, 49));
    QVERIFY(rejected(2, 0));
    QVERIFY(!rejected(3, 4)); // there is no fact about it
    QVERIFY(!checkFacts(facts, *arguments, std::span(words).first(1)));
  }
};

QTEST_GUILESS_MAIN(SpecializationTest)
#include "specialization_test.moc"
