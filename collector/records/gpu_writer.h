// SPDX-License-Identifier: Apache-2.0
// Shorthand for operations that records need on any GPU: ids, clocks, stores, conditions.
#pragma once

#include <array>
#include <cstdint>

#include "collector/records/llvm_writer.h"
#include "collector/ir/proton_gpu_dialect.h"

namespace pstudio {

/// Address spaces of LLVM pointers, the same for NVIDIA's and AMD's GPUs.
inline constexpr unsigned kGlobalSpace = 1;
inline constexpr unsigned kSharedSpace = 3;

/// The operations of the GPUs of one vendor. The written code stays between the memory operations
/// around it.
class GpuWriter : public LlvmWriter {
public:
  using LlvmWriter::LlvmWriter;
  virtual ~GpuWriter() = default;

  /// Threads of a warp: a power of two.
  virtual uint32_t lanesPerWarp() const = 0;
  /// i32: thread within the CTA, x + extentX * (y + extentY * z).
  mlir::Value linearThread(const std::array<uint32_t, 3> &block);
  /// i32: number of the executing warp, from linearThread(); the same in all lanes.
  virtual mlir::Value warp(mlir::Value thread, const std::array<uint32_t, 3> &block) = 0;
  /// i32: coordinate of the thread in its CTA in one dimension, 0 for x.
  virtual mlir::Value threadId(size_t dimension) = 0;
  /// i32: CTA coordinate in one dimension.
  virtual mlir::Value ctaId(size_t dimension) = 0;
  /// i32: CTAs of the grid in one dimension.
  virtual mlir::Value gridExtent(size_t dimension) = 0;
  /// i32: lane within the warp.
  virtual mlir::Value lane() = 0;
  /// i32: the part of the chip that executes, encoded as record::kHardwareId.
  virtual mlir::Value hardwareId() = 0;

  /// i32: the low bits of the clock, read between the memory operations around it.
  virtual mlir::Value readClock(proton_gpu::Metric metric) = 0;
  /// i64: all bits of the clock.
  virtual mlir::Value readWholeClock(proton_gpu::Metric metric) = 0;
  /// Reads the cycle counter and the global timer, with nothing in between, and stores them to
  /// `block` (global pointer) at these offsets [bytes].
  virtual void storeClocks(mlir::Value block, uint32_t cycle, uint32_t time) = 0;
  /// One store of 2 or 4 words to global memory, on AMD's GPUs also of 1, which must be aligned to
  /// their size.
  virtual void storeGlobalWords(mlir::Value base, uint64_t byteOffset,
                                llvm::ArrayRef<mlir::Value> words) = 0;
  /// One store of 2 words to shared memory, on AMD's GPUs also of 1 and 4; `address` is i32 and
  /// aligned to their size.
  virtual void storeSharedWords(mlir::Value address, llvm::ArrayRef<mlir::Value> words) = 0;
  /// The lanes that execute this code together.
  struct LanesHere {
    mlir::Value isLowest; ///< i1: the executing lane is the lowest of them
    mlir::Value count;    ///< i32
  };
  virtual LanesHere lanesTogether() = 0;
  /// Lanes for which `condition` (i1) holds add `amount` (i64) to 8 bytes at each of some offsets
  /// (i32) from a pointer to global memory. The addition is atomic. No code waits for its
  /// completion.
  virtual void addToGlobal(mlir::Value base, llvm::ArrayRef<mlir::Value> offsets,
                           mlir::Value amount, mlir::Value condition) = 0;
  /// Waits for all lanes of the warp and orders their memory operations.
  virtual void syncWarp() = 0;

  /// Converts a generic pointer, which must refer to global memory, to a pointer to global memory.
  mlir::Value toGlobal(mlir::Value generic) {
    return make<mlir::LLVM::AddrSpaceCastOp>(pointer(kGlobalSpace), generic);
  }
  /// `write` writes, with this writer, the code that only lanes with a true `condition` (i1)
  /// execute; a null condition is true.
  void when(mlir::Value condition, llvm::function_ref<void(GpuWriter &)> write);
  /// `write` writes the body of a loop over i = first; i < end; i += step (i32 each).
  void loop(mlir::Value first, mlir::Value end, mlir::Value step,
            llvm::function_ref<void(GpuWriter &, mlir::Value i)> write);

protected:
  /// i32: the result of the operation for a dimension, 0 for x.
  template <class X, class Y, class Z> mlir::Value inDimension(size_t dimension) {
    if (dimension == 0)
      return make<X>(i32());
    if (dimension == 1)
      return make<Y>(i32());
    return make<Z>(i32());
  }
};

} // namespace pstudio
