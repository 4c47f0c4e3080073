// SPDX-License-Identifier: Apache-2.0
#include "collector/foreign/ptx/statement_groups.h"

namespace pstudio::foreign {
namespace {

using Kind = ptx::BodyStatement::Kind;

bool readsCarry(const ptx::BodyStatement &statement) {
  return statement.root() == "addc" || statement.root() == "subc" || statement.root() == "madc";
}

bool writesCarry(const ptx::BodyStatement &statement) {
  return statement.has(".cc");
}

/// The index after the '}' of the '{' at `open`; 0 if the scope has no call, or control flow of
/// its own, which stays visible.
size_t endOfCall(const ptx::Body &body, size_t open) {
  size_t depth = 0;
  bool hasCall = false;
  for (size_t i = open; i < body.statements.size(); ++i) {
    const ptx::BodyStatement &statement = body.statements[i];
    depth += statement.kind == Kind::Open ? 1 : 0;
    if (statement.kind == Kind::Close && --depth == 0)
      return hasCall ? i + 1 : 0;
    if (statement.kind != Kind::Instruction)
      continue;
    if (isTerminator(statement))
      return 0;
    hasCall = hasCall || statement.root() == "call";
  }
  return 0;
}

/// The index after the last instruction that reads the carry flag that `first` writes.
size_t endOfCarry(const ptx::Body &body, size_t first) {
  size_t end = first + 1;
  for (size_t i = first + 1; i < body.statements.size(); ++i) {
    const ptx::BodyStatement &statement = body.statements[i];
    if (statement.kind == Kind::Location)
      continue;
    if (statement.kind != Kind::Instruction || isTerminator(statement) ||
        statement.root() == "call" || (writesCarry(statement) && !readsCarry(statement)))
      break;
    if (readsCarry(statement))
      end = i + 1;
  }
  return end;
}

} // namespace

bool isTerminator(const ptx::BodyStatement &statement) {
  const std::string_view root = statement.root();
  return root == "bra" || root == "brx" || root == "ret" || root == "exit";
}

std::vector<StatementGroup> groupsOf(const ptx::Body &body) {
  using Group = StatementGroup;
  std::vector<Group> groups;
  for (size_t i = 0; i < body.statements.size();) {
    const ptx::BodyStatement &statement = body.statements[i];
    Group group{Group::Kind::Single, i, i + 1};
    if (statement.kind == Kind::Open) {
      if (const size_t end = endOfCall(body, i); end != 0)
        group = {Group::Kind::Call, i, end};
    } else if (statement.kind == Kind::Instruction && writesCarry(statement)) {
      group.last = endOfCarry(body, i);
      group.kind = group.last == i + 1 ? Group::Kind::Single : Group::Kind::Carry;
    }
    groups.push_back(group);
    i = group.last;
  }
  return groups;
}

} // namespace pstudio::foreign
