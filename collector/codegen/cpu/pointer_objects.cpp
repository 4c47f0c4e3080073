// SPDX-License-Identifier: Apache-2.0
#include "collector/codegen/cpu/pointer_objects.h"

#include "collector/codegen/cpu/markers.h"
#include "collector/codegen/cpu/shared_memory.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

namespace pstudio::cpu {
namespace {

/// Integer operations between ptrtoint and inttoptr that are followed.
constexpr unsigned kMaxIntegerSteps = 16;

/// The pointer that an integer was computed from by offsets and masks, or null.
llvm::Value *pointerOfInteger(llvm::Value *value, unsigned steps = kMaxIntegerSteps) {
  auto *operation = llvm::dyn_cast<llvm::Operator>(value);
  if (!operation || steps == 0)
    return nullptr;
  switch (operation->getOpcode()) {
  case llvm::Instruction::PtrToInt:
    return operation->getOperand(0);
  case llvm::Instruction::Sub:
    // The difference of two pointers is no pointer.
    return pointerOfInteger(operation->getOperand(1), steps - 1)
               ? nullptr
               : pointerOfInteger(operation->getOperand(0), steps - 1);
  case llvm::Instruction::Add:
  case llvm::Instruction::Or:
  case llvm::Instruction::Xor:
  case llvm::Instruction::And: {
    llvm::Value *left = pointerOfInteger(operation->getOperand(0), steps / 2);
    llvm::Value *right = pointerOfInteger(operation->getOperand(1), steps / 2);
    return left && right ? nullptr : left ? left : right;
  }
  case llvm::Instruction::Freeze:
    return pointerOfInteger(operation->getOperand(0), steps - 1);
  default:
    return nullptr;
  }
}

/// The one pointer that all elements of a vector of pointers are offsets from, or null.
llvm::Value *pointerOfVector(llvm::Value *vector) {
  if (auto *element = llvm::dyn_cast<llvm::GEPOperator>(vector)) {
    llvm::Value *base = element->getPointerOperand();
    return base->getType()->isVectorTy() ? pointerOfVector(base) : base;
  }
  if (auto *cast = llvm::dyn_cast<llvm::AddrSpaceCastOperator>(vector))
    return pointerOfVector(cast->getPointerOperand());
  return const_cast<llvm::Value *>(llvm::getSplatValue(vector));
}

/// The value that `value` is computed from and that has the same object; `value` itself if there is
/// none.
llvm::Value *sourceOf(llvm::Value *value) {
  llvm::Value *object = llvm::getUnderlyingObject(value, /*MaxLookup=*/0);
  llvm::Value *source = nullptr;
  if (auto *freeze = llvm::dyn_cast<llvm::FreezeInst>(object))
    source = freeze->getOperand(0);
  else if (auto *element = llvm::dyn_cast<llvm::ExtractElementInst>(object))
    source = pointerOfVector(element->getVectorOperand());
  else if (llvm::Operator::getOpcode(object) == llvm::Instruction::IntToPtr)
    source = pointerOfInteger(llvm::cast<llvm::Operator>(object)->getOperand(0));
  return source ? sourceOf(source) : object;
}

bool isFixedLocal(const llvm::Value *object) {
  const auto *local = llvm::dyn_cast<llvm::AllocaInst>(object);
  return local && local->isStaticAlloca();
}

} // namespace

PointerObjects::PointerObjects(llvm::Function &function, ModuleObjects &objects)
    : m_function(function), m_objects(objects),
      m_int64(llvm::Type::getInt64Ty(function.getContext())) {}

PointerObject PointerObjects::of(llvm::Value *pointer) {
  return resolve(sourceOf(pointer));
}

PointerObject PointerObjects::resolve(llvm::Value *value) {
  if (const auto found = m_found.find(value); found != m_found.end())
    return found->second;
  PointerObject object;
  if (isKnown(value))
    object = known(value);
  else if (auto *phi = llvm::dyn_cast<llvm::PHINode>(value))
    return ofPhi(*phi); // stores its result before it visits its operands
  else if (auto *select = llvm::dyn_cast<llvm::SelectInst>(value);
           select && !select->getCondition()->getType()->isVectorTy())
    object = ofSelect(*select);
  else if (llvm::isa<llvm::Constant>(value))
    object = none();
  else
    object = foundAtRunTime(value);
  m_found[value] = object;
  return object;
}

bool PointerObjects::isKnown(const llvm::Value *object) const {
  if (const auto *argument = llvm::dyn_cast<llvm::Argument>(object))
    return argument->getParent() == &m_objects.kernel() || argument->hasByValAttr();
  return llvm::isa<llvm::GlobalVariable, llvm::AllocaInst>(object);
}

PointerObject PointerObjects::known(llvm::Value *object) {
  PointerObject found;
  found.object = object;
  llvm::IRBuilder<> builder(placeAfter(object));
  found.base = asInteger(builder, object);
  found.size = sizeOf(object, found);
  return found;
}

/// Describes the object and returns its size in bytes.
llvm::Value *PointerObjects::sizeOf(llvm::Value *object, PointerObject &described) {
  llvm::Module &module = m_objects.module();
  const llvm::DataLayout &layout = module.getDataLayout();
  llvm::IRBuilder<> builder(placeAfter(object));
  if (const auto *argument = llvm::dyn_cast<llvm::Argument>(object);
      argument && argument->getParent() == &m_objects.kernel()) {
    described.kind = ObjectKind::Argument;
    described.index = argument->getArgNo();
    return builder.CreateCall(marker(module, markers::kExtent, m_int64, {builder.getInt32Ty()}),
                              {builder.getInt32(described.index)});
  }
  if (!llvm::isa<llvm::GlobalVariable>(object)) {
    described.index = m_objects.local(*object);
    const std::optional<uint64_t> fixed = fixedBytesOf(*object, layout);
    described.kind = fixed ? ObjectKind::Local : ObjectKind::Unknown;
    if (fixed)
      return builder.getInt64(*fixed);
    m_objects.findAtRunTime(); // the size is known at run time only
    return bytesOf(*llvm::cast<llvm::AllocaInst>(object), builder);
  }
  const auto &global = *llvm::cast<llvm::GlobalVariable>(object);
  if (isDynamicShared(global)) {
    described.kind = ObjectKind::DynamicShared;
    return builder.CreateCall(marker(module, markers::kDynamicExtent, m_int64, {}));
  }
  const bool isShared = global.getAddressSpace() == kSharedSpace;
  described.kind = isShared ? ObjectKind::Shared : ObjectKind::Variable;
  described.index = isShared ? sharedBufferIndex(module, global) : m_objects.variable(global);
  return builder.getInt64(layout.getTypeAllocSize(global.getValueType()).getFixedValue());
}

PointerObject PointerObjects::none() const {
  PointerObject object;
  object.base = object.size = llvm::ConstantInt::get(m_int64, 0);
  return object;
}

PointerObject PointerObjects::ofPhi(llvm::PHINode &phi) {
  llvm::SmallVector<const llvm::Value *, 4> sources;
  llvm::getUnderlyingObjects(&phi, sources, nullptr, /*MaxLookup=*/0);
  if (auto *only = sources.size() == 1 ? const_cast<llvm::Value *>(sources.front()) : nullptr;
      only && isKnown(only) && (!llvm::isa<llvm::AllocaInst>(only) || isFixedLocal(only)))
    return m_found[&phi] = resolve(only);

  m_objects.findAtRunTime();
  llvm::IRBuilder<> builder(&phi);
  auto *base = builder.CreatePHI(m_int64, phi.getNumIncomingValues(), "object.base");
  auto *size = builder.CreatePHI(m_int64, phi.getNumIncomingValues(), "object.size");
  PointerObject object;
  object.base = base;
  object.size = size;
  m_found[&phi] = object;
  for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
    const PointerObject incoming = of(phi.getIncomingValue(i));
    base->addIncoming(incoming.base, phi.getIncomingBlock(i));
    size->addIncoming(incoming.size, phi.getIncomingBlock(i));
  }
  return object;
}

