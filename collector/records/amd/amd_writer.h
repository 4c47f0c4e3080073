// SPDX-License-Identifier: Apache-2.0
// Operations that records need on an AMD GPU, in the LLVM and ROCDL dialects: intrinsics, and
// assembly for one kind of store.
#pragma once

#include "collector/records/gpu_writer.h"
#include "collector/chips/amd_chip.h"

namespace pstudio {

/// Parameters for writing records for an AMD GPU.
struct AmdWriting {
  AmdChip chip;
  uint32_t referencePeriodNs = 10;  ///< of the reference clock
  bool hasScheduleBarriers = false; ///< around each read of the clock
  /// The kernel has loads that go directly to LDS. LLVM makes every store to LDS that it recognises
  /// wait for them (SIInsertWaitcnts), so assembly stores the records.
  bool hasLoadsToLds = false;
};

/// A warp is a wave. Its lanes execute in lockstep, so operations of several lanes only need an
/// order that the compiler preserves.
class AmdWriter final : public GpuWriter {
public:
  AmdWriter(const mlir::OpBuilder &builder, mlir::Location location, const AmdWriting &writing)
      : GpuWriter(builder, location), m_writing(writing) {}

  uint32_t lanesPerWarp() const override { return m_writing.chip.lanesPerWave(); }
  mlir::Value warp(mlir::Value thread, const std::array<uint32_t, 3> &block) override;
  mlir::Value threadId(size_t dimension) override;
  mlir::Value ctaId(size_t dimension) override;
  mlir::Value gridExtent(size_t dimension) override;
  mlir::Value lane() override;
  /// AmdPlace: the CU within a die of the device.
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

  /// As load() and store(), for memory that lanes on another path may store, too. The compiler
  /// neither removes the access, nor merges it with another one, nor moves it out of the arm of a
  /// branch, although LLVM models only one lane.
  mlir::Value loadAmongLanes(mlir::Type type, mlir::Value base, uint64_t byteOffset);
  void storeAmongLanes(mlir::Value value, mlir::Value base, uint64_t byteOffset);

  /// i32: the value of the lowest active lane, for all active lanes: in a scalar register.
  mlir::Value ofLowestLane(mlir::Value value);
  /// The mask of the active lanes for which `condition` (i1) holds, null for all, with as many bits
  /// as a wave has lanes.
  mlir::Value lanesHere(mlir::Value condition = {});
  /// i32: lanes of `mask`, from lanesHere(), below the executing one.
  mlir::Value rankIn(mlir::Value mask);
  /// i32: lanes of `mask`.
  mlir::Value countOf(mlir::Value mask);
  /// The integer type of masks.
  mlir::Type maskType() { return builder().getIntegerType(lanesPerWarp()); }

private:
  mlir::Value intrinsic(mlir::Type result, llvm::StringRef name,
                        llvm::ArrayRef<mlir::Value> operands = {});
  mlir::Value readRegister(const AmdRegisterField &field);
  /// i64: the shader clock, or the reference clock where there is none.
  mlir::Value readCycles();
  /// i64: the reference clock in nanoseconds.
  mlir::Value readTime();
  /// The compiler moves no memory access across it, and with schedule barriers no instruction.
  void keepOrder();
  mlir::Value vectorOf(llvm::ArrayRef<mlir::Value> words);
  void storeWords(mlir::Value pointer, llvm::ArrayRef<mlir::Value> words);

  AmdWriting m_writing;
};

} // namespace pstudio
