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

  void everySmIsReadAtTicksOfOneTimer() {
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
    int64_t widest = 0; // cycles between the readings at a tick's two sides
    for (const auto &[sm, pairs] : bySm) {
      QVERIFY2(pairs.size() >= 2 * ClockProbe::kTicks, std::to_string(sm).c_str());
      for (size_t i = 0; i + 1 < pairs.size(); i += 2) {
        QVERIFY(pairs[i].cycles < pairs[i + 1].cycles);
        QCOMPARE((pairs[i + 1].time - pairs[i].time).value % tick, int64_t{0});
        QVERIFY(pairs[i].time < pairs[i + 1].time);
        widest = std::max(widest, pairs[i + 1].cycles.value - pairs[i].cycles.value);
      }
    }
    const auto took = stream->between(0, 1);
    VERIFY_RESULT(took);
    qInfo("the timer ticks every %lld ns; the probe took %lld ns; readings at most %lld cycles "
          "apart around a tick",
          static_cast<long long>(tick), static_cast<long long>(took->value),
          static_cast<long long>(widest));
    QVERIFY2(took->value < 200'000, "the probe is no small thing");
  }
};

QTEST_GUILESS_MAIN(CudaClockProbeGpuTest)
#include "cuda_clock_probe_gpu_test.moc"
