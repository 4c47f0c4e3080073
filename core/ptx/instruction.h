// SPDX-License-Identifier: Apache-2.0
// Semantics of a PTX instruction: its class, its memory, its operands' roles. Names and operand
// orders are those of NVIDIA's PTX ISA reference, version 9.0.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "core/ptx/program.h"

namespace pstudio::ptx {

enum class Operation : uint8_t {
  Unknown, ///< an opcode that this table does not contain
  Compute, ///< registers alone
  Control, ///< branches, calls, returns
  Load,
  Store,
  StoreAsync, ///< st.async: counted by an mbarrier
  Atomic,     ///< atom and red
  Prefetch,
  CopyAsync, ///< cp.async
  CopyAsyncCommit,
  CopyAsyncWait,
  CopyAsyncArrive, ///< cp.async.mbarrier.arrive
  BulkCopy,        ///< cp.async.bulk and cp.reduce.async.bulk, of tensors too
  BulkCommit,
  BulkWait,
  MbarrierInit, ///< and inval
  MbarrierArrive,
  MbarrierExpect,  ///< expect_tx, also as part of an arrive
  MbarrierTryWait, ///< blocks for a while
  MbarrierTestWait,
  WgmmaFence,
  Wgmma,
  WgmmaCommit,
  WgmmaWait,
  Mma, ///< mma and wmma.mma
  LoadMatrix,
  StoreMatrix,
  Barrier,       ///< of the CTA; blocks
  BarrierArrive, ///< does not block
  WarpBarrier,
  ClusterArrive,
  ClusterWait,
  Fence,
  GridDependency, ///< griddepcontrol
  Elect,
  Shuffle, ///< shfl, vote, match, redux, activemask
  // Tensor memory, tcgen05
  TensorMma,       ///< asynchronous; a commit tracks it
  TensorCommit,    ///< an mbarrier counts the operations so far of the thread
  TensorCopy,      ///< cp: from shared memory; asynchronous as a TensorMma
  TensorShift,     ///< shift: rows of tensor memory; asynchronous as a TensorMma
  TensorLoad,      ///< ld and ld.red: to registers; complete after a TensorWaitLoad
  TensorStore,     ///< st: from registers; complete after a TensorWaitStore
  TensorWaitLoad,  ///< wait::ld
  TensorWaitStore, ///< wait::st
  TensorFence,     ///< fence::before_thread_sync, fence::after_thread_sync
  TensorAllocate,  ///< alloc: blocks until columns are free
  TensorFree,      ///< dealloc, relinquish_alloc_permit
  LaunchCancel,    ///< clusterlaunchcontrol.try_cancel: an mbarrier counts the bytes of its answer
};

enum class StateSpace : uint8_t {
  None,
  Generic,
  Global,
  Shared,
  Local,
  Constant,
  Parameter,
  Tensor, ///< tensor memory
};

struct Instruction {
  Operation operation = Operation::Unknown;
  StateSpace space = StateSpace::None; ///< that `address` is in; of a copy, the destination's
  uint32_t vectorWidth = 1;
  uint32_t elementBits = 0; ///< 0 if no type is given
  uint64_t bytes = 0;       ///< that one thread moves, of a bulk or tensor copy the whole of it; 0
                            ///< if the text does not say
  int address = -1;         ///< operand that is the address; of a copy, the destination's
  int source = -1;          ///< of a copy; of a TensorMma: matrix A, an address of tensor memory
                            ///< or the descriptor of shared memory
  int barrier = -1; ///< operand that is the address of an mbarrier, or the number of a barrier of
                    ///< the CTA
  int parity = -1;  ///< of a wait at an mbarrier: operand that is the phase's parity
  bool usesMbarrier = false;       ///< of a bulk copy: an mbarrier counts it, else a bulk group
  std::optional<uint32_t> pending; ///< of a wait: groups that may stay under way
};

/// The class of a statement; Unknown for a statement that is no instruction. O(operands).
Instruction classify(const Statement &statement);

/// False for a name that cannot be an opcode of PTX, such as one of AMD assembly ("s_waitcnt").
bool isOpcode(std::string_view name);

/// Number of occurrences of each unknown opcode.
std::map<std::string, uint64_t> unknownOpcodes(const Program &program);

} // namespace pstudio::ptx
