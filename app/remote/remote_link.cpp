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
#include "core/process/environment.h"
#include "core/remote/command_words.h"

namespace pstudio::cli {
namespace {

constexpr size_t kMaxErrorBytes = 8192;
constexpr std::chrono::milliseconds kStep{100}; ///< longest delay of a cancel
/// Timeout for the end of a command after its streams are closed.
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
  Environment environment = Environment::ofThisProcess();
  // Without a terminal ssh might still open a window of its own for a password.
  environment.set("SSH_ASKPASS_REQUIRE", "never");
  for (const auto &[name, value] : remote.environment)
    environment.set(name, value);
  ChildStart start;
  start.words = words;
  start.environment = environment.variables();
  start.group = ChildGroup::OwnSession;
  start.blocked = signalSet({SIGINT});
  Result<PipedChild> process = startPiped(std::move(start), /*capturesErrors=*/true);
  if (!process)
    return fail(ErrorCode::Io,
                "cannot start the worker process: " + process.error().message + ": " +
                    words.front(),
                linkName(remote.name, words),
                isSshCommand(words) ? "install the OpenSSH client (openssh-client)"
                                    : "check the command of this remote");
  return std::unique_ptr<RemoteLink>(new RemoteLink(remote, std::move(words), *std::move(process)));
}

RemoteLink::RemoteLink(const RemoteTarget &remote, std::vector<std::string> command,
                       PipedChild process)
    : m_remote(remote), m_command(std::move(command)), m_process(std::move(process)) {
  for (const Descriptor *end : {&m_process.input, &m_process.output, &m_process.errors})
    makeNonBlocking(end->get());
}

RemoteLink::~RemoteLink() {
  close(kEndGrace);
}

Result<HelloMessage> RemoteLink::greet(const std::atomic<bool> &cancel) {
  PSTUDIO_TRY(send(HelloMessage{kWorkerProtocolVersion, programName(), {}}));
  PSTUDIO_TRY_ASSIGN(WorkerMessage message, await(cancel));
  m_lastReceived = Clock::now();
  std::string banner = m_stream.banner();
  banner.erase(0, banner.find_first_not_of('\n'));
  if (!banner.empty())
    m_lines.push_back("ignored output before the answer of the remote worker: " +
                      banner.substr(0, banner.find('\n')));
  return std::get<HelloMessage>(std::move(message));
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
  PSTUDIO_TRY(sendHeartbeat());
  const Clock::time_point deadline = Clock::now() + limit;
  while (true) {
    Result<std::optional<WorkerMessage>> message = readMessage();
    if (!message || *message)
      return message;
    if (m_hasEnded)
      return failure();
    const std::chrono::seconds silence = m_silenceLimit.value_or(m_remote.connectLimit);
    if (Clock::now() - m_lastReceived > silence)
      return failure(silence);
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
    if (left.count() <= 0 || (hasMore && m_queue.empty()))
      return std::nullopt;
    wait(left);
  }
}

Result<WorkerMessage> RemoteLink::await(const std::atomic<bool> &cancel) {
  while (true) {
    PSTUDIO_TRY_ASSIGN(std::optional<WorkerMessage> message, next(kStep));
    if (message)
      return *std::move(message);
    if (cancel)
      return fail(ErrorCode::Cancelled, "the run was stopped");
  }
}

Result<void> RemoteLink::sendHeartbeat() {
  if (!m_silenceLimit || Clock::now() - m_lastHeartbeat <= *m_silenceLimit / 4)
    return {};
  m_lastHeartbeat = Clock::now();
  return send(HeartbeatMessage{});
}

Result<std::optional<WorkerMessage>> RemoteLink::readMessage() {
  readOutput();
  Result<std::optional<WorkerMessage>> message = m_stream.next();
  if (!message)
    message.error().where = linkName(m_remote.name, m_command) + ", " + message.error().where;
  return message;
}

void RemoteLink::wait(std::chrono::milliseconds limit) {
  const short forInput = m_queue.empty() ? short{0} : short{POLLOUT};
  std::array<pollfd, 3> waits{{{m_process.output.get(), POLLIN, 0},
                               {m_process.errors.get(), POLLIN, 0},
                               {forInput != 0 ? m_process.input.get() : -1, forInput, 0}}};
  if (::poll(waits.data(), waits.size(),
             static_cast<int>(std::min<int64_t>(limit.count(), 60'000))) <= 0)
    return;
  if (waits[1].revents != 0)
    readErrors();
  if (waits[2].revents != 0)
    writeQueue();
}

void RemoteLink::readOutput() {
  // The stream holds one piece at most, so that a fast remote worker waits instead of filling
  // memory here.
  if (m_hasEnded || m_stream.hasMessage())
    return;
  std::array<std::byte, 65536> buffer;
  const ssize_t got = ::read(m_process.output.get(), buffer.data(), buffer.size());
  if (got < 0 && isForLater(errno))
    return;
  // After a banner that is too long, further input cannot be used.
  m_hasEnded =
      got <= 0 || !m_stream.append(std::span(buffer).first(static_cast<size_t>(got))).has_value();
  if (m_stream.hasHello())
    m_lastReceived = Clock::now();
}

void RemoteLink::readErrors() {
  std::array<char, 4096> buffer;
  ssize_t got = 0;
  while ((got = ::read(m_process.errors.get(), buffer.data(), buffer.size())) > 0) {
    const std::string_view text(buffer.data(), static_cast<size_t>(got));
    m_errorOutput += text;
    if (m_errorOutput.size() > kMaxErrorBytes)
      m_errorOutput.erase(0, m_errorOutput.size() - kMaxErrorBytes);
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
  if (got == 0) // the other end is closed
    m_process.errors.close();
}

void RemoteLink::writeQueue() {
  while (!m_queue.empty()) {
    const std::vector<std::byte> &front = m_queue.front();
    const ssize_t written =
        ::write(m_process.input.get(), front.data() + m_queueBegin, front.size() - m_queueBegin);
    if (written < 0 && isForLater(errno))
      return;
    if (written < 0) { // its output or its exit status will name the reason
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
  // The remote worker cleans up when its input is closed, and its exit code reports the success.
  m_process.input.close();
  if (!m_process.process.waitFor(limit))
    m_process.process.kill(SIGKILL);
  m_process.process.wait();
}

tl::unexpected<Error> RemoteLink::failure(std::chrono::seconds silence) {
  close(kEndGrace);
  const ExitStatus status = m_process.process.wait();
  if (m_process.errors.isOpen())
    readErrors();
  return tl::unexpected(
      describeLinkEnd({m_remote.name, m_command, status, m_errorOutput, m_stream.banner(),
                       m_stream.hasHello(), m_stage, silence}));
}

} // namespace pstudio::cli
