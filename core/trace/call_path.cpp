// SPDX-License-Identifier: Apache-2.0
// Keys of the arguments that hold a call path.
#include "core/trace/call_path.h"

#include <charconv>
#include <optional>
#include <string>

#include "core/trace/arg_names.h"

namespace pstudio {
namespace {

constexpr std::string_view kFunctionSuffix = "].function";
constexpr std::string_view kLocationSuffix = "].at";

std::string keyOf(size_t index, std::string_view suffix) {
  return std::string(kCallPathArg) + "[" + std::to_string(index) + std::string(suffix);
}

struct ParsedKey {
  size_t index = 0;
  std::string_view suffix;
};

/// The parts of "call path[3].at"; none for any other key.
std::optional<ParsedKey> parseKey(std::string_view key) {
  if (!key.starts_with(kCallPathArg) || key.size() <= kCallPathArg.size() + 1 ||
      key[kCallPathArg.size()] != '[')
    return std::nullopt;
  const std::string_view rest = key.substr(kCallPathArg.size() + 1);
  ParsedKey parsed;
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), parsed.index);
  parsed.suffix = rest.substr(static_cast<size_t>(end - rest.data()));
  const bool isKnown = parsed.suffix == kFunctionSuffix || parsed.suffix == kLocationSuffix;
  return error == std::errc{} && isKnown ? std::optional(parsed) : std::nullopt;
}

} // namespace

void appendCallPath(TraceBuilder &trace, const std::vector<Call> &calls, std::vector<Arg> &args) {
  const auto append = [&](size_t index, std::string_view suffix, std::string_view text) {
    args.push_back(Arg::ofString(trace.intern(keyOf(index, suffix)), trace.intern(text)));
  };
  for (size_t index = 0; index < calls.size(); ++index) {
    append(index, kFunctionSuffix, calls[index].function);
    if (!calls[index].location.empty())
      append(index, kLocationSuffix, calls[index].location);
  }
}

std::vector<Call> callPathOf(const Trace &trace, ArgSetId args) {
  std::vector<Call> calls;
  for (const Arg &arg : trace.args(args)) {
    const std::optional<ParsedKey> key = parseKey(trace.string(arg.key));
    if (!key || arg.type != ArgType::String)
      continue;
    // Calls come in order, each with its function first; a file may say anything.
    const std::string_view text = trace.string(arg.stringValue);
    if (key->suffix == kFunctionSuffix && key->index == calls.size())
      calls.push_back({text, {}});
    else if (key->suffix == kLocationSuffix && key->index + 1 == calls.size())
      calls.back().location = text;
  }
  return calls;
}

bool isCallPathKey(std::string_view key) {
  return parseKey(key).has_value();
}

} // namespace pstudio
