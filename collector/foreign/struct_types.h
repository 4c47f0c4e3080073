// SPDX-License-Identifier: Apache-2.0
// Preserves identified struct types through MLIR, which creates its own types with similar names.
#pragma once

#include <string>
#include <vector>

namespace llvm {
class Module;
class StructType;
} // namespace llvm

namespace pstudio::foreign {

/// During its lifetime, the names of a module's identified struct types end with their number
/// ("pair#3"), so that the types that MLIR creates can be matched. The destructor restores the
/// names. O(module). [not thread-safe: it changes the module's context]
class NumberedStructTypes {
public:
  explicit NumberedStructTypes(const llvm::Module &module);
  ~NumberedStructTypes();
  NumberedStructTypes(const NumberedStructTypes &) = delete;
  NumberedStructTypes &operator=(const NumberedStructTypes &) = delete;

private:
  struct Named {
    llvm::StructType *type;
    std::string name; ///< empty for a type without a name ("%0")
  };
  std::vector<Named> m_types;
};

/// Replaces each numbered struct type in the functions of `made` by the type of `original` that has
/// this number. Functions whose signature changes are created anew under the same name;
/// instructions stay. Global variables keep their types. `original` is the module as it was when
/// its types were numbered, in the same context. O(made).
void restoreStructTypes(const llvm::Module &original, llvm::Module &made);

} // namespace pstudio::foreign
