// SPDX-License-Identifier: Apache-2.0
// Instructions of LLVM IR for NVIDIA GPUs.
#pragma once

#include <set>

#include "tests/collector/generated/function_text.h"

namespace pstudio::test {

const char *llType(ValueType type); ///< "i32"

class LlLanguage final : public LanguageText {
public:
  /// `subprogram`: number of the function's metadata.
  LlLanguage(const Kernel &kernel, uint32_t subprogram)
      : m_kernel(kernel), m_subprogram(subprogram) {}

  /// Defines the builtins such as %thread.x. Part of the entry block.
  void entry();
  /// The metadata of all locations that the function refers to.
  std::string locations() const;
  void reserveVariable(uint32_t variable, ValueType type);
  std::string loadVariable(uint32_t variable, ValueType type);
  void storeVariable(uint32_t variable, ValueType type, const std::string &value);
  void jump(size_t block);
  void branch(const std::string &condition, size_t taken, size_t notTaken);
  void leave(const std::string &result); ///< empty: void

  std::string constant(ValueType type, int64_t value) override;
  std::string builtin(Operand::Kind kind) override;
  std::string compute(Operation operation, const std::string &a, const std::string &b) override;
  std::string add(ValueType type, const std::string &a, const std::string &b) override;
  std::string compare(Condition::Predicate predicate, const std::string &a,
                      const std::string &b) override;
  std::string isAbove(const std::string &a, const std::string &b) override;
  std::string select(ValueType type, const std::string &condition, const std::string &a,
                     const std::string &b) override;
  std::vector<std::string> load(const Statement &statement, const std::string &index) override;
  void store(const Statement &statement, const std::string &index,
             const std::string &value) override;
  std::string atomic(const Statement &statement, const std::string &index,
                     const std::string &value) override;
  std::string shuffle(const Statement &statement, ValueType type, const std::string &value,
                      const std::string &mask) override;
  std::string vote(VoteKind kind, const std::string &condition, const std::string &mask) override;
  std::string activeMask() override;
  void barrier() override;
  std::string call(uint32_t function, const std::string &a, const std::string &b) override;
  void scope(uint32_t line, bool begins) override;

protected:
  std::string lineSuffix(uint32_t line) const override;

private:
  std::string define(const std::string &instruction);
  std::string address(const Statement &statement, const std::string &index);

  const Kernel &m_kernel;
  uint32_t m_subprogram;
  mutable std::set<uint32_t> m_lines;
};

/// The metadata number of a line.
constexpr uint32_t locationNumber(uint32_t subprogram, uint32_t line) {
  return 1000 + subprogram * 100000 + line;
}
/// "ptr %in, ptr %float_in, ..., i32 %n": the parameters of the kernel and of each function.
std::string llParameters();
std::string llArguments();

} // namespace pstudio::test
