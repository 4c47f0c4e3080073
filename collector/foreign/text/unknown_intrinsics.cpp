// SPDX-License-Identifier: Apache-2.0
// Replaces calls by inline PTX, one after the other.
#include "collector/foreign/text/unknown_intrinsics.h"

#include <algorithm>
#include <cctype>

#include "collector/foreign/text/amd_intrinsics.h"
#include "collector/foreign/text/changed_intrinsics.h"
#include "collector/foreign/text/instruction_places.h"
#include "collector/foreign/text/nvvm_templates.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Module.h"

namespace pstudio::foreign {
namespace {

constexpr llvm::StringLiteral kNvvm = "llvm.nvvm.";
constexpr unsigned kTensorSpace = 6; ///< of addresses of tensor memory, which have 32 bits

/// The type that a register of PTX has for a value: integers for floating point of two bytes and
/// for vectors of 16 or 32 bits. Null for a type without a register in PTX.
llvm::Type *registerType(llvm::Type *type, const llvm::DataLayout &layout) {
  if (type->isPointerTy() || type->isFloatTy() || type->isDoubleTy())
    return type;
  const bool isShort = type->isHalfTy() || type->isBFloatTy() || type->isVectorTy();
  const uint64_t bits = layout.getTypeSizeInBits(type).getFixedValue();
  if (isShort && (bits == 16 || bits == 32))
    return llvm::IntegerType::get(type->getContext(), static_cast<unsigned>(bits));
  return type->isIntegerTy() ? type : nullptr;
}

/// The letter of an operand's register; empty for a type without a register in PTX.
std::string constraintOf(const llvm::Type &type, const llvm::DataLayout &layout) {
  if (type.isPointerTy())
    return type.getPointerAddressSpace() == kTensorSpace ||
                   layout.getPointerSizeInBits(type.getPointerAddressSpace()) == 32
               ? "r"
               : "l";
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
  PtxCall(llvm::CallInst &call, const PtxTemplate &ptx)
      : m_call(call), m_ptx(ptx), m_original(call) {}

  /// Returns the original call. nullopt, with the call unchanged, if its operands have types
  /// without a PTX register, or are not constants where the text requires constants.
  std::optional<OriginalCall> replace() {
    collectResults();
    if (!substitute(m_ptx.text) || m_hasForeignType)
      return std::nullopt;
    if (m_ptx.hasEffects)
      m_constraints += m_constraints.empty() ? "~{memory}" : ",~{memory}";
    emit();
    return std::move(m_original);
  }

private:
  /// Records the constraint of an operand and returns the type of its register.
  llvm::Type *constrain(const std::string &prefix, llvm::Type &type) {
    const llvm::DataLayout &layout = m_call.getModule()->getDataLayout();
    llvm::Type *inRegister = registerType(&type, layout);
    const std::string letter = inRegister ? constraintOf(*inRegister, layout) : std::string();
    m_hasForeignType |= letter.empty();
    m_constraints += (m_constraints.empty() ? "" : ",") + prefix + letter;
    return inRegister;
  }

  void collectResults() {
    llvm::Type *type = m_call.getType();
    if (auto *structure = llvm::dyn_cast<llvm::StructType>(type))
      for (llvm::Type *element : structure->elements())
        m_results.push_back(constrain("=", *element));
    else if (!type->isVoidTy())
      m_results.push_back(constrain("=", *type));
  }

  /// @r0, @a1, @i2 to $0, $1 and numbers; the text that a flag selects, in the same way.
  bool substitute(llvm::StringRef from) {
    while (!from.empty()) {
      const llvm::StringRef plain = from.take_until([](char c) { return c == '@'; });
      m_text += plain;
      from = from.drop_front(plain.size());
      if (from.size() < 3)
        return from.empty();
      const char kind = from[1];
      from = from.drop_front(2);
      size_t number = 0;
      if (from.consumeInteger(10, number))
        return false;
      if (kind != '?' ? !place(kind, number) : !choose(number, from))
        return false;
    }
    return true;
  }

  /// Takes "<yes|no>" from the front of `from` and writes one of the two.
  bool choose(size_t number, llvm::StringRef &from) {
    const auto [choice, rest] = from.drop_front(1).split('>');
    from = rest;
    const auto flag = number < m_call.arg_size()
                          ? constantOf(*m_call.getArgOperand(static_cast<unsigned>(number)))
                          : std::nullopt;
    const auto [yes, no] = choice.split('|');
    return flag && substitute(*flag != 0 ? yes : no);
  }

  bool place(char kind, size_t number) {
    if (kind == 'r') {
      m_text += "$" + std::to_string(number);
      return number < m_results.size();
    }
    if (number >= m_call.arg_size())
      return kind == 'z';
    llvm::Value *value = m_call.getArgOperand(static_cast<unsigned>(number));
    if (kind == 'z')
      return constantOf(*value) == 0;
    if (kind == 'i') {
      const std::optional<uint64_t> constant = constantOf(*value);
      m_text += std::to_string(constant.value_or(0));
      return constant.has_value();
    }
    m_text += "$" + std::to_string(m_results.size() + m_arguments.size());
    m_types.push_back(constrain("", *value->getType()));
    m_original.arguments[number].operand = static_cast<int>(m_arguments.size());
    m_arguments.push_back(value);
    return true;
  }

  void emit() {
    llvm::IRBuilder<> builder(&m_call);
    for (auto &&[value, type] : llvm::zip_equal(m_arguments, m_types))
      value = builder.CreateBitCast(value, type);
    llvm::Type *result = m_call.getType();
    if (result->isStructTy())
      result = llvm::StructType::get(m_call.getContext(), m_results);
    else if (!m_results.empty())
      result = m_results.front();
    auto *type = llvm::FunctionType::get(result, m_types, false);
    auto *assembly = llvm::InlineAsm::get(type, m_text, m_constraints, m_ptx.hasEffects);
    llvm::CallInst *call = builder.CreateCall(assembly, m_arguments);
    call->setConvergent();
    call->setDoesNotThrow();
    call->copyMetadata(m_call);
    call->takeName(&m_call);
    llvm::Value *converted = asItWas(builder, call);
    m_original.standIn = call;
    m_original.result = llvm::cast<llvm::Instruction>(converted);
    m_call.replaceAllUsesWith(converted);
    m_call.eraseFromParent();
  }

  /// The result, converted to the types of the intrinsic.
  llvm::Value *asItWas(llvm::IRBuilder<> &builder, llvm::Value *result) {
    llvm::Type *type = m_call.getType();
    if (result->getType() == type)
      return result;
    auto *structure = llvm::dyn_cast<llvm::StructType>(type);
    if (!structure)
      return builder.CreateBitCast(result, type);
    llvm::Value *whole = llvm::PoisonValue::get(type);
    for (unsigned i = 0; i < structure->getNumElements(); ++i) {
      llvm::Value *element = builder.CreateExtractValue(result, i);
      whole = builder.CreateInsertValue(
          whole, builder.CreateBitCast(element, structure->getElementType(i)), i);
    }
    return whole;
  }

  llvm::CallInst &m_call;
  const PtxTemplate &m_ptx;
  OriginalCall m_original;
  llvm::SmallVector<llvm::Type *> m_results, m_types; ///< in registers
  bool m_hasForeignType = false;
  std::string m_text, m_constraints;
  llvm::SmallVector<llvm::Value *> m_arguments;
};

/// Calls an intrinsic of the installed LLVM that does the same; nullopt if there is none.
std::optional<OriginalCall> callEquivalent(llvm::CallInst &call, std::string_view name) {
  const bool isZero = call.arg_size() == 1 && constantOf(*call.getArgOperand(0)) == 0;
  const std::string_view known = equivalentIntrinsic(name, isZero);
  if (known.empty())
    return std::nullopt;
  const auto id = llvm::Function::lookupIntrinsicID({known.data(), known.size()});
  llvm::Function *function = llvm::Intrinsic::getDeclaration(call.getModule(), id);
  OriginalCall original(call);
  llvm::IRBuilder<> builder(&call);
  llvm::SmallVector<llvm::Value *> arguments(call.args());
  arguments.resize(function->arg_size());
  for (unsigned i = 0; i < arguments.size(); ++i)
    original.arguments[i].operand = static_cast<int>(i);
  llvm::CallInst *same = builder.CreateCall(function, arguments);
  same->copyMetadata(call);
  if (!call.getType()->isVoidTy()) {
    same->takeName(&call);
    call.replaceAllUsesWith(same);
  }
  call.eraseFromParent();
  original.standIn = same;
  original.result = same;
  return original;
}

/// nullopt if the call stays as it is.
std::optional<OriginalCall> replaceCall(llvm::CallInst &call) {
  if (auto original = replaceAmdCall(call))
    return original;
  llvm::StringRef name = call.getCalledFunction()->getName();
  if (!name.consume_front(kNvvm))
    return std::nullopt;
  const std::string_view nvvm(name.data(), name.size());
  if (auto original = callEquivalent(call, nvvm))
    return original;
  const std::optional<PtxTemplate> ptx = ptxOfIntrinsic(nvvm);
  return ptx ? PtxCall(call, *ptx).replace() : std::nullopt;
}

bool isUnknown(const llvm::Function &function) {
  return function.getName().starts_with("llvm.") &&
         function.getIntrinsicID() == llvm::Intrinsic::not_intrinsic;
}

std::string reasonFor(const llvm::Function &function) {
  if (isChangedIntrinsic(function))
    return " has other parameters in LLVM 19";
  llvm::StringRef name = function.getName();
  if (!name.consume_front(kNvvm))
    return " is unknown to LLVM 19";
  const std::string_view nvvm(name.data(), name.size());
  if (const std::string_view need = neededBeyondLlvm19(nvvm); !need.empty())
    return " needs " + std::string(need) + " and has no PTX form here";
  if (ptxOfIntrinsic(nvvm))
    return " is unknown to LLVM 19, and it has no PTX form for these operands";
  return " is unknown to LLVM 19 and has no PTX form";
}

/// Adds one line to the changes for all calls of a function that stay.
void noteKept(const llvm::Function &function, const std::vector<const llvm::CallInst *> &calls,
              LlModule &module) {
  if (calls.empty())
    return;
  module.changes.push_back({"kept the call of the intrinsic " + nameInText(function) +
                                ", which LLVM 19 does not support",
                            calls.size(), textPositionOf(*calls.front(), module)});
}

Result<void> replaceCalls(llvm::Function &function, LlModule &module, OriginalCalls &originals) {
  std::vector<const llvm::CallInst *> kept;
  for (llvm::User *user : llvm::make_early_inc_range(function.users())) {
    auto *call = llvm::dyn_cast<llvm::CallInst>(user);
    if (!call || call->getCalledFunction() != &function)
      return fail(ErrorCode::Unsupported,
                  "the address of the intrinsic " + function.getName().str() + " is taken",
                  module.name);
    if (auto original = replaceCall(*call))
      originals.push_back(std::move(*original));
    else
      kept.push_back(call);
  }
  std::ranges::reverse(kept); // users are listed from the last to the first
  noteKept(function, kept, module);
  return {};
}

} // namespace

Result<OriginalCalls> replaceUnknownIntrinsics(LlModule &module) {
  OriginalCalls originals;
  for (llvm::Function &function : *module.module)
    if (isUnknown(function))
      PSTUDIO_TRY(replaceCalls(function, module, originals));
  return originals;
}

Result<void> checkIntrinsicsAreKnown(const LlModule &module) {
  const bool isForAmd = llvm::StringRef(module.module->getTargetTriple()).starts_with("amdgcn");
  for (const llvm::Function &function : *module.module)
    for (const llvm::User *user : function.users())
      if (const auto *call = llvm::dyn_cast<llvm::CallInst>(user); call && isUnknown(function))
        return fail(
            ErrorCode::Unsupported, "the intrinsic " + nameInText(function) + reasonFor(function),
            placeOf(*call, module),
            isForAmd
                ? "compile the kernel with an older front end, or remove it from the file"
                : "write it as inline PTX in the source, remove its kernel from the file, or emit "
                  "LLVM IR (proton-collect instrument --emit ll) and compile it with a newer LLVM");
  return {};
}

} // namespace pstudio::foreign
