// SPDX-License-Identifier: Apache-2.0
// The heat panel: one choice in all its views, what it says where there is nothing or not all, and
// how it looks.
#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QProgressBar>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QToolButton>
#include <QtCharts/QStackedBarSeries>
#include <QtTest>

#include "core/trace/trace_builder.h"
#include "tests/support/transpose_trace.h"
#include "tests/viewer/image_compare.h"
#include "tests/viewer/svg_words.h"
#include "viewer/charts/heat_charts.h"
#include "viewer/export/heat_picture.h"
#include "viewer/geometry/heat/heat_summary.h"
#include "viewer/geometry/heat/memory_operation_lines.h"
#include "viewer/geometry/number_format.h"
#include "viewer/widgets/heat/heat_charts_view.h"
#include "viewer/widgets/heat/heat_map_grid.h"
#include "viewer/widgets/heat/heat_map_view.h"
#include "viewer/widgets/heat/heat_panel.h"
#include "viewer/widgets/heat/memory_operation_table.h"
#include "viewer/widgets/overlap/finding_list.h"
#include "viewer/widgets/timeline/quality_bar.h"

using namespace pstudio;
using test::TransposeKind;

namespace {

constexpr QSize kDockSize(1240, 470);

ThemeKind theme() {
  return QTest::currentDataTag() == QLatin1String("light") ? ThemeKind::Light : ThemeKind::Dark;
}

/// A panel with a trace and a selection of its own.
class Shown {
public:
  explicit Shown(
      std::shared_ptr<const Trace> shown = test::makeTransposeTrace({TransposeKind::Naive}),
      ThemeKind kind = ThemeKind::Dark, QSize size = kDockSize)
      : trace((applyTheme(*qApp, kind), std::move(shown))) {
    panel.setThemeKind(kind);
    panel.resize(size);
    panel.setTrace(trace, &selection);
    panel.show();
    QApplication::processEvents();
  }
  /// Until everything is counted and drawn in all detail.
  bool settle() {
    const auto isSettled = [this] {
      for (uint8_t view = 0; view < kHeatViews; ++view) {
        HeatMapView &map = panel.maps().view(static_cast<HeatView>(view));
        if (map.isVisible() && map.source() && !map.isExact())
          return false;
      }
      return panel.model().data()->isComplete();
    };
    return QTest::qWaitFor(isSettled, 30'000);
  }
  template <class Widget> Widget *find(const char *name) {
    return panel.findChild<Widget *>(QLatin1String(name));
  }

  std::shared_ptr<const Trace> trace;
  SelectionModel selection;
  HeatPanel panel;
};

} // namespace

class HeatPanelTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void countedAccessesAreShownByCta() {
    TraceBuilder builder;
    Launch launch;
    auto accesses = std::make_shared<memory::LaunchAccesses>();
    static_cast<void>(accesses->table.addSite({.name = "load A"}));
    accesses->buffers = *memory::BufferMap::make(
        {{.name = "A", .base = 0x100000, .elementBytes = 4, .shape = {1024}}});
    accesses->counts.sites = {{4, 10, "A"}};
    accesses->counts.cells = {{0, 1, 0, 8, 256}, {0, 2, 3, 8, 256}};
    launch.accesses = accesses;
    builder.addLaunch(launch);
    Shown shown(std::make_shared<const Trace>(std::move(builder).finish()));
    QVERIFY(shown.settle());
    QVERIFY(shown.panel.maps().isShown(HeatView::Ctas));
    QVERIFY(!shown.panel.maps().isShown(HeatView::Time));
    QVERIFY(shown.panel.maps().view(HeatView::Ctas).source() != nullptr);
    const QAbstractItemModel *rows = shown.panel.table().model();
    QCOMPARE(rows->rowCount(), 1);
    QStringList texts;
    for (int column = 0; column < rows->columnCount(); ++column)
      texts << rows->index(0, column).data().toString();
    QVERIFY2(texts.contains("16") && texts.contains("counted by address"),
             qPrintable(texts.join(" | ")));
    QVERIFY2(!texts.join(' ').contains("100"), qPrintable(texts.join(" | "))); // no efficiency
  }

