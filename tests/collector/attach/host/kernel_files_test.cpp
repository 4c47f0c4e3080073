// SPDX-License-Identifier: Apache-2.0
// The code of a running kernel is found by its bytes, in the folders of the user's settings.
#include <QtTest>

#include "collector/attach/host/assembler.h"
#include "collector/attach/host/assembler_options.h"
#include "collector/attach/host/kernel_files.h"
#include "collector/attach/host/own_variables.h"
#include "collector/attach/host/run_time_compilers.h"
#include "collector/codegen/llvm/content_hash.h"

using namespace pstudio;
using namespace pstudio::attach;

namespace {

void write(const QString &path, const QByteArray &bytes) {
  QDir().mkpath(QFileInfo(path).path());
  QFile file(path);
  if (file.open(QIODevice::WriteOnly))
    file.write(bytes);
}

KernelImage imageOf(const std::string &cubin) {
  KernelImage image;
  image.name = "k";
  image.hash = contentHash(cubin);
  image.bytes = cubin.size();
  return image;
}

} // namespace

class KernelFilesTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void variablesThatATwinWouldHaveTwiceAreFound_data() {
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QString>("found");
    QTest::newRow("counter") << QByteArray("@n = internal addrspace(1) global i32 0") << "@n";
    QTest::newRow("initialised by the host")
        << QByteArray("@n = external addrspace(4) externally_initialized constant [2 x i64]")
        << "@n";
    QTest::newRow("declared") << QByteArray("@n = external constant i32") << "@n";
    QTest::newRow("shared memory")
        << QByteArray("@n = external addrspace(3) global [0 x i8], align 16") << "";
    QTest::newRow("text") << QByteArray("@n = internal constant [9 x i8] c\" global \\00\"") << "";
    QTest::newRow("of LLVM") << QByteArray("@llvm.used = appending global [1 x ptr] [ptr @n]")
                             << "";
  }
  void variablesThatATwinWouldHaveTwiceAreFound() {
    QFETCH(QByteArray, line);
    QFETCH(QString, found);
    const std::string use = "define void @k() {\n  store i32 1, ptr @n, align 4\n}\n";
    QCOMPARE(QString::fromStdString(ownVariableIn(line.toStdString() + "\n" + use)), found);
    const std::string other = "define void @k() {\n  store i32 1, ptr @n2, align 4\n}\n";
    QCOMPARE(ownVariableIn(line.toStdString() + "\n" + other), std::string()); // it is not used
  }

  void codeObjectOfAnAmdGpuIsFoundWithItsLlvmIr() {
    const QTemporaryDir folder;
    for (const char *name : {"A/k.hsaco", "A/k.llir", "A/k.json"})
      write(folder.filePath(name), "object");
    write(folder.filePath("B/k.cubin"), "object");
    KernelImage image = imageOf("object");
    image.architecture = "gfx942";
    const FoundCode found = findCode(image, {folder.path().toStdString()});
    QVERIFY(found.files);
    QCOMPARE(found.files->llvmIr.string(), folder.filePath("A/k.llir").toStdString());
    image.hash.clear(); // a fat binary
    const CodeProblem problem = findCode(image, {folder.path().toStdString()}).problem;
    QCOMPARE(problem.code, std::string("code.none"));
    QVERIFY(problem.detail.find("without LLVM IR") != std::string::npos);
  }

  void optionsThatChangeCodeAreKept() {
    const auto kept = [](const char *options) {
      QString text;
      for (const std::string &word : codeOptions(options))
        text += QString::fromStdString(word) + '|';
      return text;
    };
    QCOMPARE(kept("-O1 -v  --fmad false -maxrregcount=32 --generate-line-info "),
             QString("-O1|--fmad|false|-maxrregcount=32|--generate-line-info|"));
    QCOMPARE(kept(" -g --dont-merge-basicblocks --return-at-end "),
             QString("-g|--dont-merge-basicblocks|--return-at-end|"));
    QCOMPARE(kept("--compile-only -o x.cubin -arch sm_80 --gpu-name=sm_80 -O3 /etc/x"),
             QString("-O3|"));
    QCOMPARE(kept(""), QString());
  }

  void cubinWithTheSameBytesIsFound() {
    const QTemporaryDir folder;
    write(folder.filePath("A/k.cubin"), "other");
    write(folder.filePath("A/k.llir"), "other code");
    write(folder.filePath("B/k.cubin"), "bytes");
    write(folder.filePath("B/k.llir"), "code");
    write(folder.filePath("B/k.json"), "{}");
    const FoundCode found =
        findCode(imageOf("bytes"), {"/nonexistent", folder.path().toStdString()});
    QVERIFY(found.files);
    QCOMPARE(QString::fromStdString(found.files->llvmIr.string()), folder.filePath("B/k.llir"));
    QCOMPARE(QString::fromStdString(found.files->metadata.string()), folder.filePath("B/k.json"));
  }

  void reasonIsGivenWhereThereIsNone() {
    const QTemporaryDir folder;
    write(folder.filePath("A/k.cubin"), "bytes");
    const std::vector<std::filesystem::path> folders{folder.path().toStdString()};
    FoundCode found = findCode(imageOf("bytes"), folders);
    QVERIFY(!found.files);
    QCOMPARE(found.problem.code, std::string("code.none"));
    QVERIFY(found.problem.detail.find("k.llir") != std::string::npos);
    found = findCode(KernelImage{"k", {}, 0, {}, {}, {}}, folders);
    QCOMPARE(found.problem.detail, std::string("the image of the kernel was not stored"));
    KernelImage image = imageOf("changed");
    image.cubin = folder.filePath("A/k.cubin").toStdString();
    found = findCode(image, folders);
    QCOMPARE(found.problem.code, std::string("code.changed"));
  }

  void foldersAreThoseOfTheSettings() {
    const QTemporaryDir folder;
    QDir().mkpath(folder.filePath("inductor/triton/0"));
    QDir().mkpath(folder.filePath("torchinductor_me/triton/1"));
    const std::string base = folder.path().toStdString();
    const auto folders = cacheFolders(Environment(
        {"TRITON_CACHE_DIR=" + base + "/triton", "HOME=" + base,
         "TORCHINDUCTOR_CACHE_DIR=" + base + "/inductor", "USER=me", "TMPDIR=" + base}));
    const std::vector<std::filesystem::path> expected{base + "/triton", base + "/.triton/cache",
                                                      base + "/inductor/triton/0",
                                                      base + "/torchinductor_me/triton/1"};
    QVERIFY(folders == expected);
  }

  void assemblerOfTheUserComesFirst() {
    const QTemporaryDir folder;
    for (const char *name : {"own", "site/triton/backends/nvidia/bin/ptxas", "cuda/bin/ptxas"}) {
      write(folder.filePath(name), "#!/bin/sh\n");
      QFile(folder.filePath(name)).setPermissions(QFile::ReadOwner | QFile::ExeOwner);
    }
    const std::string base = folder.path().toStdString();
    std::vector<std::string> variables{"CUDA_HOME=" + base + "/cuda"};
    const PythonProgram python{"python3", {base + "/site"}};
    const auto found = [&](const PythonProgram &program, PtxOrigin origin) {
      return findAssembler(Environment(variables), program, origin)->string();
    };
    QCOMPARE(found({}, PtxOrigin::Triton), base + "/cuda/bin/ptxas");
    QCOMPARE(found(python, PtxOrigin::Triton), base + "/site/triton/backends/nvidia/bin/ptxas");
    QCOMPARE(found(python, PtxOrigin::Image), base + "/cuda/bin/ptxas");
    variables.push_back("TRITON_PTXAS_PATH=" + base + "/own");
    for (const PtxOrigin origin : {PtxOrigin::Triton, PtxOrigin::Image})
      QCOMPARE(found(python, origin), base + "/own");
  }

  void optionsOfNvrtcHaveTheirFormForTheAssembler() {
    const auto words = [](std::vector<std::string> options) {
      std::string text;
      for (const std::string &word : codeOptions(optionsForAssembler(options)))
        text += word + ' ';
      return text;
    };
    QCOMPARE(words({"-arch=sm_90", "--std=c++17", "-DN=4"}), std::string());
    QCOMPARE(words({"--generate-line-info", "--maxrregcount=32", "-fmad=false"}),
             std::string("--generate-line-info -maxrregcount=32 --fmad false "));
    QCOMPARE(words({"-maxrregcount", "64", "-lineinfo"}),
             std::string("-maxrregcount=64 --generate-line-info "));
    QCOMPARE(words({"--ptxas-options=-O1,-v", "-G"}),
             std::string("-O1 -g --dont-merge-basicblocks --return-at-end "));
  }

  void cachesOfRunTimeCompilersAreBypassedUnlessTheUserSetsThem() {
    Environment environment({"CUPY_CACHE_IN_MEMORY=0"});
    bypassCompilerCaches(environment);
    QCOMPARE(environment.find("CUPY_CACHE_IN_MEMORY").value_or("-"), std::string("0"));
    QCOMPARE(environment.find("USE_PYTORCH_KERNEL_CACHE").value_or("-"), std::string("0"));
    Observations observations;
    QVERIFY(notesOfCompilers(observations).empty());
    observations.processes[1].images[0].kind = ImageKind::Ptx;
    QVERIFY(notesOfCompilers(observations).empty());
    observations.processes[1].images[1].kind = ImageKind::CompiledPtx;
    const std::vector<std::string> notes = notesOfCompilers(observations);
    QCOMPARE(notes.size(), size_t(1));
    QVERIFY(notes[0].find("CuPy's by CUPY_CACHE_IN_MEMORY=1") != std::string::npos);
    QVERIFY(notes[0].find("JAX") == std::string::npos);
  }

  void flagsThatWereAddedForXlaAreNoted() {
    Observations observations;
    ImageSeen &image = observations.processes[7].images[0];
    image.kind = ImageKind::Cubin;
    image.options = {"/own"}; // of the user
    QVERIFY(notesOfCompilers(observations).empty());
    image.options = {"/raw/xla-7", "--xla_dump_to=/raw/xla-7"};
    const std::vector<std::string> notes = notesOfCompilers(observations);
    QCOMPARE(notes.size(), size_t(1));
    QCOMPARE(QString::fromStdString(notes[0]),
             QString("process 7: kernels were compiled by XLA; XLA_FLAGS was extended by "
                     "--xla_dump_to=/raw/xla-7; caches of machine code were not used, unless the "
                     "program's environment sets the variable: JAX's by "
                     "JAX_ENABLE_COMPILATION_CACHE=0"));
  }

  void assemblersOfNvidiasPackagesComeFirstForXla() {
    const QTemporaryDir folder;
    for (const char *name : {"site/nvidia/cu13/bin/ptxas", "cuda/bin/ptxas"}) {
      write(folder.filePath(name), "#!/bin/sh\n");
      QFile(folder.filePath(name)).setPermissions(QFile::ReadOwner | QFile::ExeOwner);
    }
    const std::string base = folder.path().toStdString();
    const Environment environment({"CUDA_HOME=" + base + "/cuda", "CUDA_PATH=" + base + "/cuda"});
    const PythonProgram python{"python3", {base + "/site"}};
    const auto found = findAssemblers(environment, python, PtxOrigin::Xla);
    QVERIFY(found.size() >= 2);
    QCOMPARE(found[0].string(), base + "/site/nvidia/cu13/bin/ptxas");
    QCOMPARE(found[1].string(), base + "/cuda/bin/ptxas");
    QCOMPARE(std::ranges::count(found, found[1]), std::ptrdiff_t(1));
    QCOMPARE(findAssembler(environment, python, PtxOrigin::Image)->string(),
             base + "/cuda/bin/ptxas");
  }

  void targetOfPtxIsRead() {
    QCOMPARE(targetOf(".version 8.5\n.target sm_90a, debug\n.address_size 64"),
             std::string("sm_90a"));
    QCOMPARE(targetOf("nothing"), std::string());
  }
};

QTEST_GUILESS_MAIN(KernelFilesTest)
#include "kernel_files_test.moc"
