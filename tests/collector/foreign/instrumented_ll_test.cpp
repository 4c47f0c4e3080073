// SPDX-License-Identifier: Apache-2.0
// LLVM IR of other compilers in every auto mode and strategy: ptxas accepts the result, no
// intrinsic remains a call, and all other code is unchanged.
#include <algorithm>
#include <map>
#include <optional>

#include <QDir>
#include <QRegularExpression>
#include <QtTest>

#include "collector/instrument.h"
#include "tests/collector/codegen/nvidia/ptxas.h"
#include "tests/support/verify_result.h"

using namespace pstudio;

namespace {

constexpr const char *kModes[] = {
    "default",  "functions", "loops",
    "barriers", "accesses",  "memory",
    "async",    "matrix",    "functions,loops,barriers,accesses,memory,async,matrix"};
/// A kernel as Triton writes it: tensor maps by value, Python source lines.
const QString kTileProduct =
    QStringLiteral(PSTUDIO_SOURCE_DIR "/tests/collector/kernels/tile_product.llir");
constexpr const char *kStrategies[] = {"buffer_type=global:strategy=circular",
                                       "buffer_type=global:strategy=first",
                                       "buffer_type=shared:strategy=circular", "strategy=flush"};

InstrumentRequest requestFor(const QString &file, const std::string &mode) {
  InstrumentRequest request;
  request.input = file.toStdString();
  request.mode = *InstrumentationMode::parse(mode);
  request.architecture = "sm_90a";
  return request;
}

using InstructionCounts = std::map<QString, int>;

/// Number of occurrences of each instruction, without parts that depend on other instructions:
/// numbers of values, blocks and metadata, comments, and the order of a phi's incoming values.
InstructionCounts codeOf(const std::string &text) {
  static const QRegularExpression numbers(
      "[%!#]\\d+|^\\d+:|;.*$|, !\\w+ ![\\d%]*|(?<== phi )(\\w+) .*$");
  InstructionCounts lines;
  bool isInFunction = false;
  for (const QString &line : QString::fromStdString(text).split('\n')) {
    isInFunction |= line.startsWith("define");
    const QString code = QString(line).remove(numbers).simplified();
    // Branches are ignored: a branch may lead to a part of a block.
    if (isInFunction && line.startsWith(' ') && !code.startsWith("br ") && !code.isEmpty())
      ++lines[code];
    isInFunction &= line != "}";
  }
  return lines;
}

/// An instruction that is less frequent in `whole` than in `part`; empty if there is none.
QString firstMissing(const InstructionCounts &part, const InstructionCounts &whole) {
  for (const auto &[line, count] : part)
    if (const auto found = whole.find(line); found == whole.end() || found->second < count)
      return line;
  return {};
}

} // namespace

class InstrumentedLlTest : public QObject {
  Q_OBJECT

private:
  /// Of the file without instrumentation, which all modes are compared with. Once for each file.
  Result<const InstructionCounts *> plainCodeOf(InstrumentRequest request) {
    auto entry = m_plain.find(request.input.string());
    if (entry == m_plain.end()) {
      PSTUDIO_TRY_ASSIGN(request.mode, InstrumentationMode::parse("none"));
      PSTUDIO_TRY_ASSIGN(const auto plain, instrumentFile(request));
      entry = m_plain.emplace(request.input.string(), codeOf(plain.text)).first;
    }
    return &entry->second;
  }
  std::map<std::string, InstructionCounts> m_plain; ///< by path

