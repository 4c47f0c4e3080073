// SPDX-License-Identifier: Apache-2.0
// Kernels of Triton and of its form for AMD's GPUs, executed with and without records: the results
// are equal to the bit, and the records are decoded.
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

#include <map>

#include "collector/codegen/amd/link_code_object.h"
#include "tests/collector/amd_execution/file_runs.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using namespace pstudio::test;

namespace {

const QString kOwn = QStringLiteral(PSTUDIO_SOURCE_DIR "/tests/collector/amd_execution/kernels/");
const QString kCorpus = QStringLiteral(PSTUDIO_SHARED_DATA "/target-corpus.tar.xz");

/// A buffer with random numbers, or with zeros where `init` is empty.
std::string buffer(const char *name, const char *dtype, int elements, const char *init = "") {
  std::string text = std::string("{\"name\": \"") + name + "\", \"buffer\": {\"dtype\": \"" +
                     dtype + "\", \"shape\": [" + std::to_string(elements) + "]";
  if (*init)
    text += std::string(", \"init\": {\"random\": {\"seed\": 3, ") + init + "}}";
  return text + "}}";
}

std::string scalar(const char *name, const char *dtype, const char *value) {
  return std::string("{\"name\": \"") + name + "\", \"scalar\": {\"dtype\": \"" + dtype +
         "\", \"value\": " + value + "}}";
}

std::string list(std::initializer_list<std::string> elements) {
  std::string all;
  for (const std::string &element : elements)
    all += (all.empty() ? "" : ", ") + element;
  return all;
}

std::string launchOf(const char *grid, int block, int sharedBytes) {
  return std::string("\"grid\": [") + grid + "], \"block\": [" + std::to_string(block) +
         "], \"dynamic_shared_bytes\": " + std::to_string(sharedBytes);
}

constexpr const char *kFloats = "\"low\": -2, \"high\": 2";
constexpr const char *kPositive = "\"low\": 1, \"high\": 2";
constexpr const char *kIntegers = "\"low\": 0, \"high\": 1000";

struct LaunchRow {
  const char *file;
  const char *chips; ///< space between them
  std::string launch;
  std::string arguments;
  bool isLong = false; ///< LLVM takes minutes: only if PSTUDIO_AMD_TABLE is set
};

/// Kernels of this repository; each runs on one or both chips.
std::vector<LaunchRow> ownRows() {
  const std::string x = buffer("x", "f32", 512, kFloats), out = buffer("out", "f32", 512);
  const std::string a = buffer("a", "f16", 1024, kFloats), b = buffer("b", "f16", 1024, kFloats);
  return {
      {"masked_add", "gfx942 gfx1100", launchOf("3", 128, 0),
       list({x, buffer("y", "f32", 512, kFloats), out, scalar("n", "i32", "300")})},
      {"gather_sum", "gfx942 gfx1100", launchOf("2", 128, 0),
       list({x, buffer("index", "i32", 256, kIntegers), out})},
      {"histogram", "gfx942 gfx1100", launchOf("2", 128, 256),
       list({buffer("x", "i32", 256, kIntegers), buffer("bins", "i32", 64)})},
      {"transpose", "gfx942 gfx1100", launchOf("2", 256, 1088), list({x, out})},
      {"row_share", "gfx942 gfx1100", launchOf("2", 128, 0),
       list({buffer("x", "f32", 256, kPositive), out})},
      {"mfma_tile", "gfx942", launchOf("2", 64, 0),
       list({a, b, buffer("out", "f32", 2048), scalar("steps", "i32", "3")})},
      {"load_to_lds", "gfx942", launchOf("2", 64, 256), list({x, out})},
      {"wmma_tile", "gfx1100", launchOf("2", 32, 0), list({a, b, out})},
      {"swap_rows", "gfx1100", launchOf("2", 64, 0), list({x, out})},
  };
}

std::string f32(const char *name, int elements) {
  return buffer(name, "f32", elements, kFloats);
}
std::string f16(const char *name, int elements) {
  return buffer(name, "f16", elements, kFloats);
}
std::string i32(const char *name, const char *value) {
  return scalar(name, "i32", value);
}
/// The last two arguments of Triton's kernels, which these do not use.
std::string scratch() {
  return list({scalar("scratch", "i64", "0"), scalar("profile_scratch", "i64", "0")});
}
std::string square() {
  return list({f16("a", 128 * 128), f16("b", 128 * 128)});
}

/// Modules of Triton 3.6.
std::vector<LaunchRow> corpusOfGfx942() {
  return {
      {"gfx942/gather2d", "gfx942", launchOf("2", 256, 0),
       list({f32("x", 64 * 1064), buffer("rows", "i32", 512, "\"low\": 0, \"high\": 900"),
             buffer("out", "f32", 512), i32("stride", "64"), scratch()})},
      {"gfx942/atomic_hist", "gfx942", launchOf("2", 256, 4096),
       list({buffer("x", "i32", 2048, kIntegers), buffer("bins", "i32", 64), i32("n", "1500"),
             scratch()})},
      {"gfx942/scan_k", "gfx942", launchOf("1", 256, 4096),
       list({buffer("x", "f32", 1024, "\"low\": 0, \"high\": 16"), buffer("sums", "f32", 1024),
             buffer("bins", "i32", 64), scratch()})},
      {"gfx942/sort_k", "gfx942", launchOf("1", 256, 4096),
       list({f32("x", 512), buffer("out", "f32", 512), scratch()})},
      {"gfx942/ln_fwd", "gfx942", launchOf("2", 512, 4096),
       list({f16("x", 2 * 900), buffer("out", "f16", 2 * 900), f16("w", 900), f16("b", 900),
             buffer("mean", "f32", 2), buffer("rstd", "f32", 2), i32("stride", "900"),
             i32("n", "900"), scalar("eps", "f32", "0.001"), scratch()})},
      {"gfx942/mm_k", "gfx942", launchOf("1", 512, 61440),
       list({square(), buffer("out", "f16", 128 * 128), i32("m", "128"), i32("n", "128"),
             i32("k", "128"), i32("sa", "128"), i32("sb", "128"), i32("sc", "128"), scratch()}),
       true},
      {"gfx942/attn_fwd_1", "gfx942", launchOf("1, 1", 512, 61440),
       list({f16("q", 128 * 64), f16("k", 128 * 64), f16("v", 128 * 64),
             buffer("out", "f32", 128 * 64), scalar("scale", "f32", "0.125"), i32("n", "128"),
             scratch()}),
       true},
      {"gfx942/dot_chain", "gfx942", launchOf("1", 256, 61440),
       list({f16("a", 128 * 128), f16("b", 128 * 128), f16("c", 128 * 128),
             buffer("out", "f32", 128 * 128), i32("n", "64"), scratch()}),
       true},
  };
}

std::vector<LaunchRow> corpusRows() {
  std::vector<LaunchRow> rows = corpusOfGfx942();
  const std::vector<LaunchRow> ofGfx1100 = {
      {"gfx1100/scan_k", "gfx1100", launchOf("1", 128, 4096),
       list({buffer("x", "f32", 1024, "\"low\": 0, \"high\": 16"), buffer("sums", "f32", 1024),
             buffer("bins", "i32", 64), scratch()})},
      {"gfx1100/softmax_k", "gfx1100", launchOf("2", 128, 4096),
       list({buffer("out", "f32", 3 * 900), f32("x", 3 * 900), i32("out_stride", "900"),
             i32("in_stride", "900"), i32("rows", "3"), i32("columns", "900"), scratch()})},
      {"gfx1100/drop_k", "gfx1100", launchOf("2", 128, 0),
       list({f32("x", 2048), buffer("out", "f32", 2048), i32("n", "1500"),
             scalar("p", "f32", "0.5"), i32("seed", "7"), scratch()})},
      {"gfx1100/lib_k", "gfx1100", launchOf("1", 128, 0),
       list({buffer("x", "f32", 2048, kPositive), buffer("out", "f32", 2048), i32("n", "900"),
             scratch()})},
      {"gfx1100/mm_k", "gfx1100", launchOf("1", 256, 61440),
       list({square(), buffer("out", "f16", 128 * 128), i32("m", "128"), i32("n", "128"),
             i32("k", "128"), i32("sa", "128"), i32("sb", "128"), i32("sc", "128"), scratch()}),
       true},
      {"gfx1100/attn_fwd", "gfx1100", launchOf("1, 1", 256, 61440),
       list({f16("q", 128 * 64), f16("k", 128 * 64), f16("v", 128 * 64),
             buffer("out", "f32", 128 * 64), scalar("scale", "f32", "0.125"), i32("n", "128"),
             scratch()}),
       true},
  };
  rows.insert(rows.end(), ofGfx1100.begin(), ofGfx1100.end());
  return rows;
}

/// The modes that the table in docs/benchmarks/amd-triton.md has.
const std::vector<const char *> kModes = {"functions,loops,barriers:buffer_type=global",
                                          "memory:buffer_type=global", "memory:strategy=flush"};
/// Other kernels have hardly any operations that these modes record.
const std::vector<const char *> kOperationModes = {"async:buffer_type=global",
                                                   "matrix:buffer_type=global"};
constexpr const char *kEverything =
    "functions,loops,barriers,async,memory,matrix:buffer_type=global";
constexpr uint64_t kOrder = 5;

std::vector<const char *> modesOf(bool hasOperations) {
  std::vector<const char *> modes = kModes;
  if (hasOperations)
    modes.insert(modes.end(), kOperationModes.begin(), kOperationModes.end());
  modes.push_back(kEverything);
  return modes;
}

QString readText(const QString &path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

} // namespace

class TritonExecutionTest : public QObject {
  Q_OBJECT

private:
  QTemporaryDir m_folder;

