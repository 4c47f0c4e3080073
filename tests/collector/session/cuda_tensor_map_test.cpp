// SPDX-License-Identifier: Apache-2.0
// Tensor maps and kinds of launches on a driver without a GPU: the calls of the driver, the
// arguments and number of launches, and requests that are rejected before a launch.
#include <QTemporaryDir>
#include <QtTest>

#include <cstring>
#include <fstream>

#include "collector/runtime/cuda/tensor_map.h"
#include "collector/session/targets/cpu_target.h"
#include "collector/session/targets/cuda_device.h"
#include "collector/session/targets/cuda_target.h"
#include "collector/session/live/live_kernels.h"
#include "collector/session/run/run_session.h"
#include "core/access/launch_accesses.h"
#include "tests/collector/session/run_log.h"
#include "tests/collector/simulated_gpu.h"
#include "tests/support/access_sets.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using namespace pstudio::cuda;
using namespace pstudio::test;

namespace {

/// Takes one map by value, one by address, and the result.
const char *const kCopy = R"(gpu.module @kernels {
  gpu.func @copy(%m: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, llvm.align = 64 : i64},
                 %p: !llvm.ptr, %C: memref<64xf32>) kernel {
    proton.record start "work"
    proton.record end "work"
    gpu.return
  }
  gpu.func @matrix(%m: !nvgpu.tensormap.descriptor<tensor = memref<8x64xf32, 3>, swizzle = none,
                   l2promo = none, oob = zero, interleave = none>, %C: memref<64xf32>) kernel {
    gpu.return
  }
  gpu.func @tiles(%m: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, llvm.align = 64 : i64},
                  %C: memref<64xf32>) kernel {
    %x = arith.constant 24 : i32
    %y = arith.constant 60 : i32
    %s = llvm.mlir.zero : !llvm.ptr<3>
    nvvm.cp.async.bulk.tensor.global.shared.cta %m, %s, box[%x, %y] : !llvm.ptr, !llvm.ptr<3>, i32, i32
    gpu.return
  }
  gpu.func @plain(%C: memref<64xf32>) kernel {
    gpu.return
  }
}
)";

TensorMapRequest matrixAt(uint64_t address) {
  TensorMapRequest request;
  request.address = address;
  request.dataType = CuTensorMapDataType::Bfloat16;
  request.rank = 2;
  request.extents = {64, 32, 0, 0, 0};
  request.strideBytes = {256, 0, 0, 0};
  request.box = {64, 8, 0, 0, 0};
  request.elementStrides = {1, 2, 0, 0, 0};
  request.swizzle = CuTensorMapSwizzle::Bytes128;
  request.l2Promotion = CuTensorMapL2Promotion::Bytes256;
  request.fill = CuTensorMapFill::Nan;
  return request;
}

uint64_t wordOf(std::span<const std::byte> bytes) {
  uint64_t word = 0;
  std::memcpy(&word, bytes.data(), sizeof word);
  return word;
}

} // namespace

class CudaTensorMapTest : public QObject {
  Q_OBJECT

private:
  QTemporaryDir m_folder;
  FakeCuda *m_fake = nullptr;
  SimulatedGpu m_gpu;
  RunLog m_log;

