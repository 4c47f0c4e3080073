// SPDX-License-Identifier: Apache-2.0
// Copies by tensor maps on a real GPU, for every rank, swizzle and type, and the maps that the
// driver itself rejects.
#include <QElapsedTimer>
#include <QtTest>

#include <cmath>
#include <cstring>
#include <numeric>

#include "collector/runtime/cuda/tensor_map.h"
#include "tests/collector/runtime/cuda/cuda_gpu_kernels.h"
#include "tests/collector/runtime/cuda/cuda_gpu_runner.h"
#include "tests/collector/runtime/cuda/tensor_map_gpu_kernels.h"
#include "tests/support/gpu_test.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using namespace pstudio::cuda;
using namespace pstudio::test;

namespace {

constexpr WaitLimits kTenSeconds{10.0, nullptr};
constexpr uint64_t kElementBytes = 2;

using Coordinates = std::array<int32_t, 5>;

uint32_t spanOf(CuTensorMapSwizzle swizzle) {
  return swizzle == CuTensorMapSwizzle::None ? 128 : 16u << static_cast<int>(swizzle);
}

/// A dense tensor of 16-bit numbers, and a box of it.
TensorMapRequest requestOf(uint32_t rank, CuTensorMapSwizzle swizzle) {
  constexpr std::array<uint64_t, 5> kExtents{0, 11, 5, 4, 3};
  constexpr std::array<uint32_t, 5> kBox{0, 8, 3, 2, 2};
  TensorMapRequest request;
  request.dataType = CuTensorMapDataType::Uint16;
  request.rank = rank;
  request.swizzle = swizzle;
  uint64_t stride = kElementBytes;
  for (uint32_t i = 0; i < rank; ++i) {
    const auto inner = static_cast<uint32_t>(spanOf(swizzle) / kElementBytes);
    request.extents[i] = i == 0 ? 3 * uint64_t{inner} : kExtents[i];
    request.box[i] = i == 0 ? inner : kBox[i];
    request.elementStrides[i] = 1;
    if (i > 0)
      request.strideBytes[i - 1] = stride;
    stride *= request.extents[i];
  }
  return request;
}

uint64_t elementsOf(const TensorMapRequest &request) {
  return std::accumulate(request.extents.begin(), request.extents.begin() + request.rank,
                         uint64_t{1}, std::multiplies<>());
}

/// Number of elements that one copy moves in each dimension.
std::vector<uint32_t> moved(const TensorMapRequest &request) {
  std::vector<uint32_t> counts;
  for (uint32_t i = 0; i < request.rank; ++i)
    counts.push_back((request.box[i] + request.elementStrides[i] - 1) / request.elementStrides[i]);
  return counts;
}

/// Offset in shared memory of a byte of the dense box: the row of 128 bytes determines the
/// permutation of the 16-byte pieces within a span (PTX ISA, "Swizzling Modes").
uint64_t placeOf(uint64_t byte, CuTensorMapSwizzle swizzle) {
  constexpr std::array<uint64_t, 4> kMasks{0, 1, 3, 7};
  return byte ^ (((byte >> 7) & kMasks[static_cast<size_t>(swizzle)]) << 4);
}

/// The box at `at` in the layout of shared memory. The elements of the tensor count from 0.
std::vector<uint16_t> expectedTile(const TensorMapRequest &request, const Coordinates &at) {
  const std::vector<uint32_t> counts = moved(request);
  const uint64_t total =
      std::accumulate(counts.begin(), counts.end(), uint64_t{1}, std::multiplies<>());
  std::vector<uint16_t> tile(total);
  for (uint64_t i = 0; i < total; ++i) {
    uint64_t rest = i;
    uint64_t flat = 0;
    uint64_t weight = 1;
    bool isInside = true;
    for (uint32_t d = 0; d < request.rank; ++d) {
      const int64_t index = at[d] + int64_t(rest % counts[d]) * request.elementStrides[d];
      rest /= counts[d];
      isInside = isInside && index >= 0 && index < int64_t(request.extents[d]);
      flat += uint64_t(index) * weight;
      weight *= request.extents[d];
    }
    tile[placeOf(i * kElementBytes, request.swizzle) / kElementBytes] =
        isInside ? static_cast<uint16_t>(flat) : 0;
  }
  return tile;
}

/// A change that violates one of the rules of core/run/tensor_map_layout.cpp in the driver's
/// request.
struct Broken {
  const char *name;
  void (*change)(TensorMapRequest &);
};
constexpr Broken kBroken[] = {
    {"extent 0", [](TensorMapRequest &r) { r.extents[1] = 0; }},
    {"extent above 2^32", [](TensorMapRequest &r) { r.extents[2] = (uint64_t{1} << 32) + 1; }},
    {"stride of 8 bytes more", [](TensorMapRequest &r) { r.strideBytes[0] += 8; }},
    {"stride of 2^40 bytes", [](TensorMapRequest &r) { r.strideBytes[1] = uint64_t{1} << 40; }},
    {"box 0", [](TensorMapRequest &r) { r.box[1] = 0; }},
    {"box above 256", [](TensorMapRequest &r) { r.box[1] = 257; }},
    {"inner box of 24 bytes", [](TensorMapRequest &r) { r.box[0] = 12; }},
    {"inner box wider than the swizzle",
     [](TensorMapRequest &r) { r.swizzle = CuTensorMapSwizzle::Bytes64; }},
    {"element stride 0", [](TensorMapRequest &r) { r.elementStrides[1] = 0; }},
    {"element stride 9", [](TensorMapRequest &r) { r.elementStrides[1] = 9; }},
    {"interleaved matrix",
     [](TensorMapRequest &r) {
       r.interleave = CuTensorMapInterleave::Bytes16;
       r.rank = 2;
     }},
    {"nan of integers", [](TensorMapRequest &r) { r.fill = CuTensorMapFill::Nan; }},
};

} // namespace

class TensorMapGpuTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void initTestCase() {
    PSTUDIO_NEEDS_CUDA_DEVICE();
    auto context = openGpu();
    VERIFY_RESULT(context);
    m_context.emplace(std::move(*context));
    if (!m_context->device().canUseTensorMaps)
      QSKIP("this GPU has no tensor maps");
    auto stream = Stream::open(*m_context);
    VERIFY_RESULT(stream);
    m_stream.emplace(std::move(*stream));
  }
  void cleanupTestCase() {
    m_stream.reset();
    m_context.reset();
  }

  void aBoxComesInTheOrderOfItsSwizzle_data() {
    QTest::addColumn<uint32_t>("rank");
    QTest::addColumn<int>("swizzle");
    for (uint32_t rank = 1; rank <= 5; ++rank)
      for (int swizzle = 0; swizzle <= 3; ++swizzle)
        QTest::addRow("rank %u, swizzle %d", rank, swizzle) << rank << swizzle;
  }
  void aBoxComesInTheOrderOfItsSwizzle() {
    QFETCH(uint32_t, rank);
    QFETCH(int, swizzle);
    const TensorMapRequest request = requestOf(rank, static_cast<CuTensorMapSwizzle>(swizzle));
    const auto inner = static_cast<int32_t>(request.box[0]);
    // Inside, beyond the end of every dimension, and before its begin.
    for (const Coordinates &at :
         {Coordinates{inner, 1, 2, 1, 0}, Coordinates{0, 0, 0, 0, 0},
          Coordinates{2 * inner + 8, 7, 3, 3, 2}, Coordinates{-8, -2, -1, -1, -1}})
      for (const bool isByValue : {true, false})
        compareTile(request, at, isByValue);
  }

  void stepsWithinABoxSkipElements() {
    TensorMapRequest request = requestOf(3, CuTensorMapSwizzle::None);
    request.elementStrides = {1, 2, 3, 0, 0};
    compareTile(request, {0, 1, 0, 0, 0}, true);
  }

  void everyTypeIsEncoded() {
    using T = CuTensorMapDataType;
    const auto memory = DeviceBuffer::allocate(*m_context, 1 << 20, "a tensor");
    VERIFY_RESULT(memory);
    for (const auto &[type, bytes] : {std::pair{T::Uint8, 1u},
                                      {T::Uint16, 2u},
                                      {T::Int32, 4u},
                                      {T::Int64, 8u},
                                      {T::Float16, 2u},
                                      {T::Bfloat16, 2u},
                                      {T::Float32, 4u},
                                      {T::Float64, 8u}}) {
      TensorMapRequest request;
      request.address = memory->address();
      request.dataType = type;
      request.rank = 2;
      request.extents = {64, 64, 0, 0, 0};
      request.strideBytes = {64u * bytes, 0, 0, 0};
      request.box = {16, 16, 0, 0, 0};
      request.elementStrides = {1, 1, 0, 0, 0};
      VERIFY_RESULT(encodeTensorMap(*m_context, request));
    }
  }

  void aMapIsEncodedOnce() {
    const auto memory = DeviceBuffer::allocate(*m_context, 1 << 20, "a tensor");
    VERIFY_RESULT(memory);
    TensorMapRequest request = requestOf(3, CuTensorMapSwizzle::Bytes128);
    request.address = memory->address();
    TensorMapCache cache;
    const auto first = cache.find(*m_context, request);
    VERIFY_RESULT(first);
    QCOMPARE(*cache.find(*m_context, request), *first);
    request.address += 16;
    const auto second = cache.find(*m_context, request);
    VERIFY_RESULT(second);
    QVERIFY((*second)->bytes != (*first)->bytes);
    QCOMPARE(cache.size(), size_t{2});
    QElapsedTimer timer;
    timer.start();
    for (int i = 0; i < 10'000; ++i)
      QVERIFY(encodeTensorMap(*m_context, request));
    const double encoding = double(timer.nsecsElapsed()) / 1e4;
    timer.restart();
    for (int i = 0; i < 10'000; ++i)
      QVERIFY(cache.find(*m_context, request));
    qInfo("encoding a tensor map takes %.0f ns, finding it again %.0f ns", encoding,
          double(timer.nsecsElapsed()) / 1e4);
  }

  void aMisalignedAddressIsRejectedBeforeTheDriver() {
    TensorMapRequest request = requestOf(2, CuTensorMapSwizzle::None);
    request.address = (uint64_t{1} << 32) + 8;
    const auto map = encodeTensorMap(*m_context, request);
    QVERIFY(!map);
    QVERIFY2(textOf(map.error()).contains("8 bytes after a multiple of 16"),
             qPrintable(textOf(map.error())));
  }

  /// The driver rejects every map that the specification rejects, with one exception: interleave
  /// 32B with a swizzle other than 32B. The documentation forbids it, but driver API 13.0 accepts
  /// it.
  void theDriverRejectsWhatWeReject_data() {
    QTest::addColumn<qsizetype>("index");
    for (const Broken &broken : kBroken)
      QTest::newRow(broken.name) << qsizetype(&broken - kBroken);
  }
  void theDriverRejectsWhatWeReject() {
    QFETCH(qsizetype, index);
    const auto memory = DeviceBuffer::allocate(*m_context, 1 << 20, "a tensor");
    VERIFY_RESULT(memory);
    TensorMapRequest request = requestOf(3, CuTensorMapSwizzle::None);
    request.address = memory->address();
    VERIFY_RESULT(encodeTensorMap(*m_context, request));
    kBroken[index].change(request);
    const auto map = encodeTensorMap(*m_context, request);
    QVERIFY2(!map, "the driver takes it");
    QCOMPARE(map.error().code, ErrorCode::InvalidInput);
    QVERIFY2(textOf(map.error()).contains("cuTensorMapEncodeTiled failed"),
             qPrintable(textOf(map.error())));
    QVERIFY(!m_context->isLost());
  }

  void elementsOutsideReadAsNanIfAsked() {
    TensorMapRequest request = requestOf(2, CuTensorMapSwizzle::None);
    request.dataType = CuTensorMapDataType::Float16;
    request.fill = CuTensorMapFill::Nan;
    std::vector<uint16_t> tile;
    runCopy(request, {-int32_t(request.box[0]), 0, 0, 0, 0}, true, tile);
    for (const uint16_t half : tile)
      QVERIFY2((half & 0x7c00) == 0x7c00 && (half & 0x3ff) != 0, qPrintable(QString::number(half)));
  }

private:
  void compareTile(const TensorMapRequest &request, const Coordinates &at, bool isByValue) {
    std::vector<uint16_t> tile;
    runCopy(request, at, isByValue, tile);
    const std::vector<uint16_t> expected = expectedTile(request, at);
    QCOMPARE(tile.size(), expected.size());
    for (size_t i = 0; i < tile.size(); ++i)
      QVERIFY2(tile[i] == expected[i],
               qPrintable(QStringLiteral("element %1 of the tile at %2, %3 is %4, not %5")
                              .arg(i)
                              .arg(at[0])
                              .arg(at[1])
                              .arg(tile[i])
                              .arg(expected[i])));
  }

  /// Copies the box at `at` of a tensor that counts from 0. Passes the map by value or by a
  /// pointer.
  void runCopy(TensorMapRequest request, const Coordinates &at, bool isByValue,
               std::vector<uint16_t> &tile) {
    const auto kernel = loadGpuKernel(
        *m_context, ptxModule(tileCopyKernel(request.rank, isByValue), "sm_90", "8.0"), "copy");
    VERIFY_RESULT(kernel);
    std::vector<uint16_t> tensor(elementsOf(request));
    std::iota(tensor.begin(), tensor.end(), uint16_t{0});
    tile.assign(expectedTile(request, at).size(), 0xdead);
    const auto in = DeviceBuffer::allocate(*m_context, tensor.size() * kElementBytes, "the tensor");
    const auto out = DeviceBuffer::allocate(*m_context, tile.size() * kElementBytes, "the tile");
    const auto copy = DeviceBuffer::allocate(*m_context, sizeof(TensorMap), "the map");
    VERIFY_RESULT(in);
    VERIFY_RESULT(out);
    VERIFY_RESULT(copy);
    request.address = in->address();
    const auto map = encodeTensorMap(*m_context, request);
    VERIFY_RESULT(map);
    VERIFY_RESULT(m_stream->copyToDevice(*in, 0, std::as_bytes(std::span(tensor))));
    VERIFY_RESULT(m_stream->copyToDevice(*copy, 0, map->bytes));
    ArgumentBlock arguments;
    if (isByValue)
      arguments.addTensorMap(*map);
    else
      arguments.addWord(copy->address());
    arguments.addWord(out->address());
    arguments.addWord(tile.size() * kElementBytes);
    for (const int32_t coordinate : at)
      arguments.addWord(static_cast<uint32_t>(coordinate));
    LaunchShape shape;
    shape.block = {64, 1, 1};
    VERIFY_RESULT(cuda::launch(*m_stream, kernel->kernel, shape, arguments));
    VERIFY_RESULT(m_stream->wait(kTenSeconds));
    VERIFY_RESULT(m_stream->copyToHost(std::as_writable_bytes(std::span(tile)), *out, 0));
  }

  std::optional<Context> m_context;
  std::optional<Stream> m_stream;
};

QTEST_GUILESS_MAIN(TensorMapGpuTest)
#include "tensor_map_gpu_test.moc"
