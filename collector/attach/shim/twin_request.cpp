// SPDX-License-Identifier: Apache-2.0
// WantTwin on a connection of its own, so that other threads go on.
#include "collector/attach/shim/twin_request.h"

#include <unistd.h>

#include "collector/attach/shim/process_facts.h"

namespace pstudio::attach {

namespace {

Hello furtherHello() {
  Hello hello;
  hello.process = static_cast<uint32_t>(getpid());
  hello.parent = static_cast<uint32_t>(getppid());
  hello.isFurther = true;
  return hello;
}

WantTwin request(const Attachment &attachment, const LaunchCall &call, const ChosenLaunch &chosen) {
  WantTwin want;
  want.process = static_cast<uint32_t>(getpid());
  want.kernel = chosen.handle.kernel->number;
  want.launch = chosen.number;
  want.grid = call.grid;
  want.block = call.block;
  const uint64_t used = attachment.budget.bytes.load();
  const uint64_t most = attachment.welcome.mostRecordBytes;
  want.freeRecordBytes = most > used ? most - used : 0;
  return want;
}

/// The server answers each Hello with Welcome.
bool greet(Connection &connection) {
  return connection.send(furtherHello()) &&
         connection.receiveMessage<Welcome>(kAnswerTimeoutMs).has_value();
}

} // namespace

std::optional<OfferedTwin> requestTwin(Attachment &attachment, const LaunchCall &call,
                                       const ChosenLaunch &chosen) {
  Connection connection = attachment.connectAgain();
  if (!greet(connection) || !connection.send(request(attachment, call, chosen))) {
    attachment.stopChoosing(); // no server, so no notice
    return std::nullopt;
  }
  std::optional<Packet> packet = connection.receive(attachment.welcome.twinTimeoutMs);
  if (!packet) {
    if (connection.isOpen())
      attachment.notify("twin.late", chosen.handle.kernel, chosen.number, {});
    else
      attachment.stopChoosing();
    return std::nullopt;
  }
  std::optional<Twin> twin = decode<Twin>(packet->bytes);
  if (twin)
    return OfferedTwin{std::move(*twin), std::move(packet->file)};
  if (decode<Rejection>(packet->bytes)) // the server has noted the reason
    chosen.handle.kernel->choice.store(nullptr, std::memory_order_release);
  else
    attachment.notify("twin.failed", chosen.handle.kernel, chosen.number,
                      "the server's answer is not valid");
  return std::nullopt;
}

} // namespace pstudio::attach
