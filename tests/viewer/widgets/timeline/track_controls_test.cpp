// SPDX-License-Identifier: Apache-2.0
// Keys, menu and panel select the visible tracks and their positions.
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QStandardItemModel>
#include <QtTest>

#include "tests/support/gpu_trace.h"
#include "viewer/geometry/timeline/track_paths.h"
#include "viewer/paint/distinct_elision.h"
#include "viewer/widgets/timeline/timeline_view.h"
#include "viewer/widgets/timeline/track_controls.h"
#include "viewer/widgets/timeline/track_panel.h"
#include "viewer/widgets/timeline/track_panel_delegate.h"

using namespace pstudio;

namespace {

constexpr int kPanesTop = 76; // minimap and ruler

void movePointer(QWidget &widget, QPoint to) {
  QMouseEvent event(QEvent::MouseMove, to, widget.mapToGlobal(to), Qt::NoButton, Qt::NoButton,
                    Qt::NoModifier);
  QApplication::sendEvent(&widget, &event);
}

} // namespace

class TrackControlsTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void init() {
    QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support)")));
    m_trace = test::makeGpuTrace();
    m_view = std::make_unique<TimelineView>();
    m_view->resize(1000, 600);
    m_view->setTrace(m_trace);
    m_view->show();
    m_panel = std::make_unique<TrackPanel>(&m_openTraces, Qt::UserRole);
    m_openTraces.appendRow(new QStandardItem(QStringLiteral("trace")));
    m_panel->resize(208, 700);
    m_panel->setControls(m_view->tracks(),
                         [](ColorToken token) { return Theme::of(ThemeKind::Dark).color(token); });
    m_panel->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
    QVERIFY(QTest::qWaitForWindowExposed(m_panel.get()));
  }
  void cleanup() {
    m_panel.reset();
    m_view.reset();
    m_openTraces.clear();
  }

  void typingInTheFilterNarrowsTheTimelineAndEscBringsAllBack() {
    m_panel->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_panel.get()));
    auto *filter = m_panel->findChild<QLineEdit *>(QStringLiteral("trackFilter"));
    const auto *count = m_panel->findChild<QLabel *>(QStringLiteral("trackCount"));
    QCOMPARE(count->text(), QStringLiteral("24 tracks"));
    QTest::mouseClick(filter, Qt::LeftButton);
    QTest::keyClicks(filter, QStringLiteral("warp 3"));
    QCOMPARE(count->text(), QStringLiteral("4 of 24 tracks"));
    QCOMPARE(m_view->tracks()->counts().shown, size_t{4});
    QTest::keyClicks(filter, QStringLiteral("x"));
    QCOMPARE(count->text(), QStringLiteral("0 of 24 tracks"));
    QVERIFY(!m_view->grab().isNull()); // shows the reason
    QTest::keyClick(filter, Qt::Key_Escape);
    QVERIFY(filter->text().isEmpty());
    QCOMPARE(count->text(), QStringLiteral("24 tracks"));
    // Another timeline has its own filter.
    QTest::keyClicks(filter, QStringLiteral("warp 3"));
    TimelineView other;
    other.setTrace(m_trace);
    m_panel->setControls(other.tracks(), {});
    QVERIFY(filter->text().isEmpty());
    m_panel->setControls(m_view->tracks(), {});
    QCOMPARE(filter->text(), QStringLiteral("warp 3"));
  }

  void keyPPinsTheTrackAtThePointerWhichThenDoesNotScroll() {
    m_view->unfoldAll();
    const TrackId track = pointAt(QStringLiteral("warp 2"));
    QTest::keyClick(m_view.get(), Qt::Key_P);
    QCOMPARE(settings().pinned, std::vector{trackPath(*m_trace, track)});
    auto *bar = m_view->findChild<QScrollBar *>(QStringLiteral("timelineScroll"));
    QVERIFY(bar->maximum() > 60);
    const QRect pinned(0, kPanesTop, 900, 20);
    movePointer(*m_view, {500, 10}); // no cursor in the picture
    const QImage before = m_view->grab(pinned).toImage();
    const QImage restBefore = m_view->grab(QRect(0, 300, 900, 200)).toImage();
    bar->setValue(60);
    QCOMPARE(m_view->grab(pinned).toImage(), before);
    QVERIFY(m_view->grab(QRect(0, 300, 900, 200)).toImage() != restBefore);
    // A click hits the pinned line, not the line that has scrolled below it.
    QTest::mouseClick(m_view.get(), Qt::LeftButton, Qt::NoModifier, {500, kPanesTop + 12});
    const SliceId slice = m_view->selection()->selectedSlice();
    QVERIFY(slice.isValid());
    QCOMPARE(m_trace->row(m_trace->rowOf(slice)).track, track);
    movePointer(*m_view, {60, kPanesTop + 12});
    QTest::keyClick(m_view.get(), Qt::Key_P);
    QVERIFY(settings().pinned.empty());
  }

  void keysMovePinnedTracks() {
    m_view->unfoldAll();
    const TrackId first = pointAt(QStringLiteral("warp 1"));
    QTest::keyClick(m_view.get(), Qt::Key_P);
    const TrackId second = pointAt(QStringLiteral("warp 2"));
    QTest::keyClick(m_view.get(), Qt::Key_P);
    movePointer(*m_view, {60, kPanesTop + 12});
    QTest::keyClick(m_view.get(), Qt::Key_Down, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(settings().pinned,
             (std::vector{trackPath(*m_trace, second), trackPath(*m_trace, first)}));
    QTest::keyClick(m_view.get(), Qt::Key_Up, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(settings().pinned.front(), trackPath(*m_trace, second)); // already the first one
  }

  void draggingANameMovesTheTrackAndEscDoesNot() {
    m_view->unfoldAll();
    const auto orderOf = [this] {
      std::vector<std::string> order;
      for (const LayoutItem &item : m_view->makeScene().layout->items())
        order.push_back(m_view->makeScene().tree->node(item.node).label);
      return order;
    };
    const std::vector<std::string> before = orderOf();
    const TrackId first = pointAt(QStringLiteral("warp 1"));
    const QPoint from = m_at;
    pointAt(QStringLiteral("warp 3"));
    const QPoint to = m_at;
    const auto dragFrom = [this](QPoint begin, QPoint end) {
      QTest::mousePress(m_view.get(), Qt::LeftButton, {}, begin);
      for (const QPoint at : {begin + QPoint(0, 6), end}) {
        QMouseEvent event(QEvent::MouseMove, at, m_view->mapToGlobal(at), Qt::NoButton,
                          Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(m_view.get(), &event);
      }
    };
    dragFrom(from, to); // the upper half: before it
    QVERIFY(m_view->makeScene().dropY.has_value());
    QTest::keyClick(m_view.get(), Qt::Key_Escape);
    QTest::mouseRelease(m_view.get(), Qt::LeftButton, {}, to);
    QCOMPARE(orderOf(), before);

    dragFrom(from, to);
    QTest::mouseRelease(m_view.get(), Qt::LeftButton, {}, to);
    QVERIFY(!m_view->makeScene().dropY);
    const std::vector<std::string> after = orderOf();
    QVERIFY(after != before);
    const auto placeOf = [&](const char *label) {
      return std::ranges::find(after, label) - after.begin();
    };
    QVERIFY(placeOf("warp 2") < placeOf("warp 1") && placeOf("warp 1") < placeOf("warp 3"));
    QCOMPARE(settings().moves.size(), size_t{1});
    QCOMPARE(settings().moves.front().track, trackPath(*m_trace, first));
    // A click does not move a track: it folds headings as before. Keys move tracks, and the menu
    // restores the order.
    pointAt(QStringLiteral("warp 1"));
    QTest::keyClick(m_view.get(), Qt::Key_Up, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(orderOf(), before);
    pointAt(QStringLiteral("warp 1"));
    entry(QStringLiteral("Order as recorded"))->trigger();
    QVERIFY(settings().moves.empty());
    QCOMPARE(orderOf(), before);
  }

  void keyHHidesAndOneClickBringsAllBack() {
    m_view->unfoldAll();
    auto *button = m_panel->findChild<QPushButton *>(QStringLiteral("showHiddenTracks"));
    QVERIFY(!button->isVisible());
    pointAt(QStringLiteral("warp 2"));
    QTest::keyClick(m_view.get(), Qt::Key_H);
    QCOMPARE(m_view->tracks()->counts().hidden, size_t{1});
    QVERIFY(button->isVisible());
    QCOMPARE(button->text(), QStringLiteral("Show hidden (1)"));
    QTest::mouseClick(button, Qt::LeftButton);
    QCOMPARE(m_view->tracks()->counts().shown, size_t{24});
    QVERIFY(!button->isVisible());
    // The key has no effect if there is no line.
    movePointer(*m_view, {500, 10});
    QTest::keyClick(m_view.get(), Qt::Key_H);
    QCOMPARE(m_view->tracks()->counts().hidden, size_t{0});
  }

  void keyEFoldsTheLineAndWithShiftTheGroupAround() {
    m_view->unfoldAll();
    const auto height = [this] { return m_view->makeScene().layout->height(); };
    const double all = height();
    pointAt(QStringLiteral("warp 1"));
    QTest::keyClick(m_view.get(), Qt::Key_E);
    const double withoutDepths = height();
    QVERIFY(withoutDepths < all); // its nested scopes in one row
    QTest::keyClick(m_view.get(), Qt::Key_E);
    QCOMPARE(height(), all);
    // Without the pointer, the key applies to the line of the selected slice, even if a fold hides
    // it.
    QTest::keyClick(m_view.get(), Qt::Key_Period);
    QVERIFY(m_view->selection()->selectedSlice().isValid());
    QEvent leave(QEvent::Leave);
    QApplication::sendEvent(m_view.get(), &leave);
    QTest::keyClick(m_view.get(), Qt::Key_E, Qt::ShiftModifier);
    QVERIFY(height() < withoutDepths);
    QTest::keyClick(m_view.get(), Qt::Key_E);
    QCOMPARE(height(), all);
  }

  void theMenuKeyOffersTheSelectedSliceAndItsTrack() {
    m_view->unfoldAll();
    QTest::keyClick(m_view.get(), Qt::Key_Period);
    const SliceId slice = m_view->selection()->selectedSlice();
    QVERIFY(slice.isValid());
    const std::string label = trackLabel(*m_trace, m_trace->row(m_trace->rowOf(slice)).track);
    const auto menu = menuAt({500, 5}, QContextMenuEvent::Keyboard); // over the minimap
    QStringList texts;
    for (const QAction *action : menu->actions())
      texts << action->text();
    QVERIFY2(texts.contains(QStringLiteral("Zoom to slice")), qPrintable(texts.join('\n')));
    QVERIFY2(texts.join('\n').contains(QStringLiteral("Pin %1 to the top").arg(label.c_str())),
             qPrintable(texts.join('\n')));
  }

  void namesThatAreCutStayDifferent() {
    m_openTraces.clear();
    for (const char *stages : {"1_stage", "2_stages", "3_stages", "4_stages"})
      m_openTraces.appendRow(
          new QStandardItem(QStringLiteral("gemm_wgmma_%1_h200").arg(QLatin1String(stages))));
    m_openTraces.appendRow(new QStandardItem(QStringLiteral("short")));
    const QFontMetrics metrics(fontFor(FontRole::Body));
    const int width = metrics.horizontalAdvance(QStringLiteral("gemm_wgmma_1_stage"));
    QSet<QString> shown;
    for (int row = 0; row < m_openTraces.rowCount(); ++row) {
      const QString name =
          TrackPanelDelegate::shownName(m_openTraces.index(row, 0), metrics, width);
      QVERIFY2(metrics.horizontalAdvance(name) <= width, qPrintable(name));
      shown << name;
    }
    QCOMPARE(shown.size(), m_openTraces.rowCount());
    // If both ends are equal, the difference is shown.
    const auto cut = [&](const QString &name, const QString &other) {
      return elidedDistinctly(metrics, name, width, [&](const auto &visit) { visit(other); });
    };
    const QString same(40, QLatin1Char('x'));
    const QString first = cut(same + "1" + same, same + "2" + same);
    QVERIFY2(first.contains(QLatin1Char('1')), qPrintable(first));
    QCOMPARE(cut(same, same), metrics.elidedText(same, Qt::ElideMiddle, width));
  }

  void returnOnAScopeIsAClickOnIt() {
    ScopeShare load, mma;
    load.name = "load";
    mma.name = "mma";
    m_panel->setScopes(
        {load, mma}, [](StringId) { return QColor(Qt::red); }, Qt::red, Qt::red);
    m_panel->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_panel.get()));
    auto *scopes = m_panel->findChild<QListWidget *>(QStringLiteral("scopeLegend"));
    QSignalSpy clicked(m_panel.get(), &TrackPanel::scopeClicked);
    scopes->setFocus();
    QTest::keyClick(scopes, Qt::Key_Down);
    const QString second = scopes->currentItem()->text();
    QTest::keyClick(scopes, Qt::Key_Return);
    QCOMPARE(clicked.size(), 1);
    QCOMPARE(clicked[0][0].toString(), second);
  }

  void theMenuOffersOnlyThisWarpAndOnlyThisCta() {
    m_view->unfoldAll();
    pointAt(QStringLiteral("warp 2"));
    entry(QStringLiteral("Only warp 2 of all CTAs"))->trigger();
    QCOMPARE(m_view->tracks()->counts().shown, size_t{4});
    QCOMPARE(m_panel->findChild<QLabel *>(QStringLiteral("trackCount"))->text(),
             QStringLiteral("4 of 24 tracks, only warp 2"));
    pointAt(QStringLiteral("warp 2"));
    entry(QStringLiteral("Only CTA 0"))->trigger();
    QCOMPARE(m_view->tracks()->counts().shown, size_t{6});
    entry(QStringLiteral("Show hidden (18)"))->trigger();
    QCOMPARE(m_view->tracks()->counts().shown, size_t{24});
  }

  void showingASliceOfAHiddenTrackShowsTheTrack() {
    m_view->unfoldAll();
    const TrackId track = pointAt(QStringLiteral("warp 2"));
    QTest::keyClick(m_view.get(), Qt::Key_H);
    m_view->tracks()->setFilter(QStringLiteral("warp 3"));
    m_view->reveal(m_trace->row(m_trace->track(track).firstRow).firstSlice);
    QCOMPARE(m_view->tracks()->counts().shown, size_t{24});
    QVERIFY(m_view->tracks()->filter().isEmpty());
  }

  void goingOnceRoundTheGroupingsKeepsTheFolds() {
    m_view->foldAll();
    const QImage folded = m_view->grab().toImage();
    for (const GroupingKind kind : allGroupings())
      m_view->setGrouping(kind);
    m_view->setGrouping(GroupingKind::AsRecorded);
    QCOMPARE(m_view->grab().toImage(), folded);
  }

  void theLegendFollowsTheColours() {
    auto *choice = m_panel->findChild<QComboBox *>(QStringLiteral("colorBy"));
    const auto *legend = m_panel->findChild<QListWidget *>(QStringLiteral("colorLegend"));
    QVERIFY(!legend->isVisible());
    const QImage byScope = m_view->grab().toImage();
    choice->setFocus();
    QTest::keyClicks(choice, QStringLiteral("st"));
    QTest::keyClick(choice, Qt::Key_Return);
    Q_EMIT choice->activated(choice->currentIndex());
    QCOMPARE(m_view->tracks()->colorBy(), ColorBy::State);
    QVERIFY(legend->isVisible());
    QCOMPARE(legend->item(1)->text(), QStringLiteral("work"));
    QCOMPARE(legend->item(1)->data(Qt::DecorationRole).value<QColor>(),
             Theme::of(ThemeKind::Dark).color(ColorToken::AsyncWork));
    QVERIFY(m_view->grab().toImage() != byScope);
    m_view->tracks()->setColorBy(ColorBy::Scope);
    QVERIFY(!legend->isVisible());
    QCOMPARE(m_view->grab().toImage(), byScope);
  }

  void keyLChangesTheHeightOfLines() {
    QTest::keyClick(m_view.get(), Qt::Key_L);
    QCOMPARE(m_view->tracks()->trackHeight(), TrackHeight::Tall);
    QTest::keyClick(m_view.get(), Qt::Key_L);
    QCOMPARE(m_view->tracks()->trackHeight(), TrackHeight::Compact);
    QTest::keyClick(m_view.get(), Qt::Key_L);
    QCOMPARE(m_view->tracks()->trackHeight(), TrackHeight::Normal);
  }

  void settingsMakeTheSameViewOfAnotherTrace() {
    m_view->unfoldAll();
    pointAt(QStringLiteral("warp 2"));
    QTest::keyClick(m_view.get(), Qt::Key_P);
    pointAt(QStringLiteral("warp 3"));
    QTest::keyClick(m_view.get(), Qt::Key_H);
    m_view->setGrouping(GroupingKind::Role);
    m_view->tracks()->setColorBy(ColorBy::Duration);
    m_view->tracks()->setTrackHeight(TrackHeight::Compact);
    QSignalSpy kept(m_view->tracks(), &TrackControls::settingsChanged);
    m_view->tracks()->setFilter(QStringLiteral("warp"));
    QCOMPARE(kept.count(), 0); // the filter is not stored
    TimelineView other;
    other.setTrace(test::makeGpuTrace());
    other.tracks()->apply(settings());
    QCOMPARE(other.grouping(), GroupingKind::Role);
    QCOMPARE(other.tracks()->settings(), settings());
    QCOMPARE(other.tracks()->counts().hidden, size_t{1});
  }

  void pictures() {
    const QByteArray folder = qgetenv("PSTUDIO_PICTURES");
    if (folder.isEmpty())
      return; // only for visual inspection
    pointAt(QStringLiteral("warp 2"));
    QTest::keyClick(m_view.get(), Qt::Key_P);
    for (const ThemeKind theme : {ThemeKind::Dark, ThemeKind::LightOkabeIto}) {
      applyTheme(*qApp, theme);
      m_view->setThemeKind(theme);
      m_panel->setControls(nullptr, {});
      m_panel->setControls(m_view->tracks(),
                           [theme](ColorToken token) { return Theme::of(theme).color(token); });
      for (const GroupingKind kind : allGroupings()) {
        m_view->setGrouping(kind);
        m_view->tracks()->setColorBy(static_cast<ColorBy>(static_cast<size_t>(kind) % 4));
        const QString name = QStringLiteral("%1/%2-%3")
                                 .arg(QString::fromUtf8(folder))
                                 .arg(static_cast<int>(theme))
                                 .arg(static_cast<int>(kind));
        QApplication::processEvents();
        m_view->grab().save(name + QStringLiteral("-view.png"));
        m_panel->grab().save(name + QStringLiteral("-panel.png"));
      }
    }
  }

private:
  TrackSettings settings() const { return m_view->tracks()->settings(); }

  /// Moves the pointer to the first line of this name below the pinned lines. Returns its track.
  TrackId pointAt(const QString &label) {
    // The clock of the ruler follows the pointer; the menu names the line below it.
    const int top = kPanesTop + 4;
    for (int y = top; y < m_view->height(); y += 4) {
      movePointer(*m_view, {60, y});
      const auto menu = menuAt({60, y});
      for (const QAction *action : menu->actions())
        if (action->text().startsWith(QStringLiteral("Pin %1 to the top").arg(label))) {
          m_at = {60, y};
          return tracksAt(*m_trace,
                          std::vector{"gemm_wgmma > launch 0 > CTA 0 > " + label.toStdString()})
              .front();
        }
    }
    QTest::qFail("no such line", __FILE__, __LINE__);
    return {};
  }

  std::unique_ptr<QMenu> menuAt(QPoint at,
                                QContextMenuEvent::Reason reason = QContextMenuEvent::Mouse) {
    QContextMenuEvent event(reason, at, m_view->mapToGlobal(at));
    QApplication::sendEvent(m_view.get(), &event);
    QMenu *menu = m_view->findChild<QMenu *>(QStringLiteral("timelineMenu"));
    menu->setAttribute(Qt::WA_DeleteOnClose, false);
    menu->close();
    menu->setParent(nullptr);
    return std::unique_ptr<QMenu>(menu);
  }

  /// The entry of the menu at the pointer. It is valid until the next call.
  QAction *entry(const QString &text) {
    m_menu = menuAt(m_at);
    for (QAction *action : m_menu->actions())
      if (action->text().section(QLatin1Char('\t'), 0, 0) == text)
        return action;
    QTest::qFail(qPrintable(QStringLiteral("no entry ") + text), __FILE__, __LINE__);
    return new QAction(m_menu.get());
  }

  std::shared_ptr<const Trace> m_trace;
  QStandardItemModel m_openTraces;
  std::unique_ptr<TimelineView> m_view;
  std::unique_ptr<TrackPanel> m_panel;
  std::unique_ptr<QMenu> m_menu;
  QPoint m_at;
};

QTEST_MAIN(TrackControlsTest)
#include "track_controls_test.moc"
