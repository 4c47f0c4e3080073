// SPDX-License-Identifier: Apache-2.0
// Which buffer of the kernel a pointer or memref is part of.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "mlir/Interfaces/CallInterfaces.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"

namespace pstudio::automode {

/// The value that `value` is a view of, or is computed from by address arithmetic, within its
/// function. O(operations on the way).
mlir::Value viewSource(mlir::Value value);

/// "A" of a kernel's argument or allocation, the symbol of a global, or empty.
std::string nameOfBuffer(mlir::Value buffer);

/// Follows pointers and memrefs through views, and through the calls of one module, to where they
/// come from.
class BufferOrigins {
public:
  /// Valid as long as the IR is not changed. O(operations).
  explicit BufferOrigins(mlir::Operation *module);

  /// The argument of a kernel, allocation or global that `value` lies in; null if it may lie in
  /// several, or that cannot be told. O(operations on the way, calls of the functions on it).
  mlir::Value originOf(mlir::Value value) const;

private:
  mlir::Value originOf(mlir::Value value, llvm::DenseSet<mlir::Value> &open) const;

  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<mlir::CallOpInterface>>
      m_calls; ///< by callee
};

/// Bytes of a memref with a static shape; none for others.
std::optional<uint64_t> staticBytes(mlir::Value buffer);

} // namespace pstudio::automode
