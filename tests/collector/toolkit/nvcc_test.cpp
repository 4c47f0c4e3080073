// SPDX-License-Identifier: Apache-2.0
// CUDA C++ as the file of a kernel: with a program in the place of nvcc, and with nvcc where it is
// installed.
#include <QTemporaryDir>
#include <QtTest>

#include <filesystem>
#include <fstream>

#include "collector/collector.h"
#include "collector/instrument.h"
#include "collector/toolkit/nvcc.h"
#include "core/run/run_spec.h"
#include "tests/collector/codegen/nvidia/ptxas.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
namespace fs = std::filesystem;

namespace {

constexpr std::string_view kPtx = ".version 8.0\n.target sm_90a\n.address_size 64\n"
                                  ".visible .entry k(.param .u64 k_param_0)\n{\n\tret;\n}\n";

/// Scopes around a loop, in a kernel that needs no header of CUDA.
constexpr std::string_view kMarked = R"(#ifdef MARKED
#include <proton_markers_ptx.h>
#else
#define PROTON_BEGIN(name)
#define PROTON_END(name)
#define PROTON_SCOPE(name)
#endif
extern "C" __global__ void k(float *values) {
  PROTON_SCOPE("whole kernel");
  float sum = values[threadIdx.x];
  PROTON_BEGIN("polynomial");
  for (int i = 0; i < 8; ++i)
    sum = sum * values[0] + i;
  PROTON_END("polynomial");
  if (sum < 0)
    return;
  values[threadIdx.x] = sum;
}
)";

} // namespace

class NvccTest : public QObject {
  Q_OBJECT

private:
  QTemporaryDir m_folder;

