// SPDX-License-Identifier: Apache-2.0
#include "core/formats/pftrace/pftrace_reader.h"

#include <algorithm>
#include <optional>
#include <string>
#include <unordered_map>

#include <protozero/exception.hpp>

#include "core/base/inflate.h"
#include "core/base/number_text.h"
#include "core/base/parallel.h"
#include "core/compression/zstd_frames.h"
#include "core/formats/import/message_reader.h"
#include "core/formats/pftrace/extension_fields.h"
#include "core/formats/pftrace/gpu_fields.h"
#include "core/formats/pftrace/gpu_importer.h"
#include "core/formats/pftrace/log_importer.h"
#include "core/formats/pftrace/packet_blocks.h"
#include "core/formats/pftrace/packet_keeper.h"
#include "core/formats/pftrace/packet_stream.h"
#include "core/formats/pftrace/track_event_importer.h"

namespace pstudio {
namespace {

/// Compressed packets of a small file may hold this many bytes, whatever their expansion.
constexpr size_t kFreeInflatedBytes = size_t{64} << 20;
constexpr size_t kMaxPacketBytes = size_t{256} << 20; // Perfetto's own limit is 64 MB
constexpr int kDeepestCompression = 4;
constexpr size_t kBlockBytes = size_t{64} << 10; // the events of a block fit in a cache
constexpr size_t kLongestRun = 256; // blocks; a compressed packet of ours has half a megabyte
/// A slice has more bytes than this, even in most compressed files. Room for more slices than the
/// file can have at this size is not reserved, as the numbers in a file may be damaged or made up.
constexpr size_t kLeastSliceBytes = 4;

/// Fields of a packet that need no order among themselves.
struct Packet {
  PacketHeader header;
  uint32_t flags = 0;
  bool wasPreviousDropped = false;
  protozero::data_view internedData, defaults, event, descriptor, clockSnapshot, extension;
  protozero::data_view processDescriptor, threadDescriptor, compressed, zstdCompressed;
  uint32_t otherField = 0;     ///< a payload of another data source; 0 if there is none
  protozero::data_view other;  ///< its content
  bool hasBookkeeping = false; ///< a payload about the recording
};

/// True for payloads about the recording. They hold no content of the trace, so not reading them
/// needs no note.
bool isBookkeeping(uint32_t field) {
  switch (field) {
  case 33: // trace_config
  case 35: // trace_stats
  case 36: // synchronization_marker
  case 45: // system_info
  case 69: // service_event
  case 89: // trace_uuid
    return true;
  default:
    return false;
  }
}

/// True for fields that describe the packet itself.
bool isFraming(uint32_t field) {
  switch (field) {
  case 3:  // trusted_uid
  case 79: // trusted_pid
  case 87: // first_packet_on_sequence
  case 98: // machine_id
    return true;
  default:
    return false;
  }
}

void readOtherField(const FieldReader &field, Packet &packet) {
  if (isBookkeeping(field.number())) {
    packet.hasBookkeeping = true;
  } else if (!isFraming(field.number())) {
    packet.otherField = field.number();
    packet.other = field.bytes();
  }
}

Packet readPacket(protozero::data_view data) {
  namespace fields = perfetto::packet;
  Packet packet;
  forEachField(data, [&](const FieldReader &field) {
    switch (field.number()) {
    case fields::kTimestamp:
      packet.header.timestamp = field.uint64();
      return;
    case fields::kTimestampClockId:
      packet.header.clock = static_cast<uint32_t>(field.uint64());
      return;
    case fields::kSequenceId:
      packet.header.sequence = static_cast<uint32_t>(field.uint64());
      return;
    case fields::kSequenceFlags:
      packet.flags |= static_cast<uint32_t>(field.uint64());
      return;
    case fields::kIncrementalStateCleared:
      packet.flags |= field.uint64() != 0 ? perfetto::kIncrementalStateClearedFlag : 0;
      return;
    case fields::kPreviousPacketDropped:
      packet.wasPreviousDropped = field.uint64() != 0;
      return;
    case fields::kInternedData:
      packet.internedData = field.bytes();
      return;
    case fields::kDefaults:
      packet.defaults = field.bytes();
      return;
    case fields::kTrackEvent:
      packet.event = field.bytes();
      return;
    case fields::kTrackDescriptor:
      packet.descriptor = field.bytes();
      return;
    case fields::kClockSnapshot:
      packet.clockSnapshot = field.bytes();
      return;
    case fields::kProcessDescriptor:
      packet.processDescriptor = field.bytes();
      return;
    case fields::kThreadDescriptor:
      packet.threadDescriptor = field.bytes();
      return;
    case fields::kCompressedPackets:
      packet.compressed = field.bytes();
      return;
    case fields::kZstdCompressedPackets:
      packet.zstdCompressed = field.bytes();
      return;
    case extension::kPacketExtension:
      packet.extension = field.bytes();
      return;
    default:
      readOtherField(field, packet);
    }
  });
  return packet;
}

/// Reads one file.
class TraceReader {
public:
  /// `reported`: bytes of which the progress knows; it never goes back.
  TraceReader(ForeignEvents::Mode mode, ReadProgress *progress, uint64_t &reported)
      : m_progress(progress), m_reported(reported), m_tracks(m_builder), m_argSets(m_builder),
        m_applier(m_builder, m_argSets), m_own(m_builder, m_tracks, m_applier),
        m_foreign(mode, m_builder, m_tracks, m_own, m_applier),
        m_events(m_builder, m_tracks, m_clocks, m_own, m_argSets, m_applier, m_foreign, m_counts),
        m_gpu(m_builder, m_tracks, m_argSets, m_events, m_foreign, m_counts),
        m_logs(m_builder, m_tracks, m_clocks, m_argSets, m_foreign, m_counts) {}

