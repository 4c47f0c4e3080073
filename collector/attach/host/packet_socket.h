// SPDX-License-Identifier: Apache-2.0
// The socket that attached programs connect to: packets with at most one descriptor.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/process/descriptor.h"

namespace pstudio::attach {

/// Makes the socket file (mode 0600) and listens. Io if it cannot. Non-blocking.
Result<Descriptor> listenAt(const std::filesystem::path &path);

/// True if the path fits into the address of a socket.
bool fitsSocketAddress(const std::filesystem::path &path);

/// The next connection of a process of the same user; none if there is none, or it is another's.
/// Non-blocking.
Descriptor acceptPeer(int listening);

/// Sends one packet, with `attached` unless it is -1. False if the other end is gone or does not
/// read.
bool sendPacket(int connection, std::string_view packet, int attached = -1);

enum class Received { Packet, Nothing, Closed };
/// Takes the next packet, without waiting. A packet that is too long counts as Closed.
Received receivePacket(int connection, std::string &packet);

/// A file in memory that holds the bytes, to be read from offset 0. Io if there is no memory.
Result<Descriptor> fileInMemory(std::string_view bytes);

} // namespace pstudio::attach
