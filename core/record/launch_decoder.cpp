// SPDX-License-Identifier: Apache-2.0
#include "core/record/launch_decoder.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <vector>

#include "core/base/coverage_text.h"
#include "core/base/number_text.h"
#include "core/base/parallel.h"
#include "core/clocks/clock_map.h"
#include "core/clocks/clock_summary.h"
#include "core/clocks/cta_clocks.h"
#include "core/record/block_reader.h"
#include "core/record/cta_decoder.h"
#include "core/record/launch_writer.h"
#include "core/record/sampled_share.h"
#include "core/record/stream_log.h"
#include "core/trace/arg_names.h"

namespace pstudio::record {
namespace {

/// Views of the capture's bytes. The bytes must outlive this.
class LaunchBlocks {
public:
  /// Fails if the bytes cannot be those of a launch with this grid.
  static Result<LaunchBlocks> find(const LaunchCapture &capture);

  /// CTAs of the grid.
  size_t count() const { return m_count; }
  /// Block of the CTA with this linear index; of a streamed one header and unit table, empty if the
  /// log has none.
  std::span<const std::byte> at(size_t cta) const {
    return m_log ? m_log->block(cta) : m_blocks.subspan(cta * m_stride, m_stride);
  }
  /// Size of the data to decode.
  size_t bytes() const { return m_bytes; }
  /// Null unless the launch was streamed.
  const StreamLog *log() const { return m_log ? &*m_log : nullptr; }

private:
  std::span<const std::byte> m_blocks;
  size_t m_stride = 0;
  size_t m_count = 0;
  size_t m_bytes = 0;
  std::optional<StreamLog> m_log;
};

/// CTAs that have a block.
Result<uint64_t> blockCount(const LaunchCapture &capture) {
  uint64_t ctas = 1;
  for (uint32_t extent : capture.grid) {
    if (extent == 0)
      return fail(ErrorCode::InvalidInput, "the grid of the launch has an extent of 0");
    // Each factor is below 2^32 and the product so far below 2^32 too, so this cannot overflow.
    ctas *= extent;
    if (ctas > UINT32_MAX)
      return fail(ErrorCode::Unsupported, "a grid of more than 2^32 - 1 CTAs cannot be decoded");
  }
  const IdRanges &sampled = capture.sampling.ctas;
  return sampled.isEmpty() ? ctas : sampled.countBelow(static_cast<uint32_t>(ctas));
}

/// As blockCount(), but an error if no CTA has a block.
Result<uint64_t> recordedBlocks(const LaunchCapture &capture) {
  PSTUDIO_TRY_ASSIGN(const uint64_t ctas, blockCount(capture));
  if (ctas == 0)
    return fail(ErrorCode::InvalidInput, "none of the sampled CTAs, " +
                                             capture.sampling.ctas.toString() +
                                             ", is in the grid of the launch");
  return ctas;
}

/// Bytes of each block, or why the buffer cannot be that of the launch.
Result<size_t> strideOf(const LaunchCapture &capture) {
  const std::string size = std::to_string(capture.blocks.size());
  PSTUDIO_TRY_ASSIGN(const uint64_t ctas, recordedBlocks(capture));
  if (ctas > capture.blocks.size() / kHeaderBytes)
    return fail(ErrorCode::InvalidFormat,
                "a profile buffer of " + size + " bytes is too small for the grid");
  const size_t stride = capture.blocks.size() / ctas;
  if (stride * ctas != capture.blocks.size() || stride % kBlockAlignment != 0)
    return fail(ErrorCode::InvalidFormat, "a profile buffer of " + size + " bytes cannot hold " +
                                              std::to_string(ctas) + " blocks of equal size");
  return stride;
}

/// Blocks of a streamed launch: its log has only those of CTAs that ran.
Result<size_t> streamedBlocks(const LaunchCapture &capture) {
  constexpr uint64_t kMost = uint64_t{1} << 26;
  PSTUDIO_TRY_ASSIGN(const uint64_t ctas, recordedBlocks(capture));
  if (ctas > kMost)
    return fail(ErrorCode::Unsupported, "a streamed grid of more than " + std::to_string(kMost) +
                                            " CTAs cannot be decoded");
  return static_cast<size_t>(ctas);
}

Result<LaunchBlocks> LaunchBlocks::find(const LaunchCapture &capture) {
  LaunchBlocks blocks;
  if (!capture.streamed.empty()) {
    PSTUDIO_TRY_ASSIGN(blocks.m_count, streamedBlocks(capture));
    PSTUDIO_TRY_ASSIGN(StreamLog log, StreamLog::read(capture.streamed));
    blocks.m_log.emplace(std::move(log));
    blocks.m_bytes = capture.streamed.size();
    return blocks;
  }
  PSTUDIO_TRY_ASSIGN(blocks.m_stride, strideOf(capture));
  blocks.m_blocks = capture.blocks;
  blocks.m_count = capture.blocks.size() / blocks.m_stride;
  blocks.m_bytes = capture.blocks.size();
  return blocks;
}

/// More than the threads of a CTA on any device: a damaged shape must not allocate much memory.
constexpr uint64_t kMaxThreads = 1 << 16;

/// Decodes one launch: first all headers, which give the clocks, then the records.
class Decoder {
public:
  Decoder(const LaunchCapture &capture, const LaunchBlocks &blocks, unsigned threads,
          TraceBuilder &trace)
      : m_capture(capture), m_blocks(blocks), m_threads(threads), m_trace(trace),
        m_writer(trace, capture.operations,
                 {capture.kernel, capture.target, capture.index, capture.callSite},
                 makeLaunch(capture)),
        m_accesses(capture.operations, capture.memory, ctaShape().threads, ctaShape().lanesPerWarp),
        m_sampledShare(capture.sampling, capture.operations),
        m_clockOptions{.origin = trace.info().origin,
                       .base = capture.timeBase,
                       .assumedPicosecondsPerCycle = capture.assumedPicosecondsPerCycle,
                       .timerTick = capture.timerTick,
                       .cyclePeriod = capture.cyclePeriod},
        m_clockSummary(m_clockOptions) {}

