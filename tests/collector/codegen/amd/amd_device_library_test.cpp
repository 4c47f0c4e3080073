// SPDX-License-Identifier: Apache-2.0
// Kernels that call AMD's device library: one that the test creates, the installed library if there
// is one, and no library.
#include <QTemporaryDir>
#include <QtTest>

#include <fstream>

#include "collector/codegen/amd/device_library.h"
#include "core/process/run_program.h"
#include "tests/collector/codegen/amd/amd_compiler.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using test::compileForAmd;
using test::elfText;
namespace fs = std::filesystem;

namespace {

constexpr const char *kVariable = "PSTUDIO_DEVICE_LIBS";

/// A kernel with one call of a mathematical function for each element.
std::string kernelCalling(const std::string &operation, const std::string &type = "f32") {
  return "gpu.module @m {\ngpu.func @k(%A: memref<64x" + type +
         ">) kernel {\n  %i = gpu.thread_id x\n" + "  %x = memref.load %A[%i] : memref<64x" + type +
         ">\n  %y = " + operation + " %x : " + type + "\n  memref.store %y, %A[%i] : memref<64x" +
         type + ">\n  gpu.return\n} }";
}

/// The result of sin(x) contains the control values, so that the generated code shows the linked
/// ones.
constexpr const char *kOcml = R"(
target triple = "amdgcn-amd-amdhsa"
@__oclc_ISA_version = external addrspace(4) constant i32
@__oclc_wavefrontsize64 = external addrspace(4) constant i8
@__oclc_finite_only_opt = external addrspace(4) constant i8
declare float @__ockl_of_test(float)
define linkonce_odr protected float @__ocml_sin_f32(float %x) {
  %version = load i32, ptr addrspace(4) @__oclc_ISA_version
  %f = uitofp i32 %version to float
  %y = fadd float %x, %f
  %wide = load i8, ptr addrspace(4) @__oclc_wavefrontsize64
  %is = icmp ne i8 %wide, 0
  %few = load i8, ptr addrspace(4) @__oclc_finite_only_opt
  %no = icmp ne i8 %few, 0
  %z = select i1 %is, float 6400.0, float 3200.0
  %w = fmul float %y, %z
  %v = select i1 %no, float %x, float %w
  %r = call float @__ockl_of_test(float %v)
  ret float %r
}
define linkonce_odr protected float @__ocml_cos_f32(float %x) {
  %r = call float @of_nobody(float %x)
  ret float %r
}
declare float @of_nobody(float)
)";
constexpr const char *kOckl = R"(
target triple = "amdgcn-amd-amdhsa"
@__oclc_ABI_version = external addrspace(4) constant i32
define linkonce_odr protected float @__ockl_of_test(float %x) {
  %version = load i32, ptr addrspace(4) @__oclc_ABI_version
  %f = uitofp i32 %version to float
  %y = fsub float %x, %f
  ret float %y
}
define linkonce_odr protected float @__ockl_of_nobody(float %x) {
  ret float %x
}
)";
constexpr const char *kWithUnknownControl = R"(
@__oclc_of_tomorrow = external addrspace(4) constant i32
define float @__ocml_sin_f32(float %x) {
  %version = load i32, ptr addrspace(4) @__oclc_of_tomorrow
  %f = uitofp i32 %version to float
  ret float %f
}
)";

void assemble(const fs::path &file, const char *text) {
  const fs::path source = fs::path(file).replace_extension(".ll");
  std::ofstream(source) << text;
  const auto made = runProgram(fs::path(PSTUDIO_LLVM_TOOLS) / "llvm-as",
                               {source.string(), "-o", file.string()}, 60.0);
  VERIFY_RESULT(made);
  QVERIFY2(made->exitCode == 0, made->output.c_str());
}

} // namespace

class AmdDeviceLibraryTest : public QObject {
  Q_OBJECT

private:
  QTemporaryDir m_folder;
  QByteArray m_before;
  fs::path folder(const char *name) const {
    const fs::path path = fs::path(m_folder.path().toStdString()) / name;
    fs::create_directories(path);
    return path;
  }
  static void use(const fs::path &path) { qputenv(kVariable, path.c_str()); }

private Q_SLOTS:
  void init() { m_before = qgetenv(kVariable); }
  void cleanup() {
    if (m_before.isNull())
      qunsetenv(kVariable);
    else
      qputenv(kVariable, m_before);
  }

