// SPDX-License-Identifier: Apache-2.0
#include "tests/collector/generated/function_text.h"

#include <utility>

namespace pstudio::test {

void LanguageText::append(std::string_view instruction) {
  m_text += "  " + std::string(instruction) + lineSuffix(m_line) + "\n";
}

std::string LeafText::read(const Operand &operand, ValueType type) {
  if (operand.kind == Operand::Kind::Variable)
    return m_variables.get(static_cast<uint32_t>(operand.value));
  if (operand.kind == Operand::Kind::Constant)
    return m_language.constant(type, operand.value);
  return m_language.builtin(operand.kind);
}

std::string LeafText::condition(const Condition &condition) {
  std::string a = read(condition.a);
  if (condition.mask != 0)
    a = integer(Operation::And, a, condition.mask);
  return m_language.compare(condition.predicate, a, read(condition.b));
}

std::string LeafText::held(const std::string &value) {
  const std::string high = m_language.constant(ValueType::F32, 65536);
  const std::string low = m_language.constant(ValueType::F32, -65536);
  const std::string below =
      m_language.select(ValueType::F32, m_language.isAbove(value, high), high, value);
  return m_language.select(ValueType::F32, m_language.isAbove(low, below), low, below);
}

std::string LeafText::compute(const Statement &statement) {
  const Operation operation = statement.operation;
  const ValueType type = operandType(operation);
  const std::string a = read(statement.a, type);
  switch (operation) {
  case Operation::Copy:
    return a;
  case Operation::ToFloat:
    return m_language.compute(operation, integer(Operation::And, a, 1023), {});
  case Operation::FloatHalf:
  case Operation::ToWide:
  case Operation::ToNarrow:
  case Operation::FromFloat:
    return m_language.compute(operation, a, {});
  default:
    break;
  }
  const std::string b = read(statement.b, type);
  switch (operation) {
  case Operation::Min:
    return m_language.select(type, m_language.compare(Condition::Predicate::Less, a, b), a, b);
  case Operation::Max:
    return m_language.select(type, m_language.compare(Condition::Predicate::Less, a, b), b, a);
  case Operation::FloatAdd:
  case Operation::FloatSub:
    return held(m_language.compute(operation, a, b));
  default:
    return m_language.compute(operation, a, b);
  }
}

std::string LeafText::index(const Statement &statement) {
  switch (statement.memory) {
  case Memory::In:
  case Memory::FloatIn:
  case Memory::WideIn:
  case Memory::ByteIn:
    return integer(Operation::And, integer(Operation::Add, read(statement.b), statement.slot),
                   kInputElements - statement.elements);
  case Memory::Out:
  case Memory::FloatOut:
  case Memory::WideOut: {
    const std::string global = m_language.builtin(Operand::Kind::Global);
    if (m_kernel.isSlotMajor)
      return integer(Operation::Add, global, statement.slot * m_kernel.threads() * m_kernel.ctas());
    return integer(Operation::Add, integer(Operation::Mul, global, kSlots), statement.slot);
  }
  case Memory::WarpCounters: {
    const std::string cta =
        integer(Operation::Mul, m_language.builtin(Operand::Kind::Cta), m_kernel.warps());
    const std::string warp =
        integer(Operation::ShiftRight, m_language.builtin(Operand::Kind::Thread), 5);
    const std::string all = m_language.compute(Operation::Add, cta, warp);
    return integer(Operation::Add, integer(Operation::Mul, all, kSlots), statement.slot);
  }
  case Memory::Tile: {
    if (statement.shift == 0)
      return m_language.builtin(Operand::Kind::Thread);
    const int64_t threads = m_kernel.threads();
    const std::string sum =
        integer(Operation::Add, m_language.builtin(Operand::Kind::Thread), statement.shift);
    const std::string whole =
        integer(Operation::Mul, integer(Operation::Quotient, sum, threads), threads);
    return m_language.compute(Operation::Sub, sum, whole);
  }
  case Memory::Scratch:
    return m_language.builtin(Operand::Kind::Thread);
  case Memory::Counters:
  case Memory::WideCounters:
  case Memory::FloatCounters:
  case Memory::TileCounters:
    break;
  }
  return integer(Operation::And, read(statement.b), kCounters - 1);
}

std::string LeafText::loadSum(const Statement &statement) {
  const std::vector<std::string> elements = m_language.load(statement, index(statement));
  std::string sum = elements[0];
  for (size_t i = 1; i < elements.size(); ++i)
    sum = m_language.add(memoryInfo(statement.memory).type, sum, elements[i]);
  return sum;
}

std::string LeafText::sourceLane(const Statement &statement) {
  const std::string lane = m_language.builtin(Operand::Kind::Lane);
  const int64_t width = statement.width, distance = statement.distance;
  if (statement.shuffle == ShuffleKind::Xor)
    return integer(Operation::Xor, lane, distance);
  const std::string first = integer(Operation::And, lane, 32 - width);
  if (statement.shuffle == ShuffleKind::Index)
    return integer(Operation::Or, first, distance & (width - 1));
  const bool isUp = statement.shuffle == ShuffleKind::Up;
  const std::string from = integer(Operation::Add, lane, isUp ? -distance : distance);
  const std::string last = integer(Operation::Or, lane, width - 1);
  const std::string isOutside = isUp ? m_language.compare(Condition::Predicate::Less, from, first)
                                     : m_language.compare(Condition::Predicate::Less, last, from);
  return m_language.select(ValueType::I32, isOutside, lane, from);
}

std::string LeafText::shuffle(const Statement &statement) {
  const ValueType type = typeOf(statement.variable);
  const std::string own = read(statement.a, type);
  const std::string mask = read(statement.c);
  const std::string other = m_language.shuffle(statement, type, own, mask);
  if (statement.c.kind == Operand::Kind::Constant && statement.c.value == -1)
    return other;
  const std::string bit = integer(
      Operation::And, m_language.compute(Operation::ShiftRight, mask, sourceLane(statement)), 1);
  const std::string isMember = m_language.compare(Condition::Predicate::NotEqual, bit,
                                                  m_language.constant(ValueType::I32, 0));
  return m_language.select(type, isMember, other, own);
}

void LeafText::write(const Statement &statement) {
  using Kind = Statement::Kind;
  m_language.setLine(statement.line);
  const auto set = [&](const std::string &name) { m_variables.set(statement.variable, name); };
  switch (statement.kind) {
  case Kind::Assign:
    set(compute(statement));
    break;
  case Kind::Load:
    set(loadSum(statement));
    break;
  case Kind::Store:
  case Kind::Atomic: {
    const std::string value = read(statement.a, memoryInfo(statement.memory).type);
    const std::string place = index(statement);
    if (statement.kind == Kind::Store)
      m_language.store(statement, place, value);
    else if (const std::string before = m_language.atomic(statement, place, value);
             statement.hasResult)
      set(before);
    break;
  }
  case Kind::Shuffle:
    set(shuffle(statement));
    break;
  case Kind::Vote: {
    const std::string holds = condition(statement.condition);
    set(m_language.vote(statement.vote, holds, read(statement.c)));
    break;
  }
  case Kind::ActiveMask:
    set(m_language.activeMask());
    break;
  case Kind::Barrier:
    m_language.barrier();
    break;
  case Kind::Call: {
    const std::string a = read(statement.a);
    set(m_language.call(statement.function, a, read(statement.b)));
    break;
  }
  default:
    break;
  }
}

} // namespace pstudio::test
