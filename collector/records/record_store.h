// SPDX-License-Identifier: Apache-2.0
// Interface of the methods that store a warp's records on a GPU.
#pragma once

#include "collector/records/gpu_writer.h"
#include "collector/ir/proton_gpu_dialect.h"
#include "core/base/check.h"

namespace pstudio {

/// On a store of a value that is the same in all lanes of the warp.
inline constexpr llvm::StringLiteral kUniformValueAttribute = "uniform";

/// Writes the records of one kernel, and the end of its units. An implementation overrides the
/// functions that its kernels need; the checks of the lowering ensure this.
class RecordStore {
public:
  virtual ~RecordStore() = default;

  /// Appends the record of `op`. `tag` is its tag word (i32) with the key, except for the lane of a
  /// value; `clock` is i32, null to read it here.
  virtual void store(GpuWriter &, proton_gpu::StoreOp, mlir::Value /*tag*/, mlir::Value /*clock*/) {
    PSTUDIO_CHECK(false);
  }
  /// Appends the records of a group; `tag` is its tag word (i32), `lastClock` as in store(). Only
  /// for units whose lanes do not diverge.
  virtual void storeGroup(GpuWriter &, proton_gpu::StoreGroupOp, mlir::Value /*tag*/,
                          mlir::Value /*lastClock*/) {
    PSTUDIO_CHECK(false);
  }
  /// Appends the flush after the record that was stored last: `op` follows that record in the
  /// kernel.
  virtual void atFlushPoint(GpuWriter &, proton_gpu::FlushPointOp) { PSTUDIO_CHECK(false); }
  /// Ends the recording of the active lanes, which return next.
  virtual void finalize(GpuWriter &w) = 0;
};

} // namespace pstudio
