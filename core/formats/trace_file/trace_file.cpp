// SPDX-License-Identifier: Apache-2.0
#include "core/formats/trace_file/trace_file.h"

#include <algorithm>
#include <iterator>
#include <string>

#include <protozero/exception.hpp>

#include "core/base/file_bytes.h"
#include "core/base/inflate.h"
#include "core/capture/capture_file.h"
#include "core/formats/chrome_json/chrome_json_reader.h"
#include "core/formats/nsight/nsight_reader.h"
#include "core/formats/pftrace/message_reader.h"
#include "core/formats/pftrace/packet_stream.h"
#include "core/formats/pftrace/pftrace_reader.h"
#include "core/formats/rocprof/rocpd_reader.h"
#include "core/formats/rocprof/rocprof_csv_reader.h"
#include "core/formats/rocprof/rocprof_json_reader.h"
#include "core/formats/sqlite/database.h"
#include "core/formats/sqlite/unknown_database.h"
#include "core/formats/triton/triton_decoder.h"

namespace pstudio {
namespace {

bool isPrintable(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= ' ' && c < 127; });
}

/// Whether the message is a plane of an XSpace (JAX, XLA), whose list of planes has the field
/// number of Perfetto's list of packets: its number is a varint and its name a text, where a packet
/// has messages. A plane may lack a number of 0.
bool isXPlane(protozero::data_view message) {
  bool hasNumber = false, hasName = false, isNoMessage = false;
  forEachField(message, [&](const FieldReader &field) {
    if (field.number() == 1)
      hasNumber |= field.isVarint();
    else if (field.number() == 2 && field.isBytes() && isPrintable(field.text())) {
      const int wireType = field.text().front() & 7;
      hasName = true;
      isNoMessage |= wireType == 3 || wireType == 4 || wireType > 5;
    }
  });
  return hasName && (hasNumber || isNoMessage);
}

/// Whether the first message of field 1 is a plane of an XSpace.
bool looksLikeXSpace(std::span<const std::byte> bytes) {
  PacketStream stream(bytes);
  std::span<const std::byte> packet;
  if (bytes.empty() || bytes[0] != std::byte{0x0a} || !stream.next(packet))
    return false;
  try {
    return isXPlane({reinterpret_cast<const char *>(packet.data()), packet.size()});
  } catch (const protozero::exception &) {
    return false;
  }
}

/// Whether the first packet of a Perfetto trace is there and made of fields.
bool looksLikePftrace(std::span<const std::byte> bytes) {
  if (bytes.empty() || bytes[0] != std::byte{0x0a} || looksLikeXSpace(bytes))
    return false;
  PacketStream stream(bytes);
  std::span<const std::byte> packet;
  if (!stream.next(packet))
    return false;
  try {
    forEachField({reinterpret_cast<const char *>(packet.data()), packet.size()},
                 [](const FieldReader &) {});
  } catch (const protozero::exception &) {
    return false;
  }
  const size_t end = static_cast<size_t>(packet.data() + packet.size() - bytes.data());
  return end == bytes.size() || bytes[end] == std::byte{0x0a};
}

bool looksLikeJson(std::span<const std::byte> bytes) {
  std::string_view text(reinterpret_cast<const char *>(bytes.data()), bytes.size());
  if (text.starts_with("\xef\xbb\xbf")) // a byte order mark
    text.remove_prefix(3);
  const size_t first = text.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && (text[first] == '{' || text[first] == '[');
}

template <Result<Trace> (*Read)(std::span<const std::byte>, std::string_view)>
Result<Trace> readWhole(std::span<const std::byte> bytes, std::string_view title, ReadProgress *) {
  return Read(bytes, title);
}

// Perfetto before JSON: a packet's length may read as a bracket, but no JSON text reads as a row of
// packets.
constexpr TraceFormat kTraceFormats[] = {
    {"captures (.pscapture)", "*.pscapture", false, record::looksLikeCapture,
     readWhole<record::readCaptureTrace>},
    {"Triton Proton captures", "", false, record::looksLikeTritonProton,
     readWhole<record::readTritonProton>},
    {"Perfetto traces (.pftrace)", "*.pftrace *.perfetto-trace", true, looksLikePftrace,
     readPftrace},
    {"Nsight Systems exports (SQLite)", "*.sqlite", false, nsight::looksLikeExport,
     nsight::readExport},
    {"rocprofv3 databases (rocpd)", "*.db", false, rocprof::looksLikeRocpd, rocprof::readRocpd},
    {"rocprofv3 JSON", "", false, rocprof::looksLikeRocprofJson, rocprof::readRocprofJson},
    {"rocprofv3 tables (CSV)", "*.csv", false, rocprof::looksLikeRocprofCsv,
     rocprof::readRocprofCsv},
    {"Chrome trace JSON", "*.json *.chrome_trace", true, looksLikeJson, readChromeJson},
};

