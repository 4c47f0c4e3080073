// SPDX-License-Identifier: Apache-2.0
// The interface of the ways to store a warp's records on a GPU.
#pragma once

#include "collector/records/gpu_writer.h"
#include "collector/ir/proton_gpu_dialect.h"
#include "core/base/check.h"

namespace pstudio {

/// On a store of a value that is the same in all lanes of the warp.
inline constexpr llvm::StringLiteral kUniformValueAttribute = "uniform";

/// Writes the records of one kernel, and the end of its units. A store overrides what there is in
/// its kernels: the checks of the lowering see to it.
class RecordStore {
public:
  virtual ~RecordStore() = default;

  /// Appends the record of `op`. `tag` is its tag word (i32) with the key, but for the lane of a
  /// value; `clock` is i32, null to read it here.
  virtual void store(GpuWriter &, proton_gpu::StoreOp, mlir::Value /*tag*/, mlir::Value /*clock*/) {
    PSTUDIO_CHECK(false);
  }
  /// Appends the records of a group; `tag` is its tag word (i32), `lastClock` as in store(). Only
  /// of units whose lanes stay together.
  virtual void storeGroup(GpuWriter &, proton_gpu::StoreGroupOp, mlir::Value /*tag*/,
                          mlir::Value /*lastClock*/) {
    PSTUDIO_CHECK(false);
  }
  /// Appends the handover behind the record that was stored last: `op` follows it in the kernel.
  virtual void atFlushPoint(GpuWriter &, proton_gpu::FlushPointOp) { PSTUDIO_CHECK(false); }
  /// Ends the recording of the lanes that are here: they return next.
  virtual void finalize(GpuWriter &w) = 0;
};

} // namespace pstudio
