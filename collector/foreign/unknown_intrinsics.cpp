// SPDX-License-Identifier: Apache-2.0
// One call after the other becomes inline PTX.
#include "collector/foreign/unknown_intrinsics.h"

#include <cctype>

#include "collector/foreign/instruction_places.h"
#include "collector/foreign/nvvm_templates.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Module.h"

namespace pstudio::foreign {
namespace {

constexpr llvm::StringLiteral kNvvm = "llvm.nvvm.";

/// The letter of an operand's register; empty for a type that PTX has none for.
std::string constraintOf(const llvm::Type &type, const llvm::DataLayout &layout) {
  if (type.isPointerTy())
    return layout.getPointerSizeInBits(type.getPointerAddressSpace()) == 32 ? "r" : "l";
  if (type.isFloatTy())
    return "f";
  if (type.isDoubleTy())
    return "d";
  if (!type.isIntegerTy())
    return {};
  switch (type.getIntegerBitWidth()) {
  case 1:
    return "b";
  case 8:
  case 16:
    return "h";
  case 32:
    return "r";
  case 64:
    return "l";
  default:
    return {};
  }
}

std::optional<uint64_t> constantOf(const llvm::Value &value) {
  const auto *number = llvm::dyn_cast<llvm::ConstantInt>(&value);
  return number ? std::optional(number->getZExtValue()) : std::nullopt;
}

/// Writes the inline assembly of one call.
class PtxCall {
public:
  PtxCall(llvm::CallInst &call, const PtxTemplate &ptx) : m_call(call), m_ptx(ptx) {}

  /// The reason why it cannot be written, or empty.
  std::string replace() {
    for (const uint8_t flag : m_ptx.mustBeZero)
      if (flag >= m_call.arg_size() || constantOf(*m_call.getArgOperand(flag)) != 0)
        return "a variant that has a multicast mask or a cache hint";
    collectResults();
    if (!substitute() || m_hasForeignType)
      return "operands that no PTX is known for";
    if (m_ptx.hasEffects)
      m_constraints += m_constraints.empty() ? "~{memory}" : ",~{memory}";
    emit();
    return {};
  }

private:
  void constrain(const std::string &prefix, const llvm::Type &type) {
    const std::string letter = constraintOf(type, m_call.getModule()->getDataLayout());
    m_hasForeignType |= letter.empty();
    m_constraints += (m_constraints.empty() ? "" : ",") + prefix + letter;
  }

  void collectResults() {
    llvm::Type *type = m_call.getType();
    if (auto *structure = llvm::dyn_cast<llvm::StructType>(type))
      for (llvm::Type *element : structure->elements()) {
        constrain("=", *element);
        ++m_results;
      }
    else if (!type->isVoidTy()) {
      constrain("=", *type);
      m_results = 1;
    }
  }

  /// @r0, @a1, @i2 to $0, $1 and numbers.
  bool substitute() {
    const std::string &from = m_ptx.text;
    for (size_t i = 0; i < from.size(); ++i) {
      if (from[i] != '@') {
        m_text += from[i];
        continue;
      }
      const char kind = from[i + 1];
      size_t number = 0;
      for (i += 2; i < from.size() && std::isdigit(static_cast<unsigned char>(from[i])); ++i)
        number = number * 10 + static_cast<size_t>(from[i] - '0');
      --i;
      if (!place(kind, number))
        return false;
    }
    return true;
  }

  bool place(char kind, size_t number) {
    if (kind == 'r') {
      m_text += "$" + std::to_string(number);
      return number < m_results;
    }
    if (number >= m_call.arg_size())
      return false;
    llvm::Value *value = m_call.getArgOperand(static_cast<unsigned>(number));
    if (kind == 'i') {
      const std::optional<uint64_t> constant = constantOf(*value);
      m_text += std::to_string(constant.value_or(0));
      return constant.has_value();
    }
    m_text += "$" + std::to_string(m_results + m_arguments.size());
    constrain("", *value->getType());
    m_arguments.push_back(value);
    return true;
  }

