// SPDX-License-Identifier: Apache-2.0
// The fields of each message as PROTOCOL.md lists them.
#include "core/worker/message_json.h"

#include "core/base/json_fields.h"
#include "core/base/json_text.h"

namespace pstudio {

/// The names of error codes, by value.
static std::span<const std::string_view> errorCodeNames() {
  static const auto names = [] {
    std::array<std::string_view, static_cast<size_t>(ErrorCode::Unsupported) + 1> all;
    for (size_t code = 0; code < all.size(); ++code)
      all[code] = errorCodeName(static_cast<ErrorCode>(code));
    return all;
  }();
  return names;
}

template <FieldsOwner<HelloMessage> T> constexpr auto fieldsOf(T &hello) {
  auto &[version, program, capabilities] = hello;
  return std::tuple(Field{"version", version}, Field{"program", program},
                    Field{"capabilities", capabilities}.optional());
}

template <FieldsOwner<RunRequest> T> constexpr auto fieldsOf(T &run) {
  auto &[specPath, specText, folder, overrides, output, temporary, keepCapture, passes, sourceRoots,
         worker, isBundled, fileRoot, emit, hasNoCache, silenceLimitSeconds] = run;
  auto &[target, mode, timeLimitSeconds, callbacks, callbackOutput, activity, pcSamples, counters] =
      overrides;
  return std::tuple(
      Field{"spec_path", specPath}, Field{"spec_text", specText}, Field{"folder", folder},
      Field{"output", output}, Field{"temporary", temporary},
      Field{"keep_capture", keepCapture}.optional(), Field{"passes", passes}.optional(),
      Field{"target", target}, Field{"mode", mode},
      Field{"time_limit_s", timeLimitSeconds, kUnbounded},
      Field{"callbacks", callbacks}.omittedIf(callbacks.empty()),
      Field{"callback_output", callbackOutput}.omittedIf(callbackOutput.empty()),
      Field{"activity", activity}, Field{"pc_samples", pcSamples}, Field{"counters", counters},
      Field{"source_roots", sourceRoots}.omittedIf(sourceRoots.empty()),
      Field{"worker", worker}.omittedIf(worker.empty()),
      Field{"bundled", isBundled}.omittedIf(!isBundled),
      Field{"file_root", fileRoot}.omittedIf(fileRoot.empty()),
      Field{"emit", emit}.omittedIf(emit.empty()),
      Field{"no_cache", hasNoCache}.omittedIf(!hasNoCache),
      Field{"silence_limit_s", silenceLimitSeconds}.omittedIf(!(silenceLimitSeconds > 0.0)));
}

template <FieldsOwner<StageMessage> T> constexpr auto fieldsOf(T &stage) {
  return std::tuple(Field{"name", stage.name});
}

template <FieldsOwner<ProgressMessage> T> constexpr auto fieldsOf(T &progress) {
  return std::tuple(Field{"fraction", progress.fraction, within(0, 1)});
}

template <FieldsOwner<LogMessage> T> constexpr auto fieldsOf(T &log) {
  return std::tuple(Field{"line", log.line});
}

template <FieldsOwner<OutputMessage> T> constexpr auto fieldsOf(T &output) {
  return std::tuple(Field{"text", output.text});
}

template <FieldsOwner<CheckMessage> T> constexpr auto fieldsOf(T &check) {
  auto &[output, maxError, allowed, sample] = check;
  return std::tuple(Field{"output", output}, Field{"max_error", maxError, kUnbounded},
                    Field{"allowed", allowed, kUnbounded}, Field{"sample", sample});
}

template <FieldsOwner<ResultMessage> T> constexpr auto fieldsOf(T &result) {
  auto &[trace, slices, recordsWritten, recordsDropped, checks] = result;
  return std::tuple(Field{"trace", trace}, Field{"slices", slices, kUnbounded},
                    Field{"records_written", recordsWritten, kUnbounded},
                    Field{"records_dropped", recordsDropped, kUnbounded}, Field{"checks", checks});
}

template <FieldsOwner<ErrorMessage> T> auto fieldsOf(T &message) {
  auto &[error, stage, trace] = message;
  auto &[code, text, where, hint] = error;
  return std::tuple(Field{"code", code, oneOf(errorCodeNames())}, Field{"message", text},
                    Field{"where", where}, Field{"hint", hint}, Field{"stage", stage},
                    Field{"trace", trace}.optional());
}

template <FieldsOwner<FileMessage> T> constexpr auto fieldsOf(T &file) {
  auto &[id, name, size, items] = file;
  return std::tuple(Field{"id", id}, Field{"name", name}, Field{"size", size, kUnbounded},
                    Field{"items", items, kUnbounded});
}

template <FieldsOwner<FileEndMessage> T> constexpr auto fieldsOf(T &end) {
  auto &[id, size, crc] = end;
  return std::tuple(Field{"id", id}, Field{"size", size, kUnbounded}, Field{"crc", crc});
}

template <FieldsOwner<AckMessage> T> constexpr auto fieldsOf(T &ack) {
  return std::tuple(Field{"bytes", ack.bytes, kUnbounded});
}

template <FieldsOwner<HeartbeatMessage> T> constexpr auto fieldsOf(T &heartbeat) {
  return std::tuple(Field{"pending_bytes", heartbeat.pendingBytes, kUnbounded});
}

template <FieldsOwner<TargetMessage> T> constexpr auto fieldsOf(T &target) {
  auto &[name, description, isAvailable, reason, offers] = target;
  return std::tuple(Field{"name", name}, Field{"description", description},
                    Field{"available", isAvailable}, Field{"reason", reason},
                    Field{"offers", offers}.optional());
}

template <FieldsOwner<TargetsMessage> T> constexpr auto fieldsOf(T &message) {
  auto &[host, targets] = message;
  return std::tuple(Field{"host", host}, Field{"targets", targets});
}

namespace {

using nlohmann::json;

template <class Message> std::string payloadOf(const Message &message) {
  json object = json::object();
  if constexpr (!std::is_empty_v<Message>)
    addFields(object, message);
  return jsonText(std::move(object));
}

template <class Message>
Result<WorkerMessage> read(std::string_view payload, std::string_view name) {
  const std::string document(name);
  PSTUDIO_TRY_ASSIGN(const json object, parseJson(payload, document));
  const JsonField field = JsonField(object, document).ignoringUnknown();
  Message message;
  const Result<void> result = [&] {
    if constexpr (std::is_empty_v<Message>)
      return field.requireObject({});
    else
      return fromJson(field, message);
  }();
  if (!result)
    return fail(ErrorCode::InvalidFormat, result.error().message, result.error().where,
                result.error().hint);
  return WorkerMessage(std::move(message));
}

// A chunk is bytes: id (u32), offset (u64), both little-endian, and what is in the file there.
constexpr size_t kChunkHeaderBytes = 12;

template <> std::string payloadOf(const ChunkMessage &chunk) {
  std::string payload(kChunkHeaderBytes, '\0');
  for (size_t i = 0; i < 4; ++i)
    payload[i] = static_cast<char>(chunk.id >> (8 * i));
  for (size_t i = 0; i < 8; ++i)
    payload[4 + i] = static_cast<char>(chunk.offset >> (8 * i));
  return payload += chunk.bytes;
}

template <> Result<WorkerMessage> read<ChunkMessage>(std::string_view payload, std::string_view) {
  if (payload.size() < kChunkHeaderBytes || payload.size() > kChunkHeaderBytes + kMaxChunkBytes)
    return fail(ErrorCode::InvalidFormat,
                "a chunk cannot have " + std::to_string(payload.size()) + " bytes");
  const auto byte = [&](size_t i) { return uint64_t{static_cast<uint8_t>(payload[i])}; };
  ChunkMessage chunk;
  for (size_t i = 0; i < 4; ++i)
    chunk.id |= static_cast<uint32_t>(byte(i) << (8 * i));
  for (size_t i = 0; i < 8; ++i)
    chunk.offset |= byte(4 + i) << (8 * i);
  chunk.bytes = payload.substr(kChunkHeaderBytes);
  return WorkerMessage(std::move(chunk));
}

struct TypeRow {
  std::string_view name;
  Result<WorkerMessage> (*read)(std::string_view payload, std::string_view name);
};
/// In the order of WorkerMessage.
constexpr TypeRow kTypes[] = {{"hello", read<HelloMessage>},
                              {"run", read<RunRequest>},
                              {"cancel", read<CancelRequest>},
                              {"stage", read<StageMessage>},
                              {"progress", read<ProgressMessage>},
                              {"log", read<LogMessage>},
                              {"result", read<ResultMessage>},
                              {"error", read<ErrorMessage>},
                              {"output", read<OutputMessage>},
                              {"file", read<FileMessage>},
                              {"chunk", read<ChunkMessage>},
                              {"file_end", read<FileEndMessage>},
                              {"ack", read<AckMessage>},
                              {"heartbeat", read<HeartbeatMessage>},
                              {"list_targets", read<ListTargetsRequest>},
                              {"targets", read<TargetsMessage>}};
static_assert(std::size(kTypes) == std::variant_size_v<WorkerMessage>);

} // namespace

bool ErrorMessage::operator==(const ErrorMessage &other) const {
  const auto fields = [](const ErrorMessage &m) {
    return std::tie(m.error.code, m.error.message, m.error.where, m.error.hint, m.stage, m.trace);
  };
  return fields(*this) == fields(other);
}

uint8_t messageType(const WorkerMessage &message) {
  return static_cast<uint8_t>(message.index() + 1);
}

std::string messagePayload(const WorkerMessage &message) {
  return std::visit([](const auto &m) { return payloadOf(m); }, message);
}

Result<WorkerMessage> messageFromPayload(uint8_t type, std::string_view payload) {
  if (type == 0 || type > std::size(kTypes))
    return fail(ErrorCode::InvalidFormat, "unknown message type " + std::to_string(type));
  const TypeRow &row = kTypes[type - 1];
  return row.read(payload, row.name);
}

} // namespace pstudio
