// SPDX-License-Identifier: Apache-2.0
// The example kernels as code objects of AMD GPUs: content of the ELF files according to LLVM's
// tools, and the instructions of records.
#include <QFile>
#include <QtTest>

#include <map>
#include <tuple>

#include "llvm/Config/llvm-config.h"

#include "collector/codegen/amd/link_code_object.h"
#include "core/run/run_spec.h"
#include "tests/collector/codegen/amd/amd_compiler.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using test::AmdRequest;
using test::compileExample;
using test::compileForAmd;
using test::disassembly;
using test::elfText;
using test::noteFigure;

namespace {

constexpr const char *kExamples[] = {"vector_add",      "softmax",          "reduction",
                                     "transpose_naive", "transpose_padded", "transpose_swizzled",
                                     "layer_norm",      "gemm_tiled"};
constexpr const char *kArchitectures[] = {"gfx90a", "gfx942", "gfx1100"};
constexpr const char *kModes[] = {"none", "default", "default:buffer_type=shared",
                                  "default:buffer_type=shared:strategy=flush",
                                  "memory:annotations=drop"};

std::filesystem::path pathOf(const QString &example) {
  return "resources/kernels/" + example.toStdString() + ".json";
}

std::filesystem::path fileOf(const QString &example) {
  return std::filesystem::path(PSTUDIO_SOURCE_DIR) / pathOf(example);
}

/// All combinations that a kernel is compiled for: example, architecture, mode.
void everyCode() {
  QTest::addColumn<QString>("example");
  QTest::addColumn<QString>("architecture");
  QTest::addColumn<QString>("mode");
  for (const char *example : kExamples)
    for (const char *architecture : kArchitectures)
      for (const char *mode : kModes)
        QTest::addRow("%s %s %s", example, architecture, mode) << example << architecture << mode;
}

/// A scope around a multiplication. In the second kernel only a part of the wavefront records.
constexpr const char *kUniform = R"(gpu.module @m {
gpu.func @k(%A: memref<256xf32>) kernel {
  %i = gpu.thread_id x
  proton.record start "s"
  %x = memref.load %A[%i] : memref<256xf32>
  %y = arith.mulf %x, %x : f32
  memref.store %y, %A[%i] : memref<256xf32>
  proton.record end "s"
  gpu.return
} })";
constexpr const char *kDivergent = R"(gpu.module @m {
gpu.func @k(%A: memref<256xf32>) kernel {
  %i = gpu.thread_id x
  %c5 = arith.constant 5 : index
  %few = arith.cmpi ult, %i, %c5 : index
  scf.if %few {
    proton.record start "s"
    %x = memref.load %A[%i] : memref<256xf32>
    %y = arith.mulf %x, %x : f32
    memref.store %y, %A[%i] : memref<256xf32>
    proton.record end "s"
  }
  gpu.return
} })";

/// Each half of the wavefront records its own scope.
constexpr const char *kBothWays = R"(gpu.module @m {
gpu.func @k(%A: memref<256xf32>) kernel {
  %i = gpu.thread_id x
  %c5 = arith.constant 5 : index
  %few = arith.cmpi ult, %i, %c5 : index
  %x = memref.load %A[%i] : memref<256xf32>
  scf.if %few {
    proton.record start "s"
    memref.store %x, %A[%i] : memref<256xf32>
    proton.record end "s"
  } else {
    proton.record start "t"
    memref.store %x, %A[%i] : memref<256xf32>
    proton.record end "t"
  }
  gpu.return
} })";

qsizetype countOf(const std::string &text, const char *part) {
  return QString::fromStdString(text).count(part);
}

/// Compiles each example once for each architecture and mode.
class CompiledExamples {
public:
  const Result<amd::AmdKernel> &of(const QString &example, const AmdRequest &request) {
    const std::tuple key(example, request.architecture, request.mode);
    auto entry = m_kernels.find(key);
    if (entry == m_kernels.end())
      entry = m_kernels.emplace(key, compileExample(pathOf(example), request)).first;
    return entry->second;
  }

private:
  std::map<std::tuple<QString, std::string, std::string>, Result<amd::AmdKernel>> m_kernels;
};

} // namespace

class AmdCodeTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void initTestCase() {
    if (!amd::findLinker())
      QFAIL("no ld.lld here: install lld-19");
  }

  void everyExampleBecomesACodeObject_data() { everyCode(); }
  void everyExampleBecomesACodeObject() {
    QFETCH(QString, example);
    QFETCH(QString, architecture);
    QFETCH(QString, mode);
    const AmdRequest request{architecture.toStdString(), mode.toStdString()};
    const Result<amd::AmdKernel> &kernel = m_examples.of(example, request);
    VERIFY_RESULT(kernel);
    const auto elf = elfText(*kernel);
    VERIFY_RESULT(elf);
    const QString text = QString::fromStdString(*elf);
    // Header: a shared object for AMD's runtime, code object version 5 (ABI 3), for this chip.
    QVERIFY2(text.contains("AMDGPU - HSA"), elf->c_str());
    QVERIFY2(text.contains("ABI Version:                       3"), elf->c_str());
    QVERIFY2(text.contains(architecture), elf->c_str());
    // The kernel and its descriptor of 64 bytes.
    const QString entry = QString::fromStdString(kernel->entry);
    QVERIFY2(text.contains(QRegularExpression(" 64 OBJECT .* " + entry + "\\.kd")), elf->c_str());
    QVERIFY2(text.contains(QRegularExpression("FUNC .* " + entry + "\n")), elf->c_str());
    // Notes.
    const bool isWave64 = architecture != "gfx1100";
    QCOMPARE(noteFigure(*elf, ".wavefront_size:"), std::optional<uint64_t>(isWave64 ? 64 : 32));
    QCOMPARE(noteFigure(*elf, ".group_segment_fixed_size:"),
             std::optional<uint64_t>(kernel->resources.ldsBytes));
    // gemm_tiled uses all registers. The copy of a flush, and the addresses of all its accesses,
    // therefore spill some of them.
    const bool isCrowded =
        example == "gemm_tiled" && (mode.contains("flush") || mode.startsWith("memory"));
    const uint64_t spills = noteFigure(*elf, ".vgpr_spill_count:").value_or(UINT64_MAX);
    QVERIFY2(spills <= (isCrowded ? 200 : 0), elf->c_str());
    QCOMPARE(noteFigure(*elf, ".sgpr_spill_count:"), std::optional<uint64_t>(0));
    const uint64_t threads = extentProduct(loadRunSpec(fileOf(example))->block);
    QCOMPARE(noteFigure(*elf, ".max_flat_workgroup_size:"), std::optional(threads));
    // Only an instrumented kernel reads the number of CTAs. For a kernel with functions that are
    // not inlined, the compiler cannot prove that it is unused.
    QCOMPARE(text.contains("hidden_block_count_x"), mode != "none" || example == "layer_norm");
    const auto spec = loadRunSpec(fileOf(example));
    VERIFY_RESULT(spec);
    QCOMPARE(text.count("global_buffer"),
             qsizetype(spec->arguments.size() + (mode == "none" ? 0 : 1)));
  }

  void recordsInSharedMemoryTakeLdsAndNoScratch_data() {
    QTest::addColumn<QString>("example");
    for (const char *example : kExamples)
      QTest::newRow(example) << example;
  }
  void recordsInSharedMemoryTakeLdsAndNoScratch() {
    QFETCH(QString, example);
    QStringList measured{example};
    for (const char *architecture : kArchitectures) {
      const Result<amd::AmdKernel> &plain = m_examples.of(example, {architecture, "none"});
      const Result<amd::AmdKernel> &global = m_examples.of(example, {architecture, "default"});
      const Result<amd::AmdKernel> &shared =
          m_examples.of(example, {architecture, "default:buffer_type=shared"});
      VERIFY_RESULT(plain);
      VERIFY_RESULT(global);
      VERIFY_RESULT(shared);
      QVERIFY(shared->resources.ldsBytes > plain->resources.ldsBytes);
      QVERIFY(shared->resources.ldsBytes <= 64 * 1024);
      QCOMPARE(global->resources.scratchBytes, plain->resources.scratchBytes);
      QCOMPARE(shared->resources.scratchBytes, plain->resources.scratchBytes);
      const auto figures = [&](auto member) {
        return QString("%1, %2, %3")
            .arg(plain->resources.*member)
            .arg(global->resources.*member)
            .arg(shared->resources.*member);
      };
      using Resources = amd::KernelResources;
      measured << figures(&Resources::vectorRegisters) << figures(&Resources::scalarRegisters);
      if (QString(architecture) != "gfx90a")
        measured << figures(&Resources::ldsBytes);
    }
    const QString row = "| " + measured.join(" | ") + " |";
    if (QString(LLVM_VERSION_STRING) != "19.1.7")
      QSKIP(qPrintable("the figures are those of LLVM 19.1.7; here: " + row));
    QFile readme(PSTUDIO_SOURCE_DIR "/collector/codegen/amd/README.md");
    QVERIFY(readme.open(QIODevice::ReadOnly));
    QVERIFY2(readme.readAll().contains(row.toUtf8()), qPrintable("in the README: " + row));
  }

  void aRecordIsOneClockReadAndOneStore_data() {
    QTest::addColumn<QString>("architecture");
    QTest::addColumn<QString>("clock");
    QTest::addColumn<int>("headerReads"); // of the two clock pairs
    QTest::newRow("gfx90a") << "gfx90a"
                            << "s_memtime" << 2;
    QTest::newRow("gfx942") << "gfx942"
                            << "s_memtime" << 2;
    QTest::newRow("gfx1100") << "gfx1100"
                             << "MSG_RTN_GET_REALTIME" << 4;
  }
  void aRecordIsOneClockReadAndOneStore() {
    QFETCH(QString, architecture);
    QFETCH(QString, clock);
    QFETCH(int, headerReads);
    const AmdRequest request{architecture.toStdString(), "default:buffer_type=shared:groups=off"};
    const auto kernel = compileForAmd(kUniform, 256, request);
    VERIFY_RESULT(kernel);
    const auto code = disassembly(*kernel);
    VERIFY_RESULT(code);
    const QString text = QString::fromStdString(*code);
    QVERIFY2(text.count(clock) == 2 + headerReads, code->c_str());
    // gfx11 may store two adjacent slots by one instruction, but not across a clock read.
    const QRegularExpression store("ds_(write|store)_b64 ");
    QCOMPARE(text.count(store), qsizetype(2));
    QCOMPARE(text.count("atomic"), qsizetype(0));
    QCOMPARE(text.count("s_barrier"), qsizetype(0)); // no barrier for the profile
    QVERIFY2(text.contains("v_readfirstlane_b32"), code->c_str());
  }

  void aTagAndFourRecordsAreStoresOf16And4Bytes_data() { aRecordIsOneClockReadAndOneStore_data(); }
  void aTagAndFourRecordsAreStoresOf16And4Bytes() {
    QFETCH(QString, architecture);
    QFETCH(QString, clock);
    QFETCH(int, headerReads);
    const AmdRequest request{architecture.toStdString(), "default:buffer_type=shared"};
    const QString four = QString(kUniform).replace(
        "gpu.return", "proton.record start \"b\"\nproton.record end \"b\"\ngpu.return");
    const auto kernel = compileForAmd(four.toStdString(), 256, request);
    VERIFY_RESULT(kernel);
    const auto code = disassembly(*kernel);
    VERIFY_RESULT(code);
    const QString text = QString::fromStdString(*code);
    QVERIFY2(text.count(clock) == 4 + headerReads, code->c_str());
    QCOMPARE(text.count(QRegularExpression("ds_(write|store)_b128 ")), qsizetype(1));
    QCOMPARE(text.count(QRegularExpression("ds_(write|store)_b32 ")), qsizetype(1));
    QCOMPARE(text.count(QRegularExpression("ds_(write|store)_b64 ")), qsizetype(0));
  }

  void underDivergenceTheCountIsInLdsWithoutAtomics_data() {
    QTest::addColumn<QString>("architecture");
    for (const char *architecture : kArchitectures)
      QTest::newRow(architecture) << architecture;
  }
  void underDivergenceTheCountIsInLdsWithoutAtomics() {
    QFETCH(QString, architecture);
    for (const char *mode :
         {"default", "default:strategy=first", "default:buffer_type=shared:strategy=flush"}) {
      const auto kernel = compileForAmd(kDivergent, 256, {architecture.toStdString(), mode});
      VERIFY_RESULT(kernel);
      const auto code = disassembly(*kernel);
      VERIFY_RESULT(code);
      const uint32_t waves = architecture == "gfx1100" ? 8 : 4;
      QVERIFY(kernel->resources.ldsBytes >= waves * kAmdCounterBytesPerUnit);
      QCOMPARE(countOf(*code, "atomic"), qsizetype(0));
      QCOMPARE(kernel->resources.scratchBytes, uint64_t{0});
    }
  }

  void lanesOnBothWaysOfABranchCountOneAfterTheOther_data() {
    underDivergenceTheCountIsInLdsWithoutAtomics_data();
  }
  void lanesOnBothWaysOfABranchCountOneAfterTheOther() {
    QFETCH(QString, architecture);
    const auto kernel = compileForAmd(kBothWays, 64, {architecture.toStdString(), "default"});
    VERIFY_RESULT(kernel);
    const auto code = disassembly(*kernel);
    VERIFY_RESULT(code);
    if (qEnvironmentVariableIsSet("PSTUDIO_SHOW_ISA"))
      puts(code->c_str());
    // Each half has its own clock reads, in addition to the clock pairs of the header.
    const bool hasShaderClock = architecture != "gfx1100";
    QCOMPARE(countOf(*code, hasShaderClock ? "s_memtime" : "MSG_RTN_GET_REALTIME"),
             qsizetype(hasShaderClock ? 4 + 2 : 4 + 4));
    // Each of the four records reads the record count and writes it back; the halves share no
    // access.
    const QString text = QString::fromStdString(*code);
    QVERIFY2(text.count(QRegularExpression("ds_(read|load)_b32")) >= 4, code->c_str());
    QVERIFY2(text.count(QRegularExpression("ds_(write|store)_b32")) >= 4, code->c_str());
  }

  void hardwareIdsAreReadFromTheRegistersOfTheFamily_data() {
    QTest::addColumn<QString>("architecture");
    QTest::addColumn<QStringList>("registers");
    const QStringList gfx9{"hwreg(HW_REG_HW_ID, 8, 4)", "hwreg(HW_REG_HW_ID, 12, 1)",
                           "hwreg(HW_REG_HW_ID, 13, 3)"};
    QTest::newRow("gfx90a") << "gfx90a" << gfx9;
    QTest::newRow("gfx942") << "gfx942" << (QStringList(gfx9) << "hwreg(HW_REG_XCC_ID, 0, 4)");
    QTest::newRow("gfx1100") << "gfx1100"
                             << QStringList{
                                    "hwreg(HW_REG_HW_ID1, 9, 1)", "hwreg(HW_REG_HW_ID1, 10, 4)",
                                    "hwreg(HW_REG_HW_ID1, 16, 1)", "hwreg(HW_REG_HW_ID1, 18, 3)"};
  }
  void hardwareIdsAreReadFromTheRegistersOfTheFamily() {
    QFETCH(QString, architecture);
    QFETCH(QStringList, registers);
    const auto kernel = compileForAmd(kUniform, 256, {architecture.toStdString(), "default"});
    VERIFY_RESULT(kernel);
    const auto code = disassembly(*kernel);
    VERIFY_RESULT(code);
    const QString text = QString::fromStdString(*code);
    QCOMPARE(text.count("s_getreg_b32"), registers.size());
    for (const QString &name : registers)
      QVERIFY2(text.contains(name), qPrintable(name));
  }

  void whatAnAmdGpuHasNotIsRejectedByNameAndPlace() {
    for (const char *mode : {"none", "default:buffer_type=shared"}) {
      const auto hopper = compileExample(pathOf("gemm_wgmma"), {"gfx942", mode});
      QVERIFY(!hopper);
      QVERIFY2(hopper.error().code == ErrorCode::Unsupported, hopper.error().toString().c_str());
      QVERIFY(hopper.error().message.find("gfx942 has no nvgpu.mbarrier.create") !=
              std::string::npos);
      QVERIFY(hopper.error().where.find("gemm_wgmma.mlir:") != std::string::npos);
      const auto foreign = compileExample(pathOf("attention_forward"), {"gfx942", mode});
      QVERIFY(!foreign);
      QVERIFY(foreign.error().message.find("nvptx64") != std::string::npos);
    }
    const auto streamed =
        compileExample(pathOf("vector_add"), {"gfx942", "default:strategy=stream"});
    QVERIFY(!streamed);
    QVERIFY(streamed.error().message.find("stream") != std::string::npos);
  }

  void printingAndAssertionsAreRejectedWithTheirPlaceAndAnotherWay() {
    for (const auto &[operation, message] :
         {std::pair{"gpu.printf \"%f\\n\" %x : f32", "gpu.printf is not built"},
          std::pair{"cf.assert %few, \"few\"", "assertions in kernels are not built"}}) {
      const auto kernel = compileForAmd(std::string(R"(gpu.module @m {
gpu.func @k(%A: memref<64xf32>) kernel {
  %i = gpu.thread_id x
  %c5 = arith.constant 5 : index
  %few = arith.cmpi ult, %i, %c5 : index
  %x = memref.load %A[%i] : memref<64xf32>
  )") + operation + R"(
  gpu.return
} })",
                                        64, {});
      QVERIFY(!kernel);
      QVERIFY2(kernel.error().code == ErrorCode::Unsupported &&
                   kernel.error().message.find(message) != std::string::npos,
               kernel.error().toString().c_str());
      QVERIFY2(kernel.error().where.find("test.mlir:7") != std::string::npos,
               kernel.error().toString().c_str());
      QVERIFY(kernel.error().hint.find("\"cpu\" or \"cuda\"") != std::string::npos);
    }
  }

  void moreLdsThanACtaHasIsRejected() {
    const auto kernel = compileForAmd(R"(gpu.module @m {
gpu.func @k(%A: memref<64xf32>) workgroup(%w: memref<20000xf32, #gpu.address_space<workgroup>>) kernel {
  %i = gpu.thread_id x
  %x = memref.load %A[%i] : memref<64xf32>
  memref.store %x, %w[%i] : memref<20000xf32, #gpu.address_space<workgroup>>
  gpu.barrier
  %c0 = arith.constant 0 : index
  %y = memref.load %w[%c0] : memref<20000xf32, #gpu.address_space<workgroup>>
  memref.store %y, %A[%i] : memref<64xf32>
  gpu.return
} })",
                                      64, {});
    QVERIFY(!kernel);
    QVERIFY2(kernel.error().message.find("exceeds limit (65536)") != std::string::npos,
             kernel.error().toString().c_str());
  }

  void architecturesThatNobodyKnowsAreRejected() {
    for (const char *name : {"gfx9999", "sm_90", "", "gfx803"}) {
      const auto architecture = amd::architectureNamed(name);
      QVERIFY2(!architecture, name);
      QVERIFY(architecture.error().hint.find("gfx942") != std::string::npos);
    }
    const auto other = amd::architectureNamed("gfx90a:sramecc+:xnack-");
    VERIFY_RESULT(other);
    QCOMPARE(other->name, std::string("gfx90a"));
    QCOMPARE(other->chip.lanesPerWave(), 64u);
    const auto rdna = amd::architectureNamed("gfx1030");
    VERIFY_RESULT(rdna);
    QCOMPARE(rdna->chip.lanesPerWave(), 32u);
  }

private:
  CompiledExamples m_examples;
};

QTEST_GUILESS_MAIN(AmdCodeTest)
#include "amd_code_test.moc"
