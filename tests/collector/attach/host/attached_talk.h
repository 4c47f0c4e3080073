// SPDX-License-Identifier: Apache-2.0
// The program's end of the protocol, as the preloaded library speaks it.
#pragma once

#include <optional>
#include <string>

#include "collector/attach/protocol/wire.h"

namespace pstudio::attach {

/// A packet and the descriptor that came with it (-1: none).
struct Answer {
  std::string packet;
  int attached = -1;
};

/// Connects to the socket that PSTUDIO_ATTACH names; -1 if nothing listens.
int connectToServer();
bool sendTo(int connection, const std::string &packet);
/// Waits for one packet; none if the server is gone.
std::optional<Answer> receiveFrom(int connection);

} // namespace pstudio::attach
