// SPDX-License-Identifier: Apache-2.0
// The effects of one operation of a kernel, which may be an operation of a dialect, an intrinsic or
// inline PTX. Every auto mode uses only this interface.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>

#include "mlir/IR/Operation.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include "collector/chips/amd_chip.h"
#include "core/queues/async_site.h"

namespace pstudio::automode {

using analysis::AsyncQueue;

enum class Activity : uint8_t {
  Load,
  Store,
  Atomic,
  Barrier, ///< blocks until the other threads have arrived
  Matrix,  ///< a matrix operation whose result is available when it ends
  // Activities of asynchronous queues; `queue` is the queue.
  Issue,       ///< starts an operation; for an mbarrier: expect_tx of bytes with an arrive, or the
               ///< arrival that follows the operations of Start
  Start,       ///< starts an operation that the next Issue with `tracksStarted` completes
  Feed,        ///< a copy whose bytes an mbarrier counts after an expect_tx
  Commit,      ///< closes the queue's group: all operations issued since the last commit
  Wait,        ///< blocks until a group, or a phase of an mbarrier, is complete
  Poll,        ///< tests whether a phase of an mbarrier is complete; may block for a limited time
  Arrive,      ///< arrives at a barrier without a wait
  Synchronize, ///< arrives at a named barrier and waits for the others
  Init,        ///< initialises an mbarrier, which then is in its first phase
};

/// Memory that an access may reach; private memory is None.
enum class Space : uint8_t { None, Generic, Global, Shared };

/// Operands of an operation on an asynchronous queue at run time; null where it has none.
struct QueueOperands {
  mlir::Value barrier; ///< Mbarrier: a group of nvgpu, or the address in shared memory as a pointer
                       ///< or number. NamedBarrier: its number
  mlir::Value slot;    ///< Mbarrier: index within a group of nvgpu
  int64_t fixed = 0;   ///< Mbarrier: byte offset from the address. NamedBarrier: its number,
                       ///< without `barrier`
  mlir::Value parity;  ///< Wait, Poll: of the phase that must be complete; not 0 is odd
  std::optional<bool> fixedParity = {}; ///< in place of `parity`
  mlir::Value predicate;                ///< an integer: a thread where it is 0 does nothing
  bool isNegated = false;               ///< one where it is not 0
  bool isUnknown = false;               ///< the barrier cannot be determined
  bool operator==(const QueueOperands &) const = default;
};

struct Effect {
  Activity activity = Activity::Load;
  llvm::StringRef label; ///< "ldmatrix", "barrier"; a literal
  Space space = Space::None;
  std::optional<AsyncQueue> queue = {};
  uint32_t pending = 0; ///< Wait: groups that need not be complete
  QueueOperands operands = {};
  bool isCopy = false; ///< Issue of a counter: copies from memory to memory, not to a register
  bool tracksStarted = false; ///< Issue of an mbarrier: completes when the operations of Start do
  bool isMatrix = false;      ///< Start: a matrix operation
  bool isOfWarp = false;      ///< Barrier: its lanes wait for lanes of their warp only
};
using Effects = llvm::SmallVector<Effect, 2>;

/// A barrier of the lanes of a warp.
inline Effect warpBarrier() {
  Effect effect{Activity::Barrier, "warp barrier"};
  effect.isOfWarp = true;
  return effect;
}

/// Classifier for one representation of operations.
class OperationClassifier {
public:
  virtual ~OperationClassifier() = default;
  /// Adds the effects of `op` itself, without those of its regions and callees. Adds nothing if no
  /// auto mode uses them.
  virtual void classify(mlir::Operation *op, Effects &effects) const = 0;
};

/// gpu, memref, affine, vector, nvgpu and nvvm.
std::unique_ptr<OperationClassifier> makeDialectClassifier();
/// Loads, stores and intrinsics of LLVM.
std::unique_ptr<OperationClassifier> makeLlvmClassifier();

/// Inline PTX, instruction by instruction.
std::unique_ptr<OperationClassifier> makePtxClassifier();

/// rocdl, amdgpu, intrinsics and inline assembly of AMD's GPUs. Without a chip, the effects of
/// stores are unknown, and so are waits that are only given as a number.
std::unique_ptr<OperationClassifier> makeAmdClassifier(const std::optional<AmdChip> &chip);
/// True for one of these operations that no counter counts: it computes, or is only a hint for the
/// compiler.
bool isAmdArithmetic(mlir::Operation *op);

/// All of the above.
class Classifiers {
public:
  /// `chip`: the AMD GPU that the kernel is for, if it is for one.
  explicit Classifiers(const std::optional<AmdChip> &chip = {});
  Effects effectsOf(mlir::Operation *op) const;
  /// The first effect of that kind.
  std::optional<Effect> find(mlir::Operation *op, Activity activity) const;

private:
  std::array<std::unique_ptr<OperationClassifier>, 4> m_all;
};

/// The memory of the pointer or memref `address`; None for private memory.
Space spaceOfAddress(mlir::Value address);
} // namespace pstudio::automode