  /// None if the events of the file need the other mode.
  std::optional<Result<Trace>> run(std::span<const std::byte> bytes, std::string_view title) {
    m_file = bytes;
    if (m_progress != nullptr)
      m_progress->setTotal(bytes.size());
    readAll(bytes, 0);
    if (isCancelled())
      return fail(ErrorCode::Cancelled, "reading was cancelled");
    if (m_packetCount == 0)
      return fail(ErrorCode::InvalidFormat, "not a Perfetto trace: it does not begin with a packet",
                  "byte 0");
    if (m_foreign.isQueueNeeded())
      return std::nullopt;
    m_gpu.finish();
    m_foreign.finish();
    if (m_foreign.isQueueNeeded())
      return std::nullopt;
    m_applier.finish();
    m_foreign.settle();
    m_own.finish();
    m_tracks.orderChildren();
    noteMissing();
    m_counts.addNotes(m_builder);
    // Without a clock of their own, the times of the saved file are those of the boot clock.
    const bool isBootTime = m_clocks.traceClock() == perfetto::kClockBootTime;
    if (ForeignPackets kept = m_keeper.take(isBootTime); kept.count > 0)
      m_builder.setForeignPackets(std::move(kept));
    if (m_own.fileCount() == 0)
      m_builder.info().title = title;
    return std::move(m_builder).finish();
  }

  /// The file ends or is damaged there: noted in the end, with how much could be read.
  void setCutOff(const std::string &where) {
    if (m_cutOff.empty())
      m_cutOff = where;
  }

private:
  /// `part` of the file has been read, and everything before it.
  void reportRead(std::span<const std::byte> part, int depth) {
    if (depth > 0)
      return;
    const auto read = static_cast<uint64_t>(part.data() + part.size() - m_file.data());
    m_reported = std::max(m_reported, read);
    if (m_progress != nullptr)
      m_progress->setDone(m_reported);
    reserveRoom(read);
  }

  /// Once a part of a large file shows how many slices it may have, the columns get room for all.
  /// Where the part is not typical, the room is too small and the columns grow, or some stays
  /// unused: it counts against limits of memory, so the size of the file bounds it.
  void reserveRoom(uint64_t read) {
    constexpr uint64_t kPart = 32, kSlack = 2;
    constexpr size_t kWorthwhile = 20'000; // slices
    if (m_hasRoom || m_own.fileCount() > 0 || read < m_file.size() / kPart ||
        m_builder.sliceCount() < kWorthwhile)
      return;
    m_hasRoom = true;
    const double slices = static_cast<double>(m_builder.sliceCount()) *
                          static_cast<double>(m_file.size()) / static_cast<double>(read);
    m_builder.reserveSlices(std::min(static_cast<size_t>(slices * (1.0 + 1.0 / kSlack)),
                                     m_file.size() / kLeastSliceBytes));
  }

  bool isCancelled() const { return m_progress != nullptr && m_progress->isCancelled(); }
  bool isStopped() const { return m_isOverExpanded || m_foreign.isQueueNeeded() || isCancelled(); }