  void emit() {
    llvm::SmallVector<llvm::Type *> types;
    for (llvm::Value *value : m_arguments)
      types.push_back(value->getType());
    auto *type = llvm::FunctionType::get(m_call.getType(), types, false);
    auto *assembly = llvm::InlineAsm::get(type, m_text, m_constraints, m_ptx.hasEffects);
    llvm::IRBuilder<> builder(&m_call);
    llvm::CallInst *call = builder.CreateCall(assembly, m_arguments);
    call->setConvergent();
    call->setDoesNotThrow();
    call->copyMetadata(m_call);
    call->takeName(&m_call);
    m_call.replaceAllUsesWith(call);
    m_call.eraseFromParent();
  }

  llvm::CallInst &m_call;
  const PtxTemplate &m_ptx;
  size_t m_results = 0;
  bool m_hasForeignType = false;
  std::string m_text, m_constraints;
  llvm::SmallVector<llvm::Value *> m_arguments;
};

tl::unexpected<Error> refuse(const llvm::CallInst &call, const LlModule &module,
                             const std::string &why) {
  return fail(ErrorCode::Unsupported,
              "the intrinsic " + call.getCalledFunction()->getName().str() + why,
              placeOf(call, module),
              call.getCalledFunction()->getName().starts_with("llvm.amdgcn.")
                  ? "compile the kernel with an older front end, or leave it out of the file"
                  : "write it as inline PTX in the source, or leave its kernel out of the file");
}

/// An intrinsic of the installed LLVM that does the same.
bool callEquivalent(llvm::CallInst &call, std::string_view name) {
  const bool isZero = call.arg_size() == 1 && constantOf(*call.getArgOperand(0)) == 0;
  const std::string_view known = equivalentIntrinsic(name, isZero);
  if (known.empty())
    return false;
  const auto id = llvm::Function::lookupIntrinsicID({known.data(), known.size()});
  llvm::Function *function = llvm::Intrinsic::getDeclaration(call.getModule(), id);
  llvm::IRBuilder<> builder(&call);
  llvm::SmallVector<llvm::Value *> arguments(call.args());
  arguments.resize(function->arg_size());
  llvm::CallInst *same = builder.CreateCall(function, arguments);
  same->copyMetadata(call);
  call.eraseFromParent();
  return true;
}

Result<void> replaceCall(llvm::CallInst &call, const LlModule &module) {
  llvm::StringRef name = call.getCalledFunction()->getName();
  if (!name.consume_front(kNvvm))
    return refuse(call, module, " is one that LLVM 19 does not know");
  const std::string_view nvvm(name.data(), name.size());
  if (callEquivalent(call, nvvm))
    return {};
  const std::optional<PtxTemplate> ptx = ptxOfIntrinsic(nvvm);
  if (!ptx)
    return refuse(call, module, " is one that LLVM 19 does not know, and there is no PTX for it");
  const std::string why = PtxCall(call, *ptx).replace();
  return why.empty() ? Result<void>() : refuse(call, module, " has " + why);
}

} // namespace

Result<void> replaceUnknownIntrinsics(LlModule &module) {
  std::vector<llvm::Function *> unknown;
  for (llvm::Function &function : *module.module)
    if (function.getName().starts_with("llvm.") &&
        function.getIntrinsicID() == llvm::Intrinsic::not_intrinsic)
      unknown.push_back(&function);
  for (llvm::Function *function : unknown) {
    for (llvm::User *user : llvm::make_early_inc_range(function->users()))
      if (auto *call = llvm::dyn_cast<llvm::CallInst>(user);
          call && call->getCalledFunction() == function)
        PSTUDIO_TRY(replaceCall(*call, module));
    if (!function->use_empty())
      return fail(ErrorCode::Unsupported,
                  "the address of the intrinsic " + function->getName().str() + " is taken",
                  module.name);
    function->eraseFromParent();
  }
  return {};
}

} // namespace pstudio::foreign
