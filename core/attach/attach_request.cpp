// SPDX-License-Identifier: Apache-2.0
// Reads the words of a request, and hands it over in files.
#include "core/attach/attach_request.h"

#include <algorithm>
#include <charconv>

#include "core/attach/process_choice.h"
#include "core/base/file_bytes.h"
#include "core/base/json_fields.h"
#include "core/base/json_text.h"
#include "core/base/output_file.h"
#include "core/worker/worker_protocol.h"

namespace pstudio::attach {
namespace {

constexpr std::string_view kEvery = "every=";
constexpr uint64_t kMaxRequestBytes = 16u << 20;

/// A whole number of at least 1, or 0.
uint64_t numberOf(std::string_view text) {
  uint64_t number = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && rest == text.data() + text.size() ? number : 0;
}

std::string_view trimmed(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  return text.substr(0, text.find_last_not_of(' ') + 1);
}

} // namespace

Result<InstrumentationMode> parseAttachMode(std::string_view text) {
  PSTUDIO_TRY_ASSIGN(InstrumentationMode mode, InstrumentationMode::parse(text));
  if (!mode.enabled)
    return fail(ErrorCode::InvalidInput, "mode none records nothing", "--mode",
                "omit --kernel, or use --list");
  if (mode.strategy == InstrumentationMode::Strategy::Stream)
    return fail(ErrorCode::Unsupported,
                "strategy=stream needs a host that drains the records while the kernel runs",
                "--mode", "choose another strategy, such as circular");
  if (!mode.callbacks.empty())
    return fail(ErrorCode::Unsupported, "callbacks are not supported in attached programs",
                "--mode");
  mode.bufferType = InstrumentationMode::BufferType::Global;
  return mode;
}

Result<LaunchRange> parseLaunches(std::string_view text) {
  LaunchRange range;
  if (text.starts_with(kEvery)) {
    range = {1, UINT64_MAX, numberOf(text.substr(kEvery.size()))};
  } else {
    const size_t dash = text.find('-');
    range.first = numberOf(text.substr(0, dash));
    range.last = dash == std::string_view::npos ? range.first : numberOf(text.substr(dash + 1));
  }
  if (range.first == 0 || range.step == 0 || range.last < range.first)
    return fail(ErrorCode::InvalidInput, "\"" + std::string(text) + "\" is no choice of launches",
                "--launch", "use 3, 10-12 or every=100; the first launch has number 1");
  return range;
}

Result<std::vector<LaunchRange>> parseLaunchList(std::string_view text) {
  std::vector<LaunchRange> ranges;
  for (size_t at = 0; at <= text.size();) {
    const size_t end = std::min(text.find(',', at), text.size());
    PSTUDIO_TRY_ASSIGN(ranges.emplace_back(), parseLaunches(trimmed(text.substr(at, end - at))));
    at = end + 1;
  }
  return ranges;
}

Result<void> checkRequest(const AttachRequest &request) {
  if (request.command.empty())
    return fail(ErrorCode::InvalidInput, "there is no command to run", {},
                "proton-collect attach --list -- COMMAND...");
  if (!parseCountedRange(request.settings.range))
    return fail(ErrorCode::InvalidInput, "\"" + request.settings.range + "\" is no range",
                "--range", "use profiler, scope=NAME, step=N or step=A-B; steps count from 0");
  PSTUDIO_TRY(ProcessChoice::parse(request.settings.processes));
  if (request.rules.empty() && !request.isListing && !request.settings.recordsActivity())
    return fail(ErrorCode::InvalidInput, "neither kernels nor activity are chosen", "--kernel",
                "--list shows the kernels of the program; --kernel '*' chooses all of them; "
                "without --activity off the kernels and copies of the GPU are recorded");
  return {};
}

Result<void> writeAttachRequest(const std::filesystem::path &file, const AttachRequest &request) {
  return writeOutput(file, jsonText(toJson<nlohmann::ordered_json>(request)));
}

Result<AttachRequest> readAttachRequest(const std::filesystem::path &file) {
  PSTUDIO_TRY_ASSIGN(const FileBytes content, FileBytes::read(file, kMaxRequestBytes));
  const auto bytes = content.bytes();
  PSTUDIO_TRY_ASSIGN(
      const nlohmann::json json,
      parseJson({reinterpret_cast<const char *>(bytes.data()), bytes.size()}, file.string()));
  AttachRequest request;
  PSTUDIO_TRY(fromJson(JsonField(json, file.string()), request));
  return request;
}

Result<void> writeAttachError(const std::filesystem::path &file, const Error &error) {
  PSTUDIO_TRY_ASSIGN(const std::vector<std::byte> frame, encodeMessage(ErrorMessage{error, {}}));
  return writeOutput(file, {reinterpret_cast<const char *>(frame.data()), frame.size()});
}

std::optional<Error> readAttachError(const std::filesystem::path &file) {
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored))
    return std::nullopt;
  const Result<FileBytes> content = FileBytes::read(file, kMaxRequestBytes);
  if (!content)
    return content.error();
  FrameReader frames;
  frames.append(content->bytes());
  const auto message = frames.next();
  if (!message)
    return message.error();
  const auto *error = *message ? std::get_if<ErrorMessage>(&**message) : nullptr;
  return error ? error->error : Error{ErrorCode::InvalidFormat, "not an error", file.string(), {}};
}

} // namespace pstudio::attach
