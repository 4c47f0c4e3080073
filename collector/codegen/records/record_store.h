// SPDX-License-Identifier: Apache-2.0
// The interface of the ways to store a warp's records on a GPU.
#pragma once

#include "collector/codegen/records/gpu_writer.h"
#include "collector/ir/proton_gpu_dialect.h"

namespace pstudio {

/// On a store of a value that is the same in all lanes of the warp.
inline constexpr llvm::StringLiteral kUniformValueAttribute = "uniform";

/// Writes the records of one kernel, and the end of its units.
class RecordStore {
public:
  virtual ~RecordStore() = default;

  /// Appends the record of `op`. `tag` is its tag word (i32) with the key, but for the lane of a
  /// value; `clock` is i32, null to read it here.
  virtual void store(GpuWriter &w, proton_gpu::StoreOp op, mlir::Value tag, mlir::Value clock) = 0;
  /// Appends the records of a group; `tag` is its tag word (i32), `lastClock` as in store(). Only
  /// of units whose lanes stay together.
  virtual void storeGroup(GpuWriter &w, proton_gpu::StoreGroupOp op, mlir::Value tag,
                          mlir::Value lastClock) = 0;
  /// Appends the handover behind the record that was stored last: `op` follows it in the kernel.
  virtual void atFlushPoint(GpuWriter &w, proton_gpu::FlushPointOp op) = 0;
  /// Ends the recording of the lanes that are here: they return next.
  virtual void finalize(GpuWriter &w) = 0;
};

} // namespace pstudio
