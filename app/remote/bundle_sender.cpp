// SPDX-License-Identifier: Apache-2.0
#include "app/remote/bundle_sender.h"

#include <cerrno>
#include <cstring>

#include "core/base/deflate.h"

namespace pstudio::cli {

Result<void> BundleSender::pump(RemoteLink &link) {
  while (hasRoom() && link.queuedBytes() < kAckStepBytes)
    PSTUDIO_TRY(sendPiece(link));
  return {};
}

Result<void> BundleSender::sendPiece(RemoteLink &link) {
  const BundledFile &file = m_files[m_next];
  const auto id = static_cast<uint32_t>(m_next);
  if (!m_stream.is_open()) {
    errno = 0;
    m_stream.open(file.path, std::ios::binary);
    if (!m_stream)
      return fail(ErrorCode::Io, std::string("cannot read the file: ") + std::strerror(errno),
                  file.path.string());
    m_offset = m_crc = 0;
    PSTUDIO_TRY(link.send(FileMessage{id, file.name, file.size, 0}));
  }
  ChunkMessage chunk{id, m_offset, std::string(kMaxChunkBytes, '\0')};
  m_stream.read(chunk.bytes.data(), static_cast<std::streamsize>(chunk.bytes.size()));
  if (m_stream.bad())
    return fail(ErrorCode::Io, "cannot read the file to its end", file.path.string());
  chunk.bytes.resize(static_cast<size_t>(m_stream.gcount()));
  m_crc = crc32Of(std::as_bytes(std::span(chunk.bytes.data(), chunk.bytes.size())), m_crc);
  m_offset += chunk.bytes.size();
  m_sent += chunk.bytes.size();
  const bool isLast = m_stream.eof();
  if (!chunk.bytes.empty())
    PSTUDIO_TRY(link.send(chunk));
  if (!isLast)
    return {};
  m_stream.close();
  m_stream.clear();
  ++m_next;
  return link.send(FileEndMessage{id, m_offset, m_crc});
}

} // namespace pstudio::cli
