// SPDX-License-Identifier: Apache-2.0
// Work on several threads: everything is done once, results come in order, and stopping stops.
#include <QtTest>

#include <numeric>

#include "core/base/parallel.h"

using namespace pstudio;

class ParallelTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void everyIndexIsWorkedOnOnce() {
    for (const unsigned threads : {0u, 1u, 2u, 9u})
      for (const size_t count : {size_t{0}, size_t{1}, size_t{2}, size_t{1000}}) {
        std::vector<int> done(count, 0);
        parallelFor(count, threads, [&](size_t i) { ++done[i]; });
        QVERIFY(std::ranges::all_of(done, [](int times) { return times == 1; }));
      }
  }

  void resultsAreTakenInOrder() {
    for (const unsigned threads : {1u, 2u, 3u, 9u}) {
      std::vector<size_t> taken;
      orderedPipeline(
          500, threads, [] { return [](size_t i) { return i * i; }; },
          [&](size_t i, size_t result) {
            taken.push_back(i);
            return result == i * i;
          });
      std::vector<size_t> expected(500);
      std::iota(expected.begin(), expected.end(), size_t{0});
      QCOMPARE(taken, expected);
    }
  }

  void noMoreThanTwiceTheThreadsAreAhead() {
    std::atomic<size_t> made{0};
    size_t taken = 0;
    orderedPipeline(
        300, 3, [&] { return [&](size_t i) { return ++made, i; }; },
        [&](size_t, size_t) {
          // The window moves when a result is fetched, just before it is taken.
          const bool isBounded = made <= ++taken + 6;
          return isBounded;
        });
    QCOMPARE(taken, size_t{300});
  }

  void nothingIsTakenAfterAStop() {
    for (const unsigned threads : {1u, 4u}) {
      size_t taken = 0;
      orderedPipeline(
          1000, threads, [] { return [](size_t i) { return i; }; },
          [&](size_t i, size_t) {
            ++taken;
            return i < 9;
          });
      QCOMPARE(taken, size_t{10});
    }
  }

  void eachThreadHasAWorkerOfItsOwn() {
    std::atomic<int> workers{0};
    orderedPipeline(
        200, 4,
        [&] {
          ++workers;
          return [at = std::thread::id()](size_t) mutable {
            if (at == std::thread::id())
              at = std::this_thread::get_id();
            return at == std::this_thread::get_id();
          };
        },
        [&](size_t, bool isSame) { return isSame; });
    QVERIFY(workers >= 1 && workers <= 4);
  }
};

QTEST_GUILESS_MAIN(ParallelTest)
#include "parallel_test.moc"
