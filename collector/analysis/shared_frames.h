// SPDX-License-Identifier: Apache-2.0
// Where the shared memory lies that functions have for the time of one call.
#pragma once

#include <cstdint>
#include <vector>

#include "llvm/ADT/MapVector.h"

#include "collector/ir/call_graph.h"

namespace pstudio {

/// Something that takes a part of a function's frame.
struct FrameItem {
  mlir::Operation *op = nullptr; ///< a workgroup memref.alloca, or a call whose callee has a frame
  uint64_t bytes = 0;
  uint64_t offset = 0; ///< in the frame [bytes]
  /// Where it is used, in the order of the text: each use as the outermost operation around it that
  /// all threads reach. Empty for what `isAlone`.
  llvm::SmallVector<mlir::Operation *> uses;
  /// Nothing else of the function lies where it does: all threads do not come to it together, or
  /// its address goes where it cannot be followed.
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
  /// In front of which a barrier is missing: space is used anew that others may still be using.
  std::vector<mlir::Operation *> barriersBefore;
};

/// The frames of all functions of a module that kernels reach.
///
/// `memref.alloca` in workgroup memory is a buffer of one call: all threads of the call have the
/// same one, and it holds nothing when the call begins. A frame has the buffers of the function
/// and, for each call, room for the callee's frame. Two of them lie in the same place if one is
/// never used while the other is live; a barrier separates them where none of the function does.
/// So the need of a kernel is that of its most demanding path of calls, not the sum.
class SharedFrames {
public:
  /// Errors, at their places: a buffer whose size or layout is not fixed; a function with a frame
  /// that calls itself or whose address is taken. Warnings: calls with a frame that not all threads
  /// of a CTA reach; their frames lie alone, and nothing separates one execution from the next.
  /// Changes nothing. Cost: that of CtaUniformity; O(operations) without such buffers.
  static mlir::FailureOr<SharedFrames> run(mlir::Operation *module);

  /// Callees before their callers; only functions whose frame is not empty.
  const llvm::MapVector<mlir::Operation *, SharedFrame> &frames() const { return m_frames; }
  /// 0 if it has none.
  uint64_t bytesOf(mlir::FunctionOpInterface function) const;
  /// What every frame and buffer is aligned to; a power of two [bytes].
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
