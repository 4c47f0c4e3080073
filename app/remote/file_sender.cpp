// SPDX-License-Identifier: Apache-2.0
#include "app/remote/file_sender.h"

#include <cerrno>
#include <cstring>
#include <fstream>

#include "core/base/deflate.h"

namespace pstudio::cli {

Result<uint32_t> FileSender::begin(std::string name, uint64_t size, uint64_t items) {
  PSTUDIO_TRY(m_channel.send(FileMessage{m_nextId, std::move(name), size, items}));
  return m_nextId++;
}

Result<void> FileSender::piece(uint32_t id, uint64_t offset, std::string_view bytes) {
  for (; !bytes.empty(); bytes.remove_prefix(std::min(kMaxChunkBytes, bytes.size()))) {
    const std::string_view now = bytes.substr(0, kMaxChunkBytes);
    if (!m_window.reserve(now.size()))
      return fail(ErrorCode::Io, "the application is gone");
    PSTUDIO_TRY(m_channel.send(ChunkMessage{id, offset, std::string(now)}));
    offset += now.size();
  }
  return {};
}

Result<void> FileSender::send(const std::filesystem::path &path, std::string_view name,
                              uint64_t items) {
  std::error_code error;
  const uint64_t size = std::filesystem::file_size(path, error);
  errno = 0;
  std::ifstream stream(path, std::ios::binary);
  if (error || !stream)
    return fail(ErrorCode::Io,
                "cannot read a result: " + (error ? error.message() : std::strerror(errno)),
                path.string());
  PSTUDIO_TRY_ASSIGN(const uint32_t id, begin(std::string(name), size, items));
  std::string buffer(kMaxChunkBytes, '\0');
  uint64_t offset = 0;
  uint32_t crc = 0;
  while (stream.read(buffer.data(), static_cast<std::streamsize>(buffer.size())) ||
         stream.gcount() > 0) {
    const std::string_view bytes(buffer.data(), static_cast<size_t>(stream.gcount()));
    crc = crc32Of(std::as_bytes(std::span(bytes.data(), bytes.size())), crc);
    PSTUDIO_TRY(piece(id, offset, bytes));
    offset += bytes.size();
  }
  return m_channel.send(FileEndMessage{id, offset, crc});
}

} // namespace pstudio::cli
