// SPDX-License-Identifier: Apache-2.0
#include "core/capture/capture_file.h"

#include <cstring>

#include "core/base/byte_reader.h"
#include "core/base/deflate.h"
#include "core/base/little_endian.h"
#include "core/base/output_file.h"
#include "core/capture/capture_header.h"
#include "core/record/buffer_packing.h"

namespace pstudio::record {
namespace {

// The first byte is not valid text in any encoding. The last two reveal a conversion of line ends.
constexpr std::string_view kFileMagic = "\x89PSCAP\r\n";
constexpr uint32_t kVersion = 12;
constexpr uint32_t kOldestVersion = 1;
constexpr size_t kFixedBytes = 20; // magic, version, header bytes, header checksum

std::span<const std::byte> bytesOf(std::string_view text) {
  return std::as_bytes(std::span(text));
}

std::string_view textOf(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char *>(bytes.data()), bytes.size()};
}

/// The parts of a file, in the order in which they are written.
struct Pieces {
  std::string header;               ///< the fixed part and the JSON
  std::vector<std::string> buffers; ///< compressed
};

std::string withFixedPart(const std::string &json) {
  std::array<std::byte, kFixedBytes> fixed;
  std::memcpy(fixed.data(), kFileMagic.data(), kFileMagic.size());
  storeLittle(fixed.data() + 8, kVersion);
  storeLittle(fixed.data() + 12, static_cast<uint32_t>(json.size()));
  storeLittle(fixed.data() + 16, crc32Of(bytesOf(json)));
  return std::string(textOf(fixed)) + json;
}

Result<Pieces> makePieces(std::span<const LaunchCapture> launches, const TraceInfo &info) {
  Pieces pieces;
  CaptureHeader header;
  header.info = info;
  for (const LaunchCapture &launch : launches) {
    PSTUDIO_TRY_ASSIGN(std::string packed, packBuffer(launch.blocks));
    header.launches.push_back(
        {launch, {launch.blocks.size(), packed.size(), crc32Of(launch.blocks)}});
    pieces.buffers.push_back(std::move(packed));
  }
  const std::string json = captureHeaderToJson(header);
  if (json.size() > UINT32_MAX)
    return fail(ErrorCode::InvalidInput, "the header of the capture exceeds 4 GiB");
  // Invalid values are reported when the capture is written, not when it is read.
  PSTUDIO_TRY(parseCaptureHeader(json).map([](const CaptureHeader &) {}));
  pieces.header = withFixedPart(json);
  return pieces;
}

Result<void> writePieces(const Pieces &pieces, ByteSink &sink) {
  PSTUDIO_TRY(sink.write(pieces.header));
  for (const std::string &buffer : pieces.buffers)
    PSTUDIO_TRY(sink.write(buffer));
  return {};
}

Result<CaptureHeader> readHeader(ByteReader &reader) {
  PSTUDIO_TRY_ASSIGN(const auto magic, reader.take(kFileMagic.size()));
  if (textOf(magic) != kFileMagic)
    return fail(ErrorCode::InvalidFormat, "this is not a capture file", "byte 0");
  PSTUDIO_TRY_ASSIGN(const auto version, reader.read<uint32_t>());
  if (version < kOldestVersion || version > kVersion)
    return fail(ErrorCode::Unsupported,
                "capture files of version " + std::to_string(version) + " are not known", "byte 8",
                "open it with the version of Proton Studio that wrote it");
  PSTUDIO_TRY_ASSIGN(const auto size, reader.read<uint32_t>());
  PSTUDIO_TRY_ASSIGN(const auto checksum, reader.read<uint32_t>());
  PSTUDIO_TRY_ASSIGN(const auto json, reader.take(size));
  if (crc32Of(json) != checksum)
    return fail(ErrorCode::InvalidFormat, "the capture's header is damaged",
                "byte " + std::to_string(kFixedBytes));
  return parseCaptureHeader(textOf(json));
}

Result<std::string> readBuffer(ByteReader &reader, const StoredBuffer &stored) {
  const std::string where = "byte " + std::to_string(reader.offset());
  PSTUDIO_TRY_ASSIGN(const auto packed, reader.take(stored.storedBytes));
  Result<std::string> buffer = unpackBuffer(packed, stored.sizeBytes);
  if (!buffer) {
    buffer.error().where = where;
    return buffer;
  }
  if (crc32Of(bytesOf(*buffer)) != stored.checksum)
    return fail(ErrorCode::InvalidFormat, "a profile buffer of the capture is damaged", where);
  return buffer;
}

} // namespace

Result<void> writeCapture(const std::filesystem::path &path,
                          std::span<const LaunchCapture> launches, const TraceInfo &info) {
  PSTUDIO_TRY_ASSIGN(const Pieces pieces, makePieces(launches, info));
  PSTUDIO_TRY_ASSIGN(OutputFile file, OutputFile::open(path));
  PSTUDIO_TRY(writePieces(pieces, file));
  return file.commit();
}

Result<std::string> writeCaptureToString(std::span<const LaunchCapture> launches,
                                         const TraceInfo &info) {
  PSTUDIO_TRY_ASSIGN(const Pieces pieces, makePieces(launches, info));
  StringSink sink;
  PSTUDIO_TRY(writePieces(pieces, sink));
  return sink.take();
}

bool looksLikeCapture(std::span<const std::byte> bytes) {
  return textOf(bytes).starts_with(kFileMagic);
}

Result<std::unique_ptr<const CaptureFile>> readCapture(std::span<const std::byte> bytes) {
  ByteReader reader(bytes);
  PSTUDIO_TRY_ASSIGN(CaptureHeader header, readHeader(reader));
  auto file = std::make_unique<CaptureFile>();
  file->info = std::move(header.info);
  for (CaptureHeaderLaunch &launch : header.launches) {
    PSTUDIO_TRY_ASSIGN(std::string buffer, readBuffer(reader, launch.buffer));
    file->buffers.push_back(std::move(buffer));
    file->launches.push_back(std::move(launch.capture));
  }
  if (!reader.atEnd())
    return fail(ErrorCode::InvalidFormat, "the file is longer than its header states",
                "byte " + std::to_string(reader.offset()));
  for (size_t i = 0; i < file->launches.size(); ++i)
    file->launches[i].blocks = bytesOf(file->buffers[i]);
  return file;
}

Result<Trace> readCaptureTrace(std::span<const std::byte> bytes, std::string_view title) {
  PSTUDIO_TRY_ASSIGN(const auto file, readCapture(bytes));
  TraceBuilder trace;
  trace.info() = file->info;
  if (trace.info().title.empty())
    trace.info().title = title;
  for (const LaunchCapture &launch : file->launches)
    PSTUDIO_TRY(decodeLaunch(launch, trace));
  return std::move(trace).finish();
}

} // namespace pstudio::record