  void aLineOfTheTableIsSelectedInEveryView() {
    Shown shown(test::makeTransposeTrace({TransposeKind::Unpadded}));
    QVERIFY(shown.settle());
    QSignalSpy revealed(&shown.panel, &HeatPanel::siteRevealed);
    shown.panel.table().selectRow(0);
    const auto site = shown.panel.model().choice().selection.site;
    QVERIFY(site);
    QCOMPARE(shown.trace->launches()[0].accesses->table.sites()[*site].name,
             std::string("load tile"));
    QCOMPARE(revealed.count(), 1);
    // The chart is of this operation alone now: all of its accesses have the degree 32.
    QCOMPARE(shown.panel.charts().numbers().degrees.size(), size_t(1));
    QCOMPARE(shown.panel.charts().numbers().degrees[0].label, std::string("32"));
    shown.panel.model().select({});
    QVERIFY(!shown.panel.table().currentIndex().isValid());
    QCOMPARE(shown.panel.charts().numbers().degrees.size(), size_t(2));
  }

  void theSelectedLineStaysWhenTheTableIsSorted() {
    Shown shown;
    QVERIFY(shown.settle());
    shown.panel.table().selectRow(0);
    const auto site = shown.panel.model().choice().selection.site;
    shown.panel.table().sortByColumn(MemoryOperationModel::Line, Qt::AscendingOrder);
    QCOMPARE(shown.panel.model().choice().selection.site, site);
    QCOMPARE(shown.panel.table().sites().rowAt(shown.panel.table().currentIndex().row()).site,
             *site);
    QCOMPARE(shown.panel.table().sites().rowAt(0).line(), 53u);
  }

  void aClickOnAFindingSelectsItsOperation() {
    Shown shown;
    QVERIFY(shown.settle());
    FindingList &list = shown.panel.findingList();
    const auto card = std::ranges::find(list.parts(), FindingPart::Kind::Card, &FindingPart::kind);
    QVERIFY(card != list.parts().end());
    QTest::mouseClick(&list, Qt::LeftButton, {},
                      QPoint(int(card->box.x) + 40, int(card->box.y) + 8));
    QCOMPARE(shown.panel.model().choice().selection.site, std::optional<uint16_t>(1));
  }

  void theTimeOfAMapIsThatOfTheModelAndBack() {
    Shown shown;
    QVERIFY(shown.settle());
    HeatMapView &map = shown.panel.maps().view(HeatView::Time);
    const TimeRange all = accessTimes(*shown.panel.model().data());
    const TimeRange part{all.begin + Picoseconds(1'000'000), all.begin + Picoseconds(2'000'000)};
    shown.panel.model().chooseTime(part);
    QCOMPARE(map.visibleArea().x, (HeatRange{1'000'000, 2'000'000}));
    map.zoomToFit();
    QVERIFY(!shown.panel.model().choice().time);
  }

  void aChosenBufferIsShownByTheMapsOfAddresses() {
    Shown shown;
    QVERIFY(shown.settle());
    auto *buffers = shown.find<QComboBox>("heatBuffer");
    buffers->setCurrentIndex(1);
    Q_EMIT buffers->activated(1); // X
    const HeatArea visible = shown.panel.maps().view(HeatView::Time).visibleArea();
    const double whole = shown.panel.maps().view(HeatView::Time).source()->yAxis().length;
    QVERIFY(visible.y.begin == 0 && visible.y.end < whole * 0.6);
    QVERIFY(shown.find<QLabel>("heatHeadline")->toolTip().startsWith(QLatin1String("X[256, 256]")));
    Q_EMIT buffers->activated(0);
    QCOMPARE(shown.panel.maps().view(HeatView::Time).visibleArea().y.end, whole);
  }

  void mapsAreShownAndHiddenButTheLastOneStays() {
    Shown shown(test::makeTransposeTrace({TransposeKind::Swizzled}));
    for (const char *view : {"heatView-banks", "heatView-ctas", "heatView-sms"})
      shown.find<QToolButton>(view)->click();
    QVERIFY(shown.settle());
    for (uint8_t view = 0; view < kHeatViews; ++view) {
      const HeatMapView &map = shown.panel.maps().view(static_cast<HeatView>(view));
      QVERIFY2(map.source() != nullptr, heatViewName(static_cast<HeatView>(view)));
      const HeatMapLayout places =
          HeatMapLayout::of(static_cast<float>(map.width()), static_cast<float>(map.height()), 0);
      QVERIFY2(places.heading.height > 0, heatViewName(static_cast<HeatView>(view)));
    }
    if (const QString folder = qEnvironmentVariable("PSTUDIO_PICTURES"); !folder.isEmpty())
      for (const QSize size : {kDockSize, QSize(1240, 300), QSize(560, 300)}) {
        shown.panel.resize(size);
        QVERIFY(shown.settle());
        QVERIFY(shown.panel.grab().save(QStringLiteral("%1/five-maps-%2-%3.png")
                                            .arg(folder)
                                            .arg(size.width())
                                            .arg(size.height())));
      }
    for (uint8_t view = 0; view < kHeatViews; ++view)
      shown.panel.maps().setShown(static_cast<HeatView>(view), false);
    QCOMPARE(shown.panel.shownViews(), std::vector{HeatView::Sms});
  }

