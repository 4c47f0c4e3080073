// SPDX-License-Identifier: Apache-2.0
// The benchmark on a driver without a GPU: what kernels leave becomes tables, and a section that
// fails leaves the others alone.
#include <QtTest>

#include <cstring>

#include "collector/bench.h"
#include "collector/bench/floor_kernels.h"
#include "collector/calibration/micro_kernels.h"
#include "tests/collector/fake_cuda/fake_driver.h"
#include "tests/support/record_emitter.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using namespace pstudio::bench;
using namespace pstudio::test;

namespace {

constexpr uint64_t kFloorCycles = 12;  ///< of a hand-written record
constexpr uint64_t kRecordCycles = 14; ///< of a record of ours

void put(std::vector<std::byte> &bytes, size_t word, uint64_t value) {
  std::memcpy(bytes.data() + 8 * word, &value, sizeof value);
}

void runFloor(const FakeLaunch &launch, FakeMemory &memory) {
  std::vector<std::byte> &results = memory.at(launch.arguments[0]);
  for (uint32_t warp = 0; warp < launch.block[0] / 32; ++warp) {
    const size_t first = size_t{warp} * kFloorWordsPerWarp;
    // The 32-bit counter starts over in between.
    put(results, first, 0xffffffff);
    put(results, first + 1, kFloorCycles * kFloorRecords - 1);
    for (uint32_t i = 0; i < kFloorRecords; ++i)
      put(results, first + 2 + i, i);
  }
}

/// 64 empty scopes of each warp, whatever the kernel's operations are: the first is among them.
void runMicro(const FakeLaunch &launch, FakeMemory &memory) {
  const uint32_t warps = launch.block[0] / 32;
  BlockEmitter block(warps, 256);
  for (SegmentEmitter &unit : block.units)
    for (uint64_t i = 0; i < 64; ++i) {
      unit.scopeStart(0, 5000 + 2 * i * kRecordCycles);
      unit.scopeEnd(0, 5000 + (2 * i + 1) * kRecordCycles);
    }
  block.setClocks(1000, 100'000);
  std::vector<std::byte> bytes;
  block.appendTo(bytes);
  memory.at(launch.arguments[4]) = bytes;
  std::vector<std::byte> &clocks = memory.at(launch.arguments[0]);
  for (uint32_t warp = 0; warp < warps; ++warp) {
    put(clocks, 2 * warp, 0);
    put(clocks, 2 * warp + 1, 128 * kRecordCycles);
  }
}

FakeCuda &driver() {
  FakeCuda &fake = freshFakeCuda();
  const std::map<int, int> attributes{{0, 1024}, {4, 40}};
  fake.kernels = {{kFloorEntry, attributes, {8, 8}},
                  {calibration::emptyScopes(1).function, attributes, {8, 8, 4, 4, 8}},
                  {"timer", attributes, {8}}};
  fake.body = [](const FakeLaunch &launch, FakeMemory &memory) {
    if (launch.kernel == kFloorEntry)
      runFloor(launch, memory);
    else if (launch.kernel != "timer")
      runMicro(launch, memory);
  };
  return fake;
}

Result<Report> runSections(std::vector<std::string> sections, std::vector<std::string> &heard,
                           const std::string &target = "cuda:sm_90a") {
  Request request;
  request.target = target;
  request.sections = std::move(sections);
  request.iterations = 2;
  request.driver = pathOf(FakeLibrary::Whole);
  Listener listener;
  listener.began = [&](const Report &report) {
    for (const auto &[name, value] : report.environment)
      heard.push_back(name + ": " + value);
  };
  listener.ended = [&](const Section &section) { heard.push_back("section " + section.name); };
  return run(request, listener);
}

} // namespace

class BenchRunTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void handWrittenRecordsBecomeCyclesPerRecord() {
    FakeCuda &fake = driver();
    std::vector<std::string> heard;
    const auto report = runSections({"floor"}, heard);
    VERIFY_RESULT(report);
    QVERIFY(std::count(heard.begin(), heard.end(), "chip: NVIDIA H200") == 1);
    const Section &section = report->sections.front();
    QVERIFY(!section.failure);
    const Table &table = section.tables.front();
    QCOMPARE(table.rows.size(), size_t{20}); // 2 memories, 2 lane choices, 5 clocks and widths
    for (const std::vector<Cell> &row : table.rows)
      for (size_t i = 4; i < row.size(); ++i)
        QCOMPARE(std::get<double>(row[i]), static_cast<double>(kFloorCycles));
    QCOMPARE(offencesOf(fake), std::string());
    QCOMPARE(liveObjectsOf(fake), std::string());
  }

  void recordsOfOursBecomeCyclesPerRecordAndTargets() {
    FakeCuda &fake = driver();
    std::vector<std::string> heard;
    const auto report = runSections({"records"}, heard);
    VERIFY_RESULT(report);
    const Section &section = report->sections.front();
    QVERIFY(!section.failure);
    const Table &table = section.tables.front();
    QCOMPARE(table.rows.size(), size_t{128});
    for (const std::vector<Cell> &row : table.rows)
      for (size_t i = 6; i < row.size(); ++i)
        QCOMPARE(std::get<double>(row[i]), static_cast<double>(kRecordCycles));
    QCOMPARE(section.targets.size(), size_t{8});   // 2 buffers, 4 numbers of warps
    for (const Target &target : section.targets) { // 7.5 to 11 cycles, with 16 warps 18 and 22
      QVERIFY(target.measured.has_value());
      QCOMPARE(target.isMet(), target.what.ends_with("16 warps"));
    }
    QCOMPARE(offencesOf(fake), std::string());
  }

