// SPDX-License-Identifier: Apache-2.0
// What one operation of a kernel does, whatever it is written in: a dialect, an intrinsic or inline
// PTX. Every auto mode asks this and nothing else.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>

#include "mlir/IR/Operation.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

namespace pstudio::automode {

enum class Activity : uint8_t {
  Load,
  Store,
  Atomic,
  Barrier, ///< blocks until others have come
  Matrix,  ///< a matrix operation that has its result when it is done
  Issue,   ///< starts an asynchronous operation of a queue
  Commit,  ///< closes the queue's group; what was issued since the last one completes together
  Wait,    ///< blocks until a group, or what an mbarrier counts, is complete
};

/// Memory that an access may reach; private memory counts for nothing.
enum class Space : uint8_t { None, Generic, Global, Shared };

/// What completes in order of issue.
enum class Queue : uint8_t {
  None,
  CopyGroup,   ///< cp.async
  BulkGroup,   ///< bulk copies by commit and wait
  Mbarrier,    ///< bulk copies that an mbarrier counts; an issue is the announcement of its bytes
  MatrixGroup, ///< wgmma
};
inline constexpr size_t kQueues = 5;

struct Effect {
  Activity activity = Activity::Load;
  llvm::StringRef label; ///< "ldmatrix", "barrier"; a literal
  Space space = Space::None;
  Queue queue = Queue::None;
  uint32_t pending = 0;          ///< Wait: groups that may stay under way
  const void *barrier = nullptr; ///< Mbarrier: which; equal for one object in memory
};
using Effects = llvm::SmallVector<Effect, 2>;

/// One way of writing operations.
class OperationClassifier {
public:
  virtual ~OperationClassifier() = default;
  /// Adds what `op` itself does, not what is inside of its regions or what it calls. Nothing if
  /// that concerns no auto mode.
  virtual void classify(mlir::Operation *op, Effects &effects) const = 0;
};

/// gpu, memref, affine, vector, nvgpu and nvvm.
std::unique_ptr<OperationClassifier> makeDialectClassifier();
/// Loads, stores and intrinsics of LLVM.
std::unique_ptr<OperationClassifier> makeLlvmClassifier();

/// Inline PTX, instruction by instruction.
std::unique_ptr<OperationClassifier> makePtxClassifier();

/// All of the above.
class Classifiers {
public:
  Classifiers();
  Effects effectsOf(mlir::Operation *op) const;
  /// The first effect of that kind.
  std::optional<Effect> find(mlir::Operation *op, Activity activity) const;

private:
  std::array<std::unique_ptr<OperationClassifier>, 3> m_all;
};

/// What the pointer or memref `address` points into: private memory is None.
Space spaceOfAddress(mlir::Value address);
/// The object that `address` points into: equal for two addresses computed from one base.
const void *objectOf(mlir::Value address);

} // namespace pstudio::automode