std::string knownFormats() {
  std::string text = "these can be opened: ";
  for (const TraceFormat &format : kTraceFormats)
    text += std::string(format.name) + ", ";
  text.resize(text.size() - 2);
  return text + "; each also compressed with gzip";
}

Error inFile(Error error, const std::filesystem::path &path) {
  error.where = path.string() + (error.where.empty() ? "" : ": " + error.where);
  return error;
}

} // namespace

std::span<const TraceFormat> traceFormats() {
  return kTraceFormats;
}

const TraceFormat *sniffTraceFormat(std::span<const std::byte> bytes) {
  const auto found = std::ranges::find_if(
      kTraceFormats, [&](const TraceFormat &format) { return format.isFormatOf(bytes); });
  return found == std::end(kTraceFormats) ? nullptr : found;
}

Result<Trace> readTraceBytes(std::span<const std::byte> bytes, std::string_view title,
                             ReadProgress *progress) {
  if (looksLikeGzip(bytes)) {
    PSTUDIO_TRY_ASSIGN(Inflated inflated,
                       inflate(bytes, {.mostBytes = mostInflatedBytes(), .progress = progress}));
    const auto inner = std::as_bytes(std::span(inflated.bytes));
    if (looksLikeGzip(inner))
      return fail(ErrorCode::InvalidFormat, "the file is compressed twice", "",
                  "decompress it once");
    const TraceFormat *format = sniffTraceFormat(inner);
    if (inflated.isCutOff && format && format->isFormatOf == looksLikePftrace)
      return readPftrace(bytes, title, progress); // notes that the compression is cut off
    return readTraceBytes(inner, title, progress);
  }
  // A plane of 91 bytes begins as JSON does: with a line feed and a bracket.
  if (looksLikeXSpace(bytes))
    return fail(ErrorCode::Unsupported, "an XSpace of JAX or XLA is not supported", "",
                "open the trace.json.gz that the JAX profiler writes beside it");
  if (const TraceFormat *format = sniffTraceFormat(bytes))
    return format->read(bytes, title, progress);
  if (sqlite::looksLikeDatabase(bytes))
    return tl::unexpected<Error>(sqlite::unknownDatabase(bytes));
  const char *const message =
      bytes.empty() ? "the file is empty" : "the content is of no known trace format";
  return fail(ErrorCode::InvalidFormat, message, "", knownFormats());
}

Result<Trace> readTraceFile(const std::filesystem::path &path, ReadProgress *progress) {
  PSTUDIO_TRY_ASSIGN(const FileBytes file, FileBytes::read(path));
  Result<Trace> trace = readTraceBytes(file.bytes(), path.filename().string(), progress);
  if (!trace)
    return tl::unexpected<Error>(inFile(std::move(trace).error(), path));
  return trace;
}

Result<Trace> readTraceBeginning(const std::filesystem::path &path, uint64_t bytes) {
  constexpr uint64_t kMinTimes = 4; // below, the whole file is read nearly as soon
  std::error_code error;
  const uintmax_t size = std::filesystem::file_size(path, error);
  if (error || size / kMinTimes < bytes)
    return fail(ErrorCode::Unsupported, "the file is too small to be shown in part", path.string());
  PSTUDIO_TRY_ASSIGN(const FileBytes file, FileBytes::readBeginning(path, bytes));
  const bool isCompressed = looksLikeGzip(file.bytes());
  const TraceFormat *format = sniffTraceFormat(file.bytes());
  // The first packet of a cut off file may be the one that is cut.
  if (!isCompressed && !(format && format->isReadableInPart))
    return fail(ErrorCode::Unsupported, "the format cannot be shown in part", path.string());
  return readTraceBytes(file.bytes(), path.filename().string());
}

} // namespace pstudio