  RunSpec spec(const std::string &function = "copy") const {
    RunSpec spec;
    spec.path = "spec.json";
    spec.kernelFile = m_folder.filePath("copy.mlir").toStdString();
    spec.function = function;
    spec.target = "cuda:sm_90a";
    spec.block = {64, 1, 1};
    spec.mode.enabled = false;
    spec.timeLimitSeconds = 0.2;
    const TensorMapArgument map{"T", {8, 32}, {16, 64}, {128, 1}, {}, TensorSwizzle::Bytes128,
                                {},  {},      {}};
    if (function == "copy" || function == "tiles")
      spec.arguments.push_back({"byValue", map});
    TensorMapArgument second = map;
    second.box = {8, 64};
    second.swizzle = TensorSwizzle::None;
    if (function == "copy" || function == "matrix")
      spec.arguments.push_back({"other", second});
    spec.arguments.push_back({"C", BufferArgument{DType::F32, {64}, ZerosInit{}}});
    spec.buffers.push_back({"T", {DType::F32, {16, 128}, IotaInit{}}});
    return spec;
  }
  Result<RunOutcome> run(const RunSpec &spec) {
    return runSession(spec, *makeCudaTarget(spec, {"sm_90a", pathOf(FakeLibrary::Whole)}), m_log,
                      std::atomic<bool>(false));
  }
  Result<RunOutcome> runOnCpu(const RunSpec &spec) {
    return runSession(spec, *makeCpuTarget(spec), m_log, std::atomic<bool>(false));
  }
  /// The record of lane 0 of warp 0 for a tile at row 12, column 40, at byte 4096 of shared memory
  /// after the part that the driver reserves.
  std::vector<std::byte> recordOfTile() const {
    record::Record copy;
    copy.kind = record::Kind::MemoryAccess;
    copy.partial = true;
    copy.laneMask = 1;
    const int64_t begin = m_gpu.cycleNow();
    copy.clock = static_cast<uint32_t>(begin + 100);
    BlockEmitter block(2, 16);
    block.units[0].access(copy,
                          std::vector<record::LaneAddress>{{4096 + 1024, 0}, {40, 0}, {12, 0}});
    block.beginCycle = uint64_t(begin);
    block.beginTime = SimulatedGpu::timeOf(begin);
    block.endCycle = uint64_t(begin + 2000);
    block.endTime = SimulatedGpu::timeOf(begin + 2000);
    std::vector<std::byte> blocks;
    block.appendTo(blocks);
    return blocks;
  }
  void expectRejection(const RunSpec &spec, ErrorCode code, const char *text, const char *where) {
    const auto outcome = run(spec);
    QVERIFY(!outcome);
    QVERIFY2(textOf(outcome.error()).contains(text), qPrintable(textOf(outcome.error())));
    QCOMPARE(outcome.error().code, code);
    QCOMPARE(outcome.error().where, std::string(where));
    QCOMPARE(std::ranges::count(m_fake->launches, "copy", &FakeLaunch::kernel), 0);
    QCOMPARE(offencesOf(*m_fake), std::string());
  }

private Q_SLOTS:
  void initTestCase() {
    QVERIFY(m_folder.isValid());
    std::ofstream(m_folder.filePath("copy.mlir").toStdString()) << kCopy;
  }
  void init() {
    m_fake = &freshFakeCuda();
    m_gpu = SimulatedGpu();
    m_log = RunLog();
    const std::map<int, int> attributes{{0, 1024}, {4, 24}};
    m_fake->kernels = {kernelsOfSimulatedGpu().front(),
                       {"copy", attributes, {128, 8, 8}},
                       {"matrix", attributes, {128, 8}},
                       {"tiles", attributes, {128, 8, 8}},
                       {"plain", attributes, {8}}};
    m_fake->body = [this](const FakeLaunch &launch, FakeMemory &memory) {
      if (launch.kernel == "pstudio_clock_probe")
        m_gpu.run(launch, memory);
    };
  }

  void theDriverIsAskedForWhatTheRequestSays() {
    const Context context = openContext();
    const auto map = encodeTensorMap(context, matrixAt(0x10000));
    VERIFY_RESULT(map);
    QCOMPARE(m_fake->tensorMaps.size(), size_t{1});
    const FakeTensorMap &asked = m_fake->tensorMaps.front();
    QCOMPARE(asked.dataType, 9);
    QCOMPARE(asked.address, uint64_t{0x10000});
    QVERIFY((asked.extents == std::vector<uint64_t>{64, 32}));
    QVERIFY((asked.strideBytes == std::vector<uint64_t>{256}));
    QVERIFY((asked.box == std::vector<unsigned>{64, 8}));
    QVERIFY((asked.elementStrides == std::vector<unsigned>{1, 2}));
    QVERIFY((asked.modes == std::array<int, 4>{0, 3, 3, 1}));
    QCOMPARE(wordOf(map->bytes), uint64_t{1});
    QCOMPARE(offencesOf(*m_fake), std::string());
  }

  void aMapIsEncodedOnceForEachAddressAndBox() {
    const Context context = openContext();
    TensorMapCache cache;
    const auto first = cache.find(context, matrixAt(0x10000));
    VERIFY_RESULT(first);
    QCOMPARE(*cache.find(context, matrixAt(0x10000)), *first);
    TensorMapRequest other = matrixAt(0x10000);
    other.box[1] = 4;
    VERIFY_RESULT(cache.find(context, other));
    VERIFY_RESULT(cache.find(context, matrixAt(0x20000)));
    QCOMPARE(m_fake->tensorMaps.size(), size_t{3});
    QCOMPARE(cache.size(), size_t{3});
  }

