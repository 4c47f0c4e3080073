// SPDX-License-Identifier: Apache-2.0
// A bundle contains every file of a run and no others, and names the files to return.
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <fstream>

#include "core/remote/run_bundle.h"
#include "core/run/program_spec.h"

using namespace pstudio;
namespace fs = std::filesystem;

namespace {

constexpr const char *kFullSpec = R"({
  "kernel": {"file": "../kernels/k.mlir", "function": "f"}, "target": "lab/cuda:sm_90a",
  "grid": [2], "block": [64], "warmup": 1, "repeat": 3, "time_limit_s": 2,
  "arguments": [{"name": "A", "buffer": {"dtype": "f32", "shape": [4],
                                         "init": {"file": "../data/A.npy"}}},
                {"name": "C", "buffer": {"dtype": "f32", "shape": [4]}}],
  "checks": [{"output": "C", "reference": {"file": "../data/C.npy"}, "max_error": 0.1}],
  "callbacks": {"file": "../src/count.c", "output": "../data/out.npy"}
})";
constexpr const char *kSmallSpec = R"({
  "kernel": {"file": "../kernels/k.mlir", "function": "f"}, "grid": [2], "block": [64],
  "arguments": []
})";
constexpr const char *kSpecOfNothing = R"({
  "kernel": {"file": "k.mlir", "function": "f"}, "grid": [1], "block": [1], "arguments": []
})";

} // namespace

class RunBundleTest : public QObject {
  Q_OBJECT

private:
  std::unique_ptr<QTemporaryDir> m_folder;
  fs::path path(const char *name) const { return m_folder->filePath(name).toStdString(); }
  void write(const char *name, const std::string &text) const {
    fs::create_directories(path(name).parent_path());
    std::ofstream(path(name)) << text;
  }
  QStringList namesOf(const RunBundle &bundle) const {
    QStringList names;
    for (const BundledFile &file : bundle.files) {
      names << QString::fromStdString(file.path.lexically_relative(path("")).generic_string());
      if ("/" + file.name != file.path.string() || file.size != fs::file_size(file.path))
        return {"wrong: " + QString::fromStdString(file.name)};
    }
    names.sort();
    return names;
  }
  RunRequest requestOf(const std::string &spec) const {
    write("specs/run.json", spec);
    RunRequest request;
    request.specPath = path("specs/run.json");
    return request;
  }

private Q_SLOTS:
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    write("kernels/k.mlir", "module {}");
    write("data/A.npy", "aaaa");
    write("data/C.npy", "cccccc");
    write("data/unused.npy", "u");
    write("src/count.c", "#include <stdint.h>\n  # include \"lib/shared.h\"\n#include \"none.h\"\n"
                         "#include \"../src/count.c\"\n");
    write("src/lib/shared.h", "#include \"deeper.h\"");
    write("src/lib/deeper.h", "");
  }

  void everyFileOfASpecificationIsFound() {
    RunRequest request = requestOf(kFullSpec);
    request.keepCapture = "/x/raw";
    const auto bundle = bundleRun(request, "cuda:sm_90a");
    QVERIFY2(bundle, bundle ? "" : bundle.error().toString().c_str());
    QCOMPARE(namesOf(*bundle),
             (QStringList{"data/A.npy", "data/C.npy", "kernels/k.mlir", "src/count.c",
                          "src/lib/deeper.h", "src/lib/shared.h"}));
    uint64_t bytes = 0;
    for (const BundledFile &file : bundle->files)
      bytes += file.size;
    QCOMPARE(bundle->bytes, bytes);
    const RunRequest &asked = bundle->request;
    QVERIFY(asked.isBundled && asked.specPath.empty());
    QVERIFY(!asked.keepCapture.empty() && asked.passes.empty());
    QVERIFY(!asked.overrides.callbackOutput.empty());
  }

  void theSpecificationIsTheSameThere() {
    RunRequest request = requestOf(kSmallSpec);
    request.overrides.mode = "default:slots=64";
    const auto bundle = bundleRun(request, "cpu");
    QVERIFY(bundle);
    const auto there = parseRunSpec(bundle->request.specText, "/");
    QVERIFY2(there, there ? "" : there.error().toString().c_str());
    QCOMPARE(there->kernelFile, path("kernels/k.mlir"));
    QCOMPARE(there->mode.toString(), std::string("default:slots=64"));
    QCOMPARE(there->target, std::string("cpu"));
  }

  void aProgramIsOneFile() {
    RunRequest request;
    request.specPath = path("kernels/k.mlir");
    request.overrides = {"lab/cpu", "none", 3.0};
    const auto bundle = bundleRun(request, "cpu");
    QVERIFY(bundle);
    QCOMPARE(namesOf(*bundle), QStringList{"kernels/k.mlir"});
    QCOMPARE("/" + bundle->request.specPath.string(), path("kernels/k.mlir").string());
    QCOMPARE(*bundle->request.overrides.target, std::string("cpu"));
    QCOMPARE(*bundle->request.overrides.mode, std::string("none"));
  }

  void aFileThatCannotBeSentIsNamed() {
    RunRequest request;
    request.specText = kSpecOfNothing;
    request.folder = path("none");
    const auto bundle = bundleRun(request, "cpu");
    QVERIFY(!bundle);
    QVERIFY2(bundle.error().toString().find("k.mlir") != std::string::npos,
             bundle.error().toString().c_str());
    const fs::path odd = path("kernels") / "odd\nname.mlir";
    fs::copy_file(path("kernels/k.mlir"), odd);
    RunRequest program;
    program.specPath = odd;
    const auto rejected = bundleRun(program, "cpu");
    QVERIFY(!rejected);
    QCOMPARE(rejected.error().code, ErrorCode::InvalidInput);
  }

  void aSpecificationThatLeadsOutOfItsFolderIsRejected() {
    for (const char *file : {"../../etc/passwd", "/etc/passwd", "a/../b", ""}) {
      const std::string spec =
          std::string("{\"buffers\": [{\"init\": {\"file\": \"") + file + "\"}}]}";
      const auto files = filesOfSpec(spec);
      QVERIFY2(!files, file);
      QCOMPARE(files.error().code, ErrorCode::InvalidInput);
    }
    QCOMPARE(filesOfSpec("{\"kernel\": {\"file\": \"u/k.mlir\"}}")->front(),
             std::string("u/k.mlir"));
  }

  void pathsOfTheFarEndBecomeThoseHere() {
    QCOMPARE(withoutFolder("/far/job/in/u/k.mlir:3:7: see /far/job/in/u/a", "/far/job/in"),
             std::string("/u/k.mlir:3:7: see /u/a"));
    QCOMPARE(withoutFolder("nothing", "/far/job/in"), std::string("nothing"));
    QCOMPARE(withoutFolder("nothing", ""), std::string("nothing"));
    RunSettings settings;
    QCOMPARE(shownName(settings, "/far/job/in/u/k"), std::string("/far/job/in/u/k"));
    settings.fileRoot = "/far/job/in";
    QCOMPARE(shownName(settings, "/far/job/in/u/k"), std::string("/u/k"));
    QCOMPARE(shownName(settings, "/far/job/input"), std::string("/far/job/input"));
  }
};

QTEST_GUILESS_MAIN(RunBundleTest)
#include "run_bundle_test.moc"
