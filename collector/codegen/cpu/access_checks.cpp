// SPDX-License-Identifier: Apache-2.0
// Finds the object of an access and compares the address with the object's extent.
#include "collector/codegen/cpu/access_checks.h"

#include "collector/codegen/stages/guess_scope.h"
#include "collector/codegen/cpu/markers.h"
#include "collector/codegen/cpu/pointer_objects.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

namespace pstudio::cpu {
namespace {

/// True for a part of an atomic operation of the kernel, which is traced as one access.
bool isGuess(const llvm::Instruction &instruction) {
  const auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
  if (!load || !load->isAtomic())
    return false;
  llvm::SmallVector<llvm::StringRef> scopes;
  load->getContext().getSyncScopeNames(scopes);
  return scopes[load->getSyncScopeID()] == llvm::StringRef(kGuessScope);
}

/// One access to check.
struct Access {
  llvm::Instruction *instruction;
  llvm::Value *pointer;
  llvm::Value *bytes; ///< i64
  bool isWrite;
  bool isAtomic = false;
};

class CheckInserter {
public:
  CheckInserter(llvm::Function &function, ModuleObjects &module, ProgramMap &map,
                bool tracesAccesses)
      : m_function(function), m_moduleObjects(module), m_objects(function, module),
        m_module(module.module()), m_layout(m_module.getDataLayout()), m_map(map),
        m_tracesAccesses(tracesAccesses), m_int64(llvm::Type::getInt64Ty(m_module.getContext())) {}

  void run() {
    llvm::SmallVector<Access, 32> accesses;
    for (llvm::Instruction &instruction : llvm::instructions(m_function))
      collect(instruction, accesses);
    for (const Access &access : accesses)
      check(access);
  }

private:
  llvm::Value *sizeOf(llvm::Type *type) {
    return llvm::ConstantInt::get(m_int64, m_layout.getTypeStoreSize(type).getFixedValue());
  }

