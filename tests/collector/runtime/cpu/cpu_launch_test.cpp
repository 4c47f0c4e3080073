// SPDX-License-Identifier: Apache-2.0
// Early ends of a launch: faults, divergent barriers, time limits, cancellation, impossible shapes.
#include <atomic>
#include <chrono>
#include <thread>

#include <QtTest>

#include "tests/collector/hand_written_launch.h"

using namespace pstudio;
using namespace pstudio::cpu;
using namespace pstudio::cpu::test;

namespace {

/// The code that the code generator inserts at the back edge of a loop.
void pollAt(ThreadContext &thread, uint32_t site) {
  if (thread.stop->load(std::memory_order_relaxed) != 0) {
    thread.position = site;
    calls::stopped(&thread);
  }
}

QString messageOf(const Result<LaunchResult> &result) {
  return result ? QString() : QString::fromStdString(result.error().toString());
}

} // namespace

class CpuLaunchTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void divergentBarrierNamesBothSitesAndHowManyThreadsWaitThere() {
    HandWrittenKernel kernel(
        [](ThreadContext &thread) { barrierAt(thread, thread.threadId[0] < 12 ? 1 : 2); });
    const auto result = launch(kernel.request(1, 128));
    QVERIFY(!result);
    QVERIFY(result.error().code == ErrorCode::RunFailed);
    const QString message = messageOf(result);
    QVERIFY2(message.contains("divergent barrier"), qPrintable(message));
    QVERIFY2(message.contains("12 threads wait at the barrier at k.mlir:1:1"), qPrintable(message));
    QVERIFY2(message.contains("116 threads wait at the barrier at k.mlir:2:1"),
             qPrintable(message));
  }

  void faultOfTheLowestCtaIsReportedAndStopsAll() {
    for (uint32_t workers : {1u, 2u, 4u}) {
      HandWrittenKernel kernel([](ThreadContext &thread) {
        if (thread.blockId[0] == 3)
          calls::accessFault(&thread, nullptr, 0, 4, 0);
      });
      kernel.map().accesses.push_back({ObjectKind::Unknown, 0, 4, true, false, "k.mlir:9:3"});
      LaunchRequest request = kernel.request(100, 8);
      request.workers = workers;
      const auto result = launch(request);
      QVERIFY(!result);
      QCOMPARE(QString::fromStdString(result.error().where), QString("k.mlir:9:3"));
      QVERIFY2(messageOf(result).contains("thread (0,0,0) of CTA (3,0,0)"),
               qPrintable(messageOf(result)));
    }
  }

  void endlessLoopEndsAtItsTimeLimitAndSaysWhereTheThreadsAre() {
    HandWrittenKernel kernel(
        [](ThreadContext &thread) {
          if (thread.threadId[0] < 3)
            return barrierAt(thread, 1);
          for (;;)
            pollAt(thread, 2);
        },
        3, SiteKind::Loop);
    LaunchRequest request = kernel.request(1, 4);
    request.timeLimitSeconds = 0.1;
    const auto result = launch(request);
    QVERIFY(!result);
    QVERIFY(result.error().code == ErrorCode::RunFailed);
    const QString message = messageOf(result);
    QVERIFY2(message.contains("time limit of 0.1 s"), qPrintable(message));
    QVERIFY2(message.contains("1 thread is in the loop at k.mlir:2:1"), qPrintable(message));
  }

  /// A CTA without a loop cannot be stopped; the launch does not begin the remaining CTAs.
  void aTimeLimitBetweenTwoCtasIsNoSuccess() {
    HandWrittenKernel kernel(
        // Two CTAs take longer than the limit, one does not have to.
        [](ThreadContext &) { std::this_thread::sleep_for(std::chrono::milliseconds(30)); });
    LaunchRequest request = kernel.request(100, 1);
    request.workers = 1;
    request.timeLimitSeconds = 0.05;
    const auto result = launch(request);
    QVERIFY(!result);
    QVERIFY(result.error().code == ErrorCode::RunFailed);
    QVERIFY2(messageOf(result).contains("time limit of 0.05 s; between two CTAs"),
             qPrintable(messageOf(result)));
  }

  void cancelEndsALaunchWithinAHundredMilliseconds() {
    std::atomic<bool> isRunning{false};
    HandWrittenKernel kernel([&isRunning](ThreadContext &thread) {
      isRunning = true;
      isRunning.notify_all();
      for (;;)
        pollAt(thread, 1);
    });
    std::atomic<bool> cancel{false};
    LaunchRequest request = kernel.request(4, 32);
    request.cancel = &cancel;
    std::chrono::steady_clock::time_point pressed;
    std::jthread button([&] {
      isRunning.wait(false);
      pressed = std::chrono::steady_clock::now();
      cancel = true;
    });
    const auto result = launch(request);
    const auto took = std::chrono::steady_clock::now() - pressed;
    QVERIFY(!result);
    QVERIFY(result.error().code == ErrorCode::Cancelled);
    // 100 ms on an idle machine; the machine of the tests may be busy.
    QVERIFY(took < std::chrono::milliseconds(1000));
  }

  void impossibleShapesAreRejected() {
    HandWrittenKernel kernel([](ThreadContext &) {});
    QVERIFY(messageOf(launch(kernel.request(1, 1025))).contains("1025 threads"));
    QVERIFY(messageOf(launch(kernel.request(1, 0))).contains("0 threads"));
    QVERIFY(messageOf(launch(kernel.request(0, 1))).contains("grid"));
    LaunchRequest greedy = kernel.request(1, 1);
    greedy.dynamicSharedBytes = 1 << 20;
    QVERIFY(messageOf(launch(greedy)).contains("1048576 bytes of shared memory"));
  }

  void progressEndsUpNearOneAndNeverFalls() {
    HandWrittenKernel kernel([](ThreadContext &thread) {
      if (thread.threadId[0] == 0)
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    });
    std::vector<double> seen;
    LaunchRequest request = kernel.request(40, 2);
    request.progress = [&](double done) { seen.push_back(done); };
    QVERIFY(launch(request));
    QVERIFY(!seen.empty());
    QVERIFY(std::is_sorted(seen.begin(), seen.end()));
    QVERIFY(seen.front() >= 0.0 && seen.back() <= 1.0);
  }

  void unwrittenSharedMemoryIsNotZero() {
    std::byte seen{};
    HandWrittenKernel kernel([&](ThreadContext &thread) { seen = thread.shared[5]; });
    LaunchRequest request = kernel.request(1, 1);
    request.dynamicSharedBytes = 16;
    QVERIFY(launch(request));
    QCOMPARE(seen, std::byte{0xff});
  }
};

QTEST_GUILESS_MAIN(CpuLaunchTest)
#include "cpu_launch_test.moc"
