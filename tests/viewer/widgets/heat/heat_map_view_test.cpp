// SPDX-License-Identifier: Apache-2.0
// Heat maps on screen: pictures of the transposes, and reactions to input.
#include <QAccessible>
#include <QApplication>
#include <QLabel>
#include <QSignalSpy>
#include <QWheelEvent>
#include <QtTest>

#include <cmath>

#include "core/analysis/memory/address_map.h"
#include "tests/support/transpose_trace.h"
#include "tests/viewer/image_compare.h"
#include "viewer/geometry/heat/heat_map_address.h"
#include "viewer/geometry/heat/heat_map_banks.h"
#include "viewer/geometry/heat/heat_map_matrix.h"
#include "viewer/widgets/heat/heat_map_view.h"
#include "viewer/widgets/timeline/hover_card.h"

using namespace pstudio;
using test::TransposeKind;

namespace {

constexpr QSize kSize(720, 420);

std::shared_ptr<const HeatMapSource>
addressMap(const std::shared_ptr<const memory::LaunchAccesses> &accesses,
           memory::MapAxis axis = memory::MapAxis::Time) {
  return makeAddressHeatMap(
      accesses, std::make_shared<memory::AddressMap>(memory::AddressMap::build(
                    accesses->table, accesses->buffers, accesses->model, {.axis = axis})));
}

std::shared_ptr<const HeatMapSource>
matrixMap(const std::shared_ptr<const memory::LaunchAccesses> &accesses, uint32_t buffer,
          MatrixMeasure measure) {
  return makeMatrixHeatMap(accesses,
                           std::make_shared<memory::SectorTouches>(
                               memory::SectorTouches::count(accesses->table, accesses->model, {})),
                           std::make_shared<memory::AddressMap>(memory::AddressMap::build(
                               accesses->table, accesses->buffers, accesses->model, {})),
                           MatrixLayout::whole(accesses->buffers, buffer), measure);
}

std::shared_ptr<const HeatMapSource>
bankMap(const std::shared_ptr<const memory::LaunchAccesses> &accesses, BankMeasure measure,
        const BankChoice &choice = {}) {
  return makeBankHeatMap(accesses, countBanks(*accesses, choice), measure);
}

const char *transposeName(TransposeKind kind) {
  static constexpr const char *kNames[] = {"naive", "padded", "swizzled", "unpadded"};
  return kNames[static_cast<size_t>(kind)];
}

/// A map with all its details computed.
class Shown {
public:
  explicit Shown(std::shared_ptr<const HeatMapSource> source, ThemeKind kind = ThemeKind::Dark) {
    applyTheme(*qApp, kind);
    view.setThemeKind(kind);
    view.resize(kSize);
    view.show();
    view.setSource(std::move(source));
    waitForExact();
  }
  void waitForExact() {
    QTRY_VERIFY_WITH_TIMEOUT(view.isExact(), 20'000);
    QApplication::processEvents();
  }
  QPoint at(double shareX, double shareY) const {
    const PixelRect plot = view.layout().plot;
    return QPointF(static_cast<double>(plot.x) + shareX * static_cast<double>(plot.width),
                   static_cast<double>(plot.y) + shareY * static_cast<double>(plot.height))
        .toPoint();
  }
  HeatMapView view;
};

ThemeKind theme(const QString &tag) {
  return tag.endsWith(QLatin1String("light")) ? ThemeKind::Light : ThemeKind::Dark;
}

} // namespace

class HeatMapViewTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void addressByTimeLooksAsInTheBaseline_data() { transposes(); }
  void addressByTimeLooksAsInTheBaseline() {
    QFETCH(int, kind);
    Shown shown(addressMap(test::transposeAccesses(static_cast<TransposeKind>(kind), {})),
                theme(QString::fromLatin1(QTest::currentDataTag())));
    compare("address-time", shown);
  }

