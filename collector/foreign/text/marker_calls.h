// SPDX-License-Identifier: Apache-2.0
// Calls and inline assembly in a kernel's source that mark the scopes, events and values to record.
#pragma once

#include <cstdint>
#include <string>

#include "collector/foreign/text/ll_reader.h"
#include "llvm/ADT/MapVector.h"

namespace llvm {
class Function;
} // namespace llvm

namespace pstudio::foreign {

/// The functions of resources/markers/proton_markers.h, declared and never defined.
enum class MarkerKind : uint8_t {
  ScopeStart,    ///< void proton_scope_start(const char *name)
  ScopeEnd,      ///< void proton_scope_end(const char *name)
  AllocateEvent, ///< int proton_allocate_event(const char *name)
  EventStart,    ///< void proton_event_start(int event, long long key)
  EventEnd,      ///< void proton_event_end(int event, long long key)
  Value,         ///< void proton_value_i32(const char *name, int value), and for the other types
};

struct Marker {
  MarkerKind kind;
  std::string name; ///< of the scope, event or value; empty for EventStart and EventEnd
};

using Markers = llvm::MapVector<const llvm::Instruction *, Marker>;

/// True for a declared function of the header, by C or C++ name.
bool isMarkerFunction(const llvm::Function &function);

/// The marker calls of the module, by C or C++ name, and inline assembly that is one comment of
/// core/ptx/marker_comments.h, as Triton's kernels with scopes have it. InvalidInput, with the
/// call's position, for a name that is not a constant string and for a wrong signature. Events that
/// unoptimised code keeps on the stack become values, so that the event of each record is known at
/// compile time.
Result<Markers> findMarkers(LlModule &module);

} // namespace pstudio::foreign
