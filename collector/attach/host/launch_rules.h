// SPDX-License-Identifier: Apache-2.0
// Match of kernels and launches with the rules of the request.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/attach/attach_request.h"

namespace pstudio::attach {

/// True if the range contains the launch.
bool contains(const LaunchRange &range, uint64_t launch);

/// True if the ranges contain a launch from 1 to `last`. O(ranges).
bool reaches(const std::vector<LaunchRange> &ranges, uint64_t last);

/// The rules of a request. They must outlive this object.
class LaunchRules {
public:
  explicit LaunchRules(const std::vector<AttachRule> &rules) : m_rules(rules) {}

  /// The launches of all rules that match the kernel; empty if no rule matches.
  std::vector<LaunchRange> launchesOf(const std::string &kernel) const;
  /// The first rule that matches the kernel and chooses the launch, else the first rule that
  /// matches the kernel; null if no rule matches.
  const AttachRule *ruleOf(const std::string &kernel, uint64_t launch) const;
  /// The first rule that matches the kernel and chooses the launch; null if there is none.
  const AttachRule *choosing(const std::string &kernel, uint64_t launch) const;
  /// Number of rules that match the kernel.
  size_t matching(const std::string &kernel) const;
  /// True if this rule matches the kernel.
  static bool matches(const AttachRule &rule, const std::string &kernel);

private:
  const std::vector<AttachRule> &m_rules;
};

} // namespace pstudio::attach
