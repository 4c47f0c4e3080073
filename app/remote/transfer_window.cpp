// SPDX-License-Identifier: Apache-2.0
#include "app/remote/transfer_window.h"

#include <algorithm>

#include "core/worker/transfer_messages.h"

namespace pstudio::cli {

bool TransferWindow::reserve(uint64_t bytes) {
  std::unique_lock lock(m_mutex);
  m_changed.wait(lock,
                 [&] { return m_isClosed || m_sent - m_taken + bytes <= kTransferWindowBytes; });
  m_sent += bytes;
  return !m_isClosed;
}

void TransferWindow::acknowledge(uint64_t bytes) {
  const std::lock_guard lock(m_mutex);
  m_taken = std::clamp(bytes, m_taken, m_sent); // whatever a peer claims
  m_changed.notify_all();
}

void TransferWindow::close() {
  const std::lock_guard lock(m_mutex);
  m_isClosed = true;
  m_changed.notify_all();
}

} // namespace pstudio::cli
