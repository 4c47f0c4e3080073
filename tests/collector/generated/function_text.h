// SPDX-License-Identifier: Apache-2.0
// The text of one function of a generated kernel: the leaves of the tree, in a syntax that a class
// for each language has.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/collector/generated/kernel_tree.h"

namespace pstudio::test {

/// The syntax of a language. Each function appends instructions to the text and returns the name of
/// the result. Values of i32, i64 and f32; conditions are i1.
class LanguageText {
public:
  virtual ~LanguageText() = default;
  /// Sets the line of the debug information for the text that follows.
  void setLine(uint32_t line) { m_line = line; }
  /// A line of text that is no instruction, or the first one of an instruction with a body.
  void open(const std::string &text) { m_text += "  " + text + "\n"; }
  void label(const std::string &text) { m_text += text + "\n"; }
  /// The text since the last call.
  std::string take() { return std::exchange(m_text, {}); }

  virtual std::string constant(ValueType type, int64_t value) = 0;
  /// Of an operand that is neither variable nor constant. Defined in the entry block.
  virtual std::string builtin(Operand::Kind kind) = 0;
  virtual std::string compute(Operation operation, const std::string &a, const std::string &b) = 0;
  virtual std::string add(ValueType type, const std::string &a, const std::string &b) = 0;
  virtual std::string compare(Condition::Predicate predicate, const std::string &a,
                              const std::string &b) = 0;
  virtual std::string isAbove(const std::string &a, const std::string &b) = 0; ///< f32
  virtual std::string select(ValueType type, const std::string &condition, const std::string &a,
                             const std::string &b) = 0;
  /// The elements of a load, each extended to the type of its memory. `index`: i32.
  virtual std::vector<std::string> load(const Statement &statement, const std::string &index) = 0;
  virtual void store(const Statement &statement, const std::string &index,
                     const std::string &value) = 0;
  virtual std::string atomic(const Statement &statement, const std::string &index,
                             const std::string &value) = 0;
  virtual std::string shuffle(const Statement &statement, ValueType type, const std::string &value,
                              const std::string &mask) = 0;
  virtual std::string vote(VoteKind kind, const std::string &condition,
                           const std::string &mask) = 0;
  virtual std::string activeMask() = 0;
  virtual void barrier() = 0;
  virtual std::string call(uint32_t function, const std::string &a, const std::string &b) = 0;
  virtual void scope(uint32_t line, bool begins) = 0;

protected:
  std::string fresh() { return "%x" + std::to_string(m_names++); }
  void append(std::string_view instruction);
  /// The text after an instruction of the line; may be empty.
  virtual std::string lineSuffix(uint32_t line) const = 0;

private:
  std::string m_text;
  uint32_t m_line = 0;
  uint32_t m_names = 0;
};

/// Where the variables of a function are while its text is written.
class Variables {
public:
  virtual ~Variables() = default;
  virtual std::string get(uint32_t variable) = 0;
  virtual void set(uint32_t variable, const std::string &name) = 0;
};

/// Writes leaves of the tree.
class LeafText {
public:
  LeafText(const Kernel &kernel, const Function &function, LanguageText &language,
           Variables &variables)
      : m_kernel(kernel), m_function(function), m_language(language), m_variables(variables) {}

  /// Any statement without a body.
  void write(const Statement &statement);
  /// The i1 of a condition.
  std::string condition(const Condition &condition);
  std::string read(const Operand &operand, ValueType type = ValueType::I32);

private:
  std::string integer(Operation operation, const std::string &a, int64_t b) {
    return m_language.compute(operation, a, m_language.constant(ValueType::I32, b));
  }
  std::string index(const Statement &statement);
  std::string held(const std::string &value);
  std::string compute(const Statement &statement);
  std::string loadSum(const Statement &statement);
  std::string shuffle(const Statement &statement);
  std::string sourceLane(const Statement &statement);
  ValueType typeOf(uint32_t variable) const { return m_function.variables[variable]; }

  const Kernel &m_kernel;
  const Function &m_function;
  LanguageText &m_language;
  Variables &m_variables;
};

} // namespace pstudio::test
