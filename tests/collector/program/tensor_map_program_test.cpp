// SPDX-License-Identifier: Apache-2.0
// Tensor maps that host code creates: the arguments of the driver call, the location of the map,
// and violations of the rules, which are reported at the location of the operation.
#include <QtTest>

#include <algorithm>
#include <cstring>

#include "collector/program/program_session.h"
#include "core/access/launch_accesses.h"
#include "tests/collector/fake_cuda/fake_driver.h"
#include "tests/collector/fake_cuda/simulated_probe.h"
#include "tests/collector/program/program_runner.h"
#include "tests/support/access_sets.h"
#include "tests/support/record_emitter.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using namespace pstudio::test;

namespace {

/// A program that creates a map of a device memref<8x32xf32>, and a kernel that takes the map.
std::string withMap(const std::string &making, const std::string &swizzle = "none",
                    const std::string &work = "nvgpu.tma.prefetch.descriptor %map : !map") {
  return "!map = !nvgpu.tensormap.descriptor<tensor = memref<8x32xf32, 3>, swizzle = " + swizzle +
         ", l2promo = l2promo_128b, oob = nan, interleave = none>\n" + R"(
module attributes {gpu.container_module} {
  gpu.module @kernels {
    memref.global "private" @tile : memref<8x32xf32, 3>
    gpu.func @take(%map: !map) kernel {
      )" +
         work + R"(
      gpu.return
    }
  }
  func.func @main() {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c8 = arith.constant 8 : index
    %c32 = arith.constant 32 : index
    %c300 = arith.constant 300 : index
    %t0 = gpu.wait async
    %m, %t1 = gpu.alloc async [%t0] () : memref<8x32xf32>
    %tensor = memref.cast %m : memref<8x32xf32> to memref<*xf32>
)" + making +
         R"(
    %t2 = gpu.launch_func async [%t1] @kernels::@take blocks in (%c1, %c1, %c1)
        threads in (%c1, %c1, %c1) args(%map : !map)
    gpu.wait [%t2]
    return
  }
}
)";
}

} // namespace

class TensorMapProgramTest : public QObject {
  Q_OBJECT

  FakeCuda *m_fake = nullptr;
  int64_t m_nowNs = 1'000'000;
  std::vector<std::byte> m_taken; ///< the bytes at the address of the kernel's argument
  ProgramLog m_log;

  /// The global timer at a cycle [ns].
  static uint64_t timeOf(uint64_t cycle) {
    const auto now = static_cast<int64_t>(double(cycle) * kProbePicosecondsPerCycle / 1000);
    return static_cast<uint64_t>(kProbeBootTimeNs + now / kProbeTickNs * kProbeTickNs);
  }

  Result<RunOutcome> run(const std::string &text, const std::string &mode = "none") {
    const WrittenProgram program(text, mode);
    ProgramSpec spec = program.spec;
    spec.target = "cuda:sm_90";
    const std::atomic<bool> cancel{false};
    const auto device = program::makeCudaProgramDevice({"sm_90", pathOf(FakeLibrary::Whole)});
    return program::runProgram(spec, *device, m_log, cancel, {});
  }

private Q_SLOTS:
  void init() {
    m_fake = &freshFakeCuda();
    m_taken.clear();
    const std::map<int, int> attributes{{0, 1024}, {1, 0}, {3, 0}, {4, 24}};
    m_fake->kernels = {{"pstudio_clock_probe", {{0, 1024}, {4, 18}}, {8, 8}},
                       {"take", attributes, {8}}};
    m_fake->body = [this](const FakeLaunch &launch, FakeMemory &memory) {
      m_nowNs += 10'000;
      if (launch.kernel == "pstudio_clock_probe")
        return runSimulatedProbe(launch, memory, m_nowNs);
      m_taken.resize(128);
      std::memcpy(m_taken.data(), reinterpret_cast<const void *>(launch.arguments[0]), 128);
    };
  }

  void aMapIsEncodedInTheDriversOrderAndTheKernelFindsItOnTheDevice() {
    const auto outcome = run(
        withMap("%map = nvgpu.tma.create.descriptor %tensor box[%c8, %c32] : memref<*xf32> -> !map",
                "swizzle_128b"));
    VERIFY_RESULT(outcome);
    QCOMPARE(m_fake->tensorMaps.size(), size_t{1});
    const FakeTensorMap &map = m_fake->tensorMaps[0];
    QCOMPARE(map.dataType, 7); // CU_TENSOR_MAP_DATA_TYPE_FLOAT32
    QCOMPARE(map.extents, (std::vector<uint64_t>{32, 8}));
    QCOMPARE(map.strideBytes, (std::vector<uint64_t>{128}));
    QCOMPARE(map.box, (std::vector<unsigned>{32, 8}));
    QCOMPARE(map.elementStrides, (std::vector<unsigned>{1, 1}));
    QCOMPARE(map.modes, (std::array<int, 4>{0, 3, 2, 1}));
    QCOMPARE(m_taken.size(), size_t{128});
    QCOMPARE(static_cast<int>(m_taken[0]), 1); // the number of the map
    QCOMPARE(offencesOf(*m_fake), std::string());
    QCOMPARE(liveObjectsOf(*m_fake), std::string());
  }