  void matrixLooksAsInTheBaseline_data() { transposes(); }
  void matrixLooksAsInTheBaseline() {
    QFETCH(int, kind);
    const auto accesses = test::transposeAccesses(static_cast<TransposeKind>(kind), {});
    Shown shown(matrixMap(accesses, 1, MatrixMeasure::Efficiency),
                theme(QString::fromLatin1(QTest::currentDataTag())));
    HeatSelection cta;
    cta.cta = 18;
    shown.view.setSelection(cta);
    compare("matrix", shown);
  }

  void theTileInSharedMemoryLooksAsInTheBaseline_data() { transposes(true); }
  void theTileInSharedMemoryLooksAsInTheBaseline() {
    QFETCH(int, kind);
    if (static_cast<TransposeKind>(kind) == TransposeKind::Naive)
      return; // it has no tile
    const auto accesses = test::transposeAccesses(static_cast<TransposeKind>(kind), {});
    Shown shown(makeMatrixHeatMap(
                    accesses,
                    std::make_shared<memory::SectorTouches>(countSharedTouches(*accesses)), nullptr,
                    MatrixLayout::whole(accesses->buffers, 2), MatrixMeasure::LastTouch),
                theme(QString::fromLatin1(QTest::currentDataTag())));
    compare("tile", shown);
  }

  void banksLookAsInTheBaseline_data() { transposes(true); }
  void banksLookAsInTheBaseline() {
    QFETCH(int, kind);
    const auto accesses = test::transposeAccesses(static_cast<TransposeKind>(kind), {});
    Shown shown(bankMap(accesses, BankMeasure::Row, {.cta = 0}),
                theme(QString::fromLatin1(QTest::currentDataTag())));
    compare("banks-row", shown);
    shown.view.setSource(bankMap(accesses, BankMeasure::Degree));
    shown.waitForExact();
    compare("banks-degree", shown);
  }

  void addressByCtaLooksAsInTheBaseline_data() { transposes(); }
  void addressByCtaLooksAsInTheBaseline() {
    QFETCH(int, kind);
    const auto accesses = test::transposeAccesses(static_cast<TransposeKind>(kind), {});
    Shown shown(addressMap(accesses, memory::MapAxis::Cta),
                theme(QString::fromLatin1(QTest::currentDataTag())));
    shown.view.setScaleKind(HeatScaleKind::Log);
    compare("address-cta", shown);
  }

  void aMapWithoutASourceSaysWhatIsTheMatter() {
    HeatMapView view;
    view.resize(kSize);
    view.setMessage(QStringLiteral("The trace is empty."), QStringLiteral("Run it again."));
    view.show();
    const auto *message = view.findChild<QLabel *>(QStringLiteral("heatMapMessage"));
    QVERIFY(message->isVisible());
    QCOMPARE(message->text(), QStringLiteral("The trace is empty."));
    view.setSource(addressMap(test::transposeAccesses(TransposeKind::Naive, {.side = 64})));
    QVERIFY(!message->isVisible());
    view.setSource(nullptr);
    QVERIFY(message->isVisible());
    QTest::keyClick(&view, Qt::Key_Plus); // no map to zoom
  }

  void keysZoomAndPanAndHomeShowsEverything() {
    Shown shown(smallMap());
    const HeatArea all = shown.view.visibleArea();
    QSignalSpy changed(&shown.view, &HeatMapView::visibleAreaChanged);
    QTest::keyClick(&shown.view, Qt::Key_Plus);
    const HeatArea closer = shown.view.visibleArea();
    QVERIFY(closer.x.length() < all.x.length() && closer.y.length() < all.y.length());
    QTest::keyClick(&shown.view, Qt::Key_Right);
    QVERIFY(shown.view.visibleArea().x.begin > closer.x.begin);
    QTest::keyClick(&shown.view, Qt::Key_Up);
    QVERIFY(shown.view.visibleArea().y.begin < closer.y.begin);
    QTest::keyClick(&shown.view, Qt::Key_Home);
    QCOMPARE(shown.view.visibleArea(), all);
    QCOMPARE(changed.count(), 4);
  }

