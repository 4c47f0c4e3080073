// SPDX-License-Identifier: Apache-2.0
#include "app/remote/remote_link.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include "app/worker/program_info.h"
#include "core/remote/command_words.h"

namespace pstudio::cli {
namespace {

constexpr size_t kMostSaid = 8192;
constexpr std::chrono::milliseconds kStep{100}; ///< how soon a cancel is seen
/// How long a command may take to end after its streams have.
constexpr std::chrono::milliseconds kEndGrace{2000};

void makeNonBlocking(int descriptor) {
  const int flags = ::fcntl(descriptor, F_GETFL);
  if (flags >= 0)
    ::fcntl(descriptor, F_SETFL, flags | O_NONBLOCK);
}

bool isForLater(int error) {
  return error == EAGAIN || error == EWOULDBLOCK || error == EINTR;
}

} // namespace

Result<std::unique_ptr<RemoteLink>> RemoteLink::start(const RemoteTarget &remote) {
  PSTUDIO_TRY_ASSIGN(std::vector<std::string> words, splitCommand(remote.command));
  ChildOptions options;
  // Belt and braces: without a terminal ssh might still ask by a window of its own.
  options.environment["SSH_ASKPASS_REQUIRE"] = "never";
  for (const auto &[name, value] : remote.environment)
    options.environment[name] = value;
  options.hasOwnSession = true;
  options.capturesErrors = true;
  Result<ChildProcess> process = ChildProcess::start(
      words.front(), std::vector<std::string>(words.begin() + 1, words.end()), options);
  if (!process)
    return fail(ErrorCode::Io, process.error().message + ": " + words.front(),
                linkName(remote.name, words),
                isSshCommand(words) ? "install the OpenSSH client (openssh-client)"
                                    : "check the command of this remote");
  return std::unique_ptr<RemoteLink>(new RemoteLink(remote, std::move(words), *std::move(process)));
}

RemoteLink::RemoteLink(const RemoteTarget &remote, std::vector<std::string> command,
                       ChildProcess process)
    : m_remote(remote), m_command(std::move(command)), m_process(std::move(process)) {
  for (const FileDescriptor *end : {&m_process.input(), &m_process.output(), &m_process.errors()})
    makeNonBlocking(end->get());
}

RemoteLink::~RemoteLink() {
  close(kEndGrace);
}

Result<HelloMessage> RemoteLink::greet(const std::atomic<bool> &cancel) {
  PSTUDIO_TRY(send(HelloMessage{kWorkerProtocolVersion, programName(), {}}));
  const Clock::time_point deadline = Clock::now() + m_remote.connectLimit;
  while (true) {
    const Result<std::optional<WorkerMessage>> message = next(kStep);
    if (!message)
      return m_hasEnded ? tl::unexpected<Error>(failure({})) : tl::unexpected(message.error());
    if (*message)
      return acceptHello(**message);
    if (cancel)
      return fail(ErrorCode::Cancelled, "the run was stopped");
    if (Clock::now() >= deadline)
      return tl::unexpected<Error>(failure({}, m_remote.connectLimit));
  }
}

Result<HelloMessage> RemoteLink::acceptHello(const WorkerMessage &message) {
  if (Result<void> accepted = requireHello(message); !accepted)
    return fail(accepted.error().code, "the far end: " + accepted.error().message,
                linkName(m_remote.name, m_command),
                "install the same version of Proton Studio on both machines");
  m_hasAnswered = true;
  std::string banner = m_finder.banner();
  banner.erase(0, banner.find_first_not_of('\n'));
  if (!banner.empty())
    m_lines.push_back("the far end printed before its answer, which is left out: " +
                      banner.substr(0, banner.find('\n')));
  return std::get<HelloMessage>(message);
}

Result<void> RemoteLink::send(const WorkerMessage &message) {
  PSTUDIO_TRY_ASSIGN(std::vector<std::byte> frame, encodeMessage(message));
  m_queuedBytes += frame.size();
  m_queue.push_back(std::move(frame));
  writeQueue();
  return {};
}

Result<std::optional<WorkerMessage>> RemoteLink::next(std::chrono::milliseconds limit,
                                                      bool hasMore) {
  const Clock::time_point deadline = Clock::now() + limit;
  while (true) {
    Result<std::optional<WorkerMessage>> message = fromReader();
    if (!message || *message)
      return message;
    if (m_hasEnded)
      return fail(ErrorCode::Io, "the connection has ended", linkName(m_remote.name, m_command));
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
    if (left.count() <= 0 || (hasMore && m_queue.empty()))
      return std::nullopt;
    wait(left);
  }
}

Result<std::optional<WorkerMessage>> RemoteLink::fromReader() {
  PSTUDIO_TRY(readOutput());
  if (!m_hasFoundHello)
    return std::nullopt;
  Result<std::optional<WorkerMessage>> message = m_frames.next();
  if (!message)
    return fail(ErrorCode::InvalidFormat,
                "the far end sent something else than messages: " + message.error().message,
                linkName(m_remote.name, m_command) + ", " + message.error().where,
                "nothing on that machine may print on the worker's standard output");
  return message;
}

void RemoteLink::wait(std::chrono::milliseconds limit) {
  const short forInput = m_queue.empty() ? short{0} : short{POLLOUT};
  std::array<pollfd, 3> waits{{{m_process.output().get(), POLLIN, 0},
                               {m_process.errors().get(), POLLIN, 0},
                               {forInput != 0 ? m_process.input().get() : -1, forInput, 0}}};
  if (::poll(waits.data(), waits.size(),
             static_cast<int>(std::min<int64_t>(limit.count(), 60'000))) <= 0)
    return;
  if (waits[1].revents != 0)
    readErrors();
  if (waits[2].revents != 0)
    writeQueue();
}

Result<void> RemoteLink::readOutput() {
  // What has not been taken of the last piece comes first: the reader holds one piece at most, so
  // that a fast far end waits for us rather than filling memory.
  if (m_hasEnded || (m_hasFoundHello && m_frames.hasMessage()))
    return {};
  std::array<std::byte, 65536> buffer;
  const ssize_t got = ::read(m_process.output().get(), buffer.data(), buffer.size());
  if (got < 0 && isForLater(errno))
    return {};
  m_hasEnded = got <= 0;
  if (m_hasEnded)
    return {};
  m_lastHeard = Clock::now();
  const auto bytes = std::span(buffer).first(static_cast<size_t>(got));
  if (m_hasFoundHello) {
    m_frames.append(bytes);
    return {};
  }
  Result<std::optional<std::vector<std::byte>>> hello = m_finder.append(bytes);
  if (!hello) { // there is no use in waiting for more
    m_hasEnded = true;
    return {};
  }
  if (*hello) {
    m_hasFoundHello = true;
    m_frames.append(**hello);
  }
  return {};
}

void RemoteLink::readErrors() {
  std::array<char, 4096> buffer;
  ssize_t got = 0;
  while ((got = ::read(m_process.errors().get(), buffer.data(), buffer.size())) > 0) {
    const std::string_view text(buffer.data(), static_cast<size_t>(got));
    m_said += text;
    if (m_said.size() > kMostSaid)
      m_said.erase(0, m_said.size() - kMostSaid);
    m_halfLine += text;
    for (size_t end; (end = m_halfLine.find('\n')) != std::string::npos;) {
      std::string line = m_halfLine.substr(0, end);
      m_halfLine.erase(0, end + 1);
      while (!line.empty() && line.back() == '\r')
        line.pop_back();
      if (!line.empty())
        m_lines.push_back(std::move(line));
    }
  }
  if (got == 0) // nobody holds the other end any more
    m_process.errors().close();
}

void RemoteLink::writeQueue() {
  while (!m_queue.empty()) {
    const std::vector<std::byte> &front = m_queue.front();
    const ssize_t written =
        ::write(m_process.input().get(), front.data() + m_queueBegin, front.size() - m_queueBegin);
    if (written < 0 && isForLater(errno))
      return;
    if (written < 0) { // it takes nothing more; why, its output or its end will say
      m_queue.clear();
      m_queueBegin = m_queuedBytes = 0;
      return;
    }
    m_queueBegin += static_cast<size_t>(written);
    m_queuedBytes -= static_cast<size_t>(written);
    if (m_queueBegin == front.size()) {
      m_queue.pop_front();
      m_queueBegin = 0;
    }
  }
}

std::vector<std::string> RemoteLink::takeLines() {
  return std::exchange(m_lines, {});
}

void RemoteLink::close(std::chrono::milliseconds limit) {
  // A far end that hears that nobody is there tidies up, and its exit code says how it went.
  m_process.input().close();
  if (!m_process.waitFor(limit))
    m_process.kill(SIGKILL);
  m_process.wait();
}

Error RemoteLink::failure(const std::string &stage, std::chrono::seconds silence) {
  close(kEndGrace);
  const ExitStatus last = m_process.wait();
  if (m_process.errors().isOpen())
    readErrors();
  LinkEnd end{m_remote.name,     m_command,     last.exitCode, last.signal, m_said,
              m_finder.banner(), m_hasAnswered, stage,         silence};
  return describeLinkEnd(end);
}

} // namespace pstudio::cli
