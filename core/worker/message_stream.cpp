// SPDX-License-Identifier: Apache-2.0
#include "core/worker/message_stream.h"

namespace pstudio {

Result<void> MessageStream::append(std::span<const std::byte> bytes) {
  if (m_hasBegun) {
    m_frames.append(bytes);
    return {};
  }
  PSTUDIO_TRY_ASSIGN(const std::optional<std::vector<std::byte>> begin, m_finder.append(bytes));
  m_hasBegun = begin.has_value();
  if (begin)
    m_frames.append(*begin);
  return {};
}

Result<std::optional<WorkerMessage>> MessageStream::next() {
  Result<std::optional<WorkerMessage>> message = m_frames.next();
  if (!message)
    return fail(message.error().code,
                "expected a worker message, received other data: " + message.error().message,
                message.error().where,
                "install the same version of Proton Studio on both sides; nothing else may print "
                "on the worker's standard output");
  if (*message && !m_hasHello) {
    PSTUDIO_TRY(requireHello(**message));
    m_hasHello = true;
  }
  return message;
}

} // namespace pstudio
