// SPDX-License-Identifier: Apache-2.0
// LLVM IR of Triton's kernels for AMD's GPUs, printed by a newer LLVM: every module passes every
// mode, is read again as it is, and LLVM 19 compiles it for the chips that it has. The modules are
// of the folder of shared data, "target-corpus".
#include <QDir>
#include <QFileInfo>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest>

#include "collector/codegen/to_amd/compile_kernel.h"
#include "collector/instrument.h"
#include "tests/support/verify_result.h"

using namespace pstudio;

namespace {

const QString kCorpus = QStringLiteral(PSTUDIO_SHARED_DATA "/target-corpus.tar.xz");
constexpr const char *kChips[] = {"gfx942", "gfx950", "gfx1100", "gfx1200"};
constexpr const char *kModes[] = {"functions",
                                  "loops",
                                  "barriers",
                                  "memory",
                                  "async",
                                  "memory:strategy=flush",
                                  "memory:strategy=histogram"};
/// Only if PSTUDIO_AMD_TABLE is set: the mode kEverything contains the last two.
constexpr const char *kTableModes[] = {"none", "accesses", "matrix"};
constexpr const char *kEverything = "functions,loops,barriers,async,memory,accesses,matrix";

/// Larger modules only in the mode kEverything, if PSTUDIO_AMD_TABLE is not set [bytes].
constexpr qint64 kSmallModule = 60'000;

bool isWholeTable() {
  return qEnvironmentVariableIsSet("PSTUDIO_AMD_TABLE");
}

/// Sanitizers multiply the time: only small modules, in the mode kEverything.
bool isSanitized() {
  return qEnvironmentVariableIntValue("PSTUDIO_TEST_SANITIZED") == 1;
}

Result<InstrumentedFile> instrumented(const QString &file, const char *chip, const char *mode) {
  InstrumentRequest request;
  request.input = file.toStdString();
  PSTUDIO_TRY_ASSIGN(request.mode, InstrumentationMode::parse(mode));
  request.architecture = chip;
  return instrumentFile(request);
}

/// Names of the functions that a text declares.
QStringList declaredIn(const QString &text) {
  static const QRegularExpression declaration("^declare .*@([\\w.]+)\\(",
                                              QRegularExpression::MultilineOption);
  QStringList names;
  for (auto found = declaration.globalMatch(text); found.hasNext();)
    names += found.next().captured(1);
  return names;
}

/// Intrinsics of records, which LLVM 19 to 22 have alike.
bool isInAnyLlvm(const QString &name) {
  static const QRegularExpression known(
      "^llvm\\.(read(cycle|steady)counter|ctpop\\.i\\d+|amdgcn\\.(workitem\\.id\\.[xyz]|"
      "workgroup\\.id\\.[xyz]|implicitarg\\.ptr|mbcnt\\.(lo|hi)|readfirstlane\\.i32|"
      "ballot\\.i(32|64)|s\\.getreg|wave\\.barrier|sched\\.barrier))$");
  return known.match(name).hasMatch();
}

QString readAll(const QString &path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// Compiles an instrumented module by LLVM 19, without its linker.
Result<amd::AmdKernel> compiled(const InstrumentedFile &file, const char *chip) {
  PSTUDIO_TRY_ASSIGN(KernelModule module, KernelModule::parse(file.text, "twin.ll"));
  const std::string kernel = module.kernels().front();
  InstrumentOptions none;
  none.mode.enabled = false;
  none.block = file.table.kernels.front().block;
  PSTUDIO_TRY(module.instrument(kernel, none));
  amd::CompileOptions options;
  PSTUDIO_TRY_ASSIGN(options.architecture, amd::architectureNamed(chip));
  options.block = none.block;
  options.output = amd::Output::Assembly;
  return amd::compileKernel(module, kernel, options);
}

} // namespace

class AmdCorpusTest : public QObject {
  Q_OBJECT

private:
  QTemporaryDir m_folder;

  QStringList modulesFor(const char *chip) const {
    QStringList files;
    const QDir folder(m_folder.filePath(QString("target-corpus/%1").arg(chip)));
    for (const QString &name : folder.entryList({"*.llir"}, QDir::Files, QDir::Name))
      files += folder.filePath(name);
    return files;
  }