  void run() {
    readHeaders();
    fitClocks();
    decodeCtas();
    noteFaults();
    noteSegments();
    noteClocks();
    noteCovered();
    const uint64_t written = m_counts.segments.recordsKept + m_counts.segments.recordsDropped;
    m_writer.finish(written, m_counts.segments.recordsDropped, launchArgs());
    m_writer.setAccesses(m_accesses.finish(recordedShare(), m_trace));
  }

private:
  static Launch makeLaunch(const LaunchCapture &capture) {
    Launch launch;
    launch.grid = capture.grid;
    launch.block = capture.block;
    launch.dynamicSharedBytes = capture.dynamicSharedBytes;
    launch.timeBase = capture.timeBase;
    launch.recordingCost = capture.recordingCost;
    return launch;
  }

  /// The linear id of the CTA that block `index` belongs to.
  uint32_t ctaOf(size_t index) const {
    const IdRanges &sampled = m_capture.sampling.ctas;
    return sampled.isEmpty() ? static_cast<uint32_t>(index) : sampled.at(index);
  }

  std::array<uint32_t, 3> coordinates(size_t index) const {
    const size_t cta = ctaOf(index);
    const size_t x = m_capture.grid[0];
    const size_t y = m_capture.grid[1];
    return {static_cast<uint32_t>(cta % x), static_cast<uint32_t>(cta / x % y),
            static_cast<uint32_t>(cta / x / y)};
  }

  void readHeaders() {
    m_headers.resize(m_blocks.count());
    for (size_t cta = 0; cta < m_blocks.count(); ++cta) {
      const auto header =
          readBlockHeader(m_blocks.at(cta), {coordinates(cta), m_trace.info().origin});
      if (header)
        m_headers[cta] = *header;
      else
        ++m_faults[static_cast<size_t>(header.error())];
    }
  }

  /// The metric of the launch's clock words, from the first valid header: all CTAs run the same
  /// code.
  Metric metric() const {
    const auto first = std::ranges::find_if(m_headers, [](const auto &h) { return h.has_value(); });
    return first == m_headers.end() ? Metric::Cycle : (*first)->metric;
  }

