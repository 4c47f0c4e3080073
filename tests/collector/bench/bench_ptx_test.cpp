// SPDX-License-Identifier: Apache-2.0
// The PTX of every benchmark kernel assembles and contains the records that the benchmark measures.
#include <QtTest>

#include <cstring>

#include "collector/bench/cta_clocks.h"
#include "collector/bench/floor_kernels.h"
#include "collector/bench/token_kernel.h"
#include "collector/calibration/empty_waits.h"
#include "collector/calibration/micro_kernels.h"
#include "tests/collector/codegen/nvidia/ptxas.h"
#include "tests/collector/codegen/nvidia/ptx_compiler.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using namespace pstudio::bench;
using namespace pstudio::calibration;
using test::countOf;

namespace {

nvidia::Architecture sm90a() {
  return *nvidia::architectureNamed("sm_90a");
}

Result<nvidia::PtxKernel> compile(const MicroKernel &kernel, const std::string &mode,
                                  uint32_t warps = 4) {
  test::PtxRequest request;
  request.kernel = kernel.function;
  request.architecture = "sm_90a";
  request.mode = mode;
  request.block = {32 * warps, 1, 1};
  return test::compileToPtx(kernel.text, request);
}

Result<nvidia::ResourceReport> assembled(const nvidia::PtxKernel &kernel) {
  if (qEnvironmentVariableIsSet("PSTUDIO_SHOW_PTX"))
    puts(kernel.text.c_str());
  return nvidia::assemble(*nvidia::findPtxas(), kernel);
}

} // namespace

/// Skips the test function if there is no ptxas to check the PTX.
#define NEED_PTXAS()                                                                               \
  if (!nvidia::findPtxas())                                                                        \
  QSKIP("no ptxas here, so nobody has checked the PTX")

class BenchPtxTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void anEmptyScopeIsTwoClockReadsAndFourWordsAreAStore() {
    const auto kernel = compile(emptyScopes(64), "default:buffer_type=shared:slots=256");
    VERIFY_RESULT(kernel);
    QCOMPARE(countOf(kernel->text, "%clock;"), size_t{128});
    QCOMPARE(countOf(kernel->text, "st.shared.v4.b32"), size_t{33}); // 128 clocks, 3 tags
    QCOMPARE(countOf(kernel->text, "st.shared.v2.b32"), size_t{0});
    const auto oneByOne =
        compile(emptyScopes(64), "default:buffer_type=shared:slots=256:groups=off");
    VERIFY_RESULT(oneByOne);
    QCOMPARE(countOf(oneByOne->text, "st.shared.v2.b32"), size_t{128});
  }

  void aValueIsAClockReadAndTwoOrThreeStores() {
    const auto storesOf = [](RecordedValue value) {
      const auto kernel =
          compile(recordedValues(64, value), "default:buffer_type=shared:slots=256");
      const bool isRight = kernel && countOf(kernel->text, "%clock;") == 64;
      return isRight ? countOf(kernel->text, "st.shared.v2.b32") : 0;
    };
    QCOMPARE(storesOf(RecordedValue::SameInAllLanes), size_t{128});
    QCOMPARE(storesOf(RecordedValue::OfOneLane), size_t{128});
    QCOMPARE(storesOf(RecordedValue::WideOfOneLane), size_t{192});
  }

  void microKernelsAssembleWithoutSpills_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("mode");
    const std::vector<std::pair<const char *, MicroKernel>> kernels{
        {"empty scopes", emptyScopes(64)},
        {"empty scopes in a loop", emptyScopesInLoop()},
        {"empty waits", emptyWaits(16)},
        {"empty waits of queues", emptyQueueWaits(queuesOf(*nvidia::architectureNamed("sm_90a")))},
        {"values", recordedValues(64, RecordedValue::OfOneLane)},
        {"wide values", recordedValues(64, RecordedValue::WideOfOneLane)},
        {"regions", chainRegions(8, {Work::Dependent, 8}, true)},
        {"regions without records", chainRegions(12, {Work::Dependent, 8}, false)},
        {"independent regions", chainRegions(8, {Work::Independent, 8}, true)},
        {"straight regions", straightRegions(8, 250, true)},
        {"straight regions without records", straightRegions(12, 250, false)},
        {"calibration", calibrationKernel()}};
    for (const auto &[name, kernel] : kernels)
      for (const char *mode :
           {"none", "default:buffer_type=shared:slots=256", "default:buffer_type=global:slots=256"})
        QTest::addRow("%s, %s", name, mode) << QString::fromStdString(kernel.text) << mode;
  }
  void microKernelsAssembleWithoutSpills() {
    QFETCH(QString, text);
    QFETCH(QString, mode);
    NEED_PTXAS();
    const auto kernel = compile({text.toStdString(), emptyScopes(1).function}, mode.toStdString());
    VERIFY_RESULT(kernel);
    const auto report = assembled(*kernel);
    VERIFY_RESULT(report);
    QCOMPARE(report->spillStoreBytes, uint64_t{0});
    QCOMPARE(report->stackBytes, uint64_t{0});
  }

  void floorKernelsAssemble_data() {
    QTest::addColumn<int>("clock");
    QTest::addColumn<int>("bytes");
    for (const FloorClock clock :
         {FloorClock::Clock32, FloorClock::Clock64, FloorClock::GlobalTimer})
      for (const int bytes : {4, 8})
        QTest::addRow("%s, %d bytes", nameOf(clock).c_str(), bytes)
            << static_cast<int>(clock) << bytes;
  }
  void floorKernelsAssemble() {
    QFETCH(int, clock);
    QFETCH(int, bytes);
    for (const FloorMemory memory : {FloorMemory::Shared, FloorMemory::Global})
      for (const bool allLanes : {true, false}) {
        const FloorRecord record{static_cast<FloorClock>(clock), memory,
                                 static_cast<uint32_t>(bytes), allLanes};
        nvidia::PtxKernel kernel;
        kernel.text = floorKernel(record, sm90a());
        kernel.entry = kFloorEntry;
        kernel.architecture = sm90a();
        QCOMPARE(countOf(kernel.text, "%slots+"), size_t{2 * kFloorRecords});
        NEED_PTXAS();
        const auto report = assembled(kernel);
        VERIFY_RESULT(report);
        QCOMPARE(report->spillStoreBytes, uint64_t{0});
      }
  }

  void theTokenKernelAssembles() {
    const auto kernel = compile({tokenKernel(), kTokenFunction}, "default:slots=64", 1);
    VERIFY_RESULT(kernel);
    NEED_PTXAS();
    VERIFY_RESULT(assembled(*kernel));
  }

  void clocksAroundAnExampleAreOneMoreParameter_data() {
    QTest::addColumn<QString>("example");
    QTest::addColumn<QString>("mode");
    for (const std::string &example : test::specificationPaths())
      for (const char *mode : {"none", "default", "default:buffer_type=shared"})
        QTest::addRow("%s %s", example.c_str(), mode) << QString::fromStdString(example) << mode;
  }
  void clocksAroundAnExampleAreOneMoreParameter() {
    QFETCH(QString, example);
    QFETCH(QString, mode);
    test::PtxRequest request;
    request.architecture = "sm_90a";
    request.mode = mode.toStdString();
    auto kernel = test::compileSpecification(example.toStdString(), request);
    VERIFY_RESULT(kernel);
    const size_t parameters = countOf(kernel->text, "\t.param ");
    // Called functions return to the kernel, so only returns in the entry's body count.
    const std::string body = kernel->text.substr(kernel->text.find(".entry"));
    const size_t returns = countOf(body.substr(0, body.find("$L__func_end")), "\tret;");
    const auto clocked = withWarpClocks(kernel->text, kernel->entry, 128);
    VERIFY_RESULT(clocked);
    QCOMPARE(countOf(*clocked, "\t.param "), parameters + 1);
    QCOMPARE(countOf(*clocked, "// clocks of this warp"), 1 + returns);
    NEED_PTXAS();
    kernel->text = *clocked;
    const auto report = assembled(*kernel);
    VERIFY_RESULT(report);
    QCOMPARE(report->spillStoreBytes, uint64_t{0});
  }

  void clocksNeedTheEntryThatTheyAreFor() {
    const auto missing = withWarpClocks(".visible .entry other()\n{\n\tret;\n}\n", "k", 32);
    QVERIFY(!missing);
    QCOMPARE(missing.error().code, ErrorCode::InvalidFormat);
    const auto endless = withWarpClocks(".visible .entry k()\n{\n\tbra A;\n}\n", "k", 32);
    QVERIFY(!endless);
    QVERIFY(endless.error().message.find("no return") != std::string::npos);
  }

  void theEndOfAnEntryIsBehindTheBracesOfItsInlineAssembly() {
    const auto text =
        withWarpClocks(".visible .entry k()\n{\n{ // a } in a comment\n\tbar.sync 0;\n}\n"
                       "\tret;\n}\n.func g()\n{\n\tret;\n}\n",
                       "k", 64);
    VERIFY_RESULT(text);
    QCOMPARE(countOf(*text, "// clocks of this warp"), size_t{2}); // at the begin and at the return
    QVERIFY(!withWarpClocks(".visible .entry k()\n{\n{\n\tret;\n}\n", "k", 64));
  }

  void anEntryWithoutParametersGetsItsFirst() {
    const auto text = withWarpClocks(".visible .entry k()\n{\n\tret;\n\n}\n", "k", 64);
    VERIFY_RESULT(text);
    QVERIFY(text->find("k(\t.param .u64 k_warp_clocks\n)") != std::string::npos);
  }

  void theSpanIsThatOfTheBusiestSm() {
    const std::vector<std::array<uint64_t, 8>> warps{{100, 900, 5000, 5500, 3, 0, 0, 0},
                                                     {150, 1200, 5032, 5700, 3, 0, 0, 0},
                                                     {70'000, 70'500, 4992, 5300, 9, 0, 0, 0}};
    std::vector<std::byte> bytes(warps.size() * kWarpClockBytes);
    std::memcpy(bytes.data(), warps.data(), bytes.size());
    const auto span = spanOf(bytes);
    VERIFY_RESULT(span);
    QCOMPARE(span->cycles, 1100.0);
    QCOMPARE(span->nanoseconds, 708.0);
    std::memset(bytes.data() + kWarpClockBytes + 8, 0xff, 8);
    const auto incomplete = spanOf(bytes);
    QVERIFY(!incomplete);
    QVERIFY(incomplete.error().message.find("warp 1 of the grid") != std::string::npos);
  }
};

QTEST_GUILESS_MAIN(BenchPtxTest)
#include "bench_ptx_test.moc"
