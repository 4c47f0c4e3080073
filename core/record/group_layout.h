// SPDX-License-Identifier: Apache-2.0
// Several records with one tag, and their properties that are fixed at compile time.
// Part of the definition in record_layout.h.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/fields.h"
#include "core/record/record_layout.h"

namespace pstudio::record {

// --- A group: words, at most kGroupWords of them in one store, which does not cross a multiple of
// 16 bytes
//   word 0     tag: kind Group, offset that is added to the operation ids, number of the group
//   word 1 ..  the clocks of its records, in order; the word of an epoch is bits 63..32 of the
//   clock of the record after it. A group with keys that are unknown at compile time has at most
//   two records: then word 3 is the keys, bits 15..0 that of the first
inline constexpr uint32_t kGroupWords = kGroupSlots * kSlotBytes / 4;
/// Limit in a ring that may be overwritten: reading may start at any group.
inline constexpr uint32_t kMaxShortGroupRecords = kGroupWords - 1;
/// Limit in a segment that keeps the oldest records.
inline constexpr uint32_t kMaxGroupRecords = 16 * kGroupWords - 1;
inline constexpr uint32_t kMaxKeyedGroupRecords = kMaxShortGroupRecords - 1;
inline constexpr uint32_t kGroupKeysWord = kGroupWords - 1;
inline constexpr uint32_t kGroupKeyBits = 16;
/// Numbers of groups are keys of tags.
inline constexpr uint32_t kMaxGroups = kKeyMask + 1;

/// One record of a group, except its clock.
struct GroupMember {
  Kind kind = Kind::ScopeStart; ///< ScopeStart, ScopeEnd, EventStart, EventEnd or ClockEpoch
  uint32_t operation = 0;       ///< without the offset in the tag
  uint32_t key = 0;             ///< of an event or an epoch
  bool isKeyed = false;         ///< the key is stored with the clocks instead
  bool operator==(const GroupMember &) const = default;
};
inline constexpr std::array<std::string_view, 8> kGroupMemberNames{
    "", "scope_start", "scope_end", "event_start", "event_end", "", "", "clock_epoch"};

template <FieldsOwner<GroupMember> T> constexpr auto fieldsOf(T &member) {
  auto &[kind, operation, key, isKeyed] = member;
  return std::tuple(Field{"kind", kind, oneOf(kGroupMemberNames)},
                    Field{"operation", operation, within(0, kMaxOperations - 1)},
                    Field{"key", key, within(0, kKeyMask)}.omittedIf(key == 0),
                    Field{"keyed", isKeyed}.omittedIf(!isKeyed));
}

/// Slots of a group of `records` records.
constexpr uint32_t groupSlots(size_t records) {
  return static_cast<uint32_t>((1 + records + kGroupWords - 1) / kGroupWords) * kGroupSlots;
}
/// Index of the word in a group that is a record's clock, or the upper half of it for an epoch.
constexpr uint32_t clockWordOf(size_t record) {
  return static_cast<uint32_t>(1 + record);
}

/// The word that marks a missing clock after a record with the clock `before`. It is unambiguous
/// because clocks of a unit never decrease within a group. The CPU target stores it for records of
/// a group that are not stored (yet).
constexpr uint32_t missingClock(uint32_t before) {
  return before - 1;
}

/// The records that are stored together at one or more places of a kernel.
struct RecordGroup {
  std::vector<GroupMember> members; ///< in the order of their clocks, at least 1
  bool hasKeys() const;
  uint32_t slots() const { return groupSlots(members.size()); }
  bool operator==(const RecordGroup &) const = default;
};

template <FieldsOwner<RecordGroup> T> constexpr auto fieldsOf(T &group) {
  auto &[members] = group;
  return std::tuple(Field{"members", members, atMost(kMaxGroupRecords)});
}

/// The groups of a kernel by number. The groups must outlive the table.
class GroupTable {
public:
  GroupTable() = default;
  GroupTable(const std::vector<RecordGroup> &groups); ///< O(groups)
  size_t size() const { return m_groups.size(); }
  const RecordGroup &operator[](size_t number) const { return m_groups[number]; }
  /// A group has more than kGroupSlots: the kernel cannot write more slots than a segment has.
  bool hasLong() const { return m_hasLong; }

private:
  std::span<const RecordGroup> m_groups;
  bool m_hasLong = false;
};

/// Reports too many records, no records, a record without a kind, or an epoch without its record.
std::optional<FieldProblem> problemOf(const RecordGroup &group);

} // namespace pstudio::record
