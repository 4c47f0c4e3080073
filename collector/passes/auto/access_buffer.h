// SPDX-License-Identifier: Apache-2.0
// The buffer of the kernel that contains a pointer or memref.
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

/// The name of a kernel's argument or allocation ("A"), the symbol of a global, or empty.
std::string nameOfBuffer(mlir::Value buffer);

/// Follows pointers and memrefs through views, and through the calls of one module, to their
/// origin.
class BufferOrigins {
public:
  /// Valid as long as the IR is not changed. O(operations).
  explicit BufferOrigins(mlir::Operation *module);

  /// The argument of a kernel, allocation or global that `value` lies in. Null if there are several
  /// candidates, or if the origin cannot be determined. O(operations on the way, calls of the
  /// functions on it).
  mlir::Value originOf(mlir::Value value) const;

private:
  mlir::Value originOf(mlir::Value value, llvm::DenseSet<mlir::Value> &open) const;

  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<mlir::CallOpInterface>>
      m_calls; ///< by callee
};

/// Bytes of a memref with a static shape; none for others.
std::optional<uint64_t> staticBytes(mlir::Value buffer);

} // namespace pstudio::automode