  void addRows() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("mode");
    const QDir own(QStringLiteral(PSTUDIO_SOURCE_DIR "/tests/collector/foreign/inputs"));
    const QDir triton(QStringLiteral(PSTUDIO_SHARED_DATA "/triton-3.6-h200"));
    QStringList files{own.filePath("hopper.ll"), own.filePath("two_kernels.ll"), kTileProduct};
    for (const QString &name : triton.entryList({"*.llir"}, QDir::Files, QDir::Name))
      files << triton.filePath(name);
    for (const QString &file : files)
      for (size_t i = 0; i < std::size(kModes); ++i)
        for (size_t j = 0; j < std::size(kStrategies); ++j)
          // Each mode with two strategies; all modes together with each strategy.
          if (i + 1 == std::size(kModes) || j == i % 4 || j == (i + 2) % 4)
            QTest::addRow("%s %s:%s", qPrintable(QFileInfo(file).fileName()), kModes[i],
                          kStrategies[j])
                << file << QStringLiteral("%1:%2").arg(kModes[i], kStrategies[j]);
  }

private Q_SLOTS:
  void theFilesOfTritonAreThere() {
    const QDir triton(QStringLiteral(PSTUDIO_SHARED_DATA "/triton-3.6-h200"));
    if (triton.entryList({"*.llir"}, QDir::Files).isEmpty())
      QSKIP("no files of Triton beside the source tree (PSTUDIO_SHARED_DATA)");
    QVERIFY(QFileInfo::exists(triton.filePath("mm.llir")));
  }

  void theCodeIsAcceptedAndTheRestIsAsItWas_data() { addRows(); }
  void theCodeIsAcceptedAndTheRestIsAsItWas() {
    QFETCH(const QString, file);
    QFETCH(const QString, mode);
    InstrumentRequest request = requestFor(file, mode.toStdString());
    if (!file.endsWith("hopper.ll") && !file.endsWith(".llir"))
      request.block = {{128, 1, 1}};
    const auto instrumented = instrumentFile(request);
    VERIFY_RESULT(instrumented);
    PSTUDIO_VERIFY_ASSIGN(const InstructionCounts *plain, plainCodeOf(request));
    const QString missing = firstMissing(*plain, codeOf(instrumented->text));
    QVERIFY2(missing.isEmpty(), qPrintable(missing));
    request.emit = InstrumentRequest::Emit::Ptx;
    const auto ptx = instrumentFile(request);
    VERIFY_RESULT(ptx);
    QVERIFY(ptx->text.find("llvm.nvvm") == std::string::npos);
    if (const auto ptxas = nvidia::findPtxas()) {
      nvidia::PtxKernel kernel;
      kernel.text = ptx->text;
      kernel.entry = ptx->table.kernels.front().name;
      kernel.architecture = *nvidia::architectureNamed("sm_90a");
      VERIFY_RESULT(nvidia::assemble(*ptxas, kernel));
    }
  }

  void tensorMapsAreReadWhereTheLaunchPutThem_data() {
    QTest::addColumn<QString>("mode");
    for (const char *mode : {"none", "loops,barriers,accesses,async,matrix",
                             "loops,barriers,memory,async,matrix:buffer_type=shared"})
      QTest::newRow(mode) << mode;
  }
  void tensorMapsAreReadWhereTheLaunchPutThem() {
    QFETCH(const QString, mode);
    InstrumentRequest request = requestFor(kTileProduct, mode.toStdString());
    request.emit = InstrumentRequest::Emit::Ptx;
    const auto ptx = instrumentFile(request);
    VERIFY_RESULT(ptx);
    const QString text = QString::fromStdString(ptx->text);
    QCOMPARE(text.count("cvta.param"), 2);
    QCOMPARE(text.count(".param .align 64 .b8 tile_product_param_"), 2);
    QCOMPARE(text.count(".local"), 0);
    for (const char *map : {"[tile_product_param_0", "[tile_product_param_5"})
      QVERIFY2(!text.contains(map), map); // the kernel loads no part of it
  }

  void scopesOfAutoModesAreAtTheLinesThatTheFileNames() {
    const auto instrumented =
        instrumentFile(requestFor(kTileProduct, "functions,loops,barriers,accesses,async,matrix"));
    VERIFY_RESULT(instrumented);
    std::map<std::string, std::string> places;
    for (const auto &operation : instrumented->table.kernels.front().operations.operations)
      places[operation.name] = operation.location;
    const std::map<std::string, std::string> expected{
        {"function tile_product", "/kernels/tile_product.py:5"}, // debug information has no column
        {"init mbarrier tile_product.py:10", "/kernels/tile_product.py:10:20"},
        {"loop tile_product.py:13", "/kernels/tile_product.py:13:30"},
        {"wait barrier tile_product.py:13", "/kernels/tile_product.py:13:30"},
        {"barrier tile_product.py:13", "/kernels/tile_product.py:13:30"},
        {"bulk copy tile_product.py:13", "/kernels/tile_product.py:13:30"},
        {"barrier tile_product.py:14", "/kernels/tile_product.py:14:64"},
        {"wait barrier tile_product.py:14", "/kernels/tile_product.py:14:64"},
        {"mbarrier wait tile_product.py:16", "/kernels/tile_product.py:16:28"},
        {"wait mbarrier tile_product.py:16", "/kernels/tile_product.py:16:28"},
        {"wgmma tile_product.py:17", "/kernels/tile_product.py:17:36"},
        {"wait wgmma tile_product.py:18", "/kernels/tile_product.py:18:50"},
        {"barrier tile_product.py:19", "/kernels/tile_product.py:19:26"},
        {"wait barrier tile_product.py:19", "/kernels/tile_product.py:19:26"},
        {"store global tile_product.py:21", "/kernels/tile_product.py:21:22"}};
    QVERIFY(places == expected);
  }

  /// `matrix` records the execution by the warp, `async` the issue to the queue. Both name it by
  /// its line.
  void productsOfWarpGroupsAreAScopeAndAStepOfTheirQueue() {
    const auto instrumented = instrumentFile(requestFor(kTileProduct, "async,matrix"));
    VERIFY_RESULT(instrumented);
    std::multimap<std::string, std::optional<analysis::AsyncStep>> products;
    for (const auto &operation : instrumented->table.kernels.front().operations.operations)
      if (operation.name.find("wgmma") != std::string::npos)
        products.emplace(operation.name,
                         operation.async ? std::optional(operation.async->step) : std::nullopt);
    const std::multimap<std::string, std::optional<analysis::AsyncStep>> expected{
        {"wgmma tile_product.py:17", analysis::AsyncStep::IssueAndCommit},
        {"wgmma tile_product.py:17", std::nullopt},
        {"wait wgmma tile_product.py:18", analysis::AsyncStep::Wait},
        {"wait wgmma tile_product.py:18", std::nullopt}};
    QCOMPARE(products.size(), expected.size());
    for (const auto &product : expected)
      QVERIFY2(std::ranges::count(products, product) == 1, product.first.c_str());
  }

  void aFileForAnAmdGpuIsInstrumentedForItsChip() {
    InstrumentRequest request =
        requestFor(PSTUDIO_SOURCE_DIR "/tests/collector/kernels/row_sum.ll", "default");
    request.architecture.clear();
    request.block = {256, 1, 1};
    const auto made = instrumentFile(request);
    VERIFY_RESULT(made);
    QCOMPARE(made->table.architecture, std::string("gfx942"));
    QCOMPARE(made->table.lanesPerWarp, 64u);
    QVERIFY(made->text.find("amdgpu_kernel") != std::string::npos);
  }

  void everyModeFindsSomethingInOurKernel() {
    const QString file =
        QStringLiteral(PSTUDIO_SOURCE_DIR "/tests/collector/foreign/inputs/hopper.ll");
    for (const char *mode :
         {"functions", "loops", "barriers", "accesses", "memory", "async", "matrix"}) {
      const auto instrumented = instrumentFile(requestFor(file, mode));
      VERIFY_RESULT(instrumented);
      QVERIFY2(!instrumented->table.kernels.front().operations.operations.empty(), mode);
    }
  }
};

QTEST_GUILESS_MAIN(InstrumentedLlTest)
#include "instrumented_ll_test.moc"
