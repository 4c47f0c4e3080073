// SPDX-License-Identifier: Apache-2.0
// The heat panel in the window: its selection shared with timeline and inspector, times, pictures.
#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QTimer>

#include "app/dialogs/export_dialog.h"
#include "app/settings/text.h"
#include "app/start/application.h"
#include "app/window/window_actions.h"
#include "core/formats/pftrace/pftrace_writer.h"
#include "tests/app/support/window_fixture.h"
#include "tests/support/transpose_trace.h"
#include "viewer/widgets/heat/heat_map_grid.h"
#include "viewer/widgets/heat/heat_map_view.h"
#include "viewer/widgets/heat/heat_panel.h"
#include "viewer/widgets/heat/memory_operation_table.h"
#include "viewer/widgets/overlap/finding_list.h"
#include "viewer/widgets/overlap/overlap_panel.h"
#include "viewer/widgets/timeline/inspector.h"
#include "viewer/widgets/timeline/timeline_view.h"

using namespace pstudio;
using namespace pstudio::test;

namespace {

/// A window with a trace of two transposes. The panel is visible only after show().
class HeatApp {
public:
  HeatApp() {
    file = fixture.path(QStringLiteral("transpose.pftrace"));
    isReady = writePftrace(*makeTransposeTrace({TransposeKind::Naive, TransposeKind::Padded}),
                           toPath(file))
                  .has_value();
    fixture.show();
    window().openTraces().open({file});
    isReady = isReady && waitForOpenTraces(window(), 1);
  }
  bool show() {
    window().actions().panel("heat")->trigger();
    return QTest::qWaitFor([this] { return panel().model().data()->isComplete(); }, kLoadMs);
  }
  MainWindow &window() { return fixture.window(); }
  HeatPanel &panel() { return window().panel<HeatPanel>(); }
  SelectionModel &selection() { return *window().timeline()->selection(); }
  QAction *timeAction(int at) {
    return panel().findChild<QMenu *>(QStringLiteral("heatTimeMenu"))->actions().at(at);
  }

  WindowFixture fixture;
  QString file;
  bool isReady = false;
};

} // namespace

class WindowHeatTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void accessesAreCountedWhenThePanelIsShownAndNotBefore() {
    HeatApp opened;
    QVERIFY(opened.isReady);
    QVERIFY(opened.panel().model().hasAccesses());
    QCOMPARE(opened.panel().model().data()->progress(), 0.0);
    QVERIFY(!opened.panel().model().isCounting());
    QVERIFY(opened.show());
    QVERIFY(!opened.panel().visibleRegion().isEmpty());
    QCOMPARE(opened.panel().table().sites().rowCount(), 2);
  }

  void anOperationThatIsChosenIsShownWithItsLineInTheInspector() {
    HeatApp opened;
    QVERIFY(opened.isReady && opened.show());
    opened.panel().table().selectRow(0);
    const QString text = opened.window().findChild<Inspector *>()->text();
    QVERIFY(text.startsWith(QLatin1String("store Y")));
    QVERIFY(text.contains(QLatin1String("transpose.mlir:58")));
    QVERIFY(text.contains(QLatin1String("12.5 %")));
  }

  void anAccessSelectsTheSliceThatItHappenedInAndBack() {
    HeatApp opened;
    QVERIFY(opened.isReady && opened.show());
    HeatSelection access;
    const TimeRange all = accessTimes(*opened.panel().model().data());
    access.time = {all.begin, all.begin + Picoseconds(1000)};
    access.cta = 0;
    access.warp = 0;
    Q_EMIT opened.panel().maps().selected(access);
    const SliceId slice = opened.selection().selectedSlice();
    QVERIFY(slice.isValid());
    const auto place = placeOfSlice(*opened.window().timeline()->trace(), slice);
    QVERIFY(place);
    QCOMPARE(place->cta, std::optional<uint32_t>(0));
    // A slice of the second launch selects that launch and marks its CTA and time.
    const auto trace = opened.window().timeline()->trace();
    const SliceId last(static_cast<uint32_t>(trace->sliceCount() - 1));
    opened.selection().select(last);
    QCOMPARE(opened.panel().model().choice().launch, placeOfSlice(*trace, last)->launch);
    QCOMPARE(opened.panel().model().choice().selection.time, std::optional(trace->sliceTime(last)));
    QVERIFY(opened.panel().model().choice().selection.cta);
  }

  void aChosenAccessIsMarkedInTheTimelineAndItsWarpUnfolded() {
    HeatApp opened;
    QVERIFY(opened.isReady && opened.show());
    TimelineView &timeline = *opened.window().timeline();
    timeline.foldAll();
    const TimeRange all = accessTimes(*opened.panel().model().data());
    HeatSelection chosen;
    chosen.time = {all.begin, all.begin + Picoseconds(1000)};
    chosen.cta = 0;
    chosen.warp = 0;
    Q_EMIT opened.panel().maps().selected(chosen);
    QVERIFY(timeline.pointed() == chosen.time);
    QVERIFY(opened.selection().selectedSlice().isValid());
    QVERIFY(timeline.visibleRange().begin <= chosen.time->begin);
    HeatSelection ofMany; // a cell of several warps has a time but no single slice
    ofMany.time = TimeRange{all.begin, all.end};
    Q_EMIT opened.panel().maps().selected(ofMany);
    QVERIFY(timeline.pointed() == ofMany.time);
    QTest::keyClick(&timeline, Qt::Key_Escape);
    QVERIFY(!timeline.pointed());
  }

  void theTimeOfTheMapsIsOfferedToTheTimelineAndBack() {
    HeatApp opened;
    QVERIFY(opened.isReady && opened.show());
    TimelineView &timeline = *opened.window().timeline();
    const TimeRange all = accessTimes(*opened.panel().model().data());
    const TimeRange part{all.begin + Picoseconds(500'000), all.begin + Picoseconds(1'500'000)};
    opened.panel().model().chooseTime(part);
    QVERIFY(timeline.visibleRange() != part); // only the action changes the range
    opened.timeAction(0)->trigger();
    QCOMPARE(timeline.visibleRange(), part);
    const TimeRange other{all.begin + Picoseconds(2'000'000), all.begin + Picoseconds(2'800'000)};
    timeline.setVisibleRange(other);
    QCOMPARE(opened.panel().model().choice().time, std::optional(part));
    opened.timeAction(1)->trigger();
    QCOMPARE(opened.panel().model().choice().time, std::optional(other));
    opened.timeAction(2)->trigger();
    QVERIFY(!opened.panel().model().choice().time);
    // When linked, each view follows the other.
    opened.timeAction(4)->setChecked(true);
    timeline.setVisibleRange(part);
    QCOMPARE(opened.panel().model().choice().time, std::optional(part));
    opened.panel().model().chooseTime(other);
    QCOMPARE(timeline.visibleRange(), other);
  }

  void aTraceWithoutAccessesSaysHowToRecordThem() {
    WindowFixture fixture;
    fixture.show();
    fixture.window().actions().panel("heat")->trigger();
    const auto *message =
        fixture.window().panel<HeatPanel>().findChild<QLabel *>(QStringLiteral("heatMessage"));
    const auto *hint =
        fixture.window().panel<HeatPanel>().findChild<QLabel *>(QStringLiteral("heatHint"));
    QCOMPARE(message->text(), QStringLiteral("No trace is open."));
    openSmall(fixture, QStringLiteral("one.pftrace"));
    QVERIFY(waitForOpenTraces(fixture.window(), 1));
    QCOMPARE(message->text(), QStringLiteral("This trace has no memory accesses."));
    QVERIFY(hint->text().contains(QLatin1String("--mode memory")));
  }

  void findingsThatAreSwitchedOffInOnePanelStayOffInBoth() {
    HeatApp opened;
    QVERIFY(opened.isReady && opened.show());
    opened.panel().setFindingsOff({"overlap.cold"});
    opened.panel().findingList().setFocus();
    QTest::keyClick(&opened.panel().findingList(), Qt::Key_Delete);
    const std::set<std::string> off = {"memory.excess-sectors", "overlap.cold"};
    QCOMPARE(opened.panel().findingList().off(), off);
    QCOMPARE(opened.window().panel<OverlapPanel>().findingList().off(), off);
    QVERIFY(opened.fixture.restart());
    QCOMPARE(opened.panel().findingList().off(), off);
  }

  void thePictureOfThePanelIsOfferedAndWritten() {
    HeatApp opened;
    QVERIFY(opened.isReady && opened.show());
    const QString file = opened.fixture.path(QStringLiteral("heat.png"));
    bool wasProposed = false;
    QTimer::singleShot(0, &opened.window(), [&] {
      auto *dialog = opened.window().findChild<ExportDialog *>();
      wasProposed = dialog->view() == ExportDialog::View::Heat;
      dialog->findChild<QLineEdit *>(QStringLiteral("pictureFile"))->setText(file);
      dialog->findChild<QPushButton *>(QStringLiteral("exportButton"))->click();
    });
    opened.window().actions().exportPicture->trigger();
    QVERIFY(wasProposed);
    QCOMPARE(QImage(file).size(), QSize(3200, 1920));
  }

  void aPictureOfZoomedMapsShowsWhatIsSeenUnlessWholeMapsAreWanted() {
    HeatApp opened;
    QVERIFY(opened.isReady && opened.show());
    opened.fixture.show({1600, 960});
    // SVG keeps text as text: each zoomed map has a note.
    const auto notesOf = [&](const char *name, int maps) {
      const QString file = opened.fixture.path(QLatin1String(name));
      int offered = 0;
      QTimer::singleShot(0, &opened.window(), [&] {
        auto *dialog = opened.window().findChild<ExportDialog *>();
        auto *choice = dialog->findChild<QComboBox *>(QStringLiteral("pictureMaps"));
        offered = choice->count();
        choice->setCurrentIndex(maps);
        dialog->findChild<QLineEdit *>(QStringLiteral("pictureFile"))->setText(file);
        dialog->findChild<QPushButton *>(QStringLiteral("exportButton"))->click();
      });
      opened.window().actions().exportPicture->trigger();
      QFile written(file);
      const bool isThere = written.open(QIODevice::ReadOnly);
      return std::pair(offered, isThere ? written.readAll().count("Zoomed to") : -1);
    };
    QCOMPARE(notesOf("all.svg", 0), std::pair(0, qsizetype(0)));
    HeatMapView &matrix = opened.panel().maps().view(HeatView::Matrix);
    matrix.setVisibleArea({{0, 64}, {0, 32}});
    const TimeRange all = accessTimes(*opened.panel().model().data());
    opened.panel().model().chooseTime(TimeRange{all.begin, all.begin + Picoseconds(1'000'000)});
    QCOMPARE(notesOf("seen.svg", 0), std::pair(2, qsizetype(2)));
    QCOMPARE(notesOf("whole.svg", 1), std::pair(2, qsizetype(0)));
  }

  void aShotOfAFileIsDrawnInEveryFormat() {
    HeatApp opened;
    QVERIFY(opened.isReady);
    ShotCommand shot;
    shot.file = opened.file;
    shot.isHeat = true;
    shot.size = {1024, 640};
    shot.heat.launch = "2";
    shot.heat.buffer = "X";
    const std::map<QString, QByteArray> beginnings = {{QStringLiteral("png"), "\x89PNG"},
                                                      {QStringLiteral("svg"), "<?xml"},
                                                      {QStringLiteral("pdf"), "%PDF"}};
    for (const auto &[format, beginning] : beginnings) {
      shot.output = opened.fixture.path(QStringLiteral("shot.") + format);
      QCOMPARE(takeShot(shot), 0);
      QFile written(shot.output);
      QVERIFY(written.open(QIODevice::ReadOnly));
      const QByteArray bytes = written.readAll();
      QVERIFY(bytes.startsWith(beginning));
      if (format == QLatin1String("svg"))
        QVERIFY(bytes.contains("transpose_padded")); // as text, not as outlines
    }
    // The range of times applies to the maps over time.
    shot.range = TimeRange{Picoseconds(0), Picoseconds(1'000'000)};
    shot.heat.launch = "1";
    shot.output = opened.fixture.path(QStringLiteral("part.svg"));
    QCOMPARE(takeShot(shot), 0);
    QFile part(shot.output);
    QVERIFY(part.open(QIODevice::ReadOnly) && part.readAll().contains("Zoomed to"));
    shot.output = opened.fixture.path(QStringLiteral("shot.gif"));
    QCOMPARE(takeShot(shot), 1);
    shot.output = opened.fixture.path(QStringLiteral("again.png"));
    shot.heat.buffer = "nothing";
    QCOMPARE(takeShot(shot), 1);
    shot.heat.buffer.clear();
    shot.heat.launch = "7";
    QCOMPARE(takeShot(shot), 1);
  }

  void bothThemesAndSmallWindowsAreShownWithoutAWarning() {
    QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin)")));
    HeatApp opened;
    QVERIFY(opened.isReady && opened.show());
    QCOMPARE(opened.window().theme(), ThemeKind::Dark);
    for (const ThemeKind theme : {ThemeKind::Dark, ThemeKind::Light})
      for (const QSize size : {QSize(1024, 640), QSize(1920, 1080)}) {
        if (theme != opened.window().theme())
          opened.window().setTheme(theme); // costs as much as a new window
        opened.fixture.show(size);
        opened.window().grab();
        QVERIFY(opened.window().width() <= size.width());
      }
  }
};

QTEST_MAIN(WindowHeatTest)
#include "window_heat_test.moc"
