// SPDX-License-Identifier: Apache-2.0
// Turns what went wrong in a kernel into an Error that names buffer, index, thread and source line.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "collector/runtime/cpu/cta_thread.h"
#include "collector/runtime/cpu/launch.h"
#include "collector/runtime/cpu/memory_objects.h"

namespace pstudio::cpu {

/// The bytes of an access that are not inside its object.
struct OutOfBounds {
  uint64_t address = 0;
  uint64_t bytes = 0;
};

/// An access outside of `object`, or, without one, outside of every object.
Error accessFault(const LaunchRequest &request, const CtaThread &thread, const AccessSite &access,
                  const OutOfBounds &where, const std::optional<MemoryObject> &object);
/// An integer division by zero or an overflowing one, at thread.position.
Error divisionFault(const LaunchRequest &request, const CtaThread &thread);
/// No room on the stack for an array or a call at thread.position.
Error stackFault(const LaunchRequest &request, const CtaThread &thread);
/// An assertion of the kernel's source.
struct Assertion {
  std::string text;
  std::string place; ///< "file:line"
  std::string function;
};
/// One that does not hold.
Error assertionFault(const LaunchRequest &request, const CtaThread &thread,
                     const Assertion &assertion);
/// A shuffle or an operation of a warp, at thread.position, whose member mask lacks the thread.
Error memberMaskFault(const LaunchRequest &request, const CtaThread &thread);
/// No thread of a CTA can go on, and some have not returned: lanes wait for lanes of their member
/// mask that wait elsewhere, or threads at barriers, but not at the same one.
Error waitingFault(const LaunchRequest &request, std::span<const CtaThread> threads);

/// Where the threads of a CTA are: "CTA (0,0,0): 12 threads wait at the barrier at k.mlir:20:5, 116
/// ...".
std::string describeThreads(const LaunchRequest &request, std::span<const CtaThread> threads);

} // namespace pstudio::cpu