  /// Records that read the global timer need no line from cycles to time.
  void useTimer() {
    ClockLine line;
    line.cycleOrigin = Cycles(m_trace.info().origin.value);
    line.base = m_capture.timeBase;
    if (m_capture.timeBase != TimeBase::Model)
      line.uncertaintyPs = 1000.0 * static_cast<double>(m_capture.timerTick.value);
    m_writer.setTimeOnly();
    for (const auto &header : m_headers)
      if (header)
        m_writer.setClock(header->hardwareId, line);
    m_trace.addNote(NoteCode::RecordMetricTime);
  }

  void fitClocks() {
    if (metric() == Metric::Time)
      return useTimer();
    ClockMap map(m_clockOptions);
    std::map<uint32_t, std::vector<size_t>> ctasOfSm;
    for (size_t cta = 0; cta < m_headers.size(); ++cta) {
      const auto &header = m_headers[cta];
      if (!header)
        continue;
      ctasOfSm[header->hardwareId].push_back(cta);
      map.add(header->hardwareId, {header->beginCycle, header->beginTime});
      if (header->isFinalized)
        map.add(header->hardwareId, {header->endCycle, header->endTime});
    }
    for (const ClockReading &reading : m_capture.clockReadings)
      if (isPlausible(reading.pair))
        map.addReading(reading.hardwareId, reading.pair);
      else
        ++m_badReadings;
    for (const auto &[hardwareId, fit] : map.fit()) {
      if (isChanging(fit) && fitOwnClocks(ctasOfSm.at(hardwareId)))
        continue;
      m_writer.setClock(hardwareId, fit.line);
      m_clockSummary.add(fit);
    }
  }

  /// True if no straight line fits the pairs of the SM within the distance of the two reads of a
  /// pair: the rate of its clock changed.
  bool isChanging(const ClockFit &fit) const {
    return !fit.isStraight && m_capture.timeBase == TimeBase::Measured;
  }

  /// Fits a separate clock for each CTA of an SM. Returns false, without effect, if one of the CTAs
  /// has no end.
  bool fitOwnClocks(const std::vector<size_t> &ctas) {
    std::vector<CtaSpan> spans;
    for (const size_t cta : ctas) {
      const BlockHeader &header = *m_headers[cta];
      if (!header.isFinalized)
        return false;
      spans.push_back({{header.beginCycle, header.beginTime}, {header.endCycle, header.endTime}});
    }
    const std::vector<ClockFit> fits = fitCtaClocks(spans, m_clockOptions);
    m_clockSummary.addChanging(fits);
    for (size_t i = 0; i < ctas.size(); ++i)
      m_ownClocks.emplace(ctas[i], fits[i].line);
    return true;
  }

  bool isPlausible(const ClockPair &pair) const {
    // Either difference may overflow where the reading is damaged.
    const auto offset = static_cast<int64_t>(static_cast<uint64_t>(pair.time.value) -
                                             static_cast<uint64_t>(m_trace.info().origin.value));
    return pair.cycles.value >= 0 && pair.cycles.value < kMaxCycles &&
           offset > -kMaxTimeOffset.value && offset < kMaxTimeOffset.value;
  }

  /// Decodes and matches blocks on several threads, and adds them to the trace in their order.
  void decodeCtas() {
    std::vector<size_t> ctas;
    for (size_t cta = 0; cta < m_blocks.count(); ++cta)
      if (m_headers[cta])
        ctas.push_back(cta);
    const auto makeDecoder = [&] {
      return [this, &ctas, decoder = CtaDecoder(m_capture.operations, ctaShape(), m_blocks.log())](
                 size_t i) mutable {
        return decoder.decode(ctas[i], m_blocks.at(ctas[i]), *m_headers[ctas[i]]);
      };
    };
    orderedPipeline(ctas.size(), threadCount(), makeDecoder, [&](size_t i, const DecodedCta &cta) {
      addCta(ctas[i], cta);
      return true;
    });
  }

