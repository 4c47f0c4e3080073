// SPDX-License-Identifier: Apache-2.0
// The question of a run: the recorded mode, the shown fields, and the room of the records.
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QRadioButton>
#include <QSpinBox>
#include <QTest>

#include <limits>

#include "app/dialogs/run_dialog.h"
#include "app/dialogs/run_form.h"
#include "tests/app/support/window_fixture.h"

using namespace pstudio;
using namespace pstudio::test;

namespace {

QString exampleFile(const char *name) {
  return QStringLiteral(PSTUDIO_SOURCE_DIR "/resources/kernels/") + QLatin1String(name);
}

template <class T> T *child(RunDialog &dialog, const char *name) {
  return dialog.findChild<T *>(QLatin1String(name));
}

} // namespace

class RunQuestionTest : public QObject {
  Q_OBJECT

  WindowFixture *m_fixture = nullptr;

private Q_SLOTS:
  void initTestCase() { m_fixture = new WindowFixture; }
  void cleanupTestCase() { delete m_fixture; }

  void theQuestionDecidesWhatIsRecordedAndWhichFieldsAreShown() {
    RunDialog dialog(m_fixture->settings());
    QVERIFY(dialog.loadFile(exampleFile("gemm_tiled.json")));
    const auto isShown = [&dialog](const char *name) {
      return dialog.findChild<QWidget *>(QLatin1String(name))->isVisibleTo(&dialog);
    };
    const auto choose = [&](const char *name) { child<QRadioButton>(dialog, name)->click(); };
    const auto mode = [&] { return child<QLineEdit>(dialog, "modeText")->text(); };
    QVERIFY(child<QRadioButton>(dialog, "questionTime")->isChecked());
    QCOMPARE(mode(), QStringLiteral("default")); // the specification's own
    for (const char *name : {"kernelFile", "target", "expectedCost", "recordRoom"})
      QVERIFY2(isShown(name), name);
    for (const char *name : {"gridX", "arguments", "checks", "sampledCtas", "strategy", "modeText",
                             "repeat", "timeLimit", "activityKernels", "pcSamples"})
      QVERIFY2(!isShown(name), name);
    choose("questionCopies");
    QCOMPARE(mode(), QStringLiteral("async"));
    QVERIFY(child<QLabel>(dialog, "expectedCost")->text().contains(QLatin1String("3 to 18 %")));
    choose("questionMemory");
    QCOMPARE(mode(), QStringLiteral("memory"));
    QVERIFY(isShown("sampledCtas") && !isShown("sampledWarps"));
    choose("questionTime");
    QCOMPARE(mode(), QStringLiteral("default"));
    choose("questionByHand");
    QCOMPARE(mode(), QStringLiteral("default"));
    for (const char *name : {"gridX", "arguments", "checks", "sampledCtas", "strategy", "modeText",
                             "repeat", "timeLimit"})
      QVERIFY2(isShown(name), name);
    for (const char *name : {"activityKernels", "pcSamples", "counters"}) // not on the CPU target
      QVERIFY2(!isShown(name), name);
    auto *target = child<QComboBox>(dialog, "target");
    target->addItem(QStringLiteral("lab/hip"), QStringLiteral("lab/hip"));
    target->setCurrentIndex(target->count() - 1);
    QVERIFY(isShown("activityKernels") && !isShown("pcSamples"));
    target->addItem(QStringLiteral("cuda"), QStringLiteral("cuda"));
    target->setCurrentIndex(target->count() - 1);
    QVERIFY(isShown("activityKernels") && isShown("pcSamples") && isShown("counters"));
  }

  void theRoomOfTheRecordsFollowsTheLaunch() {
    RunDialog dialog(m_fixture->settings());
    QVERIFY(dialog.loadFile(exampleFile("vector_add.json")));
    const auto *room = child<QLabel>(dialog, "recordRoom");
    child<QSpinBox>(dialog, "blockX")->setValue(64);
    child<QSpinBox>(dialog, "gridX")->setValue(5);
    QVERIFY2(room->text().contains(QLatin1String("512 to 2,048 records of each warp")) &&
                 room->text().contains(QLatin1String("10 segments, at most 80 KiB")),
             qPrintable(room->text()));
    for (const char *axis : {"gridX", "gridY", "gridZ"}) // their product does not fit
      child<QSpinBox>(dialog, axis)->setValue(std::numeric_limits<int>::max());
    QVERIFY2(!room->text().contains(QLatin1String("segment")), qPrintable(room->text()));
    child<QLineEdit>(dialog, "modeText")->setText(QStringLiteral("none"));
    Q_EMIT child<QLineEdit>(dialog, "modeText")->editingFinished();
    QVERIFY(!room->isVisibleTo(&dialog));
  }

  void theRoomOfTheRecordsFollowsTheLanesOfTheArchitecture() {
    RunDialog dialog(m_fixture->settings());
    QVERIFY(dialog.loadFile(exampleFile("vector_add.json")));
    const auto *room = child<QLabel>(dialog, "recordRoom");
    const auto contains = [room](const char *text) {
      return room->text().contains(QLatin1String(text));
    };
    child<QSpinBox>(dialog, "blockX")->setValue(256);
    child<QSpinBox>(dialog, "gridX")->setValue(1);
    QVERIFY2(contains("8 segments"), qPrintable(room->text()));
    auto *target = child<QComboBox>(dialog, "target");
    target->addItem(QStringLiteral("lab/hip"), QStringLiteral("lab/hip"));
    target->setCurrentIndex(target->count() - 1);
    QVERIFY2(!contains("segment"), qPrintable(room->text())); // 32 or 64 lanes
    child<QLineEdit>(dialog, "architecture")->setText(QStringLiteral("gfx942"));
    QVERIFY2(contains("4 segments"), qPrintable(room->text()));
    child<QLineEdit>(dialog, "architecture")->setText(QStringLiteral("gfx1100"));
    QVERIFY2(contains("8 segments"), qPrintable(room->text()));
  }

  void aRestrictionOfTheRunIsShownWithEachQuestion() {
    RunDialog dialog(m_fixture->settings());
    QVERIFY(dialog.loadFile(exampleFile("vector_add.json")));
    const auto isShown = [&dialog](const char *name) {
      return dialog.findChild<QWidget *>(QLatin1String(name))->isVisibleTo(&dialog);
    };
    RunSpec spec = *dialog.form().spec();
    spec.mode = *InstrumentationMode::parse("async:ctas=0");
    dialog.setSpec(spec);
    QVERIFY(child<QRadioButton>(dialog, "questionCopies")->isChecked());
    QVERIFY(isShown("sampledCtas") && !isShown("sampledWarps") && !isShown("excludeFunctions"));
    spec.mode = *InstrumentationMode::parse("functions,loops:warps=1:exclude=slow");
    dialog.setSpec(spec);
    child<QRadioButton>(dialog, "questionCopies")->click();
    QVERIFY(!isShown("sampledCtas") && isShown("sampledWarps") && isShown("excludeFunctions"));
  }
};

QTEST_MAIN(RunQuestionTest)
#include "run_question_test.moc"
