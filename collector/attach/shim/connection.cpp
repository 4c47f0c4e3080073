// SPDX-License-Identifier: Apache-2.0
// Unix sockets of packets.
#include "collector/attach/shim/connection.h"

#include <algorithm>
#include <cerrno>
#include <chrono>

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

namespace pstudio::attach {

namespace {

using Clock = std::chrono::steady_clock;

/// Descriptors below belong to the program: shells and daemons expect low ones to be free.
constexpr int kFirstDescriptor = 500;

OwnedFile openSocket() {
  OwnedFile low(::socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0));
  if (!low)
    return low;
  OwnedFile high(::fcntl(low.get(), F_DUPFD_CLOEXEC, kFirstDescriptor));
  return high ? std::move(high) : std::move(low);
}

/// Bounds connect() and send(), which wait for space otherwise.
void setSendTimeout(int socket) {
  const timeval limit{kAnswerTimeoutMs / 1000, 0};
  setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
}

uint64_t inodeOf(int file) {
  struct stat facts {};
  return fstat(file, &facts) == 0 && S_ISSOCK(facts.st_mode) ? facts.st_ino : 0;
}

bool waitForInput(int socket, Clock::time_point deadline) {
  for (;;) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    pollfd entry{socket, POLLIN, 0};
    const int ready = ::poll(&entry, 1, static_cast<int>(std::max<int64_t>(left, 0)));
    if (ready > 0)
      return true;
    if (ready == 0 || errno != EINTR)
      return false;
  }
}

/// The descriptor of a control message; further ones are closed.
OwnedFile takeFile(msghdr &header) {
  OwnedFile first;
  for (cmsghdr *part = CMSG_FIRSTHDR(&header); part; part = CMSG_NXTHDR(&header, part)) {
    if (part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_RIGHTS)
      continue;
    const size_t count = (part->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (size_t i = 0; i < count; ++i) {
      int file = -1;
      std::memcpy(&file, CMSG_DATA(part) + i * sizeof file, sizeof file);
      OwnedFile owned(file);
      if (!first)
        first = std::move(owned);
    }
  }
  return first;
}

} // namespace

void OwnedFile::reset() {
  if (m_file >= 0)
    ::close(std::exchange(m_file, -1));
}

Connection Connection::open(const std::string &path) {
  Connection made;
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path)
    return made;
  std::memcpy(address.sun_path, path.data(), path.size());
  OwnedFile socket = openSocket();
  if (!socket)
    return made;
  setSendTimeout(socket.get());
  int result = 0;
  do
    result = ::connect(socket.get(), reinterpret_cast<sockaddr *>(&address), sizeof address);
  while (result != 0 && errno == EINTR);
  if (result != 0)
    return made;
  made.m_inode = inodeOf(socket.get());
  made.m_socket = std::move(socket);
  return made;
}

bool Connection::isStillTheSocket() const {
  return m_socket && inodeOf(m_socket.get()) == m_inode;
}

void Connection::close() {
  if (isStillTheSocket())
    m_socket.reset();
  else
    m_socket.release();
}

bool Connection::send(const std::string &packet) {
  if (!isStillTheSocket())
    m_socket.release(); // the descriptor is the program's now
  if (!m_socket)
    return false;
  ssize_t sent = 0;
  do
    sent = ::send(m_socket.get(), packet.data(), packet.size(), MSG_NOSIGNAL);
  while (sent < 0 && errno == EINTR);
  if (sent == static_cast<ssize_t>(packet.size()))
    return true;
  close();
  return false;
}

std::optional<Packet> Connection::receive(uint32_t timeoutMs) {
  if (!isStillTheSocket())
    m_socket.release(); // the descriptor is the program's now
  const auto deadline = Clock::now() + std::chrono::milliseconds(timeoutMs);
  if (!m_socket || !waitForInput(m_socket.get(), deadline))
    return std::nullopt;
  Packet packet;
  packet.bytes.resize(kMaxMessageBytes);
  iovec part{packet.bytes.data(), packet.bytes.size()};
  alignas(cmsghdr) char control[CMSG_SPACE(4 * sizeof(int))];
  msghdr header{};
  header.msg_iov = &part;
  header.msg_iovlen = 1;
  header.msg_control = control;
  header.msg_controllen = sizeof control;
  const ssize_t count = ::recvmsg(m_socket.get(), &header, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
  if (count > 0)
    packet.file = takeFile(header);
  if (count <= 0 || (header.msg_flags & (MSG_TRUNC | MSG_CTRUNC))) {
    close();
    return std::nullopt;
  }
  packet.bytes.resize(static_cast<size_t>(count));
  return packet;
}

std::string cut(std::string text, size_t mostBytes) {
  text.resize(std::min(text.size(), mostBytes));
  return text;
}

} // namespace pstudio::attach
