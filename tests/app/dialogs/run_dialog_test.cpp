// SPDX-License-Identifier: Apache-2.0
// The form of a run: what it shows of a specification, what it gives back, and where it complains.
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QToolButton>

#include "app/dialogs/argument_table.h"
#include "app/dialogs/argument_text.h"
#include "app/dialogs/check_table.h"
#include "app/dialogs/run_dialog.h"
#include "app/dialogs/run_form.h"
#include "app/dialogs/tensor_map_text.h"
#include "app/settings/text.h"
#include "app/window/wheel_guard.h"
#include "tests/app/support/window_fixture.h"

using namespace pstudio;
using namespace pstudio::test;

namespace {

QString kernel(const char *name) {
  return QStringLiteral(PSTUDIO_SOURCE_DIR "/resources/kernels/") + QLatin1String(name);
}

template <class T> T *find(RunDialog &dialog, const char *name) {
  return dialog.findChild<T *>(QLatin1String(name));
}

} // namespace

class RunDialogTest : public QObject {
  Q_OBJECT

  WindowFixture *m_fixture = nullptr;

private Q_SLOTS:
  void initTestCase() { m_fixture = new WindowFixture; }
  void cleanupTestCase() { delete m_fixture; }

  void everyExampleSurvivesTheForm_data() {
    QTest::addColumn<QString>("file");
    for (const char *name : {"vector_add.json", "transpose_padded.json", "softmax.json",
                             "reduction.json", "gemm_tiled.json"})
      QTest::newRow(name) << kernel(name);
  }
  void everyExampleSurvivesTheForm() {
    QFETCH(QString, file);
    RunDialog dialog(m_fixture->settings());
    QVERIFY(dialog.loadFile(file));
    const auto shown = dialog.form().spec();
    QVERIFY(shown);
    const auto loaded = loadRunSpec(toPath(file));
    QVERIFY(loaded);
    QCOMPARE(runSpecToJson(*shown, "/"), runSpecToJson(*loaded, "/"));
    find<QPushButton>(dialog, "runButton")->click();
    QCOMPARE(dialog.result(), int(QDialog::Accepted));
  }

  void anErrorOpensTheFoldAroundItsField() {
    RunDialog dialog(m_fixture->settings());
    QVERIFY(dialog.loadFile(kernel("vector_add.json")));
    auto *block = find<QSpinBox>(dialog, "blockX");
    QVERIFY(!block->isVisibleTo(&dialog));
    block->setValue(4096);
    find<QPushButton>(dialog, "runButton")->click();
    QVERIFY(block->isVisibleTo(&dialog));
    find<QToolButton>(dialog, "launchFold")->click();
    QVERIFY(!block->isVisibleTo(&dialog));
    find<QLineEdit>(dialog, "sampledWarps")->setText(QStringLiteral("3-1"));
    block->setValue(64);
    find<QPushButton>(dialog, "runButton")->click();
    QVERIFY(find<QLineEdit>(dialog, "sampledWarps")->isVisibleTo(&dialog));
  }

  /// With the window's filter; before, scrolling the form changed types and sizes.
  void theWheelScrollsTheFormAndChangesNoFieldWithoutFocus() {
    WheelGuard guard;
    qApp->installEventFilter(&guard);
    RunDialog dialog(m_fixture->settings());
    QVERIFY(dialog.loadFile(kernel("vector_add.json")));
    dialog.show();
    QVERIFY(QTest::qWaitForWindowExposed(&dialog));
    find<QPushButton>(dialog, "runButton")->setFocus();
    const auto before = dialog.form().spec();
    QVERIFY(before);
    for (auto *field : dialog.findChildren<QWidget *>())
      if ((qobject_cast<QComboBox *>(field) || qobject_cast<QAbstractSpinBox *>(field)) &&
          field->isVisible())
        for (const int step : {-120, 120, 120}) {
          const QPointF at = field->rect().center();
          QWheelEvent wheel(at, field->mapToGlobal(at), {}, {0, step}, Qt::NoButton, {},
                            Qt::NoScrollPhase, false);
          QApplication::sendEvent(field, &wheel);
        }
    const auto after = dialog.form().spec();
    QVERIFY(after);
    QCOMPARE(runSpecToJson(*after, "/"), runSpecToJson(*before, "/"));
  }

