// SPDX-License-Identifier: Apache-2.0
#include "core/record/stream_log.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

#include "core/base/byte_reader.h"
#include "core/base/little_endian.h"
#include "core/record/block_reader.h"

namespace pstudio::record {
namespace {

constexpr std::string_view kLogMagic = "\x89PSLOG\r\n";
constexpr uint32_t kLogVersion = 1;
constexpr size_t kFixedBytes = 16; // magic, version, bytes of the JSON
constexpr size_t kFrameBytes = 16; // kind, CTA, unit, bytes of the content

std::span<const std::byte> bytesOf(std::string_view text) {
  return std::as_bytes(std::span(text));
}

std::string_view textOf(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char *>(bytes.data()), bytes.size()};
}

Error ioError(std::string_view what, const std::filesystem::path &path) {
  return {ErrorCode::Io, std::string(what) + ": " + std::strerror(errno), path.string(),
          "records of a streamed kernel go to disk while it runs: make room there"};
}

} // namespace

std::string drainLogName(uint32_t index) {
  return "launch-" + std::to_string(index) + ".pslog";
}

Result<StreamLogWriter> StreamLogWriter::make(const std::filesystem::path &path,
                                              std::string_view header) {
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (descriptor < 0)
    return tl::unexpected<Error>(ioError("cannot make the drain log", path));
  StreamLogWriter log(descriptor, path);
  std::array<std::byte, kFixedBytes> fixed;
  std::memcpy(fixed.data(), kLogMagic.data(), kLogMagic.size());
  storeLittle(fixed.data() + 8, kLogVersion);
  storeLittle(fixed.data() + 12, static_cast<uint32_t>(header.size()));
  log.add(fixed);
  log.add(bytesOf(header));
  PSTUDIO_TRY(log.flush());
  return log;
}

StreamLogWriter::StreamLogWriter(StreamLogWriter &&other) noexcept
    : m_descriptor(std::exchange(other.m_descriptor, -1)), m_path(std::move(other.m_path)),
      m_pending(std::move(other.m_pending)), m_isBroken(other.m_isBroken) {}

StreamLogWriter::~StreamLogWriter() {
  if (m_descriptor >= 0)
    ::close(m_descriptor);
}

void StreamLogWriter::add(std::span<const std::byte> bytes) {
  if (!m_isBroken)
    m_pending.insert(m_pending.end(), bytes.begin(), bytes.end());
}

void StreamLogWriter::addFrame(LogFrame kind, uint32_t cta, uint32_t unit, size_t bytes) {
  std::array<std::byte, kFrameBytes> frame;
  storeLittle(frame.data(), static_cast<uint32_t>(kind));
  storeLittle(frame.data() + 4, cta);
  storeLittle(frame.data() + 8, unit);
  storeLittle(frame.data() + 12, static_cast<uint32_t>(bytes));
  add(frame);
}

void StreamLogWriter::addBlock(uint32_t cta, std::span<const std::byte> headerAndUnits) {
  addFrame(LogFrame::Block, cta, 0, headerAndUnits.size());
  add(headerAndUnits);
}

void StreamLogWriter::addChunk(uint32_t cta, uint32_t unit, const Chunk &chunk) {
  addFrame(LogFrame::Chunk, cta, unit, kChunkHeadBytes + chunk.slots.size());
  std::array<std::byte, kChunkHeadBytes> head;
  storeLittle(head.data() + kChunkFirst, chunk.first);
  storeLittle(head.data() + kChunkCount, static_cast<uint32_t>(chunk.slots.size() / kSlotBytes));
  add(head);
  add(chunk.slots);
}

Result<void> StreamLogWriter::flush() {
  std::span<const std::byte> rest = m_pending;
  while (!rest.empty()) {
    const ssize_t written = ::write(m_descriptor, rest.data(), rest.size());
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0) {
      m_isBroken = true; // frames after an incomplete frame could not be read
      m_pending.clear();
      return tl::unexpected<Error>(ioError("cannot write the drain log", m_path));
    }
    rest = rest.subspan(static_cast<size_t>(written));
  }
  m_pending.clear();
  return {};
}