  void aFaultingSectionLeavesTheNextOnesAlone() {
    FakeCuda &fake = driver();
    fake.outcomes[kFloorEntry] = FakeOutcome::Faults;
    std::vector<std::string> heard;
    const auto report = runSections({"floor", "calibration", "residual", "launch"}, heard);
    VERIFY_RESULT(report);
    QCOMPARE(report->sections.size(), size_t{4});
    QVERIFY(report->sections[0].failure.has_value());
    QVERIFY(report->sections[0].failure->message.find("lost") != std::string::npos);
    // These kernels leave records of other scopes than the sections look for: rows with reasons.
    QVERIFY(!report->sections[1].failure);
    const std::vector<Cell> &row = report->sections[1].tables.front().rows.front();
    QVERIFY(std::get<std::string>(row[2]).find("recorded no") != std::string::npos);
    QVERIFY(report->sections[2].failure.has_value());
    QVERIFY(report->sections[3].tables.size() == 4);
    QCOMPARE(heard.back(), std::string("section launch"));
  }

  void theLaunchSectionComparesKindsAndArguments() {
    FakeCuda &fake = driver();
    fake.body = {};
    const std::map<int, int> attributes{{0, 1024}, {4, 40}};
    for (const auto &[name, parameters] :
         std::map<std::string, std::vector<size_t>>{{"nothing", {8}},
                                                    {"empty", {}},
                                                    {"waiting", {}},
                                                    {"by_pointers", {8, 8, 8, 8}},
                                                    {"by_maps", {128, 128, 128, 8}}})
      fake.kernels.push_back({name, attributes, parameters});
    std::vector<std::string> heard;
    const auto report = runSections({"launch"}, heard);
    VERIFY_RESULT(report);
    const Section &section = report->sections.front();
    const Table &kinds = section.tables[1];
    const Table &arguments = section.tables[2];
    QCOMPARE(kinds.rows.size(), size_t{5});
    QCOMPARE(arguments.rows.size(), size_t{3});
    for (const Table *table : {&kinds, &arguments})
      for (const std::vector<Cell> &row : table->rows)
        QVERIFY2(std::holds_alternative<double>(row[1]), std::get<std::string>(row[0]).c_str());
    QCOMPARE(section.targets.size(), size_t{1});
    QVERIFY(section.targets[0].measured.has_value());
    std::map<int, size_t> seen;
    for (const FakeLaunch &launch : fake.launches)
      for (const int attribute : launch.launchAttributes)
        ++seen[attribute];
    // 20 warm-ups and 2 rounds of a launch and a train of 20 each.
    constexpr size_t kOfAKind = 22 * 21;
    QVERIFY((seen == std::map<int, size_t>{{2, kOfAKind}, {4, kOfAKind}, {6, kOfAKind}}));
    // Three from the cache, and three for each launch of the last kind.
    QCOMPARE(fake.tensorMaps.size(), 3 + 3 * kOfAKind);
    QCOMPARE(offencesOf(fake), std::string());
  }

  void kindsThatTheDeviceDoesNotHaveAreRowsThatSaySo() {
    FakeCuda &fake = driver();
    fake.body = {};
    fake.devices = {fakeA100()};
    const std::map<int, int> attributes{{0, 1024}, {4, 40}};
    for (const char *name : {"nothing", "empty", "by_pointers"})
      fake.kernels.push_back(
          {name, attributes, std::vector<size_t>(name == std::string("by_pointers") ? 4 : 0, 8)});
    std::vector<std::string> heard;
    const auto report = runSections({"launch"}, heard, "cuda");
    VERIFY_RESULT(report);
    const Section &section = report->sections.front();
    QVERIFY(std::get<std::string>(section.tables[1].rows[2][1]).find("has no clusters") !=
            std::string::npos);
    QVERIFY(std::get<std::string>(section.tables[2].rows[1][1]).size() > 0);
    QVERIFY(!section.targets[0].measured);
  }

  void aDriverThatIsMissingIsSaid() {
    Request request;
    request.driver = "/no/such/library.so";
    const auto report = run(request, {[](const Report &) {}, [](const Section &) {}});
    QVERIFY(!report);
    QCOMPARE(report.error().code, ErrorCode::Unsupported);
  }

  void codeForAnotherChipIsRejected() {
    driver();
    Request request;
    request.driver = pathOf(FakeLibrary::Whole);
    request.target = "cuda:sm_12";
    const auto report = run(request, {[](const Report &) {}, [](const Section &) {}});
    QVERIFY(!report);
    QVERIFY(report.error().toString().find("sm_12") != std::string::npos);
  }
};

QTEST_GUILESS_MAIN(BenchRunTest)
#include "bench_run_test.moc"
