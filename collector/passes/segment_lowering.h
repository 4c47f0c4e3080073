// SPDX-License-Identifier: Apache-2.0
// What the lowerings of proton_gpu for all targets share.
#pragma once

#include <cstdint>

#include "collector/ir/proton_gpu_dialect.h"
#include "collector/passes/llvm_writer.h"

namespace pstudio {

/// Fails, with an error, unless the segment is allocated, belongs to a warp and is used by
/// proton_gpu operations only. `target` is for the words of the error.
mlir::LogicalResult checkLowerable(proton_gpu::SegmentAllocOp segment, llvm::StringRef target);

/// Sizes and flags of a kernel's allocated segment, as record_layout.h wants them.
struct SegmentShape {
  explicit SegmentShape(proton_gpu::SegmentAllocOp segment);

  proton_gpu::Strategy strategy = proton_gpu::Strategy::Circular;
  uint32_t units = 0;        ///< segments per CTA
  uint32_t slots = 0;        ///< capacity of a segment [slots]
  uint32_t flags = 0;        ///< of the block header
  uint64_t segmentBytes = 0; ///< of one unit
  uint64_t blockBytes = 0;   ///< of one CTA
  uint64_t unitTable = 0;    ///< offset of the unit table in a block [bytes]
  uint64_t segments = 0;     ///< offset of unit 0's segment in a block [bytes]
};

bool isScope(proton_gpu::RecordKind kind);

/// The tag word of a record, with key 0.
uint32_t tagOf(proton_gpu::StoreOp store);

} // namespace pstudio
