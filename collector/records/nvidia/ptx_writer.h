// SPDX-License-Identifier: Apache-2.0
// Shorthand for operations that records need on an NVIDIA GPU: special registers, inline PTX,
// conditions.
#pragma once

#include <array>
#include <cstdint>

#include "collector/records/gpu_writer.h"

namespace pstudio {

/// An operand of inline PTX with its constraint letters.
struct PtxOperand {
  llvm::StringRef constraint; ///< "r" 32 bits, "l" 64 bits or a pointer, "b" a predicate
  mlir::Value value;
};

/// Threads of a warp.
inline constexpr uint32_t kPtxWarpLanes = 32;

class PtxWriter : public GpuWriter {
public:
  using GpuWriter::GpuWriter;

  uint32_t lanesPerWarp() const override { return kPtxWarpLanes; }
  mlir::Value warp(mlir::Value thread, const std::array<uint32_t, 3> &block) override;
  mlir::Value threadId(size_t dimension) override;
  mlir::Value ctaId(size_t dimension) override;
  mlir::Value gridExtent(size_t dimension) override;
  mlir::Value lane() override;
  /// The SM that executes the warp.
  mlir::Value hardwareId() override;
  mlir::Value readClock(proton_gpu::Metric metric) override;
  mlir::Value readWholeClock(proton_gpu::Metric metric) override;
  void storeClocks(mlir::Value block, uint32_t cycle, uint32_t time) override;
  void storeGlobalWords(mlir::Value base, uint64_t byteOffset,
                        llvm::ArrayRef<mlir::Value> words) override;
  void storeSharedWords(mlir::Value address, llvm::ArrayRef<mlir::Value> words) override;
  LanesHere lanesTogether() override;
  void addToGlobal(mlir::Value base, llvm::ArrayRef<mlir::Value> offsets, mlir::Value amount,
                   mlir::Value condition) override;
  void syncWarp() override;

  /// The special register that readClock() reads.
  static llvm::StringRef clockRegister(proton_gpu::Metric metric);

  /// Inline PTX that is never duplicated, removed, or moved across other inline PTX or memory
  /// operations. `$0` is the result if there is one, operands follow. Braces limit the scope of
  /// register names.
  mlir::Value assembly(mlir::Type result, llvm::StringRef resultConstraint, llvm::StringRef text,
                       llvm::ArrayRef<PtxOperand> operands);
  void assembly(llvm::StringRef text, llvm::ArrayRef<PtxOperand> operands) {
    assembly(mlir::Type(), {}, text, operands);
  }

  /// The same with several results, `$0`, `$1`, ...: the members (i32) of a struct, one for each of
  /// the constraints.
  mlir::Value wordsOf(llvm::StringRef constraints, llvm::StringRef text,
                      llvm::ArrayRef<PtxOperand> operands);

  /// As GpuWriter::when(), for code that needs inline PTX.
  void when(mlir::Value condition, llvm::function_ref<void(PtxWriter &)> write) {
    GpuWriter::when(condition, [&](GpuWriter &) { write(*this); });
  }

protected:
  /// i32: a special register, read here: not before, and not once for several reads.
  mlir::Value readHere(llvm::StringRef special) {
    return assembly(i32(), "=r", ("mov.u32 $0, " + special + ";").str(), {});
  }

private:
  /// The value (i32) of lane 0, for all lanes of the warp, which must be converged. ptxas then
  /// proves that values computed from it are uniform, and keeps them in uniform registers.
  mlir::Value ofFirstLane(mlir::Value value);
};

/// Reads ids where they are used. Values that are computed from them then take no registers before.
class LatePtxWriter final : public PtxWriter {
public:
  using PtxWriter::PtxWriter;

  /// Also where some lanes of the warp have left.
  mlir::Value warp(mlir::Value thread, const std::array<uint32_t, 3> &block) override;
  mlir::Value threadId(size_t dimension) override;
  mlir::Value ctaId(size_t dimension) override;
  mlir::Value lane() override;
};

} // namespace pstudio