  void theWheelZoomsAtThePointer() {
    Shown shown(smallMap());
    const HeatArea all = shown.view.visibleArea();
    const QPoint at = shown.at(0.25, 0.5);
    const auto wheel = [&](Qt::KeyboardModifiers modifiers) {
      QWheelEvent event(at, shown.view.mapToGlobal(at), {}, {0, 120}, Qt::NoButton, modifiers,
                        Qt::NoScrollPhase, false);
      QApplication::sendEvent(&shown.view, &event);
    };
    wheel(Qt::NoModifier);
    const HeatArea closer = shown.view.visibleArea();
    const double share = (closer.x.begin) / (all.x.length() - closer.x.length());
    QVERIFY(std::fabs(share - 0.25) < 0.01);
    wheel(Qt::ControlModifier); // as in the timeline
    const HeatArea narrower = shown.view.visibleArea();
    QCOMPARE(narrower.y, closer.y);
    QVERIFY(narrower.x.length() < closer.x.length());
    wheel(Qt::ShiftModifier);
    QCOMPARE(shown.view.visibleArea().x, narrower.x);
    QVERIFY(shown.view.visibleArea().y.length() < narrower.y.length());
  }

  void aFlatSelectionZoomsTheColumnsOnly() {
    Shown shown(smallMap());
    const HeatArea all = shown.view.visibleArea();
    QTest::mousePress(&shown.view, Qt::LeftButton, Qt::ShiftModifier, shown.at(0.25, 0.5));
    moveTo(shown, 0.5, 0.5, Qt::LeftButton);
    moveTo(shown, 0.75, 0.5, Qt::LeftButton);
    QTest::mouseRelease(&shown.view, Qt::LeftButton, Qt::ShiftModifier, shown.at(0.75, 0.5));
    QCOMPARE(shown.view.visibleArea().y, all.y);
    QVERIFY(std::fabs(shown.view.visibleArea().x.length() - 0.5 * all.x.length()) <
            0.01 * all.x.length());
  }

  void aLowMapHasItsTitle() {
    const auto titleOf = [](float width, float height) {
      const auto source = smallMap();
      HeatMapScene scene;
      scene.source = source.get();
      scene.layout = HeatMapLayout::of(width, height, 0);
      scene.visible = {{0, source->xAxis().length}, {0, source->yAxis().length}};
      const HeatScale scale = HeatScale::of(HeatScaleKind::Linear, source->measure(), {});
      scene.scale = &scale;
      DrawList list;
      drawHeatMap(scene, FixedTextMeasure(), list);
      return list.toText().find(source->title()) != std::string::npos;
    };
    QVERIFY(titleOf(600, 300));
    QVERIFY(titleOf(300, 150)); // five maps in a panel of ordinary height
    QVERIFY(!titleOf(300, 80)); // too low
  }

  void draggingPansAndWithShiftZoomsToWhatWasDrawn() {
    Shown shown(smallMap());
    QTest::mousePress(&shown.view, Qt::LeftButton, Qt::ShiftModifier, shown.at(0.25, 0.25));
    moveTo(shown, 0.5, 0.5, Qt::LeftButton);
    moveTo(shown, 0.75, 0.75, Qt::LeftButton);
    QTest::mouseRelease(&shown.view, Qt::LeftButton, Qt::ShiftModifier, shown.at(0.75, 0.75));
    const HeatAxis x = shown.view.source()->xAxis();
    const HeatArea zoomed = shown.view.visibleArea();
    QVERIFY(std::fabs(zoomed.x.begin - 0.25 * x.length) < 0.01 * x.length);
    QVERIFY(std::fabs(zoomed.x.length() - 0.5 * x.length) < 0.01 * x.length);
    QTest::mousePress(&shown.view, Qt::LeftButton, {}, shown.at(0.5, 0.5));
    moveTo(shown, 0.7, 0.5, Qt::LeftButton);
    QTest::mouseRelease(&shown.view, Qt::LeftButton, {}, shown.at(0.7, 0.5));
    QVERIFY(std::fabs(shown.view.visibleArea().x.begin - 0.15 * x.length) < 0.01 * x.length);
    QCOMPARE(shown.view.visibleArea().y, zoomed.y);
  }

