// SPDX-License-Identifier: Apache-2.0
#include "app/cli/cancel_listener.h"

namespace pstudio::cli {

Result<std::unique_ptr<CancelListener>> CancelListener::start(MessageChannel &channel) {
  PSTUDIO_TRY_ASSIGN(Pipe stop, makePipe());
  return std::unique_ptr<CancelListener>(new CancelListener(channel, std::move(stop)));
}

CancelListener::CancelListener(MessageChannel &channel, Pipe stop) : m_stop(std::move(stop)) {
  m_thread = std::thread([this, &channel] {
    // Whatever arrives ends the run: a cancel, the end of the pipe, or something that makes no
    // sense here. After the run it is the destructor that ends the wait.
    const Result<std::optional<WorkerMessage>> message = channel.receive(m_stop.readEnd.get());
    m_isGone = !message || !*message || !std::holds_alternative<CancelRequest>(**message);
    m_cancelled = true;
  });
}

CancelListener::~CancelListener() {
  m_stop.writeEnd.close();
  m_thread.join();
}

} // namespace pstudio::cli
