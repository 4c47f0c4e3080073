// SPDX-License-Identifier: Apache-2.0
// Four tasks of a user in a real window, with the number of keys and clicks that each needs. The
// numbers may not grow: docs/benchmarks/window-tasks.md.
#include <QApplication>
#include <QDialog>
#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QTest>
#include <QTimer>

#include "app/settings/text.h"
#include "core/formats/pftrace/pftrace_writer.h"
#include "tests/app/support/window_fixture.h"
#include "tests/support/transpose_trace.h"
#include "viewer/models/review_model.h"
#include "viewer/paint/qt_text.h"
#include "viewer/widgets/compare/compare_panel.h"
#include "viewer/widgets/heat/heat_panel.h"
#include "viewer/widgets/link_label.h"
#include "viewer/widgets/number_table.h"
#include "viewer/widgets/review/notes_panel.h"
#include "viewer/widgets/summary_block.h"
#include "viewer/widgets/timeline/inspector.h"
#include "viewer/widgets/timeline/timeline_view.h"
#include "viewer/widgets/timeline/track_controls.h"

using namespace pstudio;
using namespace pstudio::test;

namespace {

const QString kFolder = QStringLiteral(PSTUDIO_SOURCE_DIR "/tests/data/overlap/");

/// The window with what the user spends in it. Typed text counts as one search, not as keys.
class Desk {
public:
  Desk() {
    fixture.show({1600, 1000});
    QApplication::setActiveWindow(&window());
    static_cast<void>(QTest::qWaitForWindowActive(&window()));
  }
  MainWindow &window() { return fixture.window(); }
  bool open(const QStringList &files) {
    window().openFiles(files);
    const bool isOpen = waitForOpenTraces(window(), files.size());
    window().timeline()->setFocus();
    return isOpen;
  }
  /// Sent to the widget with the focus.
  void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
    ++keys;
    QTest::keyClick(QApplication::focusWidget() ? QApplication::focusWidget() : &window(), key,
                    modifiers);
  }
  void type(const QString &text) { QTest::keyClicks(QApplication::focusWidget(), text); }
  void click(QWidget &widget) {
    ++clicks;
    QTest::mouseClick(&widget, Qt::LeftButton, {}, widget.rect().center());
  }

  WindowFixture fixture;
  int keys = 0;
  int clicks = 0;
};

/// The text of all summaries below a widget.
QString summariesOf(const QWidget &widget) {
  QStringList lines;
  for (const auto *block : widget.findChildren<SummaryBlock *>())
    for (const auto *label : block->findChildren<QLabel *>())
      lines << label->text();
  return lines.join(QLatin1Char('\n'));
}

} // namespace

class WindowTasksTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void stagesAreComparedByOneKey() {
    Desk desk;
    QVERIFY(desk.open({kFolder + "gemm_wgmma_1_stage_h200.pscapture",
                       kFolder + "gemm_wgmma_2_stages_h200.pscapture",
                       kFolder + "gemm_wgmma_3_stages_h200.pscapture"}));
    auto &panel = desk.window().panel<ComparePanel>();
    desk.press(Qt::Key_D, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_VERIFY(panel.isVisible() && panel.comparisons() && !panel.isBusy());
    QCOMPARE(panel.comparisons()->size(), size_t{2}); // two variants with the baseline
    const QString text = summariesOf(panel);
    for (const char *answer : {"bound by", "copies", "finding 1"})
      QVERIFY2(text.contains(QLatin1String(answer)), qPrintable(text));
    QVERIFY(desk.keys <= 1 && desk.clicks == 0);
  }

  void theInefficientLineIsOneClickAway() {
    Desk desk;
    const QString file = desk.fixture.path(QStringLiteral("transposes.pftrace"));
    QVERIFY(writePftrace(*makeTransposeTrace({TransposeKind::Naive}), toPath(file)));
    QVERIFY(desk.open({file}));
    const auto &inspector = *desk.window().findChild<Inspector *>();
    LinkLabel *finding = nullptr;
    for (auto *link : inspector.findChildren<LinkLabel *>())
      if (finding == nullptr && link->isVisible() &&
          link->text().contains(QLatin1String("sectors per access")))
        finding = link;
    QVERIFY(finding != nullptr);
    QVERIFY(
        finding->text().contains(QLatin1String("transpose.mlir"))); // the summary names the line
    desk.click(*finding);
    QTRY_VERIFY(desk.window().panel<HeatPanel>().isVisible());
    QVERIFY(desk.keys == 0 && desk.clicks <= 1);
  }

  void anIterationOfAWarpIsOneSearch() {
    Desk desk;
    QVERIFY(desk.open({kFolder + "gemm_wgmma_3_stages_h200.pscapture"}));
    TimelineView &view = *desk.window().timeline();
    view.tracks()->setFilter(QStringLiteral("warp 3"));
    desk.press(Qt::Key_F, Qt::ControlModifier);
    desk.type(QStringLiteral("iteration=7"));
    desk.press(Qt::Key_Return);
    QTRY_VERIFY(view.iteration().has_value());
    QCOMPARE(view.iteration()->instance, uint64_t{7});
    const Trace &trace = *view.trace();
    const SliceId slice = view.selection()->selectedSlice();
    QCOMPARE(trace.track(trace.row(trace.rowOf(slice)).track).number, 3);
    QVERIFY(desk.keys <= 2 && desk.clicks == 0);
  }

  void aPictureWithTwoNotesTakesSixKeys() {
    Desk desk;
    openSmall(desk.fixture, QStringLiteral("small.pftrace"));
    QVERIFY(waitForOpenTraces(desk.window(), 1));
    const QString folder = desk.fixture.path(QString());
    desk.fixture.settings().setPictureFolder(folder);
    for (const char *text : {"first", "second"}) {
      desk.window().timeline()->setFocus();
      desk.press(Qt::Key_N);
      auto &table = desk.window().panel<NotesPanel>().table();
      QTRY_VERIFY(table.viewport()->findChild<QLineEdit *>() &&
                  table.viewport()->findChild<QLineEdit *>()->hasFocus());
      desk.type(QLatin1String(text));
      desk.press(Qt::Key_Return);
      QApplication::processEvents();
    }
    QTimer look; // until the dialog waits
    connect(&look, &QTimer::timeout, &desk.window(), [&] {
      auto *dialog = qobject_cast<QDialog *>(QApplication::activeModalWidget());
      if (dialog == nullptr)
        return;
      look.stop();
      ++desk.keys;
      QTest::keyClick(dialog, Qt::Key_Return);
      if (dialog->isVisible()) // the key did not accept it: the checks below fail
        dialog->reject();
    });
    look.start(10);
    desk.press(Qt::Key_E, Qt::ControlModifier);
    const OpenTraceList &list = desk.window().openTraces().list();
    const auto &notes = list.traces().front().review->review().notes;
    QCOMPARE(notes.size(), size_t{2});
    QVERIFY(notes[0].text == "first" || notes[1].text == "first");
    QCOMPARE(QDir(folder).entryList({QStringLiteral("*.png")}).size(), 1);
    QVERIFY(desk.keys <= 6 && desk.clicks == 0);
  }
};

QTEST_MAIN(WindowTasksTest)
#include "window_tasks_test.moc"
