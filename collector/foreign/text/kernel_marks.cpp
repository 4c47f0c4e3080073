// SPDX-License-Identifier: Apache-2.0
// Reads and writes !nvvm.annotations.
#include "collector/foreign/text/kernel_marks.h"

#include <string>

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"

namespace pstudio::foreign {
namespace {

constexpr llvm::StringLiteral kAnnotations = "nvvm.annotations";

/// The value of an annotation; the last one if there are several.
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
  // A directive has all three extents.
  for (size_t i = numbers.size(); !numbers.empty() && i < 3; ++i)
    annotate(function, keys[i], 1);
}

void annotateNumber(llvm::Function &function, llvm::StringRef attribute, llvm::StringRef key) {
  if (const auto numbers = numbersOf(function, attribute); !numbers.empty())
    annotate(function, key, numbers[0]);
}

/// Marks by-value parameters that are read in parameter space, not from a copy. LLVM 20 marks the
/// parameter; LLVM 19 reads a list of numbers that start at 1.
void annotateGridConstants(llvm::Function &function) {
  llvm::LLVMContext &context = function.getContext();
  llvm::SmallVector<llvm::Metadata *> numbers;
  for (const llvm::Argument &argument : function.args())
    if (argument.hasByValAttr() &&
        function.getAttributes().hasParamAttr(argument.getArgNo(), "nvvm.grid_constant"))
      numbers.push_back(llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(
          llvm::Type::getInt32Ty(context), uint64_t{argument.getArgNo()} + 1)));
  if (numbers.empty())
    return;
  function.getParent()
      ->getOrInsertNamedMetadata(kAnnotations)
      ->addOperand(llvm::MDNode::get(context, {llvm::ConstantAsMetadata::get(&function),
                                               llvm::MDString::get(context, "grid_constant"),
                                               llvm::MDNode::get(context, numbers)}));
}

using Field = LaunchRule::Field;
using Kind = LaunchRule::Kind;

/// AMD's front ends store it as metadata of the kernel.
void addWorkGroup(const llvm::Function &kernel, std::vector<LaunchRule> &rules) {
  const llvm::MDNode *node = kernel.getMetadata("reqd_work_group_size");
  if (!node || node->getNumOperands() != 3)
    return;
  LaunchRule rule{Field::Block, Kind::Exactly, "reqd_work_group_size"};
  for (unsigned i = 0; i < 3; ++i) {
    const auto *extent = llvm::mdconst::dyn_extract<llvm::ConstantInt>(node->getOperand(i));
    if (!extent)
      return;
    rule.extents[i] = extent->getSExtValue();
  }
  rules.push_back(std::move(rule));
}

/// "1,256": the fewest and the most threads of a CTA.
void addFlatWorkGroup(const llvm::Function &kernel, std::vector<LaunchRule> &rules) {
  constexpr llvm::StringLiteral kAttribute = "amdgpu-flat-work-group-size";
  const llvm::SmallVector<uint32_t> numbers = numbersOf(kernel, kAttribute);
  if (numbers.size() != 2)
    return;
  rules.push_back({Field::Block, Kind::AtLeast, kAttribute.str(), {numbers[0], 1, 1}});
  rules.push_back({Field::Block, Kind::AtMost, kAttribute.str(), {numbers[1], 1, 1}});
}

/// A rule of the annotations `keys`, x, y and z, if one of them is there.
void addExtents(const llvm::Function &kernel, const std::array<llvm::StringLiteral, 3> &keys,
                LaunchRule rule, std::vector<LaunchRule> &rules) {
  bool isGiven = false;
  for (size_t i = 0; i < keys.size(); ++i)
    if (const auto extent = annotation(kernel, keys[i])) {
      rule.extents[i] = *extent;
      isGiven = true;
    }
  if (isGiven)
    rules.push_back(std::move(rule));
}

/// True if an instruction of `function` uses `value`, possibly within a constant expression.
bool isUsedIn(const llvm::Value &value, const llvm::Function &function) {
  return llvm::any_of(value.users(), [&](const llvm::User *user) {
    if (const auto *instruction = llvm::dyn_cast<llvm::Instruction>(user))
      return instruction->getFunction() == &function;
    return llvm::isa<llvm::ConstantExpr>(user) && isUsedIn(*user, function);
  });
}

/// Name of the external shared array without a length that `kernel` uses; the launch determines its
/// length.
std::string dynamicSharedOf(const llvm::Function &kernel) {
  constexpr unsigned kSharedSpace = 3;
  const llvm::Module &module = *kernel.getParent();
  for (const llvm::GlobalVariable &global : module.globals())
    if (global.getAddressSpace() == kSharedSpace && global.isDeclaration() &&
        module.getDataLayout().getTypeAllocSize(global.getValueType()) == 0 &&
        isUsedIn(global, kernel))
      return global.getName().str();
  return {};
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

LaunchMarks launchMarks(const llvm::Function &kernel) {
  LaunchMarks marks;
  addWorkGroup(kernel, marks.rules);
  addFlatWorkGroup(kernel, marks.rules);
  addExtents(kernel, {"reqntidx", "reqntidy", "reqntidz"},
             {Field::Block, Kind::Exactly, "nvvm.reqntid"}, marks.rules);
  addExtents(kernel, {"maxntidx", "maxntidy", "maxntidz"},
             {Field::Block, Kind::AtMost, "nvvm.maxntid"}, marks.rules);
  addExtents(kernel, {"cluster_dim_x", "cluster_dim_y", "cluster_dim_z"},
             {Field::Cluster, Kind::Exactly, "nvvm.cluster_dim"}, marks.rules);
  if (const auto rank = annotation(kernel, "maxclusterrank"))
    marks.rules.push_back({Field::Cluster, Kind::AtMost, "nvvm.maxclusterrank", {*rank, 1, 1}});
  marks.dynamicShared = dynamicSharedOf(kernel);
  return marks;
}

size_t annotateLaunchFacts(llvm::Module &module) {
  const llvm::NamedMDNode *given = module.getNamedMetadata(kAnnotations);
  const size_t count = given ? given->getNumOperands() : 0;
  for (llvm::Function *kernel : kernelsOf(module)) {
    annotateDimensions(*kernel, "nvvm.reqntid", {"reqntidx", "reqntidy", "reqntidz"});
    annotateDimensions(*kernel, "nvvm.maxntid", {"maxntidx", "maxntidy", "maxntidz"});
    annotateNumber(*kernel, "nvvm.minctasm", "minctasm");
    annotateNumber(*kernel, "nvvm.maxnreg", "maxnreg");
    annotateNumber(*kernel, "nvvm.maxclusterrank", "maxclusterrank");
    annotateDimensions(*kernel, "nvvm.cluster_dim",
                       {"cluster_dim_x", "cluster_dim_y", "cluster_dim_z"});
    annotateGridConstants(*kernel);
  }
  return count;
}

void keepAnnotations(llvm::Module &module, size_t count) {
  llvm::NamedMDNode *all = module.getNamedMetadata(kAnnotations);
  if (!all)
    return;
  const llvm::SmallVector<llvm::MDNode *> nodes(all->operands());
  all->clearOperands();
  for (llvm::MDNode *node : llvm::ArrayRef(nodes).take_front(count))
    all->addOperand(node);
  if (count == 0)
    all->eraseFromParent();
}

} // namespace pstudio::foreign
