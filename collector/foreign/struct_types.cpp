// SPDX-License-Identifier: Apache-2.0
// The translation creates a new struct type for each type, and never reuses an existing one.
#include "collector/foreign/struct_types.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace pstudio::foreign {
namespace {

const llvm::RemapFlags kMapFlags = llvm::RF_NoModuleLevelChanges | llvm::RF_IgnoreMissingLocals;

/// In an order that depends on nothing but the module.
std::vector<llvm::StructType *> identifiedTypesOf(const llvm::Module &module) {
  std::vector<llvm::StructType *> types = module.getIdentifiedStructTypes();
  std::erase_if(types, [](const llvm::StructType *type) { return type->isLiteral(); });
  return types;
}

/// Maps types with numbered structs in them to the types of the original module.
class OriginalTypes final : public llvm::ValueMapTypeRemapper {
public:
  explicit OriginalTypes(std::vector<llvm::StructType *> types) : m_types(std::move(types)) {}

  llvm::Type *remapType(llvm::Type *type) override {
    if (type->getNumContainedTypes() == 0 && !llvm::isa<llvm::StructType>(type))
      return type;
    if (llvm::Type *known = m_known.lookup(type))
      return known;
    llvm::Type *found = make(type); // before the insertion: make() inserts, too
    return m_known[type] = found;
  }

private:
  llvm::Type *make(llvm::Type *type) {
    if (auto *structure = llvm::dyn_cast<llvm::StructType>(type)) {
      if (!structure->isLiteral())
        return originalOf(*structure);
      return llvm::StructType::get(type->getContext(), remapAll(structure->elements()),
                                   structure->isPacked());
    }
    if (auto *array = llvm::dyn_cast<llvm::ArrayType>(type))
      return llvm::ArrayType::get(remapType(array->getElementType()), array->getNumElements());
    if (auto *function = llvm::dyn_cast<llvm::FunctionType>(type))
      return llvm::FunctionType::get(remapType(function->getReturnType()),
                                     remapAll(function->params()), function->isVarArg());
    return type; // vectors and target types hold no structs
  }

  llvm::SmallVector<llvm::Type *> remapAll(llvm::ArrayRef<llvm::Type *> types) {
    llvm::SmallVector<llvm::Type *> result;
    for (llvm::Type *type : types)
      result.push_back(remapType(type));
    return result;
  }

  llvm::Type *originalOf(llvm::StructType &type) const {
    // "pair#3", or "pair#3.1" if a context had the name already.
    const llvm::StringRef number = type.hasName() ? type.getName().rsplit('#').second : "";
    size_t index = 0;
    if (number.empty() || number.split('.').first.getAsInteger(10, index) ||
        index >= m_types.size())
      return &type;
    return m_types[index];
  }

  std::vector<llvm::StructType *> m_types;
  llvm::DenseMap<llvm::Type *, llvm::Type *> m_known;
};

/// A function of another type that takes over name, body and uses of `function`.
void retype(llvm::Function &function, llvm::FunctionType &type) {
  auto *made = llvm::Function::Create(&type, function.getLinkage(), function.getAddressSpace(), "",
                                      function.getParent());
  made->copyAttributesFrom(&function);
  made->copyMetadata(&function, 0);
  function.clearMetadata();
  made->takeName(&function);
  made->splice(made->begin(), &function);
  for (auto [from, to] : llvm::zip(function.args(), made->args())) {
    from.mutateType(to.getType());
    from.replaceAllUsesWith(&to);
    to.takeName(&from);
  }
  function.replaceAllUsesWith(made);
  function.eraseFromParent();
}

} // namespace

NumberedStructTypes::NumberedStructTypes(const llvm::Module &module) {
  for (llvm::StructType *type : identifiedTypesOf(module)) {
    const std::string name = type->hasName() ? type->getName().str() : std::string();
    type->setName(name + "#" + std::to_string(m_types.size()));
    m_types.push_back({type, name});
  }
}

NumberedStructTypes::~NumberedStructTypes() {
  for (const Named &named : m_types)
    named.type->setName(named.name);
}

void restoreStructTypes(const llvm::Module &original, llvm::Module &made) {
  std::vector<llvm::StructType *> types = identifiedTypesOf(original);
  if (types.empty())
    return;
  OriginalTypes mapper(std::move(types));
  llvm::SmallVector<llvm::Function *> functions;
  for (llvm::Function &function : made)
    functions.push_back(&function);
  for (llvm::Function *function : functions) {
    auto *type = llvm::cast<llvm::FunctionType>(mapper.remapType(function->getFunctionType()));
    if (type != function->getFunctionType())
      retype(*function, *type);
  }
  llvm::ValueToValueMapTy values; // all values are their own counterparts
  for (llvm::Function &function : made)
    llvm::RemapFunction(function, values, kMapFlags, &mapper);
}

} // namespace pstudio::foreign
