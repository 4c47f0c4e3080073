// SPDX-License-Identifier: Apache-2.0
// Variables and local arrays of a module: their names, and the data that the runtime requires of
// them.
#include "collector/codegen/cpu/markers.h"
#include "collector/codegen/cpu/pointer_objects.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

namespace pstudio::cpu {
namespace {

/// True for memory that kernels access by addresses of this process: not shared memory, which is
/// part of the thread's context, and not LLVM's own tables.
bool isVariable(const llvm::GlobalVariable &global) {
  return global.getAddressSpace() != kSharedSpace && !global.getName().starts_with("llvm.");
}

/// The name in the source, or that in the IR; empty if there is neither.
std::string nameOf(const llvm::Value &array) {
  auto &local = const_cast<llvm::Value &>(array);
  for (const llvm::DbgDeclareInst *declared : llvm::findDbgDeclares(&local))
    return declared->getVariable()->getName().str();
  for (const llvm::DbgVariableRecord *declared : llvm::findDVRDeclares(&local))
    return declared->getVariable()->getName().str();
  return array.getName().str();
}

/// True if `array` is accessed directly only: its address is nowhere stored, selected or passed on.
bool isAccessedDirectly(const llvm::Value &array) {
  llvm::SmallVector<const llvm::Value *, 8> pointers{&array};
  while (!pointers.empty())
    for (const llvm::Use &use : pointers.pop_back_val()->uses()) {
      const llvm::User *user = use.getUser();
      if (llvm::isa<llvm::GetElementPtrInst, llvm::AddrSpaceCastInst, llvm::BitCastInst>(user))
        pointers.push_back(user);
      else if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(user);
               store && store->getValueOperand() == use.get())
        return false;
      else if (!llvm::isa<llvm::LoadInst, llvm::StoreInst, llvm::AtomicRMWInst,
                          llvm::AtomicCmpXchgInst, llvm::MemIntrinsic, llvm::LifetimeIntrinsic,
                          llvm::DbgInfoIntrinsic, llvm::ICmpInst>(user))
        return false;
    }
  return true;
}

/// Removes lifetimes: with them LLVM may assign the same memory to two arrays that exist at
/// different times.
void removeLifetimes(llvm::Value &array) {
  for (llvm::User *user : llvm::make_early_inc_range(array.users()))
    if (auto *lifetime = llvm::dyn_cast<llvm::LifetimeIntrinsic>(user))
      lifetime->eraseFromParent();
}

/// Replaces `array` by one with unused bytes after it, so that a pointer to its end does not point
/// to another array. Arrays whose length is known only at run time are not changed.
llvm::AllocaInst *separated(llvm::AllocaInst &array) {
  const std::optional<uint64_t> bytes = fixedBytesOf(array, array.getDataLayout());
  if (!bytes || !array.isStaticAlloca())
    return &array;
  llvm::IRBuilder<> builder(&array);
  auto *longer = builder.CreateAlloca(llvm::ArrayType::get(builder.getInt8Ty(), *bytes + 1),
                                      array.getAddressSpace());
  longer->setAlignment(array.getAlign());
  longer->takeName(&array);
  array.replaceAllUsesWith(longer);
  return longer;
}

bool isLocal(const llvm::Value &value, const llvm::Function &kernel) {
  if (const auto *argument = llvm::dyn_cast<llvm::Argument>(&value))
    return argument->getParent() != &kernel && argument->hasByValAttr();
  return llvm::isa<llvm::AllocaInst>(value);
}

} // namespace

std::optional<uint64_t> fixedBytesOf(const llvm::Value &array, const llvm::DataLayout &layout) {
  if (const auto *argument = llvm::dyn_cast<llvm::Argument>(&array))
    return layout.getTypeAllocSize(argument->getParamByValType()).getFixedValue();
  const auto size = llvm::cast<llvm::AllocaInst>(array).getAllocationSize(layout);
  return size && !size->isScalable() ? std::optional(size->getFixedValue()) : std::nullopt;
}