namespace {

/// A frame and a view of its content in the file.
struct Frame {
  LogFrame kind;
  uint32_t cta = 0;
  uint32_t unit = 0;
  std::span<const std::byte> content;
};

/// The next frame, if it is complete.
std::optional<Frame> nextFrame(std::span<const std::byte> &rest) {
  if (rest.size() < kFrameBytes)
    return std::nullopt;
  const auto bytes = loadLittle<uint32_t>(rest.data() + 12);
  if (bytes > rest.size() - kFrameBytes)
    return std::nullopt;
  const Frame frame{static_cast<LogFrame>(loadLittle<uint32_t>(rest.data())),
                    loadLittle<uint32_t>(rest.data() + 4), loadLittle<uint32_t>(rest.data() + 8),
                    rest.subspan(kFrameBytes, bytes)};
  rest = rest.subspan(kFrameBytes + bytes);
  return frame;
}

/// The chunk of a frame; none if the frame is not a valid chunk.
std::optional<Chunk> chunkOf(const Frame &frame) {
  if (frame.content.size() < kChunkHeadBytes)
    return std::nullopt;
  const auto count = loadLittle<uint32_t>(frame.content.data() + kChunkCount);
  const auto slots = frame.content.subspan(kChunkHeadBytes);
  if (slots.size() != size_t{count} * kSlotBytes)
    return std::nullopt;
  return Chunk{loadLittle<uint32_t>(frame.content.data() + kChunkFirst), slots};
}

Result<std::string_view> readHeader(ByteReader &reader) {
  PSTUDIO_TRY_ASSIGN(const auto magic, reader.take(kLogMagic.size()));
  if (textOf(magic) != kLogMagic)
    return fail(ErrorCode::InvalidFormat, "this is not a drain log", "byte 0");
  PSTUDIO_TRY_ASSIGN(const auto version, reader.read<uint32_t>());
  if (version != kLogVersion)
    return fail(ErrorCode::Unsupported,
                "drain logs of version " + std::to_string(version) + " are not known", "byte 8");
  PSTUDIO_TRY_ASSIGN(const auto size, reader.read<uint32_t>());
  PSTUDIO_TRY_ASSIGN(const auto header, reader.take(size));
  return textOf(header);
}

} // namespace

Result<StreamLog> StreamLog::read(std::span<const std::byte> bytes) {
  ByteReader reader(bytes);
  StreamLog log;
  PSTUDIO_TRY_ASSIGN(log.m_header, readHeader(reader));
  std::span<const std::byte> rest = bytes.subspan(reader.offset());
  while (const std::optional<Frame> frame = nextFrame(rest)) {
    const std::optional<Chunk> chunk = chunkOf(*frame);
    if (frame->kind == LogFrame::Block) {
      log.m_blocks[frame->cta] = frame->content;
    } else if (frame->kind == LogFrame::Chunk && chunk) {
      log.m_chunks[{frame->cta, frame->unit}].push_back(*chunk);
    } else {
      log.m_isCutOff = true; // the position of the next frame is unknown
      return log;
    }
  }
  log.m_isCutOff = !rest.empty();
  return log;
}

std::span<const std::byte> StreamLog::block(uint64_t cta) const {
  const auto found = m_blocks.find(cta);
  return found == m_blocks.end() ? std::span<const std::byte>() : found->second;
}

const StreamLog::Chunks &StreamLog::chunks(uint64_t cta, uint32_t unit) const {
  static const Chunks kNone;
  const auto found = m_chunks.find({cta, unit});
  return found == m_chunks.end() ? kNone : found->second;
}

std::optional<Nanoseconds> StreamLog::firstBegin() const {
  std::optional<Nanoseconds> first;
  for (const auto &[cta, block] : m_blocks) {
    if (const std::optional<Nanoseconds> begin = beginOfBlock(block))
      first = first ? std::min(*first, *begin) : *begin;
  }
  return first;
}

} // namespace pstudio::record
