// SPDX-License-Identifier: Apache-2.0
// Buffers of Triton's Proton: two captures of real hardware, the cases of its own tests, and cases
// that it decodes incorrectly.
#include <QFile>
#include <QtTest>

#include <array>
#include <random>

#include "core/base/little_endian.h"
#include "core/formats/triton/triton_decoder.h"
#include "core/record/event_matcher.h"
#include "core/record/scope_matcher.h"
#include "tests/support/trace_notes.h"
#include "tests/support/triton_emitter.h"

using namespace pstudio;
using namespace pstudio::record;
using pstudio::test::makeTritonFile;
using pstudio::test::TritonBlockEmitter;

namespace {

/// The folder in the environment variable, or else the shared folder of the build.
QString captureFolder() {
  return qEnvironmentVariable("PSTUDIO_PROTON_GOLDEN", PSTUDIO_SHARED_DATA "/proton-golden");
}

std::vector<std::byte> readCapture(const char *name) {
  QFile file(captureFolder() + "/" + name);
  if (!file.open(QIODevice::ReadOnly))
    return {};
  const QByteArray bytes = file.readAll();
  const auto *begin = reinterpret_cast<const std::byte *>(bytes.constData());
  return {begin, begin + bytes.size()};
}

/// Scopes of one warp, relative to its first record: "s0 0-324, s1 72-240".
QString scopesToText(const UnitRecords &unit) {
  const OperationTable none;
  ScopeMatcher matcher(none);
  QStringList scopes;
  for (const MatchedScope &s : matcher.match(unit.records, unit.oldestDropped)) {
    const int64_t base = unit.records.front().cycles;
    QString text = QString("s%1 %2-%3").arg(s.operation).arg(s.begin - base).arg(s.end - base);
    if (s.flags & (kSliceNoEnd | kSliceNoStart))
      text += "?";
    scopes << text;
  }
  return scopes.join(", ");
}

QString captureToText(const TritonCapture &capture) {
  QString text;
  for (const TritonBlock &block : capture.blocks) {
    text += QString("cta %1 cu %2 buffer %3 init %4 pre +%5 post +%6\n")
                .arg(block.program)
                .arg(block.hardwareId)
                .arg(block.bufferBytes)
                .arg(block.initTime)
                .arg(block.preFinalTime - block.initTime)
                .arg(block.postFinalTime - block.initTime);
    for (const TritonUnit &unit : block.units)
      text += QString("  warp %1 words %2 base %3: %4\n")
                  .arg(unit.unit.number)
                  .arg(unit.wordsWritten)
                  .arg(unit.unit.records.front().cycles)
                  .arg(scopesToText(unit.unit));
  }
  return text;
}

// Derived from the content of the captures, not from the output of this decoder.
constexpr const char *kSequence =
    R"(cta 0 cu 94 buffer 256 init 2464698988105050 pre +320 post +600
  warp 0 words 12 base 1136998837487: s0 0-324, s1 72-240, s2 156-408
  warp 1 words 12 base 1136998837492: s0 0-336, s1 72-248, s2 160-424
  warp 2 words 12 base 1136998837590: s0 0-332, s1 72-244, s2 156-420
  warp 3 words 12 base 1136998837597: s0 0-332, s1 72-244, s2 156-420
cta 1 cu 130 buffer 256 init 2464698988105220 pre +320 post +600
  warp 0 words 12 base 95280551537: s0 0-324, s1 72-240, s2 156-408
  warp 1 words 12 base 95280551547: s0 0-324, s1 72-240, s2 156-408
  warp 2 words 12 base 95280551552: s0 0-336, s1 72-248, s2 160-424
  warp 3 words 12 base 95280551562: s0 0-332, s1 72-244, s2 156-420
)";
constexpr const char *kLoop =
    R"(cta 0 cu 216 buffer 256 init 2464684251739690 pre +1720 post +2400
  warp 0 words 80 base 971519890007: s0 0-88, s0 172-260, s0 344-432, s0 516-604
  warp 1 words 80 base 971519890013: s0 0-88, s0 172-260, s0 344-432, s0 516-604
  warp 2 words 80 base 971519890082: s0 0-84, s0 172-256, s0 344-428, s0 516-600
  warp 3 words 80 base 971519890088: s0 0-84, s0 172-256, s0 344-428, s0 516-600
)";

