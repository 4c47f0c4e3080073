// SPDX-License-Identifier: Apache-2.0
// Reads and writes !nvvm.annotations.
#include "collector/foreign/kernel_marks.h"

#include <string>

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"

namespace pstudio::foreign {
namespace {

constexpr llvm::StringLiteral kAnnotations = "nvvm.annotations";

/// The number that an annotation gives, the last one if it is given several times.
std::optional<uint32_t> annotation(const llvm::Function &function, llvm::StringRef key) {
  const llvm::NamedMDNode *all = function.getParent()->getNamedMetadata(kAnnotations);
  std::optional<uint32_t> result;
  if (!all)
    return result;
  for (const llvm::MDNode *node : all->operands()) {
    if (node->getNumOperands() == 0 ||
        llvm::mdconst::dyn_extract_or_null<llvm::Function>(node->getOperand(0)) != &function)
      continue;
    for (unsigned i = 1; i + 1 < node->getNumOperands(); i += 2) {
      const auto *name = llvm::dyn_cast<llvm::MDString>(node->getOperand(i));
      const auto *value = llvm::mdconst::dyn_extract<llvm::ConstantInt>(node->getOperand(i + 1));
      if (name && value && name->getString() == key)
        result = static_cast<uint32_t>(value->getZExtValue());
    }
  }
  return result;
}

void annotate(llvm::Function &function, llvm::StringRef key, uint32_t value) {
  llvm::LLVMContext &context = function.getContext();
  if (annotation(function, key))
    return;
  auto *number = llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), value);
  function.getParent()
      ->getOrInsertNamedMetadata(kAnnotations)
      ->addOperand(llvm::MDNode::get(context, {llvm::ConstantAsMetadata::get(&function),
                                               llvm::MDString::get(context, key),
                                               llvm::ConstantAsMetadata::get(number)}));
}

/// Numbers of "256" or "16,16,1".
llvm::SmallVector<uint32_t> numbersOf(const llvm::Function &function, llvm::StringRef attribute) {
  llvm::SmallVector<uint32_t> numbers;
  llvm::SmallVector<llvm::StringRef> parts;
  function.getFnAttribute(attribute).getValueAsString().split(parts, ',');
  for (const llvm::StringRef part : parts)
    if (uint32_t number = 0; !part.trim().getAsInteger(10, number))
      numbers.push_back(number);
  return numbers;
}

void annotateDimensions(llvm::Function &function, llvm::StringRef attribute,
                        const std::array<llvm::StringLiteral, 3> &keys) {
  const llvm::SmallVector<uint32_t> numbers = numbersOf(function, attribute);
  for (size_t i = 0; i < numbers.size() && i < 3; ++i)
    annotate(function, keys[i], numbers[i]);
  // A directive names all three.
  for (size_t i = numbers.size(); !numbers.empty() && i < 3; ++i)
    annotate(function, keys[i], 1);
}

void annotateNumber(llvm::Function &function, llvm::StringRef attribute, llvm::StringRef key) {
  if (const auto numbers = numbersOf(function, attribute); !numbers.empty())
    annotate(function, key, numbers[0]);
}

bool isKernel(const llvm::Function &function) {
  switch (function.getCallingConv()) {
  case llvm::CallingConv::PTX_Kernel:
  case llvm::CallingConv::AMDGPU_KERNEL:
    return true;
  default:
    return annotation(function, "kernel").value_or(0) != 0;
  }
}

} // namespace

std::vector<llvm::Function *> kernelsOf(llvm::Module &module) {
  std::vector<llvm::Function *> kernels;
  for (llvm::Function &function : module)
    if (!function.isDeclaration() && isKernel(function))
      kernels.push_back(&function);
  return kernels;
}

std::optional<std::array<uint32_t, 3>> requiredBlock(const llvm::Function &kernel) {
  const auto x = annotation(kernel, "reqntidx");
  if (!x)
    return std::nullopt;
  return std::array<uint32_t, 3>{*x, annotation(kernel, "reqntidy").value_or(1),
                                 annotation(kernel, "reqntidz").value_or(1)};
}

void annotateLaunchFacts(llvm::Module &module) {
  for (llvm::Function *kernel : kernelsOf(module)) {
    annotateDimensions(*kernel, "nvvm.reqntid", {"reqntidx", "reqntidy", "reqntidz"});
    annotateDimensions(*kernel, "nvvm.maxntid", {"maxntidx", "maxntidy", "maxntidz"});
    annotateNumber(*kernel, "nvvm.minctasm", "minctasm");
    annotateNumber(*kernel, "nvvm.maxnreg", "maxnreg");
    annotateNumber(*kernel, "nvvm.maxclusterrank", "maxclusterrank");
    annotateDimensions(*kernel, "nvvm.cluster_dim",
                       {"cluster_dim_x", "cluster_dim_y", "cluster_dim_z"});
  }
}

} // namespace pstudio::foreign