  static bool isChosen(const QString &file, const QString &mode) {
    return isWholeTable() || (mode == kEverything && !isSanitized()) ||
           QFileInfo(file).size() < kSmallModule;
  }

  void verifyReadAgain(const InstrumentedFile &file, const QString &input, const char *chip) {
    QFile twin(m_folder.filePath("twin.llir"));
    QVERIFY(twin.open(QIODevice::WriteOnly));
    twin.write(file.text.data(), static_cast<qint64>(file.text.size()));
    twin.close();
    PSTUDIO_VERIFY_ASSIGN(const InstrumentedFile again,
                          instrumented(twin.fileName(), chip, "none"));
    const auto withoutFileName = [](const std::string &text) { // nor the order of predecessors
      static const QRegularExpression comments(" *; preds = .*");
      return QString::fromStdString(text).remove(comments).section('\n', 1);
    };
    QCOMPARE(withoutFileName(again.text), withoutFileName(file.text));
    const QStringList given = declaredIn(readAll(input));
    for (const QString &name : declaredIn(QString::fromStdString(file.text)))
      QVERIFY2(given.contains(name) || isInAnyLlvm(name), qPrintable(name));
  }

private Q_SLOTS:
  void initTestCase() {
    if (!QFileInfo::exists(kCorpus))
      QSKIP("the corpus of the folder of shared data is not here");
    QCOMPARE(QProcess::execute("tar", {"-xJf", kCorpus, "-C", m_folder.path()}), 0);
  }

  void everyModulePassesEveryMode_data() {
    QTest::addColumn<QString>("chip");
    QTest::addColumn<QString>("mode");
    for (const char *chip : kChips) {
      for (const char *mode : kModes)
        if (!isSanitized())
          QTest::addRow("%s %s", chip, mode) << chip << mode;
      if (isWholeTable())
        for (const char *mode : kTableModes)
          QTest::addRow("%s %s", chip, mode) << chip << mode;
      QTest::addRow("%s everything", chip) << chip << kEverything;
    }
  }
  void everyModulePassesEveryMode() {
    QFETCH(const QString, chip);
    QFETCH(const QString, mode);
    const QByteArray chipName = chip.toLatin1(), modeText = mode.toLatin1();
    int count = 0;
    for (const QString &file : modulesFor(chipName)) {
      if (!isChosen(file, mode))
        continue;
      const auto result = instrumented(file, chipName, modeText);
      QVERIFY2(result, result ? "" : qPrintable(file + ": " + result.error().toString().c_str()));
      QCOMPARE(result->table.lanesPerWarp, uint32_t(chip.startsWith("gfx9") ? 64 : 32));
      verifyReadAgain(*result, file, chipName);
      if (QTest::currentTestFailed())
        return;
      ++count;
    }
    QVERIFY(count > 0);
    qInfo("%d modules", count);
  }

  void llvm19CompilesTheInstrumentedModules_data() {
    QTest::addColumn<QString>("chip");
    for (const char *chip : {"gfx942", "gfx1100", "gfx1200"})
      QTest::newRow(chip) << chip;
  }
  void llvm19CompilesTheInstrumentedModules() {
    QFETCH(const QString, chip);
    const QByteArray chipName = chip.toLatin1();
    int count = 0;
    for (const QString &file : modulesFor(chipName)) {
      if (!isChosen(file, "compile"))
        continue;
      PSTUDIO_VERIFY_ASSIGN(const InstrumentedFile result,
                            instrumented(file, chipName, kEverything));
      const auto code = compiled(result, chipName);
      QVERIFY2(code, code ? "" : qPrintable(file + ": " + code.error().toString().c_str()));
      QVERIFY(code->isa.find("s_endpgm") != std::string::npos);
      ++count;
    }
    QVERIFY(count > 0);
    qInfo("%d modules", count);
  }
};

QTEST_GUILESS_MAIN(AmdCorpusTest)
#include "amd_corpus_test.moc"
