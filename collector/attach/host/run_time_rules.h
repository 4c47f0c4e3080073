// SPDX-License-Identifier: Apache-2.0
// Kernels that a program chose itself while it ran.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/attach/attach_request.h"

namespace pstudio::attach {

/// The rules of one process. [not thread-safe]
class RunTimeRules {
public:
  /// Errors of parseAttachMode(). A number that is known has no effect: the program sends a rule
  /// again if it cannot know that it has arrived.
  Result<void> add(uint32_t number, const std::string &kernel, const std::string &mode);
  /// The rule chooses no further launches.
  void drop(uint32_t number);

  /// The rules that choose the kernel now, in the order of their numbers.
  std::vector<const AttachRule *> of(const std::string &kernel) const;
  /// The rule of the `turn`-th launch, from 0: several rules take turns. Null if none chooses it.
  const AttachRule *ruleOf(const std::string &kernel, uint64_t turn) const;
  /// The rule of this number, also after its end; null if there is none or its mode is not valid.
  const AttachRule *find(uint32_t number) const;
  /// Globs of rules that match none of these kernels, each once.
  std::vector<std::string> unmatched(const std::vector<std::string> &kernels) const;

private:
  struct Known {
    AttachRule rule;
    bool isActive = false;
    bool isValid = false;
  };
  std::map<uint32_t, Known> m_rules;
};

} // namespace pstudio::attach
