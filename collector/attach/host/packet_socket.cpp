// SPDX-License-Identifier: Apache-2.0
#include "collector/attach/host/packet_socket.h"

#include <cerrno>
#include <cstring>
#include <poll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include "collector/attach/protocol/messages.h"

namespace pstudio::attach {
namespace {

/// Time limit of a send. The server stops waiting for a program that does not read its answer [ms].
constexpr int kSendLimitMs = 1000;

tl::unexpected<Error> ioError(const char *what, const std::string &where) {
  return fail(ErrorCode::Io, std::string(what) + ": " + std::strerror(errno), where);
}

bool isSameUser(int connection) {
  ucred peer{};
  socklen_t size = sizeof peer;
  return ::getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 &&
         peer.uid == ::getuid();
}

} // namespace

bool fitsSocketAddress(const std::filesystem::path &path) {
  return path.native().size() < sizeof(sockaddr_un::sun_path);
}

Result<Descriptor> listenAt(const std::filesystem::path &path) {
  Descriptor listening(::socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!listening.isOpen())
    return ioError("cannot make a socket", path.string());
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (!fitsSocketAddress(path))
    return fail(ErrorCode::Io, "the path is too long for a socket", path.string());
  std::memcpy(address.sun_path, path.c_str(), path.native().size());
  // The mode of the file is that of the socket at the time of bind().
  if (::fchmod(listening.get(), 0600) != 0 ||
      ::bind(listening.get(), reinterpret_cast<const sockaddr *>(&address), sizeof address) != 0 ||
      ::chmod(path.c_str(), 0600) != 0 || ::listen(listening.get(), 128) != 0)
    return ioError("cannot make a socket", path.string());
  return listening;
}

Descriptor acceptPeer(int listening) {
  Descriptor connection(::accept4(listening, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
  if (connection.isOpen() && !isSameUser(connection.get()))
    connection.close();
  return connection;
}

bool sendPacket(int connection, std::string_view packet, int attached) {
  iovec part{const_cast<char *>(packet.data()), packet.size()};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof attached)] = {};
  if (attached >= 0) {
    message.msg_control = control;
    message.msg_controllen = sizeof control;
    cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof attached);
    std::memcpy(CMSG_DATA(header), &attached, sizeof attached);
  }
  for (;;) {
    if (::sendmsg(connection, &message, MSG_NOSIGNAL) >= 0)
      return true;
    pollfd entry{connection, POLLOUT, 0};
    if (errno == EAGAIN && ::poll(&entry, 1, kSendLimitMs) > 0)
      continue;
    if (errno != EINTR)
      return false;
  }
}

Received receivePacket(int connection, std::string &packet) {
  packet.resize(kMaxMessageBytes);
  ssize_t size = 0;
  do
    size = ::recv(connection, packet.data(), packet.size(), MSG_TRUNC);
  while (size < 0 && errno == EINTR);
  if (size < 0)
    return errno == EAGAIN || errno == EWOULDBLOCK ? Received::Nothing : Received::Closed;
  if (size == 0 || static_cast<size_t>(size) > kMaxMessageBytes)
    return Received::Closed;
  packet.resize(static_cast<size_t>(size));
  return Received::Packet;
}

Result<Descriptor> fileInMemory(std::string_view bytes) {
  Descriptor file(::memfd_create("twin", MFD_CLOEXEC));
  if (!file.isOpen())
    return ioError("cannot make a file in memory", {});
  while (!bytes.empty()) {
    const ssize_t written = ::write(file.get(), bytes.data(), bytes.size());
    if (written < 0 && errno != EINTR)
      return ioError("cannot fill a file in memory", {});
    bytes.remove_prefix(static_cast<size_t>(std::max<ssize_t>(written, 0)));
  }
  ::lseek(file.get(), 0, SEEK_SET);
  return file;
}

} // namespace pstudio::attach
