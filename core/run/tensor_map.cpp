// SPDX-License-Identifier: Apache-2.0
#include "core/run/tensor_map.h"

#include <array>

namespace pstudio {

namespace {
using namespace std::string_view_literals;
constexpr std::array kSwizzles{"none"sv, "32B"sv, "64B"sv, "128B"sv};
constexpr std::array kInterleaves{"none"sv, "16B"sv, "32B"sv};
constexpr std::array kL2Promotions{"none"sv, "64B"sv, "128B"sv, "256B"sv};
constexpr std::array kFills{"zeros"sv, "nan"sv};
} // namespace

std::span<const std::string_view> tensorSwizzleNames() {
  return kSwizzles;
}
std::span<const std::string_view> tensorInterleaveNames() {
  return kInterleaves;
}
std::span<const std::string_view> tensorL2PromotionNames() {
  return kL2Promotions;
}
std::span<const std::string_view> tensorFillNames() {
  return kFills;
}

} // namespace pstudio
