// SPDX-License-Identifier: Apache-2.0
#include "tests/collector/codegen/cpu/every_operation.h"

#include <set>
#include <span>
#include <string_view>

namespace pstudio::test {
namespace {

struct Float {
  std::string type, suffix; ///< in names of intrinsics
  int width;                ///< half and bfloat are not converted into each other
  bool isWide() const { return width > 64; }
  bool isNarrow() const { return width == 16; }
};
const Float kFloats[] = {{"half", "f16", 16},   {"bfloat", "bf16", 16},  {"float", "f32", 32},
                         {"double", "f64", 64}, {"x86_fp80", "f80", 80}, {"fp128", "f128", 128}};
constexpr std::string_view kIntegers[] = {"i8", "i16", "i32", "i64", "i128"};

/// The text, a function after the other.
class Writer {
public:
  std::string text() const {
    std::string all;
    for (const std::string &declaration : m_declarations)
      all += declaration + "\n";
    return all + m_functions;
  }

  /// A function that returns `operation`, whose operands are %a, %b, ... of `types`.
  void function(const std::string &result, std::span<const std::string> types,
                const std::string &operation) {
    std::string parameters;
    for (size_t i = 0; i < types.size(); ++i)
      parameters += (i ? ", " : "") + types[i] + " %" + static_cast<char>('a' + i);
    m_functions += "define " + result + " @f" + std::to_string(m_count++) + "(" + parameters +
                   ") {\n  %r = " + operation + "\n  ret " + result + " %r\n}\n";
  }
  void function(const std::string &result, std::initializer_list<std::string> types,
                const std::string &operation) {
    function(result, std::span(types.begin(), types.size()), operation);
  }

  /// A function that calls an intrinsic.
  void intrinsic(const std::string &result, const std::string &name,
                 std::initializer_list<std::string> types, const std::string &flags = {}) {
    std::string parameters, arguments;
    char operand = 'a';
    for (const std::string &type : types) {
      parameters += (parameters.empty() ? "" : ", ") + type;
      arguments += (arguments.empty() ? "" : ", ") + type + " %" + operand++;
    }
    m_declarations.insert("declare " + result + " @llvm." + name + "(" + parameters + ")");
    function(result, types, "call " + flags + result + " @llvm." + name + "(" + arguments + ")");
  }

