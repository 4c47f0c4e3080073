// SPDX-License-Identifier: Apache-2.0
// Results of background work: which of them are made and delivered, in which order and on which
// thread.
#include <QtTest>

#include <atomic>
#include <semaphore>

#include "viewer/models/job.h"

using namespace pstudio;

namespace {

constexpr int kLimitMs = 20000;

/// An object with a job that appends its results to a list.
class Owner : public QObject {
public:
  explicit Owner(Job::Order order) : m_job(this, order) {}
  Job &job() { return m_job; }
  void start(int result) {
    m_job.start([result](const std::stop_token &) { return result; },
                [this](int delivered) { results << delivered; });
  }
  /// Work that ends when stop is requested or when `end` is released.
  void startEndless(std::binary_semaphore &begun, std::binary_semaphore &end) {
    m_job.start(
        [&](const std::stop_token &stop) {
          begun.release();
          while (!stop.stop_requested() && !end.try_acquire_for(std::chrono::milliseconds(1))) {
          }
          return -1;
        },
        [this](int delivered) { results << delivered; });
  }

  QList<int> results;

private:
  Job m_job;
};

} // namespace

class JobTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void aResultIsMadeOnAnotherThreadAndDeliveredOnThatOfTheOwner() {
    Owner owner(Job::Order::Latest);
    const std::thread::id here = std::this_thread::get_id();
    std::thread::id made, delivered;
    owner.job().start([](const std::stop_token &) { return std::this_thread::get_id(); },
                      [&](std::thread::id id) {
                        made = id;
                        delivered = std::this_thread::get_id();
                      });
    QVERIFY(owner.job().isRunning());
    QVERIFY(QTest::qWaitFor([&] { return !owner.job().isRunning(); }, kLimitMs));
    QVERIFY(made != here);
    QVERIFY(delivered == here);
  }

  void aNewStartCancelsTheWorkInProgress() {
    std::binary_semaphore begun(0), never(0);
    Owner owner(Job::Order::Latest);
    owner.startEndless(begun, never);
    begun.acquire();
    owner.start(1);
    owner.start(2);
    QVERIFY(QTest::qWaitFor([&] { return !owner.job().isRunning(); }, kLimitMs));
    QCOMPARE(owner.results, QList<int>{2});
  }

  void aCancelledResultIsNotDelivered() {
    Owner owner(Job::Order::Latest);
    owner.start(1);
    owner.job().cancel();
    QVERIFY(!owner.job().isRunning());
    owner.start(2);
    QVERIFY(QTest::qWaitFor([&] { return !owner.job().isRunning(); }, kLimitMs));
    QCOMPARE(owner.results, QList<int>{2});
  }

  void theDestructorCancelsTheWorkInProgress() {
    std::binary_semaphore begun(0), never(0);
    Owner owner(Job::Order::Latest);
    owner.startEndless(begun, never);
    begun.acquire();
  }

  void allResultsAreDeliveredInTheOrderOfTheirStarts() {
    std::binary_semaphore begun(0), end(0);
    Owner owner(Job::Order::All);
    owner.startEndless(begun, end);
    begun.acquire();
    for (int i = 0; i < 5; ++i)
      owner.start(i);
    QVERIFY(owner.results.isEmpty());
    end.release();
    owner.job().wait();
    QVERIFY(!owner.job().isRunning());
    QCOMPARE(owner.results, (QList<int>{-1, 0, 1, 2, 3, 4}));
  }

  void theDestructorMakesAllResults() {
    std::atomic<int> made = 0;
    {
      Owner owner(Job::Order::All);
      for (int i = 0; i < 5; ++i)
        owner.job().start([&made](const std::stop_token &) { return ++made; }, [](int) {});
    }
    QCOMPARE(made.load(), 5);
  }
};

QTEST_MAIN(JobTest)
#include "job_test.moc"
