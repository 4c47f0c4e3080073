// SPDX-License-Identifier: Apache-2.0
#include "tests/collector/generated/mlir_language.h"

namespace pstudio::test {
namespace {

std::string mlirElementType(const MemoryInfo &info) {
  return info.bytes == 1 ? "i8" : mlirType(info.type);
}

const char *mlirName(Operation operation) {
  switch (operation) {
  case Operation::Add:
  case Operation::WideAdd:
    return "arith.addi";
  case Operation::Sub:
    return "arith.subi";
  case Operation::Mul:
  case Operation::WideMul:
    return "arith.muli";
  case Operation::And:
    return "arith.andi";
  case Operation::Or:
    return "arith.ori";
  case Operation::Xor:
  case Operation::WideXor:
    return "arith.xori";
  case Operation::ShiftLeft:
    return "arith.shli";
  case Operation::ShiftRight:
    return "arith.shrui";
  case Operation::Quotient:
    return "arith.divui";
  case Operation::FloatAdd:
    return "arith.addf";
  case Operation::FloatSub:
    return "arith.subf";
  default:
    return nullptr;
  }
}

const char *mlirCast(Operation operation) {
  switch (operation) {
  case Operation::ToWide:
    return "arith.extsi";
  case Operation::ToNarrow:
    return "arith.trunci";
  case Operation::ToFloat:
    return "arith.sitofp";
  default:
    return "arith.fptosi";
  }
}

const char *mlirPredicate(Condition::Predicate predicate) {
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

const char *mlirAtomic(const Statement &statement) {
  switch (statement.atomic) {
  case AtomicOperation::Add:
    return memoryInfo(statement.memory).type == ValueType::F32 ? "addf" : "addi";
  case AtomicOperation::Max:
    return "maxs";
  case AtomicOperation::Min:
    return "mins";
  case AtomicOperation::And:
    return "andi";
  default:
    return "ori"; // Xor: canWrite() is false
  }
}

} // namespace

const char *mlirType(ValueType type) {
  return type == ValueType::I32 ? "i32" : type == ValueType::I64 ? "i64" : "f32";
}

std::string memrefType(const Kernel &kernel, Memory memory) {
  const MemoryInfo &info = memoryInfo(memory);
  return "memref<" + std::to_string(elementCount(kernel, memory)) + "x" + mlirElementType(info) +
         (info.isShared ? ", #gpu.address_space<workgroup>>" : ">");
}

std::string mlirParameters(const Kernel &kernel) {
  std::string text;
  for (size_t i = 0; i < kArguments; ++i)
    text += "%" + std::string(memoryInfo(i).name) + ": " +
            memrefType(kernel, static_cast<Memory>(i)) + ", ";
  return text + "%n: i32";
}

std::string MlirLanguage::lineSuffix(uint32_t line) const {
  return " loc(\"generated.mlir\":" + std::to_string(line) + ":1)";
}

std::string MlirLanguage::define(const std::string &operation) {
  const std::string result = fresh();
  append(result + " = " + operation);
  return result;
}

void MlirLanguage::entry() {
  const auto id = [&](const char *operation) {
    return define("arith.index_cast " + define(operation) + " : index to i32");
  };
  const auto binary = [&](const char *name, const char *operation, const std::string &a,
                          const std::string &b) {
    append("%" + std::string(name) + " = arith." + operation + " " + a + ", " + b + " : i32");
  };
  const std::string x = id("gpu.thread_id x"), y = id("gpu.thread_id y");
  binary("row", "muli", y, constant(ValueType::I32, m_kernel.block[0]));
  binary("thread", "addi", "%row", x);
  binary("lane", "andi", "%thread", constant(ValueType::I32, 31));
  const std::string ctaX = id("gpu.block_id x"), ctaY = id("gpu.block_id y");
  binary("cta_row", "muli", ctaY, constant(ValueType::I32, m_kernel.grid[0]));
  binary("cta", "addi", "%cta_row", ctaX);
  binary("first", "muli", "%cta", constant(ValueType::I32, m_kernel.threads()));
  binary("global", "addi", "%first", "%thread");
}

std::string MlirLanguage::constant(ValueType type, int64_t value) {
  return define("arith.constant " + std::to_string(value) +
                (type == ValueType::F32 ? ".0 : " : " : ") + mlirType(type));
}

std::string MlirLanguage::builtin(Operand::Kind kind) {
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

std::string MlirLanguage::compute(Operation operation, const std::string &a, const std::string &b) {
  const std::string from = mlirType(operandType(operation));
  if (operation == Operation::FloatHalf)
    return define("arith.mulf " + a + ", " + define("arith.constant 0.5 : f32") + " : f32");
  if (const char *operationName = mlirName(operation))
    return define(std::string(operationName) + " " + a + ", " + b + " : " + from);
  return define(std::string(mlirCast(operation)) + " " + a + " : " + from + " to " +
                mlirType(resultType(operation)));
}

std::string MlirLanguage::add(ValueType type, const std::string &a, const std::string &b) {
  return define((type == ValueType::F32 ? "arith.addf " : "arith.addi ") + a + ", " + b + " : " +
                mlirType(type));
}

std::string MlirLanguage::compare(Condition::Predicate predicate, const std::string &a,
                                  const std::string &b) {
  return define("arith.cmpi " + std::string(mlirPredicate(predicate)) + ", " + a + ", " + b +
                " : i32");
}

std::string MlirLanguage::isAbove(const std::string &a, const std::string &b) {
  return define("arith.cmpf ogt, " + a + ", " + b + " : f32");
}

std::string MlirLanguage::select(ValueType type, const std::string &condition, const std::string &a,
                                 const std::string &b) {
  return define("arith.select " + condition + ", " + a + ", " + b + " : " + mlirType(type));
}

std::string MlirLanguage::place(const Statement &statement, const std::string &index) {
  return "%" + std::string(memoryInfo(statement.memory).name) + "[" +
         define("arith.index_cast " + index + " : i32 to index") + "]";
}

std::vector<std::string> MlirLanguage::load(const Statement &statement, const std::string &index) {
  const MemoryInfo &info = memoryInfo(statement.memory);
  const std::string from = place(statement, index), element = mlirElementType(info);
  const auto extended = [&](const std::string &value) {
    return info.bytes == 1 ? define("arith.extui " + value + " : i8 to i32") : value;
  };
  if (statement.elements == 1)
    return {extended(define("memref.load " + from + " : " + typeOf(statement)))};
  const std::string type = "vector<" + std::to_string(statement.elements) + "x" + element + ">";
  const std::string vector =
      define("vector.load " + from + " : " + typeOf(statement) + ", " + type);
  std::vector<std::string> elements;
  for (uint32_t i = 0; i < statement.elements; ++i)
    elements.push_back(extended(define("vector.extract " + vector + "[" + std::to_string(i) +
                                       "] : " + element + " from " + type)));
  return elements;
}

void MlirLanguage::store(const Statement &statement, const std::string &index,
                         const std::string &value) {
  append("memref.store " + value + ", " + place(statement, index) + " : " + typeOf(statement));
}

std::string MlirLanguage::atomic(const Statement &statement, const std::string &index,
                                 const std::string &value) {
  return define("memref.atomic_rmw " + std::string(mlirAtomic(statement)) + " " + value + ", " +
                place(statement, index) + " : (" + mlirElementType(memoryInfo(statement.memory)) +
                ", " + typeOf(statement) + ") -> " + mlirElementType(memoryInfo(statement.memory)));
}

std::string MlirLanguage::shuffle(const Statement &statement, ValueType type,
                                  const std::string &value, const std::string &) {
  static constexpr std::array<const char *, 4> kNames{"xor", "up", "down", "idx"};
  const std::string distance = constant(ValueType::I32, statement.distance);
  const std::string width = constant(ValueType::I32, 32);
  const std::string taken = fresh();
  append(taken + ", " + taken + "_valid = gpu.shuffle " +
         kNames[static_cast<size_t>(statement.shuffle)] + " " + value + ", " + distance + ", " +
         width + " : " + mlirType(type));
  return select(type, taken + "_valid", taken, value);
}

std::string MlirLanguage::vote(VoteKind, const std::string &condition, const std::string &) {
  return condition; // canWrite() is false
}

std::string MlirLanguage::activeMask() {
  return {}; // canWrite() is false
}

std::string MlirLanguage::call(uint32_t function, const std::string &a, const std::string &b) {
  std::string arguments, types;
  for (size_t i = 0; i < kArguments; ++i) {
    arguments += "%" + std::string(memoryInfo(i).name) + ", ";
    types += memrefType(m_kernel, static_cast<Memory>(i)) + ", ";
  }
  return define("func.call @f" + std::to_string(function) + "(" + arguments + "%n, " + a + ", " +
                b + ") : (" + types + "i32, i32, i32) -> i32");
}

void MlirLanguage::scope(uint32_t line, bool begins) {
  append("proton.record " + std::string(begins ? "start" : "end") + " \"scope" +
         std::to_string(line) + "\"");
}

} // namespace pstudio::test