constexpr uint32_t kHipDevice = 2;
constexpr uint32_t kCaptureRecords = 8; ///< capacity of a warp

TritonBlockEmitter captureBlock(uint32_t program, uint32_t hardwareId, uint64_t init, uint64_t pre,
                                uint64_t post) {
  TritonBlockEmitter block(4, kCaptureRecords);
  block.program = program;
  block.hardwareId = hardwareId;
  block.initTime = init;
  block.preFinalTime = init + pre;
  block.postFinalTime = init + post;
  return block;
}

/// Three scopes, of which the second ends first, on a GPU whose records cost 72 to 88 cycles.
void writeSequence(TritonBlockEmitter &block, uint32_t warp, uint64_t base,
                   const std::array<uint64_t, 6> &times) {
  for (uint32_t scope = 0; scope < 3; ++scope)
    block.scopeStart(warp, scope, base + times[scope]);
  block.scopeEnd(warp, 1, base + times[3]);
  block.scopeEnd(warp, 0, base + times[4]);
  block.scopeEnd(warp, 2, base + times[5]);
}

/// A file that is similar to the first capture, with the facts of kSequence.
std::vector<std::byte> sequenceFile() {
  constexpr std::array<uint64_t, 6> kShort{0, 72, 156, 240, 324, 408};
  constexpr std::array<uint64_t, 6> kLong{0, 72, 160, 248, 336, 424};
  constexpr std::array<uint64_t, 6> kMiddle{0, 72, 156, 244, 332, 420};
  TritonBlockEmitter first = captureBlock(0, 94, 2464698988105050, 320, 600);
  writeSequence(first, 0, 1136998837487, kShort);
  writeSequence(first, 1, 1136998837492, kLong);
  writeSequence(first, 2, 1136998837590, kMiddle);
  writeSequence(first, 3, 1136998837597, kMiddle);
  TritonBlockEmitter second = captureBlock(1, 130, 2464698988105220, 320, 600);
  writeSequence(second, 0, 95280551537, kShort);
  writeSequence(second, 1, 95280551547, kShort);
  writeSequence(second, 2, 95280551552, kLong);
  writeSequence(second, 3, 95280551562, kMiddle);
  return makeTritonFile({first, second}, kHipDevice);
}

/// Twenty iterations of a loop, of which the ring keeps four.
std::vector<std::byte> loopFile() {
  constexpr uint64_t kTurn = 172, kTurns = 20, kKept = 4;
  constexpr std::array<uint64_t, 4> kBases{971519890007, 971519890013, 971519890082, 971519890088};
  TritonBlockEmitter block = captureBlock(0, 216, 2464684251739690, 1720, 2400);
  for (uint32_t warp = 0; warp < 4; ++warp)
    for (uint64_t turn = 0; turn < kTurns; ++turn) {
      const uint64_t begin = kBases[warp] + kTurn * turn - kTurn * (kTurns - kKept);
      block.scopeStart(warp, 0, begin);
      block.scopeEnd(warp, 0, begin + (warp < 2 ? 88 : 84));
    }
  return makeTritonFile({block}, kHipDevice);
}

/// A block of raw words, for cases that no kernel stores. The layout has one block.
struct RawBlock {
  TritonLayout layout;
  std::vector<std::byte> bytes;

  RawBlock(uint32_t units, const std::vector<uint32_t> &words) {
    layout.totalUnits = units;
    for (uint32_t i = 0; i < units; ++i)
      layout.units.push_back(i);
    bytes.resize(words.size() * 4);
    for (size_t i = 0; i < words.size(); ++i)
      storeLittle<uint32_t>(bytes.data() + i * 4, words[i]);
    layout.blockBytes = static_cast<uint32_t>(bytes.size());
  }
  TritonCapture decode() const { return decodeTritonBlocks(bytes, layout); }
};

