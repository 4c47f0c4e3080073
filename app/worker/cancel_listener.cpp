// SPDX-License-Identifier: Apache-2.0
#include "app/worker/cancel_listener.h"

namespace pstudio::cli {

Result<std::unique_ptr<CancelListener>> CancelListener::start(MessageChannel &channel,
                                                              ListenerHooks hooks) {
  PSTUDIO_TRY_ASSIGN(Pipe stop, makePipe());
  return std::unique_ptr<CancelListener>(
      new CancelListener(channel, std::move(stop), std::move(hooks)));
}

CancelListener::CancelListener(MessageChannel &channel, Pipe stop, ListenerHooks hooks)
    : m_stop(std::move(stop)),
      m_thread([this, &channel, hooks = std::move(hooks)] { listen(channel, hooks); }) {}

void CancelListener::listen(MessageChannel &channel, const ListenerHooks &hooks) {
  while (true) {
    const Result<std::optional<WorkerMessage>> message =
        channel.receive(m_stop.readEnd.get(), hooks.silenceLimit);
    if (m_isOver)
      return;
    const WorkerMessage *const received = message && *message ? &**message : nullptr;
    if (received && std::holds_alternative<HeartbeatMessage>(*received))
      continue;
    if (received && std::holds_alternative<AckMessage>(*received) && hooks.acknowledged) {
      hooks.acknowledged(std::get<AckMessage>(*received));
      continue;
    }
    // Everything else ends the run: a cancel, the end of the pipe, or an unexpected message.
    const bool isCancel = received && std::holds_alternative<CancelRequest>(*received);
    m_isGone = !isCancel;
    m_cancelled = true;
    const auto &hook = isCancel ? hooks.cancelled : hooks.gone;
    if (hook)
      hook();
    if (!isCancel)
      return;
  }
}

CancelListener::~CancelListener() {
  m_isOver = true;
  m_stop.writeEnd.close();
  m_thread.join();
}

} // namespace pstudio::cli
