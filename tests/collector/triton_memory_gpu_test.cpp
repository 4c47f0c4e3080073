// SPDX-License-Identifier: Apache-2.0
// Mode `memory` on Triton kernels, whose accesses are inline PTX: as many global accesses of warps,
// and as many bytes, as grid, loops and vector widths make. The kernels are of the folder of shared
// data, "ptx-corpus/triton".
#include <QtTest>

#include <map>

#include "collector/collector.h"
#include "core/access/launch_accesses.h"
#include "tests/collector/run_log.h"
#include "tests/support/gpu_test.h"
#include "tests/support/verify_result.h"

using namespace pstudio;

namespace {

const char *const kFolder = PSTUDIO_SHARED_DATA "/ptx-corpus/triton";

/// Two pointers that Triton adds and these kernels do not use.
const char *const kScratch = R"(,
    { "name": "global_scratch", "scalar": { "dtype": "i64", "value": 0 } },
    { "name": "profile_scratch", "scalar": { "dtype": "i64", "value": 0 } }
  ])";

constexpr uint64_t kHeads = 2, kLength = 512, kHeadSize = 64;
constexpr uint64_t kRows = 37, kPrograms = 8, kColumns = 900;

/// Flash attention: 128 queries a CTA of 8 warps, 64 keys a step.
std::string attentionSpec() {
  const std::string shape = std::to_string(kHeads * kLength) + ", " + std::to_string(kHeadSize);
  const auto buffer = [&](const std::string &name, const std::string &init) {
    return R"({ "name": ")" + name + R"(", "buffer": { "dtype": "f16", "shape": [)" + shape + "]" +
           init + " } },\n";
  };
  const std::string random = R"(, "init": { "random": { "seed": 1 } })";
  return R"({ "kernel": { "file": "2NMYPK.attn_fwd.llir", "function": "attn_fwd" },
  "target": "cuda:sm_90a", "grid": [)" +
         std::to_string(kLength / 128) + ", " + std::to_string(kHeads) +
         R"(], "block": [256], "dynamic_shared_bytes": 98304, "arguments": [
    )" + buffer("Q", random) +
         buffer("K", random) + buffer("V", random) + buffer("O", "") +
         R"({ "name": "scale", "scalar": { "dtype": "f32", "value": 0.125 } },
    { "name": "length", "scalar": { "dtype": "i32", "value": )" +
         std::to_string(kLength) + "} }" + kScratch + "}";
}

/// 1024 columns at once by 4 warps, of which 900 are there; a CTA takes every 8th row.
std::string softmaxSpec() {
  const std::string shape = std::to_string(kRows) + ", " + std::to_string(kColumns);
  return R"({ "kernel": { "file": "K3DX7T.softmax_k.llir", "function": "softmax_k" },
  "target": "cuda:sm_90a", "grid": [)" +
         std::to_string(kPrograms) +
         R"(], "block": [128], "dynamic_shared_bytes": 4096, "arguments": [
    { "name": "out", "buffer": { "dtype": "f32", "shape": [)" +
         shape + R"(] } },
    { "name": "in", "buffer": { "dtype": "f32", "shape": [)" +
         shape + R"(], "init": { "random": { "seed": 1 } } } },
    { "name": "out_stride", "scalar": { "dtype": "i32", "value": 900 } },
    { "name": "in_stride", "scalar": { "dtype": "i32", "value": 900 } },
    { "name": "rows", "scalar": { "dtype": "i32", "value": )" +
         std::to_string(kRows) + R"(} },
    { "name": "columns", "scalar": { "dtype": "i32", "value": )" +
         std::to_string(kColumns) + "} }" + kScratch + "}";
}

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
    if (!QDir(kFolder).exists())
      QSKIP("the folder of shared data is not here");
    if (!isHopper())
      QSKIP("the kernels are of sm_90a");
  }

  void everyGlobalAccessOfATritonKernelIsRecorded_data() {
    QTest::addColumn<QString>("kernel");
    QTest::addColumn<QString>("mode");
    for (const char *kernel : {"attn_fwd", "softmax_k"})
      for (const char *mode : {"memory:slots=65536", "memory:strategy=stream"})
        QTest::addRow("%s %s", kernel, mode) << kernel << mode;
  }
  void everyGlobalAccessOfATritonKernelIsRecorded() {
    QFETCH(const QString, kernel);
    QFETCH(const QString, mode);
    const bool isAttention = kernel == "attn_fwd";
    PSTUDIO_VERIFY_ASSIGN(RunSpec spec,
                          parseRunSpec(isAttention ? attentionSpec() : softmaxSpec(), kFolder));
    PSTUDIO_VERIFY_ASSIGN(spec.mode, InstrumentationMode::parse(mode.toStdString()));
    test::RunLog progress;
    const std::atomic<bool> cancel = false;
    CollectOptions options;
    options.cache = CacheSettings();
    PSTUDIO_VERIFY_ASSIGN(const RunOutcome outcome, collect(spec, progress, cancel, options));
    QVERIFY2(!outcome.failure, outcome.failure ? outcome.failure->toString().c_str() : "");
    const memory::LaunchAccesses *accesses = outcome.trace.launches()[0].accesses.get();
    QVERIFY(accesses != nullptr);
    QCOMPARE(accesses->table.share().dropped, uint64_t{0});
    const auto found = globalTraffic(*accesses);
    const auto expected = isAttention ? attentionTraffic() : softmaxTraffic();
    QVERIFY2(found == expected, "recorded:\n" + textOf(found) + "expected:\n" + textOf(expected));
  }
};

QTEST_GUILESS_MAIN(TritonMemoryGpuTest)
#include "triton_memory_gpu_test.moc"