  void aDoubleClickZoomsToTheBufferAndBack() {
    Shown shown(smallMap());
    const HeatArea all = shown.view.visibleArea();
    QTest::mouseDClick(&shown.view, Qt::LeftButton, {}, shown.at(0.5, 0.9));
    QVERIFY(shown.view.visibleArea().y.begin > 0.4 * all.y.length());
    QCOMPARE(shown.view.visibleArea().y.end, all.y.end);
    shown.waitForExact();
    QTest::mouseDClick(&shown.view, Qt::LeftButton, {}, shown.at(0.5, 0.5));
    QCOMPARE(shown.view.visibleArea(), all);
  }

  void aClickSelectsWithOperationAndCtaAndEscClears() {
    Shown shown(matrixMap(test::transposeAccesses(TransposeKind::Naive, {.side = 64}), 1,
                          MatrixMeasure::Touches));
    QSignalSpy selected(&shown.view, &HeatMapView::selected);
    QSignalSpy cleared(&shown.view, &HeatMapView::cleared);
    QTest::mouseClick(&shown.view, Qt::LeftButton, {}, shown.at(0.75, 0.25));
    QTRY_COMPARE(selected.count(), 1);
    const auto selection = selected[0][0].value<HeatSelection>();
    QVERIFY(selection.bytes && selection.site == 1 && selection.cta == 2u);
    QVERIFY(shown.view.findChild<HoverCard *>()->isVisible());
    const QImage marked = shown.view.grab().toImage();
    QTest::keyClick(&shown.view, Qt::Key_Escape);
    QCOMPARE(cleared.count(), 1);
    QVERIFY(shown.view.grab().toImage() != marked);
  }

  void aSelectionFromElsewhereIsMarkedAndRevealed() {
    const auto accesses = test::transposeAccesses(TransposeKind::Naive, {.side = 64});
    Shown shown(matrixMap(accesses, 1, MatrixMeasure::Touches));
    QSignalSpy selected(&shown.view, &HeatMapView::selected);
    shown.view.setVisibleArea({{0, 16}, {0, 16}});
    shown.waitForExact();
    const QImage before = shown.view.grab().toImage();
    HeatSelection cta;
    cta.cta = 3;
    shown.view.setSelection(cta);
    QCOMPARE(shown.view.grab().toImage(), before); // not in the visible area
    shown.view.revealSelection();
    QVERIFY(shown.view.visibleArea().x.end >= 64 && shown.view.visibleArea().y.end >= 64);
    QCOMPARE(selected.count(), 0);
  }

  void theScaleIsChosenAndToldOnce() {
    Shown shown(smallMap());
    QSignalSpy changed(&shown.view, &HeatMapView::scaleKindChanged);
    const QImage linear = shown.view.grab().toImage();
    shown.view.setScaleKind(HeatScaleKind::Log);
    shown.view.setScaleKind(HeatScaleKind::Log);
    QCOMPARE(changed.count(), 1);
    QVERIFY(shown.view.grab().toImage() != linear);
  }

  void anotherMapOfTheSameAxesKeepsTheZoom() {
    const auto accesses = test::transposeAccesses(TransposeKind::Naive, {.side = 64});
    Shown shown(matrixMap(accesses, 1, MatrixMeasure::Touches));
    QTest::keyClick(&shown.view, Qt::Key_Plus);
    const HeatArea zoomed = shown.view.visibleArea();
    shown.view.setSource(matrixMap(accesses, 1, MatrixMeasure::Warps));
    QCOMPARE(shown.view.visibleArea(), zoomed);
    shown.view.setSource(addressMap(accesses));
    QVERIFY(shown.view.visibleArea() != zoomed);
  }