  void aTileOfSharedMemoryIsAMatrixToo() {
    Shown shown(test::makeTransposeTrace({TransposeKind::Padded}));
    QVERIFY(shown.settle());
    shown.panel.model().chooseBuffer(2);
    const auto source = shown.panel.maps().view(HeatView::Matrix).source();
    QVERIFY(source != nullptr);
    QCOMPARE(source->xAxis().length, 33.0);
    QCOMPARE(source->measure().unit, std::string("accesses"));
  }

  void ofSeveralLaunchesOneIsShownAtATime() {
    Shown shown(test::makeTransposeTrace(
        {TransposeKind::Naive, TransposeKind::Padded, TransposeKind::Naive}));
    auto *launches = shown.find<QComboBox>("heatLaunch");
    QVERIFY(launches->isVisible());
    QCOMPARE(launches->count(), 3);
    QCOMPARE(launches->itemText(2), QStringLiteral("transpose_naive #2"));
    QVERIFY(shown.settle());
    QCOMPARE(shown.panel.table().sites().rowCount(), 2);
    launches->setCurrentIndex(1);
    Q_EMIT launches->activated(1);
    QVERIFY(shown.settle());
    QCOMPARE(shown.panel.table().sites().rowCount(), 4);
    Shown one;
    QVERIFY(!one.find<QComboBox>("heatLaunch")->isVisible());
  }

  void whatIsBeingCountedIsSaidAndWhatIsThereIsShown() {
    Shown shown;
    QVERIFY(QTest::qWaitFor([&] { return shown.panel.model().isCounting(); }, 5000));
    QVERIFY(shown.find<QProgressBar>("heatProgress")->isVisible());
    QVERIFY(shown.find<QLabel>("heatCounting")->text().startsWith(QLatin1String("counting ")));
    QVERIFY(shown.settle());
    QVERIFY(!shown.find<QProgressBar>("heatProgress")->isVisible());
  }

  void aLaunchWithoutAnAccessSaysWhy() {
    memory::AccessTable empty;
    empty.setShare({.dropped = 12});
    const auto launchOf = [](memory::AccessTable table) {
      TraceBuilder builder;
      Launch launch;
      launch.accesses = std::make_shared<const memory::LaunchAccesses>(
          memory::LaunchAccesses{std::move(table), memory::BufferMap{}, memory::MemoryModel{}});
      builder.addLaunch(launch);
      return std::make_shared<const Trace>(std::move(builder).finish());
    };
    Shown dropped(launchOf(std::move(empty)));
    QVERIFY(dropped.find<QLabel>("heatNothingMessage")->isVisible());
    QVERIFY(dropped.find<QLabel>("heatNothingHint")
                ->text()
                .contains(QLatin1String("dropped 12 accesses")));
    QVERIFY(dropped.settle());
    Shown nothing(launchOf({}));
    QVERIFY(nothing.find<QLabel>("heatNothingHint")->text().contains(QLatin1String("no memory")));
    nothing.panel.setTrace(nullptr, nullptr);
    QCOMPARE(nothing.find<QLabel>("heatMessage")->text(), QStringLiteral("No trace is open."));
  }

  void whatIsMissingIsABadge() {
    test::TransposeOptions options;
    options.share.dropped = 100;
    options.isOverlapped = true;
    Shown shown(test::makeTransposeTrace({TransposeKind::Naive}, options));
    QVERIFY(shown.settle());
    const auto &badges = shown.find<QualityBar>("heatBadges")->badges();
    QCOMPARE(badges[0].text, std::string("100 of 4,196 accesses dropped"));
    QCOMPARE(badges[1].text, std::string("buffers overlap"));
  }

