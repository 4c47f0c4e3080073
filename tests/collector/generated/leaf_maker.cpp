// SPDX-License-Identifier: Apache-2.0
// Statements without a body.
#include "tests/collector/generated/kernel_maker.h"

namespace pstudio::test {

Statement KernelMaker::made(Statement::Kind kind) {
  Statement statement;
  statement.kind = kind;
  statement.line = ++m_line;
  return statement;
}

uint32_t KernelMaker::newVariable(ValueType type) {
  function().variables.push_back(type);
  return static_cast<uint32_t>(function().variables.size() - 1);
}

uint32_t KernelMaker::target(ValueType type) {
  std::vector<uint32_t> fitting;
  for (const uint32_t variable : m_ordinary)
    if (function().variables[variable] == type)
      fitting.push_back(variable);
  return oneOf(fitting);
}

Operand KernelMaker::variable(ValueType type) {
  return of(target(type));
}

Operand KernelMaker::operand() {
  using Kind = Operand::Kind;
  switch (pick(10)) {
  case 0:
    return constant(static_cast<int64_t>(pick(64)) - 16);
  case 1:
    return {Kind::Thread};
  case 2:
    return {oneOf<Kind>({Kind::Lane, Kind::Global, Kind::Cta, Kind::Length})};
  default:
    return variable(ValueType::I32);
  }
}

Condition KernelMaker::condition(bool isUniform) {
  using Kind = Operand::Kind;
  using Predicate = Condition::Predicate;
  if (isUniform) {
    const auto cta = static_cast<int64_t>(pick(m_kernel.ctas()));
    return oneOf<Condition>({{Predicate::Equal, {Kind::Cta}, 0, constant(cta)},
                             {Predicate::NotEqual, {Kind::Cta}, 1, constant(0)},
                             {Predicate::AtLeast, {Kind::Length}, 7, constant(4)}});
  }
  switch (pick(6)) {
  case 0:
    return {Predicate::Less, {Kind::Lane}, 0, constant(1 + static_cast<int64_t>(pick(31)))};
  case 1:
    return {Predicate::NotEqual, {Kind::Lane}, int64_t{1} << pick(5), constant(0)};
  case 2:
    return {Predicate::Equal, variable(ValueType::I32), 3, constant(static_cast<int64_t>(pick(4)))};
  case 3:
    return {Predicate::AtLeast, {Kind::Global}, 0, {Kind::Length}};
  case 4:
    return {oneOf<Predicate>({Predicate::Less, Predicate::AtLeast, Predicate::Below}),
            variable(ValueType::I32), 0, operand()};
  default:
    return {Predicate::Equal, variable(ValueType::I32), int64_t{1} << pick(6), constant(0)};
  }
}

/// Adds the variable to the digest.
void KernelMaker::use(Statements &out, uint32_t variable) {
  Statement narrow = made(Statement::Kind::Assign);
  narrow.operation = function().variables[variable] == ValueType::I32   ? Operation::Copy
                     : function().variables[variable] == ValueType::I64 ? Operation::ToNarrow
                                                                        : Operation::FromFloat;
  narrow.variable = m_loaded;
  narrow.a = of(variable);
  out.push_back(narrow);
  Statement add = made(Statement::Kind::Assign);
  add.operation = Operation::Xor;
  add.variable = m_digest;
  add.a = of(m_digest);
  add.b = of(m_loaded);
  out.push_back(add);
}

/// Before the function returns: the digest goes to memory, or into the result.
void KernelMaker::showDigest(Statements &out) {
  Statement show = made(m_function == 0 ? Statement::Kind::Store : Statement::Kind::Assign);
  show.memory = Memory::Out;
  show.slot = kSlots - 1;
  show.operation = Operation::Add;
  show.variable = 0; // of a function that is no kernel: the result
  show.a = of(m_digest);
  show.b = of(0);
  out.push_back(show);
}

void KernelMaker::assign(Statements &out) {
  const auto operation =
      static_cast<Operation>(pick(static_cast<uint64_t>(Operation::FromFloat) + 1));
  Statement statement = made(Statement::Kind::Assign);
  statement.operation = operation;
  statement.variable = target(resultType(operation));
  const ValueType type = operandType(operation);
  statement.a = type == ValueType::I32 ? operand() : variable(type);
  statement.b = type == ValueType::I32 ? operand() : variable(type);
  if (operation == Operation::ShiftLeft || operation == Operation::ShiftRight)
    statement.b = constant(1 + static_cast<int64_t>(pick(20)));
  if (operation == Operation::Quotient)
    statement.b = constant(2 + static_cast<int64_t>(pick(9)));
  out.push_back(statement);
}

void KernelMaker::load(Statements &out) {
  Statement statement = made(Statement::Kind::Load);
  const bool isOwn = chance(25);
  const Memory inputs[] = {Memory::In, Memory::FloatIn, Memory::WideIn, Memory::ByteIn};
  const Memory outputs[] = {Memory::Out, Memory::FloatOut, Memory::WideOut};
  statement.memory = isOwn ? outputs[pick(3)] : inputs[pick(4)];
  if (statement.memory == Memory::FloatOut)
    statement.memory = Memory::Out; // its poison is no number that f32 arithmetic is exact with
  statement.variable = target(memoryInfo(statement.memory).type);
  // No two loads of a function have the same address, which a compiler might load once.
  statement.slot =
      isOwn ? unreadSlot(statement.memory, static_cast<int64_t>(pick(kSlots))) : kNoSlot;
  if (statement.slot == kNoSlot) {
    statement.slot = int64_t{statement.line};
    if (isOwn)
      statement.memory = statement.memory == Memory::Out ? Memory::In : Memory::WideIn;
  }
  statement.b = operand();
  if (!isOwn && chance(30))
    statement.elements = statement.memory == Memory::WideIn || chance(50) ? 2 : 4;
  out.push_back(statement);
  use(out, statement.variable);
}

/// The first slot from `first` on that no load of the function has read.
int64_t KernelMaker::unreadSlot(Memory memory, int64_t first) {
  for (int64_t i = 0; i < kSlots; ++i)
    if (m_read.emplace(memory, (first + i) % kSlots).second)
      return (first + i) % kSlots;
  return kNoSlot;
}

void KernelMaker::store(Statements &out) {
  Statement statement = made(Statement::Kind::Store);
  const Memory outputs[] = {Memory::Out, Memory::Out, Memory::FloatOut, Memory::WideOut};
  statement.memory = outputs[pick(4)];
  statement.a = variable(memoryInfo(statement.memory).type);
  statement.slot = static_cast<int64_t>(pick(kSlots));
  out.push_back(statement);
}

void KernelMaker::scratch(Statements &out) {
  Statement statement = made(Statement::Kind::Store);
  statement.memory = Memory::Scratch;
  statement.a = operand();
  out.push_back(statement);
  statement = made(Statement::Kind::Load);
  statement.memory = Memory::Scratch;
  statement.variable = target(ValueType::I32);
  out.push_back(statement);
  use(out, statement.variable);
}

AtomicOperation KernelMaker::anyAtomic() {
  const uint64_t last = static_cast<uint64_t>(AtomicOperation::Xor);
  return static_cast<AtomicOperation>(pick(isMlir() ? last : last + 1));
}

void KernelMaker::atomic(Statements &out) {
  Statement statement = made(Statement::Kind::Atomic);
  if (m_class == KernelClass::Model && m_function == 0 && m_warpCounter < kSlots && chance(40)) {
    statement.memory = Memory::WarpCounters;
    statement.slot = m_warpCounter++;
    statement.hasResult = true;
    statement.atomic = anyAtomic();
    statement.variable = target(ValueType::I32);
    statement.a = operand();
    out.push_back(statement);
    use(out, statement.variable);
    return;
  }
  const size_t kind = pick(3);
  const Memory memories[] = {Memory::Counters, Memory::WideCounters, Memory::FloatCounters};
  statement.memory = memories[kind];
  statement.atomic = m_counting[kind];
  statement.b = operand();
  if (statement.memory == Memory::FloatCounters) {
    Statement few = made(Statement::Kind::Assign); // every partial sum is exact
    few.operation = Operation::And;
    few.variable = target(ValueType::I32);
    few.a = operand();
    few.b = constant(15);
    out.push_back(few);
    Statement converted = made(Statement::Kind::Assign);
    converted.operation = Operation::ToFloat;
    converted.variable = target(ValueType::F32);
    converted.a = of(few.variable);
    out.push_back(converted);
    statement.a = of(converted.variable);
  } else {
    statement.a = variable(memoryInfo(statement.memory).type);
  }
  out.push_back(statement);
}

void KernelMaker::shuffle(Statements &out, const Region &region) {
  Statement statement = made(Statement::Kind::Shuffle);
  const ValueType type = chance(75) ? ValueType::I32 : ValueType::F32;
  statement.variable = target(type);
  statement.a = variable(type);
  statement.c = *region.mask;
  statement.shuffle = static_cast<ShuffleKind>(pick(4));
  if (!isMlir() && chance(30))
    statement.width = chance(50) ? 8 : 16;
  statement.distance = 1 + static_cast<uint32_t>(pick(statement.width - 1));
  out.push_back(statement);
}

void KernelMaker::vote(Statements &out, const Region &region) {
  Statement statement = made(Statement::Kind::Vote);
  statement.vote = static_cast<VoteKind>(pick(3));
  statement.condition = condition(false);
  statement.c = *region.mask;
  statement.variable = target(ValueType::I32);
  out.push_back(statement);
}

void KernelMaker::exchange(Statements &out) {
  out.push_back(made(Statement::Kind::Barrier));
  Statement statement = made(Statement::Kind::Store);
  statement.memory = Memory::Tile;
  statement.a = operand();
  out.push_back(statement);
  out.push_back(made(Statement::Kind::Barrier));
  statement = made(Statement::Kind::Load);
  statement.memory = Memory::Tile;
  statement.shift = 1 + static_cast<int64_t>(pick(m_kernel.threads()));
  statement.variable = target(ValueType::I32);
  out.push_back(statement);
  use(out, statement.variable);
}

void KernelMaker::countInTile(Statements &out) {
  out.push_back(made(Statement::Kind::Barrier));
  Statement first = made(Statement::Kind::If);
  first.condition = {Condition::Predicate::Less, {Operand::Kind::Thread}, 0, constant(kCounters)};
  Statement reset = made(Statement::Kind::Store);
  reset.memory = Memory::TileCounters;
  reset.a = constant(static_cast<int64_t>(pick(100)));
  reset.b = {Operand::Kind::Thread};
  first.body.push_back(reset);
  out.push_back(first);
  out.push_back(made(Statement::Kind::Barrier));
  Statement add = made(Statement::Kind::Atomic);
  add.memory = Memory::TileCounters;
  add.atomic = anyAtomic();
  add.a = operand();
  add.b = operand();
  out.push_back(add);
  out.push_back(made(Statement::Kind::Barrier));
  Statement read = made(Statement::Kind::Load);
  read.memory = Memory::TileCounters;
  read.b = operand();
  read.variable = target(ValueType::I32);
  out.push_back(read);
  use(out, read.variable);
}

void KernelMaker::call(Statements &out, const Region &region) {
  Statement statement = made(Statement::Kind::Call);
  statement.function = 1 + static_cast<uint32_t>(pick(m_kernel.functions.size() - 1));
  statement.a = operand();
  statement.b = region.mask.value_or(constant(0));
  statement.variable = target(ValueType::I32);
  out.push_back(statement);
  use(out, statement.variable);
}

std::optional<Operand> KernelMaker::activeLanes(Statements &out, const Region &region) {
  if (region.mask || m_class != KernelClass::Model)
    return region.mask;
  if (!m_activeMask)
    m_activeMask = newVariable(ValueType::I32);
  Statement active = made(Statement::Kind::ActiveMask);
  active.variable = *m_activeMask;
  out.push_back(active);
  return of(*m_activeMask);
}

void KernelMaker::leaf(Statements &out, Region &region) {
  const uint64_t kind = pick(100);
  const bool canCall = m_function == 0 && m_kernel.functions.size() > 1;
  if (kind < 36) {
    assign(out);
  } else if (kind < 50) {
    load(out);
  } else if (kind < 62) {
    store(out);
  } else if (kind < 66) {
    m_function == 0 ? scratch(out) : store(out);
  } else if (kind < 72) {
    atomic(out);
  } else {
    Region here = region;
    here.mask = activeLanes(out, region);
    const bool hasVotes = here.mask && !isMlir();
    if (kind < 86 && here.mask)
      shuffle(out, here);
    else if (kind < 91 && hasVotes)
      vote(out, here);
    else if (region.isUniform && kind < 96)
      chance(60) ? exchange(out) : countInTile(out);
    else if (canCall && (hasVotes || isMlir()))
      call(out, here);
    else
      assign(out);
  }
}

} // namespace pstudio::test
