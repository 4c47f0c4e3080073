// SPDX-License-Identifier: Apache-2.0
// The clock probe on a real GPU.
#include <QtTest>

#include <map>

#include "collector/runtime/cuda/clock_probe.h"
#include "tests/support/gpu_test.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using namespace pstudio::cuda;

class CudaClockProbeGpuTest : public QObject {
  Q_OBJECT

private:
  std::optional<Context> m_context;

private Q_SLOTS:
  void initTestCase() {
    PSTUDIO_NEEDS_CUDA_DEVICE();
    auto driver = Driver::open();
    VERIFY_RESULT(driver);
    auto context = Context::open(*driver, 0);
    VERIFY_RESULT(context);
    m_context.emplace(*context);
  }
  void cleanupTestCase() { m_context.reset(); }

  void everySmIsReadBesideOneTimer() {
    auto stream = Stream::open(*m_context);
    VERIFY_RESULT(stream);
    auto probe = ClockProbe::load(*m_context);
    VERIFY_RESULT(probe);
    std::vector<record::ClockReading> readings;
    for (int round = 0; round < 2; ++round) { // the first one also warms up
      VERIFY_RESULT(probe->clear(*stream));
      stream->forgetMarks();
      VERIFY_RESULT(stream->mark());
      VERIFY_RESULT(probe->queue(*stream, ClockProbe::Set::Before));
      VERIFY_RESULT(stream->mark());
      VERIFY_RESULT(stream->wait({10.0, nullptr}));
      auto read = probe->read(*stream, ClockProbe::Set::Before);
      VERIFY_RESULT(read);
      readings = std::move(*read);
    }
    const auto after = probe->read(*stream, ClockProbe::Set::After);
    VERIFY_RESULT(after);
    QVERIFY(after->empty()); // it was cleared and not queued

    std::map<uint32_t, std::vector<record::ClockPair>> bySm;
    for (const record::ClockReading &reading : readings)
      bySm[reading.hardwareId].push_back(reading.pair);
    QCOMPARE(bySm.size(), size_t{m_context->device().smCount});
    const int64_t tick = timerTickOf(readings).value;
    QVERIFY(tick > 0);
    int64_t longest = 0; // of all SMs' stays in the probe [cycles]
    for (const auto &[sm, pairs] : bySm) {
      QCOMPARE(pairs.size(), size_t{ClockProbe::kReadings});
      for (size_t i = 0; i + 1 < pairs.size(); ++i) {
        QVERIFY(pairs[i].cycles < pairs[i + 1].cycles);
        QVERIFY(pairs[i].time <= pairs[i + 1].time);
        QCOMPARE((pairs[i + 1].time - pairs[i].time).value % tick, int64_t{0});
      }
      QVERIFY2(pairs.front().time < pairs.back().time, "the timer stood still");
      longest = std::max(longest, pairs.back().cycles.value - pairs.front().cycles.value);
    }
    const auto took = stream->between(0, 1);
    VERIFY_RESULT(took);
    qInfo("the timer ticks every %lld ns; the probe took %lld ns, %lld cycles of them "
          "on an SM",
          static_cast<long long>(tick), static_cast<long long>(took->value),
          static_cast<long long>(longest));
    QVERIFY2(took->value < 200'000, "the probe is no small thing");
  }
};

QTEST_GUILESS_MAIN(CudaClockProbeGpuTest)
#include "cuda_clock_probe_gpu_test.moc"
