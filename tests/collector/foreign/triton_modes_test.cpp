// SPDX-License-Identifier: Apache-2.0
// Kernels of Triton through every auto mode and combinations of them, to LLVM IR and to PTX: the
// LLVM IR is read again as it is, with the intrinsics of the input, and the PTX is accepted.
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest>

#include "tests/collector/codegen/nvidia/ptxas.h"
#include "collector/instrument.h"
#include "tests/collector/foreign/instrumented_file.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using pstudio::test::instrumented;

namespace {

const QString kFolder =
    QStringLiteral(PSTUDIO_SOURCE_DIR "/tests/collector/foreign/inputs/triton/");
constexpr const char *kKernels[] = {"softmax", "layer_norm", "scan", "dropout", "fused_relu"};
constexpr const char *kModes[] = {"functions",
                                  "loops",
                                  "barriers",
                                  "async",
                                  "memory",
                                  "accesses",
                                  "matrix",
                                  "functions,loops,barriers",
                                  "functions,loops,barriers,async,memory,accesses,matrix"};

/// Names of the functions that a text declares, sorted.
QStringList declaredIn(const QString &text) {
  static const QRegularExpression declaration("^declare .*@([\\w.]+)\\(",
                                              QRegularExpression::MultilineOption);
  QStringList names;
  for (auto found = declaration.globalMatch(text); found.hasNext();)
    names += found.next().captured(1);
  names.sort();
  return names;
}

/// Of what records may call beside the functions of the input: intrinsics that LLVM 19 to 22 have
/// alike. Everything else of a record is inline PTX.
bool isInAnyLlvm(const QString &name) {
  static const QRegularExpression known(
      "^llvm\\.(ctpop\\.i32|nvvm\\.bar\\.warp\\.sync|nvvm\\.read\\.ptx\\.sreg\\."
      "(laneid|tid\\.[xyz]|n?ctaid\\.[xyz]))$");
  return known.match(name).hasMatch();
}

QString readAll(const QString &path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

} // namespace

class TritonModesTest : public QObject {
  Q_OBJECT

private:
  static void addRows() {
    QTest::addColumn<QString>("kernel");
    QTest::addColumn<QString>("mode");
    for (const char *kernel : kKernels)
      for (const char *mode : kModes)
        QTest::addRow("%s %s", kernel, mode)
            << kernel << QStringLiteral("%1:buffer_type=global").arg(mode);
  }

private Q_SLOTS:
  void llvmIrIsReadAgainAsItIs_data() { addRows(); }
  void llvmIrIsReadAgainAsItIs() {
    QFETCH(QString, kernel);
    QFETCH(QString, mode);
    const QString input = kFolder + kernel + ".llir";
    PSTUDIO_VERIFY_ASSIGN(const InstrumentedFile file,
                          instrumented(input, mode.toStdString(), InstrumentRequest::Emit::LlvmIr));
    const QTemporaryDir folder;
    const QString path = folder.filePath("twin.llir");
    QFile twin(path);
    QVERIFY(twin.open(QIODevice::WriteOnly));
    twin.write(file.text.data(), static_cast<qint64>(file.text.size()));
    twin.close();
    PSTUDIO_VERIFY_ASSIGN(const InstrumentedFile again,
                          instrumented(path, "none", InstrumentRequest::Emit::LlvmIr));
    const auto withoutFileName = [](const std::string &text) { // nor the order of predecessors
      static const QRegularExpression comments(" *; preds = .*");
      return QString::fromStdString(text).remove(comments).section('\n', 1);
    };
    QCOMPARE(withoutFileName(again.text), withoutFileName(file.text));
    const QStringList given = declaredIn(readAll(input));
    for (const QString &name : declaredIn(QString::fromStdString(file.text)))
      QVERIFY2(given.contains(name) || isInAnyLlvm(name), qPrintable(name));
  }

  void ptxIsAccepted_data() { addRows(); }
  void ptxIsAccepted() {
    QFETCH(QString, kernel);
    QFETCH(QString, mode);
    PSTUDIO_VERIFY_ASSIGN(
        const InstrumentedFile file,
        instrumented(kFolder + kernel + ".llir", mode.toStdString(), InstrumentRequest::Emit::Ptx));
    QVERIFY(file.text.find(".visible .entry ") != std::string::npos);
    QVERIFY(file.text.find("llvm.nvvm") == std::string::npos);
    if (const auto ptxas = nvidia::findPtxas()) {
      nvidia::PtxKernel ptx;
      ptx.text = file.text;
      ptx.entry = file.table.kernels.front().name;
      ptx.architecture = *nvidia::architectureNamed("sm_90a");
      VERIFY_RESULT(nvidia::assemble(*ptxas, ptx));
    }
  }

  void withoutRecordsTheCodeIsAsItWas() {
    for (const char *kernel : kKernels) {
      const QString input = kFolder + kernel + ".llir";
      PSTUDIO_VERIFY_ASSIGN(const InstrumentedFile file,
                            instrumented(input, "none", InstrumentRequest::Emit::LlvmIr));
      const auto bodyOf = [](QString text) {
        static const QRegularExpression comments(" *; preds = .*|#\\d+|\\[|\\]"),
            vectors("splat \\([^)]*\\)|<(?:float|i\\d+) [^>]*>");
        // Attributes of a parameter have no order.
        text.remove(comments).replace(vectors, "vector");
        text.replace("readnone captures(none)", "captures(none) readnone");
        const qsizetype begin = text.indexOf("\ndefine "), end = text.indexOf("\n}", begin);
        return text.mid(begin, end - begin);
      };
      QCOMPARE(bodyOf(QString::fromStdString(file.text)), bodyOf(readAll(input)));
    }
  }

  void everyOperationIsAtALineOfPython() {
    for (const char *kernel : kKernels) {
      PSTUDIO_VERIFY_ASSIGN(const InstrumentedFile file,
                            instrumented(kFolder + kernel + ".llir", kModes[std::size(kModes) - 1],
                                         InstrumentRequest::Emit::LlvmIr));
      const auto &operations = file.table.kernels.front().operations.operations;
      QVERIFY(!operations.empty());
      for (const record::Operation &operation : operations) {
        static const QRegularExpression place("^[\\w/-]+\\.py:\\d+(:\\d+)?$");
        const QString location = QString::fromStdString(operation.location);
        QVERIFY2(place.match(location).hasMatch(), qPrintable(location));
        // Debug information gives functions no column.
        QCOMPARE(location.count(':'), operation.name.starts_with("function ") ? 1 : 2);
      }
    }
  }
};

QTEST_GUILESS_MAIN(TritonModesTest)
#include "triton_modes_test.moc"
