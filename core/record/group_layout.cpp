// SPDX-License-Identifier: Apache-2.0
#include "core/record/group_layout.h"

#include <algorithm>

namespace pstudio::record {

bool RecordGroup::hasKeys() const {
  return std::ranges::any_of(members, &GroupMember::isKeyed);
}

GroupTable::GroupTable(const std::vector<RecordGroup> &groups)
    : m_groups(groups), m_hasLong(std::ranges::any_of(groups, [](const RecordGroup &group) {
        return group.slots() > kGroupSlots;
      })) {}

std::optional<FieldProblem> problemOf(const RecordGroup &group) {
  const size_t most = group.hasKeys() ? kMaxKeyedGroupRecords : kMaxGroupRecords;
  if (group.members.empty() || group.members.size() > most)
    return FieldProblem{"members", "has " + std::to_string(group.members.size()) +
                                       " records, but a group has 1 to " + std::to_string(most)};
  if (std::ranges::any_of(group.members,
                          [](const GroupMember &member) { return member.kind == Kind::Unwritten; }))
    return FieldProblem{"members", "has a record without a kind"};
  for (size_t i = 0; i < group.members.size(); ++i) {
    const bool isLast = i + 1 == group.members.size();
    if (group.members[i].kind == Kind::ClockEpoch &&
        (isLast || group.members[i + 1].kind == Kind::ClockEpoch))
      return FieldProblem{"members", "has an epoch without the record that it belongs to"};
  }
  return std::nullopt;
}

} // namespace pstudio::record
