// SPDX-License-Identifier: Apache-2.0
// The text form of an instrumentation mode.
#include "core/run/instrumentation_mode.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <span>

#include "core/base/glob.h"
#include "core/base/json_field.h"
#include "core/record/access_layout.h"
#include "core/run/identifier.h"
#include "core/run/mode_names.h"

namespace pstudio {
namespace {

using Mode = InstrumentationMode;
using Names = std::span<const std::string_view>;

// The place of a name is the number of its enumerator.
constexpr std::array<std::string_view, 9> kModes{
    "functions", "loops", "barriers", "accesses", "memory", "async", "matrix", "none", "default"};
constexpr std::array<std::string_view, 2> kAnnotations{"keep", "drop"};
constexpr std::array<std::string_view, 2> kWarpBarriers{"count", "record"};
constexpr std::array<std::string_view, 3> kBufferTypes{"auto", "shared", "global"};
constexpr std::array<std::string_view, 2> kWhenFull{"wait", "drop"};
constexpr std::array<std::string_view, 3> kGroups{"safe", "fast", "off"};
constexpr std::array<std::string_view, 10> kGranularities{
    "thread", "warp",       "warp_2",       "warp_4",       "warp_8",
    "cta",    "warp_group", "warp_group_2", "warp_group_4", "warp_group_8"};
constexpr std::array<std::string_view, 2> kMetrics{"cycle", "time"};
constexpr std::array<std::string_view, Mode::kPoints> kPointNames{
    "enter",  "exit",    "iteration",     "load",  "store",
    "atomic", "barrier", "after_barrier", "async", "matrix"};

tl::unexpected<Error> modeError(std::string message, std::string hint) {
  return fail(ErrorCode::InvalidInput, std::move(message), {}, std::move(hint));
}

/// The text up to the next `separator`, which is removed from `rest` with it.
std::string_view takePart(std::string_view &rest, char separator) {
  const size_t end = rest.find(separator);
  const std::string_view part = rest.substr(0, end);
  rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  return part;
}

Result<uint32_t> parseNumber(std::string_view key, std::string_view text, uint32_t low,
                             uint32_t high) {
  uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number < low || number > high)
    return modeError(std::string(key) + " '" + std::string(text) + "' is not a number from " +
                         std::to_string(low) + " to " + std::to_string(high),
                     {});
  return number;
}

template <class Enum>
Result<Enum> parseName(std::string_view key, std::string_view value, Names names) {
  for (size_t i = 0; i < names.size(); ++i)
    if (value == names[i])
      return static_cast<Enum>(i);
  return modeError("unknown " + std::string(key) + " '" + std::string(value) + "'",
                   nameHint(value, names));
}

template <class Enum> std::string nameOf(Enum value, Names names) {
  return std::string(names[static_cast<size_t>(value)]);
}

Result<void> readSlots(Mode &mode, std::string_view key, std::string_view text) {
  const Result<uint32_t> slots = parseNumber(key, text, 0, kMaxModeSlots);
  if (!slots || (*slots != 0 && (!std::has_single_bit(*slots) || *slots < kMinModeSlots)))
    return modeError("slots '" + std::string(text) + "' is not a power of two from " +
                         std::to_string(kMinModeSlots) + " to " + std::to_string(kMaxModeSlots),
                     "0 chooses the number automatically");
  mode.slotsPerUnit = *slots;
  return {};
}

template <IdRanges Mode::*Field>
Result<void> readIds(Mode &mode, std::string_view key, std::string_view text) {
  PSTUDIO_TRY_ASSIGN(mode.*Field, IdRanges::parse(text));
  if ((mode.*Field).isEmpty())
    return modeError(std::string(key) + " names no ids", "omit it to record all");
  return {};
}

template <std::vector<std::string> Mode::*Field>
Result<void> readGlobs(Mode &mode, std::string_view key, std::string_view text) {
  do {
    const std::string_view glob = takePart(text, ',');
    if (glob.empty())
      return modeError(std::string(key) + " has an empty name",
                       "write names of functions separated by commas; * and ? are wildcards");
    (mode.*Field).emplace_back(glob);
  } while (!text.empty());
  return {};
}

Result<void> readCallbacks(Mode &mode, std::string_view, std::string_view text) {
  do {
    const std::string_view part = takePart(text, ',');
    const size_t at = part.find('@');
    if (at == std::string_view::npos || !isIdentifier(part.substr(0, at)))
      return modeError("callback '" + std::string(part) + "' is not written as FUNCTION@POINT",
                       "such as count_bytes@load");
    PSTUDIO_TRY_ASSIGN(const auto point,
                       parseName<Mode::Point>("callback point", part.substr(at + 1), kPointNames));
    mode.callbacks.push_back({std::string(part.substr(0, at)), point});
  } while (!text.empty());
  std::sort(mode.callbacks.begin(), mode.callbacks.end());
  mode.callbacks.erase(std::unique(mode.callbacks.begin(), mode.callbacks.end()),
                       mode.callbacks.end());
  return {};
}

std::string writeCallbacks(const Mode &mode) {
  std::string text;
  for (const Mode::Callback &callback : mode.callbacks)
    text +=
        (text.empty() ? "" : ",") + callback.function + "@" + nameOf(callback.point, kPointNames);
  return text;
}

std::string joined(const std::vector<std::string> &parts) {
  std::string text;
  for (const std::string &part : parts)
    text += (text.empty() ? "" : ",") + part;
  return text;
}

/// One option: how it is read, and its text, empty for the default.
struct Option {
  std::string_view key;
  Result<void> (*read)(Mode &, std::string_view key, std::string_view value);
  std::string (*write)(const Mode &);
  Names words = {}; ///< that its value is made of; empty: it is made of others
};

template <auto Field, const auto &NamesOf> constexpr Option nameOption(std::string_view key) {
  return {key,
          [](Mode &mode, std::string_view name, std::string_view value) -> Result<void> {
            using Enum = std::remove_reference_t<decltype(mode.*Field)>;
            PSTUDIO_TRY_ASSIGN(mode.*Field, parseName<Enum>(name, value, NamesOf));
            return {};
          },
          [](const Mode &mode) {
            return mode.*Field == Mode().*Field ? std::string() : nameOf(mode.*Field, NamesOf);
          },
          NamesOf};
}

Result<void> readEvery(Mode &mode, std::string_view key, std::string_view text) {
  PSTUDIO_TRY_ASSIGN(mode.every, parseNumber(key, text, 1, kMaxModeEvery));
  return {};
}

Result<void> readBins(Mode &mode, std::string_view key, std::string_view text) {
  PSTUDIO_TRY_ASSIGN(mode.bins, parseNumber(key, text, 1, record::kMaxCountedBins));
  if (!std::has_single_bit(mode.bins))
    return modeError("bins '" + std::string(text) + "' is not a power of two up to " +
                         std::to_string(record::kMaxCountedBins),
                     {});
  return {};
}

template <uint32_t Mode::*Field> std::string writeNumber(const Mode &mode) {
  return mode.*Field == Mode().*Field ? std::string() : std::to_string(mode.*Field);
}
template <IdRanges Mode::*Field> std::string writeIds(const Mode &mode) {
  return (mode.*Field).toString();
}
template <std::vector<std::string> Mode::*Field> std::string writeGlobs(const Mode &mode) {
  return joined(mode.*Field);
}

// In the order of the canonical text.
constexpr std::array kOptions{
    nameOption<&Mode::annotations, kAnnotations>("annotations"),
    nameOption<&Mode::warpBarriers, kWarpBarriers>("warp_barriers"),
    nameOption<&Mode::bufferType, kBufferTypes>("buffer_type"),
    nameOption<&Mode::strategy, record::kStrategyNames>("strategy"),
    nameOption<&Mode::whenFull, kWhenFull>("when_full"),
    nameOption<&Mode::groups, kGroups>("groups"),
    Option{"slots", readSlots, writeNumber<&Mode::slotsPerUnit>},
    Option{"bins", readBins, writeNumber<&Mode::bins>},
    nameOption<&Mode::granularity, kGranularities>("granularity"),
    nameOption<&Mode::metric, kMetrics>("metric"),
    Option{"warps", readIds<&Mode::warps>, writeIds<&Mode::warps>},
    Option{"ctas", readIds<&Mode::ctas>, writeIds<&Mode::ctas>},
    Option{"every", readEvery, writeNumber<&Mode::every>},
    Option{"include", readGlobs<&Mode::include>, writeGlobs<&Mode::include>},
    Option{"exclude", readGlobs<&Mode::exclude>, writeGlobs<&Mode::exclude>},
    Option{"callbacks", readCallbacks, writeCallbacks, kPointNames},
};

/// The keys that a text gives, with their defaults too.
using Keys = std::vector<std::string_view>;

bool isGiven(const Keys &keys, std::string_view key) {
  return std::find(keys.begin(), keys.end(), key) != keys.end();
}

tl::unexpected<Error> unknownOption(std::string_view key) {
  return modeError("unknown instrumentation option '" + std::string(key) + "'",
                   nameHint(key, modeOptionKeys()));
}

Result<void> readOption(Mode &mode, std::string_view text, Keys &seen) {
  const size_t equals = text.find('=');
  if (equals == std::string_view::npos)
    return modeError("instrumentation option '" + std::string(text) + "' has no value",
                     "write it as key=value");
  const std::string_view key = text.substr(0, equals);
  if (isGiven(seen, key))
    return modeError("instrumentation option '" + std::string(key) + "' is given twice", {});
  seen.push_back(key);
  const auto option = std::find_if(kOptions.begin(), kOptions.end(),
                                   [&](const Option &known) { return known.key == key; });
  if (option == kOptions.end())
    return unknownOption(key);
  return option->read(mode, key, text.substr(equals + 1));
}

Result<void> readModes(Mode &mode, std::string_view names, bool isAlone) {
  do {
    const std::string_view name = takePart(names, ',');
    PSTUDIO_TRY_ASSIGN(const auto place, parseName<size_t>("instrumentation mode", name, kModes));
    if (place < Mode::kAutoModes) {
      mode.autoModes.push_back(static_cast<Mode::AutoMode>(place));
    } else if (name == "none") {
      if (!isAlone)
        return modeError("mode 'none' takes no options",
                         "it records nothing: remove everything else");
      mode.enabled = false;
    }
  } while (!names.empty());
  std::sort(mode.autoModes.begin(), mode.autoModes.end());
  mode.autoModes.erase(std::unique(mode.autoModes.begin(), mode.autoModes.end()),
                       mode.autoModes.end());
  return {};
}

/// With strategy=histogram the segments are counters, which other records have no place in.
Result<void> checkHistogram(const Mode &mode, const Keys &keys) {
  if (!record::traitsOf(mode.strategy).isCounting) {
    if (isGiven(keys, "bins"))
      return modeError("bins needs strategy=histogram", "the other strategies record accesses");
    return {};
  }
  if (mode.autoModes != std::vector{Mode::AutoMode::Memory})
    return modeError("strategy=histogram counts memory accesses only",
                     "write memory:strategy=histogram, and record the other modes in another run");
  if (mode.bufferType == Mode::BufferType::Shared)
    return modeError("strategy=histogram has its counters in global memory", "omit buffer_type");
  if (mode.slotsPerUnit != 0)
    return modeError("strategy=histogram has no records to give slots to",
                     "bins= sets the number of counters of an operation");
  if (mode.every > 1)
    return modeError("strategy=histogram counts every iteration",
                     "omit every; warps= and ctas= select the warps that count");
  if (isGiven(keys, "metric"))
    return modeError("strategy=histogram counts and takes no times", "omit metric");
  return {};
}

/// Rejects combinations of options that no run can satisfy.
Result<void> checkTogether(const Mode &mode, const Keys &keys) {
  if (mode.annotations == Mode::Annotations::Drop && mode.autoModes.empty() &&
      mode.callbacks.empty())
    return modeError("annotations=drop leaves nothing to record",
                     "name what to record instead, such as async:annotations=drop, or write none");
  if (isGiven(keys, "warp_barriers") && !mode.has(Mode::AutoMode::Barriers))
    return modeError("warp_barriers needs the mode 'barriers'",
                     "write barriers:warp_barriers=record, or omit the option");
  if (isGiven(keys, "when_full") && mode.strategy != Mode::Strategy::Stream)
    return modeError("when_full needs strategy=stream",
                     "the other strategies never wait for the host");
  if (record::traitsOf(mode.strategy).isDoubleBuffered && mode.slotsPerUnit != 0 &&
      mode.slotsPerUnit < kMinDoubleBufferedModeSlots)
    return modeError("slots=" + std::to_string(mode.slotsPerUnit) + " are too few for strategy=" +
                         std::string(record::traitsOf(mode.strategy).name) +
                         ", which hands over halves",
                     "it needs " + std::to_string(kMinDoubleBufferedModeSlots) +
                         " slots or more; 0 chooses the number automatically");
  if (mode.strategy == Mode::Strategy::Flush && mode.bufferType == Mode::BufferType::Global)
    return modeError("strategy=flush needs segments in shared memory",
                     "it moves full shared segments to global memory: omit buffer_type, or use "
                     "strategy=circular");
  if (mode.has(Mode::AutoMode::Memory) && mode.granularity != Mode::Granularity::Warp)
    return modeError("the mode 'memory' records each warp",
                     "omit granularity; warps= and ctas= select some of them");
  return checkHistogram(mode, keys);
}

} // namespace

