// SPDX-License-Identifier: Apache-2.0
#include "collector/attach/host/launch_rules.h"

#include <algorithm>
#include <cstdint>

#include "core/base/cpp_names.h"
#include "core/base/glob.h"

namespace pstudio::attach {

bool contains(const LaunchRange &range, uint64_t launch) {
  return launch >= range.first && launch <= range.last &&
         (launch - range.first) % std::max<uint64_t>(range.step, 1) == 0;
}

bool reaches(const std::vector<LaunchRange> &ranges, uint64_t last) {
  return std::ranges::any_of(ranges,
                             [last](const LaunchRange &range) { return range.first <= last; });
}

bool LaunchRules::matches(const AttachRule &rule, const std::string &kernel) {
  return matchesGlob(kernel, rule.kernel) ||
         matchesGlob(demangled(kernel, NameGrowth::Any), rule.kernel) ||
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

const AttachRule *LaunchRules::choosing(const std::string &kernel, uint64_t launch) const {
  const auto found = std::ranges::find_if(m_rules, [&](const AttachRule &rule) {
    return matches(rule, kernel) && std::ranges::any_of(rule.launches, [&](const auto &each) {
             return contains(each, launch);
           });
  });
  return found == m_rules.end() ? nullptr : &*found;
}

const AttachRule *LaunchRules::ruleOf(const std::string &kernel, uint64_t launch) const {
  if (const AttachRule *chosen = choosing(kernel, launch))
    return chosen;
  const auto first = std::ranges::find_if(
      m_rules, [&kernel](const AttachRule &rule) { return matches(rule, kernel); });
  return first == m_rules.end() ? nullptr : &*first;
}

} // namespace pstudio::attach
