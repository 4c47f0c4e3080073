// SPDX-License-Identifier: Apache-2.0
// Heat maps on screen: what the transposes look like, and what the map answers to.
#include <QApplication>
#include <QSignalSpy>
#include <QtTest>

#include "core/analysis/memory/address_map.h"
#include "tests/support/transpose_trace.h"
#include "tests/viewer/image_compare.h"
#include "viewer/geometry/heat_map_address.h"
#include "viewer/widgets/heat_map_view.h"
#include "viewer/widgets/hover_card.h"

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

const char *transposeName(TransposeKind kind) {
  static constexpr const char *kNames[] = {"naive", "padded", "swizzled", "unpadded"};
  return kNames[static_cast<size_t>(kind)];
}

/// A map that has all its detail.
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

private:
  static void transposes() {
    QTest::addColumn<int>("kind");
    for (const TransposeKind kind :
         {TransposeKind::Naive, TransposeKind::Padded, TransposeKind::Swizzled})
      for (const char *theme : {"dark", "light"})
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
