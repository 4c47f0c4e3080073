// SPDX-License-Identifier: Apache-2.0
// Operands of PTX instructions in the inline assembly of a lifted kernel, as values of LLVM IR.
#pragma once

#include <map>
#include <span>
#include <string>

#include "core/ptx/instruction.h"
#include "core/ptx/module.h"
#include "core/ptx/program.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace pstudio::cpu {

/// The LLVM type of "u32", "f16", "pred"; null for another name.
llvm::Type *typeOfPtx(std::string_view name, llvm::LLVMContext &context);

/// `value` in a type of another kind or width: the same bits, cut off or extended by zeros.
llvm::Value *withType(llvm::IRBuilder<> &builder, llvm::Value *value, llvm::Type *type);

/// Variables of a lifted kernel. An address in shared memory is an offset: static arrays begin at
/// 0, dynamic ones at kDynamicShared. All other addresses are those of the host.
class PtxVariables {
public:
  static constexpr uint32_t kDynamicShared = 1u << 24;

  /// `names`: of the parameters, by index.
  PtxVariables(llvm::Function &kernel, std::span<const std::string> names)
      : m_kernel(kernel), m_names(names) {}

  /// Adds a variable in shared or local memory; ignores others, which no instruction can use.
  void add(const ptx::Declaration &declaration);
  /// Creates the shared memory of all variables. Call it once, after add().
  void layOut();

  /// The address of a variable; null for an unknown one.
  llvm::Value *addressOf(llvm::IRBuilder<> &builder, std::string_view name) const;
  llvm::Value *parameter(std::string_view name) const; ///< null for an unknown one
  /// A pointer to `address`, an integer, in that space.
  llvm::Value *pointer(llvm::IRBuilder<> &builder, llvm::Value *address,
                       ptx::StateSpace space) const;

private:
  llvm::Function &m_kernel;
  std::span<const std::string> m_names;
  std::map<std::string, uint32_t, std::less<>> m_shared; ///< offsets
  std::map<std::string, llvm::AllocaInst *, std::less<>> m_locals;
  uint64_t m_sharedBytes = 0;
  bool m_hasDynamic = false;
  llvm::GlobalVariable *m_static = nullptr;
  llvm::GlobalVariable *m_dynamic = nullptr; ///< null if the kernel has none
};

/// Operands of the statements of one inline assembly.
class PtxOperands {
public:
  PtxOperands(const PtxVariables &variables, llvm::CallInst &call);

  /// The value as `type`; null for an operand that has none here.
  llvm::Value *value(llvm::IRBuilder<> &builder, const ptx::Operand &operand,
                     llvm::Type *type) const;
  /// A pointer; null as above.
  llvm::Value *pointer(llvm::IRBuilder<> &builder, const ptx::Operand &operand,
                       ptx::StateSpace space) const;
  /// Writes a result; false for an operand that is no output. A sink takes anything.
  bool set(llvm::IRBuilder<> &builder, const ptx::Operand &operand, llvm::Value *value);
  /// The type of an output; null for a sink or another operand.
  llvm::Type *typeOf(const ptx::Operand &operand) const;

  const PtxVariables &variables() const { return m_variables; }
  /// Outputs so far; before the first write the old value, or null where there is none.
  llvm::SmallVector<llvm::Value *> results;

  /// The result of the call.
  llvm::Value *result(llvm::IRBuilder<> &builder) const;

private:
  llvm::Type *outputType(size_t index) const;

  const PtxVariables &m_variables;
  llvm::CallInst &m_call;
};

} // namespace pstudio::cpu