  void readAll(std::span<const std::byte> bytes, int depth) {
    PacketStream stream(bytes);
    std::vector<PacketBlock> run;
    const auto isFull = [&run](const PacketBlock &last) {
      return run.empty() || last.isCompressed || last.bytes.size() >= kBlockBytes;
    };
    for (std::span<const std::byte> packet; !isStopped() && stream.next(packet);) {
      ++m_packetCount;
      if (run.size() == kLongestRun && isFull(run.back()))
        readBlocks(run, depth);
      if (const auto content = compressedContentOf(packet); !content.empty()) {
        run.push_back({content, true});
        continue;
      }
      const size_t begin = isFull(run.empty() ? PacketBlock() : run.back())
                               ? stream.offset()
                               : static_cast<size_t>(run.back().bytes.data() - bytes.data());
      const size_t end = static_cast<size_t>(packet.data() + packet.size() - bytes.data());
      if (begin == stream.offset())
        run.emplace_back();
      run.back().bytes = bytes.subspan(begin, end - begin);
    }
    readBlocks(run, depth);
    if (stream.isDamaged())
      setCutOff("at byte " + std::to_string(stream.offset()) +
                (depth > 0 ? " of a compressed packet" : ""));
  }

  void noteMissing() {
    const uint64_t read = m_builder.sliceCount();
    const uint64_t announced = m_own.announcedSlices().value_or(0);
    const std::string share = countText(read) +
                              (announced > 0 ? " of " + countText(announced) : std::string()) +
                              (read == 1 && announced == 0 ? " slice" : " slices");
    if (!m_cutOff.empty())
      m_builder.addNote(NoteCode::PftraceTruncated, {m_cutOff, share});
    else if (read < announced)
      m_builder.addNote(NoteCode::PftraceMissingSlices, {share}, announced - read);
  }

  void add(protozero::data_view data, int depth) {
    Packet packet = readPacket(data);
    if (packet.compressed.size() != 0)
      return addCompressed(
          std::as_bytes(std::span(packet.compressed.data(), packet.compressed.size())), depth);
    if (packet.zstdCompressed.size() != 0)
      return addZstd(packet.zstdCompressed, depth);
    if (m_foreignLeft > 0) { // a file of ours that has packets of others
      --m_foreignLeft;
      m_counts.notKept += m_keeper.keep(data) ? 0 : 1;
      return;
    }
    SequenceState &state = stateOf(packet.header.sequence);
    updateState(packet, state);
    if ((packet.flags & perfetto::kNeedsIncrementalStateFlag) != 0 && !state.isValid) {
      ++m_counts.packetsWithoutState;
      return;
    }
    const bool isInternedRead =
        packet.internedData.size() == 0 || readInternedData(packet.internedData, m_builder, state);
    if (packet.defaults.size() != 0)
      readPacketDefaults(packet.defaults, state);
    if (packet.extension.size() != 0)
      packet.header.extension = readPacketExtension(packet.extension);
    addDescriptions(packet, state);
    if (packet.event.data() != nullptr)
      m_events.add(packet.event, packet.header, state);
    else if (!addOther(packet, state))
      keep(data, packet);
    else if (!isInternedRead && packet.descriptor.data() == nullptr)
      m_counts.notKept += m_keeper.keep(data) ? 0 : 1;
  }

  SequenceState &stateOf(uint32_t sequence) {
    if (m_lastState == nullptr || sequence != m_lastSequence) {
      m_lastState = &m_sequences[sequence];
      m_lastSequence = sequence;
    }
    return *m_lastState;
  }

  /// Reads the payload of another data source. False if it is not read.
  bool addOther(const Packet &packet, SequenceState &state) {
    if (packet.otherField == 0)
      return !packet.hasBookkeeping && (packet.clockSnapshot.data() == nullptr || state.file != 0);
    if (packet.other.data() != nullptr &&
        (packet.otherField == perfetto::gpu_packet::kAndroidLog
             ? m_logs.add(packet.other)
             : m_gpu.add(packet.otherField, packet.other, packet.header, state)))
      return true;
    ++m_counts.otherPackets[packet.otherField];
    return false;
  }

  void keep(protozero::data_view data, const Packet &packet) {
    const bool isSnapshot = packet.otherField == 0 && packet.clockSnapshot.data() != nullptr;
    const bool isKept = isSnapshot ? m_keeper.keepSnapshot(data) : m_keeper.keep(data);
    m_counts.notKept += isKept ? 0 : 1;
  }

