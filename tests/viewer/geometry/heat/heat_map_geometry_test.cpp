// SPDX-License-Identifier: Apache-2.0
// Heat maps without a window: the drawn cells, the cell under a pixel, and the effect of zooming on
// both.
#include <QElapsedTimer>
#include <QtTest>

#include <cmath>
#include <random>

#include "core/analysis/memory/sector_parts.h"
#include "tests/core/analysis/memory/random_launch.h"
#include "tests/support/transpose_trace.h"
#include "tests/viewer/golden_text.h"
#include "viewer/geometry/heat/heat_map_address.h"
#include "viewer/geometry/heat/heat_map_bands.h"
#include "viewer/geometry/heat/heat_map_banks.h"
#include "viewer/geometry/heat/heat_map_counted.h"
#include "viewer/geometry/heat/heat_map_draw_list.h"
#include "viewer/geometry/heat/heat_map_matrix.h"
#include "viewer/geometry/heat/heat_map_viewport.h"

using namespace pstudio;
using memory::AccessSpace;
using memory::AddressMap;
using memory::LaunchAccesses;
using memory::SectorTouches;
using test::TransposeKind;

namespace {

using Accesses = std::shared_ptr<const LaunchAccesses>;

Accesses transpose(TransposeKind kind, uint32_t side = 64) {
  return test::transposeAccesses(kind, {.side = side, .sms = 2});
}

std::shared_ptr<const AddressMap> mapOf(const Accesses &accesses,
                                        memory::MapAxis axis = memory::MapAxis::Time) {
  return std::make_shared<AddressMap>(
      AddressMap::build(accesses->table, accesses->buffers, accesses->model, {.axis = axis}));
}

std::shared_ptr<const SectorTouches> touchesOf(const Accesses &accesses) {
  return std::make_shared<SectorTouches>(
      SectorTouches::count(accesses->table, accesses->model, {}));
}

std::shared_ptr<const HeatMapSource> matrixOf(const Accesses &accesses, uint32_t buffer,
                                              MatrixMeasure measure) {
  return makeMatrixHeatMap(accesses, touchesOf(accesses), mapOf(accesses),
                           MatrixLayout::whole(accesses->buffers, buffer), measure);
}

HeatArea allOf(const HeatMapSource &source) {
  return {{0, source.xAxis().length}, {0, source.yAxis().length}};
}

std::string drawn(const HeatMapSource &source, const HeatArea &visible, float width, float height,
                  const HeatSelection &selection = {}) {
  HeatMapScene scene;
  scene.source = &source;
  scene.layout = HeatMapLayout::of(width, height, source.yAxis().letters);
  scene.visible = visible;
  const HeatPatches patches = source.exact(scene.layout.windowOf(visible), {});
  const HeatScale scale = HeatScale::of(HeatScaleKind::Linear, source.measure(), patches);
  const std::vector<HeatImage> images = heatImages(patches, scale);
  const std::vector<HeatArea> marks = source.areasOf(selection);
  scene.images = images;
  scene.scale = &scale;
  scene.marks = marks;
  DrawList list;
  drawHeatMap(scene, FixedTextMeasure(), list);
  return list.toText();
}

/// 64 CTAs that each read a piece of A and write all of B.
Accesses countedAccesses() {
  auto accesses = std::make_shared<LaunchAccesses>();
  for (const char *name : {"load A", "store B"})
    static_cast<void>(accesses->table.addSite({.name = name}));
  accesses->buffers = *memory::BufferMap::make(
      {{.name = "A", .base = 0x100000, .dtype = "f32", .elementBytes = 4, .shape = {64, 256}},
       {.name = "B", .base = 0x200000, .dtype = "f32", .elementBytes = 4, .shape = {16, 256}}});
  accesses->counts.sites = {{64, 10, "A"}, {16, 10, "B"}};
  for (uint32_t cta = 0; cta < 64; ++cta)
    accesses->counts.cells.push_back({0, static_cast<uint16_t>(cta), cta, 8, 256});
  for (uint32_t cta = 0; cta < 64; ++cta)
    for (uint16_t bin = 0; bin < 16; ++bin)
      accesses->counts.cells.push_back({1, bin, cta, 2, 64});
  return accesses;
}

std::shared_ptr<const HeatMapSource> countedMapOf(const Accesses &accesses,
                                                  std::optional<uint16_t> site = {}) {
  return makeCountedHeatMap(accesses, std::make_shared<memory::CountedMap>(*accesses), site);
}

double sumOf(const HeatPatches &patches) {
  double sum = 0;
  for (const HeatPatch &patch : patches)
    for (const double cell : patch.grid.cells)
      sum += std::isfinite(cell) ? cell : 0;
  return sum;
}

bool isInside(const HeatArea &area, const HeatMapSource &source) {
  return area.x.begin >= 0 && area.y.begin >= 0 && area.x.end <= source.xAxis().length &&
         area.y.end <= source.yAxis().length && !area.x.isEmpty() && !area.y.isEmpty();
}

} // namespace

class HeatMapGeometryTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void noCountIsLostBetweenZooms() {
    const auto source = countedMapOf(countedAccesses());
    for (const auto &[columns, rows] : {std::pair(640u, 400u), std::pair(7u, 13u)})
      QVERIFY(std::abs(sumOf(source->exact({allOf(*source), columns, rows}, {})) -
                       (64 * 8 + 64 * 16 * 2)) < 1e-6);
    QCOMPARE(sumOf(countedMapOf(countedAccesses(), 0)->exact({allOf(*source), 640, 400}, {})),
             64.0 * 8);
  }

  void aCellOfACountedMapNamesItsPieces() {
    const auto source = countedMapOf(countedAccesses());
    const double perByte = HeatBands(countedAccesses()->buffers).bands()[0].perByte;
    const HeatHover hover = source->hover({{5, 6}, {5 * 1024 * perByte, 5.5 * 1024 * perByte}}, 1);
    QCOMPARE(hover.selection.cta, std::optional(5u));
    QCOMPARE(hover.selection.site, std::optional(uint16_t{0}));
    QCOMPARE(hover.lines.back(), (CardLine{"load A", "8 accesses in + 5.00 KiB .. + 6.00 KiB"}));
    QVERIFY(!source->areasOf(hover.selection).empty());
  }

  void drawnAsInTheGolden() {
    const Accesses naive = transpose(TransposeKind::Naive, 32);
    const auto byTime = makeAddressHeatMap(naive, mapOf(naive));
    HeatSelection selection;
    selection.bytes = {{naive->buffers.buffers()[1].base, naive->buffers.buffers()[1].base + 31}};
    std::string text = drawn(*byTime, allOf(*byTime), 300, 176, selection);
    const auto matrix = matrixOf(naive, 1, MatrixMeasure::Touches);
    text += "\n" + drawn(*matrix, {{0, 16}, {0, 8}}, 300, 176);
    const auto owners = matrixOf(transpose(TransposeKind::Padded, 64), 1, MatrixMeasure::LastCta);
    text += "\n" + drawn(*owners, allOf(*owners), 300, 240);
    test::compareWithGolden("heat-map.txt", text);
  }

  void whatIsShownNeverLiesOutside() {
    const uint64_t seed = QRandomGenerator::global()->generate64();
    std::mt19937_64 random(seed);
    const auto share = [&] { return std::uniform_real_distribution<double>(-0.5, 1.5)(random); };
    const HeatAxis x{"x", 1000, 3}, y{"y", 1e12, 32};
    HeatViewport view(x, y);
    for (int turn = 0; turn < 5000; ++turn) {
      switch (random() % 4) {
      case 0:
        view = view.zoomed(std::exp(4 * share()), std::exp(9 * share() - 4), share(), share());
        break;
      case 1:
        view = view.panned(3 * share(), 3 * share());
        break;
      case 2:
        view = view.showing({{1000 * share(), 1000 * share()}, {1e12 * share(), 1e12 * share()}});
        break;
      default:
        view = view.revealing({{1000 * share(), 1000 * share()}, {1e12 * share(), 1e12 * share()}});
      }
      const HeatArea &shown = view.visible();
      const bool isRight = shown.x.begin >= 0 && shown.x.end <= 1000 && shown.y.begin >= 0 &&
                           shown.y.end <= 1e12 && shown.x.length() >= 3 * (1 - 1e-9) &&
                           shown.y.length() >= 32 * (1 - 1e-3);
      QVERIFY2(isRight, qPrintable(QStringLiteral("seed %1, turn %2").arg(seed).arg(turn)));
    }
  }

  void theZoomedPlaceStaysUnderThePointer() {
    const HeatAxis axis{"x", 1 << 20, 1};
    const HeatViewport view = HeatViewport(axis, axis).zoomed(4, 4, 0.5, 0.5);
    const HeatViewport closer = view.zoomed(3, 5, 0.25, 0.75);
    QVERIFY(std::fabs(closer.xAt(0.25) - view.xAt(0.25)) < 1e-6);
    QVERIFY(std::fabs(closer.yAt(0.75) - view.yAt(0.75)) < 1e-6);
    QVERIFY(HeatViewport(axis, axis).showsEverything());
    QVERIFY(closer.zoomed(1e-9, 1e-9, 0.1, 0.9).showsEverything());
  }

  void everyTouchOfABufferIsInThePicture() {
    const uint64_t seed = QRandomGenerator::global()->generate64();
    std::mt19937_64 random(seed);
    auto launch = std::make_shared<LaunchAccesses>();
    launch->table = test::randomLaunch(random, {});
    launch->buffers = test::randomBuffers();
    const Accesses accesses = launch;
    for (const auto axis : {memory::MapAxis::Time, memory::MapAxis::Cta}) {
      const auto map = mapOf(accesses, axis);
      const auto source = makeAddressHeatMap(accesses, map);
      for (int turn = 0; turn < 20; ++turn) {
        const HeatWindow window{allOf(*source), static_cast<uint32_t>(20 + random() % 300),
                                static_cast<uint32_t>(60 + random() % 300)};
        const HeatPatches exact = source->exact(window, {});
        for (const HeatPatch &patch : exact)
          QVERIFY2(isInside(patch.area, *source), QByteArray::number(quint64(seed)));
        // A sector that two rows share counts in both rows; complete sectors count in one.
        QVERIFY2(sumOf(exact) >= static_cast<double>(map->touchCount()) * (1 - 1e-9),
                 QByteArray::number(quint64(seed)));
      }
    }
  }

  void aCellThatIsHitIsTheOneThatIsDrawn() {
    const uint64_t seed = QRandomGenerator::global()->generate64();
    std::mt19937_64 random(seed);
    const Accesses accesses = transpose(TransposeKind::Naive);
    const auto source = makeAddressHeatMap(accesses, mapOf(accesses));
    const HeatMapLayout layout = HeatMapLayout::of(500, 300);
    const HeatArea visible = allOf(*source);
    const HeatPatches patches = source->exact(layout.windowOf(visible), {});
    for (int turn = 0; turn < 500; ++turn) {
      const HeatPatch &patch = patches[random() % patches.size()];
      const auto column = static_cast<uint32_t>(random() % patch.grid.columns);
      const auto row = static_cast<uint32_t>(random() % patch.grid.rows);
      const double x =
          patch.area.x.begin + (column + 0.5) * patch.area.x.length() / patch.grid.columns;
      const double y = patch.area.y.begin + (row + 0.5) * patch.area.y.length() / patch.grid.rows;
      const auto hit = hitHeatCell(patches, x, y);
      QVERIFY2(hit && hit->value == patch.grid.at(column, row), QByteArray::number(quint64(seed)));
      QVERIFY(hit->cell.contains(x, y));
    }
    QVERIFY(!hitHeatCell(patches, -1, 0));
  }

  void zoomedToASectorACellIsASector() {
    const Accesses accesses = transpose(TransposeKind::Naive);
    const auto source = makeAddressHeatMap(accesses, mapOf(accesses));
    const HeatBands bands(accesses->buffers);
    const HeatBand &y = bands.bands()[1];
    const HeatViewport view =
        HeatViewport(source->xAxis(), source->yAxis())
            .showing({{0, source->xAxis().length}, {y.begin + 64, y.begin + 96}});
    const HeatMapLayout layout = HeatMapLayout::of(500, 300);
    const HeatPatches patches = source->exact(layout.windowOf(view.visible()), {});
    QCOMPARE(patches.size(), size_t{1});
    QCOMPARE(patches[0].grid.rows, 1u);
    // The naive transpose writes the 8 floats of a sector of Y one by one.
    QCOMPARE(sumOf(patches), 8.0);
    const auto hit = hitHeatCell(patches, view.xAt(0.5), view.yAt(0.5));
    const HeatHover hover = source->hover(hit->cell, hit->value);
    QCOMPARE(hover.title, std::string("Y[0, 16] .. Y[0, 23]"));
    QCOMPARE(hover.selection.bytes->last - hover.selection.bytes->first, uint64_t{31});
  }

  void smallBuffersAreDrawnLargerAndAddressesFoundBack() {
    std::vector<memory::Buffer> buffers = {
        {.name = "big", .base = 1 << 20, .elementBytes = 4, .shape = {1 << 20}},
        {.name = "tiny", .base = uint64_t{1} << 40, .elementBytes = 4, .shape = {8}}};
    const auto map = memory::BufferMap::make(buffers);
    const HeatBands bands(*map);
    QCOMPARE(bands.bands().size(), size_t{2});
    const HeatBand &tiny = bands.bands()[1];
    QVERIFY((tiny.end() - tiny.begin) / bands.length() > 0.03);
    for (uint64_t address = tiny.first; address <= tiny.last; ++address) {
      const double place = HeatBands::placeOf(tiny, address);
      QCOMPARE(HeatBands::addressAt(tiny, place), address);
      QCOMPARE(HeatBands::addressAt(tiny, place + tiny.perByte - 0.5), address);
      QCOMPARE(bands.at(place), &tiny);
      QCOMPARE(bands.of(address), &tiny);
    }
    QVERIFY(!bands.at(bands.bands()[0].end() + 1)); // the gap
    QVERIFY(!bands.of(5));
  }

  void efficiencyOfTheTransposesIsItsClosedForm() {
    for (const auto &[kind, efficiency] :
         {std::pair(TransposeKind::Naive, 0.125), std::pair(TransposeKind::Padded, 1.0)}) {
      const auto source = matrixOf(transpose(kind), 1, MatrixMeasure::Efficiency);
      const HeatPatches patches = source->exact({allOf(*source), 300, 200}, {});
      for (const double cell : patches[0].grid.cells)
        QCOMPARE(cell, efficiency);
    }
  }

  void aMatrixShowsEachElementAsCountedOneByOne() {
    const uint64_t seed = QRandomGenerator::global()->generate64();
    std::mt19937_64 random(seed);
    auto launch = std::make_shared<LaunchAccesses>();
    launch->table = test::randomLaunch(random, {});
    launch->buffers = test::randomBuffers();
    const Accesses accesses = launch;
    const auto touches = touchesOf(accesses);
    const auto source = matrixOf(accesses, 0, MatrixMeasure::Touches);
    const HeatPatches patches = source->exact({allOf(*source), 400, 400}, {});
    QCOMPARE(patches[0].grid.columns, 16u);
    QCOMPARE(patches[0].grid.rows, 10u);
    for (uint32_t element = 0; element < 160; ++element) {
      // The mean over the sectors in which a byte of the element was touched.
      const uint64_t first = 4500 + element * 4;
      double sum = 0, count = 0;
      touches->forSectors(first, first + 3, [&](uint64_t sector, const memory::SectorTouch &touch) {
        bool isTouched = false;
        for (uint64_t byte = first; byte < first + 4; ++byte)
          isTouched = isTouched || (byte >= sector && byte < sector + 32 &&
                                    (touch.touchedBytes >> (byte - sector) & 1) != 0);
        sum += isTouched ? touch.touches : 0;
        count += isTouched;
      });
      const double cell = patches[0].grid.at(element % 16, element / 16);
      QVERIFY2(cell == (count > 0 ? sum / count : 0),
               qPrintable(QStringLiteral("seed %1, element %2").arg(seed).arg(element)));
    }
  }

  void buffersOf100GigabytesAreShownAtOnce() {
    // Tall and narrow, short and wide, wrapped; another buffer overlaps the first one.
    const std::vector<std::vector<int64_t>> shapes = {
        {12'500'000'000, 2}, {4, 6'250'000'000}, {25'000'000'000}};
    for (const auto &shape : shapes) {
      auto launch = std::make_shared<LaunchAccesses>();
      launch->buffers = *memory::BufferMap::make(
          {{.name = "huge", .base = uint64_t{1} << 40, .elementBytes = 4, .shape = shape},
           {.name = "over", .base = (uint64_t{1} << 40) + 4096, .elementBytes = 4, .shape = {64}}});
      QVERIFY(launch->table.addSite({.bytesPerLane = 4}));
      QVERIFY(launch->table.beginWarp(0, 0));
      for (uint64_t i = 0; i < 100; ++i)
        launch->table.addAffine(0, Picoseconds(static_cast<int64_t>(i)), 0xffffffff,
                                (uint64_t{1} << 40) + i * 999'999'968, 4);
      const Accesses accesses = launch;
      const auto source = matrixOf(accesses, 0, MatrixMeasure::Touches);
      QElapsedTimer timer;
      timer.start();
      const HeatPatches patches = source->exact({allOf(*source), 400, 300}, {});
      QVERIFY(std::ranges::count_if(patches[0].grid.cells, [](double cell) { return cell > 0; }) >=
              90);
      QVERIFY(!source->details({{0, 1}, {0, 1}}, 1, {}).title.empty());
      const auto byTime = makeAddressHeatMap(accesses, mapOf(accesses));
      QVERIFY(sumOf(byTime->exact({allOf(*byTime), 400, 300}, {})) >= 400);
      QVERIFY2(timer.elapsed() < 5000, QByteArray::number(timer.elapsed()));
    }
  }

  void shortRowsThatShareSectorsShowWhatLongOnesDo() {
    const uint64_t seed = QRandomGenerator::global()->generate64();
    std::mt19937_64 random(seed);
    auto launch = std::make_shared<LaunchAccesses>();
    launch->table = test::randomLaunch(random, {});
    launch->buffers = test::randomBuffers();
    const Accesses accesses = launch;
    const auto touches = touchesOf(accesses);
    const auto mapAt = [&](uint64_t width) {
      return makeMatrixHeatMap(accesses, touches, nullptr,
                               *MatrixLayout::wrapped(accesses->buffers, 0, width),
                               MatrixMeasure::Touches);
    };
    const auto longRow = mapAt(160), shortRows = mapAt(3);
    const HeatPatches one = longRow->exact({allOf(*longRow), 160, 1}, {});
    const HeatPatches many = shortRows->exact({allOf(*shortRows), 3, 54}, {});
    for (uint32_t element = 0; element < 160; ++element)
      QVERIFY2(one[0].grid.at(element, 0) == many[0].grid.at(element % 3, element / 3),
               qPrintable(QStringLiteral("seed %1, element %2").arg(seed).arg(element)));
    QVERIFY(std::isnan(many[0].grid.at(2, 53))); // 160 = 3 * 53 + 1
  }

  void tilesAndTheElementsOfACtaAreFound() {
    const Accesses accesses = transpose(TransposeKind::Padded, 128);
    const auto source = matrixOf(accesses, 1, MatrixMeasure::Touches);
    const auto tile = source->tile();
    QVERIFY(tile && tile->x.length() == 32 && tile->y.length() == 32);
    HeatSelection cta;
    cta.cta = 6; // tile (1, 2) of X, (2, 1) of Y
    const std::vector<HeatArea> areas = source->areasOf(cta);
    QCOMPARE(areas.size(), size_t{1});
    QCOMPARE(areas[0], (HeatArea{{32, 64}, {64, 96}}));
    QCOMPARE(*source->partAt(40, 70), areas[0]);
  }

  void detailsNameOperationWarpAndCta() {
    const Accesses accesses = transpose(TransposeKind::Naive);
    const auto source = matrixOf(accesses, 1, MatrixMeasure::Touches);
    const HeatHover hover = source->details({{0, 8}, {0, 1}}, 8, {});
    QCOMPARE(hover.title, std::string("Y[0, 0] .. Y[0, 7]"));
    const auto valueOf = [&](const std::string &label) {
      const auto line = std::ranges::find(hover.lines, label, &CardLine::label);
      return line == hover.lines.end() ? std::string("none") : line->value;
    };
    QCOMPARE(valueOf("accesses"), std::string("8"));
    QCOMPARE(valueOf("used share"), std::string("12.5 %"));
    QCOMPARE(valueOf("by"), std::string("8 warps of 1 CTA"));
    QVERIFY(hover.selection.cta == 0u && hover.selection.site.has_value());
    QCOMPARE(accesses->table.sites()[*hover.selection.site].kind, memory::AccessKind::Store);
  }

  void paddingIsSeenInTheTileItself() {
    for (const TransposeKind kind : {TransposeKind::Padded, TransposeKind::Swizzled}) {
      const Accesses accesses = transpose(kind);
      const auto touches = std::make_shared<SectorTouches>(countSharedTouches(*accesses));
      const auto source =
          makeMatrixHeatMap(accesses, touches, nullptr, MatrixLayout::whole(accesses->buffers, 2),
                            MatrixMeasure::Touches);
      const HeatPatches patches = source->exact({allOf(*source), 400, 400}, {});
      QCOMPARE(patches[0].grid.columns, kind == TransposeKind::Padded ? 33u : 32u);
      for (uint32_t row = 0; row < 32; ++row)
        for (uint32_t column = 0; column < patches[0].grid.columns; ++column)
          // Each of the four CTAs writes and reads an element once; the padding is never touched.
          QCOMPARE(patches[0].grid.at(column, row), column == 32 ? 0.0 : 8.0);
      const HeatHover hover = source->details({{3, 4}, {5, 6}}, 8, {});
      QCOMPARE(hover.title, std::string("tile[5, 3]"));
      const auto accessesLine = std::ranges::find(hover.lines, "accesses", &CardLine::label);
      QVERIFY(accessesLine != hover.lines.end() && accessesLine->value == "8");
      QVERIFY(!hover.selection.bytes);
    }
  }

  void layoutsOfAllShapesFindTheirElements() {
    const auto buffers = memory::BufferMap::make(
        {{.name = "cube", .base = 4096, .elementBytes = 4, .shape = {3, 5, 7}},
         {.name = "line", .base = 65536, .elementBytes = 8, .shape = {100}},
         {.name = "scalar", .base = 131072, .elementBytes = 4}});
    const MatrixLayout cube = MatrixLayout::whole(*buffers, 0);
    QCOMPARE(cube.rows(), uint64_t{15});
    QCOMPARE(cube.rowLabel(*buffers, 7), std::string("1, 2"));
    const MatrixLayout line = MatrixLayout::whole(*buffers, 1);
    QCOMPARE(line.columns(), uint64_t{16});
    QCOMPARE(line.columnsOf(6), uint64_t{4});
    QCOMPARE(MatrixLayout::whole(*buffers, 2).columns(), uint64_t{1});
    const MatrixLayout plane = *MatrixLayout::plane(*buffers, 0, 2, 0, {0, 3, 0});
    QCOMPARE(plane.rows(), uint64_t{7});
    QCOMPARE(plane.columns(), uint64_t{3});
    for (const MatrixLayout *layout : {&cube, &line, &plane})
      for (uint64_t row = 0; row < layout->rows(); ++row)
        for (uint64_t column = 0; column < layout->columnsOf(row); ++column) {
          const auto place = layout->placeOf(layout->addressOf({row, column}) + 3);
          QVERIFY(place && place->row == row && place->column == column);
        }
    QVERIFY(!plane.placeOf(4096));                       // cube[0, 0, 0]
    QVERIFY(plane.placeOf(4096 + (2 * 35 + 3 * 7) * 4)); // cube[2, 3, 0]
    QVERIFY(!MatrixLayout::plane(*buffers, 0, 1, 1, {0, 0, 0}));
    QVERIFY(!MatrixLayout::plane(*buffers, 0, 0, 1, {0, 0, 7}));
    QVERIFY(!MatrixLayout::wrapped(*buffers, 1, 0));
  }

  void conflictsOfAnUnpaddedTileHaveDegree32() {
    const Accesses accesses = transpose(TransposeKind::Unpadded);
    const auto source = makeBankHeatMap(accesses, countBanks(*accesses), BankMeasure::Degree);
    const HeatPatches patches = source->exact({allOf(*source), 4000, 32}, {});
    QCOMPARE(patches[0].grid.largest(), 32.0);
    const Accesses padded = transpose(TransposeKind::Padded);
    const auto calm = makeBankHeatMap(padded, countBanks(*padded), BankMeasure::Degree);
    QCOMPARE(calm->exact({allOf(*calm), 4000, 32}, {})[0].grid.largest(), 1.0);
  }

  void paddingAndSwizzlingSpreadAColumnOverBanksInTheirOwnWays() {
    for (const TransposeKind kind : {TransposeKind::Padded, TransposeKind::Swizzled}) {
      const Accesses accesses = transpose(kind);
      // A load of the tile: lane l accesses element (l, column).
      const memory::AccessTable &table = accesses->table;
      uint64_t load = 0;
      while (table.sites()[table[load].site].space != AccessSpace::Shared ||
             table.sites()[table[load].site].kind != memory::AccessKind::Load)
        ++load;
      const auto picture = countBanks(*accesses, {.site = table[load].site, .cta = 0});
      const auto source = makeBankHeatMap(accesses, picture, BankMeasure::Row);
      const auto begin = static_cast<double>((table[load].time - picture->time.begin).value);
      const HeatPatches patches = source->exact({{{begin, begin + 1}, {0, 32}}, 1, 32}, {});
      const memory::LaneAddresses lanes = table.lanesOf(table[load]);
      for (uint32_t lane = 0; lane < 32; ++lane) {
        const auto bank = static_cast<uint32_t>(lanes.address(lane) / 4 % 32);
        QCOMPARE(patches[0].grid.at(0, bank), static_cast<double>(lanes.address(lane) / 128));
      }
    }
  }

  void whatIsMissingIsSaid() {
    const Accesses whole = transpose(TransposeKind::Naive);
    QCOMPARE(makeAddressHeatMap(whole, mapOf(whole))->notes(),
             std::vector<std::string>{"All 256 accesses recorded."});
    const Accesses part = test::transposeAccesses(
        TransposeKind::Naive, {.side = 64, .share = {.dropped = 256, .sampledPart = 0.25}});
    const std::string note = makeAddressHeatMap(part, mapOf(part))->notes().front();
    QCOMPARE(note,
             std::string("256 accesses recorded, 12.5 % of all: 25.0 % were sampled, 256 were "
                         "dropped."));
    const auto none = countBanks(*whole);
    QCOMPARE(makeBankHeatMap(whole, none, BankMeasure::Words)->notes().back(),
             std::string("None of them accesses shared memory."));
  }

  void timesFromOneEndToTheOtherAreShown() {
    auto launch = std::make_shared<LaunchAccesses>();
    launch->buffers = test::randomBuffers();
    QVERIFY(launch->table.addSite({.bytesPerLane = 4}));
    QVERIFY(launch->table.addSite({.space = AccessSpace::Shared, .bytesPerLane = 4}));
    QVERIFY(launch->table.beginWarp(0, 0));
    for (const int64_t time : {INT64_MIN, int64_t{0}, INT64_MAX})
      for (const uint16_t site : {uint16_t{0}, uint16_t{1}})
        launch->table.addAffine(site, Picoseconds(time), 1, 4512, 4);
    const Accesses accesses = launch;
    for (const auto &source :
         {makeAddressHeatMap(accesses, mapOf(accesses)),
          makeBankHeatMap(accesses, countBanks(*accesses), BankMeasure::Words)}) {
      const HeatWindow window{allOf(*source), 300, 200};
      QVERIFY(sumOf(source->exact(window, {})) >= 2);
      QVERIFY(sumOf(source->quick(window)) > 0);
      QVERIFY(!drawn(*source, allOf(*source), 500, 300).empty());
      const HeatArea cell{{0, window.area.x.length() / 300}, {0, 1}};
      QVERIFY(!source->details(cell, 1, {}).title.empty());
      HeatSelection all;
      all.time = TimeRange{Picoseconds(INT64_MIN), Picoseconds(INT64_MAX)};
      QCOMPARE(source->areasOf(all).size(), size_t{1});
    }
  }

  void anEmptyLaunchHasEmptyMaps() {
    const auto empty = std::make_shared<LaunchAccesses>();
    const auto byTime = makeAddressHeatMap(empty, mapOf(empty));
    QVERIFY(byTime->exact({allOf(*byTime), 100, 100}, {}).empty());
    QVERIFY(byTime->quick({allOf(*byTime), 100, 100}).empty());
    const auto banks = makeBankHeatMap(empty, countBanks(*empty), BankMeasure::Words);
    QVERIFY(banks->exact({allOf(*banks), 100, 32}, {}).empty());
    QVERIFY(!drawn(*byTime, allOf(*byTime), 200, 100).empty());
  }

  void smsComeFromTheTracksOfTheTrace() {
    const auto trace = test::makeTransposeTrace({TransposeKind::Naive}, {.side = 128, .sms = 4});
    const Accesses accesses = trace->launches()[0].accesses;
    const auto sms = smOfCtas(*trace, LaunchId(0), accesses->table);
    QVERIFY(sms);
    QCOMPARE(sms->size(), size_t{16});
    const auto map = std::make_shared<AddressMap>(buildSmMap(*accesses, *sms));
    QCOMPARE(map->axisEnd(), int64_t{4});
    const auto source = makeAddressHeatMap(accesses, map);
    QCOMPARE(source->title(), std::string("Address by SM"));
    QVERIFY(sumOf(source->exact({allOf(*source), 100, 200}, {})) >=
            static_cast<double>(map->touchCount()));
    QVERIFY(!smOfCtas(*trace, LaunchId(7), accesses->table));
  }
};

QTEST_GUILESS_MAIN(HeatMapGeometryTest)
#include "heat_map_geometry_test.moc"
