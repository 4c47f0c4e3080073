// SPDX-License-Identifier: Apache-2.0
#include "core/worker/hello_finder.h"

#include <algorithm>

#include "core/worker/worker_protocol.h"

namespace pstudio {
namespace {

constexpr size_t kMostHelloBytes = 64u << 10;
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
  if (size > kMostHelloBytes)
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

Result<std::optional<std::vector<std::byte>>>
HelloFinder::append(std::span<const std::byte> bytes) {
  m_bytes.insert(m_bytes.end(), bytes.begin(), bytes.end());
  // An undecided guess does not hide a complete hello after it.
  std::optional<size_t> undecided;
  for (size_t at = m_bannerBytes; at < m_bytes.size(); ++at) {
    const Guess guess = isHello(std::span(m_bytes).subspan(at));
    if (guess == Guess::NotYet && !undecided)
      undecided = at;
    if (guess != Guess::Yes)
      continue;
    m_bannerBytes = at;
    std::vector<std::byte> rest(m_bytes.begin() + static_cast<ptrdiff_t>(at), m_bytes.end());
    m_bytes.resize(at);
    return std::optional(std::move(rest));
  }
  m_bannerBytes = undecided.value_or(m_bytes.size());
  if (m_bytes.size() > kMostBannerBytes + kMostHelloBytes || m_bannerBytes > kMostBannerBytes)
    return fail(ErrorCode::InvalidFormat,
                "the first " + std::to_string(m_bytes.size()) + " bytes contain no hello");
  return std::nullopt;
}

std::string HelloFinder::banner() const {
  std::string text;
  for (const std::byte byte : m_bytes) {
    const char c = static_cast<char>(byte);
    if (c == '\n' || (c >= ' ' && c != '\x7f') || static_cast<signed char>(c) < 0)
      text += c;
  }
  return text;
}

} // namespace pstudio