Result<Mode> Mode::parse(std::string_view text) {
  Mode mode;
  const bool endsEarly = text.empty() || text.back() == ':' || text.back() == ',';
  if (endsEarly || text.front() == ',')
    return modeError("'" + std::string(text) + "' is not an instrumentation mode",
                     "\"none\", or modes with options, such as "
                     "\"default:buffer_type=shared:slots=256\" or \"functions,barriers\"");
  std::string_view rest = text;
  const std::string_view names = takePart(rest, ':');
  PSTUDIO_TRY(readModes(mode, names, names == text && names == "none"));
  Keys seen;
  while (!rest.empty())
    PSTUDIO_TRY(readOption(mode, takePart(rest, ':'), seen));
  PSTUDIO_TRY(checkTogether(mode, seen));
  return mode;
}

std::string Mode::toString() const {
  if (!enabled)
    return "none";
  std::string text;
  for (const AutoMode mode : autoModes)
    text += (text.empty() ? "" : ",") + nameOf(mode, kModes);
  if (text.empty())
    text = "default";
  for (const Option &option : kOptions)
    if (const std::string value = option.write(*this); !value.empty())
      text += ":" + std::string(option.key) + "=" + value;
  return text;
}

std::span<const std::string_view> modeNames() {
  return kModes;
}

std::vector<std::string_view> modeOptionKeys() {
  std::vector<std::string_view> keys;
  for (const Option &option : kOptions)
    keys.push_back(option.key);
  return keys;
}

std::span<const std::string_view> wordsOfModeOption(std::string_view key) {
  const auto option = std::ranges::find(kOptions, key, &Option::key);
  return option == kOptions.end() ? Names() : option->words;
}

std::string_view Mode::pointName(Point point) {
  return kPointNames[static_cast<size_t>(point)];
}

bool Mode::has(AutoMode mode) const {
  return std::binary_search(autoModes.begin(), autoModes.end(), mode);
}

bool Mode::selects(std::string_view function) const {
  const auto matches = [&](const std::string &glob) { return matchesGlob(function, glob); };
  const bool isIncluded = include.empty() || std::any_of(include.begin(), include.end(), matches);
  return isIncluded && std::none_of(exclude.begin(), exclude.end(), matches);
}

} // namespace pstudio