  void aMapOfAPartOfAMemrefBeginsWhereThePartDoes() {
    const auto outcome = run(withMap(R"(
    %whole = nvgpu.tma.create.descriptor %tensor box[%c8, %c32] : memref<*xf32> -> !map
    %part = memref.subview %m[4, 8] [4, 16] [1, 1]
        : memref<8x32xf32> to memref<4x16xf32, strided<[32, 1], offset: 136>>
    %window = memref.cast %part
        : memref<4x16xf32, strided<[32, 1], offset: 136>> to memref<*xf32>
    %map = nvgpu.tma.create.descriptor %window box[%c1, %c8] : memref<*xf32> -> !map)"));
    VERIFY_RESULT(outcome);
    QCOMPARE(m_fake->tensorMaps.size(), size_t{2});
    const FakeTensorMap &map = m_fake->tensorMaps[1];
    QCOMPARE(map.address - m_fake->tensorMaps[0].address, uint64_t{136 * 4});
    QCOMPARE(map.extents, (std::vector<uint64_t>{16, 4}));
    QCOMPARE(map.strideBytes, (std::vector<uint64_t>{128}));
  }

  /// A copy to row 6, column 8 of the 8 x 32 elements: 2 rows of 24.
  void recordedCopiesAreRowsOfTheTensor() {
    m_fake->kernels[1].parameterBytes = {8, 8};
    m_fake->body = [this](const FakeLaunch &launch, FakeMemory &memory) {
      m_nowNs += 10'000;
      if (launch.kernel == "pstudio_clock_probe")
        return runSimulatedProbe(launch, memory, m_nowNs);
      record::Record copy;
      copy.kind = record::Kind::MemoryAccess;
      const auto begin = static_cast<uint64_t>(double(m_nowNs) * 1000 / kProbePicosecondsPerCycle);
      copy.clock = static_cast<uint32_t>(begin + 100);
      BlockEmitter block(1, 16);
      block.beginCycle = begin;
      block.beginTime = timeOf(begin);
      block.units[0].access(copy, std::vector<record::LaneAddress>{{1024, 0}, {8, 0}, {6, 0}});
      block.endCycle = begin + 2000;
      block.endTime = timeOf(begin + 2000);
      memory.at(launch.arguments[1]).clear();
      block.appendTo(memory.at(launch.arguments[1]));
    };
    const auto outcome = run(
        withMap("%map = nvgpu.tma.create.descriptor %tensor box[%c8, %c32] : memref<*xf32> -> !map",
                "none", R"(%x = arith.constant 8 : index
      %y = arith.constant 6 : index
      %tile = memref.get_global @tile : memref<8x32xf32, 3>
      nvgpu.tma.async.store %tile to %map[%x, %y] : memref<8x32xf32, 3> -> !map)"),
        "memory:slots=16");
    VERIFY_RESULT(outcome);
    const auto accesses = outcome->trace.launches()[0].accesses;
    QVERIFY(accesses != nullptr);
    const auto texts = accessTexts(accesses->table, accesses->buffers);
    QCOMPARE(texts.size(), size_t{2});
    QVERIFY2(texts[1].starts_with("CTA 0 warp 0: bulk store global 96 bytes: 0 tensor of "),
             texts[1].c_str());
    QVERIFY2(texts[1].find("+800 1 tensor of ") != std::string::npos, texts[1].c_str());
    QVERIFY2(texts[1].ends_with("+928"), texts[1].c_str());
    const auto tensor =
        std::ranges::find_if(accesses->buffers.buffers(), [](const memory::Buffer &buffer) {
          return buffer.name.starts_with("tensor of ");
        });
    QCOMPARE(tensor->base, m_fake->tensorMaps[0].address);
    QCOMPARE(tensor->shape, (std::vector<int64_t>{8, 32}));
  }

  void brokenRulesAreToldAtTheOperation_data() {
    QTest::addColumn<QString>("making");
    QTest::addColumn<QString>("swizzle");
    QTest::addColumn<QString>("message");
    const QString map = "\n%map = nvgpu.tma.create.descriptor ";
    const QString type = " : memref<*xf32> -> !map";
    QTest::newRow("box too large") << map + "%tensor box[%c8, %c300]" + type << "none"
                                   << "box[1]: 300 is outside 1 to 256";
    QTest::newRow("no multiple of 16 bytes") << map + "%tensor box[%c8, %c3]" + type << "none"
                                             << "box[1]: 3 elements of f32 are 12 bytes";
    QTest::newRow("wider than the swizzle")
        << map + "%tensor box[%c8, %c32]" + type << "swizzle_64b"
        << "more than the 64 bytes";
    QTest::newRow("misaligned") << R"(%part = memref.subview %m[0, 1] [8, 16] [1, 1]
        : memref<8x32xf32> to memref<8x16xf32, strided<[32, 1], offset: 1>>
    %odd = memref.cast %part : memref<8x16xf32, strided<[32, 1], offset: 1>> to memref<*xf32>)" +
                                       map + "%odd box[%c1, %c8]" + type
                                << "none"
                                << "misaligned: it begins 4 bytes after a multiple of 16";
    QTest::newRow("beyond the buffer")
        << R"(%far = memref.reinterpret_cast %m to offset: [0], sizes: [16, 32], strides: [32, 1]
        : memref<8x32xf32> to memref<16x32xf32>
    %long = memref.cast %far : memref<16x32xf32> to memref<*xf32>)" +
               map + "%long box[%c8, %c32]" + type
        << "none"
        << "reaches beyond the end";
    QTest::newRow("memory of the host") << R"(%h = memref.alloc() : memref<8x32xf32>
    %mine = memref.cast %h : memref<8x32xf32> to memref<*xf32>)" +
                                               map + "%mine box[%c8, %c32]" + type
                                        << "none"
                                        << "memory that the GPU cannot access";
  }
  void brokenRulesAreToldAtTheOperation() {
    QFETCH(const QString, making);
    QFETCH(const QString, swizzle);
    QFETCH(const QString, message);
    const std::string text = withMap(making.toStdString(), swizzle.toStdString());
    const auto outcome = run(text);
    QVERIFY(!outcome);
    const std::string before = text.substr(0, text.find("%map = nvgpu"));
    const auto line = 1 + std::ranges::count(before, '\n');
    const QString place = "program.mlir:" + QString::number(line) + ":";
    QVERIFY2(textOf(outcome.error()).contains(message) && textOf(outcome.error()).contains(place),
             qPrintable(textOf(outcome.error())));
    QCOMPARE(offencesOf(*m_fake), std::string());
  }

  void theDriversOwnFunctionIsThereToo() {
    const auto outcome = run(R"(
llvm.func @mgpuTensorMapEncodeTiled(!llvm.ptr, i32, i32, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr,
                                    !llvm.ptr, i32, i32, i32, i32)
func.func @main() {
  %t0 = gpu.wait async
  %m, %t1 = gpu.alloc async [%t0] () : memref<8x32xf16>
  gpu.wait [%t1]
  %index = memref.extract_aligned_pointer_as_index %m : memref<8x32xf16> -> index
  %number = arith.index_cast %index : index to i64
  %address = llvm.inttoptr %number : i64 to !llvm.ptr
  %one = llvm.mlir.constant(1 : i64) : i64
  %map = llvm.alloca %one x !llvm.array<128 x i8> {alignment = 64 : i64} : (i64) -> !llvm.ptr
  %extents = llvm.alloca %one x !llvm.array<2 x i64> : (i64) -> !llvm.ptr
  %strides = llvm.alloca %one x !llvm.array<1 x i64> : (i64) -> !llvm.ptr
  %box = llvm.alloca %one x !llvm.array<2 x i32> : (i64) -> !llvm.ptr
  %steps = llvm.alloca %one x !llvm.array<2 x i32> : (i64) -> !llvm.ptr
  %e = llvm.mlir.constant(dense<[32, 8]> : tensor<2xi64>) : !llvm.array<2 x i64>
  llvm.store %e, %extents : !llvm.array<2 x i64>, !llvm.ptr
  %s = llvm.mlir.constant(dense<[64]> : tensor<1xi64>) : !llvm.array<1 x i64>
  llvm.store %s, %strides : !llvm.array<1 x i64>, !llvm.ptr
  %b = llvm.mlir.constant(dense<[16, 4]> : tensor<2xi32>) : !llvm.array<2 x i32>
  llvm.store %b, %box : !llvm.array<2 x i32>, !llvm.ptr
  %f = llvm.mlir.constant(dense<[1, 2]> : tensor<2xi32>) : !llvm.array<2 x i32>
  llvm.store %f, %steps : !llvm.array<2 x i32>, !llvm.ptr
  %f16 = llvm.mlir.constant(6 : i32) : i32
  %rank = llvm.mlir.constant(2 : i32) : i32
  %none = llvm.mlir.constant(0 : i32) : i32
  llvm.call @mgpuTensorMapEncodeTiled(%map, %f16, %rank, %address, %extents, %strides, %box, %steps,
      %none, %none, %none, %none) : (!llvm.ptr, i32, i32, !llvm.ptr, !llvm.ptr, !llvm.ptr,
      !llvm.ptr, !llvm.ptr, i32, i32, i32, i32) -> ()
  return
}
)");
    VERIFY_RESULT(outcome);
    const FakeTensorMap &map = m_fake->tensorMaps.at(0);
    QCOMPARE(map.dataType, 6);
    QCOMPARE(map.extents, (std::vector<uint64_t>{32, 8}));
    QCOMPARE(map.strideBytes, (std::vector<uint64_t>{64}));
    QCOMPARE(map.box, (std::vector<unsigned>{16, 4}));
    QCOMPARE(map.elementStrides, (std::vector<unsigned>{1, 2}));
  }
};

QTEST_GUILESS_MAIN(TensorMapProgramTest)
#include "tensor_map_program_test.moc"
