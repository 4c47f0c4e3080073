// SPDX-License-Identifier: Apache-2.0
#include "collector/codegen/llvm/array_form.h"

#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DerivedTypes.h"

namespace pstudio {

ArrayForm arrayFormOf(const llvm::Type &type, const llvm::DataLayout &layout) {
  const auto bytesOf = [&layout](const llvm::Type &of) {
    return layout.getTypeAllocSize(const_cast<llvm::Type *>(&of)).getFixedValue();
  };
  ArrayForm form;
  const llvm::Type *element = &type;
  for (const auto *array = llvm::dyn_cast<llvm::ArrayType>(element); array;
       array = llvm::dyn_cast<llvm::ArrayType>(element)) {
    form.shape.push_back(static_cast<int64_t>(array->getNumElements()));
    element = array->getElementType();
  }
  form.elementBytes = static_cast<uint32_t>(bytesOf(*element));
  if (form.shape.empty())
    return {{static_cast<int64_t>(bytesOf(type))}, 1};
  return form;
}

} // namespace pstudio
