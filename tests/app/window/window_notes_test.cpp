// SPDX-License-Identifier: Apache-2.0
// Notes, kept views and the undo of view changes, with the keys and clicks of a user.
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QFile>
#include <QHelpEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QTest>
#include <QTimer>
#include <QToolButton>
#include <QToolTip>

#include <algorithm>

#include "app/dialogs/export_dialog.h"
#include "app/settings/text.h"
#include "app/window/message_list.h"
#include "app/window/window_actions.h"
#include "core/review/review_json.h"
#include "tests/app/support/window_fixture.h"
#include "viewer/models/review_model.h"
#include "viewer/widgets/number_table.h"
#include "viewer/widgets/review/note_table_model.h"
#include "viewer/widgets/review/notes_panel.h"
#include "viewer/widgets/timeline/timeline_navigator.h"
#include "viewer/widgets/timeline/timeline_view.h"
#include "viewer/widgets/timeline/track_controls.h"

using namespace pstudio;
using namespace pstudio::test;

namespace {

constexpr int kPaneLeft = 184, kRulerBottom = 75; // of the timeline [pixels]

NotesPanel &panel(MainWindow &window) {
  return window.panel<NotesPanel>();
}

ReviewModel &reviewOf(MainWindow &window) {
  OpenTraceList &list = window.openTraces().list();
  return *list.find(list.current())->review;
}

/// The editor of a cell or line, with the focus.
QLineEdit *editor(QAbstractItemView &list) {
  QLineEdit *found = nullptr;
  static_cast<void>(QTest::qWaitFor([&] {
    found = list.viewport()->findChild<QLineEdit *>();
    return found != nullptr && found->hasFocus();
  }));
  return found;
}

/// Types over what is there, and Return; the list gets it with the next events.
void typeInto(QLineEdit *field, const QString &text) {
  if (!field)
    qFatal("the editor did not open");
  field->selectAll();
  QTest::keyClicks(field, text);
  QTest::keyClick(field, Qt::Key_Return);
  QApplication::processEvents();
}

/// Presses N, types the text and Return.
void addNote(MainWindow &window, const QString &text) {
  window.timeline()->setFocus();
  QTest::keyClick(window.timeline(), Qt::Key_N);
  typeInto(editor(panel(window).table()), text);
}

size_t linesOf(TimelineView &view) {
  return view.makeScene().layout->items().size();
}

void openAndShow(WindowFixture &fixture, const QString &name = QStringLiteral("small.pftrace")) {
  fixture.show();
  openSmall(fixture, name);
  if (!waitForOpenTraces(fixture.window(), 1))
    qFatal("the trace was not opened");
  QApplication::setActiveWindow(&fixture.window());
  static_cast<void>(QTest::qWaitForWindowActive(&fixture.window()));
}

void waitUntilStored(MainWindow &window) {
  QTRY_VERIFY_WITH_TIMEOUT(!reviewOf(window).isModified(), kLoadMs);
}

} // namespace

class WindowNotesTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void init() {
    QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support)")));
  }

  void aKeyAddsANoteToTheSelectedSliceAndItsTextIsTyped() {
    WindowFixture fixture;
    openAndShow(fixture);
    MainWindow &window = fixture.window();
    const Trace &trace = *window.timeline()->trace();
    const SliceId slice = firstSliceNamed(trace, "mma");
    window.timeline()->selection()->select(slice);
    addNote(window, QStringLiteral("first product"));
    const auto &notes = reviewOf(window).review().notes;
    QCOMPARE(notes.size(), size_t(1));
    QCOMPARE(notes[0].text, std::string("first product"));
    QCOMPARE(notes[0].begin, trace.sliceTime(slice).begin);
    QCOMPARE(notes[0].end, trace.sliceTime(slice).end);
    QVERIFY(notes[0].track.ends_with("warp 0"));
    QVERIFY(window.isWindowModified());
    QVERIFY(panel(window).isVisible());
    // An area counts before the selection; without both it is the time in the middle.
    window.timeline()->area()->setArea(
        TraceArea{{Picoseconds(1000), Picoseconds(5000)}, {TrackId(1)}});
    const TimeRange before = window.timeline()->visibleRange();
    addNote(window, QStringLiteral("area"));
    QVERIFY(window.timeline()->visibleRange() == before); // adding moves nothing
    window.timeline()->setFocus();
    QTest::keyClick(window.timeline(), Qt::Key_Escape);
    addNote(window, QString());
    QCOMPARE(notes.size(), size_t(3));
    QCOMPARE(notes[0].text, std::string("area"));
    QVERIFY(notes[2].begin == notes[2].end && notes[2].text.empty() && notes[2].track.empty());
  }

  void notesAreEditedRecolouredFoundAndDeletedInThePanel() {
    WindowFixture fixture;
    openAndShow(fixture);
    MainWindow &window = fixture.window();
    window.timeline()->selection()->select(firstSliceNamed(*window.timeline()->trace(), "mma"));
    addNote(window, QStringLiteral("one"));
    NumberTable &table = panel(window).table();
    table.setFocus();
    table.setCurrentIndex(table.model()->index(0, NoteTableModel::Text));
    QTest::keyClick(&table, Qt::Key_F2);
    typeInto(editor(table), QStringLiteral("two"));
    QCOMPARE(reviewOf(window).review().notes[0].text, std::string("two"));
    auto *color = panel(window).findChild<QComboBox *>(QStringLiteral("noteColor"));
    QVERIFY(color->isEnabled());
    color->setFocus();
    QTest::keyClick(color, Qt::Key_Down);
    QTest::keyClick(color, Qt::Key_Down);
    QTest::keyClick(color, Qt::Key_Down);
    QCOMPARE(reviewOf(window).review().notes[0].color, review::Color::Red);
    window.timeline()->zoomToFit();
    const TimeRange whole = window.timeline()->visibleRange();
    table.setFocus();
    QTest::keyClick(&table, Qt::Key_Return);
    QVERIFY(window.timeline()->visibleRange().length() < whole.length());
    QTest::keyClick(&table, Qt::Key_Delete);
    QVERIFY(reviewOf(window).review().notes.empty());
    QVERIFY(!window.isWindowModified()); // as the file has it
  }

  void aMarkInTheRulerShowsSelectsAndOpensItsNote() {
    WindowFixture fixture;
    openAndShow(fixture);
    MainWindow &window = fixture.window();
    TimelineView &view = *window.timeline();
    reviewOf(window).addNote({Picoseconds(100'000), Picoseconds(200'000), "", "look here"});
    reviewOf(window).select(std::nullopt);
    const int x =
        kPaneLeft + int(view.visibleRangeModel()->viewport().pixelOf(Picoseconds(100'000)));
    const QPoint flag(x + 4, kRulerBottom - 8);
    QHelpEvent help(QEvent::ToolTip, flag, view.mapToGlobal(flag));
    QApplication::sendEvent(&view, &help);
    QCOMPARE(QToolTip::text(), QStringLiteral("100 ns: look here"));
    QTest::mouseClick(&view, Qt::LeftButton, {}, flag);
    QCOMPARE(reviewOf(window).selected(), std::optional<size_t>(0));
    QTest::mouseClick(&view, Qt::LeftButton, {}, flag + QPoint(40, -20)); // beside it
    QTest::mouseDClick(&view, Qt::LeftButton, {}, flag);
    QVERIFY(editor(panel(window).table()) != nullptr);
  }

  void notesAndTheViewComeBackFromTheFile() {
    WindowFixture fixture;
    openAndShow(fixture);
    const QString file = fixture.path(QStringLiteral("small.pftrace"));
    {
      MainWindow &window = fixture.window();
      addNote(window, QStringLiteral("kept"));
      window.timeline()->setVisibleRange({Picoseconds(50'000), Picoseconds(150'000)});
      window.timeline()->foldAll();
      window.timeline()->tracks()->setColorBy(ColorBy::Duration);
      QVERIFY(window.actions().saveNotes->isEnabled());
      QTest::keyClick(&window, Qt::Key_S, Qt::ControlModifier | Qt::ShiftModifier);
      waitUntilStored(window);
      QVERIFY(!window.isWindowModified());
    }
    const size_t lines = linesOf(*fixture.window().timeline());
    QVERIFY(fixture.restart());
    QCOMPARE(fixture.questions, 0);
    fixture.settings().setTrackSettings("small", {}); // what the kernel had does not matter
    fixture.show({1200, 800});
    fixture.window().openFiles({file});
    QVERIFY(waitForOpenTraces(fixture.window(), 1));
    MainWindow &window = fixture.window();
    QCOMPARE(reviewOf(window).review().notes.size(), size_t(1));
    QCOMPARE(reviewOf(window).review().notes[0].text, std::string("kept"));
    QApplication::processEvents();
    QCOMPARE(linesOf(*window.timeline()), lines);
    QCOMPARE(window.timeline()->tracks()->colorBy(), ColorBy::Duration);
    const TimeRange shown = window.timeline()->visibleRange();
    QVERIFY(std::abs(shown.begin.value - 50'000) < 500);
    QVERIFY(std::abs(shown.end.value - 150'000) < 500);
    QVERIFY(!window.actions().undoView->isEnabled());
  }

  void closingAsksForUnsavedNotes() {
    WindowFixture fixture;
    openAndShow(fixture);
    const QString file = fixture.path(QStringLiteral("small.pftrace"));
    MainWindow &window = fixture.window();
    addNote(window, QStringLiteral("do not lose"));
    fixture.answer = UnsavedChoice::Cancel;
    QTest::keyClick(&window, Qt::Key_W, Qt::ControlModifier);
    QCOMPARE(fixture.questions, 1);
    QVERIFY(window.timeline() != nullptr);
    QVERIFY(!window.close());
    QCOMPARE(fixture.questions, 2);
    fixture.answer = UnsavedChoice::Save;
    QTest::keyClick(&window, Qt::Key_W, Qt::ControlModifier);
    QCOMPARE(fixture.questions, 3);
    QVERIFY(window.timeline() == nullptr);
    window.openFiles({file});
    QVERIFY(waitForOpenTraces(window, 1));
    QCOMPARE(reviewOf(window).review().notes.size(), size_t(1));
    reviewOf(window).removeNote(0);
    fixture.answer = UnsavedChoice::Discard;
    QVERIFY(window.close());
    QCOMPARE(fixture.questions, 4);
  }

  void notesOfAChromeTraceAreBesideIt() {
    WindowFixture fixture;
    fixture.show();
    const QString file = fixture.path(QStringLiteral("a.json"));
    const QByteArray bytes =
        R"({"traceEvents":[{"name":"a","ph":"X","ts":1,"dur":2,"pid":1,"tid":1}]})";
    writeBytes(file, bytes);
    MainWindow &window = fixture.window();
    window.openFiles({file});
    QVERIFY(waitForOpenTraces(window, 1));
    addNote(window, QStringLiteral("json"));
    QTest::keyClick(&window, Qt::Key_S, Qt::ControlModifier | Qt::ShiftModifier);
    waitUntilStored(window);
    QFile trace(file), notes(file + QStringLiteral(".notes"));
    QVERIFY(trace.open(QIODevice::ReadOnly) && notes.open(QIODevice::ReadOnly));
    QCOMPARE(trace.readAll(), bytes);
    QVERIFY(notes.readAll().contains("\"json\""));
    // A damaged one does not keep the trace from opening.
    QVERIFY(window.closeTrace(window.openTraces().list().current()));
    writeBytes(file + QStringLiteral(".notes"), "{");
    window.openFiles({file});
    QVERIFY(waitForOpenTraces(window, 1));
    QVERIFY(reviewOf(window).review().isEmpty());
  }

  void undoRestoresFoldsTracksFilterAndColours() {
    WindowFixture fixture;
    openAndShow(fixture);
    MainWindow &window = fixture.window();
    TimelineView &view = *window.timeline();
    TrackControls &tracks = *view.tracks();
    const auto undo = [&] { QTest::keyClick(&window, Qt::Key_Z, Qt::ControlModifier); };
    const auto redo = [&] {
      QTest::keyClick(&window, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    };
    QVERIFY(!window.actions().undoView->isEnabled());
    const size_t lines = linesOf(view);
    const GroupingKind grouping = view.grouping();
    view.foldAll();
    QVERIFY(linesOf(view) < lines);
    undo();
    QCOMPARE(linesOf(view), lines);
    redo();
    QVERIFY(linesOf(view) < lines);
    undo();
    tracks.setColorBy(ColorBy::Duration);
    tracks.setFilter(QStringLiteral("warp 0"));
    tracks.setFilter(QString());
    const LayoutItem last = view.makeScene().layout->items().back();
    tracks.hide(last.node);
    QCOMPARE(linesOf(view), lines - 1);
    view.setGrouping(GroupingKind::WarpCta);
    undo();
    QCOMPARE(view.grouping(), grouping);
    QCOMPARE(linesOf(view), lines - 1);
    undo();
    QCOMPARE(linesOf(view), lines);
    QCOMPARE(tracks.colorBy(), ColorBy::Duration);
    undo(); // the filter is back
    QCOMPARE(tracks.filter(), QStringLiteral("warp 0"));
    undo();
    undo();
    QCOMPARE(tracks.colorBy(), ColorBy::Scope);
    QVERIFY(!window.actions().undoView->isEnabled());
    for (int i = 0; i < 5; ++i)
      redo();
    QCOMPARE(view.grouping(), GroupingKind::WarpCta);
    QCOMPARE(tracks.counts().hidden, size_t(1));
  }

  void aKeptViewIsNamedRestoredReplacedAndDeleted() {
    WindowFixture fixture;
    openAndShow(fixture);
    MainWindow &window = fixture.window();
    TimelineView &view = *window.timeline();
    QTest::keyClick(&window, Qt::Key_B, Qt::ControlModifier);
    QListWidget &views = panel(window).views();
    view.foldAll();
    view.setVisibleRange({Picoseconds(10'000), Picoseconds(90'000)});
    const size_t folded = linesOf(view);
    QTest::mouseClick(panel(window).findChild<QToolButton *>(QStringLiteral("saveView")),
                      Qt::LeftButton);
    typeInto(editor(views), QStringLiteral("start"));
    QCOMPARE(reviewOf(window).review().views[0].name, std::string("start"));
    view.unfoldAll();
    view.zoomToFit();
    views.setFocus();
    QTest::keyClick(&views, Qt::Key_Return);
    QCOMPARE(linesOf(view), folded);
    QVERIFY(std::abs(view.visibleRange().begin.value - 10'000) < 500);
    QCOMPARE(panel(window).status(), QStringLiteral("Restored: start"));
    QTest::keyClick(&window, Qt::Key_Z, Qt::ControlModifier); // restoring is one step
    QVERIFY(linesOf(view) > folded);
    QTest::mouseClick(panel(window).findChild<QToolButton *>(QStringLiteral("updateView")),
                      Qt::LeftButton);
    QVERIFY(reviewOf(window).review().views[0].range() == view.visibleRange());
    views.setFocus();
    QTest::keyClick(&views, Qt::Key_Delete);
    QVERIFY(reviewOf(window).review().views.empty());
  }

  void notesOnOtherTimesAreListedAndNotDrawn() {
    WindowFixture fixture;
    openAndShow(fixture);
    MainWindow &window = fixture.window();
    review::Note note{Picoseconds(1000), Picoseconds(1000), "", "corrected"};
    note.isCorrected = true;
    reviewOf(window).addNote(note);
    QVERIFY(window.timeline()->makeScene().notes.empty());
    QTest::keyClick(&window, Qt::Key_B, Qt::ControlModifier);
    NumberTable &table = panel(window).table();
    QCOMPARE(table.model()->rowCount(), 1);
    table.setFocus();
    table.setCurrentIndex(table.model()->index(0, 0));
    QTest::keyClick(&table, Qt::Key_Return);
    QVERIFY(panel(window).status().contains(QStringLiteral("Press C")));
  }

  void whatIsShownIsExportedAndReported() {
    WindowFixture fixture;
    openAndShow(fixture);
    MainWindow &window = fixture.window();
    TimelineView &view = *window.timeline();
    view.setVisibleRange({Picoseconds(50'000), Picoseconds(150'000)});
    fixture.settings().setPictureFolder(fixture.path(QString()));
    const QString file = fixture.path(QStringLiteral("seen.png"));
    QString proposal, ofSvg;
    bool isAsShown = false;
    QTimer::singleShot(0, &window, [&] {
      auto *dialog = window.findChild<ExportDialog *>();
      isAsShown = dialog->isAsShown();
      auto *path = dialog->findChild<QLineEdit *>(QStringLiteral("pictureFile"));
      proposal = path->text();
      path->setText(file + QStringLiteral(".svg"));
      for (const QLabel *label : dialog->findChildren<QLabel *>())
        ofSvg += label->text();
      path->setText(file);
      dialog->findChild<QPushButton *>(QStringLiteral("exportButton"))->click();
    });
    QTest::keyClick(&window, Qt::Key_E, Qt::ControlModifier);
    QVERIFY(isAsShown);
    QCOMPARE(QFileInfo(proposal).absolutePath(), QFileInfo(file).absolutePath());
    QVERIFY(!ofSvg.contains(QStringLiteral("pixels.")) && ofSvg.contains(QStringLiteral("sharp")));
    const QImage picture(file);
    QCOMPARE(picture.width(), 2 * (view.width() - 12 + 48)); // without the scroll bar, with margins
    QVERIFY(window.messages().newestText().contains(file));
  }

  void theEndsOfARangeAreDraggedToEdgesAndDraggingIsUndone() {
    WindowFixture fixture;
    openAndShow(fixture);
    MainWindow &window = fixture.window();
    TimelineView &view = *window.timeline();
    const TimeRange mma = view.trace()->sliceTime(firstSliceNamed(*view.trace(), "mma"));
    reviewOf(window).addNote({Picoseconds(60'000), Picoseconds(200'000), "", "range"});
    const auto &note = reviewOf(window).review().notes[0];
    const auto pixel = [&](Picoseconds time) {
      return QPoint(kPaneLeft + int(view.visibleRangeModel()->viewport().pixelOf(time)),
                    kRulerBottom - 5);
    };
    const auto drag = [&](QPoint from, QPoint to, Qt::KeyboardModifiers modifiers = {}) {
      QTest::mousePress(&view, Qt::LeftButton, modifiers, from);
      for (const QPoint &at : {from + (to - from) / 2, to}) {
        QMouseEvent move(QEvent::MouseMove, at, view.mapToGlobal(at), Qt::NoButton, Qt::LeftButton,
                         modifiers);
        QApplication::sendEvent(&view, &move);
      }
    };
    const auto release = [&](QPoint at) { QTest::mouseRelease(&view, Qt::LeftButton, {}, at); };
    const TimeRange before = view.visibleRange();
    const QPoint nearEdge = pixel(mma.end) + QPoint(3, 0);
    drag(pixel(Picoseconds(200'000)), nearEdge);
    QCOMPARE(note.end, mma.end); // while it is dragged, too
    release(nearEdge);
    QCOMPARE(note.begin, Picoseconds(60'000));
    QVERIFY(view.visibleRange() == before); // not a range to zoom to
    QVERIFY(window.isWindowModified());
    // The flag moves the begin, with Alt without snapping, and never beyond the end.
    drag(pixel(note.begin) + QPoint(2, 0), nearEdge + QPoint(200, 0), Qt::AltModifier);
    release(nearEdge + QPoint(200, 0));
    QCOMPARE(note.begin, mma.end - Picoseconds(1));
    const auto undo = [&] { QTest::keyClick(&window, Qt::Key_Z, Qt::ControlModifier); };
    undo();
    QCOMPARE(note.begin, Picoseconds(60'000));
    QCOMPARE(note.end, mma.end);
    undo();
    QCOMPARE(note.end, Picoseconds(200'000));
    QVERIFY(!window.actions().undoView->isEnabled());
    QTest::keyClick(&window, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(note.end, mma.end);
    // Escape leaves the note as it was.
    drag(pixel(mma.end), pixel(Picoseconds(390'000)));
    QVERIFY(note.end != mma.end);
    QTest::keyClick(&view, Qt::Key_Escape);
    QCOMPARE(note.end, mma.end);
    release(pixel(Picoseconds(390'000)));
    QCOMPARE(note.end, mma.end);
  }

  void aNoteThatIsAddedWhileAnotherIsDraggedLeavesBoth() {
    WindowFixture fixture;
    openAndShow(fixture);
    MainWindow &window = fixture.window();
    TimelineView &view = *window.timeline();
    const Picoseconds end(200'000);
    reviewOf(window).addNote({Picoseconds(60'000), end, "", "range"});
    const auto pixel = [&](Picoseconds time) {
      return QPoint(kPaneLeft + int(view.visibleRangeModel()->viewport().pixelOf(time)),
                    kRulerBottom - 5);
    };
    const auto moveTo = [&](QPoint at) {
      QMouseEvent move(QEvent::MouseMove, at, view.mapToGlobal(at), Qt::NoButton, Qt::LeftButton,
                       Qt::KeyboardModifiers());
      QApplication::sendEvent(&view, &move);
    };
    view.selection()->select(SliceId(0)); // begins before the range: its note comes first
    QTest::mousePress(&view, Qt::LeftButton, {}, pixel(end));
    moveTo(pixel(Picoseconds(300'000)));
    moveTo(pixel(Picoseconds(390'000)));
    QTest::keyClick(&view, Qt::Key_N);
    moveTo(pixel(Picoseconds(380'000)));
    QTest::mouseRelease(&view, Qt::LeftButton, {}, pixel(Picoseconds(380'000)));
    const auto &notes = reviewOf(window).review().notes;
    QCOMPARE(notes.size(), size_t(2));
    QCOMPARE(std::ranges::count(notes, std::string("range"), &review::Note::text), 1);
    const auto range = std::ranges::find(notes, std::string("range"), &review::Note::text);
    QCOMPARE(range->end, end);
  }

  void theViewOfATraceWhoseNotesAreDiscardedIsRememberedToo() {
    WindowFixture fixture;
    openAndShow(fixture);
    addNote(fixture.window(), QStringLiteral("not kept"));
    fixture.window().timeline()->setVisibleRange({Picoseconds(50'000), Picoseconds(150'000)});
    fixture.answer = UnsavedChoice::Discard;
    QVERIFY(fixture.restart()); // closes the window
    QCOMPARE(fixture.questions, 1);
    fixture.show();
    fixture.window().openFiles({fixture.path(QStringLiteral("small.pftrace"))});
    QVERIFY(waitForOpenTraces(fixture.window(), 1));
    TimelineView &view = *fixture.window().timeline();
    QTRY_VERIFY(std::abs(view.visibleRange().begin.value - 50'000) < 500);
    QCOMPARE(reviewOf(fixture.window()).review().notes.size(), size_t(0));
  }

  void aFileThatOpensWithItsViewKeepsTheChoiceOfTheKernel() {
    WindowFixture fixture;
    openAndShow(fixture);
    MainWindow &window = fixture.window();
    const QString first = fixture.path(QStringLiteral("small.pftrace"));
    QVERIFY(window.closeTrace(window.openTraces().list().current())); // with all tracks
    const QString second = openSmall(fixture, QStringLiteral("second.pftrace"));
    QVERIFY(waitForOpenTraces(window, 1));
    TimelineView *view = window.timeline();
    view->tracks()->hide(view->makeScene().layout->items().back().node);
    QVERIFY(window.closeTrace(window.openTraces().list().current()));
    window.openFiles({first});
    QVERIFY(waitForOpenTraces(window, 1));
    QTRY_COMPARE(window.timeline()->tracks()->counts().hidden, 0);
    openSmall(fixture, QStringLiteral("third.pftrace")); // of the same kernel, never seen before
    QVERIFY(waitForOpenTraces(window, 2));
    QTRY_COMPARE(window.timeline()->tracks()->counts().hidden, 1);
  }

  void aClosedTraceOpensAsItWasClosedWithoutASave() {
    WindowFixture fixture;
    openAndShow(fixture);
    const QString file = fixture.path(QStringLiteral("small.pftrace"));
    TimelineView *view = fixture.window().timeline();
    view->tracks()->hide(view->makeScene().layout->items().back().node);
    view->tracks()->setFilter(QStringLiteral("warp"));
    view->foldAll();
    view->setVisibleRange({Picoseconds(50'000), Picoseconds(150'000)});
    const size_t lines = linesOf(*view);
    const auto isAsBefore = [&] {
      TimelineView *now = fixture.window().timeline();
      return now && std::abs(now->visibleRange().begin.value - 50'000) < 500 &&
             std::abs(now->visibleRange().end.value - 150'000) < 500 && linesOf(*now) == lines &&
             now->tracks()->filter() == QLatin1String("warp") &&
             now->tracks()->counts().hidden == 1;
    };
    QVERIFY(isAsBefore());
    QTest::keyClick(&fixture.window(), Qt::Key_W, Qt::ControlModifier);
    QVERIFY(fixture.window().timeline() == nullptr);
    fixture.window().openFiles({file});
    QVERIFY(waitForOpenTraces(fixture.window(), 1));
    QTRY_VERIFY(isAsBefore());
    QVERIFY(fixture.restart()); // closes the window
    QCOMPARE(fixture.questions, 0);
    fixture.show();
    fixture.window().openFiles({file});
    QVERIFY(waitForOpenTraces(fixture.window(), 1));
    QTRY_VERIFY(isAsBefore());
    // Another file of this name has its own view.
    QVERIFY(fixture.window().closeTrace(fixture.window().openTraces().list().current()));
    writeSmallTrace(file);
    fixture.window().openFiles({file});
    QVERIFY(waitForOpenTraces(fixture.window(), 1));
    QVERIFY(!isAsBefore());
  }

  void theNotesAreSavedAsCsv() {
    WindowFixture fixture;
    openAndShow(fixture);
    MainWindow &window = fixture.window();
    reviewOf(window).addNote({Picoseconds(1500), Picoseconds(2500), "a > b", "x, \"y\""});
    const QString path = fixture.path(QStringLiteral("notes.csv"));
    window.tracePanel<NotesPanel>().save(path);
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(),
             QByteArray("begin_ns,end_ns,color,track,recording_cost_subtracted,text\r\n"
                        "1.500,2.500,yellow,a > b,false,\"x, \"\"y\"\"\"\r\n"));
    QVERIFY(panel(window).status().contains(path));
  }
};

QTEST_MAIN(WindowNotesTest)
#include "window_notes_test.moc"
