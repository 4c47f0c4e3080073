// SPDX-License-Identifier: Apache-2.0
#include "core/formats/triton/triton_decoder.h"

#include <algorithm>
#include <optional>

#include "core/base/byte_reader.h"
#include "core/base/little_endian.h"
#include "core/record/clock_unwrap.h"

namespace pstudio::record {
namespace {

using namespace triton;

uint32_t wordAt(std::span<const std::byte> bytes, size_t offset) {
  return loadLittle<uint32_t>(bytes.data() + offset);
}
uint64_t longAt(std::span<const std::byte> bytes, size_t offset) {
  return loadLittle<uint64_t>(bytes.data() + offset);
}

/// A record before its clock is unwrapped.
struct RawRecord {
  uint32_t tag = 0;
  uint64_t clock = 0;
};

/// Decodes the blocks of one launch.
class Decoder {
public:
  Decoder(std::span<const std::byte> bytes, const TritonLayout &layout) : m_bytes(bytes) {
    m_capture.layout = layout;
  }

  TritonCapture run() {
    const size_t count = m_bytes.size() / layout().blockBytes;
    std::vector<std::span<const std::byte>> good;
    for (size_t i = 0; i < count; ++i)
      if (isReadable(block(i)))
        good.push_back(block(i));
    for (const auto &bytes : good)
      findClockWidth(bytes);
    for (const auto &bytes : good)
      decodeBlock(bytes);
    return std::move(m_capture);
  }

private:
  const TritonLayout &layout() const { return m_capture.layout; }
  std::span<const std::byte> block(size_t index) const {
    return m_bytes.subspan(index * layout().blockBytes, layout().blockBytes);
  }
  size_t bufferOffset() const {
    return kBlockHeaderBytes + size_t{layout().totalUnits} * kCountBytes;
  }

  bool isReadable(std::span<const std::byte> bytes) {
    const uint32_t preamble = wordAt(bytes, kBlockPreamble);
    const uint32_t bufferBytes = wordAt(bytes, kBlockBufferBytes);
    const size_t units = layout().units.size();
    if (preamble == 0)
      ++m_capture.blocksNotRun;
    else if (preamble != kPreamble || bufferBytes == 0 ||
             bufferBytes > bytes.size() - bufferOffset() ||
             bufferBytes % (units * kRecordBytes) != 0)
      ++m_capture.blocksDamaged;
    else
      return true;
    return false;
  }

  std::span<const std::byte> segment(std::span<const std::byte> bytes, size_t unit) const {
    const size_t size = wordAt(bytes, kBlockBufferBytes) / layout().units.size();
    return bytes.subspan(bufferOffset() + unit * size, size);
  }
  uint32_t wordsWritten(std::span<const std::byte> bytes, size_t unit) const {
    return wordAt(bytes, kBlockHeaderBytes + size_t{layout().units[unit]} * kCountBytes);
  }

  /// A kernel stores either 32 or 43 bits; only a set upper bit shows which.
  void findClockWidth(std::span<const std::byte> bytes) {
    for (size_t unit = 0; unit < layout().units.size() && m_clockBits != kClockBits; ++unit) {
      readRing(segment(bytes, unit), wordsWritten(bytes, unit));
      for (const RawRecord &record : m_ring)
        if (record.clock >> kShortClockBits != 0)
          m_clockBits = kClockBits;
    }
  }

  /// Fills m_ring with the kept records, oldest first. Returns the number of records ever written.
  uint32_t readRing(std::span<const std::byte> segment, uint32_t words) {
    const size_t capacity = segment.size() / kRecordBytes;
    const uint32_t written = words / kWordsPerRecord;
    const size_t kept = std::min<size_t>(written, capacity);
    const size_t oldest = written > capacity ? written % capacity : 0;
    m_ring.clear();
    for (size_t i = 0; i < kept; ++i) {
      const size_t slot = oldest + i < capacity ? oldest + i : oldest + i - capacity;
      const uint32_t tag = wordAt(segment, slot * kRecordBytes);
      m_ring.push_back({tag, clockOf(tag, wordAt(segment, slot * kRecordBytes + 4))});
    }
    return written;
  }

  void decodeBlock(std::span<const std::byte> bytes) {
    TritonBlock block;
    block.program = wordAt(bytes, kBlockProgram);
    block.hardwareId = wordAt(bytes, kBlockHardware);
    block.bufferBytes = wordAt(bytes, kBlockBufferBytes);
    block.initTime = longAt(bytes, kBlockInitTime);
    block.preFinalTime = longAt(bytes, kBlockPreFinal);
    block.postFinalTime = longAt(bytes, kBlockPostFinal);
    m_anchor.reset();
    for (size_t unit = 0; unit < layout().units.size(); ++unit)
      block.units.push_back(
          decodeUnit(segment(bytes, unit), wordsWritten(bytes, unit), layout().units[unit]));
    m_capture.blocks.push_back(std::move(block));
  }

  TritonUnit decodeUnit(std::span<const std::byte> bytes, uint32_t words, uint32_t number) {
    TritonUnit unit;
    unit.wordsWritten = words;
    unit.unit.number = number;
    const uint32_t written = readRing(bytes, words);
    m_capture.recordsWritten += written;
    m_capture.recordsDropped += written - m_ring.size();
    unit.unit.oldestDropped = written > m_ring.size();
    if (words % kWordsPerRecord != 0)
      turnByClock();
    unwrap(unit.unit.records);
    return unit;
  }

  /// The count cannot be right, so the oldest record is the one whose clock steps back.
  void turnByClock() {
    ++m_capture.oddCounts;
    const auto seam = std::is_sorted_until(
        m_ring.begin(), m_ring.end(),
        [](const RawRecord &a, const RawRecord &b) { return a.clock < b.clock; });
    std::rotate(m_ring.begin(), seam, m_ring.end());
  }