  CtaShape ctaShape() const {
    const auto &block = m_capture.block;
    const uint64_t threads = uint64_t{block[0]} * block[1] * block[2];
    return {static_cast<uint32_t>(std::clamp<uint64_t>(threads, 1, kMaxThreads)),
            std::max(1u, m_capture.lanesPerWarp), m_capture.sampling.warps};
  }

  /// One thread for small captures, where further threads cost more than they save.
  unsigned threadCount() const {
    constexpr size_t kWorthThreads = size_t{1} << 20; // bytes
    return m_blocks.bytes() < kWorthThreads ? 1 : threadCountOf(m_threads);
  }

  void addCta(size_t index, const DecodedCta &decoded) {
    const BlockHeader &header = *m_headers[index];
    m_counts += decoded.counts;
    CtaPlace place;
    place.hardwareId = header.hardwareId;
    place.linearId = ctaOf(index);
    if (const auto own = m_ownClocks.find(index); own != m_ownClocks.end())
      place.clock = own->second;
    place.name = ctaName(place.linearId, header.program);
    place.granularity = header.granularity;
    const CtaShape shape = ctaShape();
    place.warps = (shape.threads - 1) / shape.lanesPerWarp + 1;
    m_writer.addCta(place, decoded.matched, &m_accesses);
    m_accesses.addCounters(place.linearId, decoded.counters);
    for (const MatchedUnit &unit : decoded.matched.units)
      m_sampledShare.addWarp(unit.accesses);
  }

  void noteFaults() {
    for (size_t i = 0; i < m_faults.size(); ++i)
      m_trace.addNote(noteOf(static_cast<BlockFault>(i)), m_faults[i]);
    m_trace.addNote(NoteCode::RecordCtaNotFinalized, m_counts.unfinishedCtas);
    m_trace.addNote(NoteCode::RecordUnitNotFinalized, m_counts.unfinishedUnits);
  }

  void noteSegments() {
    if (m_counts.segments.recordsDropped > 0)
      m_trace.addNote(NoteCode::RecordDropBound, m_counts.segments.multiSlotRecords);
    m_trace.addNote(NoteCode::RecordUnwritten, m_counts.segments.unwritten);
    m_trace.addNote(NoteCode::RecordUnknownKind, m_counts.segments.unknown);
    m_trace.addNote(NoteCode::RecordMalformed, m_counts.segments.malformed);
    m_trace.addNote(NoteCode::RecordGuessedRotation, m_counts.segments.guessedRotations);
  }

  /// Part of the warps' time that the kept records cover; none if all records were kept.
  std::optional<double> coveredPart() const {
    return m_counts.segments.slotsDropped > 0 ? m_counts.covered.part() : std::nullopt;
  }

  void noteCovered() {
    constexpr int kDigits = 3;
    if (const auto part = coveredPart())
      m_trace.addNote(NoteCode::RecordCovered, {m_capture.kernel, std::to_string(m_capture.index),
                                                coverageText(*part, kDigits)});
  }

  void noteClocks() {
    m_trace.addNote(NoteCode::RecordClockWrap, m_counts.clocks.wraps);
    m_trace.addNote(NoteCode::RecordClockBackstep, m_counts.clocks.backsteps);
    m_trace.addNote(NoteCode::RecordBadEpoch, m_counts.clocks.ignoredEpochs);
    m_trace.addNote(NoteCode::RecordUnanchored, m_counts.clocks.unanchored);
    m_trace.addNote(NoteCode::RecordUncertainClock, m_counts.clocks.uncertain);
    m_trace.addNote(NoteCode::RecordUncheckedClock, m_counts.clocks.unchecked);
    m_trace.addNote(NoteCode::RecordBadClockReading, m_badReadings);
    m_clockSummary.addNotes(m_trace);
  }

  /// The contents of slots that were dropped, are empty or belong to incomplete records are
  /// unknown. The estimate assumes the accesses per slot of the kept slots, or 1/2 if no slot was
  /// kept.
  memory::RecordedShare recordedShare() const {
    const SegmentCounts &counts = m_counts.segments;
    memory::RecordedShare share;
    const uint64_t lost = counts.slotsDropped + counts.unwritten + counts.malformed;
    const double accessesPerSlot = counts.slotsWritten > lost
                                       ? static_cast<double>(counts.accessesKept) /
                                             static_cast<double>(counts.slotsWritten - lost)
                                       : 1.0 / 2;
    share.dropped =
        static_cast<uint64_t>(std::llround(static_cast<double>(lost) * accessesPerSlot));
    share.sampledPart = sampledPart();
    return share;
  }

