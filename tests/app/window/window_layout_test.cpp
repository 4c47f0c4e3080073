// SPDX-License-Identifier: Apache-2.0
// Layout of the window's panels when its size changes, and the layout that is stored.
#include <QAbstractButton>
#include <QAccessible>
#include <QAction>
#include <QComboBox>
#include <QDockWidget>
#include <QLineEdit>
#include <QStatusBar>
#include <QTableView>
#include <QTableWidget>
#include <QTest>

#include "app/dialogs/export_dialog.h"
#include "app/dialogs/remotes_dialog.h"
#include "app/dialogs/run_dialog.h"
#include "app/panels/panel_list.h"
#include "app/settings/kernel_tracks_json.h"
#include "app/settings/text.h"
#include "app/window/key_help_dialog.h"
#include "app/window/window_actions.h"
#include "core/formats/pftrace/pftrace_writer.h"
#include "tests/app/support/window_fixture.h"
#include "tests/support/transpose_trace.h"
#include "tests/viewer/overlap_sample.h"
#include "viewer/widgets/screen_fit.h"
#include "viewer/widgets/timeline/timeline_view.h"
#include "viewer/widgets/timeline/track_controls.h"

using namespace pstudio;
using namespace pstudio::test;

namespace {

/// Widths of the window's parts and their minima, for the message of a test that fails.
QByteArray demandsOf(const QMainWindow &window) {
  const auto sizeOf = [](const QWidget &widget) {
    return ' ' + QByteArray::number(widget.width()) + ", at least " +
           QByteArray::number(std::max(widget.minimumWidth(), widget.minimumSizeHint().width())) +
           '\n';
  };
  QByteArray text = "window" + sizeOf(window) + "centre" + sizeOf(*window.centralWidget());
  for (const QWidget *part : window.findChildren<QWidget *>(QString(), Qt::FindDirectChildrenOnly))
    if (!qobject_cast<const QDockWidget *>(part) && part->isVisible())
      text += part->metaObject()->className() + sizeOf(*part);
  for (QDockWidget *dock : window.findChildren<QDockWidget *>()) {
    text += dock->objectName().toUtf8() + sizeOf(*dock);
    for (const QWidget *part : dock->findChildren<QWidget *>())
      if (part->isVisibleTo(dock) && part->minimumSizeHint().width() > 400)
        text += "  " + part->objectName().toUtf8() + ' ' + part->metaObject()->className() +
                sizeOf(*part);
  }
  return text;
}

} // namespace

class WindowLayoutTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void theInspectorKeepsItsWidthWhicheverPanelIsBelowAndAfterwards() {
    WindowFixture fixture;
    QVERIFY(writePftrace(*makeTransposeTrace({TransposeKind::Padded}),
                         toPath(fixture.path(QStringLiteral("heat.pftrace")))));
    QVERIFY(writePftrace(*makeOverlapTrace({}),
                         toPath(fixture.path(QStringLiteral("overlap.pftrace")))));
    MainWindow &window = fixture.window();
    const auto *inspector = window.findChild<QDockWidget *>(QStringLiteral("inspectorPanel"));
    for (const char *file : {"heat.pftrace", "overlap.pftrace"}) {
      const auto openTraces = window.openTraces().list().traces().size();
      window.openTraces().open({fixture.path(QLatin1String(file))});
      QVERIFY(waitForOpenTraces(window, static_cast<int>(openTraces) + 1));
      for (QAction *panel : {window.actions().panel("heat"), window.actions().panel("overlap"),
                             window.actions().panel("passes")}) {
        fixture.show({1024, 700});
        panel->trigger();
        fixture.settle();
        QVERIFY2(window.width() == 1024 && inspector->width() >= 240, demandsOf(window));
        QVERIFY2(inspector->geometry().right() < window.width(), demandsOf(window));
        fixture.show({1600, 960});
        fixture.settle();
        QVERIFY2(inspector->width() >= 240, demandsOf(window));
      }
    }
  }

  void panelsBelowTakeNoHeightUntilTheyAreAskedForAndHaveSomethingToShow() {
    WindowFixture fixture;
    MainWindow &window = fixture.window();
    QVERIFY(writePftrace(*makeOverlapTrace({}),
                         toPath(fixture.path(QStringLiteral("overlap.pftrace")))));
    fixture.show();
    const auto *notes = window.findChild<QDockWidget *>(QStringLiteral("notesAndViewsDock"));
    const auto *overlap = window.findChild<QDockWidget *>(QStringLiteral("overlapDock"));
    QVERIFY(notes->isHidden() && overlap->isHidden());
    window.openTraces().open({fixture.path(QStringLiteral("overlap.pftrace"))});
    QVERIFY(waitForOpenTraces(window, 1));
    QVERIFY(overlap->isHidden());
    window.actions().panel("overlap")->trigger();
    QVERIFY(!overlap->isHidden());
    openSmall(fixture, QStringLiteral("without.pftrace"));
    QVERIFY(waitForOpenTraces(window, 2));
    QVERIFY(overlap->isHidden()); // the trace has no asynchronous operations
    window.actions().panel("overlap")->trigger();
    QVERIFY(!overlap->isHidden()); // on request it shows in few lines the way to record them
    fixture.settle();
    QVERIFY2(overlap->height() <= 200, qPrintable(QString::number(overlap->height())));
    window.actions().nextTrace->trigger();
    fixture.settle();
    QVERIFY(!overlap->isHidden());
    window.actions().nextTrace->trigger();
    QVERIFY(overlap->isHidden());
    window.actions().nextTrace->trigger();
    QVERIFY(!overlap->isHidden()); // the state for this trace
    QVERIFY(fixture.restart());
    fixture.show();
    QVERIFY(fixture.window().findChild<QDockWidget *>(QStringLiteral("overlapDock"))->isHidden());
    QVERIFY(
        fixture.window().findChild<QDockWidget *>(QStringLiteral("notesAndViewsDock"))->isHidden());
  }

  void onePanelBelowIsOpenAtATime() {
    WindowFixture fixture;
    MainWindow &window = fixture.window();
    openSmall(fixture, QStringLiteral("small.pftrace"));
    QVERIFY(waitForOpenTraces(window, 1));
    fixture.show();
    for (TracePanel *panel : window.findChildren<TracePanel *>())
      for (const PanelView &view : panel->facts().views) {
        window.actions().panel(view.name)->trigger();
        fixture.settle();
        int count = 0;
        for (QDockWidget *dock : window.findChildren<QDockWidget *>())
          count += window.dockWidgetArea(dock) == Qt::BottomDockWidgetArea && !dock->isHidden();
        QVERIFY2(count == 1, view.name);
      }
  }

  void keysFoldAndMaximiseThePanelsBelow() {
    WindowFixture fixture;
    MainWindow &window = fixture.window();
    fixture.show({1280, 900});
    openSmall(fixture, QStringLiteral("one.pftrace"));
    QVERIFY(waitForOpenTraces(window, 1));
    auto *panel = window.findChild<QDockWidget *>(QStringLiteral("statisticsDock"));
    window.actions().panel("statistics")->trigger();
    fixture.settle();
    QVERIFY(!panel->isHidden());
    const int height = panel->height();
    QVERIFY2(height < 460, qPrintable(QString::number(height)));
    window.actions().maximizePanel->trigger();
    fixture.settle();
    QVERIFY2(panel->height() > 650, qPrintable(QString::number(panel->height())));
    fixture.show({1280, 700});
    fixture.settle();
    QVERIFY2(panel->height() > 450, qPrintable(QString::number(panel->height())));
    window.actions().maximizePanel->trigger();
    fixture.settle();
    QVERIFY(window.timeline()->isVisible());
    QVERIFY2(std::abs(panel->height() - height) <= 2, qPrintable(QString::number(panel->height())));
    window.actions().foldPanels->trigger();
    QVERIFY(panel->isHidden());
    window.actions().foldPanels->trigger();
    QVERIFY(!panel->isHidden());
    window.actions().maximizePanel->trigger();
    panel->close();
    fixture.settle();
    QVERIFY(window.timeline()->isVisible()); // no other panel fills the window
    const auto help = window.actions().keyHelp();
    for (const char *keys : {"Ctrl+J", "Ctrl+Shift+J", "Ctrl+G"})
      QVERIFY(std::any_of(help.begin(), help.end(),
                          [&](const KeyHelp &entry) { return entry.keys == QLatin1String(keys); }));
  }

  void theWindowFitsOnASmallScreenWhicheverPanelIsOpen() {
    WindowFixture fixture;
    QVERIFY(writePftrace(*makeTransposeTrace({TransposeKind::Padded}),
                         toPath(fixture.path(QStringLiteral("heat.pftrace")))));
    QVERIFY(writePftrace(*makeOverlapTrace({}),
                         toPath(fixture.path(QStringLiteral("overlap.pftrace")))));
    MainWindow &window = fixture.window();
    // A screen of 1920 x 1080 pixels at scale 2, without the frame.
    const QSize small = sizeOnScreen({1600, 960}, {960, 540});
    for (const char *file : {"heat.pftrace", "overlap.pftrace"}) {
      const auto openTraces = window.openTraces().list().traces().size();
      window.openTraces().open({fixture.path(QLatin1String(file))});
      QVERIFY(waitForOpenTraces(window, openTraces + 1));
      for (QAction *panel : {window.actions().panel("heat"), window.actions().panel("overlap"),
                             window.actions().panel("passes"), window.actions().panel("query")}) {
        fixture.show({1600, 960});
        panel->trigger();
        fixture.settle();
        fixture.show(small);
        fixture.settle();
        QVERIFY2(window.size() == small, demandsOf(window));
        QVERIFY(window.timeline()->height() >= 100);
        const auto *status = window.statusBar();
        QVERIFY(status->geometry().bottom() < window.height());
      }
    }
  }

  void aLowOverlapPanelScrollsAndCutsNoKeyFigure() {
    WindowFixture fixture;
    QVERIFY(writePftrace(*makeOverlapTrace({}),
                         toPath(fixture.path(QStringLiteral("overlap.pftrace")))));
    MainWindow &window = fixture.window();
    fixture.show({1024, 700});
    window.openTraces().open({fixture.path(QStringLiteral("overlap.pftrace"))});
    QVERIFY(waitForOpenTraces(window, 1));
    window.actions().panel("overlap")->trigger();
    const auto *tiles = window.findChild<QWidget *>(QStringLiteral("tileStrip"));
    QTRY_VERIFY(tiles->isVisible() && tiles->heightForWidth(tiles->width()) > 0);
    QTRY_VERIFY2(tiles->height() >= tiles->heightForWidth(tiles->width()),
                 qPrintable(QStringLiteral("%1 of %2")
                                .arg(tiles->height())
                                .arg(tiles->heightForWidth(tiles->width()))));
  }

  void theChoiceOfTracksIsKeptForTheKernel() {
    WindowFixture fixture;
    fixture.show();
    openSmall(fixture, QStringLiteral("a.pftrace"));
    QVERIFY(waitForOpenTraces(fixture.window(), 1));
    auto *field = fixture.window().findChild<QLineEdit *>(QStringLiteral("trackFilter"));
    QVERIFY(field->isVisible());
    QVERIFY(QTest::qWaitForWindowActive(&fixture.window()));
    QTest::mouseClick(field, Qt::LeftButton);
    QTest::keyClicks(field, QStringLiteral("warp 1"));
    TrackControls *tracks = fixture.window().timeline()->tracks();
    QCOMPARE(tracks->counts().shown, size_t{1});
    QTest::keyClick(field, Qt::Key_Escape);
    const NodeId node(static_cast<uint32_t>(tracks->counts().all)); // the last line: a warp
    tracks->togglePinned(node);
    QCOMPARE(tracks->settings().pinned.size(), size_t{1});
    fixture.window().actions().nextGrouping->trigger();
    const GroupingKind grouping = fixture.window().timeline()->grouping();
    QVERIFY(grouping != GroupingKind::SmCtaWarp);
    fixture.window().actions().okabeIto->trigger();
    QCOMPARE(paletteOf(fixture.window().theme()), ScopePalette::OkabeIto);
    const TrackSettings chosen = tracks->settings();
    QVERIFY(fixture.restart());
    fixture.show();
    openSmall(fixture, QStringLiteral("b.pftrace"));
    QVERIFY(waitForOpenTraces(fixture.window(), 1));
    QCOMPARE(fixture.window().timeline()->tracks()->settings(), chosen);
    QCOMPARE(fixture.window().timeline()->grouping(), grouping);
    const auto *shown = fixture.window().findChild<QComboBox *>(QStringLiteral("grouping"));
    QCOMPARE(shown->currentData().toInt(), static_cast<int>(grouping));
    QCOMPARE(paletteOf(fixture.window().theme()), ScopePalette::OkabeIto);
    QVERIFY(fixture.window().actions().okabeIto->isChecked());
  }

  void damagedTrackSettingsAreIgnoredAndReplaced() {
    QTemporaryDir folder;
    QSettings store(folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
    Settings settings(store);
    TrackSettings kept;
    kept.grouping = GroupingKind::Role;
    kept.pinned = {"k > CTA 1 > warp 0"};
    kept.hidden = {"k > CTA 2"};
    kept.only = OnlyTracks{TrackKind::Cta, "CTA 1"};
    kept.moves = {{"CTA 0 > warp 1", "CTA 0 > warp 0", false}, {"CTA 0", "CTA 7", true}};
    kept.height = TrackHeight::Tall;
    kept.colorBy = ColorBy::Sm;
    QVERIFY(!settings.trackSettings("k"));
    settings.setTrackSettings("k", kept);
    QCOMPARE(settings.trackSettings("k"), std::optional(kept));
    QVERIFY(!settings.trackSettings("other"));
    for (int i = 0; i < Settings::kMaxKernels; ++i)
      settings.setTrackSettings("kernel " + std::to_string(i), kept);
    QVERIFY(!settings.trackSettings("k")); // the entry that changed least recently
    QVERIFY(settings.trackSettings("kernel 0"));
    for (const char *text :
         {"", "[]", "{\"kernel\":1}", "{\"kernel\":\"k\",\"grouping\":\"round\"}"})
      QVERIFY(!parseKernelTracks(text));
  }

  void dialogsFitOnASmallScreen() {
    QCOMPARE(sizeOnScreen({720, 760}, {1920, 1080}), QSize(720, 760));
    const QSize small = sizeOnScreen({720, 760}, {960, 540});
    QVERIFY(small.width() == 720 && small.height() <= 540 - 30);
    WindowFixture fixture;
    RunDialog run(fixture.settings());
    const RemotesDialog remotes(toPath(fixture.path(QStringLiteral("remotes.json"))), {});
    const KeyHelpDialog keys(fixture.window().actions().keyHelp());
    const auto *table = keys.findChild<QTableWidget *>(QStringLiteral("keyTable"));
    const int widest =
        QFontMetrics(table->item(0, 0)->font())
            .horizontalAdvance(QStringLiteral("Arrows, Return, W, S, Backspace, Home"));
    QVERIFY(table->columnWidth(0) >= widest); // all keys are fully visible
    ExportDialog picture(fixture.settings(), ThemeKind::Dark, {}, QStringLiteral("title"));
    picture.offer(ExportDialog::View::Overlap, true);
    picture.offer(ExportDialog::View::Heat, true);
    picture.offerZoomedMaps();
    for (const QWidget *dialog :
         std::initializer_list<const QWidget *>{&run, &remotes, &keys, &picture}) {
      const QSize least = dialog->minimumSizeHint().expandedTo(dialog->minimumSize());
      QVERIFY2(least.width() <= 940 && least.height() <= 500,
               qPrintable(QStringLiteral("%1 %2 x %3")
                              .arg(dialog->objectName())
                              .arg(least.width())
                              .arg(least.height())));
    }
  }

  void keysAreFoundByTypingAndThoseOfTheTimelineComeFirst() {
    WindowFixture fixture;
    KeyHelpDialog keys(fixture.window().actions().keyHelp());
    keys.show();
    QVERIFY(QTest::qWaitForWindowActive(&keys));
    auto *field = keys.findChild<QLineEdit *>(QStringLiteral("keySearch"));
    const auto *table = keys.findChild<QTableWidget *>(QStringLiteral("keyTable"));
    QVERIFY(table->item(0, 0)->text().startsWith(QLatin1String("W, S")));
    QVERIFY(table->viewport()->rect().contains(table->visualItemRect(table->item(1, 0))));
    QTest::keyClicks(field, QStringLiteral("follow an arrow"));
    int shown = 0;
    for (int row = 0; row < table->rowCount(); ++row)
      shown += table->isRowHidden(row) ? 0 : 1;
    QCOMPARE(shown, 1);
  }

  void theProgramDialogBeginsInItsCommand() {
    WindowFixture fixture(fakeWorker(QStringLiteral("good")));
    fixture.show();
    fixture.window().actions().program->trigger();
    QLineEdit *command = nullptr;
    QTRY_VERIFY(command =
                    fixture.window().findChild<QLineEdit *>(QStringLiteral("programCommand")));
    QTRY_VERIFY(command->hasFocus());
    command->window()->close();
  }

  void aWindowThatBecomesSmallKeepsItsInspectorInside() {
    WindowFixture fixture;
    fixture.show({1920, 1080});
    fixture.settle();
    fixture.show({1280, 800});
    fixture.settle();
    const auto *inspector =
        fixture.window().findChild<QDockWidget *>(QStringLiteral("inspectorPanel"));
    QVERIFY(inspector && inspector->isVisible());
    QVERIFY(inspector->geometry().right() < fixture.window().width());
  }

  void themeAndPanelsAreRemembered() {
    WindowFixture fixture;
    fixture.show();
    fixture.window().setTheme(ThemeKind::Light);
    fixture.window().findChild<QDockWidget *>(QStringLiteral("inspectorPanel"))->close();
    QVERIFY(fixture.restart());
    fixture.show();
    QCOMPARE(fixture.window().theme(), ThemeKind::Light);
    QVERIFY(
        fixture.window().findChild<QDockWidget *>(QStringLiteral("inspectorPanel"))->isHidden());
    fixture.window().actions().resetLayout->trigger();
    QVERIFY(
        !fixture.window().findChild<QDockWidget *>(QStringLiteral("inspectorPanel"))->isHidden());
  }

  void timelineKeepsHalfOfTheWidth() {
    WindowFixture fixture;
    fixture.show({1280, 800});
    auto *tracks = fixture.window().findChild<QDockWidget *>(QStringLiteral("tracksPanel"));
    auto *inspector = fixture.window().findChild<QDockWidget *>(QStringLiteral("inspectorPanel"));
    fixture.window().resizeDocks({tracks, inspector}, {900, 900}, Qt::Horizontal);
    QApplication::processEvents();
    QVERIFY(fixture.window().centralWidget()->width() >= 640);
  }

  void everyActionHasAKeyAndAToolTipAndEveryControlAName() {
    WindowFixture fixture;
    QVERIFY(!fixture.window().QWidget::actions().isEmpty());
    for (const QAction *action : fixture.window().QWidget::actions()) {
      QVERIFY2(!action->shortcut().isEmpty(), qPrintable(action->text()));
      QVERIFY2(action->toolTip().contains(action->shortcut().toString()),
               qPrintable(action->text()));
    }
    for (const char *name : {"grouping", "colorBy"}) { // the label names a combo box
      auto *box = fixture.window().findChild<QComboBox *>(QLatin1String(name));
      QVERIFY(box);
      QCOMPARE(QAccessible::queryAccessibleInterface(box)->relations(QAccessible::Label).size(), 1);
    }
    for (const QAbstractButton *button : fixture.window().findChildren<QAbstractButton *>()) {
      const QLatin1String className(button->metaObject()->className());
      if (button->objectName().startsWith(QLatin1String("qt_")) ||
          className == QLatin1String("QLineEditIconButton"))
        continue; // internal buttons of Qt
      QVERIFY2(!button->objectName().isEmpty(),
               qPrintable(button->accessibleName() + button->text()));
      QVERIFY2(!button->accessibleName().isEmpty(), qPrintable(button->objectName()));
    }
  }

  void keysMoveTheFocusBetweenThePartsOfTheWindow() {
    WindowFixture fixture;
    fixture.show();
    MainWindow &window = fixture.window();
    openSmall(fixture, QStringLiteral("small.pftrace"));
    QVERIFY(waitForOpenTraces(window, 1));
    window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    window.findChild<QAction *>(QStringLiteral("statistics"))->trigger();
    auto *table = window.findChild<QTableView *>(QStringLiteral("statisticsTable"));
    QTRY_VERIFY(table->isVisible());
    auto *inspector = window.findChild<QDockWidget *>(QStringLiteral("inspectorPanel"));
    auto *tracks = window.findChild<QDockWidget *>(QStringLiteral("tracksPanel"));
    QVERIFY(inspector && tracks);
    window.timeline()->setFocus();
    const auto press = [](Qt::KeyboardModifiers modifiers) {
      QTest::keyClick(QApplication::focusWidget(), Qt::Key_F6, modifiers);
      return QApplication::focusWidget();
    };
    QWidget *inPanel = press({});
    QVERIFY(window.findChild<QWidget *>(QStringLiteral("statisticsPanel"))->isAncestorOf(inPanel));
    QVERIFY(inspector->isAncestorOf(press({})));
    QVERIFY(tracks->isAncestorOf(press({})));
    QCOMPARE(press({}), window.timeline());
    // The focus moves back, and then to the control that had it before.
    table->setFocus();
    QCOMPARE(press(Qt::ShiftModifier), window.timeline());
    QCOMPARE(press({}), table);
    // F6 skips a closed part.
    window.actions().foldPanels->trigger();
    window.timeline()->setFocus();
    QVERIFY(inspector->isAncestorOf(press({})));
  }

  void tabStopsAreSeenAndNamed() {
    WindowFixture fixture;
    fixture.show();
    MainWindow &window = fixture.window();
    openSmall(fixture, QStringLiteral("small.pftrace"));
    QVERIFY(waitForOpenTraces(window, 1));
    window.findChild<QAction *>(QStringLiteral("statistics"))->trigger();
    QTRY_VERIFY(window.findChild<QTableView *>(QStringLiteral("statisticsTable"))->isVisible());
    window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    window.timeline()->setFocus();
    QSet<QWidget *> stops;
    for (int i = 0; i < 300; ++i) {
      QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
      QWidget *stop = QApplication::focusWidget();
      QVERIFY(stop != nullptr);
      if (stops.contains(stop) && stop == window.timeline())
        break;
      stops << stop;
      const QRect place(stop->mapTo(&window, QPoint()), stop->size());
      const QString name = QLatin1String(stop->metaObject()->className()) + QLatin1Char(' ') +
                           stop->objectName() + QLatin1String(" in ") +
                           stop->parentWidget()->objectName();
      QVERIFY2(stop->isVisible() && window.rect().intersects(place), qPrintable(name));
      QVERIFY2(!stop->accessibleName().isEmpty(), qPrintable(name));
    }
    QVERIFY(stops.size() > 10);
    QVERIFY(stops.contains(window.timeline()));
  }
};

QTEST_MAIN(WindowLayoutTest)
#include "window_layout_test.moc"