  void unwrap(std::vector<Record> &records) {
    records.reserve(m_ring.size());
    for (size_t i = 0; i < m_ring.size(); ++i) {
      if (!m_anchor)
        m_anchor = static_cast<int64_t>(m_ring[i].clock);
      const bool isShort = m_clockBits == kShortClockBits;
      const int64_t reference = isShort && i > 0 ? records.back().cycles : *m_anchor;
      Record record;
      record.kind = kindOfTag(m_ring[i].tag);
      record.operation = static_cast<uint16_t>(scopeOf(m_ring[i].tag));
      record.clock = static_cast<uint32_t>(m_ring[i].clock);
      record.cycles = nearestCongruent(reference, m_ring[i].clock, m_clockBits);
      if (i > 0) {
        const bool isLater = record.cycles >= records.back().cycles;
        m_capture.clockWraps += isLater && m_ring[i].clock < m_ring[i - 1].clock;
        m_capture.backsteps += !isLater;
      }
      records.push_back(record);
    }
    std::stable_sort(records.begin(), records.end(),
                     [](const Record &a, const Record &b) { return a.cycles < b.cycles; });
  }

  static Kind kindOfTag(uint32_t tag) {
    if (isAsync(tag))
      return isEnd(tag) ? Kind::EventEnd : Kind::EventStart;
    return isEnd(tag) ? Kind::ScopeEnd : Kind::ScopeStart;
  }

  std::span<const std::byte> m_bytes;
  TritonCapture m_capture;
  unsigned m_clockBits = kShortClockBits;
  std::optional<int64_t> m_anchor; // first clock of the block
  std::vector<RawRecord> m_ring;   // of the current warp
};

/// The fixed part of the wrapper; nothing is checked but that it is there.
struct FileHeader {
  uint32_t version = 0;
  uint32_t headerOffset = 0;
  uint32_t headerSize = 0;
  uint32_t payloadOffset = 0;
  uint32_t device = 0;
  uint32_t blockCount = 0;
  uint32_t totalUnits = 0;
  uint32_t blockBytes = 0;
  uint32_t unitCount = 0;

  bool isPlausible() const {
    return version == kFormatVersion && headerOffset == kHeaderOffset && unitCount > 0 &&
           unitCount <= totalUnits && headerSize == kFileFixedBytes + uint64_t{unitCount} * 4 &&
           payloadOffset >= headerSize &&
           blockBytes >= kBlockHeaderBytes + uint64_t{totalUnits} * kCountBytes;
  }
};

std::optional<FileHeader> readFixed(std::span<const std::byte> bytes) {
  if (bytes.size() < kFileFixedBytes)
    return std::nullopt;
  FileHeader header;
  header.version = wordAt(bytes, kFileVersion);
  header.headerOffset = wordAt(bytes, kFileHeaderOffset);
  header.headerSize = wordAt(bytes, kFileHeaderSize);
  header.payloadOffset = wordAt(bytes, kFilePayloadOffset);
  header.device = wordAt(bytes, kFileDevice);
  header.blockCount = wordAt(bytes, kFileBlockCount);
  header.totalUnits = wordAt(bytes, kFileTotalUnits);
  header.blockBytes = wordAt(bytes, kFileScratchBytes);
  header.unitCount = wordAt(bytes, kFileUnitCount);
  return header;
}

Result<TritonLayout> readLayout(std::span<const std::byte> bytes, const FileHeader &header) {
  TritonLayout layout;
  layout.device = header.device <= 2 ? static_cast<DeviceType>(header.device) : DeviceType::Unknown;
  layout.totalUnits = header.totalUnits;
  layout.blockBytes = header.blockBytes;
  ByteReader reader(bytes);
  PSTUDIO_TRY(reader.seek(kFileFixedBytes));
  for (uint32_t i = 0; i < header.unitCount; ++i) {
    PSTUDIO_TRY_ASSIGN(const uint32_t unit, reader.read<uint32_t>());
    if (unit >= layout.totalUnits || (i > 0 && unit <= layout.units.back()))
      return fail(ErrorCode::InvalidFormat,
                  "warp id " + std::to_string(unit) + " is out of range or out of order",
                  "byte " + std::to_string(reader.offset() - 4));
    layout.units.push_back(unit);
  }
  return layout;
}

} // namespace

bool looksLikeTritonProton(std::span<const std::byte> bytes) {
  const auto header = readFixed(bytes);
  return header && header->isPlausible();
}

TritonCapture decodeTritonBlocks(std::span<const std::byte> blocks, const TritonLayout &layout) {
  return Decoder(blocks, layout).run();
}

Result<TritonCapture> decodeTritonFile(std::span<const std::byte> bytes) {
  const auto header = readFixed(bytes);
  if (!header)
    return fail(ErrorCode::InvalidFormat, "a Triton Proton buffer has a header of at least " +
                                              std::to_string(kFileFixedBytes) +
                                              " bytes, this file has " +
                                              std::to_string(bytes.size()));
  if (!header->isPlausible())
    return fail(ErrorCode::InvalidFormat,
                "the header is not that of a Triton Proton buffer of version 1", "byte 0");
  PSTUDIO_TRY_ASSIGN(TritonLayout layout, readLayout(bytes, *header));
  const size_t payload = std::min<size_t>(header->payloadOffset, bytes.size());
  const size_t available = (bytes.size() - payload) / layout.blockBytes;
  const size_t count = std::min<size_t>(available, header->blockCount);
  TritonCapture capture =
      decodeTritonBlocks(bytes.subspan(payload, count * layout.blockBytes), layout);
  capture.blocksMissing = header->blockCount - count;
  return capture;
}

} // namespace pstudio::record
