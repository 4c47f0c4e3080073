// SPDX-License-Identifier: Apache-2.0
// The list is the process's; each attachment sends it to its server.
#include "collector/attach/shim/program_rules.h"

#include <algorithm>
#include <mutex>

#include "collector/attach/shim/attachment.h"

namespace pstudio::attach {

namespace {

struct RuleList {
  std::vector<AddRule> rules;
  uint32_t last = 0;
};

constinit std::mutex s_rulesMutex;
constinit RuleList *s_rules = nullptr; ///< never deleted: threads use it to the end

RuleList &ruleList() {
  if (!s_rules)
    s_rules = new RuleList;
  return *s_rules;
}

} // namespace

// The list changes before the message is sent: an attachment that begins meanwhile sends the rule,
// too, and the server takes a rule of one number once.
uint32_t ProgramRules::add(std::string kernel, std::string mode) {
  AddRule rule{0, std::move(kernel), std::move(mode)};
  {
    const std::lock_guard guard(s_rulesMutex);
    if (ruleList().rules.size() >= kMaxRules)
      return 0;
    rule.rule = ++ruleList().last;
    ruleList().rules.push_back(rule);
  }
  if (Attachment *attachment = Attachment::existing())
    attachment->send(rule);
  return rule.rule;
}

void ProgramRules::drop(uint32_t rule) {
  {
    const std::lock_guard guard(s_rulesMutex);
    if (std::erase_if(ruleList().rules,
                      [rule](const AddRule &known) { return known.rule == rule; }) == 0)
      return;
  }
  if (Attachment *attachment = Attachment::existing())
    attachment->send(DropRule{rule});
}

std::vector<AddRule> ProgramRules::active() {
  const std::lock_guard guard(s_rulesMutex);
  return s_rules ? s_rules->rules : std::vector<AddRule>();
}

void ProgramRules::lock() {
  s_rulesMutex.lock();
}

void ProgramRules::unlock() {
  s_rulesMutex.unlock();
}

} // namespace pstudio::attach
