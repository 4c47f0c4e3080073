// SPDX-License-Identifier: Apache-2.0
// One pair of functions for each message: to JSON and from JSON.
#include "core/worker/message_json.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <nlohmann/json.hpp>

#include "core/base/json_field.h"
#include "core/base/json_text.h"

namespace pstudio {
namespace {

using nlohmann::json;

constexpr ErrorCode kErrorCodes[] = {ErrorCode::Io,           ErrorCode::InvalidFormat,
                                     ErrorCode::InvalidInput, ErrorCode::CompileFailed,
                                     ErrorCode::RunFailed,    ErrorCode::WrongResult,
                                     ErrorCode::Cancelled,    ErrorCode::Unsupported};

/// Reads members of a payload; the first failure sticks, so that a message is read without a test
/// at every field.
class PayloadReader {
public:
  explicit PayloadReader(const JsonField &object) : m_object(object) {
    if (!object.isObject())
      m_failure = object.error("expected an object").value();
  }

  std::string text(std::string_view name) {
    return read<std::string>(name, [](const JsonField &field) { return field.text(); });
  }
  uint64_t count(std::string_view name) {
    return read<uint64_t>(name, [](const JsonField &field) { return field.unsigned64(); });
  }
  /// null stands for infinity, which JSON cannot write.
  double number(std::string_view name) {
    return read<double>(name, [](const JsonField &field) -> Result<double> {
      if (field.isNull())
        return std::numeric_limits<double>::infinity();
      return field.number();
    });
  }
  std::optional<std::string> optionalText(std::string_view name) {
    return has(name) ? std::optional(text(name)) : std::nullopt;
  }
  std::optional<double> optionalNumber(std::string_view name) {
    return has(name) ? std::optional(number(name)) : std::nullopt;
  }
  bool flag(std::string_view name) {
    return read<bool>(name, [](const JsonField &field) { return field.boolean(); });
  }
  uint32_t id(std::string_view name) {
    const uint64_t value = count(name);
    if (value > std::numeric_limits<uint32_t>::max())
      fail(m_object, std::string(name) + " does not fit in 32 bits");
    return static_cast<uint32_t>(value);
  }
  std::vector<std::string> optionalTexts(std::string_view name) {
    std::vector<std::string> texts;
    if (has(name))
      texts = read<std::vector<std::string>>(name, textsOf);
    return texts;
  }
  bool optionalFlag(std::string_view name) { return has(name) && flag(name); }
  std::vector<JsonField> elements(std::string_view name) {
    return read<std::vector<JsonField>>(name, [](const JsonField &field) {
      return field.elements(0, std::numeric_limits<uint32_t>::max());
    });
  }
  void fail(const JsonField &field, std::string message) {
    if (!m_failure)
      m_failure = field.error(std::move(message)).value();
  }
  void adopt(const PayloadReader &nested) {
    if (!m_failure)
      m_failure = nested.m_failure;
  }

  template <class Message> Result<WorkerMessage> finish(Message message) {
    if (m_failure)
      return tl::unexpected<Error>(
          Error{ErrorCode::InvalidFormat, m_failure->message, m_failure->where, m_failure->hint});
    return WorkerMessage(std::move(message));
  }
  const JsonField &object() const { return m_object; }

private:
  static Result<std::vector<std::string>> textsOf(const JsonField &field) {
    PSTUDIO_TRY_ASSIGN(const std::vector<JsonField> all,
                       field.elements(0, std::numeric_limits<uint32_t>::max()));
    std::vector<std::string> texts;
    for (const JsonField &one : all) {
      PSTUDIO_TRY_ASSIGN(std::string text, one.text());
      texts.push_back(std::move(text));
    }
    return texts;
  }

  bool has(std::string_view name) const { return !m_failure && m_object.find(name).has_value(); }

  template <class T, class Read> T read(std::string_view name, Read readField) {
    if (m_failure)
      return T{};
    const Result<JsonField> field = m_object.member(name);
    if (!field) {
      m_failure = field.error();
      return T{};
    }
    Result<T> value = readField(*field);
    if (!value) {
      m_failure = value.error();
      return T{};
    }
    return *std::move(value);
  }

