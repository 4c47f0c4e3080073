// SPDX-License-Identifier: Apache-2.0
// Mode `memory` on Triton kernels, whose accesses are inline PTX: as many global accesses of warps,
// and as many bytes, as grid, loops and vector widths make. Kernels and
// launches: tests/collector/kernels/triton_*.
#include "tests/collector/gpu/compiled_gpu_test.h"

#include <map>

#include "core/access/launch_accesses.h"
#include "tests/support/gpu_test.h"
#include "tests/support/test_data.h"
#include "tests/support/verify_result.h"

using namespace pstudio;

namespace {

// The shapes of triton_attention.json: 128 queries a CTA of 8 warps, 64 keys a step.
constexpr uint64_t kHeads = 2, kLength = 512, kHeadSize = 64;
// Those of triton_softmax.json: 1024 columns at once by 4 warps, of which 900 are there.
constexpr uint64_t kRows = 37, kColumns = 900;

struct Traffic {
  uint64_t accesses = 0; ///< of warps
  uint64_t bytes = 0;
  bool operator==(const Traffic &) const = default;
};

/// By "load A" or "store O", of the buffer that the first lane's address lies in.
std::map<std::string, Traffic> globalTraffic(const memory::LaunchAccesses &accesses) {
  std::map<std::string, Traffic> traffic;
  const memory::AccessTable &table = accesses.table;
  for (uint64_t i = 0; i < table.size(); ++i) {
    const memory::AccessSite &site = table.sites()[table[i].site];
    if (site.space != memory::AccessSpace::Global)
      continue;
    const memory::LaneAddresses lanes = table.lanesOf(table[i]);
    const uint32_t buffer = accesses.buffers.find(memory::AccessSpace::Global, lanes.address(0));
    const std::string name =
        buffer == memory::BufferMap::kNone ? "outside" : accesses.buffers.buffers()[buffer].name;
    Traffic &found = traffic[(site.kind == memory::AccessKind::Load ? "load " : "store ") + name];
    ++found.accesses;
    found.bytes += uint64_t{lanes.count()} * site.bytesPerLane;
  }
  return traffic;
}

QByteArray textOf(const std::map<std::string, Traffic> &traffic) {
  QByteArray text;
  for (const auto &[name, found] : traffic)
    text += QByteArray::fromStdString(name) + ": " +
            QByteArray::number(qulonglong(found.accesses)) + " accesses, " +
            QByteArray::number(qulonglong(found.bytes)) + " bytes\n";
  return text;
}

std::map<std::string, Traffic> attentionTraffic() {
  const uint64_t ctas = kLength / 128 * kHeads, warps = 8 * ctas, steps = kLength / 64;
  const uint64_t queryBytes = kHeads * kLength * kHeadSize * 2; // each once
  const uint64_t keyBytes = ctas * kLength * kHeadSize * 2;     // each CTA all of its head's
  return {{"load Q", {4 * warps, queryBytes}},
          {"load K", {2 * steps * warps, keyBytes}},
          {"load V", {2 * steps * warps, keyBytes}},
          {"store O", {4 * warps, queryBytes}}};
}

/// Of the eighth 128 columns 4 are there, all of them in the first warp.
std::map<std::string, Traffic> softmaxTraffic() {
  const Traffic each{kRows * (7 * 4 + 1), kRows * kColumns * 4};
  return {{"load in", each}, {"store out", each}};
}

bool isHopper() {
  const auto driver = cuda::Driver::open("libcuda.so.1");
  const auto devices = driver ? (*driver)->devices() : Result<std::vector<cuda::DeviceInfo>>();
  return devices && !devices->empty() && devices->front().major == 9;
}

} // namespace

class TritonMemoryGpuTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void initTestCase() {
    PSTUDIO_NEEDS_CUDA_DEVICE();
    if (!isHopper())
      QSKIP("the kernels are of sm_90a");
  }

  void everyGlobalAccessOfATritonKernelIsRecorded_data() {
    QTest::addColumn<QString>("kernel");
    QTest::addColumn<QString>("mode");
    for (const char *kernel : {"attention", "softmax"})
      for (const char *mode : {"memory:slots=65536", "memory:strategy=stream"})
        QTest::addRow("%s %s", kernel, mode) << kernel << mode;
  }
  void everyGlobalAccessOfATritonKernelIsRecorded() {
    QFETCH(const QString, kernel);
    QFETCH(const QString, mode);
    const QString file = test::testData("tests/collector/kernels/triton_" + kernel + ".json");
    PSTUDIO_VERIFY_ASSIGN(const RunSpec spec, loadRunSpec(file.toStdString()));
    PSTUDIO_VERIFY_ASSIGN(const RunOutcome outcome, test::runInMode(spec, mode.toStdString()));
    QVERIFY2(!outcome.failure, outcome.failure ? outcome.failure->toString().c_str() : "");
    const memory::LaunchAccesses *accesses = outcome.trace.launches()[0].accesses.get();
    QVERIFY(accesses != nullptr);
    QCOMPARE(accesses->table.share().dropped, uint64_t{0});
    const auto found = globalTraffic(*accesses);
    const auto expected = kernel == "attention" ? attentionTraffic() : softmaxTraffic();
    QVERIFY2(found == expected, "recorded:\n" + textOf(found) + "expected:\n" + textOf(expected));
  }
};

int test::runTritonMemoryGpuTest(const QStringList &arguments) {
  TritonMemoryGpuTest tests;
  return QTest::qExec(&tests, arguments);
}

#include "triton_memory_gpu_test.moc"