llvm::Value *bytesOf(llvm::AllocaInst &array, llvm::IRBuilder<> &builder) {
  const llvm::DataLayout &layout = array.getDataLayout();
  if (const std::optional<uint64_t> fixed = fixedBytesOf(array, layout))
    return builder.getInt64(*fixed);
  return builder.CreateMul(
      builder.CreateZExtOrTrunc(array.getArraySize(), builder.getInt64Ty()),
      builder.getInt64(layout.getTypeAllocSize(array.getAllocatedType()).getFixedValue()));
}

ModuleObjects::ModuleObjects(llvm::Module &module, const llvm::Function &kernel, ProgramMap &map)
    : m_module(module), m_kernel(kernel), m_map(map) {
  const llvm::DataLayout &layout = module.getDataLayout();
  for (const llvm::GlobalVariable &global : module.globals())
    if (isVariable(global)) {
      m_variables[&global] = static_cast<uint32_t>(m_map.variables.size());
      m_map.variables.push_back(
          {(global.isConstant() ? "the constant " : "the variable ") + global.getName().str(),
           layout.getTypeAllocSize(global.getValueType()).getFixedValue()});
    }
  for (llvm::Function &function : module) {
    if (!isKernelCode(function))
      continue;
    for (llvm::Argument &argument : function.args())
      if (isLocal(argument, kernel) && !isAccessedDirectly(argument))
        m_indirect.push_back(&argument);
    for (llvm::Instruction &instruction : llvm::instructions(function))
      if (isLocal(instruction, kernel) && !isAccessedDirectly(instruction))
        m_indirect.push_back(&instruction);
  }
}

uint32_t ModuleObjects::local(const llvm::Value &array) {
  const auto [place, isNew] =
      m_locals.try_emplace(&array, static_cast<uint32_t>(m_map.locals.size()));
  if (isNew) {
    const std::string name = nameOf(array);
    m_map.locals.push_back(
        {name.empty() ? "a thread's local array" : "a thread's local array " + name,
         fixedBytesOf(array, m_module.getDataLayout()).value_or(0)});
  }
  return place->second;
}

llvm::Constant *ModuleObjects::variableAddresses() {
  auto *pointer = llvm::PointerType::get(m_module.getContext(), 0);
  if (m_variables.empty())
    return llvm::ConstantPointerNull::get(pointer);
  if (!m_addresses) {
    std::vector<llvm::Constant *> addresses(m_variables.size());
    for (const auto &[global, index] : m_variables)
      addresses[index] = llvm::ConstantExpr::getPointerBitCastOrAddrSpaceCast(
          const_cast<llvm::GlobalVariable *>(global), pointer);
    auto *table = llvm::ArrayType::get(pointer, addresses.size());
    m_addresses = new llvm::GlobalVariable(
        m_module, table, /*isConstant=*/true, llvm::GlobalValue::InternalLinkage,
        llvm::ConstantArray::get(table, addresses), "pstudio.cpu.variables");
  }
  return m_addresses;
}

void ModuleObjects::declareLocalArrays() {
  if (!m_findsAtRunTime)
    return;
  for (llvm::Value *array : m_indirect) {
    const uint32_t index = local(*array);
    if (auto *allocation = llvm::dyn_cast<llvm::AllocaInst>(array)) {
      removeLifetimes(*allocation);
      array = separated(*allocation);
      llvm::IRBuilder<> builder(llvm::cast<llvm::AllocaInst>(array)->getNextNode());
      declare(*array, *bytesOf(*allocation, builder), index, builder);
      if (array != allocation)
        allocation->eraseFromParent();
    } else {
      llvm::Function &function = *llvm::cast<llvm::Argument>(array)->getParent();
      llvm::IRBuilder<> builder(&*function.getEntryBlock().getFirstInsertionPt());
      const uint64_t bytes = *fixedBytesOf(*array, m_module.getDataLayout());
      declare(*array, *builder.getInt64(bytes), index, builder);
    }
  }
}

void ModuleObjects::declare(llvm::Value &array, llvm::Value &bytes, uint32_t index,
                            llvm::IRBuilder<> &builder) {
  builder.CreateCall(marker(m_module, markers::kLocalArray, builder.getVoidTy(),
                            {builder.getPtrTy(), builder.getInt64Ty(), builder.getInt32Ty()}),
                     {builder.CreateAddrSpaceCast(&array, builder.getPtrTy()), &bytes,
                      builder.getInt32(index)});
}

} // namespace pstudio::cpu
