// SPDX-License-Identifier: Apache-2.0
// LLVM IR of real programs, printed by a newer LLVM: every module passes every mode, to LLVM IR and
// to PTX. The modules are of the folder of shared data, "ptx-corpus".
#include <QFileInfo>
#include <QtTest>

#include <QDirIterator>

#include "collector/instrument.h"
#include "tests/collector/foreign/instrumented_file.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using pstudio::test::instrumented;

namespace {

const char *const kFolder = PSTUDIO_SHARED_DATA "/ptx-corpus";

/// Modules that no LLVM reads: the file name in a string was shortened when they were collected,
/// and the string's type was not.
const QStringList kLeftOut{"CIGO7G.", "SRJQZY."};

QStringList modules() {
  QStringList files;
  QDirIterator each(kFolder, {QStringLiteral("*.llir")}, QDir::Files, QDirIterator::Subdirectories);
  while (each.hasNext())
    if (const QString file = each.next(); !kLeftOut.contains(QFileInfo(file).fileName().left(7)))
      files += file;
  files.sort();
  return files;
}

QString moduleNamed(const QString &part) {
  for (const QString &file : modules())
    if (file.contains(part))
      return file;
  return {};
}

/// Operations of the table, by "store global 16".
std::map<std::string, int> accessesOf(const InstrumentedFile &file) {
  std::map<std::string, int> counts;
  for (const record::Operation &operation : file.table.kernels.front().operations.operations)
    if (operation.access)
      ++counts[std::string(operation.access->kind == memory::AccessKind::Load ? "load" : "store") +
               (operation.access->space == memory::AccessSpace::Global ? " global " : " shared ") +
               std::to_string(operation.access->bytesPerLane)];
  return counts;
}

} // namespace

class PtxCorpusTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void initTestCase() {
    if (modules().isEmpty())
      QSKIP("the folder of shared data is not here");
  }

  void everyModulePassesEveryMode_data() {
    QTest::addColumn<QString>("mode");
    for (const char *mode :
         {"none", "functions", "loops", "barriers", "memory", "accesses", "async", "matrix",
          "memory:strategy=histogram", "functions,loops,barriers,memory,accesses,async,matrix"})
      QTest::newRow(mode) << mode;
  }
  void everyModulePassesEveryMode() {
    QFETCH(const QString, mode);
    for (const QString &file : modules())
      for (const auto emit : {InstrumentRequest::Emit::LlvmIr, InstrumentRequest::Emit::Ptx}) {
        if (emit == InstrumentRequest::Emit::Ptx && mode != "none" && !mode.contains(','))
          continue; // code is made of the plain module and of the one with everything in it
        const auto result = instrumented(file, mode.toStdString(), emit);
        QVERIFY2(result,
                 qPrintable(file + ": " +
                            QString::fromStdString(result ? "" : result.error().toString())));
        // PTX has the instruction, LLVM IR the intrinsic as it was.
        if (emit == InstrumentRequest::Emit::Ptx)
          QVERIFY2(result->text.find("llvm.nvvm") == std::string::npos, qPrintable(file));
      }
  }

  void everyAccessOfEveryModuleIsCovered() {
    for (const QString &file : modules()) {
      PSTUDIO_VERIFY_ASSIGN(const InstrumentedFile result,
                            instrumented(file, "memory", InstrumentRequest::Emit::LlvmIr));
      for (const std::string &note : result.notes)
        QVERIFY2(note.find("leaves this") == std::string::npos &&
                     note.find("not covered") == std::string::npos,
                 qPrintable(file + ": " + QString::fromStdString(note)));
    }
  }

  void attentionRecordsItsVectorsAndCopies() {
    PSTUDIO_VERIFY_ASSIGN(
        const InstrumentedFile result,
        instrumented(moduleNamed("attn_fwd"), "memory", InstrumentRequest::Emit::LlvmIr));
    const std::map<std::string, int> found = accessesOf(result);
    QVERIFY(found.contains("load global 16") && found.contains("store global 16"));
    QCOMPARE(found.at("load global 16"), 4 + 12);
    QCOMPARE(found.at("store global 16"), 4);
  }

  void softmaxRecordsItsPredicatedWords() {
    PSTUDIO_VERIFY_ASSIGN(
        const InstrumentedFile result,
        instrumented(moduleNamed("softmax_k"), "memory", InstrumentRequest::Emit::LlvmIr));
    const std::map<std::string, int> found = accessesOf(result);
    QVERIFY(found.contains("load global 4") && found.contains("store global 4"));
    QCOMPARE(found.at("load global 4"), 8);
    QCOMPARE(found.at("store global 4"), 8);
  }
};

QTEST_GUILESS_MAIN(PtxCorpusTest)
#include "ptx_corpus_test.moc"