  void whatAKernelCallsIsLinkedWithTheControlsOfItsChip_data() {
    QTest::addColumn<QString>("architecture");
    QTest::addColumn<QStringList>("literals");
    // The bits of 9010.0, 9402.0 or 11000.0; of 6400.0 or 3200.0; and of -500.0.
    QTest::newRow("gfx90a") << "gfx90a" << QStringList{"0x460cc800", "0x45c80000", "0xc3fa0000"};
    QTest::newRow("gfx942") << "gfx942" << QStringList{"0x4612e800", "0x45c80000", "0xc3fa0000"};
    QTest::newRow("gfx1100") << "gfx1100" << QStringList{"0x462be000", "0x45480000", "0xc3fa0000"};
  }
  void whatAKernelCallsIsLinkedWithTheControlsOfItsChip() {
    QFETCH(QString, architecture);
    QFETCH(QStringList, literals);
    const fs::path library = folder("made");
    assemble(library / "ocml.bc", kOcml);
    assemble(library / "ockl.bc", kOckl);
    use(library);
    for (const char *mode : {"none", "functions"}) {
      const auto kernel =
          compileForAmd(kernelCalling("math.sin"), 64, {architecture.toStdString(), mode});
      VERIFY_RESULT(kernel);
      for (const QString &literal : literals)
        QVERIFY2(QString::fromStdString(kernel->isa).contains(literal), kernel->isa.c_str());
      const auto elf = elfText(*kernel);
      VERIFY_RESULT(elf);
      QVERIFY2(elf->find("__o") == std::string::npos, elf->c_str()); // no symbol of the library
    }
  }

