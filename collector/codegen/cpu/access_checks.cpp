// SPDX-License-Identifier: Apache-2.0
// Finds what an access goes to and compares its address with the extent.
#include "collector/codegen/cpu/access_checks.h"

#include "collector/codegen/atomic_loops.h"
#include "collector/codegen/cpu/markers.h"
#include "collector/codegen/cpu/shared_memory.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

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
  CheckInserter(llvm::Module &module, const llvm::Function &kernel, ProgramMap &map,
                bool tracesAccesses)
      : m_module(module), m_layout(module.getDataLayout()), m_kernel(kernel), m_map(map),
        m_tracesAccesses(tracesAccesses), m_int64(llvm::Type::getInt64Ty(module.getContext())) {}

  void run(llvm::Function &function) {
    llvm::SmallVector<Access, 32> accesses;
    for (llvm::Instruction &instruction : llvm::instructions(function))
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

    llvm::Value *object = llvm::getUnderlyingObject(access.pointer, /*MaxLookup=*/0);
    llvm::IRBuilder<> builder(access.instruction);
    llvm::Value *extent = extentOf(object, builder, site);
    if (isProvablyInside(access, object, site))
      return;
    m_map.accesses.push_back(site);
    llvm::Value *number = builder.getInt32(static_cast<uint32_t>(m_map.accesses.size() - 1));
    llvm::Value *address = generic(builder, access.pointer);
    if (extent) {
      checkExtent(access, *address, *object, *extent, *number);
      builder.SetInsertPoint(access.instruction); // what stands in front was split off
    } else {
      builder.CreateCall(accessMarker(markers::kCheckAccess), {address, number});
    }
    if (m_tracesAccesses && site.object != ObjectKind::Fixed && !isGuess(*access.instruction))
      builder.CreateCall(accessMarker(markers::kTraceAccess), {address, number});
  }

  void checkExtent(const Access &access, llvm::Value &address, llvm::Value &object,
                   llvm::Value &extent, llvm::Value &number) {
    llvm::IRBuilder<> builder(access.instruction);
    // offset < max(extent + 1 - bytes, 0): one unsigned comparison also catches addresses below the
    // object.
    llvm::Value *offset =
        builder.CreateSub(builder.CreatePtrToInt(&address, m_int64),
                          builder.CreatePtrToInt(generic(builder, &object), m_int64));
    llvm::Value *limit = builder.CreateBinaryIntrinsic(
        llvm::Intrinsic::usub_sat, builder.CreateAdd(&extent, builder.getInt64(1)), access.bytes);
    llvm::Value *outside = builder.CreateICmpUGE(offset, limit);
    llvm::Instruction *slowPath =
        llvm::SplitBlockAndInsertIfThen(outside, access.instruction, /*Unreachable=*/true);
    llvm::IRBuilder<>(slowPath).CreateCall(accessMarker(markers::kAccessFault),
                                           {&address, &number});
  }

  llvm::FunctionCallee accessMarker(std::string_view name) {
    llvm::LLVMContext &context = m_module.getContext();
    return marker(m_module, name, llvm::Type::getVoidTy(context),
                  {llvm::PointerType::get(context, 0), llvm::Type::getInt32Ty(context)});
  }

  llvm::Value *generic(llvm::IRBuilder<> &builder, llvm::Value *pointer) {
    return builder.CreateAddrSpaceCast(pointer, builder.getPtrTy());
  }

  /// The object's size in bytes, or null if the object is unknown. Describes it in `site`.
  llvm::Value *extentOf(llvm::Value *object, llvm::IRBuilder<> &builder, AccessSite &site) {
    if (const auto *argument = llvm::dyn_cast<llvm::Argument>(object);
        argument && argument->getParent() == &m_kernel) {
      site.object = ObjectKind::Argument;
      site.index = argument->getArgNo();
      return builder.CreateCall(marker(m_module, markers::kExtent, m_int64, {builder.getInt32Ty()}),
                                {builder.getInt32(site.index)});
    }
    if (const auto *global = llvm::dyn_cast<llvm::GlobalVariable>(object))
      return extentOfGlobal(*global, builder, site);
    if (const auto *stack = llvm::dyn_cast<llvm::AllocaInst>(object))
      if (const auto size = stack->getAllocationSize(m_layout); size && !size->isScalable()) {
        site.object = ObjectKind::Fixed;
        site.name = "a thread's local array";
        site.extent = size->getFixedValue();
        return builder.getInt64(site.extent);
      }
    return nullptr;
  }

  llvm::Value *extentOfGlobal(const llvm::GlobalVariable &global, llvm::IRBuilder<> &builder,
                              AccessSite &site) {
    if (isDynamicShared(global)) {
      site.object = ObjectKind::DynamicShared;
      return builder.CreateCall(marker(m_module, markers::kDynamicExtent, m_int64, {}));
    }
    const uint64_t bytes = m_layout.getTypeAllocSize(global.getValueType()).getFixedValue();
    if (global.getAddressSpace() == kSharedSpace) {
      site.object = ObjectKind::Shared;
      site.index = sharedBufferIndex(m_module, global);
    } else {
      site.object = ObjectKind::Fixed;
      site.name = "the constant " + global.getName().str();
      site.extent = bytes;
    }
    return builder.getInt64(bytes);
  }

  /// A constant offset into an object of constant size.
  bool isProvablyInside(const Access &access, const llvm::Value *object,
                        const AccessSite &site) const {
    if (site.object != ObjectKind::Fixed || site.bytes == 0)
      return false;
    llvm::APInt offset(m_layout.getIndexTypeSizeInBits(access.pointer->getType()), 0);
    const llvm::Value *base = access.pointer->stripAndAccumulateConstantOffsets(
        m_layout, offset, /*AllowNonInbounds=*/true);
    return base == object && offset.isNonNegative() && site.bytes <= site.extent &&
           offset.getZExtValue() <= site.extent - site.bytes;
  }

  llvm::Module &m_module;
  const llvm::DataLayout &m_layout;
  const llvm::Function &m_kernel;
  ProgramMap &m_map;
  bool m_tracesAccesses;
  llvm::Type *m_int64;
};

} // namespace

void insertAccessChecks(llvm::Module &module, const llvm::Function &kernel, ProgramMap &map,
                        bool tracesAccesses) {
  CheckInserter inserter(module, kernel, map, tracesAccesses);
  for (llvm::Function &function : module)
    if (isKernelCode(function))
      inserter.run(function);
}

} // namespace pstudio::cpu
