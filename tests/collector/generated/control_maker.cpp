// SPDX-License-Identifier: Apache-2.0
// Statements with a body, and the masks of the lanes that execute it.
#include "tests/collector/generated/kernel_maker.h"

namespace pstudio::test {
namespace {

constexpr uint32_t kMaxDepth = 4;
constexpr uint32_t kMaxLoops = 2;

/// True of every lane: the ballot of it names the lanes that are there.
constexpr Condition kAlways{Condition::Predicate::Equal, {}, 0, {}};

/// Lanes for which a condition on nothing but the lane's number holds.
std::optional<uint32_t> constantLanes(const Condition &condition) {
  if (condition.a.kind != Operand::Kind::Lane || condition.b.kind != Operand::Kind::Constant)
    return std::nullopt;
  uint32_t lanes = 0;
  for (uint32_t lane = 0; lane < 32; ++lane) {
    const bool holds = condition.predicate == Condition::Predicate::Less
                           ? lane < condition.b.value
                           : (lane & condition.mask) != 0;
    lanes |= uint32_t{holds} << lane;
  }
  return lanes;
}

int64_t asSigned(uint32_t mask) {
  return static_cast<int32_t>(mask);
}

} // namespace

Exits KernelMaker::statements(Statements &out, Region &region, int budget) {
  Exits exits;
  while (budget > 0) {
    const bool canNest = region.depth < kMaxDepth && budget >= 3;
    if (canNest && chance(40)) {
      const int part = 2 + static_cast<int>(pick(static_cast<uint64_t>(budget)));
      exits |= control(out, region, std::min(part, budget));
      budget -= part;
    } else {
      leaf(out, region);
      --budget;
    }
  }
  return exits;
}

Exits KernelMaker::control(Statements &out, Region &region, int budget) {
  Exits exits;
  const uint64_t kind = pick(100);
  const bool canLeave = region.canBreak || region.canContinue || region.canReturn;
  if (kind < 15)
    return scope(out, region, budget);
  if (kind < 35 && m_loops < kMaxLoops)
    return loop(out, region, budget);
  if (kind < 60 && canLeave) {
    exitBranch(out, region, exits);
    return exits;
  }
  return branch(out, region, budget);
}

Exits KernelMaker::scope(Statements &out, Region &region, int budget) {
  Statement statement = made(Statement::Kind::Scope);
  Region inner = region;
  inner.canBreak = inner.canContinue = inner.canReturn = false; // scopes end where they began
  ++inner.depth;
  statements(statement.body, inner, budget - 1);
  out.push_back(statement);
  return {};
}

void KernelMaker::ballot(Statements &out, uint32_t to, const Operand &mask,
                         const Condition &condition) {
  Statement statement = made(Statement::Kind::Vote);
  statement.vote = VoteKind::Ballot;
  statement.variable = to;
  statement.c = mask;
  statement.condition = condition;
  out.push_back(statement);
}

/// Masks of the two sides of a branch, as statements before it where they are no constants.
void KernelMaker::split(Statements &out, const Region &region, const Condition &condition,
                        Region &taken, Region &other, bool isNeeded) {
  taken.mask = other.mask = std::nullopt;
  if (!region.mask || isMlir())
    return;
  const auto lanes = constantLanes(condition);
  if (lanes && region.mask->kind == Operand::Kind::Constant && chance(70)) {
    const auto here = static_cast<uint32_t>(region.mask->value);
    taken.mask = constant(asSigned(here & *lanes));
    other.mask = constant(asSigned(here & ~*lanes));
    return;
  }
  if (!isNeeded && chance(25))
    return;
  const uint32_t takenMask = newVariable(ValueType::I32), otherMask = newVariable(ValueType::I32);
  ballot(out, takenMask, *region.mask, condition);
  Statement rest = made(Statement::Kind::Assign);
  rest.operation = Operation::Xor;
  rest.variable = otherMask;
  rest.a = *region.mask;
  rest.b = of(takenMask);
  out.push_back(rest);
  taken.mask = of(takenMask);
  other.mask = of(otherMask);
}

/// After lanes have left on some path of a statement.
void KernelMaker::leave(Statements &out, Region &region, const Exits &exits) {
  if (!exits.breaks && !exits.continues && !exits.returns)
    return;
  region.isUniform = false;
  if (exits.breaks || exits.continues || isMlir() || m_function > 0) {
    region.mask = std::nullopt; // lanes that it names wait elsewhere
  } else if (region.mask) {
    // A mask may name lanes that have returned; the ballot does not.
    const uint32_t rest = newVariable(ValueType::I32);
    ballot(out, rest, *region.mask, kAlways);
    region.mask = of(rest);
  }
}

Exits KernelMaker::branch(Statements &out, Region &region, int budget) {
  const bool isUniform = region.isUniform && chance(30);
  Statement statement = made(Statement::Kind::If);
  statement.condition = condition(isUniform);
  Region taken = region;
  ++taken.depth;
  taken.isUniform = isUniform;
  taken.followedMask = std::nullopt;
  if (region.followedMask)
    taken.canBreak = taken.canContinue = false;
  Region other = taken;
  if (!isUniform)
    split(out, region, statement.condition, taken, other);
  const bool hasElse = chance(45) && budget >= 4;
  const int rest = budget - 1;
  Exits exits = statements(statement.body, taken, hasElse ? (rest + 1) / 2 : rest);
  if (hasElse)
    exits |= statements(statement.otherwise, other, rest / 2);
  out.push_back(statement);
  leave(out, region, exits);
  return exits;
}

/// if (condition) { few statements; break, continue or return }
void KernelMaker::exitBranch(Statements &out, Region &region, Exits &exits) {
  std::vector<Statement::Kind> kinds;
  if (region.canBreak && (!region.followedMask || region.mask))
    kinds.push_back(Statement::Kind::Break);
  if (region.canContinue)
    kinds.push_back(Statement::Kind::Continue);
  if (region.canReturn)
    kinds.push_back(Statement::Kind::Return);
  if (kinds.empty())
    return;
  const Statement::Kind kind = oneOf(kinds);
  Statement statement = made(Statement::Kind::If);
  const bool isUniform = region.isUniform && kind == Statement::Kind::Return && chance(15);
  statement.condition = condition(isUniform);
  Region taken = region, other = region;
  taken.depth = kMaxDepth;
  taken.isUniform = false;
  if (!isUniform)
    split(out, region, statement.condition, taken, other,
          kind == Statement::Kind::Break && region.followedMask.has_value());
  for (uint64_t i = pick(3); i > 0; --i)
    leaf(statement.body, taken);
  if (kind == Statement::Kind::Return)
    showDigest(statement.body);
  statement.body.push_back(made(kind));
  out.push_back(statement);
  if (isUniform)
    return; // all threads of a CTA return, or none
  exits.breaks |= kind == Statement::Kind::Break;
  exits.continues |= kind == Statement::Kind::Continue;
  exits.returns |= kind == Statement::Kind::Return;
  region.isUniform = false;
  region.mask = other.mask;
  if (kind == Statement::Kind::Break && region.followedMask) {
    Statement follow = made(Statement::Kind::Assign);
    follow.operation = Operation::Copy;
    follow.variable = *region.followedMask;
    follow.a = *other.mask;
    out.push_back(follow);
  }
}

Condition KernelMaker::tripCondition(Statements &out, uint32_t counter, bool isUniform) {
  const Operand most = constant(1 + static_cast<int64_t>(pick(4)));
  if (isUniform && chance(60))
    return {Condition::Predicate::Less, of(counter), 0, most};
  Statement trips = made(Statement::Kind::Assign);
  trips.operation = Operation::And;
  trips.variable = newVariable(ValueType::I32);
  trips.a = isUniform ? Operand{Operand::Kind::Length} : operand();
  trips.b = constant(chance(50) ? 3 : 5);
  out.push_back(trips);
  return {Condition::Predicate::Less, of(counter), 0, of(trips.variable)};
}

Exits KernelMaker::loop(Statements &out, Region &region, int budget) {
  const uint32_t counter = newVariable(ValueType::I32);
  const bool isUniform = region.isUniform && chance(40);
  Statement statement = made(Statement::Kind::Loop);
  statement.variable = counter;
  statement.testsAtEnd = chance(30);
  Region body = region;
  ++body.depth;
  body.isInLoop = true;
  body.isUniform = isUniform;
  const bool canLeave = !isUniform && m_class != KernelClass::Tree;
  body.canBreak = canLeave && chance(50);
  body.canContinue = canLeave && chance(50);
  body.canReturn = region.canReturn && !isUniform;
  body.followedMask = std::nullopt;
  statement.condition = tripCondition(out, counter, isUniform);
  if (!isUniform)
    body.mask = std::nullopt;
  const bool isFollowed =
      !isUniform && region.mask && !isMlir() && !(body.canBreak && body.canContinue) && chance(80);
  if (isFollowed) {
    // Names the lanes of each iteration: those of the one before for which the condition holds.
    const uint32_t mask = newVariable(ValueType::I32);
    Statement start = made(Statement::Kind::Assign);
    start.operation = Operation::Copy;
    start.variable = mask;
    start.a = *region.mask;
    out.push_back(start);
    ballot(statement.prelude, mask, of(mask), statement.condition);
    body.mask = of(mask);
    if (body.canBreak)
      body.followedMask = mask;
    if (m_function > 0)
      body.canReturn = false; // the lanes would wait at the call, and the mask would name them
  }
  ++m_loops;
  Exits exits = statements(statement.body, body, budget - 1);
  --m_loops;
  out.push_back(statement);
  exits.breaks = exits.continues = false; // they meet again at the end
  leave(out, region, exits);
  return exits;
}

} // namespace pstudio::test
