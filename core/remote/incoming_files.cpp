// SPDX-License-Identifier: Apache-2.0
#include "core/remote/incoming_files.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <unistd.h>

#include "core/base/deflate.h"

namespace pstudio {
namespace {

namespace fs = std::filesystem;

tl::unexpected<Error> cannotWrite(int error, const fs::path &path) {
  const bool isFull = error == ENOSPC || error == EDQUOT || error == EFBIG;
  return fail(ErrorCode::Io, std::string("cannot write a received file: ") + std::strerror(error),
              path.string(),
              isFull ? "make room in " + path.parent_path().string() : std::string());
}

Result<void> writeWhole(int descriptor, std::string_view bytes, const fs::path &path) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR)
      continue;
    if (written < 0)
      return cannotWrite(errno, path);
    bytes.remove_prefix(static_cast<size_t>(written));
  }
  return {};
}

} // namespace

bool isSafeFileName(std::string_view name) {
  constexpr size_t kMostBytes = 4096;
  constexpr size_t kMaxBytesOfAPart = 255;
  const auto isControl = [](char c) { return (c >= '\0' && c < ' ') || c == '\x7f'; };
  if (name.size() > kMostBytes || std::ranges::any_of(name, isControl))
    return false;
  for (size_t begin = 0; begin <= name.size();) {
    const size_t end = std::min(name.find('/', begin), name.size());
    const std::string_view part = name.substr(begin, end - begin);
    if (part.empty() || part == "." || part == ".." || part.size() > kMaxBytesOfAPart)
      return false;
    begin = end + 1;
  }
  return true;
}

IncomingFiles::~IncomingFiles() {
  for (const auto &[id, entry] : m_entries)
    if (entry.descriptor >= 0)
      ::close(entry.descriptor);
}

Result<void> IncomingFiles::take(const FileMessage &file) {
  if (!isSafeFileName(file.name))
    return fail(ErrorCode::InvalidInput, "invalid file name: it would leave the folder of the run",
                "file \"" + file.name + "\"");
  if (m_entries.size() >= m_limits.files)
    return fail(ErrorCode::InvalidInput,
                "too many files: the limit of a run is " + std::to_string(m_limits.files),
                "file \"" + file.name + "\"");
  if (file.size > m_limits.bytes - std::min(m_bytesTaken, m_limits.bytes))
    return fail(ErrorCode::InvalidInput,
                "a file of " + std::to_string(file.size) +
                    " bytes is too large: the limit of a run "
                    "is " +
                    std::to_string(m_limits.bytes),
                "file \"" + file.name + "\"");
  if (m_entries.contains(file.id))
    return fail(ErrorCode::InvalidFormat, "file " + std::to_string(file.id) + " begins twice");
  const fs::path path = m_folder / file.name;
  std::error_code error;
  fs::create_directories(path.parent_path(), error);
  if (error)
    return cannotWrite(error.value(), path);
  // The folder is private; a file that moves out of it gets the user's usual permissions. O_EXCL
  // and O_NOFOLLOW protect the files that arrived before.
  const int descriptor =
      ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
  if (descriptor < 0)
    return cannotWrite(errno, path);
  m_entries[file.id] = {{file.name, file.size, file.items, 0, false}, descriptor, 0};
  return {};
}

Result<IncomingFiles::Entry *> IncomingFiles::openEntry(uint32_t id) {
  const auto found = m_entries.find(id);
  if (found == m_entries.end() || found->second.file.isComplete)
    return fail(ErrorCode::InvalidFormat,
                "received a chunk of file " + std::to_string(id) + ", which is not open");
  return &found->second;
}

Result<void> IncomingFiles::take(const ChunkMessage &chunk) {
  PSTUDIO_TRY_ASSIGN(Entry *const entry, openEntry(chunk.id));
  IncomingFile &file = entry->file;
  if (chunk.offset != file.size)
    return fail(ErrorCode::InvalidFormat,
                "received a chunk at byte " + std::to_string(chunk.offset) + " instead of " +
                    std::to_string(file.size),
                "file \"" + file.name + "\"");
  if (chunk.bytes.size() > m_limits.bytes - std::min(m_bytesTaken, m_limits.bytes))
    return fail(ErrorCode::InvalidInput,
                "the files are too large: the limit of a run is " + std::to_string(m_limits.bytes) +
                    " bytes",
                "file \"" + file.name + "\"");
  PSTUDIO_TRY(writeWhole(entry->descriptor, chunk.bytes, m_folder / file.name));
  file.size += chunk.bytes.size();
  m_bytesTaken += chunk.bytes.size();
  entry->crc =
      crc32Of(std::as_bytes(std::span(chunk.bytes.data(), chunk.bytes.size())), entry->crc);
  return {};
}

Result<void> IncomingFiles::take(const FileEndMessage &end) {
  PSTUDIO_TRY_ASSIGN(Entry *const entry, openEntry(end.id));
  IncomingFile &file = entry->file;
  if (end.size != file.size || end.crc != entry->crc)
    return fail(ErrorCode::InvalidFormat,
                "the received file is damaged: " + std::to_string(file.size) + " of " +
                    std::to_string(end.size) + " bytes, or a wrong checksum",
                "file \"" + file.name + "\"");
  // Some file systems report a full disk only now.
  if (::close(std::exchange(entry->descriptor, -1)) != 0)
    return cannotWrite(errno, m_folder / file.name);
  file.isComplete = true;
  return {};
}

std::optional<AckMessage> IncomingFiles::takeAcknowledgement() {
  if (m_bytesTaken - m_acknowledged < kAckStepBytes)
    return std::nullopt;
  m_acknowledged = m_bytesTaken;
  return AckMessage{m_acknowledged};
}

const IncomingFile *IncomingFiles::find(std::string_view name) const {
  for (const auto &[id, entry] : m_entries)
    if (entry.file.name == name)
      return &entry.file;
  return nullptr;
}

} // namespace pstudio