  fs::path folder() const { return m_folder.path().toStdString(); }
  fs::path write(const char *name, std::string_view text) const {
    const fs::path path = folder() / name;
    std::ofstream(path) << text;
    return path;
  }
  std::string contentOf(const char *name) const {
    std::ifstream file(folder() / name);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  /// A program with this script in the place of nvcc.
  void useProgram(const std::string &script) const {
    const fs::path path = write("nvcc", "#!/bin/sh\n" + script);
    fs::permissions(path, fs::perms::owner_all);
    qputenv("PSTUDIO_NVCC", path.c_str());
  }
  /// It writes its arguments and kPtx.
  void useNvccThatSucceeds() const {
    write("made.ptx", kPtx);
    useProgram("echo \"$@\" > '" + (folder() / "arguments").string() +
               "'\nwhile [ \"$1\" != -o ]; do shift; done\ncp '" +
               (folder() / "made.ptx").string() + "' \"$2\"\n");
  }
  RunSpec specOf(const fs::path &file) const {
    RunSpec spec;
    spec.kernelFile = file;
    spec.function = "k";
    spec.target = "cuda:sm_90a";
    spec.block = {32, 1, 1};
    spec.arguments.push_back({"values", BufferArgument{DType::F32, {32}, ZerosInit{}}});
    return spec;
  }

private Q_SLOTS:
  void initTestCase() { QVERIFY(m_folder.isValid()); }
  void cleanup() { qunsetenv("PSTUDIO_NVCC"); }

  void nvccGetsTheArchitectureAndTheOptionsOfTheSpecification() {
    useNvccThatSucceeds();
    RunSpec spec = specOf(write("kernel.cu", "// never read"));
    spec.compilerOptions = {"-Iinclude", "-I/absolute", "-O1"};
    spec.mode.enabled = false;
    const auto code = emitCode(spec, CodeFormat::Ptx, {});
    VERIFY_RESULT(code);
    QCOMPARE(*code, std::string(kPtx));
    const std::string arguments = contentOf("arguments");
    const std::string expected =
        "-ptx -lineinfo -arch=sm_90a -I" + (folder() / "include").string() + " -I/absolute -O1 -o ";
    QVERIFY2(arguments.starts_with(expected), arguments.c_str());
    QVERIFY(arguments.find("kernel.cu") != std::string::npos);
  }

  void instrumentCompilesForItsArchitecture() {
    useNvccThatSucceeds();
    InstrumentRequest request;
    request.input = write("kernel.cu", "// never read");
    request.mode = InstrumentationMode::parse("functions").value();
    request.block = {32, 1, 1};
    request.architecture = "sm_90a";
    const auto file = instrumentFile(request);
    VERIFY_RESULT(file);
    QCOMPARE(file->table.kernels.size(), size_t{1});
    QVERIFY(file->text.starts_with(".version 8.0\n.target sm_90a\n"));
    QVERIFY(contentOf("arguments").find("-arch=sm_90a") != std::string::npos);
  }

  void theMessagesOfNvccArePassedOn() {
    useProgram("echo 'kernel.cu(3): error: expected a \";\"' >&2; exit 2\n");
    const auto code = emitCode(specOf(write("kernel.cu", "x")), CodeFormat::Ptx, {});
    QVERIFY(!code && code.error().code == ErrorCode::CompileFailed);
    QCOMPARE(code.error().message, std::string("nvcc rejects the file (exit code 2)\n"
                                               "kernel.cu(3): error: expected a \";\"\n"));
    QVERIFY(code.error().where.ends_with("kernel.cu"));
  }

  void withoutNvccTheErrorNamesWhatIsMissing() {
    qputenv("PSTUDIO_NVCC", "/nowhere/nvcc");
    const auto code = emitCode(specOf(write("kernel.cu", "x")), CodeFormat::Ptx, {});
    QVERIFY(!code && code.error().code == ErrorCode::Unsupported);
    QVERIFY(code.error().message.find("/nowhere/nvcc") != std::string::npos);
  }

  void compilerOptionsOfAnotherLanguageAreRejected() {
    RunSpec spec = specOf(write("kernel.ptx", kPtx));
    spec.compilerOptions = {"-O1"};
    const auto code = emitCode(spec, CodeFormat::Ptx, {});
    QVERIFY(!code && code.error().code == ErrorCode::InvalidInput);
  }

  void markersOfARealKernelAreScopesAndTakeNoRegister() {
    const auto ptxas = nvidia::findPtxas();
    const fs::path file = write("marked.cu", kMarked);
    const std::string markers = "-I" PSTUDIO_SOURCE_DIR "/resources/markers";
    const auto plain = toolkit::compileCuda({file, "sm_90a", {"-DPLAIN"}});
    if (!plain && plain.error().code == ErrorCode::Unsupported)
      QSKIP("no nvcc is installed");
    VERIFY_RESULT(plain);
    const auto marked = toolkit::compileCuda({file, "sm_90a", {"-DMARKED", markers}});
    VERIFY_RESULT(marked);
    QVERIFY(plain->text.find("pstudio") == std::string::npos);
    QVERIFY(marked->text.find("// pstudio scope start polynomial") != std::string::npos);
    InstrumentRequest request;
    request.input = write("marked.ptx", marked->text);
    request.block = {32, 1, 1};
    const auto instrumented = instrumentFile(request);
    VERIFY_RESULT(instrumented);
    const record::InstrumentedKernelEntry &kernel = instrumented->table.kernels.at(0);
    QVERIFY(kernel.unitCount != 0);
    if (!ptxas)
      QSKIP("no ptxas is installed");
    const auto registersOf = [&](const std::string &text) {
      nvidia::PtxKernel one;
      one.text = text;
      one.entry = "k";
      one.architecture = nvidia::architectureNamed("sm_90a").value();
      return nvidia::assemble(*ptxas, one);
    };
    const auto before = registersOf(plain->text), after = registersOf(marked->text);
    VERIFY_RESULT(before);
    VERIFY_RESULT(after);
    QCOMPARE(after->registers, before->registers);
    VERIFY_RESULT(registersOf(instrumented->text));
  }
};

QTEST_GUILESS_MAIN(NvccTest)
#include "nvcc_test.moc"
