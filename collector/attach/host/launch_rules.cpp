// SPDX-License-Identifier: Apache-2.0
#include "collector/attach/host/launch_rules.h"

#include <algorithm>
#include <charconv>
#include <cstdint>

#include "collector/attach/host/kernel_names.h"
#include "core/base/glob.h"

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

} // namespace

Result<LaunchRange> parseLaunches(std::string_view text) {
  if (text.starts_with(kEvery)) {
    const std::optional<uint64_t> step = numberOf(text.substr(kEvery.size()));
    return step ? Result<LaunchRange>(LaunchRange{1, UINT64_MAX, *step}) : wrongLaunches(text);
  }
  const size_t dash = text.find('-');
  const std::optional<uint64_t> first = numberOf(text.substr(0, dash));
  if (!first)
    return wrongLaunches(text);
  if (dash == std::string_view::npos)
    return LaunchRange{*first, *first, 1};
  const std::optional<uint64_t> last = numberOf(text.substr(dash + 1));
  if (!last || *last < *first)
    return wrongLaunches(text);
  return LaunchRange{*first, *last, 1};
}

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

bool contains(const LaunchRange &range, uint64_t launch) {
  return launch >= range.first && launch <= range.last &&
         (launch - range.first) % std::max<uint64_t>(range.step, 1) == 0;
}

bool reaches(const std::vector<LaunchRange> &ranges, uint64_t last) {
  return std::ranges::any_of(ranges,
                             [last](const LaunchRange &range) { return range.first <= last; });
}

bool LaunchRules::matches(const AttachRule &rule, const std::string &kernel) {
  return matchesGlob(kernel, rule.kernel) || matchesGlob(demangled(kernel), rule.kernel) ||
         matchesGlob(briefName(kernel, SIZE_MAX), rule.kernel);
}

size_t LaunchRules::matching(const std::string &kernel) const {
  return static_cast<size_t>(std::ranges::count_if(
      m_rules, [&kernel](const AttachRule &rule) { return matches(rule, kernel); }));
}

std::vector<LaunchRange> LaunchRules::launchesOf(const std::string &kernel) const {
  std::vector<LaunchRange> all;
  for (const AttachRule &rule : m_rules)
    if (matches(rule, kernel))
      all.insert(all.end(), rule.launches.begin(), rule.launches.end());
  return all;
}

const AttachRule *LaunchRules::ruleOf(const std::string &kernel, uint64_t launch) const {
  const AttachRule *first = nullptr;
  for (const AttachRule &rule : m_rules) {
    if (!matches(rule, kernel))
      continue;
    if (std::ranges::any_of(rule.launches,
                            [&](const auto &each) { return contains(each, launch); }))
      return &rule;
    first = first ? first : &rule;
  }
  return first;
}

} // namespace pstudio::attach
