// SPDX-License-Identifier: Apache-2.0
// A generated kernel for people: in the form of C.
#include "tests/collector/generated/kernel_tree.h"

namespace pstudio::test {
namespace {

constexpr std::array<const char *, 21> kOperationNames{
    "",  "+",     "-", "*", "&", "|",     "^",          "<<", ">>", "min", "max",
    "/", "(i64)", "+", "*", "^", "(i32)", "(f32)1023&", "+.", "-.", "0.5*"};

std::string text(const Operand &operand) {
  static constexpr std::array<const char *, 7> kNames{"v",   "",       "thread", "lane",
                                                      "cta", "global", "n"};
  const std::string name = kNames[static_cast<size_t>(operand.kind)];
  return operand.kind <= Operand::Kind::Constant ? name + std::to_string(operand.value) : name;
}

std::string text(const Condition &condition) {
  static constexpr std::array<const char *, 5> kNames{" == ", " != ", " < ", " >= ", " <u "};
  std::string a = text(condition.a);
  if (condition.mask != 0)
    a = "(" + a + " & " + std::to_string(condition.mask) + ")";
  return a + kNames[static_cast<size_t>(condition.predicate)] + text(condition.b);
}

std::string place(const Statement &statement) {
  std::string index = std::to_string(statement.slot);
  if (statement.memory <= Memory::ByteIn || statement.memory == Memory::Counters ||
      statement.memory == Memory::WideCounters || statement.memory == Memory::FloatCounters ||
      statement.memory == Memory::TileCounters)
    index = text(statement.b) + (statement.slot != 0 ? " + " + std::to_string(statement.slot) : "");
  if (statement.memory == Memory::Tile || statement.memory == Memory::Scratch)
    index = "thread + " + std::to_string(statement.shift);
  const std::string count =
      statement.elements > 1 ? " x" + std::to_string(statement.elements) : std::string();
  return memoryInfo(statement.memory).name + ("[" + index + count + "]");
}

std::string leafText(const Statement &statement) {
  using Kind = Statement::Kind;
  const std::string to = "v" + std::to_string(statement.variable) + " = ";
  switch (statement.kind) {
  case Kind::Assign: {
    const auto operation = static_cast<size_t>(statement.operation);
    const std::string name =
        operation < kOperationNames.size() ? kOperationNames[operation] : "(i32)";
    return to + text(statement.a) + " " + name + " " + text(statement.b);
  }
  case Kind::Load:
    return to + place(statement);
  case Kind::Store:
    return place(statement) + " = " + text(statement.a);
  case Kind::Atomic:
    return (statement.hasResult ? to : "") + "atomic" +
           std::to_string(static_cast<int>(statement.atomic)) + "(" + place(statement) + ", " +
           text(statement.a) + ")";
  case Kind::Shuffle: {
    static constexpr std::array<const char *, 4> kNames{"xor", "up", "down", "idx"};
    return to + "shfl_" + kNames[static_cast<size_t>(statement.shuffle)] + "(" + text(statement.c) +
           ", " + text(statement.a) + ", " + std::to_string(statement.distance) + ", " +
           std::to_string(statement.width) + ")";
  }
  case Kind::Vote: {
    static constexpr std::array<const char *, 3> kNames{"ballot", "any", "all"};
    return to + kNames[static_cast<size_t>(statement.vote)] + "(" + text(statement.c) + ", " +
           text(statement.condition) + ")";
  }
  case Kind::ActiveMask:
    return to + "activemask()";
  case Kind::Barrier:
    return "barrier()";
  case Kind::Call:
    return to + "f" + std::to_string(statement.function) + "(" + text(statement.a) + ", " +
           text(statement.b) + ")";
  case Kind::Break:
    return "break";
  case Kind::Continue:
    return "continue";
  default:
    return "return";
  }
}

void add(const std::vector<Statement> &statements, const std::string &indent, std::string &out) {
  using Kind = Statement::Kind;
  for (const Statement &statement : statements) {
    const std::string begin = std::to_string(statement.line) + ":" + indent;
    const auto block = [&](const std::string &head, const std::vector<Statement> &body) {
      out += head + " {\n";
      add(body, indent + "  ", out);
    };
    if (statement.kind == Kind::If) {
      block(begin + "if (" + text(statement.condition) + ")", statement.body);
      if (!statement.otherwise.empty())
        block(begin + "} else", statement.otherwise);
    } else if (statement.kind == Kind::Loop) {
      const std::string counter = "v" + std::to_string(statement.variable);
      block(begin + "loop " + counter + (statement.testsAtEnd ? " at end" : ""), {});
      add(statement.prelude, indent + "  prelude ", out);
      block(begin + "} while (" + text(statement.condition) + ")", statement.body);
    } else if (statement.kind == Kind::Scope) {
      block(begin + "scope", statement.body);
    } else {
      out += begin + leafText(statement) + "\n";
      continue;
    }
    out += begin + "}\n";
  }
}

} // namespace

std::string treeText(const Kernel &kernel) {
  std::string out = "grid " + std::to_string(kernel.grid[0]) + "x" +
                    std::to_string(kernel.grid[1]) + ", block " + std::to_string(kernel.block[0]) +
                    "x" + std::to_string(kernel.block[1]) +
                    ", n = " + std::to_string(kernel.length) + "\n";
  for (size_t i = 0; i < kernel.functions.size(); ++i) {
    out += i == 0 ? "kernel\n" : "f" + std::to_string(i) + "(v0, v1)\n";
    add(kernel.functions[i].body, "  ", out);
  }
  return out;
}

} // namespace pstudio::test