  void aHundredOperationsAreListedAndSearchedQuickly() {
    memory::AccessTable table;
    for (int i = 0; i < 100; ++i)
      static_cast<void>(table.addSite({.name = "load " + std::to_string(i),
                                       .location = "k.mlir:" + std::to_string(i + 1) + ":1"}));
    static_cast<void>(table.beginWarp(0, 0));
    for (uint16_t i = 0; i < 100; ++i)
      table.addAffine(i, Picoseconds(1000 * i), 0xffffffff, 0x10000 + 4096u * i, 4 + i % 7);
    TraceBuilder builder;
    Launch launch;
    launch.accesses = std::make_shared<const memory::LaunchAccesses>(memory::LaunchAccesses{
        std::move(table),
        *memory::BufferMap::make({{.name = "A", .base = 0x10000, .shape = {1 << 20}}}),
        memory::MemoryModel{}});
    builder.addLaunch(launch);
    Shown shown(std::make_shared<const Trace>(std::move(builder).finish()));
    QVERIFY(shown.settle());
    QCOMPARE(shown.panel.table().sites().rowCount(), 100);
    QVERIFY(shown.panel.table().height() < 300);
    shown.panel.model().select(siteSelection(42));
    const int line = shown.panel.table().currentIndex().row();
    QCOMPARE(shown.panel.table().sites().rowAt(line).operation, std::string("load 42"));
  }