  const JsonField &m_object;
  std::optional<Error> m_failure;
};

json finiteOrNull(double value) {
  return std::isfinite(value) ? json(value) : json(nullptr);
}

json toJson(const HelloMessage &hello) {
  return {
      {"version", hello.version}, {"program", hello.program}, {"capabilities", hello.capabilities}};
}
Result<WorkerMessage> helloFrom(PayloadReader in) {
  HelloMessage hello;
  // Clamped: every other version gets the same answer.
  hello.version = static_cast<uint32_t>(std::min<uint64_t>(in.count("version"), UINT32_MAX));
  hello.program = in.text("program");
  hello.capabilities = in.optionalTexts("capabilities");
  return in.finish(std::move(hello));
}

json toJson(const RunRequest &run) {
  json object{{"spec_path", run.specPath.string()},  {"spec_text", run.specText},
              {"folder", run.folder.string()},       {"output", run.output.string()},
              {"temporary", run.temporary.string()}, {"keep_capture", run.keepCapture.string()},
              {"passes", run.passes.string()}};
  if (run.overrides.target)
    object["target"] = *run.overrides.target;
  if (run.overrides.mode)
    object["mode"] = *run.overrides.mode;
  if (run.overrides.timeLimitSeconds)
    object["time_limit_s"] = *run.overrides.timeLimitSeconds;
  if (!run.overrides.callbacks.empty())
    object["callbacks"] = run.overrides.callbacks.string();
  if (!run.overrides.callbackOutput.empty())
    object["callback_output"] = run.overrides.callbackOutput.string();
  if (run.overrides.activity)
    object["activity"] = *run.overrides.activity;
  if (run.overrides.pcSamples)
    object["pc_samples"] = *run.overrides.pcSamples;
  if (run.overrides.counters)
    object["counters"] = *run.overrides.counters;
  if (!run.worker.empty())
    object["worker"] = run.worker;
  if (run.isBundled)
    object["bundled"] = true;
  if (!run.fileRoot.empty())
    object["file_root"] = run.fileRoot.string();
  if (!run.emit.empty())
    object["emit"] = run.emit;
  if (run.hasNoCache)
    object["no_cache"] = true;
  if (run.silenceLimitSeconds > 0.0)
    object["silence_limit_s"] = run.silenceLimitSeconds;
  return object;
}
Result<WorkerMessage> runFrom(PayloadReader in) {
  RunRequest run;
  run.specPath = in.text("spec_path");
  run.specText = in.text("spec_text");
  run.folder = in.text("folder");
  run.output = in.text("output");
  run.temporary = in.text("temporary");
  run.keepCapture = in.optionalText("keep_capture").value_or("");
  run.passes = in.optionalText("passes").value_or("");
  run.overrides.target = in.optionalText("target");
  run.overrides.mode = in.optionalText("mode");
  run.overrides.timeLimitSeconds = in.optionalNumber("time_limit_s");
  run.overrides.callbacks = in.optionalText("callbacks").value_or("");
  run.overrides.callbackOutput = in.optionalText("callback_output").value_or("");
  run.overrides.activity = in.optionalText("activity");
  if (const std::optional<double> period = in.optionalNumber("pc_samples"))
    run.overrides.pcSamples = static_cast<int64_t>(std::clamp(*period, -1.0, 1e12));
  run.overrides.counters = in.optionalText("counters");
  run.worker = in.optionalText("worker").value_or("");
  run.isBundled = in.optionalFlag("bundled");
  run.fileRoot = in.optionalText("file_root").value_or("");
  run.emit = in.optionalText("emit").value_or("");
  run.hasNoCache = in.optionalFlag("no_cache");
  run.silenceLimitSeconds = in.optionalNumber("silence_limit_s").value_or(0.0);
  return in.finish(std::move(run));
}

json toJson(const CancelRequest &) {
  return json::object();
}
Result<WorkerMessage> cancelFrom(PayloadReader in) {
  return in.finish(CancelRequest{});
}

json toJson(const StageMessage &stage) {
  return {{"name", stage.name}};
}
Result<WorkerMessage> stageFrom(PayloadReader in) {
  StageMessage stage{in.text("name")};
  return in.finish(std::move(stage));
}

json toJson(const ProgressMessage &progress) {
  return {{"fraction", finiteOrNull(progress.fraction)}};
}
Result<WorkerMessage> progressFrom(PayloadReader in) {
  ProgressMessage progress{in.number("fraction")};
  if (!(progress.fraction >= 0.0 && progress.fraction <= 1.0))
    in.fail(in.object(), "the fraction is outside 0 to 1");
  return in.finish(progress);
}

json toJson(const LogMessage &log) {
  return {{"line", log.line}};
}
Result<WorkerMessage> logFrom(PayloadReader in) {
  LogMessage log{in.text("line")};
  return in.finish(std::move(log));
}

json toJson(const OutputMessage &output) {
  return {{"text", output.text}};
}
Result<WorkerMessage> outputFrom(PayloadReader in) {
  OutputMessage output{in.text("text")};
  return in.finish(std::move(output));
}

json toJson(const ResultMessage &result) {
  json checks = json::array();
  for (const CheckMessage &check : result.checks)
    checks.push_back({{"output", check.output},
                      {"max_error", finiteOrNull(check.maxError)},
                      {"allowed", finiteOrNull(check.allowed)},
                      {"sample", check.sample}});
  return {{"trace", result.trace.string()},
          {"slices", result.slices},
          {"records_written", result.recordsWritten},
          {"records_dropped", result.recordsDropped},
          {"checks", std::move(checks)}};
}
Result<WorkerMessage> resultFrom(PayloadReader in) {
  ResultMessage result;
  result.trace = in.text("trace");
  result.slices = in.count("slices");
  result.recordsWritten = in.count("records_written");
  result.recordsDropped = in.count("records_dropped");
  for (const JsonField &element : in.elements("checks")) {
    PayloadReader check(element);
    result.checks.push_back({check.text("output"), check.number("max_error"),
                             check.number("allowed"), check.text("sample")});
    in.adopt(check);
  }
  return in.finish(std::move(result));
}

json toJson(const ErrorMessage &message) {
  return {{"code", errorCodeName(message.error.code)},
          {"message", message.error.message},
          {"where", message.error.where},
          {"hint", message.error.hint},
          {"stage", message.stage},
          {"trace", message.trace.string()}};
}
Result<WorkerMessage> errorFrom(PayloadReader in) {
  ErrorMessage message;
  const std::string code = in.text("code");
  message.error.message = in.text("message");
  message.error.where = in.text("where");
  message.error.hint = in.text("hint");
  message.stage = in.text("stage");
  message.trace = in.optionalText("trace").value_or("");
  const auto *found = std::ranges::find(kErrorCodes, code, errorCodeName);
  if (found == std::end(kErrorCodes))
    in.fail(in.object(), "unknown error code '" + code + "'");
  else
    message.error.code = *found;
  return in.finish(std::move(message));
}

json toJson(const FileMessage &file) {
  return {{"id", file.id}, {"name", file.name}, {"size", file.size}, {"items", file.items}};
}
Result<WorkerMessage> fileFrom(PayloadReader in) {
  FileMessage file;
  file.id = in.id("id");
  file.name = in.text("name");
  file.size = in.count("size");
  file.items = in.count("items");
  return in.finish(std::move(file));
}

json toJson(const FileEndMessage &end) {
  return {{"id", end.id}, {"size", end.size}, {"crc", end.crc}};
}
Result<WorkerMessage> fileEndFrom(PayloadReader in) {
  FileEndMessage end;
  end.id = in.id("id");
  end.size = in.count("size");
  end.crc = in.id("crc");
  return in.finish(end);
}

json toJson(const AckMessage &ack) {
  return {{"bytes", ack.bytes}};
}
Result<WorkerMessage> ackFrom(PayloadReader in) {
  AckMessage ack{in.count("bytes")};
  return in.finish(ack);
}

json toJson(const HeartbeatMessage &heartbeat) {
  return {{"pending_bytes", heartbeat.pendingBytes}};
}
Result<WorkerMessage> heartbeatFrom(PayloadReader in) {
  HeartbeatMessage heartbeat{in.count("pending_bytes")};
  return in.finish(heartbeat);
}

json toJson(const ListTargetsRequest &) {
  return json::object();
}
Result<WorkerMessage> listTargetsFrom(PayloadReader in) {
  return in.finish(ListTargetsRequest{});
}

json toJson(const TargetsMessage &message) {
  json targets = json::array();
  for (const TargetMessage &target : message.targets)
    targets.push_back({{"name", target.name},
                       {"description", target.description},
                       {"available", target.isAvailable},
                       {"reason", target.reason},
                       {"offers", target.offers}});
  return {{"host", message.host}, {"targets", std::move(targets)}};
}
Result<WorkerMessage> targetsFrom(PayloadReader in) {
  TargetsMessage message;
  message.host = in.text("host");
  for (const JsonField &element : in.elements("targets")) {
    PayloadReader target(element);
    message.targets.push_back({target.text("name"), target.text("description"),
                               target.flag("available"), target.text("reason"),
                               target.optionalTexts("offers")});
    in.adopt(target);
  }
  return in.finish(std::move(message));
}

// A chunk is bytes: id (u32), offset (u64), both little-endian, and what is in the file there.
constexpr size_t kChunkHeaderBytes = 12;

std::string chunkPayload(const ChunkMessage &chunk) {
  std::string payload(kChunkHeaderBytes, '\0');
  for (size_t i = 0; i < 4; ++i)
    payload[i] = static_cast<char>(chunk.id >> (8 * i));
  for (size_t i = 0; i < 8; ++i)
    payload[4 + i] = static_cast<char>(chunk.offset >> (8 * i));
  return payload += chunk.bytes;
}

Result<WorkerMessage> chunkFromPayload(std::string_view payload) {
  if (payload.size() < kChunkHeaderBytes || payload.size() > kChunkHeaderBytes + kMaxChunkBytes)
    return pstudio::fail(ErrorCode::InvalidFormat,
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
  Result<WorkerMessage> (*from)(PayloadReader);
};
/// In the order of WorkerMessage.
constexpr TypeRow kTypes[] = {{"hello", helloFrom},
                              {"run", runFrom},
                              {"cancel", cancelFrom},
                              {"stage", stageFrom},
                              {"progress", progressFrom},
                              {"log", logFrom},
                              {"result", resultFrom},
                              {"error", errorFrom},
                              {"output", outputFrom},
                              {"file", fileFrom},
                              {"chunk", nullptr},
                              {"file_end", fileEndFrom},
                              {"ack", ackFrom},
                              {"heartbeat", heartbeatFrom},
                              {"list_targets", listTargetsFrom},
                              {"targets", targetsFrom}};
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
  if (const auto *chunk = std::get_if<ChunkMessage>(&message))
    return chunkPayload(*chunk);
  json object = std::visit(
      [](const auto &m) -> json {
        if constexpr (std::is_same_v<std::decay_t<decltype(m)>, ChunkMessage>)
          return {}; // above
        else
          return toJson(m);
      },
      message);
  return jsonText(std::move(object));
}

Result<WorkerMessage> messageFromPayload(uint8_t type, std::string_view payload) {
  if (type == 0 || type > std::size(kTypes))
    return fail(ErrorCode::InvalidFormat, "unknown message type " + std::to_string(type));
  const TypeRow &row = kTypes[type - 1];
  if (!row.from)
    return chunkFromPayload(payload);
  const std::string document(row.name);
  PSTUDIO_TRY_ASSIGN(const json object, parseJson(payload, document));
  const JsonField field(object, document);
  return row.from(PayloadReader(field));
}

} // namespace pstudio