  /// The kernel of a row. Words 3 of buffer resources differ between gfx9 and gfx11.
  FileKernel kernelOf(const LaunchRow &row, const QString &path, const QString &chip) {
    FileKernel kernel{path.toStdString(), {}, row.launch, row.arguments};
    QString text = readText(path);
    if (chip == "gfx1100")
      text.replace("i32 159744", "i32 822243328");
    const QString copy = m_folder.filePath(chip + "_" + QFileInfo(path).fileName());
    QFile file(copy);
    if (file.open(QIODevice::WriteOnly))
      file.write(text.toUtf8());
    kernel.file = copy.toStdString();
    const qsizetype begin = text.indexOf("amdgpu_kernel void @") + 20;
    kernel.function = text.mid(begin, text.indexOf('(', begin) - begin).toStdString();
    return kernel;
  }

  static void compare(const FileKernel &kernel, const std::string &chip,
                      const std::vector<const char *> &modes) {
    const auto plain = runFile(kernel, "none", chip);
    VERIFY_RESULT(plain);
    QVERIFY(plain->executed > 0);
    for (const char *mode : modes) {
      const auto run = runFile(kernel, mode, chip, kOrder);
      QVERIFY2(run, run ? "" : (std::string(mode) + ": " + run.error().toString()).c_str());
      for (const auto &[argument, bytes] : plain->buffers)
        QVERIFY2(run->buffers.at(argument) == bytes, (std::string(mode) + ": " + argument).c_str());
      verifyRecords(*run, mode);
    }
  }

