// SPDX-License-Identifier: Apache-2.0
// Properties of the row layout on random input, against a slow reference.
#include <QtTest>

#include <algorithm>
#include <random>

#include "core/trace/row_layout.h"

using namespace pstudio;

namespace {

std::vector<RowLayoutSlice> randomSlices(std::mt19937_64 &random, size_t count, int64_t span) {
  std::vector<RowLayoutSlice> slices(count);
  for (RowLayoutSlice &s : slices) {
    s.begin = static_cast<int64_t>(random() % static_cast<uint64_t>(span));
    s.end = s.begin + static_cast<int64_t>(random() % 40);
  }
  std::sort(slices.begin(), slices.end(), [](const auto &a, const auto &b) {
    return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
  });
  return slices;
}

/// The number of slices that need a lane at the worst moment: no layout can use fewer.
size_t mostAtOnce(const std::vector<RowLayoutSlice> &slices) {
  size_t most = 0;
  for (const RowLayoutSlice &at : slices) {
    const auto open = std::count_if(slices.begin(), slices.end(), [&](const RowLayoutSlice &s) {
      return s.begin <= at.begin && s.end > at.begin;
    });
    const size_t itself =
        at.end == at.begin ? 1 : 0; // without length it still needs a lane to stand on
    most = std::max(most, static_cast<size_t>(open) + itself);
  }
  return most;
}

bool rowsNeverOverlap(const std::vector<RowLayoutSlice> &slices, uint32_t rowCount) {
  std::vector<int64_t> rowEnd(rowCount, INT64_MIN);
  for (const RowLayoutSlice &s : slices) {
    if (s.row >= rowCount || rowEnd[s.row] > s.begin)
      return false;
    rowEnd[s.row] = s.end;
  }
  return true;
}

} // namespace

class RowLayoutTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void lanesNeverOverlapAndAreAsFewAsPossible() {
    for (uint64_t seed = 1; seed <= 200; ++seed) {
      std::mt19937_64 random(seed);
      auto slices = randomSlices(random, 60, 150);
      const uint32_t lanes = layOutLanes(slices);
      QVERIFY2(rowsNeverOverlap(slices, lanes), qPrintable(QString("seed %1").arg(seed)));
      const size_t needed = std::max<size_t>(mostAtOnce(slices), 1);
      QVERIFY2(
          lanes == needed,
          qPrintable(QString("seed %1: %2 lanes, %3 needed").arg(seed).arg(lanes).arg(needed)));
    }
  }

  void nestedRowsNeverOverlapAndChildrenLieBelowTheirParents() {
    for (uint64_t seed = 1; seed <= 200; ++seed) {
      std::mt19937_64 random(seed);
      auto slices = randomSlices(random, 80, 300);
      const uint32_t rows = layOutNested(slices);
      const QString where = QString("seed %1").arg(seed);
      QVERIFY2(rowsNeverOverlap(slices, rows), qPrintable(where));
      for (const RowLayoutSlice &s : slices) {
        if (s.parent == RowLayoutSlice::kNone)
          continue;
        const RowLayoutSlice &parent = slices[s.parent];
        QVERIFY2(parent.row < s.row, qPrintable(where));
        QVERIFY2(parent.begin <= s.begin && parent.end >= s.end, qPrintable(where));
      }
    }
  }

  void properlyNestedInputIsNeverCalledCrossing() {
    std::vector<RowLayoutSlice> slices{{0, 100}, {0, 50}, {0, 10}, {10, 50}, {50, 100}, {60, 60}};
    QCOMPARE(layOutNested(slices), 3u);
    QVERIFY(std::none_of(slices.begin(), slices.end(), [](const auto &s) { return s.crossing; }));
    QCOMPARE(slices[3].parent, 1u);
    QCOMPARE(slices[5].parent, 4u);
  }

  void treesOfLanesStayTogether() {
    // Two requests that overlap, each with two levels below it, and an operation without children.
    std::vector<RowLayoutSlice> slices{{0, 100},    {5, 90, 0},  {10, 60}, {12, 50, 2},
                                       {20, 40, 3}, {30, 35, 1}, {70, 80}, {100, 110}};
    QCOMPARE(layOutLanes(slices), 6u);
    std::vector<uint32_t> rows;
    for (const RowLayoutSlice &slice : slices)
      rows.push_back(slice.row);
    QCOMPARE(rows, (std::vector<uint32_t>{0, 1, 3, 4, 5, 2, 3, 0}));
    QCOMPARE(slices[4].parent, 3u);
  }

  void lanesOfRandomTreesNeverOverlap() {
    for (uint64_t seed = 1; seed <= 200; ++seed) {
      std::mt19937_64 random(seed);
      auto slices = randomSlices(random, 80, 300);
      for (uint32_t i = 1; i < slices.size(); ++i)
        if (random() % 2 == 0)
          slices[i].parent = static_cast<uint32_t>(random() % i);
      const uint32_t lanes = layOutLanes(slices);
      QVERIFY2(rowsNeverOverlap(slices, lanes), qPrintable(QString("seed %1").arg(seed)));
      for (const RowLayoutSlice &s : slices)
        QVERIFY(s.parent == RowLayoutSlice::kNone || slices[s.parent].row < s.row);
    }
  }

  void knownParentsDecideWhateverTheTimes() {
    RowLayoutSlice root{0, 10}, other{2, 12}, child{3, 14};
    root.isRoot = other.isRoot = true;
    child.parent = 0;
    std::vector<RowLayoutSlice> slices{root, other, child};
    QCOMPARE(layOutNested(slices), 3u);
    QCOMPARE(slices[1].parent, RowLayoutSlice::kNone);
    QCOMPARE(slices[2].parent, 0u);
    QVERIFY(slices[2].crossing && slices[0].crossing && !slices[1].crossing);
  }

  void aHundredThousandTreesOfLanesStayCheap() {
    std::vector<RowLayoutSlice> slices;
    for (uint32_t i = 0; i < 50'000; ++i) {
      slices.push_back({i, i + 100'000});
      slices.push_back({i, i + 50'000, 2 * i});
    }
    QCOMPARE(layOutLanes(slices), 100'000u);
  }

  void aHundredThousandMutuallyCrossingSlicesStayCheap() {
    std::vector<RowLayoutSlice> slices(100'000);
    for (size_t i = 0; i < slices.size(); ++i)
      slices[i] = {static_cast<int64_t>(i), static_cast<int64_t>(i + slices.size())};
    QCOMPARE(layOutNested(slices),
             100'000u); // a quadratic layout would run into the test's time limit
  }
};

QTEST_GUILESS_MAIN(RowLayoutTest)
#include "row_layout_test.moc"
