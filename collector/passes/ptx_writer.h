// SPDX-License-Identifier: Apache-2.0
// Shorthand for what records need of an NVIDIA GPU: special registers, inline PTX, conditions.
#pragma once

#include <array>
#include <cstdint>

#include "collector/passes/llvm_writer.h"

namespace pstudio {

/// Address spaces of PTX in LLVM pointers.
inline constexpr unsigned kPtxGlobalSpace = 1;
inline constexpr unsigned kPtxSharedSpace = 3;

/// An operand of inline PTX with its constraint letters.
struct PtxOperand {
  llvm::StringRef constraint; ///< "r" 32 bits, "l" 64 bits or a pointer, "b" a predicate
  mlir::Value value;
};

/// Threads of a warp.
inline constexpr uint32_t kPtxWarpLanes = 32;

class PtxWriter : public LlvmWriter {
public:
  using LlvmWriter::LlvmWriter;

  /// i32: thread within the CTA, x + extentX * (y + extentY * z).
  mlir::Value linearThread(const std::array<uint32_t, 3> &block);
  /// i32: CTA coordinate in one dimension, 0 for x.
  mlir::Value ctaId(size_t dimension);
  /// i32: CTAs of the grid in one dimension.
  mlir::Value gridExtent(size_t dimension);
  /// A generic pointer, which must be one to global memory, as a pointer to global memory.
  mlir::Value toGlobal(mlir::Value generic) {
    return make<mlir::LLVM::AddrSpaceCastOp>(pointer(kPtxGlobalSpace), generic);
  }
  /// i32: lane within the warp.
  mlir::Value lane();
  /// The value (i32) of lane 0, for all lanes of the warp, which must be together. ptxas then knows
  /// that what is computed from it is the same in all lanes and keeps it in a uniform register.
  mlir::Value ofFirstLane(mlir::Value value);
  /// i32: the SM that executes.
  mlir::Value multiprocessor();

  /// Inline PTX that is never moved across other inline PTX or memory operations, duplicated into
  /// nothing or left out. `$0` is the result if there is one, operands follow; several results are
  /// `$0`, `$1`, ... and members of a struct. Braces keep names of registers apart.
  mlir::Value assembly(mlir::Type result, llvm::StringRef resultConstraint, llvm::StringRef text,
                       llvm::ArrayRef<PtxOperand> operands);
  void assembly(llvm::StringRef text, llvm::ArrayRef<PtxOperand> operands) {
    assembly(mlir::Type(), {}, text, operands);
  }
  /// One store of 2 or 4 words to global memory, which must be aligned to their size.
  void storeGlobalWords(mlir::Value base, uint64_t byteOffset, llvm::ArrayRef<mlir::Value> words);
  /// Waits for all lanes of the warp and orders their memory operations.
  void syncWarp();

  /// `write` writes what only lanes with a true `condition` (i1) do.
  void when(mlir::Value condition, llvm::function_ref<void(PtxWriter &)> write);

  /// `write` writes the body of a loop over i = first; i < end; i += step (i32 each).
  void loop(mlir::Value first, mlir::Value end, mlir::Value step,
            llvm::function_ref<void(PtxWriter &, mlir::Value i)> write);
};

} // namespace pstudio