  static void verifyRecords(const FileRun &run, const char *mode) {
    QVERIFY2(run.trace.launches().size() == 1, mode);
    const Launch &launch = run.trace.launches().front();
    const QString text = mode;
    const bool recordsAlways = text.startsWith("functions") || text.startsWith("memory");
    if (recordsAlways)
      QVERIFY2(launch.recordsWritten > 0, mode);
    if (text.contains("memory"))
      QVERIFY2(launch.accesses != nullptr, mode);
  }

private Q_SLOTS:
  void initTestCase() {
    if (!amd::findLinker())
      QFAIL("no ld.lld here: install lld-19");
  }

  void kernelsOfTritonsFormHaveEqualResultsInEachMode_data() {
    QTest::addColumn<int>("row");
    QTest::addColumn<QString>("chip");
    const std::vector<LaunchRow> rows = ownRows();
    for (int i = 0; i < static_cast<int>(rows.size()); ++i)
      for (const QString &chip : QString(rows[static_cast<size_t>(i)].chips).split(' '))
        QTest::addRow("%s %s", rows[static_cast<size_t>(i)].file, qPrintable(chip)) << i << chip;
  }
  void kernelsOfTritonsFormHaveEqualResultsInEachMode() {
    QFETCH(const int, row);
    QFETCH(const QString, chip);
    const LaunchRow of = ownRows()[static_cast<size_t>(row)];
    const std::string file = of.file;
    const bool hasOperations = file == "mfma_tile" || file == "load_to_lds" || file == "wmma_tile";
    compare(kernelOf(of, kOwn + of.file + ".llir", chip), chip.toStdString(),
            modesOf(hasOperations));
  }

  void modulesOfTheCorpusHaveEqualResults_data() {
    QTest::addColumn<int>("row");
    const std::vector<LaunchRow> rows = corpusRows();
    for (int i = 0; i < static_cast<int>(rows.size()); ++i)
      QTest::addRow("%s", rows[static_cast<size_t>(i)].file) << i;
  }
  void modulesOfTheCorpusHaveEqualResults() {
    QFETCH(const int, row);
    if (!QFileInfo::exists(kCorpus))
      QSKIP("the corpus of the folder of shared data is not here");
    if (!QFileInfo::exists(m_folder.filePath("target-corpus")))
      QCOMPARE(QProcess::execute("tar", {"-xJf", kCorpus, "-C", m_folder.path()}), 0);
    const LaunchRow of = corpusRows()[static_cast<size_t>(row)];
    if (of.isLong && !qEnvironmentVariableIsSet("PSTUDIO_AMD_TABLE"))
      QSKIP("only with PSTUDIO_AMD_TABLE: LLVM takes minutes to compile it with all records");
    const FileKernel kernel =
        kernelOf(of, m_folder.filePath(QString("target-corpus/%1.llir").arg(of.file)), of.chips);
    if (qEnvironmentVariableIsSet("PSTUDIO_AMD_TABLE"))
      compare(kernel, of.chips, modesOf(true));
    else
      compare(kernel, of.chips, {kEverything});
  }
};

QTEST_GUILESS_MAIN(TritonExecutionTest)
#include "triton_execution_test.moc"