  void aViewThatGoesWhileItCountsWaitsForNothingElse() {
    const auto source = addressMap(test::transposeAccesses(TransposeKind::Naive, {}));
    for (int i = 0; i < 20; ++i) {
      HeatMapView view;
      view.resize(kSize);
      view.show();
      view.setSource(source);
      QTest::qWait(i * 3); // the count is at another place each time
    }
    QCOMPARE(source.use_count(), 1); // no thread reads it any more
  }

  void keysGoFromCellToCellWhichScreenReadersRead() {
    Shown shown(smallMap());
    QAccessibleInterface *map = QAccessible::queryAccessibleInterface(&shown.view);
    QVERIFY2(map->text(QAccessible::Description).contains(QLatin1String("colour is accesses")),
             qPrintable(map->text(QAccessible::Description)));
    QVERIFY(map->text(QAccessible::Value).isEmpty());
    const auto press = [&](Qt::Key key) {
      QTest::keyClick(&shown.view, key, Qt::ShiftModifier);
      return map->text(QAccessible::Value);
    };
    const HeatArea whole = shown.view.visibleArea();
    const QString middle = press(Qt::Key_Right);
    QVERIFY2(middle.contains(QLatin1String("accesses ")), qPrintable(middle));
    const QString next = press(Qt::Key_Right);
    QVERIFY(next != middle);
    QCOMPARE(press(Qt::Key_Left), middle);
    QVERIFY(press(Qt::Key_Down) != middle);
    QCOMPARE(press(Qt::Key_Up), middle);
    QCOMPARE(shown.view.visibleArea(), whole);
    // To the edge, and no farther while the complete map is visible.
    QString last;
    for (QString now = press(Qt::Key_Right); now != last; now = press(Qt::Key_Right))
      last = now;
    QCOMPARE(shown.view.visibleArea(), whole);
    // A zoomed map scrolls; Return selects the cell.
    shown.view.setVisibleArea({{whole.x.begin, whole.x.length() / 4}, whole.y});
    shown.waitForExact();
    for (int i = 0; i < 400 && shown.view.visibleArea().x.begin == whole.x.begin; ++i)
      press(Qt::Key_Right);
    QVERIFY(shown.view.visibleArea().x.begin > whole.x.begin);
    QSignalSpy selected(&shown.view, &HeatMapView::selected);
    QTest::keyClick(&shown.view, Qt::Key_Escape);
    for (int i = 0; i < 200 && selected.isEmpty(); ++i) {
      press(i % 2 == 0 ? Qt::Key_Left : Qt::Key_Down);
      QTest::keyClick(&shown.view, Qt::Key_Return);
      shown.waitForExact();
    }
    QVERIFY(!selected.isEmpty());
  }

private:
  static std::shared_ptr<const HeatMapSource> smallMap() {
    return addressMap(test::transposeAccesses(TransposeKind::Naive, {.side = 64}));
  }
  static void moveTo(Shown &shown, double shareX, double shareY, Qt::MouseButtons buttons) {
    const QPoint at = shown.at(shareX, shareY);
    QMouseEvent event(QEvent::MouseMove, at, shown.view.mapToGlobal(at), Qt::NoButton, buttons, {});
    QApplication::sendEvent(&shown.view, &event);
  }
  static void transposes(bool withUnpadded = false) {
    QTest::addColumn<int>("kind");
    for (const TransposeKind kind : {TransposeKind::Naive, TransposeKind::Padded,
                                     TransposeKind::Swizzled, TransposeKind::Unpadded})
      for (const char *theme : {"dark", "light"})
        if (kind != TransposeKind::Unpadded || withUnpadded)
          QTest::addRow("%s-%s", transposeName(kind), theme) << static_cast<int>(kind);
  }
  static void compare(const char *map, Shown &shown) {
    const QImage once = shown.view.grab().toImage();
    QCOMPARE(shown.view.grab().toImage(), once);
    test::compareWithBaseline(QStringLiteral("heat-%1-%2")
                                  .arg(QLatin1String(map), QLatin1String(QTest::currentDataTag())),
                              once);
  }
};

QTEST_MAIN(HeatMapViewTest)
#include "heat_map_view_test.moc"