  void theRoundingsOfTheLibraryAreNotFusedAndThoseOfTheKernelAre() {
    const fs::path library = folder("rounded");
    assemble(library / "ocml.bc", R"(
define float @__ocml_sin_f32(float %x) {
  %p = fmul float %x, %x
  %y = fadd float %p, 3.0
  ret float %y
})");
    assemble(library / "ockl.bc", kOckl);
    use(library);
    const auto called = compileForAmd(kernelCalling("math.sin"), 64, {});
    VERIFY_RESULT(called);
    QVERIFY2(called->isa.find("v_mul_f32") != std::string::npos, called->isa.c_str());
    QVERIFY2(called->isa.find("v_add_f32") != std::string::npos, called->isa.c_str());
    const auto own = compileForAmd(R"(gpu.module @m {
gpu.func @k(%A: memref<64xf32>) kernel {
  %i = gpu.thread_id x
  %x = memref.load %A[%i] : memref<64xf32>
  %c = arith.constant 3.0 : f32
  %p = arith.mulf %x, %x : f32
  %y = arith.addf %p, %c : f32
  memref.store %y, %A[%i] : memref<64xf32>
  gpu.return
} })",
                                   64, {});
    VERIFY_RESULT(own);
    QVERIFY2(own->isa.find("v_mul_f32") == std::string::npos, own->isa.c_str());
  }

  void withoutTheLibraryTheMessageNamesFunctionPlaceAndPackage() {
    use(folder("empty"));
    const auto kernel = compileForAmd(kernelCalling("math.sin"), 64, {});
    QVERIFY(!kernel);
    const Error &error = kernel.error();
    QCOMPARE(error.code, ErrorCode::Unsupported);
    QVERIFY2(error.message.find("__ocml_sin_f32") != std::string::npos, error.message.c_str());
    QVERIFY2(error.message.find(folder("empty").string()) != std::string::npos,
             error.message.c_str());
    QVERIFY2(error.where.find("test.mlir:5") != std::string::npos, error.where.c_str());
    QVERIFY2(error.hint.find("rocm-device-libs") != std::string::npos, error.hint.c_str());
    // A kernel that does not call the library still compiles.
    VERIFY_RESULT(compileForAmd(kernelCalling("math.exp"), 64, {}));
  }

  void aLibraryOfANewerCompilerIsRejectedByItsFile() {
    const fs::path library = folder("garbage");
    std::ofstream(library / "ocml.bc")
        << "BC\xc0\xde of tomorrow, with things that nobody knows yet";
    use(library);
    const auto kernel = compileForAmd(kernelCalling("math.sin"), 64, {});
    QVERIFY(!kernel);
    QVERIFY2(kernel.error().message.find("ocml.bc cannot be read by this build's LLVM") !=
                 std::string::npos,
             kernel.error().message.c_str());
  }

  void whatTheLibraryHasNotIsRejectedByName() {
    const fs::path library = folder("small");
    assemble(library / "ocml.bc", kOcml);
    assemble(library / "ockl.bc", kOckl);
    use(library);
    const auto missing = compileForAmd(kernelCalling("math.tanh"), 64, {});
    QVERIFY(!missing);
    QVERIFY2(missing.error().message.find("has no function \"tanh_f32\"") != std::string::npos,
             missing.error().message.c_str());
    const auto within = compileForAmd(kernelCalling("math.cos"), 64, {});
    QVERIFY(!within);
    QVERIFY2(within.error().message.find("\"of_nobody\"") != std::string::npos,
             within.error().message.c_str());
  }

  void aControlThatNobodyKnowsIsRejectedByName() {
    const fs::path library = folder("tomorrow");
    assemble(library / "ocml.bc", kWithUnknownControl);
    assemble(library / "ockl.bc", kOckl);
    use(library);
    const auto kernel = compileForAmd(kernelCalling("math.sin"), 64, {});
    QVERIFY(!kernel);
    QVERIFY2(kernel.error().message.find("__oclc_of_tomorrow") != std::string::npos,
             kernel.error().message.c_str());
  }

  void theLibraryIsLookedForWhereRocmAndTheDistributionsHaveIt() {
    const fs::path home = folder("home");
    const fs::path packages = home / ".local/lib/python3.11/site-packages";
    fs::create_directories(packages / "triton/backends/amd/lib");
    fs::create_directories(home / "rocm/lib/llvm/lib/clang/17/lib/amdgcn/bitcode");
    const std::map<std::string, std::string> variables{{"HOME", home.string()},
                                                       {"ROCM_PATH", (home / "rocm").string()}};
    const auto folders =
        amd::deviceLibraryFolders([&](const char *name) -> std::optional<std::string> {
          const auto found = variables.find(name);
          return found == variables.end() ? std::nullopt : std::optional(found->second);
        });
    for (const fs::path &expected :
         {home / "rocm/amdgcn/bitcode", home / "rocm/lib/llvm/lib/clang/17/lib/amdgcn/bitcode",
          fs::path("/opt/rocm/amdgcn/bitcode"), packages / "triton/backends/amd/lib",
          fs::path("/usr/lib/x86_64-linux-gnu/amdgcn/bitcode")})
      QVERIFY2(std::ranges::find(folders, expected) != folders.end(), expected.c_str());
  }

  void aChangedLibraryIsAnotherOneForCaches() {
    const fs::path library = folder("aging");
    use(library);
    QCOMPARE(amd::deviceLibraryIdentity(), std::string());
    assemble(library / "ocml.bc", kOcml);
    const std::string before = amd::deviceLibraryIdentity();
    QVERIFY(before.find((library / "ocml.bc").string()) != std::string::npos);
    assemble(library / "ocml.bc", kWithUnknownControl);
    QVERIFY(amd::deviceLibraryIdentity() != before);
  }

  void theRealLibraryServesEveryFunctionOnEveryChip_data() {
    QTest::addColumn<QString>("architecture");
    for (const char *architecture : {"gfx90a", "gfx942", "gfx1100", "gfx1030"})
      QTest::newRow(architecture) << architecture;
  }
  void theRealLibraryServesEveryFunctionOnEveryChip() {
    QFETCH(QString, architecture);
    if (amd::deviceLibraryIdentity().empty())
      QSKIP("no device library of ROCm here; the package rocm-device-libs has it, or "
            "PSTUDIO_DEVICE_LIBS names its folder");
    for (const char *operation : {"math.sin", "math.cos", "math.tan", "math.tanh", "math.atan",
                                  "math.erf", "math.expm1", "math.log1p", "math.cbrt"})
      for (const char *type : {"f32", "f64"}) {
        const auto kernel =
            compileForAmd(kernelCalling(operation, type), 64, {architecture.toStdString(), "none"});
        VERIFY_RESULT(kernel);
        const auto elf = elfText(*kernel);
        VERIFY_RESULT(elf);
        QVERIFY2(elf->find("__ocml") == std::string::npos, elf->c_str());
        QCOMPARE(test::noteFigure(*elf, ".vgpr_spill_count:"), std::optional<uint64_t>(0));
      }
  }
};

QTEST_GUILESS_MAIN(AmdDeviceLibraryTest)
#include "amd_device_library_test.moc"