  void misalignedMemoryIsRejectedBeforeTheDriver() {
    const Context context = openContext();
    VERIFY_CONTAINS(messageOf(encodeTensorMap(context, matrixAt(0x10008))),
                    "begins 8 bytes after a multiple of 16");
    TensorMapRequest interleaved = matrixAt(0x10010);
    interleaved.interleave = CuTensorMapInterleave::Bytes32;
    const auto map = encodeTensorMap(context, interleaved);
    QCOMPARE(map.error().code, ErrorCode::InvalidInput);
    VERIFY_CONTAINS(messageOf(map), "begins 16 bytes after a multiple of 32");
    QVERIFY(m_fake->tensorMaps.empty());
  }

  void whatTheDriverRejectsIsToldWithAllOfTheRequest() {
    const Context context = openContext();
    m_fake->failNext["cuTensorMapEncodeTiled"] = 1;
    const auto map = encodeTensorMap(context, matrixAt(0x10000));
    QCOMPARE(map.error().code, ErrorCode::InvalidInput);
    VERIFY_CONTAINS(messageOf(map), "encoding a tensor map: cuTensorMapEncodeTiled failed");
    VERIFY_CONTAINS(messageOf(map), "extents 64 x 32, strides 256 bytes, box 64 x 8");
    QVERIFY(!context.isLost());
  }

  void devicesAndDriversWithoutTensorMapsSaySo() {
    m_fake->devices = {fakeA100()};
    const auto onOlder = encodeTensorMap(openContext(), matrixAt(0x10000));
    QCOMPARE(onOlder.error().code, ErrorCode::Unsupported);
    VERIFY_CONTAINS(messageOf(onOlder), "NVIDIA A100 (compute capability 8.0) has no tensor maps");
    freshFakeCuda(FakeLibrary::Old).version = 11020;
    const auto byOlder = encodeTensorMap(openContext(FakeLibrary::Old), matrixAt(0x10000));
    QCOMPARE(byOlder.error().code, ErrorCode::Unsupported);
    VERIFY_CONTAINS(messageOf(byOlder), "the driver (CUDA 11.2) has no tensor maps");
    VERIFY_CONTAINS(messageOf(byOlder), "CUDA 12.0 or newer");
  }

  void argumentsHaveTheKindOfTheirParameter() {
    const Context context = openContext();
    Stream stream = openStream(context);
    const LoadedKernel copy = loadKernel(context, "copy");
    ArgumentBlock wrongWay;
    wrongWay.addWord(1);
    wrongWay.addTensorMap({});
    wrongWay.addWord(2);
    VERIFY_CONTAINS(messageOf(cuda::launch(stream, copy.kernel, {}, wrongWay)),
                    "parameter 0 takes 128 bytes: a tensor map has to be given there");
    ArgumentBlock twoMaps;
    twoMaps.addTensorMap({});
    twoMaps.addTensorMap({});
    twoMaps.addWord(2);
    VERIFY_CONTAINS(messageOf(cuda::launch(stream, copy.kernel, {}, twoMaps)),
                    "parameter 1 takes 8 bytes, a tensor map by value has 128");
    QVERIFY(m_fake->launches.empty());
  }

  void aRunPassesItsMapsByValueAndByAddress() {
    RunSpec twice = spec();
    twice.repeat = 2;
    VERIFY_RESULT(run(twice));
    QCOMPARE(offencesOf(*m_fake), std::string());
    QCOMPARE(m_fake->tensorMaps.size(), size_t{2}); // not for each launch
    std::vector<FakeLaunch> launches;
    std::ranges::copy_if(m_fake->launches, std::back_inserter(launches),
                         [](const FakeLaunch &launch) { return launch.kernel == "copy"; });
    QCOMPARE(launches.size(), size_t{2});
    QVERIFY(launches[0].parameters[0] == launches[1].parameters[0]);
    QCOMPARE(launches[0].parameters[0].size(), size_t{128});
    QCOMPARE(wordOf(launches[0].parameters[0]), uint64_t{1}); // the first map itself
    const FakeTensorMap &first = m_fake->tensorMaps[0];
    QCOMPARE(first.dataType, 7);
    QVERIFY((first.extents == std::vector<uint64_t>{64, 16}));
    QVERIFY((first.strideBytes == std::vector<uint64_t>{512}));
    QVERIFY((first.box == std::vector<unsigned>{32, 8}));
    QCOMPARE(m_fake->tensorMaps[1].address, first.address);
    QVERIFY(launches[0].arguments[1] != first.address); // the address of a copy
  }

