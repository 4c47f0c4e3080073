// SPDX-License-Identifier: Apache-2.0
// What a function of the user may be told at a point of a kernel: names and types, for the pass
// that puts calls there, the linker that fills in arguments, and the messages.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/run/instrumentation_mode.h"

namespace pstudio::callbacks {

/// In resources/markers/proton_callbacks.h, for people.
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
  std::string_view type; ///< as C has it: "uint32_t"; "a pointer" takes any
  uint32_t bits;         ///< of an integer; 0 for a pointer
};

/// What every point provides, and then what this one does.
std::span<const Parameter> parametersAt(InstrumentationMode::Point point);

/// True for points at an access to memory.
bool isAccess(InstrumentationMode::Point point);

/// The function that a kernel calls there: the name of the user's, and the point's. Its parameters
/// are i32 line, and at an access i64 address, i32 bytes, i32 space before it.
std::string wrapperName(const InstrumentationMode::Callback &callback);

/// The global of a linked module through which the functions find their buffer: an i64 address and
/// an i64 number of bytes, which the host writes before a launch.
inline constexpr std::string_view kBufferSymbol = "proton_callback_buffer";

} // namespace pstudio::callbacks