  void addZstd(protozero::data_view data, int depth) {
    const auto bytes = std::as_bytes(std::span(data.data(), data.size()));
    const Result<Inflated> packets = depth < kDeepestCompression
                                         ? decompressZstd(bytes, {.mostBytes = kMaxPacketBytes})
                                         : fail(ErrorCode::InvalidFormat, "");
    m_counts.damagedPackets += !packets || packets->isCutOff ? 1 : 0;
    if (packets && countInflated(packets->bytes.size()))
      readAll(std::as_bytes(std::span(packets->bytes)), depth + 1);
  }

  void updateState(const Packet &packet, SequenceState &state) {
    if ((packet.flags & perfetto::kIncrementalStateClearedFlag) != 0) {
      state.clear();
      state.isValid = true;
    } else if (packet.wasPreviousDropped) {
      // The recorder marks the first packet of each sequence so, too; only later ones are a loss.
      m_counts.lostPackets += state.isValid ? 1 : 0;
      state.isValid = false;
    }
  }

  void addDescriptions(const Packet &packet, SequenceState &state) {
    const PacketExtension &ours = packet.header.extension;
    if (ours.file.size() != 0) {
      m_own.readFile(ours.file);
      m_builder.reserveSlices(static_cast<size_t>(std::min<uint64_t>(
          m_own.announcedSlices().value_or(0), m_file.size() / kLeastSliceBytes)));
      state.file = m_own.fileCount();
    }
    m_foreignLeft = state.file != 0 ? ours.foreignPackets : m_foreignLeft;
    if (ours.accesses.size() != 0)
      m_own.readAccesses(ours.accesses);
    if (ours.source.size() != 0)
      m_own.readSource(ours.source);
    if (packet.descriptor.data() != nullptr && state.file != 0 && ours.track.data() != nullptr)
      m_own.readTrack(ours.track, packet.descriptor);
    else if (packet.descriptor.data() != nullptr)
      m_tracks.describe(packet.descriptor, state.file);
    if (packet.clockSnapshot.data() != nullptr)
      m_clocks.addSnapshot(packet.clockSnapshot, packet.header.sequence);
    if (packet.processDescriptor.data() != nullptr)
      m_tracks.describeProcess(packet.processDescriptor);
    if (packet.threadDescriptor.data() != nullptr)
      addThread(packet.threadDescriptor, state);
  }

  void addThread(protozero::data_view data, SequenceState &state) {
    const TrackSlot slot = m_tracks.describeThread(data);
    SequenceThread thread;
    thread.pid = m_tracks.at(slot).pid;
    thread.tid = m_tracks.at(slot).number;
    forEachField(data, [&](const FieldReader &field) {
      if (field.isVarint(perfetto::thread_descriptor::kReferenceTimestampUs))
        thread.timestampUs = field.int64();
      else if (field.isVarint(perfetto::thread_descriptor::kReferenceThreadTimeUs))
        thread.threadTimeUs = field.int64();
    });
    state.thread = thread;
  }

  /// Reads and clears a run of blocks. They are decoded ahead on several threads, and read in
  /// order.
  void readBlocks(std::vector<PacketBlock> &run, int depth) {
    orderedPipeline(
        run.size(), 0,
        [&] {
          return [&](size_t i) {
            const bool isTooDeep = run[i].isCompressed && depth >= kDeepestCompression;
            return isTooDeep ? DecodedBlock() : decodeBlock(run[i], kMaxPacketBytes, m_buffers);
          };
        },
        [&](size_t i, DecodedBlock block) {
          const bool isCompressed = run[i].isCompressed;
          const bool hasContent = !isCompressed || countDamage(block);
          if (hasContent && isCompressed && !countInflated((*block.inflated)->bytes.size()))
            return false;
          if (hasContent)
            readBlock(block, depth + (isCompressed ? 1 : 0));
          m_buffers.giveBack(std::move(block.events));
          reportRead(run[i].bytes, depth);
          return !isStopped();
        });
    run.clear();
  }

  /// Reads the packets of a block.
  void readBlock(DecodedBlock &block, int depth) {
    do {
      for (const PlainEvent &event : block.events) {
        if (isStopped())
          return;
        addDecoded(event, depth);
      }
    } while (decodePackets(block.rest, block.events));
    if (block.rest.isDamaged()) // of uncompressed ones, readAll() has found the end
      setCutOff("at byte " + std::to_string(block.rest.offset()) + " of a compressed packet");
  }

