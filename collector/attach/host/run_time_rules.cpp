// SPDX-License-Identifier: Apache-2.0
#include "collector/attach/host/run_time_rules.h"

#include <algorithm>
#include <set>

#include "collector/attach/host/launch_rules.h"

namespace pstudio::attach {

Result<void> RunTimeRules::add(uint32_t number, const std::string &kernel,
                               const std::string &mode) {
  const auto [place, isNew] = m_rules.try_emplace(number);
  if (!isNew)
    return {};
  PSTUDIO_TRY_ASSIGN(InstrumentationMode parsed,
                     parseAttachMode(mode.empty() ? kDefaultAttachMode : std::string_view(mode)));
  place->second = {{kernel, {{1, UINT64_MAX, 1}}, std::move(parsed)}, true, true};
  return {};
}

void RunTimeRules::drop(uint32_t number) {
  m_rules[number].isActive = false;
}

std::vector<const AttachRule *> RunTimeRules::of(const std::string &kernel) const {
  std::vector<const AttachRule *> found;
  for (const auto &[number, known] : m_rules)
    if (known.isActive && LaunchRules::matches(known.rule, kernel))
      found.push_back(&known.rule);
  return found;
}

const AttachRule *RunTimeRules::ruleOf(const std::string &kernel, uint64_t turn) const {
  const std::vector<const AttachRule *> all = of(kernel);
  return all.empty() ? nullptr : all[turn % all.size()];
}

const AttachRule *RunTimeRules::find(uint32_t number) const {
  const auto found = m_rules.find(number);
  return found != m_rules.end() && found->second.isValid ? &found->second.rule : nullptr;
}

std::vector<std::string> RunTimeRules::unmatched(const std::vector<std::string> &kernels) const {
  std::set<std::string> globs;
  for (const auto &[number, known] : m_rules)
    if (known.isValid && std::ranges::none_of(kernels, [&known](const std::string &kernel) {
          return LaunchRules::matches(known.rule, kernel);
        }))
      globs.insert(known.rule.kernel);
  return {globs.begin(), globs.end()};
}

} // namespace pstudio::attach
