// SPDX-License-Identifier: Apache-2.0
// Finds the memory object that an address belongs to: buffers, shared memory, variables of the
// module and local arrays of a thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "collector/runtime/cpu/cta_thread.h"
#include "collector/runtime/cpu/launch.h"

namespace pstudio::cpu {

/// Addresses of ProgramMap::variables, in their order. Part of the generated code.
using VariableAddresses = const std::byte *const *;

/// One memory object that a thread can access.
struct MemoryObject {
  ObjectKind kind = ObjectKind::Unknown;
  uint32_t index = 0; ///< as AccessSite::index
  uint64_t base = 0;
  uint64_t bytes = 0;
};

/// The object that a pointer value points into, or to the end of. None if there is no such object,
/// or if the value is the end of one object and the start of another one. Of nested objects (a
/// buffer and a part of it as two arguments) the largest. O(objects).
std::optional<MemoryObject> objectOfPointer(const LaunchRequest &request, const CtaThread &thread,
                                            VariableAddresses variables, uint64_t pointer);

/// The largest object that starts at `base`. O(objects).
std::optional<MemoryObject> objectStartingAt(const LaunchRequest &request, const CtaThread &thread,
                                             VariableAddresses variables, uint64_t base);

/// True if `bytes` bytes at `address` are inside one object. O(objects).
bool isInSomeObject(const LaunchRequest &request, const CtaThread &thread,
                    VariableAddresses variables, uint64_t address, uint64_t bytes);

/// True if an object that exists outside of the threads (a buffer or shared memory) contains
/// `address`. O(buffers).
bool isInSomeBuffer(const LaunchRequest &request, const CtaThread &thread, uint64_t address);

/// Adds a local array. Arrays that overlap it belong to functions that have returned, and are
/// removed. O(local arrays).
void addLocalArray(CtaThread &thread, const LocalArray &added);

} // namespace pstudio::cpu
