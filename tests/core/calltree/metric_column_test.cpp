// SPDX-License-Identifier: Apache-2.0
// Recorded and derived metrics of a file whose values are known: those of its two matmul kernels
// are the figures that Triton Proton's own viewer is tested with.
#include <QtTest>

#include <cmath>

#include "core/calltree/device_peaks.h"
#include "core/calltree/hatchet_reader.h"
#include "core/calltree/metric_column.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using namespace pstudio::calltree;

namespace {

constexpr double kNone = -1; // stands for an unknown value

} // namespace

class MetricColumnTest : public QObject {
  Q_OBJECT

private:
  CallTree m_tree; // ROOT, forward, matmul on device 0, matmul on device 1, softmax

  void compare(const char *metric, const char *label, const std::vector<double> &expected) const {
    const Result<MetricColumn> column = metricColumn(m_tree, metric);
    VERIFY_RESULT(column);
    QCOMPARE(column->label, std::string(label));
    QCOMPARE(column->values.size(), expected.size());
    for (size_t i = 0; i < expected.size(); ++i) {
      const double value = column->values[i];
      const bool isEqual = expected[i] == kNone
                               ? std::isnan(value)
                               : std::fabs(value - expected[i]) <= 1e-5 * std::fabs(expected[i]);
      QVERIFY2(isEqual,
               qPrintable(QString("%1 of node %2: %3").arg(metric).arg(i).arg(value, 0, 'g', 9)));
    }
  }

private Q_SLOTS:
  void initTestCase() {
    Result<HatchetFile> file =
        readHatchetFile(PSTUDIO_SOURCE_DIR "/tests/data/hatchet/matmul.hatchet");
    VERIFY_RESULT(file);
    m_tree = cleanedTree(file->tree).tree;
  }

  void launchMetadataAndEmptyScopesAreOmitted() {
    std::vector<std::string> names;
    for (NodeId id = 0; id < m_tree.nodes().size(); ++id)
      names.emplace_back(m_tree.name(id));
    QCOMPARE(names, (std::vector<std::string>{"ROOT", "/home/user/train.py:12@forward",
                                              "matmul_kernel", "matmul_kernel", "softmax_kernel"}));
  }

  void metricsOfTheRootAreInclusive() {
    std::vector<std::string> names;
    for (const RecordedMetric &metric : recordedMetrics(m_tree))
      names.push_back(metric.name + (metric.isInclusive ? " inc" : " exc"));
    QCOMPARE(names, (std::vector<std::string>{"bytes inc", "count inc", "flops8 inc",
                                              "time (ns) inc", "cpu_time (ns) exc"}));
    compare("Time", "time (ns) (inc)", {512000, 409600, 204800, 204800, 102400});
    compare("time (ns)", "time (ns) (inc)", {512000, 409600, 204800, 204800, 102400});
    compare("cpu_time", "cpu_time (ns)", {kNone, 12345, kNone, kNone, kNone});
    compare("bytes", "bytes (inc)", {1.1e8, 1.1e8, 1e8, 1e7, kNone});
  }

  void timesHaveTheUnitThatIsNamed() {
    compare("time/s", "time/s (inc)", {512e-6, 409.6e-6, 204.8e-6, 204.8e-6, 102.4e-6});
    compare("time/ms", "time/ms (inc)", {0.512, 0.4096, 0.2048, 0.2048, 0.1024});
    compare("time/us", "time/us (inc)", {512, 409.6, 204.8, 204.8, 102.4});
    compare("time/ns", "time/ns (inc)", {512000, 409600, 204800, 204800, 102400});
    compare("cpu_time/us", "cpu_time/us (inc)", {kNone, 12.345, kNone, kNone, kNone});
  }

  void meanTimesAreThoseOfALaunch() {
    compare("avg_time/us", "avg_time/us (inc)", {512.0 / 15, 409.6 / 11, 20.48, 204.8, 25.6});
    compare("avg_time/ns", "avg_time/ns (inc)", {512e3 / 15, 409600.0 / 11, 20480, 204800, 25600});
  }

  void ratesAreAmountsByTime() {
    compare("gbyte/s", "gbyte/s (inc)", {214.84375, 268.5546875, 488.28125, 48.828125, kNone});
    compare("byte/s", "byte/s (inc)",
            {2.1484375e11, 2.685546875e11, 4.8828125e11, 4.8828125e10, kNone});
    compare("tflop8/s", "tflop8/s (inc)", {214.84375, 268.5546875, 488.28125, 48.828125, kNone});
  }

  void sharesAreOfTheWhole() {
    compare("time/%", "time/% (inc)", {100, 80, 40, 40, 20});
    compare("cpu_time/%", "cpu_time/%", {kNone, 100, kNone, kNone, kNone});
  }

  void utilisationNeedsAKnownDeviceAndAmount() {
    compare("util", "util", {kNone, kNone, 0.247044, 0.147830, kNone});
  }

  void peaksAreThoseOfTheDevice() {
    const auto device = [](const char *arch) {
      return DeviceProperties{{"arch", std::string(arch)},
                              {"num_sms", int64_t{100}},
                              {"clock_rate", int64_t{2'000'000}},
                              {"bus_width", int64_t{4096}},
                              {"memory_clock_rate", int64_t{1'000'000}}};
    };
    QCOMPARE(peakFlops("CUDA", device("80"), 16), 312e12);
    QCOMPARE(peakFlops("CUDA", device("100"), 8), 16384 * 100 * 2e9);
    QCOMPARE(peakFlops("HIP", device("gfx950"), 32), 8192 * 100 * 2e9 / 4);
    QCOMPARE(peakBytes("HIP", device("gfx90a")), 3.2e12);
    QCOMPARE(peakBytes("CUDA", device("86")), 2 * 4096 * 1e9 / 8);
    QVERIFY(!peakFlops("CUDA", device("86"), 8) && !peakFlops("HIP", device("80"), 8));
    QVERIFY(!peakFlops("CUDA", {{"arch", std::string("90")}}, 8) && !peakBytes("CUDA", {}));
  }

  void whatTheTreeLacksIsAnErrorWithTheMetricsOfTheTree() {
    for (const char *metric : {"cycles", "flop16/s", "cycles/%", "", "avg_cycles/us"}) {
      const Result<MetricColumn> column = metricColumn(m_tree, metric);
      QVERIFY2(!column, metric);
      QVERIFY2(column.error().message.starts_with("unknown metric '"),
               column.error().message.c_str());
      QCOMPARE(column.error().hint,
               std::string("metrics of the tree: bytes, count, flops8, time, cpu_time"));
    }
  }

  void sumsThatAFileNamesAreNotAddedAgain() {
    const Result<HatchetFile> file = readHatchet(
        R"json([{"frame":{"name":"a"},"metrics":{"x (inc)":5,"y (exc)":1},
                 "children":[{"frame":{"name":"b"},"metrics":{"x (inc)":4,"y (exc)":2}}]}])json",
        "input");
    VERIFY_RESULT(file);
    QCOMPARE(metricColumn(file->tree, "x")->values, (std::vector<double>{5, 4}));
    QCOMPARE(metricColumn(file->tree, "y")->values, (std::vector<double>{1, 2}));
  }
};

QTEST_GUILESS_MAIN(MetricColumnTest)
#include "metric_column_test.moc"