  void addDecoded(const PlainEvent &event, int depth) {
    if (event.isPlain() && addPlain(event))
      return;
    if (const auto content = compressedContentOf(event.packet); !content.empty())
      return addCompressed(content, depth);
    try {
      add(protozero::data_view(reinterpret_cast<const char *>(event.packet.data()),
                               event.packet.size()),
          depth);
    } catch (const protozero::exception &) {
      ++m_counts.damagedPackets;
    }
  }

  /// As add() would. False if it needs add().
  bool addPlain(const PlainEvent &event) {
    if (m_foreignLeft > 0)
      return false;
    SequenceState &state = stateOf(event.sequence);
    if ((event.sequenceFlags & perfetto::kNeedsIncrementalStateFlag) != 0 && !state.isValid) {
      ++m_counts.packetsWithoutState;
      return true;
    }
    return m_events.addPlain(event, state);
  }

  void addCompressed(std::span<const std::byte> content, int depth) {
    std::vector<PacketBlock> one{{content, true}};
    readBlocks(one, depth);
  }

  /// Counts a compressed block that has no content, or only a part of it. False in the first case.
  bool countDamage(const DecodedBlock &block) {
    const bool isInflated = block.inflated != nullptr && *block.inflated; // not nested too deep
    m_counts.damagedPackets += !isInflated || (*block.inflated)->isCutOff ? 1 : 0;
    return isInflated;
  }

  /// Counts the bytes of compressed packets, nested ones too. False if the file expands beyond
  /// kMaxExpansion: reading ends there.
  bool countInflated(size_t bytes) {
    m_inflatedBytes += bytes;
    if (m_inflatedBytes <= std::max(kFreeInflatedBytes, m_file.size() * kMaxExpansion))
      return true;
    setCutOff("after " + std::to_string(m_inflatedBytes) +
              " bytes of compressed packets, which is more than " + std::to_string(kMaxExpansion) +
              " times the size of the file");
    m_isOverExpanded = true;
    return false;
  }

  ReadProgress *m_progress; ///< may be null
  uint64_t &m_reported;     ///< to it
  std::span<const std::byte> m_file;
  TraceBuilder m_builder;
  ReadCounts m_counts;
  TrackTable m_tracks;
  ArgSetCache m_argSets;
  ClockGraph m_clocks;
  EventApplier m_applier;
  OwnFileReader m_own;
  ForeignEvents m_foreign;
  TrackEventImporter m_events;
  GpuImporter m_gpu;
  LogImporter m_logs;
  PacketKeeper m_keeper;
  uint64_t m_foreignLeft = 0; ///< packets of other programs that follow in a file of ours
  std::unordered_map<uint32_t, SequenceState> m_sequences;
  SequenceState *m_lastState = nullptr; ///< of m_lastSequence
  uint32_t m_lastSequence = 0;
  uint64_t m_packetCount = 0;
  size_t m_inflatedBytes = 0;
  bool m_isOverExpanded = false;
  EventBuffers m_buffers;
  bool m_hasRoom = false;
  std::string m_cutOff; ///< where; empty if the file is whole
};

/// `cutOff`: where the file ends too early; empty if it does not.
Result<Trace> readPackets(std::span<const std::byte> bytes, std::string_view title,
                          ReadProgress *progress, const std::string &cutOff) {
  uint64_t reported = 0;
  const auto read = [&](ForeignEvents::Mode mode) {
    TraceReader reader(mode, progress, reported);
    if (!cutOff.empty())
      reader.setCutOff(cutOff);
    return reader.run(bytes, title);
  };
  std::optional<Result<Trace>> trace = read(ForeignEvents::Mode::AsTheyCome);
  if (!trace)
    trace = read(ForeignEvents::Mode::Queued); // which needs no other mode
  return *std::move(trace);
}

} // namespace

Result<Trace> readPftrace(std::span<const std::byte> bytes, std::string_view title,
                          ReadProgress *progress) {
  if (bytes.empty())
    return fail(ErrorCode::InvalidFormat, "not a Perfetto trace: the file is empty", "byte 0");
  if (!looksLikeGzip(bytes))
    return readPackets(bytes, title, progress, "");
  PSTUDIO_TRY_ASSIGN(const Inflated inflated,
                     inflate(bytes, {.mostBytes = mostInflatedBytes(), .progress = progress}));
  return readPackets(std::as_bytes(std::span(inflated.bytes)), title, progress,
                     inflated.isCutOff ? "within its gzip compression" : "");
}

} // namespace pstudio
