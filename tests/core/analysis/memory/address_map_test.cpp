// SPDX-License-Identifier: Apache-2.0
// The numbers of maps by address: against a slow count, cell by cell.
#include <QtTest>

#include <set>

#include "core/analysis/memory/address_map.h"
#include "core/analysis/memory/map_touchers.h"
#include "tests/core/analysis/memory/random_launch.h"

using namespace pstudio;
using namespace pstudio::memory;

namespace {

/// Each access's sectors, by their first byte, and where it is on the axis.
struct SlowTouch {
  uint64_t sector = 0;
  int64_t place = 0;
  uint16_t site = 0;
};

std::vector<SlowTouch> slowTouches(const AccessTable &table, const AddressMap &map) {
  std::vector<SlowTouch> touches;
  for (const WarpRun &run : table.warps())
    for (uint64_t i = run.begin; i < run.end; ++i) {
      const Access access = table[i];
      const AccessSite &site = table.sites()[access.site];
      if (site.space != AccessSpace::Global)
        continue;
      std::set<uint64_t> sectors;
      const auto lanes = table.lanesOf(access);
      for (const uint64_t address : lanes.addresses())
        for (uint32_t byte = 0; byte < site.bytesPerLane; ++byte)
          sectors.insert((address + byte) / 32 * 32);
      const auto cta = std::ranges::find(map.ctas(), run.cta) - map.ctas().begin();
      for (const uint64_t sector : sectors)
        touches.push_back(
            {sector, map.axis() == MapAxis::Time ? access.time.value : cta, access.site});
    }
  return touches;
}

/// As AddressMap::exact(), where rows and columns divide the window evenly.
HeatGrid slowGrid(const std::vector<SlowTouch> &touches, const MapWindow &window) {
  HeatGrid grid(window.columns, window.rows);
  const uint64_t perRow = (window.lastAddress - window.firstAddress + 1) / window.rows;
  const int64_t perColumn = (window.end - window.begin) / window.columns;
  for (const SlowTouch &touch : touches) {
    if (touch.place < window.begin || touch.place >= window.end ||
        (window.site && *window.site != touch.site))
      continue;
    for (uint32_t row = 0; row < window.rows; ++row) {
      const uint64_t first = window.firstAddress + row * perRow;
      if (touch.sector < first + perRow && touch.sector + 31 >= first)
        grid.at(static_cast<uint32_t>((touch.place - window.begin) / perColumn), row) += 1;
    }
  }
  return grid;
}

AddressMap mapOf(const AccessTable &table, const BufferMap &buffers, MapAxis axis = MapAxis::Time) {
  return AddressMap::build(table, buffers, {}, {.axis = axis});
}

} // namespace

class AddressMapTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void exactWindowsAreAsCountedTouchByTouch() {
    const uint64_t seed = QRandomGenerator::global()->generate64();
    std::mt19937_64 random(seed);
    const BufferMap buffers = test::randomBuffers();
    // More accesses than a zone has, so that zones are passed over.
    const AccessTable table = test::randomLaunch(random, {.ctas = 40, .accessesPerWarp = 200});
    for (const MapAxis axis : {MapAxis::Time, MapAxis::Cta}) {
      const AddressMap map = mapOf(table, buffers, axis);
      const auto touches = slowTouches(table, map);
      for (int turn = 0; turn < 40; ++turn) {
        MapWindow window;
        window.rows = static_cast<uint32_t>(1 + random() % 20);
        window.columns = static_cast<uint32_t>(1 + random() % 5);
        window.firstAddress = 4000 + random() % 4000;
        window.lastAddress = window.firstAddress + window.rows * (1 + random() % 100) - 1;
        window.begin = static_cast<int64_t>(random() % 40) - (axis == MapAxis::Time ? 800 : 0);
        window.end = window.begin + window.columns * static_cast<int64_t>(1 + random() % 900);
        if (random() % 3 == 0)
          window.site = static_cast<uint16_t>(random() % 6);
        const HeatGrid expected = slowGrid(touches, window);
        for (const unsigned threads : {1u, 3u})
          QVERIFY2(map.exact(window, threads).cells == expected.cells,
                   qPrintable(QString("seed %1, turn %2").arg(seed).arg(turn)));
      }
    }
  }

  void theOverviewHasAllTouchesOfTheBuffersAndIsExactOnItsOwnCells() {
    const uint64_t seed = QRandomGenerator::global()->generate64();
    std::mt19937_64 random(seed);
    const BufferMap buffers =
        *BufferMap::make({{.name = "A", .base = 4096, .elementBytes = 4, .shape = {2048}},
                          {.name = "B", .base = 20480, .elementBytes = 4, .shape = {4096}}});
    const AccessTable table =
        test::randomLaunch(random, {.ctas = 20, .accessesPerWarp = 100, .span = 30000});
    const AddressMap map = mapOf(table, buffers);
    MapWindow whole{.firstAddress = 0,
                    .lastAddress = 0xffff,
                    .begin = map.axisBegin(),
                    .end = map.axisEnd(),
                    .columns = 7,
                    .rows = 64};
    QVERIFY(std::abs(map.overview(whole).sum() - double(map.touchCount())) <
            1e-6 * double(map.touchCount()));
    const auto touches = slowTouches(table, map);
    uint64_t inside = 0;
    for (const SlowTouch &touch : touches)
      inside += buffers.find(AccessSpace::Global, touch.sector) != BufferMap::kNone;
    QCOMPARE(map.touchCount(), inside);
    QCOMPARE(map.outsideCount(), touches.size() - inside);

    // Columns of the picture are powers of two of time from the first access on.
    const MapWindow part{.firstAddress = 20480,
                         .lastAddress = 20480 + 1023,
                         .begin = map.axisBegin(),
                         .end = map.axisBegin() + 4096,
                         .columns = 16,
                         .rows = 32};
    const HeatGrid rough = map.overview(part), fine = map.exact(part);
    for (size_t cell = 0; cell < fine.cells.size(); ++cell)
      QVERIFY2(std::abs(rough.cells[cell] - fine.cells[cell]) < 1e-6,
               qPrintable(QString("seed %1, cell %2").arg(seed).arg(cell)));
  }

  void aBufferOf100GigabytesHasAMapDownToItsSectors() {
    const uint64_t base = uint64_t{1} << 40;
    const BufferMap buffers = *BufferMap::make(
        {{.name = "huge", .base = base, .elementBytes = 4, .shape = {25'000'000'000}}});
    AccessTable table;
    QVERIFY(table.addSite({}));
    QVERIFY(table.beginWarp(0, 0));
    table.addAffine(0, Picoseconds(10), 0xffffffff, base, 3'000'000'000);
    const AddressMap map = mapOf(table, buffers);
    QVERIFY(map.memoryBytes() < (1 << 20));
    QCOMPARE(map.touchCount(), uint64_t{32});
    const uint64_t fifth = base + 5 * uint64_t{3'000'000'000};
    const MapWindow window{.firstAddress = fifth - 64,
                           .lastAddress = fifth + 63,
                           .begin = 0,
                           .end = 20,
                           .columns = 2,
                           .rows = 4};
    const HeatGrid grid = map.exact(window);
    QCOMPARE(grid.sum(), 1.0);
    QCOMPARE(grid.at(1, 2), 1.0);
  }

  void severalWindowsAtOnceAreAsEachAlone() {
    const uint64_t seed = QRandomGenerator::global()->generate64();
    std::mt19937_64 random(seed);
    const AccessTable table = test::randomLaunch(random, {});
    const AddressMap map = mapOf(table, test::randomBuffers());
    std::vector<MapWindow> windows;
    for (uint64_t address = 4000; address < 7500;) {
      MapWindow &window = windows.emplace_back();
      window.firstAddress = address + random() % 100; // they meet within sectors, too
      window.lastAddress = window.firstAddress + random() % 700;
      window.begin = -1000;
      window.end = 3001;
      window.columns = 7;
      window.rows = static_cast<uint32_t>(1 + random() % 9);
      address = window.lastAddress + 1;
    }
    for (const unsigned threads : {1u, 3u}) {
      const std::vector<HeatGrid> grids = map.exactAll(windows, threads);
      for (size_t i = 0; i < windows.size(); ++i)
        QVERIFY2(grids[i].cells == map.exact(windows[i]).cells, QByteArray::number(quint64(seed)));
    }
  }

  void aMapBySmHasTheTouchesOfItsCtas() {
    std::mt19937_64 random(11);
    const AccessTable table = test::randomLaunch(random, {});
    const BufferMap buffers = test::randomBuffers();
    const AddressMap byCta =
        AddressMap::build(table, buffers, {}, {.axis = MapAxis::Cta, .threads = 2});
    const auto smOf = [](uint32_t cta) { return cta / 7 % 3; };
    const AddressMap bySm =
        AddressMap::build(table, buffers, {}, {.axis = MapAxis::Sm, .smOf = smOf, .threads = 2});
    QCOMPARE(bySm.axisEnd(), int64_t{3});
    MapWindow window{.firstAddress = 4096,
                     .lastAddress = 8191,
                     .begin = 0,
                     .end = byCta.axisEnd(),
                     .columns = static_cast<uint32_t>(byCta.axisEnd()),
                     .rows = 32};
    const HeatGrid ctas = byCta.exact(window);
    window.end = window.columns = 3;
    HeatGrid expected(3, 32);
    for (uint32_t place = 0; place < byCta.ctas().size(); ++place)
      for (uint32_t row = 0; row < 32; ++row)
        expected.at(smOf(byCta.ctas()[place]), row) += ctas.at(place, row);
    QCOMPARE(bySm.exact(window).cells, expected.cells);
  }

  void nobodyIsForgottenAmongThoseWhoTouchedACell() {
    const uint64_t seed = QRandomGenerator::global()->generate64();
    std::mt19937_64 random(seed);
    const AccessTable table = test::randomLaunch(random, {});
    const AddressMap map = mapOf(table, test::randomBuffers());
    for (int turn = 0; turn < 30; ++turn) {
      MapWindow window;
      window.firstAddress = 4096 + random() % 3000;
      window.lastAddress = window.firstAddress + random() % 200;
      window.begin = static_cast<int64_t>(random() % 4000) - 1000;
      window.end = window.begin + static_cast<int64_t>(random() % 2000);
      if (random() % 2 == 0)
        window.site = static_cast<uint16_t>(random() % 3);
      std::set<uint64_t> accesses;
      std::set<std::pair<uint32_t, uint32_t>> warps;
      std::set<int64_t> times;
      for (const WarpRun &run : table.warps())
        for (uint64_t i = run.begin; i < run.end; ++i) {
          const Access access = table[i];
          const AccessSite &site = table.sites()[access.site];
          if (site.space != AccessSpace::Global || access.time.value < window.begin ||
              access.time.value >= window.end || (window.site && *window.site != access.site))
            continue;
          const LaneAddresses lanes = table.lanesOf(access);
          for (uint32_t lane = 0; lane < lanes.count(); ++lane) {
            const uint64_t first = lanes.address(lane) & ~uint64_t{31};
            const uint64_t last = (lanes.address(lane) + site.bytesPerLane - 1) | 31;
            if (first > window.lastAddress || last < window.firstAddress)
              continue;
            accesses.insert(i);
            warps.insert({run.cta, run.warp});
            times.insert(access.time.value);
          }
        }
      const Touchers touchers = touchersOf(map, table, {}, window);
      const QByteArray where = QStringLiteral("seed %1, turn %2").arg(seed).arg(turn).toUtf8();
      QVERIFY2(touchers.accesses == accesses.size(), where);
      QVERIFY2(touchers.warps == warps.size(), where);
      QVERIFY2(touchers.first.has_value() == !times.empty(), where);
      if (touchers.first) {
        QVERIFY2(touchers.first->time.value == *times.begin(), where);
        QVERIFY2(touchers.last->time.value == *times.rbegin(), where);
      }
    }
  }

  void aStoppedCountReturnsEarly() {
    std::mt19937_64 random(5);
    const AccessTable table = test::randomLaunch(random, {});
    const BufferMap buffers = test::randomBuffers();
    const AddressMap map = mapOf(table, buffers);
    std::stop_source stop;
    stop.request_stop();
    const MapWindow window{.firstAddress = 0,
                           .lastAddress = ~uint64_t{0},
                           .begin = map.axisBegin(),
                           .end = map.axisEnd(),
                           .columns = 4,
                           .rows = 4};
    QCOMPARE(map.exact(window, 1, stop.get_token()).sum(), 0.0);
    QCOMPARE(touchersOf(map, table, {}, window, stop.get_token()).accesses, uint64_t{0});
  }

  void nothingAndNonsenseAreEmptyMaps() {
    const BufferMap buffers = *BufferMap::make({});
    const AddressMap map = mapOf(AccessTable(), buffers);
    const MapWindow window{.firstAddress = 0,
                           .lastAddress = ~uint64_t{0},
                           .begin = 0,
                           .end = 10,
                           .columns = 3,
                           .rows = 3};
    QCOMPARE(map.exact(window).sum(), 0.0);
    QCOMPARE(map.overview(window).sum(), 0.0);
    MapWindow backwards = window;
    backwards.end = -1;
    QCOMPARE(map.exact(backwards).sum(), 0.0);
    QCOMPARE(map.exact({}).cells.size(), size_t{0});
  }
};

QTEST_GUILESS_MAIN(AddressMapTest)
#include "address_map_test.moc"
