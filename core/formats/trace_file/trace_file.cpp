// SPDX-License-Identifier: Apache-2.0
#include "core/formats/trace_file/trace_file.h"

#include <algorithm>
#include <iterator>
#include <string>

#include <protozero/exception.hpp>

#include "core/base/file_bytes.h"
#include "core/capture/capture_file.h"
#include "core/compression/packed_file.h"
#include "core/formats/chrome_json/chrome_json_reader.h"
#include "core/formats/import/message_reader.h"
#include "core/formats/nsight/nsight_reader.h"
#include "core/formats/pftrace/packet_stream.h"
#include "core/formats/pftrace/pftrace_reader.h"
#include "core/formats/rocprof/rocpd_reader.h"
#include "core/formats/rocprof/rocprof_csv_reader.h"
#include "core/formats/rocprof/rocprof_json_reader.h"
#include "core/formats/sqlite/database.h"
#include "core/formats/sqlite/unknown_database.h"
#include "core/formats/trace_file/other_formats.h"
#include "core/formats/triton/triton_decoder.h"
#include "core/formats/xplane/xplane_reader.h"
#include "core/trace/notes.h"

namespace pstudio {
namespace {

/// Whether the first packet of a Perfetto trace is there and made of fields.
bool looksLikePftrace(std::span<const std::byte> bytes) {
  if (bytes.empty() || bytes[0] != std::byte{0x0a})
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

// XSpace before Perfetto: both are rows of the same field. Perfetto before JSON: a packet's length
// may read as a bracket, but no JSON text reads as a row of packets.
constexpr TraceFormat kTraceFormats[] = {
    {"captures (.pscapture)", "*.pscapture", false, record::looksLikeCapture,
     readWhole<record::readCaptureTrace>},
    {"Triton Proton captures", "", false, record::looksLikeTritonProton,
     readWhole<record::readTritonProton>},
    {"profiles of JAX and XLA (.xplane.pb)", "*.xplane.pb", false, looksLikeXSpace, readXplane},
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
  return text + "; each also compressed with gzip or zstd, or in a zip archive";
}

std::string_view nameOf(Packing packing) {
  switch (packing) {
  case Packing::Gzip:
    return "gzip";
  case Packing::Zstd:
    return "zstd";
  case Packing::Zip:
    return "zip";
  case Packing::None:
    break;
  }
  return "";
}

/// Reads a compressed file, or the trace in an archive.
Result<Trace> readPacked(std::span<const std::byte> bytes, std::string_view title,
                         ReadProgress *progress) {
  const auto isTrace = [](std::span<const std::byte> beginning) {
    // The tables of a database are found in the whole of it.
    return sqlite::looksLikeDatabase(beginning) || sniffTraceFormat(beginning) != nullptr;
  };
  PSTUDIO_TRY_ASSIGN(
      const Unpacked unpacked,
      unpackAll(bytes, {.mostBytes = mostInflatedBytes(), .progress = progress}, isTrace));
  const auto content = std::as_bytes(std::span(unpacked.bytes));
  const TraceFormat *format = sniffTraceFormat(content);
  if (unpacked.isCutOff && looksLikeGzip(bytes) && format && format->isFormatOf == looksLikePftrace)
    return readPftrace(bytes, title, progress); // notes that the compression is cut off
  Result<Trace> trace =
      readTraceBytes(content, unpacked.member.empty() ? title : unpacked.member, progress);
  if (!trace && !unpacked.member.empty())
    trace.error().where = "member " + unpacked.member +
                          (trace.error().where.empty() ? "" : ": " + trace.error().where);
  if (!trace || !unpacked.isCutOff || firstNoteOf(*trace, NoteRole::FileDamage) != nullptr)
    return trace;
  return withNote(*std::move(trace), makeNote(NoteCode::FileCutOff, {nameOf(packingOf(bytes))}));
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
  if (packingOf(bytes) != Packing::None)
    return readPacked(bytes, title, progress);
  if (const TraceFormat *format = sniffTraceFormat(bytes))
    return format->read(bytes, title, progress);
  if (sqlite::looksLikeDatabase(bytes))
    return tl::unexpected<Error>(sqlite::unknownDatabase(bytes));
  if (const OtherFormat *other = sniffOtherFormat(bytes))
    return fail(ErrorCode::Unsupported, std::string(other->message), "", std::string(other->hint));
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
  const Packing packing = packingOf(file.bytes()); // an archive has its list at its end
  const bool isCompressed = packing == Packing::Gzip || packing == Packing::Zstd;
  const TraceFormat *format = sniffTraceFormat(file.bytes());
  // The first packet of a cut off file may be the one that is cut.
  if (!isCompressed && !(format && format->isReadableInPart))
    return fail(ErrorCode::Unsupported, "the format cannot be shown in part", path.string());
  return readTraceBytes(file.bytes(), path.filename().string());
}

} // namespace pstudio
