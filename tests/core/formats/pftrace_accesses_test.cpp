// SPDX-License-Identifier: Apache-2.0
// The memory accesses of launches in .pftrace files: all of them are restored, and damage affects
// only the data in the damaged part.
#include <QtTest>

#include <functional>
#include <random>

#include <protozero/pbf_writer.hpp>
#include <protozero/varint.hpp>

#include "tests/support/access_text.h"
#include "core/formats/pftrace/access_encoder.h"
#include "core/formats/pftrace/access_fields.h"
#include "core/formats/pftrace/extension_fields.h"
#include "core/formats/import/message_reader.h"
#include "core/formats/pftrace/packet_stream.h"
#include "core/formats/pftrace/pftrace_reader.h"
#include "core/formats/pftrace/pftrace_writer.h"
#include "core/trace/cost_correction.h"
#include "core/trace/trace_builder.h"
#include "tests/support/trace_text.h"
#include "tests/core/access/random_launch_accesses.h"
#include "tests/support/trace_notes.h"

using namespace pstudio;
using memory::LaunchAccesses;

namespace {

constexpr PftraceOptions kPlain{.isCompressed = false};

// Field numbers of FORMAT.md.
constexpr extension::Field kModelBanks = 3;
constexpr extension::Field kSiteKind = 1, kSiteBytesPerLane = 3;
constexpr extension::Field kBufferName = 1, kBufferSpace = 2, kBufferBase = 3;
constexpr extension::Field kBufferElementBytes = 5, kBufferShape = 6;

std::span<const std::byte> bytesOf(const std::string &text) {
  return std::as_bytes(std::span(text));
}

/// A trace with one launch for each element.
Trace traceOf(std::vector<LaunchAccesses> launches, Nanoseconds origin = Nanoseconds(0)) {
  TraceBuilder builder;
  builder.info().origin = origin;
  for (LaunchAccesses &accesses : launches) {
    Launch launch;
    launch.accesses = std::make_shared<const LaunchAccesses>(std::move(accesses));
    builder.addLaunch(launch);
  }
  return std::move(builder).finish();
}

const LaunchAccesses &accessesOf(const Result<Trace> &trace, size_t launch = 0) {
  return *trace->launches()[launch].accesses;
}

/// Counts of three operations, 16 bins each.
LaunchAccesses manyCounts(uint32_t count) {
  LaunchAccesses accesses;
  for (const char *name : {"load A", "store B", "gather"}) {
    static_cast<void>(accesses.table.addSite({.name = name}));
    accesses.counts.sites.push_back({16, 12, name, 1024});
  }
  for (uint32_t i = 0; i < count; ++i)
    accesses.counts.cells.push_back({.site = 1,
                                     .bin = static_cast<uint16_t>(i % 16),
                                     .cta = 7 + i / 16,
                                     .accesses = 2 + i,
                                     .lanes = 32 * uint64_t{2 + i}});
  return accesses;
}

/// `count` accesses of 4 warps in each CTA, of three operations, one of them scattered.
LaunchAccesses manyAccesses(uint32_t count) {
  LaunchAccesses accesses;
  memory::AccessTable &table = accesses.table;
  for (const char *name : {"load A", "store B", "gather"})
    static_cast<void>(table.addSite({.name = name}));
  std::vector<uint64_t> addresses(32);
  for (uint32_t i = 0; i < count; ++i) {
    if (i % 5000 == 0)
      static_cast<void>(table.beginWarp(i / 20'000, i / 5000 % 4));
    const auto time = Picoseconds(int64_t{i % 5000} * 700 + i % 13);
    if (i % 3 < 2) {
      table.addAffine(static_cast<uint16_t>(i % 3), time, 0xffffffff, 0x10000 + i * 128, 4);
      continue;
    }
    for (uint64_t lane = 0; lane < 32; ++lane)
      addresses[lane] = 0x100000 + (i * 7919 + lane * lane * 2654435761u) % 1'000'000 * 4;
    table.addLanes(2, time, 0xffffffff, addresses);
  }
  return accesses;
}

/// The framed packets of a file, in order.
std::vector<std::string> packetsOf(const std::string &file) {
  std::vector<std::string> packets;
  PacketStream stream(bytesOf(file));
  for (std::span<const std::byte> packet; stream.next(packet);) {
    packets.emplace_back();
    protozero::pbf_writer(packets.back())
        .add_message(
            perfetto::trace::kPacket,
            protozero::data_view(reinterpret_cast<const char *>(packet.data()), packet.size()));
  }
  return packets;
}

std::string joined(const std::vector<std::string> &packets) {
  std::string file;
  for (const std::string &packet : packets)
    file += packet;
  return file;
}

/// Columns of an Accesses message, which a test makes invalid.
struct Columns {
  uint64_t launch = 1;
  std::vector<int64_t> runs, kinds, kindOf, times, bases, lanes; // as in the file

  std::string message() const {
    std::string text;
    protozero::pbf_writer writer(text);
    writer.add_uint64(extension::accesses::kLaunch, launch);
    const auto add = [&](extension::Field field, const std::vector<int64_t> &values) {
      writer.add_packed_int64(field, values.begin(), values.end());
    };
    add(extension::accesses::kRuns, runs);
    add(extension::accesses::kKinds, kinds);
    add(extension::accesses::kKindOf, kindOf);
    add(extension::accesses::kTimes, times);
    add(extension::accesses::kBases, bases);
    add(extension::accesses::kLanes, lanes);
    return text;
  }
};

/// One warp of CTA `cta` with two loads of site 0.
Columns twoLoads(int64_t cta, int64_t warp) {
  return {.runs = {2 * cta, warp, 2}, // the CTA is zigzag-encoded
          .kinds = {0 * 2 + 1, 0xff, 8},
          .kindOf = {0, 0},
          .times = {2, 2},
          .bases = {8192, 64},
          .lanes = {}};
}

std::string framed(const std::string &extensionMessage, uint32_t flags) {
  std::string packet;
  {
    protozero::pbf_writer writer(packet);
    writer.add_uint32(perfetto::packet::kSequenceId, 1);
    writer.add_uint32(perfetto::packet::kSequenceFlags, flags);
    writer.add_message(extension::kPacketExtension, extensionMessage);
  }
  std::string file;
  protozero::pbf_writer(file).add_message(perfetto::trace::kPacket, packet);
  return file;
}

std::string nested(extension::Field field, const std::string &message) {
  std::string text;
  protozero::pbf_writer(text).add_message(field, message);
  return text;
}

/// A file of one launch with these facts and these groups of accesses.
std::string fileOf(const std::string &facts, const std::vector<Columns> &groups) {
  const std::string launch = nested(extension::launch::kAccessFacts, facts);
  const std::string file = nested(extension::file::kLaunches, launch);
  std::string bytes =
      framed(nested(extension::packet::kFile, file), perfetto::kIncrementalStateClearedFlag);
  for (const Columns &columns : groups)
    bytes += framed(nested(extension::packet::kAccesses, columns.message()),
                    perfetto::kNeedsIncrementalStateFlag);
  return bytes;
}

/// The facts of a launch with one site and `count` accesses.
std::string factsOf(uint64_t count) {
  LaunchAccesses accesses;
  static_cast<void>(accesses.table.addSite({.name = "load"}));
  std::string facts;
  encodeAccessFacts(accesses, facts);
  protozero::pbf_writer(facts).add_uint64(extension::access_facts::kAccesses, count);
  return facts;
}

uint64_t versionIn(const std::string &file) {
  uint64_t version = 0;
  const std::string first = packetsOf(file).at(0);
  const auto within = [](protozero::data_view message, uint32_t number, auto visit) {
    forEachField(message, [&](const FieldReader &field) {
      if (field.isBytes(number))
        visit(field.bytes());
    });
  };
  within({first.data(), first.size()}, perfetto::trace::kPacket, [&](auto packet) {
    within(packet, extension::kPacketExtension, [&](auto ours) {
      within(ours, extension::packet::kFile, [&](auto facts) {
        forEachField(facts, [&](const FieldReader &field) {
          if (field.isVarint(extension::file::kVersion))
            version = field.uint64();
        });
      });
    });
  });
  return version;
}

} // namespace

class PftraceAccessesTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void randomAccessesComeBackLaneByLane() {
    const uint64_t seed = QRandomGenerator::global()->generate64();
    std::mt19937_64 random(seed);
    for (int i = 0; i < 100; ++i) {
      std::vector<LaunchAccesses> launches;
      for (uint64_t count = random() % 4; launches.size() < count;)
        launches.push_back(
            test::randomAccesses(random, {.mostCtas = 9, .mostWarps = 5, .mostAccesses = 40}));
      const Trace trace = traceOf(std::move(launches));
      const Result<Trace> again =
          readPftrace(bytesOf(*writePftraceToString(trace, {.isCompressed = i % 2 == 0})), "");
      QVERIFY(again.has_value());
      QCOMPARE(again->launches().size(), trace.launches().size());
      QCOMPARE(again->notes().size(), size_t{0});
      for (size_t l = 0; l < trace.launches().size(); ++l) {
        const std::string difference =
            test::difference(*trace.launches()[l].accesses, accessesOf(again, l));
        QVERIFY2(
            difference.empty(),
            qPrintable(QString("seed %1, trace %2: %3").arg(seed).arg(i).arg(difference.c_str())));
      }
    }
  }

  void countsComeBack() {
    const LaunchAccesses counted = manyCounts(20'000);
    const Trace trace = traceOf({counted});
    const Result<Trace> again = readPftrace(bytesOf(*writePftraceToString(trace)), "");
    QVERIFY(again.has_value());
    QCOMPARE(again->notes().size(), size_t{0});
    QVERIFY(accessesOf(again).counts == counted.counts);
    QCOMPARE(accessesOf(again).table.sites().size(), size_t{3});
  }

  void impossibleCountsAreLeftOutAndCounted() {
    const LaunchAccesses good = manyCounts(8);
    const std::vector<std::function<void(memory::AccessCount &)>> damages{
        [](memory::AccessCount &cell) { cell.bin = 16; },
        [](memory::AccessCount &cell) { cell.accesses = 0; },
        [](memory::AccessCount &cell) { cell.lanes = cell.accesses - 1; },
        [](memory::AccessCount &cell) { cell.lanes = cell.accesses * 64 + 64; },
        [](memory::AccessCount &cell) { cell.site = 3; },
        [](memory::AccessCount &cell) { cell.cta = 0; }}; // before the previous cell
    for (const auto &damage : damages) {
      LaunchAccesses bad = good;
      damage(bad.counts.cells[5]);
      const Result<Trace> read = readPftrace(bytesOf(*writePftraceToString(traceOf({bad}))), "");
      QVERIFY(read.has_value());
      QCOMPARE(test::countNoted(*read, "pftrace.bad-access-count"), uint64_t{1});
      QCOMPARE(accessesOf(read).counts.cells.size(), good.counts.cells.size() - 1);
    }
  }

  void manyAccessesAreCutIntoPacketsOfHalfAMegabyte() {
    const Trace trace = traceOf({manyAccesses(150'000)});
    const std::string plain = *writePftraceToString(trace, kPlain);
    const std::vector<std::string> packets = packetsOf(plain);
    QVERIFY2(packets.size() >= 8, qPrintable(QString::number(packets.size())));
    for (const std::string &packet : packets)
      QVERIFY2(packet.size() < 1'000'000, qPrintable(QString::number(packet.size())));
    for (const unsigned threads : {1u, 4u}) {
      const std::string file = *writePftraceToString(trace, {.threads = threads});
      QVERIFY2(file.size() < plain.size(), "compressed is smaller");
      const Result<Trace> again = readPftrace(bytesOf(file), "");
      QCOMPARE(test::difference(*trace.launches()[0].accesses, accessesOf(again)), std::string());
    }
  }

  void aFileWithoutAccessesIsOfTheVersionThatOlderReadersKnow() {
    QCOMPARE(versionIn(*writePftraceToString(traceOf({}), kPlain)), uint64_t{1});
    QCOMPARE(versionIn(*writePftraceToString(traceOf({{}}), kPlain)), uint64_t{2});
    const Trace sources =
        withSources(traceOf({}), {{"/k/a.py", std::make_shared<const std::string>("x")}});
    QCOMPARE(versionIn(*writePftraceToString(sources, kPlain)), uint64_t{3});
  }

  void aLaunchThatRecordedNothingStillSaysThatItWasToRecord() {
    const Result<Trace> again = readPftrace(bytesOf(*writePftraceToString(traceOf({{}}))), "");
    QVERIFY(again->launches()[0].accesses != nullptr);
    QCOMPARE(accessesOf(again).table.size(), uint64_t{0});
  }

  void aFileCutAnywhereKeepsWhatIsBeforeAndCountsTheRest() {
    std::mt19937_64 random(7);
    LaunchAccesses accesses = test::randomAccesses(random, {.mostCtas = 20});
    accesses.table.setShare({});
    const uint64_t all = accesses.table.size();
    const std::string whole = *writePftraceToString(traceOf({std::move(accesses)}), kPlain);
    const size_t first = packetsOf(whole)[0].size();
    for (size_t size = first; size < whole.size(); ++size) {
      const Result<Trace> cut = readPftrace(bytesOf(whole.substr(0, size)), "cut");
      QVERIFY(cut.has_value());
      const memory::AccessTable &table = accessesOf(cut).table;
      QCOMPARE(table.size() + table.share().dropped, all);
      QCOMPARE(test::countNoted(*cut, "pftrace.missing-accesses"), all - table.size());
    }
  }

  void aLostPacketCostsItsAccessesAndNoOthers() {
    const LaunchAccesses whole = manyAccesses(100'000);
    const Trace trace = traceOf({manyAccesses(100'000)});
    std::vector<std::string> packets = packetsOf(*writePftraceToString(trace, kPlain));
    packets.erase(packets.begin() + static_cast<ptrdiff_t>(packets.size() / 2));
    const Result<Trace> again = readPftrace(bytesOf(joined(packets)), "");
    const memory::AccessTable &table = accessesOf(again).table;
    QVERIFY(table.size() > 60'000 && table.size() < 100'000);
    QCOMPARE(table.share().dropped, 100'000 - table.size());
    QVERIFY(table.recordedPart() < 1);
    // The remaining accesses are not displaced: they are the first and the last ones.
    for (const bool isAtEnd : {false, true})
      for (uint64_t i = 0; i < 5000; ++i) {
        const uint64_t one = isAtEnd ? 99'999 - i : i;
        const uint64_t other = isAtEnd ? table.size() - 1 - i : i;
        QCOMPARE(table.firstAddress(table[other]), whole.table.firstAddress(whole.table[one]));
        QCOMPARE(table[other].time, whole.table[one].time);
      }
  }

  void aDamagedCompressedPacketCostsItsAccessesOnly() {
    const Trace trace = traceOf({manyAccesses(100'000)});
    std::string file = *writePftraceToString(trace);
    file[file.size() * 2 / 3] ^= 0x55;
    const Result<Trace> again = readPftrace(bytesOf(file), "");
    const memory::AccessTable &table = accessesOf(again).table;
    QVERIFY(table.size() > 60'000 && table.size() < 100'000);
    QCOMPARE(test::countNoted(*again, "pftrace.missing-accesses"), 100'000 - table.size());
    QVERIFY(test::hasNote(*again, "pftrace.damaged-packets"));
  }

  void handWrittenColumnsAreRead() {
    const Result<Trace> trace =
        readPftrace(bytesOf(fileOf(factsOf(4), {twoLoads(3, 1), twoLoads(4, 0)})), "");
    QCOMPARE(accessesOf(trace).table.size(), uint64_t{4});
    QCOMPARE(accessesOf(trace).table.firstAddress(accessesOf(trace).table[1]), uint64_t{4128});
    QCOMPARE(accessesOf(trace).table.share().dropped, uint64_t{0});
    QCOMPARE(trace->notes().size(), size_t{0});
  }

  void impossibleColumnsCostTheirGroup_data() {
    QTest::addColumn<std::function<void(Columns &)>>("damage");
    const auto add = [](const char *name, std::function<void(Columns &)> damage) {
      QTest::newRow(name) << damage;
    };
    add("a kind that is not there", [](Columns &c) { c.kindOf[1] = 1; });
    add("fewer times than accesses", [](Columns &c) { c.times.pop_back(); });
    add("more times than accesses", [](Columns &c) { c.times.push_back(2); });
    add("fewer addresses than accesses", [](Columns &c) { c.bases.pop_back(); });
    add("lanes that nobody has", [](Columns &c) { c.lanes.push_back(1); });
    add("lanes that are missing", [](Columns &c) { c.kinds = {0, 0xff}; });
    add("2^64 - 1 accesses", [](Columns &c) { c.runs[2] = -1; });
    add("as many as no message has", [](Columns &c) { c.runs[2] = int64_t{1} << 21; });
    add("a CTA beyond 2^32", [](Columns &c) { c.runs[0] = int64_t{1} << 40; });
    add("a warp beyond 2^32", [](Columns &c) { c.runs[1] = int64_t{1} << 40; });
    add("half a run", [](Columns &c) { c.runs.pop_back(); });
    add("half a kind", [](Columns &c) { c.kinds.pop_back(); });
    add("no columns", [](Columns &c) { c = Columns(); });
    add("a site beyond 2^16", [](Columns &c) { c.kinds[0] = int64_t{1} << 33; });
    add("a site that is not there", [](Columns &c) { c.kinds[0] = 7 * 2 + 1; });
    add("no lane", [](Columns &c) { c.kinds[1] = 0; });
    add("no lane, scattered", [](Columns &c) { c.kinds = {0, 0}; });
    add("a warp that was there", [](Columns &c) { c.runs[0] = 2 * 3; });
  }

  void impossibleColumnsCostTheirGroup() {
    QFETCH(std::function<void(Columns &)>, damage);
    Columns damaged = twoLoads(5, 0);
    damage(damaged);
    const std::string file =
        fileOf(factsOf(8), {twoLoads(3, 1), twoLoads(4, 0), damaged, twoLoads(6, 2)});
    const Result<Trace> trace = readPftrace(bytesOf(file), "");
    QVERIFY(trace.has_value());
    QCOMPARE(accessesOf(trace).table.size(), uint64_t{6});
    QCOMPARE(accessesOf(trace).table.share().dropped, uint64_t{2});
    QCOMPARE(accessesOf(trace).table.recordedPart(), 0.75);
    QCOMPARE(test::countNoted(*trace, "pftrace.missing-accesses"), uint64_t{2});
    QCOMPARE(accessesOf(trace).table.warps().back().cta, uint32_t{6});
  }

  void accessesOfNoLaunchAreCounted() {
    Columns stray = twoLoads(1, 0);
    stray.launch = 2;
    const Result<Trace> trace =
        readPftrace(bytesOf(fileOf(factsOf(2), {twoLoads(0, 0), stray})), "");
    QCOMPARE(accessesOf(trace).table.size(), uint64_t{2});
    QCOMPARE(test::countNoted(*trace, "pftrace.stray-accesses"), uint64_t{1});
  }

  void impossibleFactsAreReplacedAndNoted() {
    std::string facts = factsOf(2);
    {
      protozero::pbf_writer writer(facts);
      writer.add_double(extension::access_facts::kSampledPart, -3);
      const auto with = [&](extension::Field field, extension::Field inner, uint64_t value) {
        protozero::pbf_writer(writer, field).add_uint64(inner, value);
      };
      with(extension::access_facts::kModel, kModelBanks, 31);
      with(extension::access_facts::kSites, kSiteKind, 99);
      with(extension::access_facts::kSites, kSiteBytesPerLane, uint64_t{1} << 32);
      with(extension::access_facts::kBuffers, kBufferElementBytes, 0);
      with(extension::access_facts::kBuffers, kBufferShape, uint64_t(-5));
      with(extension::access_facts::kBuffers, kBufferSpace, 2);
      protozero::pbf_writer huge(writer, extension::access_facts::kBuffers);
      const std::vector<int64_t> shape{int64_t{1} << 40, int64_t{1} << 40};
      huge.add_packed_int64(kBufferShape, shape.begin(), shape.end());
    }
    {
      protozero::pbf_writer writer(facts);
      protozero::pbf_writer good(writer, extension::access_facts::kBuffers);
      good.add_string(kBufferName, "A");
      good.add_uint64(kBufferBase, 4096);
    }
    const Result<Trace> trace = readPftrace(bytesOf(fileOf(facts, {twoLoads(0, 0)})), "");
    QVERIFY(trace.has_value());
    const LaunchAccesses &accesses = accessesOf(trace);
    QCOMPARE(accesses.table.size(), uint64_t{2});
    QCOMPARE(accesses.table.sites().size(), size_t{1});
    QCOMPARE(accesses.buffers.buffers().size(), size_t{1});
    QCOMPARE(accesses.buffers.find(memory::AccessSpace::Global, 4096), uint32_t{0});
    QCOMPARE(accesses.model, memory::MemoryModel{});
    QCOMPARE(accesses.table.share().sampledPart, 1.0);
    QCOMPARE(test::countNoted(*trace, "pftrace.bad-access-site"), uint64_t{2});
    QCOMPARE(test::countNoted(*trace, "pftrace.bad-buffer"), uint64_t{4});
    QCOMPARE(test::countNoted(*trace, "pftrace.bad-memory-model"), uint64_t{1});
    QCOMPARE(test::countNoted(*trace, "pftrace.bad-sampled-part"), uint64_t{1});
  }

  void aClaimOfMoreAccessesThanThereAreIsNotBelieved() {
    const Result<Trace> trace =
        readPftrace(bytesOf(fileOf(factsOf(UINT64_MAX), {twoLoads(0, 0)})), "");
    QCOMPARE(accessesOf(trace).table.size(), uint64_t{2});
    QCOMPARE(accessesOf(trace).table.share().dropped, UINT64_MAX - 2);
    QVERIFY(accessesOf(trace).table.memoryBytes() < 10'000'000);
    QVERIFY(accessesOf(trace).table.recordedPart() < 1e-15);
  }

  void randomDamageNeverDoesHarm() {
    const uint64_t seed = QRandomGenerator::global()->generate64();
    std::mt19937_64 random(seed);
    qInfo("seed %llu", static_cast<unsigned long long>(seed));
    const Trace trace = traceOf({test::randomAccesses(random), test::randomAccesses(random)});
    const std::string whole = *writePftraceToString(trace, kPlain);
    for (int i = 0; i < 3000; ++i) {
      std::string damaged = whole;
      for (uint64_t flips = 1 + random() % 4; flips > 0; --flips)
        damaged[random() % damaged.size()] ^= static_cast<char>(1 << (random() % 8));
      const Result<Trace> read = readPftrace(bytesOf(damaged), "damaged");
      if (read) // traversing the trace is the check
        QVERIFY(!traceToText(*read).empty());
    }
  }

  void twoFilesInOneKeepTheirTimes() {
    const auto origin = Nanoseconds(1'000'000);
    const std::string early = *writePftraceToString(traceOf({manyAccesses(10)}, origin));
    const std::string late =
        *writePftraceToString(traceOf({manyAccesses(10)}, origin + Nanoseconds(5)));
    const Result<Trace> both = readPftrace(bytesOf(early + late), "");
    QCOMPARE(both->launches().size(), size_t{2});
    const Picoseconds one = accessesOf(both, 0).table[3].time;
    QCOMPARE(accessesOf(both, 1).table[3].time, one + Picoseconds(5000));
  }

  void aNoteAndTheCorrectionOfCostKeepTheAccesses() {
    TraceBuilder builder;
    Launch launch;
    launch.recordingCost = RecordingCost{10, 9, 11, 1};
    launch.accesses = std::make_shared<const LaunchAccesses>(manyAccesses(10));
    builder.addLaunch(launch);
    const Trace noted = withNote(std::move(builder).finish(), Note());
    QCOMPARE(noted.launches()[0].accesses, launch.accesses);
    QCOMPARE(correctRecordingCost(noted).launches()[0].accesses, launch.accesses);
  }
};

QTEST_GUILESS_MAIN(PftraceAccessesTest)
#include "pftrace_accesses_test.moc"
