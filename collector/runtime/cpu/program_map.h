// SPDX-License-Identifier: Apache-2.0
// Data that the compiler stores about a kernel, so that messages of the runtime use the user's
// terms.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace pstudio::cpu {

enum class SiteKind : uint8_t {
  Start,
  Barrier,
  Shuffle,
  AsyncCopy,
  AsyncWait,
  Record,
  Loop,
  Division,
  WarpOperation, ///< bar.warp.sync, vote, match, redux, activemask, elect
  Memory,        ///< an atomic or volatile access, a fence, a nanosleep
  Print,
  Call,  ///< of a function that is not inlined
  Stack, ///< an array in a loop or of variable size, or a call
};

/// The index of no loop.
inline constexpr uint32_t kNoLoop = 0xffffffff;

/// A place in the program where a thread may wait, or that a message may name. The rendezvous sites
/// of one function have ascending indices in the order of codegen/cpu/program_order.h: each site
/// precedes those that a lane can reach from it without a further iteration of a loop.
struct Site {
  SiteKind kind = SiteKind::Start;
  std::string location;    ///< "file:line:column", or empty
  uint32_t loop = kNoLoop; ///< index into ProgramMap::loops of the innermost one that contains it
};

/// A loop that contains sites. Its index is that of its counter in ThreadContext::iterations.
struct Loop {
  uint32_t parent = kNoLoop; ///< the index of the next outer loop with sites, less than its own
};

/// Kinds of memory objects that a pointer may point into. Unknown: the compiler cannot determine
/// exactly one object; the runtime finds it by address.
enum class ObjectKind : uint8_t { Argument, Shared, DynamicShared, Variable, Local, Unknown };

/// One load, store or copy of the kernel.
struct AccessSite {
  ObjectKind object = ObjectKind::Unknown;
  uint32_t index = 0; ///< of the argument, or into sharedBuffers, variables or locals
  uint32_t bytes = 0; ///< width of the access [bytes]; 0: known at run time only
  bool isWrite = false;
  bool isAtomic = false; ///< reads and writes at once
  std::string location;  ///< "file:line:column", or empty
};

/// A variable of the module or a local array of a thread.
struct NamedMemory {
  std::string name;   ///< for messages: "the constant table", "the local array a"
  uint64_t bytes = 0; ///< 0: known at run time only
};

/// A statically allocated workgroup buffer.
struct SharedBuffer {
  std::string name;    ///< in the source; its number in the kernel if it has none
  uint64_t offset = 0; ///< in the CTA's shared block [bytes]
  uint64_t bytes = 0;
  std::vector<int64_t> shape; ///< row-major; empty if unknown
  uint32_t elementBytes = 1;
};

/// All of one compiled kernel. Immutable once compiled. [thread: any]
struct ProgramMap {
  std::vector<Site> sites; ///< sites[0] is the start of the kernel
  std::vector<Loop> loops;
  std::vector<AccessSite> accesses;
  std::vector<SharedBuffer> sharedBuffers;
  std::vector<NamedMemory> variables; ///< constants and variables of the module
  std::vector<NamedMemory> locals;    ///< local arrays of the kernel's functions
  uint64_t staticSharedBytes =
      0; ///< dynamic shared memory begins here; a multiple of kSharedAlignment
};

/// Every shared buffer starts at a multiple of this [bytes].
inline constexpr uint64_t kSharedAlignment = 128;

} // namespace pstudio::cpu
