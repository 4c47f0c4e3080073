// SPDX-License-Identifier: Apache-2.0
#include "collector/callbacks/callback_points.h"

#include <array>

namespace pstudio::callbacks {
namespace {

using Point = InstrumentationMode::Point;

constexpr std::array kParameters{
    Parameter{Value::Buffer, "buffer", "a pointer", 0},
    Parameter{Value::BufferBytes, "buffer_bytes", "uint64_t", 64},
    Parameter{Value::Cta, "cta", "uint32_t", 32},
    Parameter{Value::Warp, "warp", "uint32_t", 32},
    Parameter{Value::Lane, "lane", "uint32_t", 32},
    Parameter{Value::Warps, "warps", "uint32_t", 32},
    Parameter{Value::WarpOfGrid, "warp_of_grid", "uint32_t", 32},
    Parameter{Value::Cycle, "cycle", "uint64_t", 64},
    Parameter{Value::Line, "line", "uint32_t", 32},
    // Of accesses alone.
    Parameter{Value::Address, "address", "uint64_t", 64},
    Parameter{Value::Bytes, "bytes", "uint32_t", 32},
    Parameter{Value::Space, "space", "uint32_t", 32},
};
constexpr size_t kAccessParameters = 3;

} // namespace

bool isAccess(Point point) {
  return point == Point::Load || point == Point::Store || point == Point::Atomic;
}

std::span<const Parameter> parametersAt(Point point) {
  const std::span<const Parameter> all = kParameters;
  return isAccess(point) ? all : all.first(all.size() - kAccessParameters);
}

std::string wrapperName(const InstrumentationMode::Callback &callback) {
  return "pstudio.callback." + callback.function + "." +
         std::string(InstrumentationMode::pointName(callback.point));
}

} // namespace pstudio::callbacks
