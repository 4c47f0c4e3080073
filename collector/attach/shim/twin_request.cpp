// SPDX-License-Identifier: Apache-2.0
// WantTwin on a connection of its own, so that other threads go on.
#include "collector/attach/shim/twin_request.h"

#include <algorithm>

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

/// Records may take 1/kPartOfFreeMemory of the device's free memory, since the program allocates,
/// too.
constexpr uint64_t kPartOfFreeMemory = 4;

/// The limit minus the records of earlier launches; less if the device has little free memory.
uint64_t freeRecordBytes(const Attachment &attachment) {
  const uint64_t most = attachment.welcome.settings.mostRecordBytes;
  const uint64_t held = std::min(attachment.budget.bytes.load(), most);
  size_t free = 0, total = 0;
  const auto &memoryOf = attachment.driver.cuMemGetInfo_v2;
  if (!memoryOf || memoryOf(&free, &total) != CuResult::Success)
    return most - held;
  return std::min<uint64_t>(most - held, free / kPartOfFreeMemory);
}

WantTwin request(const Attachment &attachment, const LaunchCall &call, const NotedLaunch &chosen) {
  WantTwin want;
  want.process = static_cast<uint32_t>(getpid());
  want.kernel = chosen.handle.kernel->number;
  want.launch = chosen.number;
  want.grid = call.grid;
  want.block = call.block;
  want.freeBytes = freeRecordBytes(attachment);
  return want;
}

/// Time limit of later launches after a twin was late.
constexpr uint32_t kLaterTimeoutMs = 1000;

uint32_t timeoutOf(const Attachment &attachment, const Kernel &kernel) {
  const uint32_t most = attachment.welcome.settings.twinTimeoutMs;
  return kernel.isLate.load() ? std::min(most, kLaterTimeoutMs) : most;
}

/// The server answers each Hello with Welcome.
bool greet(Connection &connection) {
  return connection.send(furtherHello()) &&
         connection.receiveMessage<Welcome>(kAnswerTimeoutMs).has_value();
}

} // namespace

// A failure is reported and affects only this launch. If the report cannot be sent, the server does
// not exist any more, and no further launch is chosen.
std::optional<OfferedTwin> requestTwin(Attachment &attachment, const LaunchCall &call,
                                       const NotedLaunch &chosen) {
  Kernel &kernel = *chosen.handle.kernel;
  Connection connection = attachment.connectAgain();
  if (!greet(connection) || !connection.send(request(attachment, call, chosen))) {
    attachment.notify("twin.late", &kernel, chosen.number, "no connection to proton-collect");
    return std::nullopt;
  }
  std::optional<Packet> packet = connection.receive(timeoutOf(attachment, kernel));
  kernel.isLate.store(!packet);
  if (!packet) {
    attachment.notify("twin.late", &kernel, chosen.number,
                      connection.isOpen() ? "" : "proton-collect ended the connection");
    return std::nullopt;
  }
  std::optional<Twin> twin = decode<Twin>(packet->bytes);
  if (twin)
    return OfferedTwin{std::move(*twin), std::move(packet->file)};
  const std::optional<Rejection> rejection = decode<Rejection>(packet->bytes);
  if (!rejection)
    attachment.notify("twin.failed", &kernel, chosen.number, "the server's answer is not valid");
  else if (rejection->isFinal) // the server has recorded the reason
    kernel.choice.store(nullptr, std::memory_order_release);
  return std::nullopt;
}

} // namespace pstudio::attach
