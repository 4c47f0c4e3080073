// SPDX-License-Identifier: Apache-2.0
// Notes and views in a trace file or beside it.
#include "core/formats/trace_file/review_file.h"

#include <algorithm>
#include <fstream>
#include <vector>

#include "core/base/file_bytes.h"
#include "core/formats/pftrace/pftrace_writer.h"
#include "core/formats/pftrace/review_packet.h"
#include "core/review/review_json.h"
#include "core/trace/notes.h"

namespace pstudio {
namespace {

namespace fs = std::filesystem;
constexpr uint64_t kMaxNotesFile = uint64_t{256} << 20;
constexpr size_t kHeadBytes = 16; ///< tag and length of the first packet
constexpr size_t kMaxHead = size_t{64} << 20;

/// The first packet of a file, if it is one; else the first bytes.
std::vector<std::byte> firstPacket(const fs::path &file) {
  std::ifstream in(file, std::ios::binary);
  std::vector<std::byte> bytes(kHeadBytes);
  const auto read = [&](size_t from, size_t count) {
    in.read(reinterpret_cast<char *>(bytes.data() + from), static_cast<std::streamsize>(count));
    bytes.resize(from + static_cast<size_t>(in.gcount()));
  };
  read(0, kHeadBytes);
  size_t length = 0, at = 1;
  for (int shift = 0; at < bytes.size() && shift < 35; shift += 7) {
    const auto part = static_cast<size_t>(bytes[at++]);
    length |= (part & 0x7f) << shift;
    if (part < 0x80)
      break;
  }
  if (bytes.size() < kHeadBytes || bytes[0] != std::byte{0x0a} || at + length > kMaxHead)
    return bytes;
  if (at + length > kHeadBytes) {
    bytes.resize(at + length);
    read(kHeadBytes, at + length - kHeadBytes);
  }
  return bytes;
}

bool isRegular(const fs::path &path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

Result<review::ReadReview> readNotesFile(const fs::path &path) {
  PSTUDIO_TRY_ASSIGN(const FileBytes file, FileBytes::read(path, kMaxNotesFile));
  const auto bytes = file.bytes();
  auto read = review::parseReview({reinterpret_cast<const char *>(bytes.data()), bytes.size()});
  if (read)
    return read;
  Error error = std::move(read).error();
  error.where = path.string() + ": " + error.where;
  error.hint = "repair or remove this file; the trace itself is not affected";
  return tl::unexpected<Error>(std::move(error));
}

/// Only what is a notes file: another program may use the name.
Result<void> removeNotesFile(const fs::path &trace) {
  const fs::path notes = review::notesFileOf(trace);
  if (!isRegular(notes) || !readNotesFile(notes))
    return {};
  std::error_code error;
  fs::remove(notes, error);
  if (error)
    return fail(ErrorCode::Io, error.message(), notes.string());
  return {};
}

/// Whether all that the file contains is in the trace.
bool isWholeOwnFile(const fs::path &file, const Trace &trace) {
  const bool isComplete = std::ranges::none_of(
      trace.notes(), [](const Note &note) { return note.code.starts_with("pftrace."); });
  return isComplete && isRegular(file) && isOwnPftrace(firstPacket(file));
}

} // namespace

Result<review::ReadReview> readReviewOf(const fs::path &trace) {
  if (const fs::path notes = review::notesFileOf(trace); isRegular(notes))
    return readNotesFile(notes);
  return isRegular(trace) ? readReviewPacket(firstPacket(trace)) : review::ReadReview();
}

Result<void> writeReviewedTrace(const Trace &trace, const review::Review &review,
                                const fs::path &path, FifoReader reader, bool hasSources) {
  PftraceOptions options;
  options.review = &review;
  options.hasSources = hasSources;
  PSTUDIO_TRY(writePftraceAs(trace, path, options, reader));
  return removeNotesFile(path);
}

Result<fs::path> saveReviewOf(const fs::path &file, const Trace &trace,
                              const review::Review &review) {
  if (isWholeOwnFile(file, trace)) {
    PSTUDIO_TRY(writeReviewedTrace(trace, review, file));
    return file;
  }
  const fs::path notes = review::notesFileOf(file);
  if (review.isEmpty())
    PSTUDIO_TRY(removeNotesFile(file));
  else
    PSTUDIO_TRY(writeOutput(notes, review::reviewToJson(review)));
  return notes;
}

} // namespace pstudio
