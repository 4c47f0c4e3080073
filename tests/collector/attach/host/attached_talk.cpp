// SPDX-License-Identifier: Apache-2.0
#include "tests/collector/attach/host/attached_talk.h"

#include <cstdlib>
#include <cstring>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace pstudio::attach {

int connectToServer() {
  const char *path = std::getenv("PSTUDIO_ATTACH");
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (!path || std::strlen(path) >= sizeof address.sun_path)
    return -1;
  std::strcpy(address.sun_path, path);
  const int connection = ::socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
  if (::connect(connection, reinterpret_cast<const sockaddr *>(&address), sizeof address) == 0)
    return connection;
  ::close(connection);
  return -1;
}

bool sendTo(int connection, const std::string &packet) {
  return ::send(connection, packet.data(), packet.size(), MSG_NOSIGNAL) ==
         static_cast<ssize_t>(packet.size());
}

std::optional<Answer> receiveFrom(int connection) {
  Answer answer;
  answer.packet.resize(kMaxMessageBytes);
  iovec part{answer.packet.data(), answer.packet.size()};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  const ssize_t size = ::recvmsg(connection, &message, MSG_CMSG_CLOEXEC);
  if (size <= 0)
    return std::nullopt;
  answer.packet.resize(static_cast<size_t>(size));
  if (const cmsghdr *header = CMSG_FIRSTHDR(&message); header && header->cmsg_type == SCM_RIGHTS)
    std::memcpy(&answer.attached, CMSG_DATA(header), sizeof answer.attached);
  return answer;
}

} // namespace pstudio::attach
