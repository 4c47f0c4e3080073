// SPDX-License-Identifier: Apache-2.0
// Placement of the shared memory that functions have for the duration of one call.
#pragma once

#include <cstdint>
#include <vector>

#include "llvm/ADT/MapVector.h"

#include "collector/ir/call_graph.h"

namespace pstudio {

/// A buffer, or the frame of a callee, that occupies a part of a function's frame.
struct FrameItem {
  mlir::Operation *op = nullptr; ///< a workgroup memref.alloca, or a call whose callee has a frame
  uint64_t bytes = 0;
  uint64_t offset = 0; ///< in the frame [bytes]
  /// Its uses, in the order of the text: each use as the outermost operation around it that all
  /// threads reach. Empty if `isAlone`.
  llvm::SmallVector<mlir::Operation *> uses;
  /// It overlaps no other item of the function, because not all threads reach it together or
  /// because its address cannot be followed.
  bool isAlone = false;
  bool isCall() const { return mlir::isa<mlir::CallOpInterface>(op); }
  bool overlaps(const FrameItem &other) const {
    return offset < other.offset + other.bytes && other.offset < offset + bytes;
  }
};

/// The shared memory of one call of a function, with that of the calls that it makes.
struct SharedFrame {
  std::vector<FrameItem> items; ///< in the order of the text
  uint64_t bytes = 0;
  /// Operations that need a barrier before them: they reuse bytes that other threads may still be
  /// using.
  std::vector<mlir::Operation *> barriersBefore;
};

/// The frames of all functions of a module that kernels reach.
///
/// `memref.alloca` in workgroup memory is a buffer of one call: all threads of the call share it,
/// and its contents are undefined when the call begins. A frame has the buffers of the function
/// and, for each call, room for the callee's frame. Two of them occupy the same bytes if one is
/// never used while the other is live; a barrier separates them where the function has none. So a
/// kernel needs the bytes of its most demanding call path, not the sum of all.
class SharedFrames {
public:
  /// Errors, at their places: a buffer whose size or layout is not fixed; a function with a frame
  /// that calls itself or whose address is taken. Warnings: calls with a frame that not all threads
  /// of a CTA reach; their frames overlap nothing, and no barrier separates one execution from the
  /// next. Changes nothing. Cost: that of CtaUniformity; O(operations) without such buffers.
  static mlir::FailureOr<SharedFrames> run(mlir::Operation *module);

  /// Callees before their callers; only functions whose frame is not empty.
  const llvm::MapVector<mlir::Operation *, SharedFrame> &frames() const { return m_frames; }
  /// 0 if the function has no frame.
  uint64_t bytesOf(mlir::FunctionOpInterface function) const;
  /// Alignment of every frame and buffer; a power of two [bytes].
  uint64_t alignment() const { return m_alignment; }
  const CallGraph &calls() const { return m_calls; }

private:
  explicit SharedFrames(CallGraph calls) : m_calls(std::move(calls)) {}
  friend class SharedFramesBuilder;

  CallGraph m_calls;
  llvm::MapVector<mlir::Operation *, SharedFrame> m_frames;
  uint64_t m_alignment = 16;
};

/// True for a memref.alloca in workgroup memory.
bool isFrameBuffer(mlir::Operation *op);

} // namespace pstudio