  void barsOfLargeNumbersAreAsHighAsTheirAxisSays() {
    const std::vector<HeatBar> bars = {{"first", "first", 36'800, true}, {"1", "1", 64}};
    const ChartPtr chart = makeBarChart(bars, Theme::of(ThemeKind::Dark));
    const auto *series = qobject_cast<QStackedBarSeries *>(chart->series().front());
    const auto *axis = qobject_cast<QValueAxis *>(chart->axes(Qt::Vertical).front());
    QVERIFY(series && axis);
    QVERIFY(axis->max() >= 36.8 && axis->max() < 40); // thousands
    QCOMPARE(series->barSets()[0]->at(0), 36.8);
    QCOMPARE(series->barSets()[1]->at(1), 0.064);
  }

  void chartsOfWavesShowLoadsAndStores() {
    Shown shown;
    QVERIFY(shown.settle());
    const auto &waves = shown.panel.charts().numbers().waves;
    QVERIFY(waves.size() > 1);
    for (const WaveBar &wave : waves)
      QVERIFY(wave.writtenBytes > 0 && wave.bytes > wave.writtenBytes);
    QVERIFY(shown.panel.charts()
                .findChild<QWidget *>(QStringLiteral("waveChart"))
                ->isVisibleTo(&shown.panel));
    QVERIFY(shown.panel.charts().numbers().footprint.back().writtenBytes > 0);
  }

  void everyButtonHasAName() {
    Shown shown;
    for (const QAbstractButton *button : shown.panel.findChildren<QAbstractButton *>()) {
      QVERIFY2(!button->objectName().isEmpty(), button->metaObject()->className());
      QVERIFY2(!button->accessibleName().isEmpty(), qPrintable(button->objectName()));
    }
  }

  void hotCellsAreReadable() {
    for (const ThemeKind kind : {ThemeKind::Dark, ThemeKind::Light})
      for (const double heat : {0.1, 0.5, 1.0})
        QVERIFY(Theme::contrast(Theme::of(kind).color(ColorToken::Text),
                                NumberTable::heatColor(Theme::of(kind), heat)) >= 4.5);
  }

  void smallPictureHoldsTheWholeViewOrIsRejected_data() { test::addSmallPictureSizes(); }
  void smallPictureHoldsTheWholeViewOrIsRejected() {
    QFETCH(QSize, size);
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("small.svg"));
    const auto trace = test::makeTransposeTrace({TransposeKind::Unpadded});
    HeatData data = heatDataOf(*trace, 0);
    while (!data.isComplete())
      data = data.withNext();
    HeatPictureOptions options;
    options.size = size;
    options.choice = openingHeatChoice(data, 0);
    if (const auto saved = saveHeatPicture(*trace, data, options, path.toStdString()); !saved) {
      options.size = test::sizeInHint(saved.error().hint);
      QVERIFY2(options.size.width() == size.width(), saved.error().toString().c_str());
      QVERIFY(saveHeatPicture(*trace, data, options, path.toStdString()).has_value());
    }
    const QStringList texts = test::textsOfSvg(path);
    for (const QualityBadge &badge : heatBadges(*trace, options.choice, data))
      QVERIFY2(test::hasWords(texts, badge.text), badge.text.c_str());
    for (const QualityBadge &badge : qualityBadges(*trace))
      QVERIFY2(test::hasWords(texts, badge.text), badge.text.c_str());
    const QString all = texts.join(QLatin1Char('\n'));
    for (const char *word : {"colour =", "no data", "scale", "Used share", "Findings"})
      QVERIFY2(all.contains(QLatin1String(word)), qPrintable(QLatin1String(word) + all));
    // The first row of the table has its figures.
    const std::vector<MemoryOperationRow> rows = memoryOperationRows(data, SourceTexts(nullptr));
    QVERIFY2(all.contains(QString::fromStdString(
                 memoryOperationText(rows[0], MemoryOperationFigure::Efficiency))),
             qPrintable(all));
  }

  void timesWithoutAccessesAreRejectedWithThoseThatHaveSome() {
    const auto trace = test::makeTransposeTrace({TransposeKind::Unpadded});
    HeatData data = heatDataOf(*trace, 0);
    while (!data.isComplete())
      data = data.withNext();
    HeatPictureOptions options;
    options.choice = openingHeatChoice(data, 0);
    const TimeRange times = accessTimes(data);
    options.choice.time = TimeRange{times.end, times.end + times.length()};
    const auto rejected = renderHeatPicture(*trace, data, options);
    QVERIFY(!rejected.has_value());
    QCOMPARE(rejected.error().where, std::string("range"));
    QVERIFY(rejected.error().hint.find(formatExact(times.end)) != std::string::npos);
  }

  void pictureOfNothingIsRejected() {
    const auto nothing = countedHeatData(std::make_shared<const memory::LaunchAccesses>());
    const auto trace = test::makeTransposeTrace({TransposeKind::Naive});
    const auto rejected = renderHeatPicture(*trace, *nothing, {});
    QVERIFY(!rejected.has_value());
    QVERIFY(rejected.error().hint.find("--mode memory") != std::string::npos);
  }

  void thePanelDemandsLittleRoom() {
    Shown shown;
    QVERIFY(shown.panel.minimumSizeHint().width() <= 640);
    QVERIFY(shown.panel.minimumSizeHint().height() <= 300);
  }

  void looksAsInTheBaseline_data() { themes(); }
  void looksAsInTheBaseline() {
    Shown shown(test::makeTransposeTrace({TransposeKind::Naive}), theme());
    QVERIFY(shown.settle());
    shown.panel.model().select(siteSelection(1));
    QVERIFY(QTest::qWaitForWindowExposed(&shown.panel));
    QApplication::processEvents(); // the maps are counted again where the layout changes their size
    QVERIFY(shown.settle());
    compare(QStringLiteral("heat"), shown.panel);
  }

  void pictureTellsEverything_data() { themes(); }
  void pictureTellsEverything() {
    const auto trace = test::makeTransposeTrace({TransposeKind::Unpadded});
    HeatData data = heatDataOf(*trace, 0);
    while (!data.isComplete())
      data = data.withNext();
    HeatPictureOptions options;
    options.theme = theme();
    options.size = {1400, 860};
    options.choice = openingHeatChoice(data, 0);
    const auto picture = renderHeatPicture(*trace, data, options);
    QVERIFY(picture.has_value());
    QCOMPARE(renderHeatPicture(*trace, data, options).value(), *picture);
    test::compareWithBaseline(
        QStringLiteral("heat-picture-") + QLatin1String(QTest::currentDataTag()), *picture);
  }

private:
  static void themes() {
    QTest::addColumn<int>("unused");
    QTest::newRow("dark") << 0;
    QTest::newRow("light") << 0;
  }
  static void compare(const QString &name, QWidget &panel) {
    QVERIFY(QTest::qWaitForWindowExposed(&panel));
    QApplication::processEvents();
    const QImage once = panel.grab().toImage();
    QCOMPARE(panel.grab().toImage(), once);
    test::compareWithBaseline(name + QLatin1Char('-') + QLatin1String(QTest::currentDataTag()),
                              once);
    test::compareAtTwiceTheScale(name + QLatin1Char('-') + QLatin1String(QTest::currentDataTag()),
                                 panel);
  }
};

QTEST_MAIN(HeatPanelTest)
#include "heat_panel_test.moc"
