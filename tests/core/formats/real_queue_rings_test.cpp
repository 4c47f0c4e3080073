// SPDX-License-Identifier: Apache-2.0
// A capture of a real pipeline, reduced to smaller rings: the remaining records are paired as in
// the complete capture.
#include <QtTest>

#include <algorithm>
#include <map>
#include <tuple>

#include "core/base/file_bytes.h"
#include "core/base/little_endian.h"
#include "core/capture/capture_file.h"
#include "core/record/record_layout.h"
#include "core/trace/arg_names.h"

using namespace pstudio;
using namespace pstudio::record;

namespace {

/// The profile buffer of the same launch with rings of `slots`. \pre `buffer` has no dropped
/// records
std::vector<std::byte> withRings(std::span<const std::byte> buffer, uint32_t slots) {
  const auto units = loadLittle<uint32_t>(buffer.data() + kUnitCount);
  const auto before = loadLittle<uint32_t>(buffer.data() + kSlotsPerUnit);
  std::vector<std::byte> result;
  for (size_t at = 0; at < buffer.size(); at += blockBytes(units, before)) {
    const std::byte *from = buffer.data() + at;
    std::vector<std::byte> block(blockBytes(units, slots));
    std::copy_n(from, segmentOffset(units, before, 0), block.data());
    storeLittle<uint32_t>(block.data() + kSlotsPerUnit, slots);
    for (uint32_t unit = 0; unit < units; ++unit) {
      const auto written = loadLittle<uint32_t>(from + unitEntryOffset(unit) + kUnitWritten);
      for (uint32_t i = written > slots ? written - slots : 0; i < written; ++i)
        std::copy_n(from + segmentOffset(units, before, unit) + size_t{i} * kSlotBytes, kSlotBytes,
                    block.data() + segmentOffset(units, slots, unit) +
                        size_t{i % slots} * kSlotBytes);
    }
    result.insert(result.end(), block.begin(), block.end());
  }
  return result;
}

Trace decode(const CaptureFile &file, std::span<const std::byte> buffer) {
  LaunchCapture capture = file.launches.front();
  capture.blocks = buffer;
  TraceBuilder builder;
  builder.info() = file.info;
  if (!decodeLaunch(capture, builder))
    qFatal("the capture does not decode");
  return std::move(builder).finish();
}

/// A warp's track and a cycle: the begin of an operation or a wait.
using Moment = std::tuple<std::string, std::string, int64_t>;

Moment momentOf(const Trace &trace, EventRef ref) {
  const bool isInstant = ref.kind == EventRef::Kind::Instant;
  TrackId track =
      isInstant ? trace.instants()[ref.index].track : trace.slice(SliceId(ref.index)).track;
  if (trace.track(track).kind == TrackKind::Async)
    track = trace.track(track).parent;
  const Track &warp = trace.track(track);
  const int64_t cycles =
      isInstant ? trace.clock(warp.clock)->toCycles(trace.instants()[ref.index].time).value
                : trace.sliceBeginCycles()[ref.index];
  return Moment(trace.string(trace.track(warp.parent).name), trace.string(warp.name), cycles);
}

/// All arrows except those of a slice whose start was dropped: its begin differs from that in the
/// complete trace.
std::vector<std::pair<Moment, Moment>> arrowsOf(const Trace &trace) {
  const auto isCut = [&](EventRef ref) {
    return ref.kind == EventRef::Kind::Slice &&
           (trace.sliceFlags()[ref.index] & kSliceNoStart) != 0;
  };
  std::vector<std::pair<Moment, Moment>> arrows;
  for (const Flow &flow : trace.flows())
    if (!isCut(flow.from) && !isCut(flow.to))
      arrows.emplace_back(momentOf(trace, flow.from), momentOf(trace, flow.to));
  std::ranges::sort(arrows);
  return arrows;
}

} // namespace

class RealQueueRingsTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void smallerRingsArePairedAsTheWhole_data() {
    QTest::addColumn<uint>("slots");
    QTest::addColumn<int>("percent");
    QTest::newRow("512 of 1024") << 512u << 40;
    QTest::newRow("256") << 256u << 18;
    QTest::newRow("64") << 64u << 2;
  }
  void smallerRingsArePairedAsTheWhole() {
    QFETCH(uint, slots);
    QFETCH(int, percent);
    const auto bytes =
        FileBytes::read(PSTUDIO_SOURCE_DIR "/tests/data/captures/gemm_wgmma_async_h200.pscapture");
    QVERIFY(bytes);
    const auto file = readCapture(bytes->bytes());
    QVERIFY(file);
    const auto whole = arrowsOf(decode(**file, (*file)->launches.front().blocks));
    const std::vector<std::byte> cut = withRings((*file)->launches.front().blocks, slots);
    const Trace trace = decode(**file, cut);
    const auto kept = arrowsOf(trace);
    QVERIFY2(kept.size() * 100 >= whole.size() * static_cast<size_t>(percent),
             qPrintable(QString("%1 of %2").arg(kept.size()).arg(whole.size())));
    for (const auto &arrow : kept)
      QVERIFY2(std::ranges::binary_search(whole, arrow), std::get<1>(arrow.second).c_str());
    QVERIFY(trace.launches().front().recordsDropped > 0);
  }
};

QTEST_GUILESS_MAIN(RealQueueRingsTest)
#include "real_queue_rings_test.moc"
