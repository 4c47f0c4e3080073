// SPDX-License-Identifier: Apache-2.0
// Which rule of the request chooses a kernel, and a launch of it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "collector/attach/host/attach.h"

namespace pstudio::attach {

/// True if the launch is one of the range.
bool contains(const LaunchRange &range, uint64_t launch);

/// True if a launch of the ranges is one of the first `last`. O(ranges).
bool reaches(const std::vector<LaunchRange> &ranges, uint64_t last);

/// The rules of a request. They must outlive this.
class LaunchRules {
public:
  explicit LaunchRules(const std::vector<AttachRule> &rules) : m_rules(rules) {}

  /// The launches of all rules that match the kernel; empty if none does.
  std::vector<LaunchRange> launchesOf(const std::string &kernel) const;
  /// The first rule that matches the kernel and chooses the launch, else the first that matches the
  /// kernel; null if none does.
  const AttachRule *ruleOf(const std::string &kernel, uint64_t launch) const;
  /// How many rules match the kernel.
  size_t matching(const std::string &kernel) const;
  /// True if this rule matches the kernel.
  static bool matches(const AttachRule &rule, const std::string &kernel);

private:
  const std::vector<AttachRule> &m_rules;
};

} // namespace pstudio::attach
