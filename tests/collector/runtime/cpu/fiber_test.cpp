// SPDX-License-Identifier: Apache-2.0
// Fibers: switching, reuse, isolation of stacks.
#include "collector/runtime/cpu/fiber.h"

#include <csignal>
#include <cstring>

#include <QtTest>

#include <sys/wait.h>
#include <unistd.h>

using pstudio::cpu::Fiber;
using pstudio::cpu::FiberStacks;

namespace {

constexpr size_t kStackBytes = 256 * 1024;

struct Counter {
  Fiber *fiber = nullptr;
  int steps = 0;
  int rounds = 0;
};

void countThreeSteps(void *argument) {
  auto &counter = *static_cast<Counter *>(argument);
  for (int i = 0; i < 3; ++i) {
    ++counter.steps;
    counter.fiber->suspend();
  }
  ++counter.rounds;
}

/// Recursion that the compiler cannot turn into a loop.
int descend(int depth) {
  volatile char frame[1024];
  std::memset(const_cast<char *>(frame), depth, sizeof frame);
  return depth == 0 ? frame[0] : descend(depth - 1) + frame[17];
}

void overflow(void *argument) {
  *static_cast<int *>(argument) = descend(1 << 20);
}

} // namespace

class FiberTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void bodyRunsStepByStepAndStartsAgainAfterItsReturn() {
    auto stacks = FiberStacks::allocate(1, kStackBytes);
    QVERIFY(stacks);
    Counter counter;
    Fiber fiber(stacks->bottom(0), stacks->stackBytes(), &countThreeSteps, &counter);
    counter.fiber = &fiber;
    QCOMPARE(counter.steps, 0);
    for (int expected = 1; expected <= 3; ++expected) {
      fiber.resume();
      QCOMPARE(counter.steps, expected);
    }
    fiber.resume(); // returns
    QCOMPARE(counter.rounds, 1);
    fiber.resume(); // begins anew
    QCOMPARE(counter.steps, 4);
  }

  void manyFibersKeepTheirLocalsApart() {
    constexpr size_t kCount = 1000;
    auto stacks = FiberStacks::allocate(kCount, kStackBytes);
    QVERIFY(stacks);
    std::vector<Counter> counters(kCount);
    std::vector<std::unique_ptr<Fiber>> fibers;
    for (size_t i = 0; i < kCount; ++i) {
      fibers.push_back(std::make_unique<Fiber>(stacks->bottom(i), stacks->stackBytes(),
                                               &countThreeSteps, &counters[i]));
      counters[i].fiber = fibers.back().get();
    }
    // Fiber i is resumed i mod 4 times, interleaved.
    for (size_t round = 0; round < 3; ++round)
      for (size_t i = 0; i < kCount; ++i)
        if (round < i % 4)
          fibers[i]->resume();
    for (size_t i = 0; i < kCount; ++i)
      QCOMPARE(counters[i].steps, int(i % 4));
  }

  void floatingPointSurvivesASwitch() {
    auto stacks = FiberStacks::allocate(1, kStackBytes);
    QVERIFY(stacks);
    struct Sum {
      Fiber *fiber = nullptr;
      double value = 0;
    } sum;
    Fiber fiber(
        stacks->bottom(0), stacks->stackBytes(),
        [](void *argument) {
          auto &s = *static_cast<Sum *>(argument);
          double total = 0;
          for (int i = 1; i <= 10; ++i) {
            total += 1.0 / i;
            s.fiber->suspend();
          }
          s.value = total;
        },
        &sum);
    sum.fiber = &fiber;
    double mine = 0;
    for (int i = 1; i <= 11; ++i) {
      fiber.resume();
      mine += i <= 10 ? 1.0 / i : 0;
    }
    QCOMPARE(sum.value, mine);
  }

  void stackOverflowEndsTheProcessAtOnce() {
    const pid_t child = fork();
    QVERIFY(child >= 0);
    if (child == 0) {
      // The sanitizer would print a report; the plain signal is what counts here.
      std::signal(SIGSEGV, SIG_DFL);
      std::signal(SIGBUS, SIG_DFL);
      auto stacks = FiberStacks::allocate(2, kStackBytes);
      int result = 0;
      Fiber fiber(stacks->bottom(1), stacks->stackBytes(), &overflow, &result);
      fiber.resume();
      _exit(0);
    }
    int status = 0;
    QCOMPARE(waitpid(child, &status, 0), child);
    QVERIFY2(WIFSIGNALED(status), "the overflow went unnoticed");
    QCOMPARE(WTERMSIG(status), SIGSEGV);
  }
};

QTEST_GUILESS_MAIN(FiberTest)
#include "fiber_test.moc"