PointerObject PointerObjects::ofSelect(llvm::SelectInst &select) {
  const PointerObject left = of(select.getTrueValue()), right = of(select.getFalseValue());
  if (left.object && left.object == right.object)
    return left;
  m_objects.findAtRunTime();
  llvm::IRBuilder<> builder(placeAfter(&select));
  PointerObject object;
  object.base = builder.CreateSelect(select.getCondition(), left.base, right.base, "object.base");
  object.size = builder.CreateSelect(select.getCondition(), left.size, right.size, "object.size");
  return object;
}

PointerObject PointerObjects::foundAtRunTime(llvm::Value *pointer) {
  m_objects.findAtRunTime();
  if (!m_bounds) {
    llvm::IRBuilder<> entry(&*m_function.getEntryBlock().getFirstInsertionPt());
    m_bounds = entry.CreateAlloca(llvm::ArrayType::get(m_int64, 2), nullptr, "object.bounds");
  }
  llvm::IRBuilder<> builder(placeAfter(pointer));
  llvm::Type *any = builder.getPtrTy();
  builder.CreateCall(
      marker(m_objects.module(), markers::kFindObject, builder.getVoidTy(), {any, any, any}),
      {builder.CreateAddrSpaceCast(pointer, any), m_objects.variableAddresses(),
       builder.CreateAddrSpaceCast(m_bounds, any)});
  PointerObject object;
  object.base = builder.CreateLoad(m_int64, m_bounds, "object.base");
  object.size = builder.CreateLoad(
      m_int64, builder.CreateConstInBoundsGEP1_64(m_int64, m_bounds, 1), "object.size");
  return object;
}

llvm::Value *PointerObjects::asInteger(llvm::IRBuilder<> &builder, llvm::Value *pointer) {
  return builder.CreatePtrToInt(builder.CreateAddrSpaceCast(pointer, builder.getPtrTy()), m_int64);
}

/// The first instruction before which `definition` is available.
llvm::Instruction *PointerObjects::placeAfter(llvm::Value *definition) {
  if (auto *instruction = llvm::dyn_cast<llvm::Instruction>(definition))
    if (const auto place = instruction->getInsertionPointAfterDef())
      return &**place;
  return &*m_function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca(); // after m_bounds
}

} // namespace pstudio::cpu