  void collect(llvm::Instruction &instruction, llvm::SmallVectorImpl<Access> &accesses) {
    if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
      accesses.push_back({load, load->getPointerOperand(), sizeOf(load->getType()), false});
    } else if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
      accesses.push_back(
          {store, store->getPointerOperand(), sizeOf(store->getValueOperand()->getType()), true});
    } else if (auto *update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
      accesses.push_back({update, update->getPointerOperand(),
                          sizeOf(update->getValOperand()->getType()), true, true});
    } else if (auto *exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
      accesses.push_back({exchange, exchange->getPointerOperand(),
                          sizeOf(exchange->getCompareOperand()->getType()), true, true});
    } else if (auto *fill = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction)) {
      accesses.push_back({fill, fill->getRawDest(), widen(fill, fill->getLength()), true});
      if (auto *move = llvm::dyn_cast<llvm::MemTransferInst>(fill))
        accesses.push_back({move, move->getRawSource(), widen(move, move->getLength()), false});
    } else if (calledMarker(instruction) == intrinsics::kAsyncCopy) {
      auto &call = llvm::cast<llvm::CallBase>(instruction);
      llvm::Value *bytes = widen(&call, call.getArgOperand(2));
      accesses.push_back({&call, call.getArgOperand(0), bytes, true});
      accesses.push_back({&call, call.getArgOperand(1), bytes, false});
    }
  }

  llvm::Value *widen(llvm::Instruction *before, llvm::Value *length) {
    return llvm::IRBuilder<>(before).CreateZExtOrTrunc(length, m_int64);
  }

  void check(const Access &access) {
    AccessSite site;
    site.isWrite = access.isWrite;
    site.isAtomic = access.isAtomic;
    site.location = locationOf(*access.instruction);
    if (const auto *bytes = llvm::dyn_cast<llvm::ConstantInt>(access.bytes))
      site.bytes = static_cast<uint32_t>(bytes->getZExtValue());

    const PointerObject object = m_objects.of(access.pointer);
    site.object = object.kind;
    site.index = object.index;
    if (isProvablyInside(access, object, site))
      return;
    m_map.accesses.push_back(site);
    llvm::IRBuilder<> builder(access.instruction);
    llvm::Value *number = builder.getInt32(static_cast<uint32_t>(m_map.accesses.size() - 1));
    llvm::Value *address = builder.CreateAddrSpaceCast(access.pointer, builder.getPtrTy());
    insertCheck(access, object, *address, *number);
    const bool isOfThreads =
        site.object == ObjectKind::Variable || site.object == ObjectKind::Local;
    if (m_tracesAccesses && !isOfThreads && !isGuess(*access.instruction)) {
      builder.SetInsertPoint(access.instruction); // the check split the block
      builder.CreateCall(marker(m_module, markers::kTraceAccess, builder.getVoidTy(),
                                {builder.getPtrTy(), builder.getInt32Ty()}),
                         {address, number});
    }
  }

  void insertCheck(const Access &access, const PointerObject &object, llvm::Value &address,
                   llvm::Value &number) {
    llvm::IRBuilder<> builder(access.instruction);
    const bool isKnown = object.kind != ObjectKind::Unknown;
    llvm::Instruction *slowPath = llvm::SplitBlockAndInsertIfThen(
        isOutside(access, object, address, builder), access.instruction, /*Unreachable=*/isKnown,
        llvm::MDBuilder(m_module.getContext()).createUnlikelyBranchWeights());
    builder.SetInsertPoint(slowPath);
    llvm::Type *pointer = builder.getPtrTy();
    llvm::SmallVector<llvm::Value *, 5> arguments{&address, &number, access.bytes, object.base};
    llvm::SmallVector<llvm::Type *, 5> types{pointer, builder.getInt32Ty(), m_int64, m_int64};
    if (!isKnown) {
      arguments.push_back(m_moduleObjects.variableAddresses());
      types.push_back(pointer);
    }
    builder.CreateCall(marker(m_module, isKnown ? markers::kAccessFault : markers::kCheckAccess,
                              builder.getVoidTy(), types),
                       arguments);
  }

  /// True if the access has bytes outside of the object. An access of 0 bytes has none.
  llvm::Value *isOutside(const Access &access, const PointerObject &object, llvm::Value &address,
                         llvm::IRBuilder<> &builder) {
    // offset < max(size + 1 - bytes, 0): one unsigned comparison also catches addresses below the
    // object.
    llvm::Value *offset = builder.CreateSub(builder.CreatePtrToInt(&address, m_int64), object.base);
    llvm::Value *limit = builder.CreateBinaryIntrinsic(
        llvm::Intrinsic::usub_sat, builder.CreateAdd(object.size, builder.getInt64(1)),
        access.bytes);
    return builder.CreateAnd(builder.CreateICmpUGE(offset, limit),
                             builder.CreateIsNotNull(access.bytes));
  }

  /// A constant offset into a variable or a local array of constant size.
  bool isProvablyInside(const Access &access, const PointerObject &object,
                        const AccessSite &site) const {
    const auto *size = llvm::dyn_cast<llvm::ConstantInt>(object.size);
    if ((site.object != ObjectKind::Variable && site.object != ObjectKind::Local) || !size ||
        site.bytes == 0)
      return false;
    llvm::APInt offset(m_layout.getIndexTypeSizeInBits(access.pointer->getType()), 0);
    const llvm::Value *base = access.pointer->stripAndAccumulateConstantOffsets(
        m_layout, offset, /*AllowNonInbounds=*/true);
    return base == object.object && offset.isNonNegative() && site.bytes <= size->getZExtValue() &&
           offset.getZExtValue() <= size->getZExtValue() - site.bytes;
  }

  llvm::Function &m_function;
  ModuleObjects &m_moduleObjects;
  PointerObjects m_objects;
  llvm::Module &m_module;
  const llvm::DataLayout &m_layout;
  ProgramMap &m_map;
  bool m_tracesAccesses;
  llvm::Type *m_int64;
};

/// Splitting blocks must not move arrays of constant size out of the entry block, where LLVM can
/// turn them into registers.
void moveArraysToEntry(llvm::Function &function) {
  llvm::BasicBlock &entry = function.getEntryBlock();
  const auto begin = entry.getFirstNonPHIOrDbgOrAlloca();
  for (llvm::Instruction &instruction : llvm::make_early_inc_range(entry))
    if (auto *array = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
        array && array->isStaticAlloca() && begin != entry.end() && begin->comesBefore(array))
      array->moveBefore(entry, begin);
}

} // namespace

void insertAccessChecks(llvm::Module &module, const llvm::Function &kernel, ProgramMap &map,
                        bool tracesAccesses) {
  llvm::SmallVector<llvm::Function *, 8> functions;
  for (llvm::Function &function : module)
    if (isKernelCode(function))
      functions.push_back(&function);
  for (llvm::Function *function : functions) {
    llvm::removeUnreachableBlocks(*function); // values in them may depend on themselves
    moveArraysToEntry(*function);
  }
  ModuleObjects objects(module, kernel, map);
  for (llvm::Function *function : functions)
    CheckInserter(*function, objects, map, tracesAccesses).run();
  objects.declareLocalArrays();
}

} // namespace pstudio::cpu
