// SPDX-License-Identifier: Apache-2.0
// The six panels and their views: keys, names, stored layouts, focus.
#include <QAction>
#include <QApplication>
#include <QDockWidget>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QSettings>
#include <QTest>
#include <QToolBar>
#include <QToolButton>

#include <map>

#include "app/panels/panel_list.h"
#include "app/window/message_drawer.h"
#include "app/window/palette_commands.h"
#include "app/window/panel_dock.h"
#include "app/window/search_list.h"
#include "app/window/window_actions.h"
#include "tests/app/support/window_fixture.h"
#include "viewer/widgets/calltree/call_tree_panel.h"
#include "viewer/widgets/search/search_panel.h"
#include "viewer/widgets/timeline/timeline_view.h"

using namespace pstudio;
using namespace pstudio::test;

namespace {

/// A window with smallTrace().
struct PanelWindow {
  WindowFixture fixture;
  MainWindow &window = fixture.window();

  PanelWindow() {
    fixture.show();
    openSmall(fixture, QStringLiteral("one.pftrace"));
    if (!waitForOpenTraces(window, 1))
      qFatal("the trace was not opened");
    window.activateWindow();
    if (!QTest::qWaitForWindowActive(&window))
      qFatal("the window is not active");
  }
  PanelDock &dock(const char *name) const {
    return *window.findChild<PanelDock *>(QLatin1String(name));
  }
  QToolButton &button(const QString &name) const { return *window.findChild<QToolButton *>(name); }
  QStringList openDocks() const {
    QStringList names;
    for (const PanelDock *each : window.findChildren<PanelDock *>())
      if (window.dockWidgetArea(const_cast<PanelDock *>(each)) == Qt::BottomDockWidgetArea &&
          each->isVisible())
        names << each->objectName();
    return names;
  }
};

/// The state that the version with eleven panels stored, with these of its panels open.
QByteArray oldState(const char *open) {
  QMainWindow window;
  window.resize(1600, 960);
  window.setCentralWidget(new QWidget);
  const auto add = [&window](const char *name, Qt::DockWidgetArea area) {
    auto *dock = new QDockWidget(&window);
    dock->setObjectName(QLatin1String(name));
    window.addDockWidget(area, dock);
    return dock;
  };
  add("tracksPanel", Qt::LeftDockWidgetArea);
  add("inspectorPanel", Qt::RightDockWidgetArea);
  QDockWidget *last = nullptr;
  for (const char *name :
       {"logPanel", "overlapDock", "heatDock", "passesPanel", "statisticsDock", "sourceDock",
        "callTreeDock", "searchHitsDock", "queryDock", "compareDock", "notesAndViewsDock"}) {
    QDockWidget *dock = add(name, Qt::BottomDockWidgetArea);
    if (last)
      window.tabifyDockWidget(last, dock);
    last = dock;
    dock->setVisible(QByteArray(open).split(' ').contains(name));
  }
  for (const auto &[name, area] :
       {std::pair{"panelStrip", Qt::BottomToolBarArea}, std::pair{"toolBar", Qt::TopToolBarArea}}) {
    auto *bar = new QToolBar(&window);
    bar->setObjectName(QLatin1String(name));
    window.addToolBar(area, bar);
  }
  window.show();
  QApplication::processEvents();
  return window.saveState(7);
}

/// Every action of a menu and its submenus, with the titles on the way.
void collect(const QMenu &menu, const QString &path, std::map<QString, QString> &names) {
  for (const QAction *action : menu.actions())
    if (action->menu())
      collect(*action->menu(), action->text() + QLatin1String(": "), names);
    else if (!action->isSeparator())
      names[action->objectName()] = path + action->text();
}

} // namespace

class WindowPanelsTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void init() {
    QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support)")));
  }

  void sixPanelsAreBelowTheTimeline() {
    PanelWindow shown;
    QStringList names;
    for (const QToolButton *button :
         shown.window.findChild<QToolBar *>(QStringLiteral("panelStrip"))
             ->findChildren<QToolButton *>())
      if (button->objectName().endsWith(QLatin1String("Button")))
        names << button->text();
    QCOMPARE(names, (QStringList{"Overlap", "Memory", "Statistics", "Source", "Compare", "Notes"}));
  }

  void eachOldKeyOpensThePanelOrTheViewThatReplacesIt_data() {
    QTest::addColumn<int>("key");
    QTest::addColumn<bool>("isShifted");
    QTest::addColumn<QString>("dock");
    QTest::addColumn<QString>("view");
    const auto add = [](const char *name, Qt::Key key, bool isShifted, const char *dock,
                        const char *view) {
      QTest::newRow(name) << int(key) << isShifted << dock << view;
    };
    add("overlap", Qt::Key_L, false, "overlapDock", "overlap");
    add("heat map", Qt::Key_M, false, "heatDock", "heat");
    add("passes", Qt::Key_P, false, "sourceDock", "passes");
    add("statistics", Qt::Key_I, false, "statisticsDock", "statistics");
    add("source", Qt::Key_U, false, "sourceDock", "source");
    add("call tree", Qt::Key_T, false, "statisticsDock", "callTree");
    add("query", Qt::Key_Q, true, "statisticsDock", "query");
    add("compare", Qt::Key_D, true, "compareDock", "compare");
    add("notes", Qt::Key_B, false, "notesAndViewsDock", "notesAndViews");
  }
  void eachOldKeyOpensThePanelOrTheViewThatReplacesIt() {
    QFETCH(int, key);
    QFETCH(bool, isShifted);
    QFETCH(QString, dock);
    QFETCH(QString, view);
    PanelWindow shown;
    QTest::keyClick(shown.window.timeline(), Qt::Key(key),
                    isShifted ? Qt::ControlModifier | Qt::ShiftModifier : Qt::ControlModifier);
    QCOMPARE(shown.openDocks(), QStringList{dock});
    PanelDock &panel = shown.dock(dock.toLatin1());
    QCOMPARE(QLatin1String(panel.viewName()), view);
    QVERIFY(panel.current().widget()->isVisible());
    if (const auto *button = shown.window.findChild<QToolButton *>(view + QLatin1String("View")))
      QVERIFY(button->isChecked());
  }

  void theOldKeysOfLogAndSearchOpenTheDrawerAndTheList() {
    PanelWindow shown;
    QTest::keyClick(shown.window.timeline(), Qt::Key_G, Qt::ControlModifier);
    QVERIFY(shown.window.findChild<MessageDrawer *>()->isVisible());
    QTest::keyClick(shown.window.timeline(), Qt::Key_H, Qt::ControlModifier);
    QVERIFY(shown.window.findChild<SearchList *>()->isVisible());
    QVERIFY(shown.openDocks().isEmpty());
  }

  void aClickInTheSwitchShowsAnotherViewOfThePanel() {
    PanelWindow shown;
    QTest::keyClick(&shown.window, Qt::Key_I, Qt::ControlModifier);
    PanelDock &dock = shown.dock("statisticsDock");
    for (const char *view : {"callTree", "flameGraph", "query", "statistics", "statistics"}) {
      QTest::mouseClick(&shown.button(QLatin1String(view) + QLatin1String("View")), Qt::LeftButton);
      QCOMPARE(dock.viewName(), view);
      int checked = 0;
      for (const char *each : {"callTree", "flameGraph", "query", "statistics"})
        checked += shown.button(QLatin1String(each) + QLatin1String("View")).isChecked();
      QCOMPARE(checked, 1);
      QVERIFY(shown.button(QLatin1String(view) + QLatin1String("View")).isChecked());
    }
  }

  void menusPaletteKeysAndSwitchUseOneName() {
    PanelWindow shown;
    std::map<QString, QString> inMenus;
    for (const QAction *action : shown.window.menuBar()->actions())
      collect(*action->menu(), QString(), inMenus);
    std::map<QString, QString> inPalette;
    for (const PaletteCommand &command : paletteCommands(
             shown.window.actions(), shown.window.openTraces().list(), QMenu(), QMenu()))
      inPalette[command.id] = command.text;
    const QList<KeyHelp> keys = shown.window.actions().keyHelp();
    int views = 0;
    for (const TracePanel *panel : shown.window.findChildren<TracePanel *>())
      for (const PanelView &view : panel->facts().views) {
        const QString name = viewName(panel->facts().panel, view);
        ++views;
        QCOMPARE(inMenus[QLatin1String(view.name)], name);
        QCOMPARE(inPalette[QLatin1String(view.name)], name);
        QVERIFY2(std::ranges::any_of(keys,
                                     [&](const KeyHelp &help) {
                                       return help.keys == QLatin1String(view.key) &&
                                              help.meaning.startsWith(name + QLatin1Char('.'));
                                     }),
                 view.name);
        if (!view.title.isEmpty())
          QCOMPARE(shown.button(QLatin1String(view.name) + QLatin1String("View")).accessibleName(),
                   name);
      }
    QCOMPARE(views, 14);
  }

  void theMenuViewIsShort() {
    PanelWindow shown;
    for (const QAction *action : shown.window.menuBar()->actions()) {
      int lines = 0;
      for (const QAction *entry : action->menu()->actions())
        lines += !entry->isSeparator();
      QVERIFY2(lines <= 16, qPrintable(action->text()));
    }
  }

  void aLayoutOfTheVersionWithElevenPanelsLosesNone_data() {
    QTest::addColumn<QString>("open");
    QTest::addColumn<QString>("dock");
    QTest::addColumn<QString>("view");
    QTest::newRow("a panel that stayed") << "overlapDock"
                                         << "overlapDock"
                                         << "overlap";
    QTest::newRow("the call tree") << "callTreeDock"
                                   << "statisticsDock"
                                   << "callTree";
    QTest::newRow("the passes") << "passesPanel"
                                << "sourceDock"
                                << "passes";
    QTest::newRow("the passes and the log") << "passesPanel logPanel"
                                            << "sourceDock"
                                            << "passes";
    QTest::newRow("the log") << "logPanel"
                             << ""
                             << "";
  }
  void aLayoutOfTheVersionWithElevenPanelsLosesNone() {
    QFETCH(QString, open);
    QFETCH(QString, dock);
    QFETCH(QString, view);
    WindowFixture fixture;
    QVERIFY(fixture.restart(
        [&] { fixture.settings().setWindow({}, oldState(open.toLatin1().constData())); }));
    MainWindow &window = fixture.window();
    fixture.show();
    for (const PanelId id : kDockedPanels) {
      auto *panel = window.findChild<PanelDock *>(QLatin1String(panelFacts(id).dock));
      QVERIFY(panel && !panel->isFloating());
      QCOMPARE(window.dockWidgetArea(panel), panelFacts(id).area);
    }
    QCOMPARE(window.findChildren<QDockWidget *>().size(), qsizetype(std::size(kDockedPanels)));
    window.actions().panel("log")->trigger();
    fixture.settle();
    const auto *drawer = window.findChild<MessageDrawer *>();
    const auto *strip = window.findChild<QToolBar *>(QStringLiteral("panelStrip"));
    QVERIFY(drawer->isVisible() && strip->geometry().bottom() < drawer->geometry().top());
    window.actions().panel("log")->trigger();
    if (dock.isEmpty())
      return;
    const auto &panel = *window.findChild<PanelDock *>(dock);
    QCOMPARE(QLatin1String(panel.viewName()), view);
    // Each of them can be opened.
    openSmall(fixture, QStringLiteral("one.pftrace"));
    QVERIFY(waitForOpenTraces(window, 1));
    for (const TracePanel *each : window.findChildren<TracePanel *>())
      for (const PanelView &other : each->facts().views) {
        window.actions().panel(other.name)->trigger();
        fixture.settle();
        if (panelFacts(each->facts().panel).dock)
          QVERIFY2(each->widget()->isVisible(), other.name);
      }
  }

  void theShownViewsAreRemembered() {
    WindowFixture fixture;
    fixture.show();
    fixture.window().actions().panel("flameGraph")->trigger();
    fixture.window().actions().panel("sourceIr")->trigger();
    QVERIFY(fixture.restart());
    fixture.show();
    const auto viewOf = [&fixture](const char *dock) {
      return QLatin1String(
          fixture.window().findChild<PanelDock *>(QLatin1String(dock))->viewName());
    };
    QCOMPARE(viewOf("statisticsDock"), QLatin1String("flameGraph"));
    QCOMPARE(viewOf("sourceDock"), QLatin1String("sourceIr"));
  }

  void aClosedPanelLeavesNoButtonHighlighted() {
    PanelWindow shown;
    QToolButton &button = shown.button(QStringLiteral("statisticsDockButton"));
    const QImage closed = button.grab().toImage();
    QTest::mouseClick(&button, Qt::LeftButton);
    QTRY_VERIFY(shown.dock("statisticsDock").isVisible());
    QVERIFY(button.grab().toImage() != closed);
    auto *close =
        shown.dock("statisticsDock").findChild<QToolButton *>(QStringLiteral("closePanel"));
    close->setFocus(); // the focus of the panel must not go to its button in the strip
    QTest::mouseClick(close, Qt::LeftButton);
    QTRY_VERIFY(shown.dock("statisticsDock").isHidden());
    QVERIFY(!button.isChecked() && !button.hasFocus());
    QTRY_VERIFY(shown.window.timeline()->hasFocus());
    QCOMPARE(button.grab().toImage(), closed);
  }

  void theFocusOfF6IsVisibleAtEachStop() {
    PanelWindow shown;
    QTest::keyClick(&shown.window, Qt::Key_I, Qt::ControlModifier);
    QTest::keyClick(&shown.window, Qt::Key_G, Qt::ControlModifier);
    shown.fixture.settle();
    shown.window.timeline()->setFocus();
    QSet<QWidget *> stops;
    QWidget *before = shown.window.timeline();
    for (int i = 0; i < 6; ++i) {
      // The picture of a part with the focus differs from the one without it.
      QTest::keyClick(before, Qt::Key_F6);
      QWidget *stop = QApplication::focusWidget();
      QVERIFY(stop && stop != before);
      stops << stop;
      const QRect place(stop->mapTo(&shown.window, QPoint()), stop->size());
      const auto picture = [&] {
        return shown.window.grab(place.adjusted(-2, -2, 2, 2)).toImage();
      };
      const QImage with = picture();
      stop->clearFocus();
      const QImage without = picture();
      QVERIFY2(with != without, qPrintable(stop->objectName() + QLatin1Char(' ') +
                                           QLatin1String(stop->metaObject()->className())));
      stop->setFocus(Qt::TabFocusReason);
      before = stop;
    }
    QVERIFY(stops.size() >= 4);
  }
};

QTEST_MAIN(WindowPanelsTest)
#include "window_panels_test.moc"
