// SPDX-License-Identifier: Apache-2.0
#include "core/formats/pftrace/pftrace_reader.h"

#include <algorithm>
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
#include "core/formats/pftrace/packet_keeper.h"
#include "core/formats/pftrace/packet_stream.h"
#include "core/formats/pftrace/track_event_importer.h"

namespace pstudio {
namespace {

/// Compressed packets of a small file may hold this many bytes, whatever their expansion.
constexpr size_t kFreeInflatedBytes = size_t{64} << 20;
constexpr size_t kMaxPacketBytes = size_t{256} << 20; // Perfetto's own limit is 64 MB
constexpr int kDeepestCompression = 4;
constexpr size_t kLongestRun = 256; // compressed packets; each of our files has half a megabyte

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

/// The compressed packets in a packet that begins with them; empty if it begins otherwise or is
/// damaged.
std::span<const std::byte> compressedContentOf(std::span<const std::byte> packet) {
  protozero::pbf_reader reader(reinterpret_cast<const char *>(packet.data()), packet.size());
  try {
    if (!reader.next() || reader.tag_and_type() !=
                              protozero::tag_and_type(perfetto::packet::kCompressedPackets,
                                                      protozero::pbf_wire_type::length_delimited))
      return {};
    const protozero::data_view view = reader.get_view();
    return std::as_bytes(std::span(view.data(), view.size()));
  } catch (const protozero::exception &) {
    return {};
  }
}

/// Reads one file.
class TraceReader {
public:
  explicit TraceReader(ReadProgress *progress)
      : m_progress(progress), m_tracks(m_builder), m_argSets(m_builder),
        m_applier(m_builder, m_argSets), m_own(m_builder, m_tracks, m_applier),
        m_events(m_builder, m_tracks, m_clocks, m_own, m_argSets, m_applier, m_counts),
        m_gpu(m_builder, m_tracks, m_argSets, m_events, m_counts),
        m_logs(m_builder, m_tracks, m_clocks, m_argSets, m_events, m_counts) {}

  Result<Trace> run(std::span<const std::byte> bytes, std::string_view title) {
    m_file = bytes;
    if (m_progress != nullptr)
      m_progress->setTotal(bytes.size());
    readAll(bytes, 0);
    if (isCancelled())
      return fail(ErrorCode::Cancelled, "reading was cancelled");
    if (m_packetCount == 0)
      return fail(ErrorCode::InvalidFormat, "not a Perfetto trace: it does not begin with a packet",
                  "byte 0");
    m_gpu.finish();
    m_events.finish();
    m_applier.finish();
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
    if (m_progress != nullptr && depth == 0)
      m_progress->setDone(static_cast<uint64_t>(part.data() + part.size() - m_file.data()));
  }

  bool isCancelled() const { return m_progress != nullptr && m_progress->isCancelled(); }
  bool isStopped() const { return m_isOverExpanded || isCancelled(); }

  void readAll(std::span<const std::byte> bytes, int depth) {
    PacketStream stream(bytes);
    std::vector<std::span<const std::byte>> compressed; // a run of such packets
    for (std::span<const std::byte> packet; !isStopped() && stream.next(packet);) {
      ++m_packetCount;
      if (const auto content = compressedContentOf(packet); !content.empty()) {
        compressed.push_back(content);
        if (compressed.size() == kLongestRun)
          addCompressed(compressed, depth);
        continue;
      }
      addCompressed(compressed, depth);
      reportRead(packet, depth);
      try {
        add(protozero::data_view(reinterpret_cast<const char *>(packet.data()), packet.size()),
            depth);
      } catch (const protozero::exception &) {
        ++m_counts.damagedPackets;
      }
    }
    addCompressed(compressed, depth);
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
    if (packet.compressed.size() != 0) {
      std::vector one{std::as_bytes(std::span(packet.compressed.data(), packet.compressed.size()))};
      return addCompressed(one, depth);
    }
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
      // A slice has more bytes than this, even compressed; the number in a file may be damaged.
      constexpr size_t kLeastSliceBytes = 4;
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

  /// Reads and clears a run of compressed packets. They are decompressed ahead on several threads,
  /// and read in order.
  void addCompressed(std::vector<std::span<const std::byte>> &run, int depth) {
    if (run.empty()) // most packets are not compressed
      return;
    if (depth >= kDeepestCompression) {
      m_counts.damagedPackets += run.size();
      run.clear();
    }
    orderedPipeline(
        run.size(), 0,
        [&] {
          return [&](size_t i) {
            return std::optional(inflate(run[i], {.mostBytes = kMaxPacketBytes}));
          };
        },
        [&](size_t i, std::optional<Result<Inflated>> inflated) {
          m_counts.damagedPackets += !*inflated || (*inflated)->isCutOff ? 1 : 0;
          if (*inflated && !countInflated((*inflated)->bytes.size()))
            return false;
          if (*inflated)
            readAll(std::as_bytes(std::span((*inflated)->bytes)), depth + 1);
          reportRead(run[i], depth);
          return true;
        });
    run.clear();
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
  std::span<const std::byte> m_file;
  TraceBuilder m_builder;
  ReadCounts m_counts;
  TrackTable m_tracks;
  ArgSetCache m_argSets;
  ClockGraph m_clocks;
  EventApplier m_applier;
  OwnFileReader m_own;
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
  std::string m_cutOff; ///< where; empty if the file is whole
};

} // namespace

Result<Trace> readPftrace(std::span<const std::byte> bytes, std::string_view title,
                          ReadProgress *progress) {
  if (bytes.empty())
    return fail(ErrorCode::InvalidFormat, "not a Perfetto trace: the file is empty", "byte 0");
  TraceReader reader(progress);
  if (!looksLikeGzip(bytes))
    return reader.run(bytes, title);
  PSTUDIO_TRY_ASSIGN(Inflated inflated,
                     inflate(bytes, {.mostBytes = mostInflatedBytes(), .progress = progress}));
  if (inflated.isCutOff)
    reader.setCutOff("within its gzip compression");
  return reader.run(std::as_bytes(std::span(inflated.bytes)), title);
}

} // namespace pstudio
