// SPDX-License-Identifier: Apache-2.0
// Reads the numbers of launches.
#include "core/attach/launch_numbers.h"

#include <charconv>
#include <optional>

namespace pstudio::attach {
namespace {

constexpr std::string_view kEvery = "every=";

/// A whole number of at least 1.
std::optional<uint64_t> numberOf(std::string_view text) {
  uint64_t number = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || rest != text.data() + text.size() || number == 0)
    return std::nullopt;
  return number;
}

tl::unexpected<Error> wrongLaunches(std::string_view text) {
  return fail(ErrorCode::InvalidInput, "\"" + std::string(text) + "\" is no choice of launches",
              "--launch", "use 3, 10-12 or every=100; the first launch has number 1");
}

std::string_view trimmed(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  return text.substr(0, text.find_last_not_of(' ') + 1);
}

} // namespace

Result<LaunchNumbers> parseLaunchNumbers(std::string_view text) {
  if (text.starts_with(kEvery)) {
    const std::optional<uint64_t> step = numberOf(text.substr(kEvery.size()));
    return step ? Result<LaunchNumbers>(LaunchNumbers{1, UINT64_MAX, *step}) : wrongLaunches(text);
  }
  const size_t dash = text.find('-');
  const std::optional<uint64_t> first = numberOf(text.substr(0, dash));
  if (!first)
    return wrongLaunches(text);
  if (dash == std::string_view::npos)
    return LaunchNumbers{*first, *first, 1};
  const std::optional<uint64_t> last = numberOf(text.substr(dash + 1));
  if (!last || *last < *first)
    return wrongLaunches(text);
  return LaunchNumbers{*first, *last, 1};
}

Result<std::vector<std::string>> splitLaunchNumbers(std::string_view text) {
  std::vector<std::string> parts;
  for (size_t at = 0; at <= text.size();) {
    const size_t end = std::min(text.find(',', at), text.size());
    const std::string_view part = trimmed(text.substr(at, end - at));
    PSTUDIO_TRY(parseLaunchNumbers(part));
    parts.emplace_back(part);
    at = end + 1;
  }
  return parts;
}

} // namespace pstudio::attach