  void whatInstrumentationAddsComesBehindTheMaps() {
    m_fake->kernels[1].parameterBytes = {128, 8, 8, 8};
    RunSpec recorded = spec();
    recorded.mode = InstrumentationMode();
    recorded.mode.slotsPerUnit = 16;
    static_cast<void>(run(recorded)); // the simulated kernel writes no records
    const auto launch = std::ranges::find(m_fake->launches, "copy", &FakeLaunch::kernel);
    QVERIFY(launch != m_fake->launches.end());
    QCOMPARE(launch->parameters.size(), size_t{4});
    QCOMPARE(wordOf(launch->parameters[0]), uint64_t{1});
    QVERIFY(launch->arguments[3] != 0 && launch->arguments[3] != launch->arguments[2]);
    QCOMPARE(offencesOf(*m_fake), std::string());
  }

  /// Of the map T[16, 64] in rows of 128: a tile of 8 x 32 at row 12, column 40.
  void recordedCopiesAreRowsOfTheBufferThatTheMapLooksAt() {
    m_fake->body = [this](const FakeLaunch &launch, FakeMemory &memory) {
      if (launch.kernel == "tiles")
        memory.at(launch.arguments[2]) = recordOfTile();
      else
        m_gpu.run(launch, memory);
    };
    RunSpec recorded = spec("tiles");
    PSTUDIO_VERIFY_ASSIGN(recorded.mode, InstrumentationMode::parse("memory:slots=16"));
    const auto outcome = run(recorded);
    VERIFY_RESULT(outcome);
    QVERIFY2(!outcome->failure, outcome->failure ? qPrintable(textOf(*outcome->failure)) : "");
    const auto accesses = outcome->trace.launches()[0].accesses;
    QVERIFY(accesses != nullptr);
    QCOMPARE(accesses->table.share().dropped, uint64_t{0});
    const auto texts = accessTexts(accesses->table, accesses->buffers);
    QCOMPARE(texts.size(), size_t{2});
    QCOMPARE(texts[0], std::string("CTA 0 warp 0: bulk load shared 1024 bytes: 0 ?+4096"));
    // 24 of its 32 columns and 4 of its rows are in the tensor; a row of T has 512 bytes.
    QCOMPARE(texts[1], std::string("CTA 0 warp 0: bulk store global 96 bytes: 0 T+6304 1 T+6816 "
                                   "2 T+7328 3 T+7840"));
    const auto buffer = std::ranges::find(accesses->buffers.buffers(), "T", &memory::Buffer::name);
    QCOMPARE(buffer->dtype, std::string("f32"));
    QCOMPARE(buffer->base, m_fake->tensorMaps[0].address);
    QCOMPARE(offencesOf(*m_fake), std::string());
  }

  void aLiveKernelsEncodesOnce() {
    RunSpec live = spec();
    const auto device = openCudaDevice(pathOf(FakeLibrary::Whole));
    VERIFY_RESULT(device);
    const auto make = [&](const RunSpec &of) {
      return makeCudaTarget(of, {"sm_90a", pathOf(FakeLibrary::Whole)}, *device);
    };
    const std::atomic<bool> cancel{false};
    CollectOptions options;
    options.cache = CacheSettings{{}, 0};
    auto session = openLiveKernelsOn({live}, make, m_log, cancel, options);
    VERIFY_RESULT(session);
    for (int i = 0; i < 2; ++i) {
      const auto launched = (*session)->launch("copy");
      VERIFY_RESULT(launched);
      QVERIFY2(!launched->failure, launched->failure ? qPrintable(textOf(*launched->failure)) : "");
    }
    QCOMPARE(std::ranges::count(m_fake->launches, "copy", &FakeLaunch::kernel), 2);
    QCOMPARE(m_fake->tensorMaps.size(), size_t{2});
    QCOMPARE(offencesOf(*m_fake), std::string());
  }

  void aCopyOfAMapIsThereBeforeTheLaunch() {
    uint64_t atLaunch = 0;
    m_fake->body = [&](const FakeLaunch &launch, FakeMemory &memory) {
      if (launch.kernel == "copy")
        atLaunch = wordOf(memory.at(launch.arguments[1]));
      else
        m_gpu.run(launch, memory);
    };
    VERIFY_RESULT(run(spec()));
    QCOMPARE(atLaunch, uint64_t{2}); // the second map
  }

