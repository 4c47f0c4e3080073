// SPDX-License-Identifier: Apache-2.0
// Moves large workgroup buffers from static declarations to dynamic shared memory.
#include "collector/codegen/nvidia/shared_memory.h"

#include <algorithm>
#include <vector>

#include "collector/analysis/shared_alignment.h"
#include "collector/codegen/llvm/array_form.h"
#include "collector/codegen/nvidia/ptx_kernel.h"
#include "collector/codegen/nvidia/ptx_name.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Alignment.h"

namespace pstudio::nvidia {
namespace {

constexpr unsigned kSharedSpace = 3;
/// The pattern of a 128-byte swizzle repeats after 1024 bytes: bulk copies and matrix descriptors
/// require arrays that start at such a multiple.
constexpr uint64_t kSwizzleAlignment = 1024;

llvm::Align sharedAlignment(uint64_t bytes) {
  return llvm::Align(sharedAlignmentOf(bytes, kSwizzleAlignment));
}

struct Buffer {
  llvm::GlobalVariable *global;
  uint64_t bytes;
  llvm::Align alignment;
  uint64_t offset = 0;
};

struct Buffers {
  std::vector<Buffer> fixed;
  std::vector<llvm::GlobalVariable *> dynamic;
};

Buffers sharedBuffers(llvm::Module &module) {
  const llvm::DataLayout &layout = module.getDataLayout();
  Buffers buffers;
  for (llvm::GlobalVariable &global : module.globals()) {
    if (global.getAddressSpace() != kSharedSpace)
      continue;
    const uint64_t bytes = layout.getTypeAllocSize(global.getValueType());
    if (bytes == 0)
      buffers.dynamic.push_back(&global);
    else
      buffers.fixed.push_back({&global, bytes, layout.getPreferredAlign(&global)});
  }
  return buffers;
}

/// Assigns an offset to each buffer; returns the end of the last one.
uint64_t assignOffsets(std::vector<Buffer> &buffers) {
  std::stable_sort(buffers.begin(), buffers.end(), [](const Buffer &a, const Buffer &b) {
    return a.alignment.value() > b.alignment.value();
  });
  uint64_t end = 0;
  for (Buffer &buffer : buffers) {
    buffer.offset = llvm::alignTo(end, buffer.alignment);
    end = buffer.offset + buffer.bytes;
  }
  return end;
}

llvm::GlobalVariable *addDynamicArray(llvm::Module &module, llvm::Align alignment) {
  auto *type = llvm::ArrayType::get(llvm::Type::getInt8Ty(module.getContext()), 0);
  auto *array = new llvm::GlobalVariable(
      module, type, /*isConstant=*/false, llvm::GlobalValue::ExternalLinkage, nullptr,
      "pstudio_dynamic_shared", nullptr, llvm::GlobalValue::NotThreadLocal, kSharedSpace);
  array->setAlignment(alignment);
  return array;
}

void joinDynamicArrays(llvm::Module &module) {
  const Buffers buffers = sharedBuffers(module);
  if (buffers.dynamic.empty())
    return;
  llvm::Align alignment(kSwizzleAlignment);
  for (const llvm::GlobalVariable *global : buffers.dynamic)
    alignment = std::max(alignment, global->getAlign().valueOrOne());
  llvm::GlobalVariable *array = addDynamicArray(module, alignment);
  for (llvm::GlobalVariable *global : buffers.dynamic) {
    global->replaceAllUsesWith(array);
    global->eraseFromParent();
  }
}

void replaceByOffset(llvm::GlobalVariable &global, llvm::GlobalVariable &array, uint64_t offset) {
  llvm::LLVMContext &context = global.getContext();
  global.replaceAllUsesWith(llvm::ConstantExpr::getGetElementPtr(
      llvm::Type::getInt8Ty(context), &array,
      llvm::ConstantInt::get(llvm::Type::getInt64Ty(context), offset)));
  global.eraseFromParent();
}

} // namespace

bool isSharedBuffer(const llvm::GlobalVariable &global) {
  return global.getAddressSpace() == kSharedSpace;
}

bool hasDynamicArray(const llvm::Module &module) {
  return llvm::any_of(module.globals(), [&module](const llvm::GlobalVariable &global) {
    return isSharedBuffer(global) && !global.use_empty() &&
           module.getDataLayout().getTypeAllocSize(global.getValueType()) == 0;
  });
}

std::map<std::string, memory::Buffer> sharedArraysOf(const llvm::Module &module) {
  std::map<std::string, memory::Buffer> arrays;
  for (const llvm::GlobalVariable &global : module.globals()) {
    if (!isSharedBuffer(global) || !global.getValueType()->isSized() ||
        module.getDataLayout().getTypeAllocSize(global.getValueType()) == 0)
      continue;
    ArrayForm form = arrayFormOf(*global.getValueType(), module.getDataLayout());
    arrays.emplace(ptxName(global.getName()), memory::Buffer{.name = global.getName().str(),
                                                             .space = memory::AccessSpace::Shared,
                                                             .elementBytes = form.elementBytes,
                                                             .shape = std::move(form.shape)});
  }
  return arrays;
}

void alignDynamicArrays(llvm::Module &module) {
  for (llvm::GlobalVariable *array : sharedBuffers(module).dynamic)
    array->setAlignment(std::max(array->getAlign().valueOrOne(), llvm::Align(kSwizzleAlignment)));
}

void declareGlobals(llvm::Module &module) {
  joinDynamicArrays(module);
  const llvm::DataLayout &layout = module.getDataLayout();
  for (llvm::GlobalVariable &global : module.globals()) {
    llvm::Align alignment = layout.getPreferredAlign(&global);
    if (global.getAddressSpace() == kSharedSpace)
      alignment =
          std::max(alignment, sharedAlignment(layout.getTypeAllocSize(global.getValueType())));
    global.setAlignment(alignment);
  }
}

SharedMemory layOutSharedMemory(llvm::Module &module, bool placesMustBeKnown) {
  Buffers buffers = sharedBuffers(module);
  const uint64_t bytes = assignOffsets(buffers.fixed);
  if (buffers.fixed.empty() || (bytes <= kStaticSharedLimit && !placesMustBeKnown))
    return {bytes, 0};
  llvm::Align alignment =
      std::max(buffers.fixed.front().alignment, llvm::Align(kSharedBufferAlignment));
  for (const llvm::GlobalVariable *global : buffers.dynamic)
    alignment = std::max(alignment, global->getAlign().valueOrOne());
  llvm::GlobalVariable *array = addDynamicArray(module, alignment);
  std::map<std::string, uint64_t> places;
  for (Buffer &buffer : buffers.fixed) {
    places.emplace(buffer.global->getName(), buffer.offset);
    replaceByOffset(*buffer.global, *array, buffer.offset);
  }
  const uint64_t end = llvm::alignTo(bytes, alignment);
  for (llvm::GlobalVariable *global : buffers.dynamic)
    replaceByOffset(*global, *array, end);
  return {0, end, std::move(places)};
}

} // namespace pstudio::nvidia