  double sampledPart() const {
    const Sampling &sampling = m_capture.sampling;
    const CtaShape shape = ctaShape();
    const uint32_t warps = (shape.threads - 1) / shape.lanesPerWarp + 1;
    const uint64_t ctas = uint64_t{m_capture.grid[0]} * m_capture.grid[1] * m_capture.grid[2];
    double part = m_sampledShare.part();
    if (!sampling.warps.isEmpty())
      part *= static_cast<double>(sampling.warps.countBelow(warps)) / warps;
    if (!sampling.ctas.isEmpty() && ctas > 0)
      part *= static_cast<double>(m_blocks.count()) / static_cast<double>(ctas);
    return std::clamp(part, std::numeric_limits<double>::min(), 1.0);
  }

  ArgSetId launchArgs() {
    std::vector<Arg> args;
    const auto add = [&](std::string_view key, uint64_t value) {
      args.push_back(Arg::ofUint(m_trace.intern(key), value));
    };
    const auto first = std::find_if(m_headers.begin(), m_headers.end(),
                                    [](const auto &header) { return header.has_value(); });
    if (first != m_headers.end()) {
      add("buffer.slotsPerUnit", (*first)->slotsPerUnit);
      add("buffer.unitsPerCta", (*first)->unitCount);
      if ((*first)->flushedSlots != 0)
        add("buffer.handedSlots", (*first)->flushedSlots);
      args.push_back(Arg::ofString(m_trace.intern("buffer.strategy"),
                                   m_trace.intern(traitsOf((*first)->strategy).name)));
    }
    add("buffer.bytes", m_blocks.bytes());
    if (metric() == Metric::Time)
      add("timer.stepNs", static_cast<uint64_t>(m_capture.timerTick.value));
    if (const std::string sampled = m_capture.sampling.describe(); !sampled.empty())
      args.push_back(Arg::ofString(m_trace.intern(kSampledArg), m_trace.intern(sampled)));
    add("buffer.slotsWritten", m_counts.segments.slotsWritten);
    add("buffer.slotsDropped", m_counts.segments.slotsDropped);
    if (const auto part = coveredPart())
      args.push_back(Arg::ofDouble(m_trace.intern(kCoveredPartArg), *part));
    m_clockSummary.appendArgs(m_trace, args);
    for (const LaunchFact &fact : m_capture.facts)
      args.push_back(toArg(fact, m_trace));
    return m_trace.addArgs(args);
  }

  const LaunchCapture &m_capture;
  const LaunchBlocks &m_blocks;
  const unsigned m_threads;
  TraceBuilder &m_trace;
  LaunchWriter m_writer;
  AccessWriter m_accesses;
  SampledShare m_sampledShare;
  std::vector<std::optional<BlockHeader>> m_headers;
  std::array<uint64_t, kBlockFaultCount> m_faults{};
  DecodeCounts m_counts;
  const ClockFitOptions m_clockOptions;
  ClockSummary m_clockSummary;
  std::map<size_t, ClockLine> m_ownClocks; ///< by block, where an SM has no clock for all
  uint64_t m_badReadings = 0;
};

} // namespace

Arg toArg(const LaunchFact &fact, TraceBuilder &trace) {
  const StringId key = trace.intern(fact.key);
  if (const auto *text = std::get_if<std::string>(&fact.value))
    return Arg::ofString(key, trace.intern(*text));
  return Arg::ofInt(key, std::get<int64_t>(fact.value));
}

Result<void> decodeLaunch(const LaunchCapture &capture, TraceBuilder &trace, unsigned threads) {
  PSTUDIO_TRY_ASSIGN(const LaunchBlocks blocks, LaunchBlocks::find(capture));
  Decoder(capture, blocks, threads, trace).run();
  return {};
}

} // namespace pstudio::record
