// SPDX-License-Identifier: Apache-2.0
// A .pftrace file restores exactly the trace that was written, and truncated or damaged files cause
// no failure.
#include <QtTest>

#include <random>

#include "core/base/number_text.h"
#include "core/formats/pftrace/pftrace_reader.h"
#include "core/formats/pftrace/pftrace_writer.h"
#include "core/trace/trace_builder.h"
#include "tests/support/trace_text.h"
#include "tests/core/formats/random_trace.h"
#include "tests/support/trace_notes.h"

using namespace pstudio;

namespace {

std::span<const std::byte> bytesOf(const std::string &text) {
  return std::as_bytes(std::span(text));
}

/// A trace with at least one element of every kind that Perfetto handles specially.
Trace smallTrace() {
  return test::randomTrace(7);
}

constexpr PftraceOptions kPlain{.isCompressed = false};

/// `count` slices of a GPU clock on one track, nested up to a depth of 3, and as many on an async
/// track. The first one begins `shift` picoseconds off its clock.
Trace clockedTrace(int64_t count, int64_t shift) {
  TraceBuilder builder;
  ClockLine line;
  line.cycleOrigin = Cycles(1'000'000'007);
  line.picosecondsPerCycle = 1e6 / 1980;
  Track track;
  track.kind = TrackKind::Warp;
  track.clock = builder.addClock(line);
  const TrackId warp = builder.addTrack(track);
  track.kind = TrackKind::Async;
  const TrackId copies = builder.addTrack(track);
  for (int64_t i = 0; i < 2 * count; ++i) {
    SliceInput slice;
    slice.track = i % 2 == 0 ? warp : copies;
    slice.name = builder.intern("s" + std::to_string(i % 5));
    slice.beginCycles = line.cycleOrigin.value + i / 6 * 1000 + i % 6 * 10;
    slice.cycleDuration = 900 - i % 6 * 100;
    slice.begin = line.toTime(Cycles(slice.beginCycles));
    slice.duration = line.toTime(Cycles(slice.beginCycles + slice.cycleDuration)) - slice.begin;
    if (i == 0)
      slice.begin += Picoseconds(shift);
    builder.addSlice(slice);
  }
  return std::move(builder).finish();
}

/// Offsets of the packets of an uncompressed file: a tag of one byte, a length, the content.
std::vector<size_t> packetOffsets(const std::string &bytes) {
  std::vector<size_t> offsets;
  for (size_t at = 0; at < bytes.size();) {
    offsets.push_back(at++);
    size_t length = 0;
    for (int shift = 0;; shift += 7) {
      const auto byte = static_cast<unsigned char>(bytes[at++]);
      length |= static_cast<size_t>(byte & 0x7f) << shift;
      if (byte < 0x80)
        break;
    }
    at += length;
  }
  return offsets;
}

} // namespace

class PftraceRoundtripTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void randomTracesComeBackExactly() {
    for (uint64_t seed = 1; seed <= 300; ++seed) {
      const Trace trace = test::randomTrace(seed);
      const Result<std::string> bytes = writePftraceToString(trace);
      QVERIFY(bytes.has_value());
      const Result<Trace> again = readPftrace(bytesOf(*bytes), "another title");
      QVERIFY2(again.has_value(), qPrintable(QString("seed %1").arg(seed)));
      const std::string difference = test::difference(trace, *again);
      if (!difference.empty() && qEnvironmentVariableIsSet("PSTUDIO_SHOW"))
        qDebug("%s\n---\n%s", traceToText(trace).c_str(), traceToText(*again).c_str());
      QVERIFY2(difference.empty(),
               qPrintable(QString("seed %1: %2").arg(seed).arg(difference.c_str())));
    }
  }

  void theComparisonFindsDifferences() {
    for (uint64_t seed = 1; seed <= 100; ++seed)
      QVERIFY(!test::difference(test::randomTrace(seed), test::randomTrace(seed + 1)).empty());
  }

  void equalTracesGiveEqualBytesAfterARoundTripToo() {
    for (uint64_t seed = 1; seed <= 30; ++seed) {
      for (const PftraceOptions &options : {PftraceOptions{}, kPlain}) {
        const std::string first = *writePftraceToString(test::randomTrace(seed), options);
        QCOMPARE(first, *writePftraceToString(test::randomTrace(seed), options));
        QCOMPARE(first, *writePftraceToString(*readPftrace(bytesOf(first), ""), options));
      }
    }
  }

