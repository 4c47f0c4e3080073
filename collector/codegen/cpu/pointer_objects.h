// SPDX-License-Identifier: Apache-2.0
// Finds the memory object that a pointer of a function was made from: at compile time where there
// is one, else as values that the generated code computes.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "collector/runtime/cpu/program_map.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace pstudio::cpu {

/// Bytes of a local array, or of a `byval` parameter; none if they are known at run time only.
std::optional<uint64_t> fixedBytesOf(const llvm::Value &array, const llvm::DataLayout &layout);
/// Bytes of a local array, i64.
llvm::Value *bytesOf(llvm::AllocaInst &array, llvm::IRBuilder<> &builder);

/// Start and size of the object of a pointer.
struct PointerObject {
  ObjectKind kind = ObjectKind::Unknown; ///< Unknown: base and size are computed at run time
  uint32_t index = 0;                    ///< as AccessSite::index
  llvm::Value *object = nullptr;         ///< the argument, variable or array; null if Unknown
  llvm::Value *base = nullptr;           ///< i64
  llvm::Value *size = nullptr;           ///< i64 [bytes]
};

/// Variables and local arrays of a module, as ProgramMap lists them.
class ModuleObjects {
public:
  /// Adds the variables of `module` to `map`. Both outlive this object. Create it before code that
  /// checks accesses is added to the module.
  ModuleObjects(llvm::Module &module, const llvm::Function &kernel, ProgramMap &map);

  llvm::Module &module() const { return m_module; }
  const llvm::Function &kernel() const { return m_kernel; }
  /// Index into ProgramMap::variables.
  uint32_t variable(const llvm::GlobalVariable &global) const { return m_variables.at(&global); }
  /// Index into ProgramMap::locals of a local array, or of a parameter that is a copy made by the
  /// caller (`byval`); adds it.
  uint32_t local(const llvm::Value &array);
  /// The addresses of the variables, in the form that the runtime requires: a constant of the
  /// module, or null if the module has no variables.
  llvm::Constant *variableAddresses();
  /// Declares that the generated code finds objects by their address: the runtime then requires
  /// every local array that is not accessed directly only.
  void findAtRunTime() { m_findsAtRunTime = true; }
  /// Adds calls that pass local arrays to the runtime if findAtRunTime() was called. After this,
  /// LLVM must not let two of these arrays share their memory.
  void declareLocalArrays();

private:
  void declare(llvm::Value &array, llvm::Value &bytes, uint32_t index, llvm::IRBuilder<> &builder);

  llvm::Module &m_module;
  const llvm::Function &m_kernel;
  ProgramMap &m_map;
  std::map<const llvm::GlobalVariable *, uint32_t> m_variables;
  std::map<const llvm::Value *, uint32_t> m_locals;
  std::vector<llvm::Value *> m_indirect; ///< local arrays that are not accessed directly only
  llvm::Constant *m_addresses = nullptr;
  bool m_findsAtRunTime = false;
};

/// The objects of the pointers of one function. Adds instructions beside those that define the
/// pointers; they have no side effects except calls of markers::kFindObject.
class PointerObjects {
public:
  PointerObjects(llvm::Function &function, ModuleObjects &objects);

  /// The object of `pointer`. Cost: the definitions that the pointer is computed from, once.
  PointerObject of(llvm::Value *pointer);

private:
  PointerObject resolve(llvm::Value *value);
  PointerObject known(llvm::Value *object);
  PointerObject none() const;
  PointerObject ofPhi(llvm::PHINode &phi);
  PointerObject ofSelect(llvm::SelectInst &select);
  PointerObject foundAtRunTime(llvm::Value *pointer);
  bool isKnown(const llvm::Value *object) const;
  llvm::Value *sizeOf(llvm::Value *object, PointerObject &described);
  llvm::Value *asInteger(llvm::IRBuilder<> &builder, llvm::Value *pointer);
  llvm::Instruction *placeAfter(llvm::Value *definition);

  llvm::Function &m_function;
  ModuleObjects &m_objects;
  llvm::Type *m_int64;
  llvm::Value *m_bounds = nullptr; ///< where kFindObject stores, [2 x i64]
  std::map<llvm::Value *, PointerObject> m_found;
};

} // namespace pstudio::cpu