  void storeAtomic(const std::string &type) {
    m_functions += "define void @f" + std::to_string(m_count++) + "(ptr %p, " + type +
                   " %v) {\n  store atomic " + type + " %v, ptr %p seq_cst, align 16\n" +
                   "  store atomic " + type + " %v, ptr %p seq_cst, align 1\n  ret void\n}\n";
  }

private:
  std::set<std::string> m_declarations;
  std::string m_functions;
  int m_count = 0;
};

void addArithmetic(Writer &writer, const Float &type) {
  const std::string t = type.type;
  for (const char *operation : {"fadd", "fsub", "fmul", "fdiv", "frem"})
    writer.function(t, {t, t}, std::string(operation) + " " + t + " %a, %b");
  for (const char *condition : {"oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt",
                                "uge", "ult", "ule", "une", "uno"})
    writer.function("i1", {t, t}, std::string("fcmp ") + condition + " " + t + " %a, %b");
}

void addMathematics(Writer &writer, const Float &type) {
  const std::string t = type.type, end = "." + type.suffix;
  for (const char *flags : {"", "fast "}) {
    for (const char *name :
         {"sqrt", "sin",   "cos",  "tan",   "asin",  "acos",  "atan",      "sinh",
          "cosh", "tanh",  "exp",  "exp2",  "exp10", "log",   "log2",      "log10",
          "fabs", "floor", "ceil", "trunc", "rint",  "round", "roundeven", "nearbyint"})
      writer.intrinsic(t, name + end, {t}, flags);
    for (const char *name : {"pow", "minnum", "maxnum", "copysign"})
      writer.intrinsic(t, name + end, {t, t}, flags);
    if (!type.isWide())
      for (const char *name : {"minimum", "maximum"})
        writer.intrinsic(t, name + end, {t, t}, flags);
    writer.intrinsic(t, "fma" + end, {t, t, t}, flags);
    writer.intrinsic(t, "fmuladd" + end, {t, t, t}, flags);
    writer.intrinsic(t, "powi" + end + ".i32", {t, "i32"}, flags);
  }
  writer.intrinsic(t, "ldexp" + end + ".i32", {t, "i32"});
  writer.intrinsic("{ " + t + ", i32 }", "frexp" + end + ".i32", {t});
  if (!type.isNarrow())
    for (const char *name : {"lround", "llround", "lrint", "llrint"})
      writer.intrinsic("i64", std::string(name) + ".i64" + end, {t});
}

void addConversions(Writer &writer, const Float &type) {
  const std::string t = type.type;
  for (const Float &other : kFloats) {
    if (other.width > type.width)
      writer.function(other.type, {t}, "fpext " + t + " %a to " + other.type);
    if (other.width < type.width && !(type.isWide() && other.type == "bfloat"))
      writer.function(other.type, {t}, "fptrunc " + t + " %a to " + other.type);
  }
  for (const std::string_view name : kIntegers) {
    const std::string i(name);
    for (const char *operation : {"fptosi", "fptoui"}) {
      writer.function(i, {t}, std::string(operation) + " " + t + " %a to " + i);
      writer.intrinsic(i, std::string(operation) + ".sat." + i + "." + type.suffix, {t});
    }
    for (const char *operation : {"sitofp", "uitofp"})
      writer.function(t, {i}, std::string(operation) + " " + i + " %a to " + t);
  }
}

void addIntegers(Writer &writer, const std::string &t) {
  for (const char *operation :
       {"add", "sub", "mul", "sdiv", "udiv", "srem", "urem", "shl", "lshr", "ashr"})
    writer.function(t, {t, t}, std::string(operation) + " " + t + " %a, %b");
  for (const char *name : {"sadd", "uadd", "ssub", "usub", "smul", "umul"})
    writer.intrinsic("{ " + t + ", i1 }", std::string(name) + ".with.overflow." + t, {t, t});
  writer.intrinsic(t, "ctpop." + t, {t});
  writer.intrinsic(t, "bitreverse." + t, {t});
  for (const char *name : {"fshl", "fshr"})
    writer.intrinsic(t, std::string(name) + "." + t, {t, t, t});
}

/// Aligned ones, and others, which need a lock.
void addAtomics(Writer &writer, const std::string &t) {
  for (const char *align : {"16", "1"}) {
    const std::string end = std::string(" seq_cst, align ") + align;
    const std::string exchangeEnd = std::string(" seq_cst seq_cst, align ") + align;
    for (const char *operation :
         {"xchg", "add", "sub", "and", "or", "xor", "nand", "max", "umax", "min", "umin"})
      writer.function(t, {"ptr", t},
                      std::string("atomicrmw ") + operation + " ptr %a, " + t + " %b" + end);
    writer.function(t, {"ptr"}, "load atomic " + t + ", ptr %a" + end);
    writer.function("{ " + t + ", i1 }", {"ptr", t, t},
                    "cmpxchg ptr %a, " + t + " %b, " + t + " %c" + exchangeEnd);
  }
  writer.storeAtomic(t);
}

void addVectors(Writer &writer) {
  for (const char *narrow : {"half", "bfloat"})
    for (const char *count : {"4", "8", "16"}) {
      const std::string v = std::string("<") + count + " x " + narrow + ">";
      const std::string single = std::string("<") + count + " x float>";
      const std::string wide = std::string("<") + count + " x double>";
      writer.function(v, {v, v}, "fadd " + v + " %a, %b");
      writer.function(v, {single}, "fptrunc " + single + " %a to " + v);
      writer.function(v, {wide}, "fptrunc " + wide + " %a to " + v);
      writer.function(single, {v}, "fpext " + v + " %a to " + single);
    }
}

} // namespace

std::string everyOperation() {
  Writer writer;
  for (const Float &type : kFloats) {
    addArithmetic(writer, type);
    addMathematics(writer, type);
    addConversions(writer, type);
  }
  for (const std::string_view type : kIntegers) {
    addIntegers(writer, std::string(type));
    addAtomics(writer, std::string(type));
  }
  for (const char *type : {"half", "bfloat", "float", "double"})
    for (const char *operation : {"xchg", "fadd", "fsub", "fmax", "fmin"})
      writer.function(type, {"ptr", type},
                      std::string("atomicrmw ") + operation + " ptr %a, " + type + " %b seq_cst");
  addVectors(writer);
  return writer.text();
}

} // namespace pstudio::test
