// SPDX-License-Identifier: Apache-2.0
// Kernels of HIP, compiled by clang to LLVM IR, as code objects with records.
#include <QRegularExpression>
#include <QtTest>

#include <fstream>
#include <sstream>

#include "collector/codegen/kernel_module.h"
#include "collector/collector.h"
#include "collector/session/targets/compile_to_amd.h"
#include "collector/session/targets/compile_to_ptx.h"
#include "core/run/run_spec.h"
#include "tests/collector/codegen/amd/amd_compiler.h"
#include "tests/collector/session/run_log.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using test::disassembly;
using test::elfText;
using test::noteFigure;

namespace {

constexpr const char *kSpec = PSTUDIO_SOURCE_DIR "/tests/collector/kernels/row_sum.json";

QString sourceText() {
  std::ifstream file(PSTUDIO_SOURCE_DIR "/tests/collector/kernels/row_sum.ll");
  std::stringstream text;
  text << file.rdbuf();
  return QString::fromStdString(text.str());
}

/// Without the chip that it was compiled for: its instructions are those of every family.
QString portableText() {
  return sourceText().remove(QRegularExpression(" \"target-(cpu|features)\"=\"[^\"]*\""));
}

Result<RunSpec> specFor(const QString &architecture, const QString &mode) {
  PSTUDIO_TRY_ASSIGN(RunSpec spec, loadRunSpec(kSpec));
  spec.target = "hip:" + architecture.toStdString();
  PSTUDIO_TRY_ASSIGN(spec.mode, InstrumentationMode::parse(mode.toStdString()));
  return spec;
}

Result<amd::AmdKernel> compile(const QString &text, const RunSpec &spec) {
  PSTUDIO_TRY_ASSIGN(KernelModule module, KernelModule::parse(text.toStdString(), "row_sum.ll"));
  PSTUDIO_TRY_ASSIGN(const KernelSignature signature, module.signature(spec.function));
  return compileToAmd(spec, module, signature, amd::Output::CodeObject);
}

Result<amd::AmdKernel> compile(const QString &text, const QString &architecture = "gfx942",
                               const QString &mode = "default") {
  PSTUDIO_TRY_ASSIGN(const RunSpec spec, specFor(architecture, mode));
  return compile(text, spec);
}

qsizetype clockReads(const std::string &code) {
  return QString::fromStdString(code).count(QRegularExpression("s_memtime|MSG_RTN_GET_REALTIME"));
}

/// Whether it is rejected as Unsupported with these words in message and hint.
void verifyRejected(const QString &text, const char *message, const char *hint,
                    const QString &architecture = "gfx942") {
  const auto kernel = compile(text, architecture);
  QVERIFY(!kernel);
  QVERIFY2(kernel.error().code == ErrorCode::Unsupported, kernel.error().toString().c_str());
  QVERIFY2(kernel.error().message.find(message) != std::string::npos,
           kernel.error().toString().c_str());
  QVERIFY2(kernel.error().hint.find(hint) != std::string::npos, kernel.error().toString().c_str());
}

} // namespace

class AmdLlTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void everyFamilyRunsTheKernelWithAndWithoutRecords_data() {
    QTest::addColumn<QString>("architecture");
    QTest::addColumn<QString>("mode");
    QTest::addColumn<int>("clocks"); // of the records; besides, those of the header
    for (const char *architecture : {"gfx90a", "gfx942", "gfx1100"}) {
      QTest::addRow("%s none", architecture) << architecture << "none" << 0;
      QTest::addRow("%s global", architecture) << architecture << "default:buffer_type=global" << 4;
      QTest::addRow("%s shared", architecture) << architecture << "default:buffer_type=shared" << 4;
    }
  }
  void everyFamilyRunsTheKernelWithAndWithoutRecords() {
    QFETCH(QString, architecture);
    QFETCH(QString, mode);
    QFETCH(int, clocks);
    const auto kernel = compile(portableText(), architecture, mode);
    VERIFY_RESULT(kernel);
    QCOMPARE(kernel->entry, std::string("row_sum"));
    const auto code = disassembly(*kernel);
    VERIFY_RESULT(code);
    const int header = clocks == 0 ? 0 : architecture == "gfx1100" ? 4 : 2;
    QCOMPARE(clockReads(*code), qsizetype(clocks + header));
    const auto elf = elfText(*kernel);
    VERIFY_RESULT(elf);
    // Two buffers, and the profile buffer where there are records.
    QCOMPARE(QString::fromStdString(*elf).count("global_buffer"), qsizetype(clocks ? 3 : 2));
    QCOMPARE(noteFigure(*elf, ".max_flat_workgroup_size:"), std::optional<uint64_t>(256));
    QVERIFY(noteFigure(*elf, ".group_segment_fixed_size:").value_or(0) >= 1024);
    QCOMPARE(kernel->resources.scratchBytes, uint64_t{0});
    QVERIFY2(elf->find("proton_scope") == std::string::npos, elf->c_str());
  }

  void theFileAsClangWroteItIsForItsChip() {
    const auto kernel = compile(sourceText());
    VERIFY_RESULT(kernel);
    verifyRejected(sourceText(), "row_sum is compiled for gfx942, not for gfx90a", "hip:gfx942",
                   "gfx90a");
  }

  void autoModesFindLoopsBarriersAndMemory() {
    const auto plain = compile(sourceText(), "gfx942", "default");
    const auto all = compile(sourceText(), "gfx942", "loops,barriers,memory");
    VERIFY_RESULT(plain);
    VERIFY_RESULT(all);
    const auto before = disassembly(*plain), after = disassembly(*all);
    VERIFY_RESULT(before);
    VERIFY_RESULT(after);
    QVERIFY2(clockReads(*after) >= clockReads(*before) + 12, after->c_str());
  }

  void whatAnOptimiserConcludedBeforeTheRecordsIsForgotten() {
    QString text = sourceText();
    text.replace("\"uniform-work-group-size\"=\"true\"",
                 "\"amdgpu-no-workgroup-id-x\" \"amdgpu-no-workitem-id-x\" "
                 "\"amdgpu-no-implicitarg-ptr\" \"uniform-work-group-size\"=\"true\"");
    const auto kernel = compile(text);
    const auto expected = compile(sourceText());
    VERIFY_RESULT(kernel);
    VERIFY_RESULT(expected);
    QCOMPARE(QString::fromStdString(kernel->isa), QString::fromStdString(expected->isa));
  }

  void filesForOtherGpusAreRejectedByWhatTheySay() {
    verifyRejected(portableText().replace("amdgcn-amd-amdhsa", "nvptx64-nvidia-cuda"),
                   "the file is for nvptx64-nvidia-cuda", "\"cuda\"");
    verifyRejected(portableText().replace("-p3:32:32", "-p3:64:64"), "data layout", "p3:32:32");
    verifyRejected(portableText().replace("\"amdhsa_code_object_version\", i32 500",
                                          "\"amdhsa_code_object_version\", i32 400"),
                   "version 4", "-mcode-object-version=5");
    verifyRejected(
        portableText().replace(
            "\"uniform-work-group-size\"=\"true\"",
            "\"uniform-work-group-size\"=\"true\" \"target-features\"=\"+wavefrontsize64\""),
        "+wavefrontsize64", "wavefrontsize64", "gfx1100");
    verifyRejected(portableText().replace("i32 noundef %2)",
                                          "i32 noundef %2, ptr addrspace(4) byref(i32) %more)"),
                   "argument 3 by value", "pass its members");
  }

  void aBlockThatTheKernelWasNotCompiledForIsRejected() {
    auto spec = specFor("gfx942", "default");
    VERIFY_RESULT(spec);
    const QString few = sourceText().replace("\"amdgpu-flat-work-group-size\"=\"1,1024\"",
                                             "\"amdgpu-flat-work-group-size\"=\"1,128\"");
    const auto kernel = compile(few, *spec);
    QVERIFY(!kernel);
    QVERIFY2(kernel.error().message.find("at most 128 threads, the launch has 256") !=
                 std::string::npos,
             kernel.error().toString().c_str());
    spec->block = {128, 1, 1};
    VERIFY_RESULT(compile(few, *spec));
  }

  void theBlockThatAKernelRequiresIsInItsSignature() {
    QString text = sourceText().replace("local_unnamed_addr #0 !dbg",
                                        "local_unnamed_addr #0 !reqd_work_group_size !900 !dbg");
    text += "\n!900 = !{i32 64, i32 2, i32 1}\n";
    const auto module = KernelModule::parse(text.toStdString(), "row_sum.ll");
    VERIFY_RESULT(module);
    const auto signature = module->signature("row_sum");
    VERIFY_RESULT(signature);
    QVERIFY(requiredBlock(signature->launchRules) == (std::array<uint32_t, 3>{64, 2, 1}));
  }

  void nvidiasTargetRejectsItByItsTriple() {
    auto spec = specFor("gfx942", "default");
    VERIFY_RESULT(spec);
    spec->target = "cuda:sm_90a";
    auto module = KernelModule::load(spec->kernelFile);
    VERIFY_RESULT(module);
    const auto signature = module->signature(spec->function);
    VERIFY_RESULT(signature);
    const auto kernel = compileToPtx(*spec, *module, *signature);
    QVERIFY(!kernel);
    QVERIFY2(kernel.error().message.find("the file is for amdgcn-amd-amdhsa") != std::string::npos,
             kernel.error().toString().c_str());
    QVERIFY(kernel.error().hint.find("\"hip\"") != std::string::npos);
  }

  void theCpuTargetRejectsItByItsTriple() {
    auto spec = loadRunSpec(kSpec);
    VERIFY_RESULT(spec);
    spec->target = "cpu";
    test::RunLog log;
    const auto outcome = collect(*spec, log, std::atomic<bool>(false));
    QVERIFY(!outcome);
    QVERIFY2(outcome.error().message.find(
                 "the file is for amdgcn-amd-amdhsa, whose instructions") != std::string::npos,
             outcome.error().toString().c_str());
  }

  void intrinsicsOfTomorrowAreRejectedWithoutATaleOfPtx() {
    QString text = sourceText();
    text.replace("llvm.amdgcn.s.barrier", "llvm.amdgcn.s.barrier.of.tomorrow");
    verifyRejected(text, "llvm.amdgcn.s.barrier.of.tomorrow", "an older front end");
    QVERIFY(compile(text).error().hint.find("PTX") == std::string::npos);
  }
};

QTEST_GUILESS_MAIN(AmdLlTest)
#include "amd_ll_test.moc"
