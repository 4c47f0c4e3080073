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

#include "collector/chips/amd_chip.h"
#include "core/queues/async_site.h"

namespace pstudio::automode {

using analysis::AsyncQueue;

enum class Activity : uint8_t {
  Load,
  Store,
  Atomic,
  Barrier, ///< blocks until others have come
  Matrix,  ///< a matrix operation that has its result when it is done
  // Of asynchronous queues; `queue` says which.
  Issue,       ///< starts an operation; of an mbarrier: announces bytes, and arrives
  Feed,        ///< a copy whose bytes an mbarrier counts, which somebody announces
  Commit,      ///< closes the queue's group; what was issued since the last one completes together
  Wait,        ///< blocks until a group, or a phase of an mbarrier, is complete
  Poll,        ///< asks whether a phase of an mbarrier is complete, and may block for a while
  Arrive,      ///< arrives at a barrier and waits for nothing
  Synchronize, ///< arrives at a named barrier and waits for the others
  Init,        ///< makes an mbarrier begin with its first phase
};

/// Memory that an access may reach; private memory counts for nothing.
enum class Space : uint8_t { None, Generic, Global, Shared };

/// What an operation of an asynchronous queue says of it at run time; null where it says nothing.
struct QueueOperands {
  mlir::Value barrier; ///< Mbarrier: a group of nvgpu, or the address in shared memory as a pointer
                       ///< or number. NamedBarrier: its number
  mlir::Value slot;    ///< Mbarrier: index within a group of nvgpu
  int64_t fixed = 0;   ///< Mbarrier: bytes behind the address. NamedBarrier: its number, without
                       ///< `barrier`
  mlir::Value parity;  ///< Wait, Poll: of the phase that must be complete; not 0 is odd
  std::optional<bool> fixedParity = {}; ///< in place of it
  mlir::Value predicate;                ///< an integer: a thread where it is 0 does nothing
  bool isNegated = false;               ///< one where it is not 0
  bool isUnknown = false;               ///< which barrier it is cannot be told
  bool operator==(const QueueOperands &) const = default;
};

struct Effect {
  Activity activity = Activity::Load;
  llvm::StringRef label; ///< "ldmatrix", "barrier"; a literal
  Space space = Space::None;
  std::optional<AsyncQueue> queue = {};
  uint32_t pending = 0; ///< Wait: groups that may stay under way
  QueueOperands operands = {};
  bool isCopy = false; ///< Issue of a counter: from memory to memory, not to a register
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

/// rocdl, amdgpu, intrinsics and inline assembly of AMD's GPUs. Without a chip nothing is known of
/// stores, and waits that are only given as a number are unknown.
std::unique_ptr<OperationClassifier> makeAmdClassifier(const std::optional<AmdChip> &chip);
/// True for one of these that does nothing that a counter counts: it computes, or only tells the
/// compiler something.
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

/// What the pointer or memref `address` points into: private memory is None.
Space spaceOfAddress(mlir::Value address);
} // namespace pstudio::automode
