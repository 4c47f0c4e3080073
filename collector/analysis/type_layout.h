// SPDX-License-Identifier: Apache-2.0
// Sizes of values in memory: the distance between neighbours, and the bytes of an access.
#pragma once

#include <cstdint>
#include <optional>

#include "mlir/IR/Operation.h"
#include "mlir/IR/Types.h"

namespace pstudio {

// All follow llvm::DataLayout, which differs from MLIR's own layout for vectors: there a vector of
// 8 bits takes 8 bytes. `scope` gives the size of pointers and of `index`; null: 8 bytes. nullopt
// for scalable vectors and for types that have no place in memory. O(members).

/// Bytes from a value of the type to the next one of an array or memref: <3 x float> takes 16.
std::optional<uint64_t> bytesInMemory(mlir::Type type, mlir::Operation *scope);
/// Bytes that a load or store of the type touches: 12 of <3 x float>, 1 of <8 x i1>. Structs and
/// arrays include the padding between and after their members.
std::optional<uint64_t> bytesOfAccess(mlir::Type type, mlir::Operation *scope);
/// Offset of member `index` of a struct [bytes].
std::optional<uint64_t> memberOffset(mlir::Type structure, int64_t index, mlir::Operation *scope);

} // namespace pstudio
