// SPDX-License-Identifier: Apache-2.0
#include "tests/collector/attach/shim/attach_server.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <utility>

#include <poll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "collector/attach/protocol/wire.h"

namespace pstudio::test {

using namespace pstudio::attach;

namespace {

void sendWithFile(int connection, const std::string &packet, const std::string &code) {
  const int file = memfd_create("twin", MFD_CLOEXEC);
  if (::write(file, code.data(), code.size()) != static_cast<ssize_t>(code.size()))
    std::abort();
  iovec part{const_cast<char *>(packet.data()), packet.size()};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof file)] = {};
  msghdr header{};
  header.msg_iov = &part;
  header.msg_iovlen = 1;
  header.msg_control = control;
  header.msg_controllen = sizeof control;
  cmsghdr *first = CMSG_FIRSTHDR(&header);
  first->cmsg_level = SOL_SOCKET;
  first->cmsg_type = SCM_RIGHTS;
  first->cmsg_len = CMSG_LEN(sizeof file);
  std::memcpy(CMSG_DATA(first), &file, sizeof file);
  ::sendmsg(connection, &header, MSG_NOSIGNAL);
  ::close(file);
}

/// Decodes a message and appends it to `list`. Returns null and counts the packet if it is invalid.
template <class T>
const T *keep(std::string_view packet, ReceivedMessages &received, std::vector<T> &list) {
  std::optional<T> message = decode<T>(packet);
  if (!message) {
    ++received.undecoded;
    return nullptr;
  }
  return &list.emplace_back(std::move(*message));
}

} // namespace

std::string ReceivedMessages::noticeLines() const {
  std::string lines;
  for (const Notice &notice : notices)
    lines += notice.code + ": " + notice.text + "\n";
  return lines;
}

AttachServer::AttachServer(std::string folder, ServerScript script)
    : m_folder(std::move(folder)), m_script(std::move(script)) {
  m_script.welcome.rawFolder = m_folder;
  m_listening = ::socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::strncpy(address.sun_path, socketPath().c_str(), sizeof address.sun_path - 1);
  if (::bind(m_listening, reinterpret_cast<sockaddr *>(&address), sizeof address) != 0 ||
      ::listen(m_listening, 16) != 0 || ::pipe(m_wake) != 0)
    std::abort();
  m_thread = std::thread([this] { serve(); });
}

AttachServer::~AttachServer() {
  stop();
  for (const int file : {m_wake[0], m_wake[1], m_listening})
    if (file >= 0)
      ::close(file);
}

const ReceivedMessages &AttachServer::stop() {
  if (m_thread.joinable()) {
    ::close(std::exchange(m_wake[1], -1));
    m_thread.join();
  }
  return m_received;
}

// The server handles all data that has arrived before it handles the end of the wake pipe.
void AttachServer::serve() {
  while (!m_isEnded) {
    std::vector<pollfd> entries{{m_listening, POLLIN, 0}};
    for (const int connection : m_connections)
      entries.push_back({connection, POLLIN, 0});
    entries.push_back({m_wake[0], POLLIN, 0});
    ::poll(entries.data(), entries.size(), -1);
    bool hasWork = entries.front().revents != 0;
    if (hasWork)
      accept();
    for (size_t i = 1; i + 1 < entries.size() && !m_isEnded; ++i) {
      if (entries[i].revents == 0)
        continue;
      hasWork = true;
      if (!handle(entries[i].fd)) {
        ::close(entries[i].fd);
        m_connections.erase(entries[i].fd);
      }
    }
    if (!hasWork && entries.back().revents != 0)
      break;
  }
  for (const int connection : m_connections)
    ::close(connection);
  if (m_isEnded)
    ::close(std::exchange(m_listening, -1));
}

void AttachServer::accept() {
  if (const int made = ::accept4(m_listening, nullptr, nullptr, SOCK_CLOEXEC); made >= 0)
    m_connections.insert(made);
}

void AttachServer::answer(int connection, const std::string &packet) {
  ::send(connection, packet.data(), packet.size(), MSG_NOSIGNAL);
}

template <class T> void AttachServer::answer(int connection, const T &message) {
  answer(connection, encode(message));
}

void AttachServer::answerRule(int connection, uint32_t rule) {
  RuleKernels kernels{rule, {}};
  for (const KernelSeen &seen : m_received.seen)
    if (std::find(kernels.kernels.begin(), kernels.kernels.end(), seen.kernel) ==
        kernels.kernels.end())
      kernels.kernels.push_back(seen.kernel);
  answer(connection, kernels);
}

void AttachServer::answerTwin(int connection) {
  if (!m_script.rejection.empty())
    answer(connection, Rejection{m_script.rejection, m_script.isRejectionFinal});
  else
    sendWithFile(connection, encode(m_script.twin), m_script.code);
}

void AttachServer::handleRequest(int connection, const std::string &packet, bool isQuiet) {
  if (!keep(packet, m_received, m_received.wants) || isQuiet)
    return;
  if (std::exchange(m_script.answersAtNotice, false))
    m_held = connection;
  else
    answerTwin(connection);
}

bool AttachServer::handle(int connection) {
  std::string packet(kMaxMessageBytes, '\0');
  const ssize_t count = ::recv(connection, packet.data(), packet.size(), 0);
  if (count <= 0)
    return false;
  packet.resize(static_cast<size_t>(count));
  const MessageType type = typeOf(packet).value_or(MessageType{});
  m_received.order.push_back(type);
  if (m_script.endsAt == type) {
    m_isEnded = true;
    return true;
  }
  if (m_script.answersWrongAt == type)
    answer(connection, std::string("nothing"));
  const bool isQuiet = m_script.isSilentAt == type || m_script.answersWrongAt == type;
  switch (type) {
  case MessageType::Hello:
    if (keep(packet, m_received, m_received.hellos) && !isQuiet)
      answer(connection, m_script.welcome);
    break;
  case MessageType::KernelSeen:
    if (const KernelSeen *seen = keep(packet, m_received, m_received.seen); seen && !isQuiet)
      answer(connection, Choice{seen->kernel, m_received.rules.size() > m_received.ends.size()
                                                  ? m_script.ruleChoices[seen->name]
                                                  : m_script.choices[seen->name]});
    break;
  case MessageType::AddRule:
    if (const AddRule *rule = keep(packet, m_received, m_received.rules); rule && !isQuiet)
      answerRule(connection, rule->rule);
    break;
  case MessageType::DropRule:
    if (const DropRule *rule = keep(packet, m_received, m_received.ends); rule && !isQuiet)
      answerRule(connection, rule->rule);
    break;
  case MessageType::DeviceSeen:
    keep(packet, m_received, m_received.devices);
    break;
  case MessageType::ImageSeen:
    keep(packet, m_received, m_received.images);
    break;
  case MessageType::KernelSource:
    keep(packet, m_received, m_received.sources);
    break;
  case MessageType::Interpreter:
    keep(packet, m_received, m_received.interpreters);
    break;
  case MessageType::Notice:
    keep(packet, m_received, m_received.notices);
    if (m_held >= 0)
      answerTwin(std::exchange(m_held, -1));
    break;
  case MessageType::WantTwin:
    handleRequest(connection, packet, isQuiet);
    break;
  default:
    ++m_received.undecoded;
  }
  return true;
}

} // namespace pstudio::test
