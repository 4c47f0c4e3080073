// SPDX-License-Identifier: Apache-2.0
#include "collector/codegen/cpu/ptx_operands.h"

#include <charconv>

#include "collector/codegen/cpu/markers.h"
#include "llvm/IR/InlineAsm.h"

namespace pstudio::cpu {
namespace {

/// 16 bytes are the largest access of a thread.
constexpr uint64_t kVariableAlignment = 16;

/// The bits of 5, -1, 0x1F, 0f3F800000 or 0d3FF0000000000000.
std::optional<uint64_t> numberOf(std::string_view text) {
  const bool isNegative = text.starts_with('-');
  if (isNegative)
    text.remove_prefix(1);
  int base = 10;
  if (text.size() > 2 && text[0] == '0' &&
      std::string_view("xXfFdD").find(text[1]) != std::string_view::npos) {
    text.remove_prefix(2);
    base = 16;
  }
  if (!text.empty() && (text.back() == 'U' || text.back() == 'u') && base == 10)
    text.remove_suffix(1);
  uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
  if (text.empty() || error != std::errc() || end != text.data() + text.size())
    return std::nullopt;
  return isNegative ? 0 - number : number;
}

/// A special register ("%tid.x"), read by the intrinsic of NVPTX; null for an unknown one.
llvm::Value *specialRegister(llvm::IRBuilder<> &builder, std::string_view name) {
  static constexpr std::string_view kWide[] = {"clock64", "globaltimer"};
  static constexpr std::string_view kNarrow[] = {
      "tid.x",   "tid.y",    "tid.z",    "ntid.x",   "ntid.y", "ntid.z", "ctaid.x", "ctaid.y",
      "ctaid.z", "nctaid.x", "nctaid.y", "nctaid.z", "laneid", "warpid", "smid",    "clock"};
  if (name.empty() || name.front() != '%')
    return nullptr;
  name.remove_prefix(1);
  std::string intrinsic(name);
  const bool isMask = name.starts_with("lanemask_");
  if (isMask)
    intrinsic[intrinsic.find('_')] = '.';
  const bool isWide = llvm::is_contained(kWide, name);
  if (!isMask && !isWide && !llvm::is_contained(kNarrow, name))
    return nullptr;
  llvm::Type *type = isWide ? builder.getInt64Ty() : builder.getInt32Ty();
  llvm::Module &module = *builder.GetInsertBlock()->getModule();
  return builder.CreateCall(
      module.getOrInsertFunction("llvm.nvvm.read.ptx.sreg." + intrinsic, type));
}

} // namespace

llvm::Type *typeOfPtx(std::string_view name, llvm::LLVMContext &context) {
  if (name == "f16")
    return llvm::Type::getHalfTy(context);
  if (name == "bf16")
    return llvm::Type::getBFloatTy(context);
  if (name == "f32")
    return llvm::Type::getFloatTy(context);
  if (name == "f64")
    return llvm::Type::getDoubleTy(context);
  const uint32_t bits = ptx::bitsOfType(name);
  const bool isInteger =
      name == "pred" ||
      (!name.empty() && (name.front() == 'b' || name.front() == 'u' || name.front() == 's'));
  return bits == 0 || !isInteger ? nullptr : llvm::Type::getIntNTy(context, bits);
}

llvm::Value *withType(llvm::IRBuilder<> &builder, llvm::Value *value, llvm::Type *type) {
  if (value->getType() == type)
    return value;
  if (!value->getType()->isIntegerTy())
    value =
        builder.CreateBitCast(value, builder.getIntNTy(value->getType()->getScalarSizeInBits()));
  value = builder.CreateZExtOrTrunc(value, builder.getIntNTy(type->getScalarSizeInBits()));
  return type->isIntegerTy() ? value : builder.CreateBitCast(value, type);
}

void PtxVariables::add(const ptx::Declaration &declaration) {
  const std::string name(declaration.name);
  if (declaration.space == "shared" && declaration.isExtern) {
    m_shared[name] = kDynamicShared;
    m_hasDynamic = true;
  } else if (declaration.space == "shared") {
    m_shared[name] = static_cast<uint32_t>(m_sharedBytes);
    m_sharedBytes += (declaration.bytes + kVariableAlignment - 1) & ~(kVariableAlignment - 1);
  } else if (declaration.space == "local") {
    llvm::IRBuilder<> builder(&*m_kernel.getEntryBlock().getFirstInsertionPt());
    llvm::AllocaInst *local =
        builder.CreateAlloca(llvm::ArrayType::get(builder.getInt8Ty(), declaration.bytes));
    local->setAlignment(llvm::Align(kVariableAlignment));
    m_locals[name] = local;
  }
}

void PtxVariables::layOut() {
  llvm::Module &module = *m_kernel.getParent();
  llvm::Type *byte = llvm::Type::getInt8Ty(module.getContext());
  const auto create = [&](uint64_t bytes, const char *name) {
    auto *global = new llvm::GlobalVariable(
        module, llvm::ArrayType::get(byte, bytes), false,
        bytes == 0 ? llvm::GlobalValue::ExternalLinkage : llvm::GlobalValue::InternalLinkage,
        bytes == 0 ? nullptr : llvm::PoisonValue::get(llvm::ArrayType::get(byte, bytes)), name,
        nullptr, llvm::GlobalValue::NotThreadLocal, kSharedSpace);
    global->setAlignment(llvm::Align(kVariableAlignment));
    return global;
  };
  if (m_sharedBytes != 0)
    m_static = create(m_sharedBytes, "shared_variables");
  if (m_hasDynamic)
    m_dynamic = create(0, "dynamic_shared_memory");
}

llvm::Value *PtxVariables::addressOf(llvm::IRBuilder<> &builder, std::string_view name) const {
  if (const auto shared = m_shared.find(name); shared != m_shared.end())
    return builder.getInt32(shared->second);
  if (const auto local = m_locals.find(name); local != m_locals.end())
    return builder.CreatePtrToInt(local->second, builder.getInt64Ty());
  return nullptr;
}

llvm::Value *PtxVariables::parameter(std::string_view name) const {
  for (size_t i = 0; i < m_names.size() && i < m_kernel.arg_size(); ++i)
    if (m_names[i] == name)
      return m_kernel.getArg(static_cast<unsigned>(i));
  return nullptr;
}

llvm::Value *PtxVariables::pointer(llvm::IRBuilder<> &builder, llvm::Value *address,
                                   ptx::StateSpace space) const {
  llvm::Type *wide = builder.getInt64Ty();
  address = withType(builder, address, wide);
  if (space != ptx::StateSpace::Shared)
    return builder.CreateIntToPtr(address, builder.getPtrTy());
  if (!m_static && !m_dynamic)
    return nullptr;
  llvm::Value *first =
      m_static ? builder.CreateGEP(builder.getInt8Ty(), m_static, address) : nullptr;
  if (!m_dynamic)
    return first;
  llvm::Value *behind = builder.CreateSub(address, builder.getInt64(kDynamicShared));
  llvm::Value *second = builder.CreateGEP(builder.getInt8Ty(), m_dynamic, behind);
  return first
             ? builder.CreateSelect(
                   builder.CreateICmpUGE(address, builder.getInt64(kDynamicShared)), second, first)
             : second;
}

PtxOperands::PtxOperands(const PtxVariables &variables, llvm::CallInst &call)
    : m_variables(variables), m_call(call) {
  llvm::Type *type = call.getType();
  const size_t count = type->isVoidTy() ? 0 : type->isStructTy() ? type->getStructNumElements() : 1;
  results.assign(count, nullptr);
  const auto constraints = llvm::cast<llvm::InlineAsm>(call.getCalledOperand())->ParseConstraints();
  for (size_t i = 0; i < count; ++i)
    if (constraints[i].hasMatchingInput())
      results[i] = call.getArgOperand(static_cast<unsigned>(constraints[i].MatchingInput) -
                                      static_cast<unsigned>(count));
}

llvm::Type *PtxOperands::outputType(size_t index) const {
  llvm::Type *type = m_call.getType();
  return type->isStructTy() ? type->getStructElementType(static_cast<unsigned>(index)) : type;
}

llvm::Type *PtxOperands::typeOf(const ptx::Operand &operand) const {
  return operand.kind == ptx::Operand::Kind::Placeholder && operand.placeholder < results.size()
             ? outputType(operand.placeholder)
             : nullptr;
}

llvm::Value *PtxOperands::value(llvm::IRBuilder<> &builder, const ptx::Operand &operand,
                                llvm::Type *type) const {
  llvm::Value *found = nullptr;
  switch (operand.kind) {
  case ptx::Operand::Kind::Placeholder:
    if (operand.placeholder < results.size())
      found = results[operand.placeholder];
    else if (operand.placeholder - results.size() < m_call.arg_size())
      found = m_call.getArgOperand(static_cast<unsigned>(operand.placeholder - results.size()));
    break;
  case ptx::Operand::Kind::Immediate:
    if (const auto number = numberOf(operand.text))
      found = builder.getInt64(*number);
    break;
  case ptx::Operand::Kind::Register:
    found = specialRegister(builder, operand.text);
    break;
  case ptx::Operand::Kind::Symbol:
    found = m_variables.addressOf(builder, operand.text);
    break;
  default:
    break;
  }
  if (!found)
    return nullptr;
  found = withType(builder, found, type);
  return operand.isNegated ? builder.CreateNot(found) : found;
}

llvm::Value *PtxOperands::pointer(llvm::IRBuilder<> &builder, const ptx::Operand &operand,
                                  ptx::StateSpace space) const {
  if (operand.kind != ptx::Operand::Kind::Address || operand.parts.size() != 1)
    return nullptr;
  const bool isShared = space == ptx::StateSpace::Shared;
  llvm::Type *type = isShared ? builder.getInt32Ty() : builder.getInt64Ty();
  llvm::Value *base = value(builder, operand.parts.front(), type);
  if (!base)
    return nullptr;
  llvm::Value *offset = llvm::ConstantInt::getSigned(type, operand.offset);
  return m_variables.pointer(builder, builder.CreateAdd(base, offset), space);
}

bool PtxOperands::set(llvm::IRBuilder<> &builder, const ptx::Operand &operand, llvm::Value *value) {
  if (operand.kind == ptx::Operand::Kind::Sink)
    return true;
  llvm::Type *type = typeOf(operand);
  if (!type || !value)
    return false;
  results[operand.placeholder] = withType(builder, value, type);
  return true;
}

llvm::Value *PtxOperands::result(llvm::IRBuilder<> &builder) const {
  llvm::Type *type = m_call.getType();
  const auto defined = [](llvm::Value *value, llvm::Type *of) {
    return value ? value : llvm::UndefValue::get(of);
  };
  if (!type->isStructTy())
    return results.empty() ? nullptr : defined(results.front(), type);
  llvm::Value *all = llvm::PoisonValue::get(type);
  for (size_t i = 0; i < results.size(); ++i)
    all = builder.CreateInsertValue(all, defined(results[i], outputType(i)),
                                    static_cast<unsigned>(i));
  return all;
}

} // namespace pstudio::cpu
