// SPDX-License-Identifier: Apache-2.0
// Lays out shared memory and rewrites its uses.
#include "collector/codegen/cpu/shared_memory.h"

#include <map>

#include "collector/analysis/shared_alignment.h"
#include "collector/codegen/cpu/markers.h"
#include "collector/codegen/llvm/array_form.h"
#include "core/base/check.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/ReplaceConstant.h"

namespace pstudio::cpu {
namespace {

bool isShared(const llvm::GlobalVariable &global) {
  return global.getAddressSpace() == kSharedSpace;
}

SharedBuffer describe(const llvm::GlobalVariable &global, uint64_t offset) {
  const llvm::DataLayout &layout = global.getParent()->getDataLayout();
  SharedBuffer buffer;
  llvm::StringRef name = global.getName();
  name.consume_front(kWorkgroupGlobalPrefix);
  buffer.name = name.str();
  buffer.offset = offset;
  buffer.bytes = layout.getTypeAllocSize(global.getValueType()).getFixedValue();
  ArrayForm form = arrayFormOf(*global.getValueType(), layout);
  buffer.shape = std::move(form.shape);
  buffer.elementBytes = form.elementBytes;
  return buffer;
}

static_assert(kSharedAlignment >= kBankRowBytes,
              "buffers begin at multiples of sharedAlignmentOf()");

uint64_t alignUp(uint64_t value) {
  return (value + kSharedAlignment - 1) / kSharedAlignment * kSharedAlignment;
}

/// Address of the global, computed once at the function's entry.
llvm::Value *addressIn(llvm::Function &function, const llvm::GlobalVariable &global,
                       uint64_t offset) {
  llvm::IRBuilder<> builder(&*function.getEntryBlock().getFirstInsertionPt());
  llvm::Value *base = builder.CreateCall(
      marker(*function.getParent(), markers::kSharedBase, builder.getPtrTy(), {}));
  llvm::Value *address = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), base, offset);
  return builder.CreateAddrSpaceCast(address, global.getType());
}

void replaceUses(llvm::GlobalVariable &global, uint64_t offset) {
  std::map<llvm::Function *, llvm::Value *> addresses;
  for (llvm::Use &use : llvm::make_early_inc_range(global.uses())) {
    auto *user = llvm::dyn_cast<llvm::Instruction>(use.getUser());
    PSTUDIO_CHECK(user); // constant expressions were turned into instructions
    llvm::Value *&address = addresses[user->getFunction()];
    if (!address)
      address = addressIn(*user->getFunction(), global, offset);
    use.set(address);
  }
  global.eraseFromParent();
}

} // namespace

bool isDynamicShared(const llvm::GlobalVariable &global) {
  const auto *array = llvm::dyn_cast<llvm::ArrayType>(global.getValueType());
  return isShared(global) && array && array->getNumElements() == 0;
}

uint32_t sharedBufferIndex(const llvm::Module &module, const llvm::GlobalVariable &global) {
  uint32_t index = 0;
  for (const llvm::GlobalVariable &other : module.globals()) {
    if (&other == &global)
      return index;
    index += isShared(other) && !isDynamicShared(other);
  }
  PSTUDIO_CHECK(false);
  return index;
}

void lowerSharedMemory(llvm::Module &module, ProgramMap &map) {
  llvm::SmallVector<llvm::Constant *, 8> globals;
  for (llvm::GlobalVariable &global : module.globals())
    if (isShared(global))
      globals.push_back(&global);
  llvm::convertUsersOfConstantsToInstructions(globals);

  uint64_t size = 0;
  for (llvm::Constant *constant : globals) {
    auto &global = *llvm::cast<llvm::GlobalVariable>(constant);
    if (isDynamicShared(global))
      continue;
    map.sharedBuffers.push_back(describe(global, size));
    replaceUses(global, size);
    size = alignUp(size + map.sharedBuffers.back().bytes);
  }
  map.staticSharedBytes = size;
  // The remaining globals are dynamic: they start after the static buffers.
  for (llvm::GlobalVariable &global : llvm::make_early_inc_range(module.globals()))
    if (isShared(global))
      replaceUses(global, size);
}

} // namespace pstudio::cpu