  void plainFilesComeBackExactlyToo() {
    for (uint64_t seed = 1; seed <= 100; ++seed) {
      const Trace trace = test::randomTrace(seed);
      const Result<Trace> again = readPftrace(bytesOf(*writePftraceToString(trace, kPlain)), "");
      QVERIFY(again.has_value());
      QCOMPARE(test::difference(trace, *again), std::string());
    }
  }

  void theBytesDoNotDependOnTheNumberOfThreads() {
    const Trace trace = clockedTrace(30'000, 0); // several pieces on one track
    for (const bool isCompressed : {true, false}) {
      const std::string one = *writePftraceToString(trace, {isCompressed, 1});
      for (const unsigned threads : {2u, 3u, 16u})
        QVERIFY(one == *writePftraceToString(trace, {isCompressed, threads}));
      const Result<Trace> again = readPftrace(bytesOf(one), "");
      QVERIFY(again.has_value());
      QCOMPARE(test::difference(trace, *again), std::string());
    }
  }

  void compressionMakesFilesAThirdOrLess() {
    const Trace trace = clockedTrace(30'000, 0);
    QVERIFY(writePftraceToString(trace)->size() * 3 < writePftraceToString(trace, kPlain)->size());
  }

  void timesThatFollowFromCyclesAreNotStoredTwice() {
    const Trace exact = clockedTrace(300, 0);
    const Trace shifted = clockedTrace(300, 1);
    const std::string small = *writePftraceToString(exact, kPlain);
    const std::string large = *writePftraceToString(shifted, kPlain);
    QVERIFY2(small.size() + 300 * 8 < large.size(),
             qPrintable(QString("%1 %2").arg(small.size()).arg(large.size())));
    QCOMPARE(test::difference(exact, *readPftrace(bytesOf(small), "")), std::string());
    QCOMPARE(test::difference(shifted, *readPftrace(bytesOf(large), "")), std::string());
  }

  void damageToACompressedFileIsNotedAndCostsAPart() {
    const Trace trace = clockedTrace(30'000, 0);
    std::string bytes = *writePftraceToString(trace);
    bytes[bytes.size() / 2] ^= 0x55;
    const Result<Trace> damaged = readPftrace(bytesOf(bytes), "");
    QVERIFY(damaged.has_value());
    QVERIFY(damaged->sliceCount() > trace.sliceCount() / 2);
    QVERIFY(damaged->sliceCount() < trace.sliceCount());
    QVERIFY(test::hasNote(*damaged, "pftrace.damaged-packets"));
    const Result<Trace> cut = readPftrace(bytesOf(bytes.substr(0, bytes.size() - 1)), "");
    QVERIFY(cut.has_value());
    QVERIFY(test::hasNote(*cut, "pftrace.truncated"));
  }

  void aFileCutAnywhereKeepsEverythingBeforeTheCut() {
    const std::string whole = *writePftraceToString(smallTrace(), kPlain);
    size_t slicesBefore = 0;
    for (size_t size = 0; size < whole.size(); ++size) {
      const Result<Trace> trace = readPftrace(bytesOf(whole.substr(0, size)), "cut");
      if (!trace) {
        QCOMPARE(trace.error().code, ErrorCode::InvalidFormat);
        QCOMPARE(slicesBefore, size_t{0}); // only if not even the first packet is complete
        continue;
      }
      QVERIFY(trace->sliceCount() >= slicesBefore);
      slicesBefore = trace->sliceCount();
    }
    QCOMPARE(slicesBefore, smallTrace().sliceCount());
  }

  void aCutWithinAPacketIsNotedWithItsOffset() {
    const std::string whole = *writePftraceToString(smallTrace(), kPlain);
    const Result<Trace> trace = readPftrace(bytesOf(whole.substr(0, whole.size() - 1)), "cut");
    QVERIFY(trace.has_value());
    const Note *note = test::findNote(*trace, "pftrace.truncated");
    QVERIFY(note != nullptr);
    QVERIFY2(note->message.find("at byte ") != std::string::npos, note->message.c_str());
  }

  void aCutFileSaysHowMuchOfItCouldBeRead() {
    const std::string bytes = *writePftraceToString(clockedTrace(30'000, 0));
    const Result<Trace> half = readPftrace(bytesOf(bytes.substr(0, bytes.size() / 2)), "");
    QVERIFY(half.has_value());
    const Note *note = test::findNote(*half, "pftrace.truncated");
    QVERIFY(note != nullptr);
    const std::string all = countText(clockedTrace(30'000, 0).sliceCount());
    QVERIFY2(note->message.ends_with(": " + countText(half->sliceCount()) + " of " + all +
                                     " slices could be read."),
             note->message.c_str());
  }

  void slicesThatAreMissingFromAFileThatEndsWellAreCounted() {
    const Trace trace = clockedTrace(100, 0);
    const std::string whole = *writePftraceToString(trace, kPlain);
    QVERIFY(!test::hasNote(*readPftrace(bytesOf(whole), ""), "pftrace.missing-slices"));
    const std::vector<size_t> packets = packetOffsets(whole);
    const Result<Trace> cut =
        readPftrace(bytesOf(whole.substr(0, packets[packets.size() - packets.size() / 4])), "");
    QVERIFY(cut.has_value());
    QVERIFY(cut->sliceCount() < trace.sliceCount());
    QVERIFY(!test::hasNote(*cut, "pftrace.truncated"));
    QCOMPARE(test::countNoted(*cut, "pftrace.missing-slices"),
             trace.sliceCount() - cut->sliceCount());
  }

  void randomlyDamagedFilesNeverDoHarm() {
    const std::string plain = *writePftraceToString(smallTrace(), kPlain);
    const std::string compressed = *writePftraceToString(smallTrace());
    std::mt19937_64 random(20261121);
    for (int i = 0; i < 3000; ++i) {
      std::string damaged = i % 4 == 0 ? compressed : plain;
      for (uint64_t flips = 1 + random() % 8; flips > 0; --flips)
        damaged[random() % damaged.size()] ^= static_cast<char>(1 << (random() % 8));
      const Result<Trace> trace = readPftrace(bytesOf(damaged), "damaged");
      if (trace) // the trace must be valid: traversing it is the check
        QVERIFY(!traceToText(*trace).empty());
    }
  }

  void randomBytesAreRejectedOrReadWithoutHarm() {
    std::mt19937_64 random(4711);
    for (int i = 0; i < 3000; ++i) {
      std::string bytes(random() % 300, '\0');
      for (char &byte : bytes)
        byte = static_cast<char>(random());
      if (i % 2 == 0 && bytes.size() > 2) { // a plausible frame, to reach inner decoders
        bytes[0] = 0x0a;
        bytes[1] = static_cast<char>(std::min<size_t>(bytes.size() - 2, 127));
      }
      const Result<Trace> trace = readPftrace(bytesOf(bytes), "noise");
      if (trace)
        QVERIFY(!traceToText(*trace).empty());
      else
        QVERIFY(!trace.error().message.empty());
    }
  }

  void anEmptyFileIsRejected() {
    const Result<Trace> trace = readPftrace({}, "empty");
    QVERIFY(!trace.has_value());
    QCOMPARE(QString::fromStdString(trace.error().toString()),
             QString("byte 0: not a Perfetto trace: the file is empty"));
  }

  void twoFilesInOneGiveTheEventsOfBoth() {
    const Trace a = test::randomTrace(3), b = test::randomTrace(4);
    const Result<Trace> both =
        readPftrace(bytesOf(*writePftraceToString(a) + *writePftraceToString(b)), "both");
    QVERIFY(both.has_value());
    QCOMPARE(both->tracks().size(), a.tracks().size() + b.tracks().size());
    QCOMPARE(both->clocks().size(), a.clocks().size() + b.clocks().size());
  }

  void aFileAppearsOnlyWhenItIsComplete() {
    QTemporaryDir folder;
    const std::filesystem::path path = folder.filePath("run.pftrace").toStdString();
    const Trace trace = smallTrace();
    QVERIFY(writePftrace(trace, path).has_value());
    QFile file(folder.filePath("run.pftrace"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll().toStdString(), *writePftraceToString(trace));
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files).size(), 1); // no temporary file remains
  }

  void anUnwritablePathIsReportedAndLeavesNothing() {
    QTemporaryDir folder;
    const Result<void> inside =
        writePftrace(smallTrace(), folder.filePath("no/such/folder.pftrace").toStdString());
    QVERIFY(!inside.has_value());
    QCOMPARE(inside.error().code, ErrorCode::Io);
    QVERIFY(inside.error().where.find("no/such/folder.pftrace") != std::string::npos);
    QVERIFY(!writePftrace(smallTrace(), folder.path().toStdString()).has_value());
    QVERIFY(QDir(folder.path()).isEmpty());
  }
};

QTEST_GUILESS_MAIN(PftraceRoundtripTest)
#include "pftrace_roundtrip_test.moc"