  void theLaunchIsOfTheKindThatIsAskedFor() {
    RunSpec both = spec();
    both.launch = {true, true};
    both.grid = {4, 1, 1};
    both.cluster = {2, 1, 1};
    VERIFY_RESULT(run(both));
    const auto launch = std::ranges::find(m_fake->launches, "copy", &FakeLaunch::kernel);
    QVERIFY((launch->launchAttributes == std::vector<int>{4, 2, 6}));
    QCOMPARE(offencesOf(*m_fake), std::string());
  }

  void aCooperativeGridMustFitTheDevice() {
    RunSpec large = spec();
    large.launch.cooperative = true;
    large.grid = {264, 1, 1}; // 132 SMs run 2 CTAs each
    VERIFY_RESULT(run(large));
    m_fake->launches.clear();
    large.grid = {265, 1, 1};
    expectRejection(
        large, ErrorCode::InvalidInput,
        "a cooperative launch of 265 CTAs is too large: the 132 SMs of this GPU run 264", "");
    large.grid = {10, 1, 1};
    large.cluster = {2, 1, 1}; // 4 clusters
    expectRejection(large, ErrorCode::InvalidInput, "run 8 at the same time", "");
  }

  void programmaticLaunchesNeedTheChip() {
    m_fake->devices = {fakeA100()};
    LaunchShape shape;
    shape.isProgrammatic = true;
    const Context context = openContext();
    Stream stream = openStream(context);
    const auto launched =
        cuda::launch(stream, loadKernel(context, "plain").kernel, shape, std::array{uint64_t{0}});
    QCOMPARE(launched.error().code, ErrorCode::Unsupported);
    VERIFY_CONTAINS(messageOf(launched), "has no programmatic launches");
  }

  void mapsThatDoNotFitAreRejectedAtTheirField() {
    RunSpec beyond = spec();
    std::get<TensorMapArgument>(beyond.arguments[0].value).shape = {17, 64};
    expectRejection(beyond, ErrorCode::InvalidInput, "reaches beyond the end of buffer T",
                    "spec.json: arguments[0].tensor_map.shape");
    RunSpec forBuffer = spec("plain");
    forBuffer.arguments = {{"map", TensorMapArgument{"T", {8, 32}, {}, {}, {}, {}, {}, {}, {}}}};
    expectRejection(forBuffer, ErrorCode::InvalidInput,
                    "map is a tensor map, but the kernel takes a memref<64xf32>",
                    "spec.json: arguments[0]");
    RunSpec noMap = spec();
    noMap.arguments[0].value = BufferArgument{DType::F32, {64}, ZerosInit{}};
    expectRejection(noMap, ErrorCode::InvalidInput,
                    "is a buffer, but the kernel takes a tensor map", "spec.json: arguments[0]");
    RunSpec scalar = spec();
    scalar.arguments[0].value = ScalarArgument{};
    expectRejection(scalar, ErrorCode::InvalidInput,
                    "is a scalar of type i32, but the kernel takes", "spec.json: arguments[0]");
  }

  void aMapMustBeWhatTheKernelsDescriptorSays() {
    VERIFY_RESULT(run(spec("matrix")));
    RunSpec swizzled = spec("matrix");
    auto &map = std::get<TensorMapArgument>(swizzled.arguments[0].value);
    map.box = {8, 32};
    expectRejection(swizzled, ErrorCode::InvalidInput,
                    "has boxes of f32[8, 32], the kernel expects f32[8, 64]",
                    "spec.json: arguments[0].tensor_map.box");
    map.box = {8, 64};
    map.l2Promotion = TensorL2Promotion::Bytes128; // only the copy uses it
    VERIFY_RESULT(run(swizzled));
  }

  void theCpuTargetRunsWhatItCanAndNamesWhatItCannot() {
    const auto maps = runOnCpu(spec());
    QVERIFY(!maps);
    QCOMPARE(maps.error().code, ErrorCode::Unsupported);
    QCOMPARE(maps.error().where, std::string("spec.json: arguments[0].tensor_map"));
    VERIFY_CONTAINS(messageOf(maps), "the CPU target has no tensor maps, and byValue is one");
    RunSpec plain = spec("plain");
    plain.launch = {true, true};
    VERIFY_RESULT(runOnCpu(plain));
    VERIFY_CONTAINS(QString::fromStdString(m_log.text), "cooperative is an ordinary launch");
    VERIFY_CONTAINS(QString::fromStdString(m_log.text), "programmatic is an ordinary launch");
  }
};

QTEST_GUILESS_MAIN(CudaTensorMapTest)
#include "cuda_tensor_map_test.moc"
