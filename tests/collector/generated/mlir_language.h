// SPDX-License-Identifier: Apache-2.0
// Operations of MLIR: arith, memref, vector, gpu, cf and scf.
#pragma once

#include "tests/collector/generated/function_text.h"

namespace pstudio::test {

const char *mlirType(ValueType type); ///< "i32"
/// "memref<16xi32>", of shared memory with its address space.
std::string memrefType(const Kernel &kernel, Memory memory);
/// "%in: memref<1024xi32>, ..., %n: i32": what the kernel and each function take.
std::string mlirParameters(const Kernel &kernel);

class MlirLanguage final : public LanguageText {
public:
  explicit MlirLanguage(const Kernel &kernel) : m_kernel(kernel) {}

  void entry(); ///< defines the builtins
  void line(const std::string &text) { append(text); }
  std::string name() { return fresh(); } ///< one that is not used yet
  std::string define(const std::string &operation);

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
  void barrier() override { append("gpu.barrier"); }
  std::string call(uint32_t function, const std::string &a, const std::string &b) override;
  void scope(uint32_t line, bool begins) override;

protected:
  std::string lineSuffix(uint32_t line) const override;

private:
  std::string place(const Statement &statement, const std::string &index);
  std::string typeOf(const Statement &statement) { return memrefType(m_kernel, statement.memory); }

  const Kernel &m_kernel;
};

} // namespace pstudio::test