QStringList eventsToText(const TritonBlock &block) {
  EventMatcher matcher;
  matcher.begin(static_cast<uint32_t>(block.units.size()));
  for (uint32_t i = 0; i < block.units.size(); ++i)
    matcher.addUnit(i, block.units[i].unit.records);
  QStringList text;
  for (const MatchedEvent &e : matcher.match())
    text << QString("(%1->%2) %3->%4").arg(e.startUnit).arg(e.endUnit).arg(e.begin).arg(e.end);
  return text;
}

TritonCapture decodeFile(const std::vector<std::byte> &file) {
  auto capture = decodeTritonFile(file);
  if (!capture)
    qFatal("%s", capture.error().toString().c_str());
  return std::move(*capture);
}

} // namespace

class TritonDecoderTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void capturesOfRealHardwareDecodeToTheirEvents_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("expected");
    QTest::newRow("sequence") << "seq.bin" << kSequence;
    QTest::newRow("loop") << "loop.bin" << kLoop;
  }
  void capturesOfRealHardwareDecodeToTheirEvents() {
    QFETCH(QString, file);
    QFETCH(QString, expected);
    const auto bytes = readCapture(qPrintable(file));
    if (bytes.empty())
      QSKIP(qPrintable("no captures in " + captureFolder() + "; PSTUDIO_PROTON_GOLDEN names it"));
    checkCapture(bytes, file, expected);
  }

  void buffersOfAnAmdGpuDecodeToTheirEvents_data() {
    capturesOfRealHardwareDecodeToTheirEvents_data();
  }
  void buffersOfAnAmdGpuDecodeToTheirEvents() {
    QFETCH(QString, file);
    QFETCH(QString, expected);
    checkCapture(file == "loop.bin" ? loopFile() : sequenceFile(), file, expected);
  }

private:
  static void checkCapture(const std::vector<std::byte> &bytes, const QString &file,
                           const QString &expected) {
    QVERIFY(looksLikeTritonProton(bytes));
    const TritonCapture capture = decodeFile(bytes);
    QCOMPARE(captureToText(capture), expected);
    QCOMPARE(capture.layout.device, triton::DeviceType::Hip);
    QCOMPARE(capture.recordsDropped, file == "loop.bin" ? uint64_t{4 * 32} : uint64_t{0});
    QCOMPARE(capture.blocksDamaged + capture.blocksMissing + capture.oddCounts + capture.backsteps,
             uint64_t{0});
  }

