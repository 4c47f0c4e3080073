// SPDX-License-Identifier: Apache-2.0
#include "core/trace/trace_text.h"

#include <array>
#include <cstdio>

#include "core/base/number_text.h"

namespace pstudio {

std::string argValueToText(const Trace &trace, const Arg &arg) {
  switch (arg.type) {
  case ArgType::Int:
    return std::to_string(arg.intValue);
  case ArgType::Uint:
    return std::to_string(arg.uintValue);
  case ArgType::Double: {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.17g", arg.doubleValue);
    return text.data();
  }
  case ArgType::Bool:
    return arg.uintValue != 0 ? "true" : "false";
  case ArgType::String:
    return std::string(trace.string(arg.stringValue));
  case ArgType::Pointer:
    return hexText(arg.uintValue);
  }
  return {};
}

std::string_view trackKindName(TrackKind kind) {
  static constexpr std::string_view kNames[] = {"group", "process", "thread", "kernel", "launch",
                                                "sm",    "cta",     "warp",   "async",  "counter"};
  return kNames[static_cast<size_t>(kind)];
}

std::string_view timeBaseName(TimeBase base) {
  static constexpr std::string_view kNames[] = {"measured", "model", "assumed"};
  return kNames[static_cast<size_t>(base)];
}

} // namespace pstudio
