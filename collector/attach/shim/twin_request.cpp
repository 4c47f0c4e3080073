// SPDX-License-Identifier: Apache-2.0
// WantTwin on a connection of its own, so that other threads go on.
#include "collector/attach/shim/twin_request.h"

#include <algorithm>

#include <unistd.h>

namespace pstudio::attach {

namespace {

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

WantTwin request(const Attachment &attachment, const LaunchCall &call, const NotedLaunch &chosen,
                 uint64_t number) {
  WantTwin want;
  want.process = static_cast<uint32_t>(getpid());
  want.kernel = chosen.handle.kernel->number;
  want.launch = number;
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

/// Sends the request for the launch `number`. Closed, with an entry in the report, if that fails.
Connection ask(Attachment &attachment, const LaunchCall &call, const NotedLaunch &chosen,
               uint64_t number) {
  Connection connection = attachment.connectAgain();
  if (connection.isOpen() && connection.send(request(attachment, call, chosen, number)))
    return connection;
  attachment.notify("twin.late", chosen.handle.kernel, number, "no connection to proton-collect");
  return {};
}

/// The twin of an answer; none for a rejection.
std::optional<OfferedTwin> offerIn(Attachment &attachment, const NotedLaunch &chosen,
                                   Packet packet) {
  Kernel &kernel = *chosen.handle.kernel;
  std::optional<Twin> twin = decode<Twin>(packet.bytes);
  if (twin)
    return OfferedTwin{std::move(*twin), std::move(packet.file)};
  const std::optional<Rejection> rejection = decode<Rejection>(packet.bytes);
  if (!rejection)
    attachment.notify("twin.failed", &kernel, chosen.number, "the server's answer is not valid");
  else if (rejection->isFinal) // the server has recorded the reason
    kernel.choice.store(nullptr, std::memory_order_release);
  return std::nullopt;
}

// A failure is reported and affects only this launch. If the report cannot be sent, the server does
// not exist any more, and no further launch is chosen.
std::optional<OfferedTwin> awaitTwin(Attachment &attachment, const LaunchCall &call,
                                     const NotedLaunch &chosen) {
  Kernel &kernel = *chosen.handle.kernel;
  Connection connection = ask(attachment, call, chosen, chosen.number);
  if (!connection.isOpen())
    return std::nullopt;
  std::optional<Packet> packet = connection.receive(timeoutOf(attachment, kernel));
  kernel.isLate.store(!packet);
  if (packet)
    return offerIn(attachment, chosen, *std::move(packet));
  attachment.notify("twin.late", &kernel, chosen.number,
                    connection.isOpen() ? "" : "proton-collect ended the connection");
  return std::nullopt;
}

/// Time in which the server answers a request for a twin that it has.
constexpr uint32_t kReadyMs = 10;

TwinReply postpone(Attachment &attachment, Kernel &kernel, PostponedLaunch launch, bool isFirst) {
  if (!launch.isReported)
    attachment.notify("twin.postponed", &kernel, launch.number, {});
  launch.isReported = true;
  if (isFirst)
    kernel.postponed.putBack(std::move(launch));
  else
    kernel.postponed.add(std::move(launch));
  return {std::nullopt, true};
}

/// The launch that this one is recorded for: the first postponed one, or itself.
std::optional<PostponedLaunch> placeOf(Attachment &attachment, const NotedLaunch &chosen) {
  Kernel &kernel = *chosen.handle.kernel;
  std::optional<PostponedLaunch> first = kernel.postponed.takeFirst();
  if (chosen.isInPlace)
    return first;
  PostponedLaunch own{.number = chosen.number};
  if (!first)
    return own;
  postpone(attachment, kernel, std::move(own), false);
  return first;
}

// One request of a kernel is pending at a time. Its answer is for one grid; another grid needs
// another answer, which the server then has ready.
TwinReply takeReadyTwin(Attachment &attachment, const LaunchCall &call, const NotedLaunch &chosen) {
  Kernel &kernel = *chosen.handle.kernel;
  std::optional<PostponedLaunch> place = placeOf(attachment, chosen);
  if (!place)
    return {std::nullopt, true}; // another thread has it
  std::optional<Packet> packet = place->connection.receive(0);
  if (!packet && place->connection.isOpen())
    return postpone(attachment, kernel, *std::move(place), true);
  if (!packet || place->grid != call.grid || place->block != call.block) {
    place->connection = ask(attachment, call, chosen, place->number);
    place->grid = call.grid;
    place->block = call.block;
    if (!place->connection.isOpen())
      return {};
    packet = place->connection.receive(kReadyMs);
    if (!packet && place->connection.isOpen())
      return postpone(attachment, kernel, *std::move(place), true);
    if (!packet) {
      attachment.notify("twin.late", &kernel, place->number, "proton-collect ended the connection");
      return {};
    }
  }
  std::optional<OfferedTwin> offer = offerIn(attachment, chosen, *std::move(packet));
  if (offer && place->number != chosen.number)
    attachment.notify("postponed.recorded", &kernel, chosen.number,
                      "launch " + std::to_string(place->number));
  return {std::move(offer)};
}

} // namespace

TwinReply requestTwin(Attachment &attachment, const LaunchCall &call, const NotedLaunch &chosen) {
  if (attachment.welcome.settings.waitsForTwins)
    return {awaitTwin(attachment, call, chosen)};
  return takeReadyTwin(attachment, call, chosen);
}

} // namespace pstudio::attach