  void aFileThatCannotBeLoadedIsNotMistakenForTheOneBefore() {
    const QTemporaryDir folder;
    QFile broken(folder.filePath(QStringLiteral("broken.json")));
    QVERIFY(broken.open(QIODevice::WriteOnly) && broken.write("{\"kernel\": ") > 0);
    broken.close();
    RunDialog dialog(m_fixture->settings());
    QVERIFY(dialog.loadFile(kernel("gemm_tiled.json")));
    dialog.show();
    QTimer::singleShot(0, &dialog, [&] { // when the file dialog waits for its answer
      auto *files = qobject_cast<QFileDialog *>(QApplication::activeModalWidget());
      if (!files)
        return;
      files->setDirectory(folder.path());
      files->selectFile(QStringLiteral("broken.json"));
      QMetaObject::invokeMethod(files, "accept");
    });
    find<QPushButton>(dialog, "loadSpec")->click();
    const auto *problem = find<QLabel>(dialog, "runProblem");
    QVERIFY2(problem->text().startsWith(QLatin1String("broken.json was not loaded")),
             qPrintable(problem->text()));
    QVERIFY(!find<QPushButton>(dialog, "runButton")->isEnabled());
    find<QSpinBox>(dialog, "gridX")->setValue(3);
    QVERIFY(find<QPushButton>(dialog, "runButton")->isEnabled());
    QVERIFY(!problem->isVisible());
  }

  void modesThatSlowAKernelDownSayByHowMuch() {
    RunDialog dialog(m_fixture->settings());
    QVERIFY(dialog.loadFile(kernel("gemm_tiled.json")));
    auto *text = find<QLineEdit>(dialog, "modeText");
    const auto *cost = find<QLabel>(dialog, "expectedCost");
    const auto costOf = [&](const char *mode) {
      text->setText(QLatin1String(mode));
      Q_EMIT text->editingFinished();
      return cost->isVisibleTo(&dialog) ? cost->text() : QString();
    };
    QVERIFY(costOf("memory").contains(QLatin1String("1.05 to 1.8 times as long")));
    QVERIFY(costOf("memory:strategy=stream").contains(QLatin1String("stream them to the host")));
    QVERIFY(costOf("memory:ctas=0-3").contains(QLatin1String("1 CTA of 16")));
    QCOMPARE(costOf("accesses"), QString()); // nothing that would help to choose
  }