private Q_SLOTS:
  void recordKeepsFortyThreeBitsOfClock() {
    QVERIFY(triton::isEnd(0x80000001u));
    QCOMPARE(triton::scopeOf(0x80000001u), 0u);
    QCOMPARE(triton::clockOf(0x80000001u, 0xffffffffu), uint64_t{8589934591});
  }

  void singleEventDecodesThoughTheCountIsImpossible() {
    const RawBlock raw(1, {0xdeadbeef, 1, 3, 16, 0x89abcdef, 0x01234567, 0x76543210, 0xfedcba98,
                           0x05060708, 0x01020304, 0xff, 0x02000000, 0x1000, 0x82000000, 0x2000});
    const TritonCapture capture = raw.decode();
    QCOMPARE(capture.blocks.size(), size_t{1});
    const TritonBlock &block = capture.blocks[0];
    QCOMPARE(block.program, 1u);
    QCOMPARE(block.hardwareId, 3u);
    QCOMPARE(block.bufferBytes, 16u);
    QCOMPARE(block.initTime, uint64_t{0x0123456789abcdef});
    QCOMPARE(block.preFinalTime, uint64_t{0xfedcba9876543210});
    QCOMPARE(block.postFinalTime, uint64_t{0x0102030405060708});
    QCOMPARE(block.units[0].wordsWritten, 255u);
    QCOMPARE(block.units[0].unit.records.front().cycles, int64_t{4096});
    QCOMPARE(scopesToText(block.units[0].unit), QString("s4 0-4096"));
    QCOMPARE(capture.oddCounts, uint64_t{1});
  }

  void everyUnitOfABlockIsDecodedAndTrailingBytesAreIgnored() {
    std::vector<uint32_t> words{0xdeadbeef, 0, 0, 48, 0, 0, 0, 0, 0, 0, 4, 4, 4};
    for (int unit = 0; unit < 3; ++unit)
      words.insert(words.end(), {0x02000000, 0x1000, 0x82000000, 0x2000});
    RawBlock raw(3, words);
    raw.bytes.resize(raw.bytes.size() + 20, std::byte{0xbe});
    const TritonCapture capture = raw.decode();
    QCOMPARE(capture.blocks.size(), size_t{1});
    for (const TritonUnit &unit : capture.blocks[0].units)
      QCOMPARE(scopesToText(unit.unit), QString("s4 0-4096"));
  }

  void twoStartsGiveNoCompleteEvent() {
    TritonBlockEmitter block(1, 8);
    block.scopeStart(0, 4, 0x1000);
    block.scopeStart(0, 4, 0x2000);
    const TritonCapture capture = decodeFile(makeTritonFile({block}));
    QCOMPARE(scopesToText(capture.blocks[0].units[0].unit), QString("s4 0-4096?, s4 4096-4096?"));
  }

  void asyncEventsPairAcrossWarpsOldestFirst() {
    TritonBlockEmitter block(2, 8);
    block.eventStart(0, 1, 100);
    block.eventStart(0, 1, 200);
    block.eventEnd(1, 1, 150);
    block.eventEnd(1, 1, 250);
    const TritonCapture capture = decodeFile(makeTritonFile({block}));
    QCOMPARE(eventsToText(capture.blocks[0]), (QStringList{"(0->1) 100->150", "(0->1) 200->250"}));
    for (const TritonUnit &unit : capture.blocks[0].units) {
      QCOMPARE(unit.unit.records.size(), size_t{2});
      QCOMPARE(scopesToText(unit.unit), QString());
    }
  }

  void asyncEventsPreferTheirOwnWarp() {
    TritonBlockEmitter block(2, 8);
    block.eventStart(0, 1, 100);
    block.eventEnd(0, 1, 200);
    block.eventStart(1, 1, 110);
    block.eventEnd(1, 1, 210);
    const TritonCapture capture = decodeFile(makeTritonFile({block}));
    QCOMPARE(eventsToText(capture.blocks[0]), (QStringList{"(0->0) 100->200", "(1->1) 110->210"}));
  }

  void ringThatIsNotAlignedLosesNothingAtItsSeam() {
    for (uint32_t iterations = 1; iterations <= 40; ++iterations) {
      TritonBlockEmitter block(1, 8);
      uint64_t clock = 5000;
      block.scopeStart(0, 9,
                       clock); // a preceding record, so that pairs straddle the end of the ring
      for (uint32_t i = 0; i < iterations; ++i, clock += 100) {
        block.scopeStart(0, 1, clock + 10);
        block.scopeEnd(0, 1, clock + 60);
      }
      const TritonCapture capture = decodeFile(makeTritonFile({block}));
      const UnitRecords &unit = capture.blocks[0].units[0].unit;
      const uint32_t written = 1 + 2 * iterations;
      QCOMPARE(capture.recordsDropped, uint64_t{written > 8 ? written - 8 : 0});
      const OperationTable none;
      ScopeMatcher matcher(none);
      uint32_t whole = 0;
      for (const MatchedScope &s : matcher.match(unit.records, unit.oldestDropped)) {
        if (s.operation != 1 || s.flags != 0)
          continue;
        ++whole;
        QCOMPARE(s.end - s.begin, int64_t{50});
      }
      QCOMPARE(whole, std::min(iterations, 4u)); // eight records hold four complete instances
      QVERIFY(std::is_sorted(unit.records.begin(), unit.records.end(),
                             [](const Record &a, const Record &b) { return a.cycles < b.cycles; }));
    }
  }

  void ringKeepsTheNewestRecordsOfAnyProgram() {
    for (uint64_t seed = 1; seed <= 200; ++seed) {
      std::mt19937_64 random(seed);
      const uint32_t capacity = 1u << (1 + random() % 5);
      TritonBlockEmitter block(2, capacity);
      std::vector<std::pair<uint16_t, int64_t>> written;
      uint64_t clock = random() % 1000;
      for (size_t i = 0, n = random() % 100; i < n; ++i) {
        clock += random() % 50;
        const auto scope = static_cast<uint16_t>(random() % 256);
        if (random() % 2)
          block.scopeStart(1, scope, clock);
        else
          block.eventEnd(1, scope, clock);
        written.emplace_back(scope, clock);
      }
      const TritonCapture capture = decodeFile(makeTritonFile({block}));
      const size_t kept = std::min<size_t>(written.size(), capacity);
      std::vector<std::pair<uint16_t, int64_t>> got;
      for (const Record &record : capture.blocks[0].units[1].unit.records)
        got.emplace_back(record.operation, record.cycles);
      const std::vector<std::pair<uint16_t, int64_t>> newest(
          written.end() - static_cast<std::ptrdiff_t>(kept), written.end());
      QVERIFY2(got == newest, qPrintable(QString("seed %1").arg(seed)));
    }
  }

  void clockWrapDoesNotEndDecoding() {
    TritonBlockEmitter block(2, 8);
    block.scopeStart(0, 1, 0xfffffff0u);
    block.scopeEnd(0, 1, 0x00000010u); // 32-bit clocks
    block.scopeStart(1, 1, 0x00000020u);
    block.scopeEnd(1, 1, 0x00000030u);
    const TritonCapture capture = decodeFile(makeTritonFile({block}));
    QCOMPARE(scopesToText(capture.blocks[0].units[0].unit), QString("s1 0-32"));
    QCOMPARE(capture.clockWraps, uint64_t{1});
    QCOMPARE(capture.blocks[0].units[1].unit.records[0].cycles, int64_t{0x100000020});
  }

  void storesThatWereScheduledLateAreDrawnInOrderOfTheirClocks() {
    TritonBlockEmitter block(1, 8);
    block.scopeStart(0, 2, 120); // the inner pair is stored before the outer start
    block.scopeEnd(0, 2, 140);
    block.scopeStart(0, 1, 100);
    block.scopeEnd(0, 1, 160);
    const TritonCapture capture = decodeFile(makeTritonFile({block}));
    QCOMPARE(scopesToText(capture.blocks[0].units[0].unit), QString("s1 0-60, s2 20-40"));
    QCOMPARE(capture.backsteps, uint64_t{1});
  }

  void damagedBlocksAreCountedAndTheOthersDecoded() {
    std::vector<TritonBlockEmitter> blocks(4, TritonBlockEmitter(2, 8));
    for (uint32_t i = 0; i < 4; ++i) {
      blocks[i].program = i;
      blocks[i].scopeStart(0, 1, 100);
      blocks[i].scopeEnd(0, 1, 200);
    }
    blocks[0].preamble = 0;
    blocks[1].preamble = 0x1234;
    auto file = makeTritonFile(blocks);
    const size_t payload = file.size() - 4 * blocks[0].blockBytes();
    storeLittle<uint32_t>(
        file.data() + payload + 2 * blocks[0].blockBytes() + triton::kBlockBufferBytes, 0x7fffffff);
    const TritonCapture capture = decodeFile(file);
    QCOMPARE(capture.blocksNotRun, uint64_t{1});
    QCOMPARE(capture.blocksDamaged, uint64_t{2});
    QCOMPARE(capture.blocks.size(), size_t{1});
    QCOMPARE(capture.blocks[0].program, 3u);
  }

  void everyTruncationIsRejectedOrCounted() {
    std::vector<TritonBlockEmitter> blocks(3, TritonBlockEmitter(2, 4));
    for (TritonBlockEmitter &block : blocks) {
      block.scopeStart(0, 1, 100);
      block.scopeEnd(0, 1, 200);
    }
    const auto whole = makeTritonFile(blocks);
    for (size_t size = 0; size < whole.size(); ++size) {
      const std::vector<std::byte> cut(whole.begin(),
                                       whole.begin() + static_cast<std::ptrdiff_t>(size));
      const auto capture = decodeTritonFile(cut);
      if (!capture) {
        QVERIFY(!capture.error().message.empty());
        continue;
      }
      QVERIFY2(capture->blocksMissing > 0, qPrintable(QString("%1 bytes").arg(size)));
      QVERIFY(readTritonProton(cut, "cut"));
    }
  }

  void randomDamageNeverCrashes() {
    std::vector<TritonBlockEmitter> blocks(3, TritonBlockEmitter(2, 4));
    for (TritonBlockEmitter &block : blocks)
      for (int i = 0; i < 7; ++i) {
        block.scopeStart(0, 1, 100u + 10u * static_cast<unsigned>(i));
        block.eventEnd(1, 2, 100u + 10u * static_cast<unsigned>(i));
      }
    const auto whole = makeTritonFile(blocks);
    for (uint64_t seed = 1; seed <= 1000; ++seed) {
      std::mt19937_64 random(seed);
      auto bytes = whole;
      for (size_t i = 0, n = 1 + random() % 20; i < n; ++i)
        bytes[random() % bytes.size()] = static_cast<std::byte>(random());
      const auto trace = readTritonProton(bytes, "damaged");
      if (!trace)
        continue;
      for (int64_t duration : trace->sliceDurations())
        QVERIFY2(duration >= 0, qPrintable(QString("seed %1").arg(seed)));
    }
  }

  void otherFilesAreNotTakenForTritonProton() {
    QVERIFY(!looksLikeTritonProton({}));
    const std::vector<std::byte> zeros(1000);
    QVERIFY(!looksLikeTritonProton(zeros));
    const QByteArray json = QByteArray("{\"traceEvents\": []}").repeated(10);
    QVERIFY(!looksLikeTritonProton({reinterpret_cast<const std::byte *>(json.constData()), 100}));
    QVERIFY(!readTritonProton(zeros, "zeros"));
  }

  void traceOfACaptureHasItsTracksAndSaysThatItsRateIsAssumed() {
    std::vector<TritonBlockEmitter> blocks(2, TritonBlockEmitter(2, 8));
    for (uint32_t i = 0; i < 2; ++i) {
      blocks[i].program = i;
      blocks[i].hardwareId = 7;
      blocks[i].initTime = 5000 + 1000 * i;
      blocks[i].preFinalTime = blocks[i].initTime + 500;
      blocks[i].scopeStart(0, 3, 10000);
      blocks[i].scopeEnd(0, 3, 10800);
      blocks[i].eventStart(1, 4, 10100);
      blocks[i].eventEnd(1, 4, 11000); // a CTA spans 1000 cycles in 500 ns
    }
    const auto trace = readTritonProton(makeTritonFile(blocks), "kernel.bin");
    QVERIFY(trace);
    QCOMPARE(trace->info().title, std::string("kernel.bin"));
    QCOMPARE(trace->info().origin, Nanoseconds(5000));
    QCOMPARE(trace->sliceCount(), size_t{4});
    QCOMPARE(trace->clocks().size(), size_t{2});
    QCOMPARE(trace->clocks()[0].base, TimeBase::Assumed);
    QCOMPARE(trace->clocks()[0].picosecondsPerCycle, 500.0);
    QCOMPARE(trace->clocks()[1].origin, Picoseconds(1000000));
    QCOMPARE(trace->launches()[0].timeBase, TimeBase::Assumed);
    QCOMPARE(test::countNoted(*trace, "triton.estimated-clock"), uint64_t{1});
    const Slice slice = trace->slice(SliceId(0));
    QCOMPARE(trace->string(slice.name), std::string_view("scope 3"));
    QCOMPARE(slice.time, (TimeRange{Picoseconds(0), Picoseconds(400000)}));
    QCOMPARE(slice.beginCycles, Cycles(10000));
  }

  void captureWithoutUsableTimesFallsBackToOneCyclePerNanosecond() {
    TritonBlockEmitter block(1, 8);
    block.preFinalTime = block.initTime;
    block.scopeStart(0, 3, 10000);
    block.scopeEnd(0, 3, 10800);
    const auto trace = readTritonProton(makeTritonFile({block}), "k");
    QVERIFY(trace);
    QCOMPARE(test::countNoted(*trace, "triton.assumed-1ghz"), uint64_t{1});
    QCOMPARE(trace->sliceDurations()[0], int64_t{800000});
  }
};

QTEST_GUILESS_MAIN(TritonDecoderTest)
#include "triton_decoder_test.moc"
