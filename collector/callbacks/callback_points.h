// SPDX-License-Identifier: Apache-2.0
// Values that a point of a kernel can pass to a function of the user: names and types, for the pass
// that inserts the calls, the linker that provides the arguments, and the messages.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/run/instrumentation_mode.h"

namespace pstudio::callbacks {

/// resources/markers/proton_callbacks.h documents them for users.
enum class Value : uint8_t {
  Buffer,
  BufferBytes,
  Cta,
  Warp,
  Lane,
  Warps,
  WarpOfGrid,
  Cycle,
  Line,
  Address,
  Bytes,
  Space,
};

/// A parameter that a callback may have, by name.
struct Parameter {
  Value value;
  std::string_view name;
  std::string_view type; ///< in C: "uint32_t"; "a pointer" accepts any pointer
  uint32_t bits;         ///< of an integer; 0 for a pointer
};

/// The parameters at a point: first those of every point, then those of an access.
std::span<const Parameter> parametersAt(InstrumentationMode::Point point);

/// True for points at an access to memory.
bool isAccess(InstrumentationMode::Point point);

/// The function that a kernel calls at the point: the names of the user's function and of the
/// point. Its parameters are i32 line; at an access, i64 address, i32 bytes and i32 space precede
/// it.
std::string wrapperName(const InstrumentationMode::Callback &callback);

/// The global of a linked module through which the functions find their buffer: an i64 address and
/// an i64 number of bytes, which the host writes before a launch.
inline constexpr std::string_view kBufferSymbol = "proton_callback_buffer";

} // namespace pstudio::callbacks