  void howManyRowsACheckComparesSurvivesTheForm() {
    RunSpec spec = loadRunSpec(toPath(kernel("gemm_tiled.json"))).value();
    spec.checks.front().rows = 7;
    const QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("spec.json")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray::fromStdString(runSpecToJson(spec, toPath(folder.path()))));
    file.close();
    RunDialog dialog(m_fixture->settings());
    QVERIFY(dialog.loadFile(file.fileName()));
    const auto shown = dialog.form().spec();
    QVERIFY(shown);
    QCOMPARE(shown->checks.front().rows, uint64_t{7});
  }

  void aProgramHasNoFieldsForWhatItsHostCodeDecides() {
    RunDialog dialog(m_fixture->settings());
    const QString file =
        QStringLiteral(PSTUDIO_SOURCE_DIR "/tests/collector/program/programs/two_modules.mlir");
    QVERIFY(dialog.loadFile(file));
    QVERIFY(dialog.form().isProgram());
    find<QRadioButton>(dialog, "questionByHand")->click();
    find<QComboBox>(dialog, "target")->addItem(QStringLiteral("cuda"), QStringLiteral("cuda"));
    find<QComboBox>(dialog, "target")->setCurrentIndex(1);
    const auto isShown = [&dialog](const char *name) {
      return dialog.findChild<QWidget *>(QLatin1String(name))->isVisibleTo(&dialog);
    };
    for (const char *name :
         {"kernelFunction", "gridX", "blockX", "clusterX", "dynamicShared", "arguments", "checks",
          "warmup", "repeat", "saveSpec", "pcSamples", "counters"})
      QVERIFY2(!isShown(name), name);
    for (const char *name : {"kernelFile", "target", "timeLimit", "runButton", "activityApi"})
      QVERIFY2(isShown(name), name);
    find<QDoubleSpinBox>(dialog, "timeLimit")->setValue(7.0);
    find<QCheckBox>(dialog, "activityApi")->click();
    find<QLineEdit>(dialog, "architecture")->setText(QStringLiteral("SM 90"));
    find<QPushButton>(dialog, "runButton")->click();
    QVERIFY(!dialog.form().errors().text(QStringLiteral("target")).isEmpty());
    find<QLineEdit>(dialog, "architecture")->clear();
    find<QPushButton>(dialog, "runButton")->click();
    QCOMPARE(dialog.result(), int(QDialog::Accepted));
    QVERIFY(dialog.program());
    QCOMPARE(dialog.program()->file, toPath(file));
    QCOMPARE(dialog.program()->timeLimitSeconds, 7.0);
    QCOMPARE(dialog.program()->mode.toString(), std::string("default"));
    QCOMPARE(dialog.program()->activity.kinds.toString(), std::string("kernels,copies,memsets"));
  }

  void aProgramThatCannotBeReadIsToldAtItsFile() {
    RunDialog dialog(m_fixture->settings());
    ProgramSpec program;
    program.file = "/nowhere/program.mlir";
    dialog.setProgram(program);
    find<QPushButton>(dialog, "runButton")->click();
    QCOMPARE(dialog.result(), int(QDialog::Rejected));
    QVERIFY(!dialog.form().errors().text(QStringLiteral("kernel.file")).isEmpty());
    QVERIFY(!dialog.loadFile(QStringLiteral("/nowhere/program.mlir")));
    // A specification has its fields again.
    QVERIFY(dialog.loadFile(kernel("vector_add.json")));
    QVERIFY(!dialog.form().isProgram());
    find<QRadioButton>(dialog, "questionByHand")->click();
    QVERIFY(find<QSpinBox>(dialog, "gridX")->isVisibleTo(&dialog));
    find<QPushButton>(dialog, "runButton")->click();
    QCOMPARE(dialog.result(), int(QDialog::Accepted));
    QVERIFY(!dialog.program());
  }

  void wrongShapeIsToldUnderTheArguments() {
    RunDialog dialog(m_fixture->settings());
    QVERIFY(dialog.loadFile(kernel("vector_add.json")));
    auto *table = find<ArgumentTable>(dialog, "arguments");
    table->item(1, ArgumentTable::ShapeColumn)->setText(QStringLiteral("many"));
    find<QPushButton>(dialog, "runButton")->click();
    QCOMPARE(dialog.result(), int(QDialog::Rejected));
    const QString text = dialog.form().errors().text(QStringLiteral("arguments"));
    QVERIFY2(text.contains(QLatin1String("[1].buffer.shape")) &&
                 text.contains(QLatin1String("many")),
             qPrintable(text));
  }

  void parserComplaintsLandAtTheirFields_data() {
    QTest::addColumn<QString>("editor");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("field");
    QTest::newRow("missing kernel")
        << QStringLiteral("kernelFile") << QStringLiteral("/nowhere.mlir")
        << QStringLiteral("kernel.file");
    QTest::newRow("no function") << QStringLiteral("kernelFunction") << QString()
                                 << QStringLiteral("kernel.function");
  }
  void parserComplaintsLandAtTheirFields() {
    QFETCH(QString, editor);
    QFETCH(QString, value);
    QFETCH(QString, field);
    RunDialog dialog(m_fixture->settings());
    QVERIFY(dialog.loadFile(kernel("vector_add.json")));
    dialog.findChild<QLineEdit *>(editor)->setText(value);
    find<QPushButton>(dialog, "runButton")->click();
    QCOMPARE(dialog.result(), int(QDialog::Rejected));
    QVERIFY2(!dialog.form().errors().text(field).isEmpty(),
             qPrintable(find<QLabel>(dialog, "runProblem")->text()));
  }

  void tooManyThreadsAreToldAtTheBlockAndForgottenAfterAnEdit() {
    RunDialog dialog(m_fixture->settings());
    QVERIFY(dialog.loadFile(kernel("vector_add.json")));
    auto *block = find<QSpinBox>(dialog, "blockX");
    block->setValue(4096);
    find<QPushButton>(dialog, "runButton")->click();
    QVERIFY(!dialog.form().errors().text(QStringLiteral("block")).isEmpty());
    block->setValue(256);
    QVERIFY(dialog.form().errors().text(QStringLiteral("block")).isEmpty());
    find<QPushButton>(dialog, "runButton")->click();
    QCOMPARE(dialog.result(), int(QDialog::Accepted));
  }

  void unavailableTargetSaysWhy() {
    RunDialog dialog(m_fixture->settings());
    dialog.setTargets({{QStringLiteral("cpu"), QStringLiteral("CPU model"), true, {}},
                       {QStringLiteral("cuda"), QStringLiteral("NVIDIA"), false,
                        QStringLiteral("no driver found")}});
    auto *target = find<QComboBox>(dialog, "target");
    QCOMPARE(target->count(), 2);
    target->setCurrentIndex(1);
    QCOMPARE(find<QLabel>(dialog, "targetReason")->text(), QStringLiteral("No driver found"));
    QCOMPARE(dialog.form().targetProblem(), QStringLiteral("no driver found"));
  }

  void architectureBehindTheTargetIsShownAndGivenBack() {
    RunDialog dialog(m_fixture->settings());
    QVERIFY(dialog.loadFile(kernel("vector_add.json")));
    auto *architecture = find<QLineEdit>(dialog, "architecture");
    QCOMPARE(architecture->text(), QString());
    RunSpec spec = *dialog.form().spec();
    spec.target = "cuda:sm_90a";
    spec.cluster = {2, 1, 1};
    dialog.setSpec(spec);
    QCOMPARE(find<QComboBox>(dialog, "target")->currentData().toString(), QStringLiteral("cuda"));
    QCOMPARE(architecture->text(), QStringLiteral("sm_90a"));
    QCOMPARE(dialog.form().spec()->target, std::string("cuda:sm_90a"));
    QCOMPARE(dialog.form().spec()->cluster[0], 2u);
    architecture->setText(QStringLiteral("SM 90"));
    find<QPushButton>(dialog, "runButton")->click();
    QVERIFY(!dialog.form().errors().text(QStringLiteral("target")).isEmpty());
    architecture->clear();
    QCOMPARE(dialog.form().spec()->target, std::string("cuda"));
  }

  void everyPartOfAModeIsShownAndGivenBack_data() {
    QTest::addColumn<QString>("mode");
    for (const char *mode :
         {"none", "default", "functions,memory,matrix", "default:buffer_type=shared:slots=256",
          "default:buffer_type=global:strategy=first", "default:strategy=flush",
          "default:strategy=stream:when_full=drop", "default:strategy=stream",
          "memory:annotations=drop:strategy=histogram:bins=64",
          "default:granularity=warp_group_2:metric=time", "loops:warps=0,4-7:ctas=0-31:every=16",
          "functions:include=load_*,store:exclude=slow", "async:annotations=drop"})
      QTest::newRow(mode) << QString::fromLatin1(mode);
  }
  void everyPartOfAModeIsShownAndGivenBack() {
    QFETCH(QString, mode);
    RunDialog dialog(m_fixture->settings());
    QVERIFY(dialog.loadFile(kernel("vector_add.json")));
    RunSpec spec = *dialog.form().spec();
    spec.mode = *InstrumentationMode::parse(mode.toStdString());
    dialog.setSpec(spec);
    const auto again = dialog.form().spec();
    QVERIFY(again);
    QCOMPARE(QString::fromStdString(again->mode.toString()), mode);
    QCOMPARE(find<QLineEdit>(dialog, "modeText")->text(), mode);
  }

  void rowsOfTheModeAndItsTextFollowEachOther() {
    RunDialog dialog(m_fixture->settings());
    QVERIFY(dialog.loadFile(kernel("vector_add.json")));
    auto *text = find<QLineEdit>(dialog, "modeText");
    auto *strategy = find<QComboBox>(dialog, "strategy");
    find<QRadioButton>(dialog, "questionByHand")->click();
    strategy->setCurrentIndex(3);
    QCOMPARE(text->text(), QStringLiteral("default:strategy=stream"));
    QVERIFY(find<QComboBox>(dialog, "whenFull")->isVisibleTo(&dialog));
    find<QCheckBox>(dialog, "autoBarriers")->click();
    QCOMPARE(text->text(), QStringLiteral("barriers:strategy=stream"));
    text->setText(QStringLiteral("default:every=4:warps=1"));
    Q_EMIT text->editingFinished();
    QCOMPARE(strategy->currentIndex(), 0);
    QVERIFY(!find<QComboBox>(dialog, "whenFull")->isVisibleTo(&dialog));
    QCOMPARE(find<QSpinBox>(dialog, "every")->value(), 4);
    QCOMPARE(find<QLineEdit>(dialog, "sampledWarps")->text(), QStringLiteral("1"));
  }

  void withoutAnnotationsTheOtherModesStillRecord() {
    RunDialog dialog(m_fixture->settings());
    QVERIFY(dialog.loadFile(kernel("vector_add.json")));
    auto *text = find<QLineEdit>(dialog, "modeText");
    auto *annotations = find<QCheckBox>(dialog, "recordEnabled");
    annotations->click();
    QCOMPARE(text->text(), QStringLiteral("none"));
    QVERIFY(!find<QLineEdit>(dialog, "sampledWarps")->isEnabled());
    find<QCheckBox>(dialog, "autoAsync")->click();
    QCOMPARE(text->text(), QStringLiteral("async:annotations=drop"));
    QVERIFY(find<QLineEdit>(dialog, "sampledWarps")->isEnabled());
    annotations->click();
    QCOMPARE(text->text(), QStringLiteral("async"));
  }

  void textThatIsNoModeIsMarkedAndChangesNoRow() {
    RunDialog dialog(m_fixture->settings());
    QVERIFY(dialog.loadFile(kernel("vector_add.json")));
    auto *text = find<QLineEdit>(dialog, "modeText");
    text->setText(QStringLiteral("default:every=x"));
    Q_EMIT text->editingFinished();
    QVERIFY(dialog.form()
                .errors()
                .text(QStringLiteral("instrumentation"))
                .contains(QStringLiteral("every 'x'")));
    QCOMPARE(find<QSpinBox>(dialog, "every")->value(), 1);
  }

  void idsThatAreNoneAreMarkedAtTheirRow() {
    RunDialog dialog(m_fixture->settings());
    QVERIFY(dialog.loadFile(kernel("vector_add.json")));
    find<QLineEdit>(dialog, "sampledWarps")->setText(QStringLiteral("3-1"));
    find<QPushButton>(dialog, "runButton")->click();
    QVERIFY(dialog.form()
                .errors()
                .text(QStringLiteral("instrumentation.warps"))
                .contains(QStringLiteral("3-1")));
  }

  void whatIsAddedBesideTheRecordsIsShownAndGivenBack() {
    RunDialog dialog(m_fixture->settings());
    QVERIFY(dialog.loadFile(kernel("vector_add.json")));
    QVERIFY(dialog.form().spec()->activity == ActivitySettings());
    QVERIFY(find<QCheckBox>(dialog, "activityKernels")->isChecked());
    RunSpec spec = *dialog.form().spec();
    spec.activity.kinds = *ActivityKinds::parse("copies");
    spec.activity.samples.counters = {"sm__cycles_elapsed.avg", "dram__bytes_read.sum"};
    for (const std::optional<uint32_t> period :
         {std::optional<uint32_t>(), std::optional<uint32_t>(0), std::optional<uint32_t>(1024),
          std::optional<uint32_t>(1u << 31)}) {
      spec.activity.samples.pcPeriod = period;
      dialog.setSpec(spec);
      QVERIFY(dialog.form().spec()->activity == spec.activity);
    }
    find<QComboBox>(dialog, "pcSamples")->setCurrentIndex(0);
    find<QLineEdit>(dialog, "counters")->setText(QStringLiteral("sm__cycles; rm"));
    find<QPushButton>(dialog, "runButton")->click();
    QVERIFY(dialog.form()
                .errors()
                .text(QStringLiteral("counters"))
                .contains(QStringLiteral("sm__cycles;")));
  }

  void withoutWorkerTheDialogSaysSoAndCannotRun() {
    RunDialog dialog(m_fixture->settings());
    dialog.setRunProblem(QStringLiteral("no worker"));
    QVERIFY(!find<QPushButton>(dialog, "runButton")->isEnabled());
    QCOMPARE(find<QLabel>(dialog, "runProblem")->text(), QStringLiteral("no worker"));
  }

  void argumentTextsReadBack_data() {
    QTest::addColumn<QString>("text");
    for (const char *text : {"zeros", "iota", "random(7)", "random(7, -2, 0.5)", "/data/a.npy"})
      QTest::newRow(text) << QString::fromLatin1(text);
  }
  void argumentTextsReadBack() {
    QFETCH(QString, text);
    const auto init = parseInit(text);
    QVERIFY(init);
    QCOMPARE(formatInit(*init), text);
  }

  void argumentTextsThatAreNoneAreRejected_data() {
    QTest::addColumn<QString>("text");
    for (const char *text :
         {"", "ones", "random", "random()", "random(a)", "random(1, 2)", "random(-1)"})
      QTest::newRow(text) << QString::fromLatin1(text);
  }
  void argumentTextsThatAreNoneAreRejected() {
    QFETCH(QString, text);
    QVERIFY(!parseInit(text));
  }

  void tensorMapsAndBuffersSurviveTheTable() {
    RunDialog dialog(m_fixture->settings());
    QVERIFY(dialog.loadFile(kernel("vector_add.json")));
    RunSpec spec = *dialog.form().spec();
    spec.launch = {true, true};
    const TensorMapArgument full{"T",
                                 {2, 64},
                                 {4, 64},
                                 {128, 1},
                                 {2, 1},
                                 TensorSwizzle::Bytes128,
                                 TensorInterleave::None,
                                 TensorL2Promotion::Bytes256,
                                 TensorFill::Zeros};
    spec.arguments.push_back({"map", full});
    spec.arguments.insert(spec.arguments.begin(),
                          {"first", TensorMapArgument{"T", {1, 8}, {}, {}, {}, {}, {}, {}, {}}});
    spec.buffers.push_back({"T", {DType::F16, {8, 128}, IotaInit{}}});
    dialog.form().setSpec(spec);
    const auto again = dialog.form().spec();
    QVERIFY(again);
    QCOMPARE(runSpecToJson(*again, {}), runSpecToJson(spec, {}));
    auto *table = find<ArgumentTable>(dialog, "arguments");
    QCOMPARE(table->item(0, ArgumentTable::InitColumn)->text(), QStringLiteral("T"));
    QCOMPARE(table->item(table->rowCount() - 2, ArgumentTable::InitColumn)->text(),
             QStringLiteral("T, swizzle 128B, l2_promotion 256B, fill zeros, shape 4 x 64, "
                            "strides 128 x 1, element_strides 2 x 1"));
  }

  void aMapThatDoesNotFitIsToldUnderTheArguments() {
    RunDialog dialog(m_fixture->settings());
    QVERIFY(dialog.loadFile(kernel("vector_add.json")));
    RunSpec spec = *dialog.form().spec();
    spec.arguments.push_back({"map", TensorMapArgument{"T", {64}, {}, {}, {}, {}, {}, {}, {}}});
    spec.buffers.push_back({"T", {DType::F16, {32}, ZerosInit{}}});
    dialog.form().setSpec(spec);
    find<QPushButton>(dialog, "runButton")->click();
    QCOMPARE(dialog.result(), int(QDialog::Rejected));
    const QString text = dialog.form().errors().text(QStringLiteral("arguments"));
    QVERIFY2(text.contains(QLatin1String("tensor_map.box[0]: the box does not fit")),
             qPrintable(text));
    auto *table = find<ArgumentTable>(dialog, "arguments");
    table->item(table->rowCount() - 1, ArgumentTable::ShapeColumn)->setText(QStringLiteral("x"));
    find<QPushButton>(dialog, "runButton")->click();
    QVERIFY(dialog.form().errors().text(QStringLiteral("buffers")).contains("shape"));
  }

  void tensorMapTextsThatAreNoneAreRejected_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("complaint");
    QTest::newRow("empty") << ""
                           << "the name of the buffer is missing";
    QTest::newRow("no buffer") << "swizzle 128B"
                               << "the name of the buffer is missing";
    QTest::newRow("word") << "A, swizzle 128"
                          << "did you mean '128B'";
    QTest::newRow("part") << "A, swizle 128B"
                          << "cannot read \"swizle 128B\"";
    QTest::newRow("numbers") << "A, shape 4 x b"
                             << "write extents";
  }
  void tensorMapTextsThatAreNoneAreRejected() {
    QFETCH(QString, text);
    QFETCH(QString, complaint);
    const auto map = parseTensorMapText(text);
    QVERIFY(!map);
    QVERIFY2(toQString(map.error().toString()).contains(complaint), map.error().toString().c_str());
  }

  void shapesAndScalarsAreRead() {
    QCOMPARE(*parseShape(QStringLiteral("128 x 64")), (std::vector<int64_t>{128, 64}));
    QCOMPARE(*parseShape(QStringLiteral("3,4 5")), (std::vector<int64_t>{3, 4, 5}));
    for (const char *text : {"", "0", "-1", "4 x q", "99999999999999999999"})
      QVERIFY2(!parseShape(QString::fromLatin1(text)), text);
    QCOMPARE(parseScalar(DType::I32, QStringLiteral("-5"))->intValue, int64_t(-5));
    QCOMPARE(parseScalar(DType::F32, QStringLiteral("0.1"))->value, 0.1);
    QVERIFY(!parseScalar(DType::I32, QStringLiteral("0.5")));
    QCOMPARE(formatScalar({DType::F32, 0.1, 0}), QStringLiteral("0.1"));
  }
};

QTEST_MAIN(RunDialogTest)
#include "run_dialog_test.moc"
