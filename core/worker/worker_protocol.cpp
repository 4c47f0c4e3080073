// SPDX-License-Identifier: Apache-2.0
#include "core/worker/worker_protocol.h"

#include <cstring>

#include "core/worker/message_json.h"

namespace pstudio {

Result<std::vector<std::byte>> encodeMessage(const WorkerMessage &message) {
  const std::string payload = messagePayload(message);
  if (payload.size() > kMaxFramePayload)
    return fail(ErrorCode::InvalidInput,
                "a message of " + std::to_string(payload.size()) + " bytes is too long");
  std::vector<std::byte> frame(kFrameHeaderBytes + payload.size());
  for (size_t i = 0; i < 4; ++i)
    frame[i] = static_cast<std::byte>(payload.size() >> (8 * i));
  frame[4] = static_cast<std::byte>(messageType(message));
  std::memcpy(frame.data() + kFrameHeaderBytes, payload.data(), payload.size());
  return frame;
}

void FrameReader::append(std::span<const std::byte> bytes) {
  // Frames already taken are dropped here, once per chunk, so that taking a message does not move
  // memory.
  m_bytes.erase(m_bytes.begin(), m_bytes.begin() + static_cast<ptrdiff_t>(m_begin));
  m_begin = 0;
  if (!m_failure)
    m_bytes.insert(m_bytes.end(), bytes.begin(), bytes.end());
}

std::optional<uint32_t> FrameReader::nextSize() const {
  if (pendingBytes() < kFrameHeaderBytes)
    return std::nullopt;
  uint32_t size = 0;
  for (size_t i = 0; i < 4; ++i)
    size |= static_cast<uint32_t>(m_bytes[m_begin + i]) << (8 * i);
  return size;
}

bool FrameReader::hasMessage() const {
  const std::optional<uint32_t> size = nextSize();
  return m_failure ||
         (size && (*size > kMaxFramePayload || pendingBytes() >= kFrameHeaderBytes + *size));
}

Result<std::optional<WorkerMessage>> FrameReader::next() {
  if (m_failure)
    return tl::unexpected<Error>(*m_failure);
  const std::optional<uint32_t> announced = nextSize();
  if (!announced)
    return std::nullopt;
  const uint32_t size = *announced;
  const std::byte *header = m_bytes.data() + m_begin;
  if (size > kMaxFramePayload)
    return failAt("a frame of " + std::to_string(size) + " bytes is longer than any message");
  if (pendingBytes() < kFrameHeaderBytes + size)
    return std::nullopt;
  const std::string_view payload(reinterpret_cast<const char *>(header) + kFrameHeaderBytes, size);
  Result<WorkerMessage> message = messageFromPayload(static_cast<uint8_t>(header[4]), payload);
  if (!message)
    return failAt("bad message: " + message.error().toString());
  m_begin += kFrameHeaderBytes + size;
  m_consumed += kFrameHeaderBytes + size;
  return std::optional(*std::move(message));
}

tl::unexpected<Error> FrameReader::failAt(std::string message) {
  m_failure = Error{ErrorCode::InvalidFormat, std::move(message), position(), {}};
  return tl::unexpected<Error>(*m_failure);
}

std::string FrameReader::position() const {
  return "worker stream byte " + std::to_string(m_consumed);
}

Result<void> requireHello(const WorkerMessage &message) {
  const auto *hello = std::get_if<HelloMessage>(&message);
  if (!hello)
    return fail(ErrorCode::InvalidFormat, "the first message is not a hello", "worker stream");
  if (hello->version != kWorkerProtocolVersion)
    return fail(ErrorCode::Unsupported,
                "'" + hello->program + "' uses worker protocol version " +
                    std::to_string(hello->version) + ", this program version " +
                    std::to_string(kWorkerProtocolVersion),
                "worker stream", "install the same version of Proton Studio on both sides");
  return {};
}

namespace {

/// A failure of a value, put at the option that gave it.
template <class T> Result<T> atOption(Result<T> result, const char *option) {
  if (!result)
    result.error().where = option;
  return result;
}

Result<void> applyActivity(ActivitySettings &activity, const RunOverrides &overrides) {
  if (overrides.activity) {
    PSTUDIO_TRY_ASSIGN(activity.kinds,
                       atOption(ActivityKinds::parse(*overrides.activity), "--activity"));
  }
  if (overrides.pcSamples) {
    PSTUDIO_TRY_ASSIGN(activity.samples.pcPeriod,
                       atOption(checkPcPeriod(*overrides.pcSamples), "--pc-samples"));
  }
  if (overrides.counters) {
    PSTUDIO_TRY_ASSIGN(activity.samples.counters,
                       atOption(parseCounters(*overrides.counters), "--counters"));
  }
  return {};
}

} // namespace

Result<RunSpec> readSpec(const RunRequest &request) {
  return request.specPath.empty() ? parseRunSpec(request.specText, request.folder)
                                  : loadRunSpec(request.specPath);
}

Result<void> applyOverrides(RunSettings &settings, const RunOverrides &overrides) {
  if (overrides.target)
    PSTUDIO_TRY(atOption(setTarget(settings, *overrides.target), "--target"));
  if (overrides.mode) {
    Result<InstrumentationMode> mode = InstrumentationMode::parse(*overrides.mode);
    if (!mode)
      return fail(mode.error().code, mode.error().message, "--mode", mode.error().hint);
    settings.mode = *mode;
  }
  if (overrides.timeLimitSeconds)
    PSTUDIO_TRY(atOption(setTimeLimit(settings, *overrides.timeLimitSeconds), "--time-limit"));
  if (!overrides.callbacks.empty())
    settings.callbacks.file = overrides.callbacks;
  if (!overrides.callbackOutput.empty())
    settings.callbacks.output = overrides.callbackOutput;
  if (!overrides.callbackOutput.empty() && settings.callbacks.file.empty())
    return fail(ErrorCode::InvalidInput, "the run has no callbacks whose buffer could be written",
                "--callback-output", "name their file with --callbacks, or in the specification");
  return applyActivity(settings.activity, overrides);
}

} // namespace pstudio
