// SPDX-License-Identifier: Apache-2.0
#include "core/worker/message_stream.h"

namespace pstudio {
namespace {

constexpr size_t kMaxHelloBytes = 64u << 10;
constexpr auto kHelloType = std::byte{1};

enum class Guess { No, NotYet, Yes };

/// Whether a hello frame begins at the beginning of `bytes`.
Guess isHello(std::span<const std::byte> bytes) {
  if (bytes.size() > 4 && bytes[4] != kHelloType)
    return Guess::No;
  if (bytes.size() > kFrameHeaderBytes && bytes[kFrameHeaderBytes] != std::byte{'{'})
    return Guess::No;
  if (bytes.size() <= kFrameHeaderBytes)
    return Guess::NotYet;
  size_t size = 0;
  for (size_t i = 0; i < 4; ++i)
    size |= static_cast<size_t>(bytes[i]) << (8 * i);
  if (size > kMaxHelloBytes)
    return Guess::No;
  if (bytes.size() < kFrameHeaderBytes + size)
    return Guess::NotYet;
  FrameReader reader;
  reader.append(bytes.first(kFrameHeaderBytes + size));
  const Result<std::optional<WorkerMessage>> message = reader.next();
  return message && *message && std::holds_alternative<HelloMessage>(**message) ? Guess::Yes
                                                                                : Guess::No;
}

} // namespace

Result<void> MessageStream::append(std::span<const std::byte> bytes) {
  if (m_hasBegun) {
    m_frames.append(bytes);
    return {};
  }
  m_banner.insert(m_banner.end(), bytes.begin(), bytes.end());
  // An undecided guess does not hide a complete hello after it.
  std::optional<size_t> undecided;
  for (size_t at = m_searchedBytes; at < m_banner.size(); ++at) {
    const Guess guess = isHello(std::span(m_banner).subspan(at));
    if (guess == Guess::NotYet && !undecided)
      undecided = at;
    if (guess != Guess::Yes)
      continue;
    m_frames.append(std::span(m_banner).subspan(at));
    m_banner.resize(at);
    m_hasBegun = true;
    return {};
  }
  m_searchedBytes = undecided.value_or(m_banner.size());
  if (m_banner.size() > kMaxBannerBytes + kMaxHelloBytes || m_searchedBytes > kMaxBannerBytes)
    return fail(ErrorCode::InvalidFormat,
                "the first " + std::to_string(m_banner.size()) + " bytes contain no hello");
  return {};
}

Result<std::optional<WorkerMessage>> MessageStream::next() {
  Result<std::optional<WorkerMessage>> message = m_frames.next();
  if (!message)
    return fail(message.error().code,
                "expected a worker message, received other data: " + message.error().message,
                message.error().where,
                "install the same version of Proton Studio on both sides; nothing else may print "
                "on the worker's standard output");
  if (*message && !m_hasHello) {
    PSTUDIO_TRY(requireHello(**message));
    m_hasHello = true;
  }
  return message;
}

std::string MessageStream::banner() const {
  std::string text;
  for (const std::byte byte : m_banner) {
    const char c = static_cast<char>(byte);
    if (c == '\n' || (c >= ' ' && c != '\x7f') || static_cast<signed char>(c) < 0)
      text += c;
  }
  return text;
}

} // namespace pstudio
