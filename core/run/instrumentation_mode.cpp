// SPDX-License-Identifier: Apache-2.0
// The text form of an instrumentation mode.
#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <span>
#include <vector>

#include "core/base/json_field.h"
#include "core/run/run_spec.h"

namespace pstudio {
namespace {

constexpr std::array<std::string_view, 2> kModes{"none", "default"};
constexpr std::array<std::string_view, 3> kKeys{"buffer_type", "strategy", "slots"};
constexpr std::array<std::string_view, 3> kBufferTypes{"auto", "shared", "global"};
constexpr std::array<std::string_view, 2> kStrategies{"circular", "first"};
constexpr uint32_t kMaxSlots = 1u << 24;

tl::unexpected<Error> modeError(std::string message, std::string hint) {
  return fail(ErrorCode::InvalidInput, std::move(message), {}, std::move(hint));
}

/// The text up to the next ':', which is removed from `rest` with it.
std::string_view takePart(std::string_view &rest) {
  const size_t colon = rest.find(':');
  const std::string_view part = rest.substr(0, colon);
  rest.remove_prefix(colon == std::string_view::npos ? rest.size() : colon + 1);
  return part;
}

Result<uint32_t> parseSlots(std::string_view text) {
  uint32_t slots = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), slots);
  if (error != std::errc() || end != text.data() + text.size() ||
      (slots != 0 && !std::has_single_bit(slots)) || slots > kMaxSlots)
    return modeError("slots '" + std::string(text) + "' is not a power of two up to " +
                         std::to_string(kMaxSlots),
                     "0 chooses the number automatically");
  return slots;
}

/// The place of `value` among `names`, which is the number of its enumerator.
template <class Enum>
Result<Enum> parseName(std::string_view key, std::string_view value,
                       std::span<const std::string_view> names) {
  for (size_t i = 0; i < names.size(); ++i)
    if (value == names[i])
      return static_cast<Enum>(i);
  return modeError("unknown " + std::string(key) + " '" + std::string(value) + "'",
                   nameHint(value, names));
}

Result<void> applyOption(InstrumentationMode &mode, std::string_view key, std::string_view value) {
  if (key == "slots") {
    PSTUDIO_TRY_ASSIGN(mode.slotsPerUnit, parseSlots(value));
  } else if (key == "buffer_type") {
    PSTUDIO_TRY_ASSIGN(mode.bufferType,
                       parseName<InstrumentationMode::BufferType>(key, value, kBufferTypes));
  } else if (key == "strategy") {
    PSTUDIO_TRY_ASSIGN(mode.strategy,
                       parseName<InstrumentationMode::Strategy>(key, value, kStrategies));
  } else {
    return modeError("unknown instrumentation option '" + std::string(key) + "'",
                     nameHint(key, kKeys));
  }
  return {};
}

} // namespace

Result<InstrumentationMode> InstrumentationMode::parse(std::string_view text) {
  InstrumentationMode mode;
  std::string_view rest = text;
  const std::string_view name = takePart(rest);
  if (name != "none" && name != "default")
    return modeError("unknown instrumentation mode '" + std::string(name) + "'",
                     nameHint(name, kModes));
  mode.enabled = name == "default";
  if (text.ends_with(':') || (!mode.enabled && !rest.empty()))
    return modeError(
        "'" + std::string(text) + "' is not an instrumentation mode",
        "\"none\", or \"default\" with options, such as \"default:buffer_type=shared:slots=256\"");
  std::vector<std::string_view> seen;
  while (!rest.empty()) {
    const std::string_view option = takePart(rest);
    const size_t equals = option.find('=');
    if (equals == std::string_view::npos)
      return modeError("instrumentation option '" + std::string(option) + "' has no value",
                       "write it as key=value");
    const std::string_view key = option.substr(0, equals);
    PSTUDIO_TRY(applyOption(mode, key, option.substr(equals + 1)));
    if (std::find(seen.begin(), seen.end(), key) != seen.end())
      return modeError("instrumentation option '" + std::string(key) + "' is given twice", {});
    seen.push_back(key);
  }
  return mode;
}

std::string InstrumentationMode::toString() const {
  if (!enabled)
    return "none";
  std::string text = "default";
  if (bufferType != BufferType::Automatic)
    text += ":buffer_type=" + std::string(kBufferTypes[static_cast<size_t>(bufferType)]);
  if (strategy == Strategy::First)
    text += ":strategy=first";
  if (slotsPerUnit != 0)
    text += ":slots=" + std::to_string(slotsPerUnit);
  return text;
}

} // namespace pstudio
