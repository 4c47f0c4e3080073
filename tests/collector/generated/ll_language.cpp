// SPDX-License-Identifier: Apache-2.0
#include "tests/collector/generated/ll_language.h"

#include <bit>
#include <cstdio>

namespace pstudio::test {
namespace {

std::string elementType(const MemoryInfo &info) {
  return info.bytes == 1 ? "i8" : llType(info.type);
}

const char *binaryName(Operation operation) {
  switch (operation) {
  case Operation::Add:
  case Operation::WideAdd:
    return "add";
  case Operation::Sub:
    return "sub";
  case Operation::Mul:
  case Operation::WideMul:
    return "mul";
  case Operation::And:
    return "and";
  case Operation::Or:
    return "or";
  case Operation::Xor:
  case Operation::WideXor:
    return "xor";
  case Operation::ShiftLeft:
    return "shl";
  case Operation::ShiftRight:
    return "lshr";
  case Operation::Quotient:
    return "udiv";
  case Operation::FloatAdd:
    return "fadd";
  case Operation::FloatSub:
    return "fsub";
  case Operation::FloatHalf:
    return "fmul";
  default:
    return nullptr;
  }
}

const char *castName(Operation operation) {
  switch (operation) {
  case Operation::ToWide:
    return "sext";
  case Operation::ToNarrow:
    return "trunc";
  case Operation::ToFloat:
    return "sitofp";
  default:
    return "fptosi";
  }
}

const char *predicateName(Condition::Predicate predicate) {
  switch (predicate) {
  case Condition::Predicate::Equal:
    return "eq";
  case Condition::Predicate::NotEqual:
    return "ne";
  case Condition::Predicate::Less:
    return "slt";
  case Condition::Predicate::AtLeast:
    return "sge";
  case Condition::Predicate::Below:
    break;
  }
  return "ult";
}

const char *atomicName(const Statement &statement) {
  switch (statement.atomic) {
  case AtomicOperation::Add:
    return memoryInfo(statement.memory).type == ValueType::F32 ? "fadd" : "add";
  case AtomicOperation::Max:
    return "max";
  case AtomicOperation::Min:
    return "min";
  case AtomicOperation::And:
    return "and";
  case AtomicOperation::Or:
    return "or";
  case AtomicOperation::Xor:
    break;
  }
  return "xor";
}

} // namespace

const char *llType(ValueType type) {
  return type == ValueType::I32 ? "i32" : type == ValueType::I64 ? "i64" : "float";
}

std::string llParameters() {
  std::string text;
  for (size_t i = 0; i < kArguments; ++i)
    text += "ptr noundef %" + std::string(memoryInfo(i).name) + ", ";
  return text + "i32 noundef %n";
}

std::string llArguments() {
  std::string text;
  for (size_t i = 0; i < kArguments; ++i)
    text += "ptr %" + std::string(memoryInfo(i).name) + ", ";
  return text + "i32 %n";
}

std::string LlLanguage::lineSuffix(uint32_t line) const {
  m_lines.insert(line);
  return ", !dbg !" + std::to_string(locationNumber(m_subprogram, line));
}

std::string LlLanguage::locations() const {
  std::string text;
  for (const uint32_t line : m_lines)
    text += "!" + std::to_string(locationNumber(m_subprogram, line)) +
            " = !DILocation(line: " + std::to_string(line) + ", column: 1, scope: !" +
            std::to_string(m_subprogram) + ")\n";
  return text;
}

std::string LlLanguage::define(const std::string &instruction) {
  const std::string name = fresh();
  append(name + " = " + instruction);
  return name;
}

void LlLanguage::entry() {
  const std::string threads = std::to_string(m_kernel.threads());
  const auto read = [&](const char *name, const char *special) {
    append("%" + std::string(name) + " = call i32 @llvm.nvvm.read.ptx.sreg." + special + "()");
  };
  read("thread.x", "tid.x");
  read("thread.y", "tid.y");
  read("width", "ntid.x");
  append("%row = mul i32 %thread.y, %width");
  append("%thread = add i32 %row, %thread.x");
  append("%lane = and i32 %thread, 31");
  read("cta.x", "ctaid.x");
  read("cta.y", "ctaid.y");
  append("%cta.row = mul i32 %cta.y, " + std::to_string(m_kernel.grid[0]));
  append("%cta = add i32 %cta.row, %cta.x");
  append("%first = mul i32 %cta, " + threads);
  append("%global = add i32 %first, %thread");
}

void LlLanguage::reserveVariable(uint32_t variable, ValueType type) {
  append("%v" + std::to_string(variable) + " = alloca " + llType(type) + ", align 8");
}
std::string LlLanguage::loadVariable(uint32_t variable, ValueType type) {
  return define("load " + std::string(llType(type)) + ", ptr %v" + std::to_string(variable) +
                ", align 8");
}
void LlLanguage::storeVariable(uint32_t variable, ValueType type, const std::string &value) {
  append("store " + std::string(llType(type)) + " " + value + ", ptr %v" +
         std::to_string(variable) + ", align 8");
}
void LlLanguage::jump(size_t block) {
  append("br label %b" + std::to_string(block));
}
void LlLanguage::branch(const std::string &condition, size_t taken, size_t notTaken) {
  append("br i1 " + condition + ", label %b" + std::to_string(taken) + ", label %b" +
         std::to_string(notTaken));
}
void LlLanguage::leave(const std::string &result) {
  append(result.empty() ? "ret void" : "ret i32 " + result);
}

std::string LlLanguage::constant(ValueType type, int64_t value) {
  return std::to_string(value) + (type == ValueType::F32 ? ".0" : "");
}

std::string LlLanguage::builtin(Operand::Kind kind) {
  switch (kind) {
  case Operand::Kind::Thread:
    return "%thread";
  case Operand::Kind::Lane:
    return "%lane";
  case Operand::Kind::Cta:
    return "%cta";
  case Operand::Kind::Global:
    return "%global";
  default:
    return "%n";
  }
}

std::string LlLanguage::compute(Operation operation, const std::string &a, const std::string &b) {
  const std::string from = llType(operandType(operation));
  if (const char *name = binaryName(operation))
    return define(std::string(name) + " " + from + " " + a + ", " +
                  (operation == Operation::FloatHalf ? "0.5" : b));
  return define(std::string(castName(operation)) + " " + from + " " + a + " to " +
                llType(resultType(operation)));
}

std::string LlLanguage::add(ValueType type, const std::string &a, const std::string &b) {
  return define((type == ValueType::F32 ? "fadd " : "add ") + std::string(llType(type)) + " " + a +
                ", " + b);
}

std::string LlLanguage::compare(Condition::Predicate predicate, const std::string &a,
                                const std::string &b) {
  return define("icmp " + std::string(predicateName(predicate)) + " i32 " + a + ", " + b);
}

std::string LlLanguage::isAbove(const std::string &a, const std::string &b) {
  return define("fcmp ogt float " + a + ", " + b);
}

std::string LlLanguage::select(ValueType type, const std::string &condition, const std::string &a,
                               const std::string &b) {
  const std::string name = llType(type);
  return define("select i1 " + condition + ", " + name + " " + a + ", " + name + " " + b);
}

std::string LlLanguage::address(const Statement &statement, const std::string &index) {
  const MemoryInfo &info = memoryInfo(statement.memory);
  const std::string wide = define("zext i32 " + index + " to i64");
  // Shared memory is reached through a generic pointer, as clang does it for CUDA C++.
  const std::string base =
      info.isShared ? "ptr addrspacecast (ptr addrspace(3) @" + std::string(info.name) + " to ptr)"
                    : "ptr %" + std::string(info.name);
  return define("getelementptr inbounds " + elementType(info) + ", " + base + ", i64 " + wide);
}

std::vector<std::string> LlLanguage::load(const Statement &statement, const std::string &index) {
  const MemoryInfo &info = memoryInfo(statement.memory);
  const std::string place = address(statement, index);
  const std::string element = elementType(info);
  const auto extended = [&](const std::string &value) {
    return info.bytes == 1 ? define("zext i8 " + value + " to i32") : value;
  };
  const uint32_t count = statement.elements;
  const std::string align = ", align " + std::to_string(info.bytes * count);
  if (count == 1)
    return {extended(define("load " + element + ", ptr " + place + align))};
  const std::string type = "<" + std::to_string(count) + " x " + element + ">";
  const std::string vector = define("load " + type + ", ptr " + place + align);
  std::vector<std::string> elements;
  for (uint32_t i = 0; i < count; ++i)
    elements.push_back(
        extended(define("extractelement " + type + " " + vector + ", i32 " + std::to_string(i))));
  return elements;
}

void LlLanguage::store(const Statement &statement, const std::string &index,
                       const std::string &value) {
  const MemoryInfo &info = memoryInfo(statement.memory);
  const std::string place = address(statement, index);
  append("store " + elementType(info) + " " + value + ", ptr " + place + ", align " +
         std::to_string(info.bytes));
}

std::string LlLanguage::atomic(const Statement &statement, const std::string &index,
                               const std::string &value) {
  const MemoryInfo &info = memoryInfo(statement.memory);
  const std::string place = address(statement, index);
  return define("atomicrmw " + std::string(atomicName(statement)) + " ptr " + place + ", " +
                elementType(info) + " " + value + " monotonic, align " +
                std::to_string(info.bytes));
}

std::string LlLanguage::shuffle(const Statement &statement, ValueType type,
                                const std::string &value, const std::string &mask) {
  static constexpr std::array<const char *, 4> kNames{"bfly", "up", "down", "idx"};
  const bool isUp = statement.shuffle == ShuffleKind::Up;
  const uint32_t clamp = (32 - statement.width) << 8 | (isUp ? 0 : 31);
  return define("call " + std::string(llType(type)) + " @llvm.nvvm.shfl.sync." +
                kNames[static_cast<size_t>(statement.shuffle)] +
                (type == ValueType::F32 ? ".f32" : ".i32") + "(i32 " + mask + ", " + llType(type) +
                " " + value + ", i32 " + std::to_string(statement.distance) + ", i32 " +
                std::to_string(clamp) + ")");
}

std::string LlLanguage::vote(VoteKind kind, const std::string &condition, const std::string &mask) {
  const std::string arguments = "(i32 " + mask + ", i1 " + condition + ")";
  if (kind == VoteKind::Ballot)
    return define("call i32 @llvm.nvvm.vote.ballot.sync" + arguments);
  const std::string bit =
      define("call i1 @llvm.nvvm.vote." + std::string(kind == VoteKind::Any ? "any" : "all") +
             ".sync" + arguments);
  return define("zext i1 " + bit + " to i32");
}

std::string LlLanguage::activeMask() {
  return define("call i32 @llvm.nvvm.activemask()");
}

void LlLanguage::barrier() {
  append("call void @llvm.nvvm.barrier0()");
}

std::string LlLanguage::call(uint32_t function, const std::string &a, const std::string &b) {
  return define("call i32 @f" + std::to_string(function) + "(" + llArguments() + ", i32 " + a +
                ", i32 " + b + ")");
}

void LlLanguage::scope(uint32_t line, bool begins) {
  append("call void @proton_scope_" + std::string(begins ? "start" : "end") + "(ptr @scope" +
         std::to_string(line) + ")");
}

} // namespace pstudio::test
