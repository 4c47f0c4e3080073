// SPDX-License-Identifier: Apache-2.0
#include "collector/foreign/ptx/kernel_head.h"

#include <charconv>

#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"

namespace pstudio::foreign {
namespace {

constexpr const char *kDataLayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64";

llvm::Type *typeOfParameter(const ptx::Declaration &parameter, llvm::LLVMContext &context) {
  if (parameter.type == "f32" && !parameter.isArray)
    return llvm::Type::getFloatTy(context);
  if (parameter.type == "f64" && !parameter.isArray)
    return llvm::Type::getDoubleTy(context);
  const unsigned bits = parameter.isArray ? 0 : ptx::bitsOfType(parameter.type);
  return llvm::Type::getIntNTy(context, bits < 8 ? 32 : bits);
}

void annotate(llvm::Function &kernel, const std::string &what, uint32_t value) {
  llvm::LLVMContext &context = kernel.getContext();
  llvm::Type *type = llvm::Type::getInt32Ty(context);
  llvm::Metadata *parts[] = {llvm::ValueAsMetadata::get(&kernel),
                             llvm::MDString::get(context, what),
                             llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(type, value))};
  kernel.getParent()
      ->getOrInsertNamedMetadata("nvvm.annotations")
      ->addOperand(llvm::MDNode::get(context, parts));
}

void annotateExtent(llvm::Function &kernel, const std::string &what,
                    const std::optional<ptx::Extent> &extent) {
  constexpr const char *kAxes[] = {"x", "y", "z"};
  for (size_t i = 0; extent && i < extent->size(); ++i)
    annotate(kernel, what + kAxes[i], (*extent)[i]);
}

uint64_t saturatedSum(uint64_t a, uint64_t b) {
  uint64_t sum = 0;
  return __builtin_add_overflow(a, b, &sum) ? UINT64_MAX : sum;
}

} // namespace

std::string liftedChip(std::string_view architecture) {
  std::string_view digits = architecture;
  if (digits.starts_with("sm_"))
    digits.remove_prefix(3);
  uint32_t capability = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), capability);
  return capability > 90 ? "sm_90a" : std::string(architecture);
}

uint64_t staticSharedBytes(const ptx::Module &module, const ptx::Body &body) {
  constexpr uint64_t kAlignment = 16;
  uint64_t bytes = 0;
  const auto add = [&bytes](const ptx::Declaration &declaration) {
    if (declaration.space == "shared" && !declaration.isExtern && declaration.bytes != 0)
      bytes =
          saturatedSum(bytes, saturatedSum(declaration.bytes, kAlignment - 1) & ~(kAlignment - 1));
  };
  for (const ptx::Declaration &variable : module.variables)
    add(variable);
  for (const ptx::BodyStatement &statement : body.statements)
    if (statement.kind == ptx::BodyStatement::Kind::Declaration)
      if (const auto declaration = ptx::readDeclaration(module.text, statement.range))
        add(*declaration);
  return bytes;
}

llvm::Function &createKernel(llvm::Module &lifted, const ptx::Function &entry,
                             const std::string &chip) {
  llvm::LLVMContext &context = lifted.getContext();
  lifted.setTargetTriple("nvptx64-nvidia-cuda");
  lifted.setDataLayout(kDataLayout);
  llvm::SmallVector<llvm::Type *> types;
  for (const ptx::Declaration &parameter : entry.parameters)
    types.push_back(typeOfParameter(parameter, context));
  auto *kernel =
      llvm::Function::Create(llvm::FunctionType::get(llvm::Type::getVoidTy(context), types, false),
                             llvm::GlobalValue::ExternalLinkage,
                             llvm::StringRef(entry.name.data(), entry.name.size()), lifted);
  kernel->setCallingConv(llvm::CallingConv::PTX_Kernel);
  kernel->addFnAttr("target-cpu", chip);
  kernel->setConvergent();
  kernel->setDoesNotThrow();
  annotate(*kernel, "kernel", 1);
  annotateExtent(*kernel, "reqntid", entry.requiredBlock);
  if (!entry.requiredBlock)
    annotateExtent(*kernel, "maxntid", entry.largestBlock);
  return *kernel;
}

} // namespace pstudio::foreign
